"""Cribbage: all hands of six cards and of four, each at its place in one order.

Hands stand in the order of their highest card, then of their second highest, and so on. So the place of a hand is the
sum of the binomial coefficients C(lowest card, 1), C(next, 2) and on, and the hands of the n lowest cards come first.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled, kept
from cardlab.cribbage.batch import Bytes, Points, score_batch
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["BINOMIALS", "HANDS", "OTHERS", "show_totals", "shows", "six_cards"]

CARDS = len(DECK)
ONE = np.uint64(1)

HANDS = comb(CARDS, 6)
"""The number of hands of six cards, 20,358,520."""

OTHERS = comb(CARDS - 6, 6)
"""The number of hands that are left for the other player, 9,366,819: as many rows of `six_cards`, the first."""


BINOMIALS = np.array([[comb(n, k) for k in range(7)] for n in range(CARDS)])
"""The binomial coefficients `[n, k]` up to k = 6, that make the place of a hand."""
BINOMIALS.flags.writeable = False


@cache
def six_cards() -> Bytes:
    """The cards of every hand, low cards first: `uint8[20358520, 6]`, 122 MB.

    >>> six_cards()[[0, 1, -1]].tolist()
    [[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 6], [46, 47, 48, 49, 50, 51]]
    """
    cards = np.empty((HANDS, 6), np.uint8)
    _fill_six_cards(cards)
    return cards


@lru_cache(maxsize=8)
def shows(*, crib: bool, rules: Rules = RULES) -> Points:
    """What four cards score with each starter, `uint8[270725, 52]`, 14 MB; 0 for a starter among the four.

    The dtype is that of `score_batch`. Those of the default rules are kept on disk.

    >>> shows(crib=False).max(), shows(crib=False)[0, :5].tolist()
    (np.uint8(29), [0, 0, 0, 0, 12])
    """
    make = partial(_shows, crib, rules)
    return kept(f"shows-{'crib' if crib else 'hand'}", make) if rules == RULES else make()


def _shows(crib: bool, rules: Rules) -> Points:
    cards = np.fromiter(chain.from_iterable(combinations(range(CARDS), 4)), np.uint8).reshape(-1, 4)
    hands = np.sort((ONE << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64))
    none = score_batch(hands[:0], np.empty(0, np.uint8), rules=rules)
    scores = np.zeros((hands.size, CARDS), none.dtype)
    for starter in range(CARDS):
        free = np.flatnonzero(hands >> np.uint64(starter) & ONE == 0)
        scores[free, starter] = score_batch(hands[free], np.full(free.size, starter, np.uint8), crib=crib, rules=rules)
    return scores


@lru_cache(maxsize=8)
def show_totals(*, crib: bool, rules: Rules = RULES) -> NDArray[np.uint16]:
    """What four cards score in all over the 48 starters: `uint16[270725]`.

    >>> int(show_totals(crib=False).max())
    1088
    """
    totals: NDArray[np.uint16] = shows(crib=crib, rules=rules).sum(axis=1, dtype=np.uint16)
    return totals


@compiled
def sort_cards(mask, cards):  # type: ignore[no-untyped-def]
    """Fill `cards`, which has a place to spare, with the bits of a set, low first."""
    size = 0
    for card in range(CARDS):
        cards[size] = card
        if mask >> np.uint64(card) & ONE:
            size += 1


@compiled
def free_cards(hand, free):  # type: ignore[no-untyped-def]
    """Fill `free` with the 46 cards that are not in the hand of six, low cards first."""
    size, k = 0, 0
    for card in range(CARDS):
        if k < 6 and hand[k] == card:
            k += 1
        else:
            free[size] = card
            size += 1


@compiled
def hold(free, row, held):  # type: ignore[no-untyped-def]
    """Fill `held` with the free cards that a row of `six_cards` numbers; return the place of that hand."""
    place = 0
    for k in range(6):
        held[k] = free[row[k]]
        place += BINOMIALS[held[k], k + 1]
    return place


@compiled
def next_hand(cards):  # type: ignore[no-untyped-def]
    """Move up the lowest of six cards that can move, and those below it to the bottom."""
    k = 0
    while k < 5 and cards[k] + 1 == cards[k + 1]:
        cards[k] = k
        k += 1
    cards[k] += 1


@compiled
def place_of_four(a, b, c, d):  # type: ignore[no-untyped-def]
    """The place of four cards among the 270,725 hands, from two pairs in order."""
    two, three = max(a, c), min(b, d)
    if two > three:
        two, three = three, two
    return BINOMIALS[min(a, c), 1] + BINOMIALS[two, 2] + BINOMIALS[three, 3] + BINOMIALS[max(b, d), 4]


@compiled
def _fill_six_cards(hands):  # type: ignore[no-untyped-def]
    """Fill the rows, one hand after another."""
    cards = np.arange(6)
    for i in range(len(hands)):
        for k in range(6):
            hands[i, k] = cards[k]
        next_hand(cards)
