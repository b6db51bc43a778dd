"""Scopa: the four points of many rounds at once.

A pile is one `uint64`, ten bits a suit; the other side has the rest. Cards and coins are counts. The primiera depends,
suit by suit, on the best card of either side alone. One side has the seven, so there are 16 classes of holdings: a pile
is four look-ups for its counts and classes, and one more for the primiera among the 16^4 ways to combine them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import Card, CardError
from cardlab.compiled import compiled
from cardlab.deal import deal, random_subsets
from cardlab.scopa.rules import (
    DECK,
    PRIMIERA,
    SETTE_BELLO,
    MissingSuit,
    Outcome,
    _compare,
    _primiera,
    best_cards,
    missing_suit_rule,
)

__all__ = ["CONTESTS", "outcomes", "sample", "score_batch"]

CONTESTS = ("cards", "coins", "sette bello", "primiera")
"""The four points, in the order of the columns of `outcomes`."""

SIGN = MappingProxyType({Outcome.WON: 1, Outcome.TIED: 0, Outcome.LOST: -1})
"""How an outcome is written in an array."""

WIDTH = DECK.width
HOLDING = np.uint64((1 << WIDTH) - 1)

# An entry of the holdings' table packs what is added over the suits: the class, four bits for each suit, and the number
# of cards; and for the diamonds how coins and sette bello went, 0 lost, 1 tied, 2 won.
CLASS_BITS, CLASSES = 4, 16
PRIMIERA_MASK = 0xFFFF
CARDS_AT, CARDS_MASK = 16, 0x3F
COINS_AT, SETTE_BELLO_AT, OUTCOME_MASK = 22, 24, 0x3

Tables: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int8]]
"""The tables of the holdings, of the majority of the cards, and of the primiera."""


def score_batch(captured: NDArray[np.uint64], *, missing_suit: MissingSuit = "forfeit") -> NDArray[np.uint8]:
    """Score many rounds for the side that captured these piles, sweeps left out: `uint64[n]` -> `uint8[n]`, 0 to 4.

    The scores are those of `scopa.score`, pile by pile. Raises `TypeError` for another dtype, `ValueError` for another
    shape, and `CardError` for a pile with bits that are no card or for a `missing_suit` that is no rule.

    >>> piles = DECK.encode_many(["7D 6D AD 5D 4D 3D 7C 7H 7S", "", "7D"])
    >>> score_batch(piles).tolist()
    [3, 0, 1]
    """
    captured = _check_array(captured)
    scores = np.empty(captured.shape, np.uint8)
    good = _score(captured, _tables(missing_suit), scores)
    _check_piles(captured, good)
    return scores


def outcomes(captured: NDArray[np.uint64], *, missing_suit: MissingSuit = "forfeit") -> NDArray[np.int8]:
    """Tell how each point went: `uint64[n]` -> `int8[n, 4]`, 1 won, 0 tied, -1 lost; columns as in `CONTESTS`.

    The outcomes are those of `scopa.contests`, pile by pile; errors as for `score_batch`.

    >>> outcomes(DECK.encode_many(["7D 6D AD 5D 4D 3D 7C 7H 7S"])).tolist()
    [[-1, 1, 1, 1]]
    """
    captured = _check_array(captured)
    results = np.empty((captured.size, len(CONTESTS)), np.int8)
    good = _outcomes(captured, _tables(missing_suit), results)
    _check_piles(captured, good)
    return results


def sample(
    rng: np.random.Generator, n: int, *, captured: int | None = None, missing_suit: MissingSuit = "forfeit"
) -> NDArray[np.uint8]:
    """Split the deck `n` times at random and score one side: `uint8[n]`.

    That side has `captured` cards; if None, each card falls to either side with probability 1/2. Raises `ValueError`
    for more cards than the deck has, `CardError` for a `missing_suit` that is no rule.

    >>> sample(np.random.default_rng(1), 5)
    array([4, 2, 1, 3, 1], dtype=uint8)
    """
    piles = random_subsets(rng, n, DECK) if captured is None else deal(rng, n, DECK, (captured,))[:, 0]
    return score_batch(piles, missing_suit=missing_suit)


def _tables(missing_suit: MissingSuit) -> Tables:
    return holding_table(), majority_table(len(DECK)), primiera_table(missing_suit_rule(missing_suit))


@cache
def holding_table() -> NDArray[np.int32]:
    """What each holding of each suit adds, packed: `int32[4, 1024]`."""
    every = np.arange(1 << WIDTH)
    lengths = np.bitwise_count(every).astype(np.int64)
    classes = suit_classes()[1]
    table = np.array([classes << CLASS_BITS * suit | lengths << CARDS_AT for suit in range(len(DECK.suits))])
    coins = majority_table(WIDTH)[lengths].astype(np.int64) + 1
    sette_bello = 2 * (every >> DECK.ranks.index(SETTE_BELLO.rank) & 1)
    table[DECK.suits.index(SETTE_BELLO.suit)] |= coins << COINS_AT | sette_bello << SETTE_BELLO_AT
    return table.astype(np.int32)


@cache
def majority_table(size: int) -> NDArray[np.int8]:
    """How a majority goes for a side with 0, 1, ... of `size` cards: `int8[size + 1]`."""
    return np.array([SIGN[_compare(mine, size - mine)] for mine in range(size + 1)], np.int8)


@cache
def suit_classes() -> tuple[list[tuple[int, int]], NDArray[np.int64]]:
    """The pairs of best primiera values (mine, theirs; 0 for none) that a suit can show, and each holding's pair."""
    best = [sum(PRIMIERA[card.rank] for card in best_cards(DECK.decode(holding))) for holding in range(1 << WIDTH)]
    pairs = list(zip(best, reversed(best), strict=True))  # 1023 - holding is what the other side has
    classes = sorted(set(pairs))
    return classes, np.array([classes.index(pair) for pair in pairs])


