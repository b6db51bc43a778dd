"""Scopa: the score and its points over all 2^40 = 1,099,511,627,776 splits of the deck, as integers.

Of a suit only its number of cards and its class matter (`cardlab.scopa.tables`), and of diamonds how their own points
go. The other three suits are joined to counts by classes and cards, and the diamonds to these. What comes out is a
small table: the splits by cards, by the ways the points of the diamonds can go, and by the ways those of the classes
can.
"""

from __future__ import annotations

from functools import cache, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab.checks import whole
from cardlab.distribution import Distribution
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules
from cardlab.scopa.tables import BASIS, SIGN, Basis, gains, suit_classes

__all__ = ["distribution", "outcomes", "primiera_changes"]

WIDTH, SUITS = DECK.width, len(DECK.suits)


def distribution(cards: int | None = None, *, rules: Rules = RULES) -> Distribution:
    """Count the scores over all splits, or over the C(40, cards) in which the side has that many cards.

    Raises `CardError` for a number of cards below 0 or above 40.

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
    ways = [_ways(rules, basis) for basis in AXES]
    splits = _splits(rules, ways[1], ways[2], cards)
    points = sum(np.ix_(*(np.maximum(way.gains, 0).sum(axis=0) for way in ways)), np.zeros((), np.int64))
    counts = {score: int(splits[points == score].sum()) for score in np.unique(points).tolist()}
    return Distribution.exact(counts, name=_name(cards, rules))


def outcomes(cards: int | None = None, *, rules: Rules = RULES) -> dict[str, dict[str, int]]:
    """Count the splits in which each point is won, tied and lost.

    Arguments and errors as for `distribution`.

    >>> outcomes()["primiera"]
    {'won': 513217938318, 'tied': 73075751140, 'lost': 513217938318}
    >>> outcomes(20)["cards"]
    {'won': 0, 'tied': 137846528820, 'lost': 0}
    """
    ways = [_ways(rules, basis) for basis in AXES]
    splits = _splits(rules, ways[1], ways[2], cards)
    counts = {}
    for point in rules.points:
        axis = AXES.index(BASIS[point])
        signs = np.sign(ways[axis].gains[ways[axis].points.index(point)])
        along = splits.sum(axis=tuple({0, 1, 2} - {axis}))
        counts[point] = {outcome.value: int(along[signs == sign].sum()) for outcome, sign in SIGN.items()}
    return counts


def primiera_changes(missing_suit: str, *, against: str = "forfeit", cards: int | None = None) -> int:
    """Count the splits in which the primiera goes one way by one missing-suit rule and another by another.

    Arguments and errors as for `distribution` and `Rules`.

    >>> [f"{primiera_changes(rule) / 2**40:.3e}" for rule in ("strict", "raw")]
    ['9.514e-06', '2.266e-05']
    """
    rules, other = (Rules(points=("primiera",), missing_suit=name) for name in (missing_suit, against))
    differ = (gains("primiera", rules) != gains("primiera", other)).astype(np.int64)
    changes = Ways(("primiera",), np.array([[0, 1]]), differ)
    return int(_splits(rules, _ways(rules, "diamonds"), changes, cards)[:, :, 1].sum())


class Ways(NamedTuple):
    """How the points of one basis can go: the points, what each gives in each way, and the way of each entry."""

    points: tuple[str, ...]
    gains: NDArray[np.int64]
    way: NDArray[np.int64]


AXES: tuple[Basis, ...] = ("cards", "diamonds", "classes")
"""The axes of the splits."""


@cache
def _ways(rules: Rules, basis: Basis) -> Ways:
    """The different ways in which the points of this basis go; cards are all told apart."""
    points = tuple(point for point in rules.points if BASIS[point] == basis)
    size = {"cards": len(DECK) + 1, "diamonds": 1 << WIDTH, "classes": len(suit_classes(rules)[0]) ** SUITS}[basis]
    tables = np.array([gains(point, rules) for point in points], np.int64).reshape(len(points), size)
    if basis == "cards":
        return Ways(points, tables, np.arange(size))
    code = np.zeros(size, np.int64)
    for table in tables:
        code = 32 * code + table
    _, first, way = np.unique(code, return_index=True, return_inverse=True)
    return Ways(points, tables[:, first], way)


def _name(cards: int | None, rules: Rules) -> str:
    return ", ".join(filter(None, ["Scopa scores", "" if cards is None else f"{cards} cards captured", str(rules)]))


def _splits(rules: Rules, diamonds: Ways, classes: Ways, cards: int | None) -> NDArray[np.int64]:
    """The splits by cards, ways of the diamonds and ways of the classes: `int64[41, ways, ways]`."""
    held = _diamonds(rules, diamonds)
    others = reduce(_join, [held.sum(axis=1)] * (SUITS - 1))
    every = np.arange(classes.gains.shape[1])
    by_way = np.equal.outer(every, classes.way).reshape(len(every), -1, held.shape[2])
    by_others = np.tensordot(others, by_way, axes=(1, 1))
    splits = np.zeros((len(DECK) + 1, held.shape[1], len(every)), np.int64)
    for coins, holdings in enumerate(held):
        splits[coins : coins + len(others)] += np.einsum("nwc,sc->nsw", by_others, holdings)
    if cards is not None:
        splits[np.arange(len(splits)) != whole("cards", cards, 0, len(DECK))] = 0
    return splits


def _diamonds(rules: Rules, ways: Ways) -> NDArray[np.int64]:
    """The 1,024 holdings of diamonds by cards, way and class: `int64[11, ways, classes]`."""
    seen, classes = suit_classes(rules)
    counts = np.zeros((WIDTH + 1, ways.gains.shape[1], len(seen)), np.int64)
    np.add.at(counts, (np.bitwise_count(np.arange(1 << WIDTH)), ways.way, classes), 1)
    return counts


def _join(some: NDArray[np.int64], suit: NDArray[np.int64]) -> NDArray[np.int64]:
    """Join the holdings of some suits with those of one more; both by cards and classes."""
    joined = np.zeros((len(some) + len(suit) - 1, some.shape[1], suit.shape[1]), np.int64)
    for cards, holdings in enumerate(suit):
        joined[cards : cards + len(some)] += np.multiply.outer(some, holdings)
    return joined.reshape(len(joined), -1)
