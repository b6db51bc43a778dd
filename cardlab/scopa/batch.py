"""Scopa: the points of many rounds at once.

A pile is one `uint64`, ten bits a suit; the other side has the rest. A pile is four look-ups, one a suit, which add up
to its number of cards, the points of its diamonds and the place of its classes in a table of the points that depend on
those (`cardlab.scopa.tables`).
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError
from cardlab.compiled import compiled
from cardlab.deal import deal, random_subsets
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules
from cardlab.scopa.tables import BASIS, Basis, gains, suit_classes
from cardlab.sets import HandsLike, answer_like, as_sets

__all__ = ["Tables", "outcomes", "parts_batch", "points_of", "sample", "score_batch", "tables"]

WIDTH, SUITS = DECK.width, len(DECK.suits)
HOLDING = (1 << WIDTH) - 1

# An entry of the holdings' table packs what is added over the suits: the place of the classes in their table, at most
# 40^4; the number of cards; and, for the diamonds, their points, at most 14.
CLASSES_MASK = (1 << 22) - 1
CARDS_AT, CARDS_MASK = 22, 0x3F
DIAMONDS_AT = 28

Tables: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]
"""What each holding of each suit adds, `uint32[4, 1024]`; the points by the number of cards; those by the classes."""


def score_batch(captured: HandsLike, *, rules: Rules = RULES) -> NDArray[np.uint8]:
    """Score many rounds for the side that captured these piles, without sweeps: `uint64[n]` -> `uint8[n]`.

    The scores are those of `scopa.score`, pile by pile, 0 to 4 by the usual rules; a Series of piles gives a Series.
    Raises `TypeError` for another dtype, `ValueError` for another shape, and `CardError` for a pile with bits beyond
    the 40 cards.

    >>> piles = DECK.encode_many(["7D 6D AD 5D 4D 3D 7C 7H 7S", "", "7D"])
    >>> score_batch(piles).tolist()
    [3, 0, 1]
    """
    piles = as_sets("captured", captured, DECK)
    scores = np.empty(piles.shape, np.uint8)
    _check_piles(piles, _score(piles, tables(rules), scores))
    return answer_like(captured, scores)


def outcomes(captured: HandsLike, *, rules: Rules = RULES) -> NDArray[np.int8]:
    """Tell how each point went: `uint64[n]` -> `int8[n, points]`, 1 won, 0 tied, -1 lost; a column for each point.

    The columns are `rules.points`, the outcomes those of `scopa.contests`, pile by pile. Errors as for `score_batch`.

    >>> outcomes(DECK.encode_many(["7D 6D AD 5D 4D 3D 7C 7H 7S"])).tolist()
    [[-1, 1, 1, 1]]
    """
    return np.sign(_gains(captured, rules))


def parts_batch(captured: HandsLike, *, rules: Rules = RULES) -> NDArray[np.int8]:
    """Score many rounds point by point: `uint64[n]` -> `int8[n, points]`, columns as in `outcomes`.

    The row of a pile adds up to its `score_batch`. Errors as there.

    >>> parts_batch(DECK.encode_many(["AD 2D 3D 4D"]), rules=Rules(points=("cards", "napola"))).tolist()
    [[0, 4]]
    """
    return np.maximum(_gains(captured, rules), np.int8(0))


def _gains(captured: HandsLike, rules: Rules) -> NDArray[np.int8]:
    """What each point gives: its worth if won, the same negative if lost, 0 if tied."""
    piles = as_sets("captured", captured, DECK)
    bases = np.empty((3, piles.size), np.int32)
    _check_piles(piles, _look_up(piles, tables(rules)[0], bases))
    by_basis: dict[Basis, NDArray[np.int32]] = {"cards": bases[0], "diamonds": bases[1], "classes": bases[2]}
    results = np.empty((piles.size, len(rules.points)), np.int8)
    for column, point in enumerate(rules.points):
        results[:, column] = gains(point, rules)[by_basis[BASIS[point]]]
    return results


def sample(rng: np.random.Generator, n: int, *, cards: int | None = None, rules: Rules = RULES) -> NDArray[np.uint8]:
    """Split the deck `n` times at random and score one side: `uint8[n]`.

    That side has this many cards; if None, each card falls to either side with probability 1/2. Raises `ValueError` for
    more cards than the deck has.

    >>> sample(np.random.default_rng(1), 5)
    array([4, 2, 1, 3, 1], dtype=uint8)
    """
    piles = random_subsets(rng, n, DECK) if cards is None else deal(rng, n, DECK, (cards,))[:, 0]
    return score_batch(piles, rules=rules)


@cache
def tables(rules: Rules) -> Tables:
    """The tables that `points_of` looks a pile up in."""
    seen, classes = suit_classes(rules)
    holdings = np.arange(1 << WIDTH)
    table = np.array([classes * len(seen) ** suit for suit in range(SUITS)])
    table += np.bitwise_count(holdings).astype(np.int64) << CARDS_AT
    table[0] += _points(rules, "diamonds", len(holdings)) << DIAMONDS_AT
    by_cards, by_classes = _points(rules, "cards", len(DECK) + 1), _points(rules, "classes", len(seen) ** SUITS)
    return table.astype(np.uint32), by_cards.astype(np.uint8), by_classes.astype(np.uint8)


def _points(rules: Rules, basis: Basis, size: int) -> NDArray[np.int64]:
    """The sum of the points won that depend on this."""
    won = np.zeros(size, np.int64)
    for point in rules.points:
        if BASIS[point] == basis:
            won += np.maximum(gains(point, rules), 0)
    return won


def _check_piles(captured: NDArray[np.uint64], good: int) -> None:
    """Raise `CardError` for the pile after the first `good` ones, if there is one."""
    if good < captured.size:
        raise CardError(f"captured[{good}] is {int(captured[good]):#x}: expected cards of bits 0 to {len(DECK) - 1}")


@compiled(arrays=False, inlined=True)
def _pack(pile: np.uint64, holdings: NDArray[np.uint32]) -> np.int64:
    packed = np.int64(0)
    for suit in range(SUITS):
        packed += np.int64(holdings[suit, (pile >> np.uint64(suit * WIDTH)) & np.uint64(HOLDING)])
    return packed


@compiled(arrays=False, inlined=True)
def points_of(pile: np.uint64, tables: Tables) -> np.int64:
    """The points of one pile: for kernels."""
    holdings, by_cards, by_classes = tables
    packed = _pack(pile, holdings)
    points = np.int64(by_cards[packed >> CARDS_AT & CARDS_MASK]) + np.int64(by_classes[packed & CLASSES_MASK])
    return points + (packed >> DIAMONDS_AT)


@compiled
def _score(captured: NDArray[np.uint64], tables: Tables, scores: NDArray[np.uint8]) -> int:
    """Fill `scores`; return how many piles came before the first with a bit that is not a card."""
    for i in range(captured.size):
        if captured[i] >> np.uint64(SUITS * WIDTH):
            return i
        scores[i] = points_of(captured[i], tables)
    return captured.size


@compiled
def _look_up(captured: NDArray[np.uint64], holdings: NDArray[np.uint32], bases: NDArray[np.int32]) -> int:
    """Fill the rows of `bases`: cards, diamonds, place of the classes; return as `_score` does."""
    for i in range(captured.size):
        if captured[i] >> np.uint64(SUITS * WIDTH):
            return i
        packed = _pack(captured[i], holdings)
        bases[0, i] = packed >> CARDS_AT & CARDS_MASK
        bases[1, i] = captured[i] & np.uint64(HOLDING)
        bases[2, i] = packed & CLASSES_MASK
    return captured.size
