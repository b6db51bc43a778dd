"""Cribbage: all hands of six cards and of four, each at its place in one order.

Hands stand in the order of their highest card, then of their second highest, and so on. So the place of a hand is the
sum of the binomial coefficients C(lowest card, 1), C(next, 2) and on, and the hands of the n lowest cards come first.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import PARTS, Bytes, parts_batch
from cardlab.cribbage.rules import DECK

__all__ = ["HANDS", "OTHERS", "binomials", "shows", "six_cards"]

CARDS = len(DECK)

HANDS = comb(CARDS, 6)
"""The number of hands of six cards, 20,358,520."""

OTHERS = comb(CARDS - 6, 6)
"""The number of hands that are left for the other player, 9,366,819: the first so many rows of `six_cards`."""


@cache
def binomials() -> NDArray[np.int64]:
    """The binomial coefficients `[n, k]` up to k = 6, that make the place of a hand."""
    return np.array([[comb(n, k) for k in range(7)] for n in range(CARDS)])


@cache
def six_cards() -> Bytes:
    """The cards of every hand, low cards first: `uint8[20358520, 6]`, 122 MB.

    >>> six_cards()[[0, 1, -1]].tolist()
    [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 6], [46, 47, 48, 49, 50, 51]]
    """
    cards = np.empty((HANDS, 6), np.uint8)
    _fill_six_cards(cards)
    return cards


@cache
def shows(*, crib: bool, flush: bool = True) -> Bytes:
    """What four cards score with each starter, `uint8[270725, 52]`, 14 MB; 0 for a starter among the four.

    Without `flush` no flush counts.

    >>> shows(crib=False).max(), shows(crib=False)[0, :5].tolist()
    (np.uint8(29), [0, 0, 0, 0, 12])
    """
    cards = np.fromiter(chain.from_iterable(combinations(range(CARDS), 4)), np.uint64).reshape(-1, 4)
    hands = np.sort((np.uint64(1) << cards).sum(axis=1, dtype=np.uint64))
    counted = [part != "flush" or flush for part in PARTS]
    scores = np.zeros((hands.size, CARDS), np.uint8)
    for starter in range(CARDS):
        free = np.flatnonzero(hands >> np.uint64(starter) & np.uint64(1) == 0)
        parts = parts_batch(hands[free], np.full(free.size, starter, np.uint8), crib=crib)
        scores[free, starter] = parts[:, counted].sum(axis=1, dtype=np.uint8)
    return scores


@compiled
def _fill_six_cards(hands):  # type: ignore[no-untyped-def]
    """Fill the rows: the next hand moves up the lowest card that can, and those below it to the bottom."""
    cards = np.arange(7)
    cards[6] = CARDS
    for i in range(len(hands)):
        for k in range(6):
            hands[i, k] = cards[k]
        k = 0
        while k < 5 and cards[k] + 1 == cards[k + 1]:
            cards[k] = k
            k += 1
        cards[k] += 1
