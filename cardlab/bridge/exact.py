"""Bridge: shapes, high-card points and points over all C(52, 13) = 635,013,559,600 hands, as integers.

Suits of given lengths are independent of each other, so the counts of their high-card points multiply as polynomials
do. The adjustments are the same for all hands of the same lengths: they move those counts as a whole.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import comb
from typing import TypeAlias

from cardlab.bridge.rules import DECK, HONOURS, SUITS, score, strain
from cardlab.cards import Card
from cardlab.distribution import Distribution
from cardlab.score import Score

__all__ = [
    "distribution",
    "high_card_points",
    "high_card_points_by_shape",
    "information",
    "mean_of_rules",
    "shapes",
    "shorthands",
]

Lengths: TypeAlias = tuple[int, ...]
"""How many cards each suit has: spades, hearts, diamonds, clubs; for a shape, the longest first."""


def distribution(trump: str = "notrump") -> Distribution:
    """Count the points of all hands for a trump suit or notrump; which suit it is makes no difference.

    Raises `CardError` for what is no trump.

    >>> distribution("spades")
    <Distribution 'bridge points, spades': exact, n = 635,013,559,600, -1 to 37, mean 11.7593, sd 4.6992>
    """
    trumps = strain(trump)
    counts: Counter[int] = Counter()
    for lengths in _all_lengths():
        adjustments = _adjustments(lengths, trumps)
        for points, hands in _high_card_points(_shape(lengths)).items():
            counts[points + adjustments] += hands
    return Distribution.exact(counts, name=f"bridge points, {trumps}")


def high_card_points() -> Distribution:
    """Count the high-card points of all hands: ace 4, king 3, queen 2, jack 1, no adjustments.

    >>> hands = high_card_points()
    >>> hands.count(0), hands.count(10), hands.count(37), hands.exact_mean
    (2310789600, 59723754816, 4, Fraction(10, 1))
    """
    counts: Counter[int] = Counter()
    for shape in map(_shape, _all_lengths()):
        counts.update(_high_card_points(shape))
    return Distribution.exact(counts, name="bridge high-card points")


def high_card_points_by_shape() -> dict[str, Distribution]:
    """Count the high-card points of the hands of each shape, the most frequent shape first.

    The mean is 10 for every shape, as a card brings 10/13 on average whatever its suit; the spread differs.

    >>> shapes = high_card_points_by_shape()
    >>> {hands.exact_mean for hands in shapes.values()}
    {Fraction(10, 1)}
    >>> round(shapes["4-3-3-3"].sd, 4), round(shapes["7-6-0-0"].sd, 4)
    (4.2447, 3.4658)
    """
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for shape in map(_shape, _all_lengths()):
        counts["-".join(map(str, shape))].update(_high_card_points(shape))
    most_frequent_first = sorted(counts, key=lambda name: (-counts[name].total(), name))
    return {
        name: Distribution.exact(counts[name], name=f"bridge high-card points, {name}") for name in most_frequent_first
    }


def shapes() -> dict[str, int]:
    """Count the hands of each of the 39 shapes, the most frequent first.

    >>> list(shapes().items())[:2]
    [('4-4-3-2', 136852887600), ('5-3-3-2', 98534079072)]
    """
    return {name: hands.total for name, hands in high_card_points_by_shape().items()}


def mean_of_rules(trump: str = "notrump") -> dict[str, Fraction]:
    """The mean points that each rule gives over all hands; they add up to the mean of the count.

    Raises `CardError` for what is no trump.

    >>> means = mean_of_rules("spades")
    >>> {rule: round(float(mean), 4) for rule, mean in means.items()}
    {'high cards': 10.0, 'flat': -0.1054, 'long suit': 0.9522, 'void': 0.1919, 'singleton': 0.7206}
    >>> sum(means.values()) == distribution("spades").exact_mean
    True
    """
    trumps = strain(trump)
    points: Counter[str] = Counter()
    for lengths in _all_lengths():
        hands = _high_card_points(_shape(lengths)).total()
        for item in _evaluated(lengths, trumps):
            points[item.kind] += hands * item.points
    everything = high_card_points()
    points["high cards"] = sum(value * count for value, count in everything)
    rules = ("high cards", "flat", "long suit", "void", "singleton")
    return {rule: Fraction(points[rule], everything.total) for rule in rules}


def shorthands() -> dict[int, int]:
    """Count the shorthands by the number of hands that each stands for, which differ in cards below the jack alone.

    >>> standing_for = shorthands()
    >>> sum(standing_for.values()), sum(hands * number for hands, number in standing_for.items())
    (4582640, 635013559600)
    """
    suits: Counter[tuple[int, int]] = Counter({(0, 1): 1})
    for _ in SUITS:
        longer: Counter[tuple[int, int]] = Counter()
        for ((length, hands), number), (honours, low) in product(suits.items(), product(range(5), range(10))):
            if length + honours + low <= 13:
                more = number * comb(len(HONOURS), honours)
                longer[length + honours + low, hands * comb(DECK.width - len(HONOURS), low)] += more
        suits = longer
    return {hands: number for (length, hands), number in sorted(suits.items()) if length == 13}


def information(groups: Mapping[int, int]) -> float:
    """How many bits it tells on average which group a random hand is in, of `number` groups of `hands` hands each.

    The entropy of the groups: 39.2 bits tell a whole hand. The argument is as `shorthands` gives it.

    >>> information({1: 8}), information({4: 2}), round(information({1: high_card_points().total}), 3)
    (3.0, 1.0, 39.208)
    """
    total = sum(hands * number for hands, number in groups.items())
    return sum(hands * number / total * math.log2(total / hands) for hands, number in groups.items())


def _all_lengths() -> list[Lengths]:
    """The 560 ways in which 13 cards can be spread over spades, hearts, diamonds and clubs."""
    return [lengths for lengths in product(range(DECK.width + 1), repeat=len(SUITS)) if sum(lengths) == 13]


def _shape(lengths: Lengths) -> Lengths:
    return tuple(sorted(lengths, reverse=True))


@cache
def _evaluated(lengths: Lengths, trump: str) -> Score:
    """The score of a hand with these lengths."""
    suits = zip(SUITS.values(), lengths, strict=True)
    return score([Card(rank, suit) for suit, length in suits for rank in DECK.ranks[:length]], trump)


def _adjustments(lengths: Lengths, trump: str) -> int:
    """What the rule adds to the high-card points of any hand with these lengths."""
    evaluated = _evaluated(lengths, trump)
    return evaluated.total - evaluated.points("high cards")


@cache
def _high_card_points(lengths: Lengths) -> Counter[int]:
    """How many hands with these lengths have each number of high-card points."""
    return reduce(_times, map(_suit, lengths))


@cache
def _suit(length: int) -> Counter[int]:
    """How many holdings of this length have each number of high-card points."""
    counts: Counter[int] = Counter()
    lower = DECK.width - len(HONOURS)
    for held in range(max(0, length - lower), min(length, len(HONOURS)) + 1):
        for honours in combinations(HONOURS.values(), held):
            counts[sum(honours)] += comb(lower, length - held)
    return counts


def _times(one: Counter[int], other: Counter[int]) -> Counter[int]:
    """The counts of the sums of two independent values."""
    counts: Counter[int] = Counter()
    for (a, ways), (b, more) in product(one.items(), other.items()):
        counts[a + b] += ways * more
    return counts
