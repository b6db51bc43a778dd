"""Cribbage: what a player throws from each of the 20,358,520 hands of six cards.

A policy is one array with the throw of every hand, in the order of `hands.six_cards`, so that whatever plays by it only
looks up. Throws are numbered as the columns of `keeps.throws`.

A table is an array of 13 by 13 numbers, one for each kind of throw: `table[low, high]` for two ranks of different
suits, a pair included, and `table[high, low]` for two cards of one suit. The ranks ascend from ace to king.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes, Sets
from cardlab.cribbage.discard.hands import BINOMIALS, HANDS, six_cards, sort_cards
from cardlab.cribbage.discard.keeps import keep_totals
from cardlab.cribbage.exact import hand_classes
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["CELLS", "BestThrows", "CribTable", "Policy", "best_throws", "cells", "policy", "random_policy"]

CARDS = len(DECK)
WIDTH = DECK.width

CELLS = WIDTH * WIDTH
"""The number of cells of a table, 169: 13 pairs, 78 kinds of two ranks and suits, 78 of one suit."""

FIRST, SECOND = np.triu_indices(6, 1)
"""Which two of the six cards each of the 15 throws takes."""
FIRST.flags.writeable = SECOND.flags.writeable = False

Policy: TypeAlias = Bytes
"""The throw from each hand, as its place among the 15: `uint8[20358520]`."""

CribTable: TypeAlias = NDArray[np.float64]
"""The mean crib for each kind of throw: `float64[13, 13]`."""


def policy(table: CribTable, *, rules: Rules = RULES) -> Policy:
    """Throw what makes the mean of the hand over the 46 starters, plus the table's number of the throw, the highest.

    For the dealer the table is the mean of his own crib, for the other player that of the dealer's crib, negative.
    Equal throws are taken in turn over the names of the suits. `uint8[20358520]`; raises `ValueError` for a table of
    another shape, or with a number that is not finite.

    >>> keeps_most = policy(np.zeros((13, 13)))
    >>> keeps_most.dtype, keeps_most.size
    (dtype('uint8'), 20358520)
    """
    chosen = np.empty(HANDS, np.uint8)
    _fill_policy(_classes(rules), _checked(table).ravel(), _suit_orders(), chosen)
    return chosen


@dataclass(frozen=True)
class BestThrows:
    """The best throw of a hand from each class of hands that differ in the names of suits: columns of 962,988.

    - `hands`, `weights`: a hand as a set, and how many of the 20,358,520 hands it stands for.
    - `nets`: the mean of the hand kept plus the table's number of the throw.
    - `keeps`: the mean of the hand kept.
    """

    hands: Sets
    weights: Bytes
    nets: NDArray[np.float64]
    keeps: NDArray[np.float64]


def best_throws(table: CribTable, *, rules: Rules = RULES) -> BestThrows:
    """What the throws of `policy(table)` are worth, hand by hand. Errors as for `policy`.

    >>> ignoring_the_crib = best_throws(np.zeros((13, 13)))
    >>> np.average(ignoring_the_crib.keeps, weights=ignoring_the_crib.weights).round(4)
    np.float64(8.2939)
    """
    classes = _classes(rules)
    worth = np.empty((2, classes.hands.size))
    _weigh(classes, _checked(table).ravel(), worth)
    return BestThrows(classes.hands, classes.weights, *worth)


def random_policy(rng: np.random.Generator) -> Policy:
    """Throw any two cards, from each hand at random.

    >>> random_policy(np.random.default_rng(1)).max()
    np.uint8(14)
    """
    return rng.integers(0, 15, size=HANDS, dtype=np.uint8)


def cells(chosen: Policy) -> Bytes:
    """The cell of each hand's throw, row by row 0 to 168: `uint8[20358520]`.

    Raises `ValueError` for an array of another dtype or shape, or with a throw above 14.

    >>> from_low_hearts = cells(np.zeros(HANDS, np.uint8))[0]
    >>> divmod(int(from_low_hearts), 13)
    (1, 0)
    """
    if chosen.dtype != np.uint8 or chosen.shape != (HANDS,) or chosen.max() > 14:
        raise ValueError(f"{chosen.dtype}{list(chosen.shape)} is not a policy: expected uint8[{HANDS}], 0 to 14")
    found = np.empty(HANDS, np.uint8)
    _fill_cells(chosen, six_cards(), found)
    return found


class _Classes(NamedTuple):
    """A hand for each class that differs in the names of suits, how many it stands for, and its `keep_totals`."""

    hands: Sets
    weights: Bytes
    totals: NDArray[np.uint16]


@lru_cache(maxsize=4)
def _classes(rules: Rules) -> _Classes:
    hands, weights = hand_classes(6)
    return _Classes(hands, weights, keep_totals(hands, rules=rules))


def _checked(table: CribTable) -> CribTable:
    """The table as an array of floats. Raises `ValueError` unless it is 13 by 13 finite numbers."""
    table = np.ascontiguousarray(table, dtype=np.float64)
    if table.shape != (WIDTH, WIDTH):
        raise ValueError(f"a table of shape {table.shape}: expected {(WIDTH, WIDTH)}")
    if not np.isfinite(table).all():
        low, high = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(f"table[{low}, {high}] is {table[low, high]}: expected a finite number")
    return table


@cache
def _suit_orders() -> NDArray[np.int64]:
    """The 24 ways to name the suits: the first bit of each."""
    return WIDTH * np.array(list(permutations(range(4))))


@compiled
def _fill_cells(chosen, hands, found):  # type: ignore[no-untyped-def]
    for i in range(len(hands)):
        found[i] = _cell(np.int64(hands[i, FIRST[chosen[i]]]), np.int64(hands[i, SECOND[chosen[i]]]))


@compiled
def _cell(low, high):  # type: ignore[no-untyped-def]
    """The cell of two cards, the lower first."""
    row, column = low % WIDTH, high % WIDTH
    if low // WIDTH == high // WIDTH or row > column:
        row, column = column, row
    return row * WIDTH + column


@compiled
def _best(cards, totals, table, best):  # type: ignore[no-untyped-def]
    """Fill `best` with the cards' places of the best throws; return how many throws these are, and their value."""
    highest, size, throw = -np.inf, 0, 0
    for a in range(5):
        for b in range(a + 1, 6):
            value = totals[throw] / 46 + table[_cell(cards[a], cards[b])]
            if value > highest:
                highest, size = value, 0
            if value == highest:
                best[size] = a, b
                size += 1
            throw += 1
    return size, highest


