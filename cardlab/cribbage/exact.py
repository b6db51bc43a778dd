"""Cribbage: the show of all C(52, 4) * 48 = 12,994,800 hands and starters.

No score depends on which suit is which, so one hand stands for all that differ from it in the names of suits: 16,432
stand for the 270,725 hands. They are scored and counted, nothing is sampled.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardlab.checks import whole
from cardlab.compiled import compiled
from cardlab.cribbage.batch import PARTS, Bytes, Points, Sets, parts_batch, score_batch
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.distribution import Distribution

__all__ = ["distribution", "hand_classes", "parts", "weigh"]

WIDTH = np.uint64(DECK.width)


def distribution(*, crib: bool = False, rules: Rules = RULES) -> Distribution:
    """Count the scores of all hands, or of all cribs, with all starters.

    >>> from dataclasses import replace
    >>> hands = distribution()
    >>> hands
    <Distribution 'cribbage hands': exact, n = 12,994,800, 0 to 29, mean 4.7692, sd 3.1254>
    >>> hands.count(28), hands.count(29), distribution(crib=True).count(0)
    (76, 4, 1022208)
    >>> distribution(rules=replace(RULES, flush=0))
    <Distribution 'cribbage hands, flush=0': exact, n = 12,994,800, 0 to 29, mean 4.7249, sd 3.1033>
    """
    hands, starters, weights = _shows()
    return _exact(weigh(score_batch(hands, starters, crib=crib, rules=rules), weights), _name(crib, rules))


def parts(*, crib: bool = False, rules: Rules = RULES) -> dict[str, Distribution]:
    """Count the points from fifteens, pairs, runs, flush and nobs, each by itself, over all hands or cribs.

    The means of the parts add up to that of the score.

    >>> {part: round(points.mean, 4) for part, points in parts().items()}
    {'fifteen': 2.6061, 'pair': 1.1765, 'run': 0.87, 'flush': 0.0442, 'nobs': 0.0724}
    >>> sum(points.exact_mean for points in parts().values()) == distribution().exact_mean
    True
    """
    hands, starters, weights = _shows()
    points = parts_batch(hands, starters, crib=crib, rules=rules)
    name = _name(crib, rules)
    return {part: _exact(weigh(points[:, at], weights), f"{name}, {part}") for at, part in enumerate(PARTS)}


@cache
def hand_classes(size: int) -> tuple[Sets, Bytes]:
    """One hand for each class of hands that differ in the names of suits, and how many it stands for.

    `uint64[k]` and `uint8[k]`, for hands of up to 13 cards (a class has at most 24 of them). Suits of the hand given
    descend in length, those of one length in rank. Raises `ValueError` for another size.

    >>> hands, weights = hand_classes(4)
    >>> hands.size, int(weights.sum())
    (16432, 270725)
    """
    size = whole("size", size, 0, DECK.width)
    holdings = np.arange(1 << DECK.width, dtype=np.uint64)
    holdings = holdings[np.argsort(np.bitwise_count(holdings), kind="stable")]
    lengths = np.bitwise_count(holdings).astype(np.int64)
    first = np.searchsorted(lengths, np.arange(DECK.width + 2))
    hands, weights = np.empty(0, np.uint64), np.empty(0, np.uint8)
    while (count := _fill_classes(size, holdings, lengths, first, hands, weights)) > hands.size:
        hands, weights = np.empty(count, np.uint64), np.empty(count, np.uint8)
    return hands, weights


@compiled
def _fill_classes(size, holdings, lengths, first, hands, weights):  # type: ignore[no-untyped-def]
    """Fill hands and weights as far as they go; return the number of classes.

    The suits a, b, c, d are places in `holdings`, which ascend in length; `first` is where each length starts.
    """
    count = 0
    for a in range(first[size + 1]):
        after_a = size - lengths[a]
        for b in range(min(a + 1, first[after_a + 1])):
            after_b = after_a - lengths[b]
            for c in range(min(b + 1, first[after_b + 1])):
                after_c = after_b - lengths[c]
                for d in range(first[after_c], min(c + 1, first[after_c + 1])):
                    if count < hands.size:
                        hands[count] = (
                            (holdings[d] << WIDTH | holdings[c]) << WIDTH | holdings[b]
                        ) << WIDTH | holdings[a]
                        weights[count] = _orders(a, b, c, d)
                    count += 1
    return count


@compiled
def _orders(a, b, c, d):  # type: ignore[no-untyped-def]
    """In how many orders four sorted numbers can stand."""
    second = 2 if b == a else 1
    third = second + 1 if c == b else 1
    fourth = third + 1 if d == c else 1
    return 24 // (second * third * fourth)


@cache
def _shows() -> tuple[Sets, Bytes, Bytes]:
    """A hand of each class with each of its 48 starters, and how many it stands for: three columns of 788,736."""
    hands, weights = hand_classes(4)
    bits = np.arange(len(DECK), dtype=np.uint64)
    rows, starters = np.nonzero(hands[:, np.newaxis] >> bits & np.uint64(1) == 0)
    return hands[rows], starters.astype(np.uint8), weights[rows]


def weigh(values: Points, weights: Bytes, size: int = 0) -> NDArray[np.int64]:
    """How often each value from 0 to `size` - 1, or to the highest, comes, each with its weight: `int64`.

    >>> weigh(np.array([2, 0, 2], np.uint8), np.array([4, 1, 24], np.uint8)).tolist()
    [1, 0, 28]
    """
    return np.bincount(values, weights, minlength=size).astype(np.int64)  # floats add whole numbers exactly to 2^53


def _exact(counts: NDArray[np.int64], name: str) -> Distribution:
    """The distribution of scores counted from 0 on."""
    return Distribution.exact(np.arange(counts.size), counts, name=name)


def _name(crib: bool, rules: Rules) -> str:
    """What is counted, and which rules differ from the default."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    changed = [f"{name}={value}" for name, value in values.items() if value != getattr(RULES, name)]
    return ", ".join(["cribbage cribs" if crib else "cribbage hands", *changed])
