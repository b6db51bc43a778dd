"""Scopa: the score and its four points over all 2^40 = 1,099,511,627,776 splits of the deck, as integers.

Of a suit only its number of cards and its class for the primiera matter, and for diamonds the sette bello. The other
three suits are joined to counts by classes and cards, and the diamonds to these. What comes out is a small table: the
splits by cards, coins, sette bello and primiera.
"""

from __future__ import annotations

from functools import reduce
from operator import index

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError
from cardlab.distribution import Distribution
from cardlab.scopa.batch import CLASSES, CONTESTS, SIGN, WIDTH, majority_table, primiera_table, suit_classes
from cardlab.scopa.rules import DECK, SETTE_BELLO, MissingSuit, missing_suit_rule

__all__ = ["distribution", "outcomes", "primiera_changes"]


def distribution(captured: int | None = None, *, missing_suit: MissingSuit = "forfeit") -> Distribution:
    """Count the scores, 0 to 4, over all splits, or over the C(40, captured) where the side has `captured` cards.

    Raises `CardError` for a number of cards that no pile has and for a `missing_suit` that is no rule.

    >>> print(distribution())
    value            count  percent
    0      236,665,250,416  21.5246
    1      247,638,356,450  22.5226
    2      276,969,358,715  25.1902
    3      196,261,076,912  17.8498
    4      141,977,585,283  12.9128
    n = 1,099,511,627,776, mean 1.7810, sd 1.3165
    >>> distribution(20)
    <Distribution 'Scopa scores, 20 cards captured': exact, n = 137,846,528,820, 0 to 3, mean 1.3202, sd 1.0050>
    """
    splits = _splits(_ways(missing_suit), captured)
    cards, coins, sette_bello, primiera = np.ix_(*((signs > 0).astype(int) for signs in _signs()))
    points = cards + coins + sette_bello + primiera
    counts = {score: int(splits[points == score].sum()) for score in range(len(CONTESTS) + 1)}
    return Distribution.exact(counts, name=_name(captured, missing_suit))


def outcomes(captured: int | None = None, *, missing_suit: MissingSuit = "forfeit") -> dict[str, dict[str, int]]:
    """Count the splits in which each of the four points is won, tied and lost.

    Arguments and errors as for `distribution`.

    >>> outcomes()["primiera"]
    {'won': 513217938318, 'tied': 73075751140, 'lost': 513217938318}
    >>> outcomes(20)["cards"]
    {'won': 0, 'tied': 137846528820, 'lost': 0}
    """
    splits = _splits(_ways(missing_suit), captured)
    counts = {}
    for axis, (contest, signs) in enumerate(zip(CONTESTS, _signs(), strict=True)):
        ways = splits.sum(axis=tuple({0, 1, 2, 3} - {axis}))
        counts[contest] = {outcome.value: int(ways[signs == sign].sum()) for outcome, sign in SIGN.items()}
    return counts


def primiera_changes(
    missing_suit: MissingSuit, *, against: MissingSuit = "forfeit", captured: int | None = None
) -> int:
    """Count the splits in which the primiera goes one way by one missing-suit rule and another by another.

    Arguments and errors as for `distribution`.

    >>> [f"{primiera_changes(rule) / 2**40:.3e}" for rule in ("strict", "raw")]
    ['9.514e-06', '2.266e-05']
    """
    differ = primiera_table(missing_suit_rule(missing_suit)) != primiera_table(missing_suit_rule(against))
    return int(_splits(differ[np.newaxis], captured).sum())


def _name(captured: int | None, missing_suit: MissingSuit) -> str:
    pile = "" if captured is None else f", {captured} cards captured"
    return f"Scopa scores{pile}" + ("" if missing_suit == "forfeit" else f", {missing_suit}")


def _signs() -> tuple[NDArray[np.int8], ...]:
    """How each point goes along the axes of the splits: 1 won, 0 tied, -1 lost."""
    no_yes = np.array([-1, 1], np.int8)
    return majority_table(len(DECK)), majority_table(WIDTH), no_yes, np.array(list(SIGN.values()), np.int8)


def _ways(missing_suit: MissingSuit) -> NDArray[np.bool_]:
    """Which combinations of classes win, tie and lose the primiera: `bool[3, 16**4]`."""
    return np.equal.outer(list(SIGN.values()), primiera_table(missing_suit_rule(missing_suit)))


def _splits(ways: NDArray[np.bool_], captured: int | None) -> NDArray[np.int64]:
    """The splits by cards, coins, sette bello and ways to combine the classes: `int64[41, 11, 2, len(ways)]`."""
    diamonds = _diamonds()
    others = reduce(_join, [diamonds.sum(axis=1)] * (len(DECK.suits) - 1))
    by_way = np.tensordot(others, ways.reshape(len(ways), -1, CLASSES), axes=(1, 1))
    splits = np.zeros((len(DECK) + 1, WIDTH + 1, 2, len(ways)), np.int64)
    for coins, holdings in enumerate(diamonds):
        splits[coins : coins + len(others), coins] = np.einsum("nwc,sc->nsw", by_way, holdings)
    if captured is not None:
        if not 0 <= index(captured) <= len(DECK):
            raise CardError(f"{captured} cards captured: expected 0 to {len(DECK)}")
        splits[np.arange(len(splits)) != captured] = 0
    return splits


def _diamonds() -> NDArray[np.int64]:
    """The 1,024 holdings of diamonds by cards, sette bello and class: `int64[11, 2, 16]`."""
    holdings = np.arange(1 << WIDTH)
    sette_bello = holdings >> DECK.ranks.index(SETTE_BELLO.rank) & 1
    counts = np.zeros((WIDTH + 1, 2, CLASSES), np.int64)
    np.add.at(counts, (np.bitwise_count(holdings), sette_bello, suit_classes()[1]), 1)
    return counts


def _join(some: NDArray[np.int64], suit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Join the holdings of some suits with those of one more; both by cards and classes."""
    joined = np.zeros((len(some) + len(suit) - 1, some.shape[1], suit.shape[1]), np.int64)
    for cards, holdings in enumerate(suit):
        joined[cards : cards + len(some)] += np.multiply.outer(some, holdings)
    return joined.reshape(len(joined), -1)
