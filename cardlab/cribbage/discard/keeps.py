"""Cribbage: what four cards kept of six score, for many deals at once.

One table holds the show of every hand with every starter. What a hand kept scores over the 46 starters that may be
turned up is its sum over all 48, less the two with the cards thrown.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError
from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes, Sets, column, score_batch
from cardlab.cribbage.rules import DECK

__all__ = ["best_spreads", "keep_totals", "spread", "throws"]

CARDS = len(DECK)
HIGHEST = 29
ONE = np.uint64(1)


def throws(deals: Sets) -> Sets:
    """The 15 pairs that can be thrown from six cards, low cards first, as sets: `uint64[n]` -> `uint64[n, 15]`.

    Raises `TypeError` and `ValueError` for another dtype and shape, `CardError` for what is not six of the 52 cards.

    >>> pairs = throws(DECK.encode_many(["AH 2H 3H 4H 5H 6S"]))[0]
    >>> [" ".join(map(str, DECK.decode(pair))) for pair in pairs[[0, 1, 14]]]
    ['AH 2H', 'AH 3H', '5H 6S']
    """
    rest = _deals(deals).copy()
    cards = np.empty((rest.size, 6), np.uint64)
    for place in range(6):
        cards[:, place] = rest & (~rest + ONE)
        rest ^= cards[:, place]
    one, other = np.triu_indices(6, 1)
    return cards[:, one] | cards[:, other]


def keep_totals(deals: Sets) -> NDArray[np.uint16]:
    """What the hand kept scores in all over the 46 starters, for each of `throws`: `uint64[n]` -> `uint16[n, 15]`.

    Divided by 46 it is the mean score of the hand. Errors as for `throws`.

    >>> keep_totals(DECK.encode_many(["5H 5S 5C JD KH 2S"])).max()
    np.uint16(760)
    """
    deals = _deals(deals)
    totals = np.empty((deals.size, 15), np.uint16)
    _keep_totals(deals, _choices(), _shows(), _hand_totals(), totals)
    return totals


def spread(hands: Sets, seen: Sets) -> Bytes:
    """How often each hand scores 0 to 29 over the starters that are not seen: `uint64[n]` twice -> `uint8[n, 30]`.

    The cards seen are the hand's own and those that cannot be turned up either. Raises `TypeError` and `ValueError` for
    another dtype and shape, `CardError` for a hand that is not four of the 52 cards, all seen.

    >>> hand = DECK.encode_many(["5H 5S 5C JD"])
    >>> {score: count for score, count in enumerate(spread(hand, hand)[0].tolist()) if count}
    {14: 24, 15: 8, 20: 9, 21: 3, 22: 3, 29: 1}
    """
    hands, seen = column("hands", hands, np.uint64), column("seen", seen, np.uint64, like=hands)
    wrong = (np.bitwise_count(hands) != 4) | (hands >> np.uint64(CARDS) | hands & ~seen != 0)
    if wrong.any():
        bad = int(wrong.argmax())
        raise CardError(f"hands[{bad}] is {hands[bad]:#x}, seen {seen[bad]:#x}: expected four cards, all seen")
    counts = np.zeros((hands.size, HIGHEST + 1), np.uint8)
    _spread(hands, seen, _choices(), _shows(), counts)
    return counts


def best_spreads(deals: Sets, values: NDArray[np.number]) -> Bytes:
    """The `spread` of the hand kept in each deal, that whose throw has the highest of 15 values: `uint8[n, 30]`.

    Of equals it is the hand with the better chance of 29 points, if that is equal too of 28, and so on: a rule that
    settles the spread whatever the order of throws or the names of suits. Errors as for `throws`, and `ValueError` for
    values that are not `[n, 15]`.

    >>> deals = DECK.encode_many(["5H 5S 5C JD KH 2S"])
    >>> best_spreads(deals, keep_totals(deals))[0] @ np.arange(30)
    np.int64(760)
    """
    deals = _deals(deals)
    if values.shape != (deals.size, 15):
        raise ValueError(f"values has shape {values.shape}: expected {(deals.size, 15)}")
    counts = np.zeros((deals.size, HIGHEST + 1), np.uint8)
    _best_spreads(deals, throws(deals), values, _choices(), _shows(), counts)
    return counts


def _deals(given: Sets) -> Sets:
    """The deals as an array of six cards each, checked."""
    deals = column("deals", given, np.uint64)
    wrong = (np.bitwise_count(deals) != 6) | (deals >> np.uint64(CARDS) != 0)
    if wrong.any():
        bad = int(wrong.argmax())
        raise CardError(f"deals[{bad}] is {deals[bad]:#x}: expected six cards, of bits 0 to {CARDS - 1}")
    return deals


@cache
def _choices() -> NDArray[np.int64]:
    """The binomial coefficients `[n, k]`: the place of a hand is the sum of [lowest, 1] to [highest, 4]."""
    return np.array([[comb(n, k) for k in range(5)] for n in range(CARDS)])


@cache
def _shows() -> Bytes:
    """What each hand scores with each starter, `uint8[270725, 52]`, 14 MB; 0 for a starter in the hand."""
    cards = np.fromiter(chain.from_iterable(combinations(range(CARDS), 4)), np.uint64).reshape(-1, 4)
    hands = np.sort((ONE << cards).sum(axis=1, dtype=np.uint64))
    shows = np.zeros((hands.size, CARDS), np.uint8)
    for starter in range(CARDS):
        free = np.flatnonzero(hands >> np.uint64(starter) & ONE == 0)
        shows[free, starter] = score_batch(hands[free], np.full(free.size, starter, np.uint8))
    return shows


@cache
def _hand_totals() -> NDArray[np.uint16]:
    totals: NDArray[np.uint16] = _shows().sum(axis=1, dtype=np.uint16)
    return totals


@compiled
def _sort(mask, cards):  # type: ignore[no-untyped-def]
    """Fill `cards`, which has a place to spare, with the bits of a set, low first."""
    size = 0
    for card in range(CARDS):
        cards[size] = card
        if mask >> np.uint64(card) & ONE:
            size += 1


@compiled
def _keep_totals(deals, choices, shows, hand_totals, totals):  # type: ignore[no-untyped-def]
    """Fill the rows of `totals`, a column a throw: without cards a and b, those above them move down a place."""
    cards = np.empty(7, np.uint8)
    for i in range(deals.size):
        _sort(deals[i], cards)
        throw = 0
        for a in range(5):
            low = 0
            for c in range(a):
                low += choices[cards[c], c + 1]
            for b in range(a + 1, 6):
                hand = low
                for c in range(a + 1, b):
                    hand += choices[cards[c], c]
                for c in range(b + 1, 6):
                    hand += choices[cards[c], c - 1]
                totals[i, throw] = hand_totals[hand] - shows[hand, cards[a]] - shows[hand, cards[b]]
                throw += 1


@compiled
def _count(hand, seen, choices, shows, counts):  # type: ignore[no-untyped-def]
    """Add up one row of counts: of the scores of a hand over the starters not seen."""
    cards = np.empty(5, np.uint8)
    _sort(hand, cards)
    row = 0
    for c in range(4):
        row += choices[cards[c], c + 1]
    for starter in range(CARDS):
        if not seen >> np.uint64(starter) & ONE:
            counts[shows[row, starter]] += 1


@compiled
def _spread(hands, seen, choices, shows, counts):  # type: ignore[no-untyped-def]
    """Add up the rows of `counts`."""
    for i in range(hands.size):
        _count(hands[i], seen[i], choices, shows, counts[i])


@compiled
def _best_spreads(deals, thrown, values, choices, shows, counts):  # type: ignore[no-untyped-def]
    """Fill the rows of `counts`, which are zeros."""
    other = np.empty(counts.shape[1], np.uint8)
    for i in range(deals.size):
        best = values[i].max()
        for throw in range(15):
            if values[i, throw] == best:
                other[:] = 0
                _count(deals[i] & ~thrown[i, throw], deals[i], choices, shows, other)
                score = counts.shape[1] - 1
                while score > 0 and other[score] == counts[i, score]:
                    score -= 1
                if other[score] > counts[i, score]:
                    counts[i] = other
