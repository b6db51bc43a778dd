"""Cribbage: the show of all C(52, 4) * 48 = 12,994,800 hands and starters, and the best keep of every six-card deal.

No score depends on which suit is which, so one hand stands for all that differ from it in the names of suits: 16,432
stand for the 270,725 hands, 962,988 for the 20,358,520 deals of six. They are scored and counted, nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import PARTS, Bytes, Sets, parts_batch, score_batch
from cardlab.cribbage.discard.keeps import best_spreads, keep_totals
from cardlab.cribbage.rules import DECK
from cardlab.distribution import Distribution

__all__ = ["BestKeep", "best_keep", "distribution", "hand_classes", "parts"]

WIDTH = np.uint64(DECK.width)
SHARES = 64
"""Pieces of work that `best_keep` hands to an executor, and that fit the processor's cache."""


def distribution(*, crib: bool = False, without: Iterable[str] = ()) -> Distribution:
    """Count the scores of all hands, or of all cribs, with all starters; `without` leaves out some of `PARTS`.

    Raises `ValueError` for what is none of the parts.

    >>> hands = distribution()
    >>> hands
    <Distribution 'cribbage hands': exact, n = 12,994,800, 0 to 29, mean 4.7692, sd 3.1254>
    >>> hands.count(28), hands.count(29), distribution(crib=True).count(0)
    (76, 4, 1022208)
    >>> round(distribution(without=["flush"]).mean, 4)
    4.7249
    """
    left_out = [without] if isinstance(without, str) else list(without)
    if unknown := [part for part in left_out if part not in PARTS]:
        raise ValueError(f"{unknown} are no parts of a score: expected some of {', '.join(PARTS)}")
    hands, starters, weights = _shows()
    if not left_out:
        return _exact(_weigh(score_batch(hands, starters, crib=crib), weights), _name(crib))
    kept = [part not in left_out for part in PARTS]
    scores = parts_batch(hands, starters, crib=crib)[:, kept].sum(axis=1, dtype=np.uint8)
    return _exact(
        _weigh(scores, weights), f"{_name(crib)} without {', '.join(part for part in PARTS if part in left_out)}"
    )


def parts(*, crib: bool = False) -> dict[str, Distribution]:
    """Count the points from fifteens, pairs, runs, flush and nobs, each by itself, over all hands or cribs.

    The means of the parts add up to that of the score.

    >>> {part: round(points.mean, 4) for part, points in parts().items()}
    {'fifteen': 2.6061, 'pair': 1.1765, 'run': 0.87, 'flush': 0.0442, 'nobs': 0.0724}
    >>> sum(points.exact_mean for points in parts().values()) == distribution().exact_mean
    True
    """
    hands, starters, weights = _shows()
    points = parts_batch(hands, starters, crib=crib)
    counts = {part: _weigh(points[:, column], weights) for column, part in enumerate(PARTS)}
    return {part: _exact(counts[part], f"{_name(crib)}, {part}") for part in PARTS}


@dataclass(frozen=True)
class BestKeep:
    """What the best four of six cards score, over all deals; best is the highest mean over the starters.

    - `distribution`: the scores, over all deals and starters.
    - `totals`: what the best hand scores in all over its 46 starters, over all deals.
    - `ties`: the deals in which more than one hand is best.
    """

    distribution: Distribution
    totals: Distribution
    ties: int

    @property
    def mean(self) -> Fraction:
        """The mean score, nothing rounded."""
        return self.distribution.exact_mean


def best_keep(*, executor: Executor | None = None) -> BestKeep:
    """Keep the four of six cards with the highest mean over the 46 starters, in all 20,358,520 deals, crib ignored.

    Which of two best hands is kept makes no difference to the mean; for the distribution it is the one that
    `keeps.best_spreads` prefers. An `executor` shares the work out.

    >>> best = best_keep()
    >>> best.distribution
    <Distribution 'cribbage best keeps': exact, n = 936,491,920, 0 to 29, mean 8.2939, sd 3.7177>
    >>> best.mean == Fraction(7_767_205_480, 936_491_920), best.ties
    (True, 2382088)
    """
    done = (map if executor is None else executor.map)(_best_share, range(SHARES))
    scores, totals, ties = zip(*done, strict=True)
    summed = np.sum(totals, axis=0)
    reached = np.flatnonzero(summed)
    return BestKeep(
        distribution=_exact(np.sum(scores, axis=0), "cribbage best keeps"),
        totals=Distribution.exact(reached, summed[reached], name="cribbage best keeps, over 46 starters"),
        ties=sum(ties),
    )


@cache
def hand_classes(size: int) -> tuple[Sets, Bytes]:
    """One hand for each class of hands that differ in the names of suits, and how many it stands for.

    `uint64[k]` and `uint8[k]`, for hands of up to 13 cards (a class has at most 24 of them). Suits of the hand given
    descend in length, those of one length in rank. Raises `ValueError` for another size.

    >>> hands, weights = hand_classes(4)
    >>> hands.size, int(weights.sum())
    (16432, 270725)
    """
    if not 0 <= size <= DECK.width:
        raise ValueError(f"hands of {size} cards: expected 0 to {DECK.width}")
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


def _best_share(share: int) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The counts of scores and of totals, and the ties, of one of the shares of the six-card deals."""
    hands, weights = hand_classes(6)
    part = slice(share * hands.size // SHARES, (share + 1) * hands.size // SHARES)
    hands, weights = hands[part], weights[part]
    values = keep_totals(hands)
    best = values.max(axis=1)
    tied = np.count_nonzero(values == best[:, np.newaxis], axis=1) > 1
    scores = weights.astype(np.int64) @ best_spreads(hands, values)
    return scores, _weigh(best, weights, 46 * 29 + 1), int(weights[tied].sum(dtype=np.int64))


def _weigh(values: NDArray[np.unsignedinteger], weights: Bytes, size: int = 0) -> NDArray[np.int64]:
    """How often each value from 0 comes, weighed. Floats add whole numbers exactly up to 2^53."""
    return np.bincount(values, weights, minlength=size).astype(np.int64)


def _exact(counts: NDArray[np.int64], name: str) -> Distribution:
    """The distribution of scores counted from 0 on."""
    return Distribution.exact(np.arange(counts.size), counts, name=name)


def _name(crib: bool) -> str:
    return "cribbage cribs" if crib else "cribbage hands"
