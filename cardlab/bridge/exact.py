"""Bridge: the points of all C(52, 13) = 635,013,559,600 hands by any count, and their shapes, as integers.

Suits of given lengths are independent of each other, so the counts of their high cards' points multiply as polynomials
do. The adjustments are the same for all hands of the same lengths: they move those counts as a whole.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache, reduce
from itertools import combinations, product
from math import comb
from typing import TypeAlias

from cardlab.bridge.counts import ADJUSTED, HIGH_CARDS, Count
from cardlab.bridge.rules import DECK, HONOURS, SUITS, TRUMPS, adjustments, strain
from cardlab.distribution import Distribution

__all__ = ["by_shape", "distribution", "information", "longest_suit", "shapes", "shorthands"]

Lengths: TypeAlias = tuple[int, ...]
"""How many cards each suit has: spades, hearts, diamonds, clubs; for a shape, the longest first."""

LONGEST = "longest suit"


def distribution(trump: str = "notrump", *, rules: Count = ADJUSTED) -> Distribution:
    """Count the points of all hands for a trump suit or notrump; which suit it is makes no difference.

    The values are those of `score_batch`: in steps, `rules.unit` to a point, if `rules` has fractions. Raises
    `CardError` for an unknown trump.

    >>> distribution("spades")
    <Distribution 'adjusted count, spades': exact, n = 635,013,559,600, -1 to 37, mean 11.7593, sd 4.6992>
    >>> points = distribution(rules=HIGH_CARDS)
    >>> points.count(0), points.count(10), points.count(37), points.exact_mean
    (2310789600, 59723754816, 4, Fraction(10, 1))
    >>> from cardlab.bridge import BUM_RAP
    >>> distribution(rules=BUM_RAP)
    <Distribution 'BUM-RAP, notrump, in steps of 1/4': exact, n = 635,013,559,600, 0 to 147, mean 40.0000, sd 17.2899>
    """
    return _distribution(strain(trump), rules)


def longest_suit(*, rules: Count = ADJUSTED) -> Distribution:
    """Count the points of all hands, each with its longest suit as trumps; of equally long ones any gives the same.

    >>> longest_suit()
    <Distribution 'adjusted count, longest suit': exact, n = 635,013,559,600, -1 to 37, mean 12.0634, sd 4.8096>
    >>> round(longest_suit().mean - distribution("notrump").mean, 3)
    1.217
    """
    return _distribution(LONGEST, rules)


def by_shape(trump: str = "notrump", *, rules: Count = ADJUSTED) -> dict[str, Distribution]:
    """Count the points of the hands of each of the 39 shapes, the most frequent shape first.

    The mean of the high-card points is 10 for every shape, as a card brings 10/13 on average whatever its suit; the
    spread differs.

    >>> shapes = by_shape(rules=HIGH_CARDS)
    >>> {hands.exact_mean for hands in shapes.values()}
    {Fraction(10, 1)}
    >>> round(shapes["4-3-3-3"].sd, 4), round(shapes["7-6-0-0"].sd, 4)
    (4.2447, 3.4658)
    """
    trumps = strain(trump)
    counts = {"-".join(map(str, shape)): points for shape, points in _by_shape(trumps, rules).items()}
    most_frequent_first = sorted(counts, key=lambda shape: (-counts[shape].total(), shape))
    return {
        shape: Distribution.exact(counts[shape], name=f"{_name(trumps, rules)}, {shape}")
        for shape in most_frequent_first
    }


def shapes() -> dict[str, int]:
    """Count the hands of each of the 39 shapes, the most frequent first.

    >>> list(shapes().items())[:2]
    [('4-4-3-2', 136852887600), ('5-3-3-2', 98534079072)]
    """
    return {shape: hands.total for shape, hands in by_shape(rules=HIGH_CARDS).items()}


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

    >>> information({1: 8}), information({4: 2}), round(information({1: comb(52, 13)}), 3)
    (3.0, 1.0, 39.208)
    """
    total = sum(hands * number for hands, number in groups.items())
    return sum(hands * number / total * math.log2(total / hands) for hands, number in groups.items())


def _distribution(trumps: str, rules: Count) -> Distribution:
    counts: Counter[int] = Counter()
    for of_shape in _by_shape(trumps, rules).values():
        counts.update(of_shape)
    return Distribution.exact(counts, name=_name(trumps, rules))


def _name(trumps: str, rules: Count) -> str:
    return f"{rules.name}, {trumps}" + (f", in steps of 1/{rules.unit}" if rules.unit > 1 else "")


def _all_lengths() -> list[Lengths]:
    """The 560 ways in which 13 cards can be spread over spades, hearts, diamonds and clubs."""
    return [lengths for lengths in product(range(DECK.width + 1), repeat=len(SUITS)) if sum(lengths) == 13]


def _shape(lengths: Lengths) -> Lengths:
    return tuple(sorted(lengths, reverse=True))


def _by_shape(trumps: str, rules: Count) -> dict[Lengths, Counter[int]]:
    """How many hands of each shape have each number of points, in steps."""
    counts: defaultdict[Lengths, Counter[int]] = defaultdict(Counter)
    for (shape, adjustment), ways in _adjusted_shapes(trumps, rules).items():
        for points, hands in _high_cards(shape, rules).items():
            counts[shape][points + adjustment] += ways * hands
    return counts


@cache
def _adjusted_shapes(trumps: str, rules: Count) -> Counter[tuple[Lengths, int]]:
    """In how many ways the suits can have each shape and bring each adjustment."""
    return Counter((_shape(lengths), _adjustment(lengths, trumps, rules)) for lengths in _all_lengths())


def _adjustment(lengths: Lengths, trumps: str, rules: Count) -> int:
    trump = TRUMPS[lengths.index(max(lengths))] if trumps == LONGEST else trumps
    return adjustments(lengths, trump, rules=rules).total


@cache
def _high_cards(lengths: Lengths, rules: Count) -> Counter[int]:
    """How many hands with these lengths have high cards of each number of points, in steps."""
    return reduce(_times, (_suit(length, rules) for length in lengths))


@cache
def _suit(length: int, rules: Count) -> Counter[int]:
    """How many holdings of this length have high cards of each number of points, in steps."""
    counts: Counter[int] = Counter()
    honours = [rules.honour(rank, length) for rank in rules.honours]
    lower = DECK.width - len(honours)
    for held in range(max(0, length - lower), min(length, len(honours)) + 1):
        for points in combinations(honours, held):
            counts[sum(points)] += comb(lower, length - held)
    return counts


def _times(first: Counter[int], second: Counter[int]) -> Counter[int]:
    """The counts of the sums of two independent values."""
    counts: Counter[int] = Counter()
    for (a, ways), (b, more) in product(first.items(), second.items()):
        counts[a + b] += ways * more
    return counts