@compiled
def _weigh(classes, table, worth):  # type: ignore[no-untyped-def]
    """Fill the rows of `worth`: the value of the best throw, and of that the hand's part."""
    cards, best = np.empty(7, np.int64), np.empty((15, 2), np.int64)
    for i in range(len(classes.hands)):
        sort_cards(classes.hands[i], cards)
        _, worth[0, i] = _best(cards, classes.totals[i], table, best)
        low, high = best[0]
        worth[1, i] = worth[0, i] - table[_cell(cards[low], cards[high])]


@compiled
def _fill_policy(classes, table, orders, chosen):  # type: ignore[no-untyped-def]
    """Choose once for each class of hands: the choice holds for all of them, whatever their suits are called."""
    cards, renamed = np.empty(7, np.int64), np.empty(6, np.int64)
    best = np.empty((15, 2), np.int64)
    for i in range(len(classes.hands)):
        sort_cards(classes.hands[i], cards)
        equal, _ = _best(cards, classes.totals[i], table, best)
        for order in range(len(orders)):
            for k in range(6):
                renamed[k] = orders[order, cards[k] // WIDTH] + cards[k] % WIDTH
            low, high = best[order % equal]
            place, throw = _place(renamed, renamed[low], renamed[high])
            chosen[place] = throw


@compiled
def _place(cards, thrown, other):  # type: ignore[no-untyped-def]
    """Sort six cards; return the place of the hand and the number of the throw of two of them."""
    for k in range(1, 6):
        card, j = cards[k], k
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    place, first, second = 0, 0, 0
    for k in range(6):
        place += BINOMIALS[cards[k], k + 1]
        first += cards[k] < thrown
        second += cards[k] < other
    low, high = min(first, second), max(first, second)
    return place, low * (11 - low) // 2 + high - low - 1