@cache
def primiera_table(missing_suit: MissingSuit) -> NDArray[np.int8]:
    """How the primiera goes for every way to combine the classes of four suits: `int8[16**4]`.

    The suits are alike, so the rule is asked for the 3,876 combinations in ascending order only.
    """
    table = np.empty((CLASSES,) * len(DECK.suits), np.int8)
    for suits in combinations_with_replacement(range(CLASSES), len(DECK.suits)):
        mine, theirs = _best_cards(suits, 0), _best_cards(suits, 1)
        table[suits] = SIGN[_primiera(mine, theirs, missing_suit).outcome]
    every = np.sort(np.indices(table.shape), axis=0)
    return np.ravel(table[tuple(every)])


def _best_cards(suits: tuple[int, ...], side: int) -> tuple[Card, ...]:
    """One side's best cards where the suits are of these classes."""
    classes, _ = suit_classes()
    rank = {value: rank for rank, value in PRIMIERA.items()}
    values = [classes[suit][side] for suit in suits]
    return tuple(Card(rank[value], suit) for value, suit in zip(values, DECK.suits, strict=True) if value)


def _check_array(captured: NDArray[np.uint64]) -> NDArray[np.uint64]:
    captured = np.asarray(captured)
    if captured.dtype != np.uint64:
        raise TypeError(f"captured has dtype {captured.dtype}: expected uint64")
    if captured.ndim != 1:
        raise ValueError(f"captured has shape {captured.shape}: expected one dimension")
    return captured


def _check_piles(captured: NDArray[np.uint64], good: int) -> None:
    """Raise `CardError` for the pile after the `good` first ones, if there is one."""
    if good < captured.size:
        raise CardError(f"captured[{good}] is {int(captured[good]):#x}: expected cards of bits 0 to {len(DECK) - 1}")


@compiled
def _look_up(pile: np.uint64, tables: Tables) -> tuple[int, int, int, int]:
    """The four outcomes of a pile."""
    holdings, cards, primiera = tables
    packed = np.int64(0)
    for suit in range(4):
        packed += holdings[suit, (pile >> np.uint64(suit * WIDTH)) & HOLDING]
    return (
        int(cards[packed >> CARDS_AT & CARDS_MASK]),
        int(packed >> COINS_AT & OUTCOME_MASK) - 1,
        int(packed >> SETTE_BELLO_AT & OUTCOME_MASK) - 1,
        int(primiera[packed & PRIMIERA_MASK]),
    )


@compiled
def _score(captured: NDArray[np.uint64], tables: Tables, scores: NDArray[np.uint8]) -> int:
    """Fill `scores`; return how many piles came before one that is none."""
    for i in range(captured.size):
        if captured[i] >> np.uint64(4 * WIDTH):
            return i
        cards, coins, sette_bello, primiera = _look_up(captured[i], tables)
        scores[i] = (cards > 0) + (coins > 0) + (sette_bello > 0) + (primiera > 0)
    return captured.size


@compiled
def _outcomes(captured: NDArray[np.uint64], tables: Tables, results: NDArray[np.int8]) -> int:
    """Fill the rows of `results`; return how many piles came before one that is none."""
    for i in range(captured.size):
        if captured[i] >> np.uint64(4 * WIDTH):
            return i
        results[i, 0], results[i, 1], results[i, 2], results[i, 3] = _look_up(captured[i], tables)
    return captured.size
