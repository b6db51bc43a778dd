"""Counts of values, and what follows from them: shares, quantiles, mean and standard deviation.

Counts are integers and everything drawn from them (totals, means, variances) is summed in Python's integers, so
nothing overflows or rounds before the last division.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Counts", "columns"]


@dataclass(frozen=True, eq=False, repr=False)
class Counts:
    """How often each value occurs, over all cases if `is_exact`, else in a sample.

    `values` ascend, read-only `int64[k]`, or `float64[k]` where floats were measured; `counts` are `int64[k]`.
    A value inside the range may have count 0. Iterating yields pairs of value and count.

    >>> coin = Counts(np.array([0, 1]), np.array([1, 3]), is_exact=True)
    >>> coin.total, coin.mean, coin.at_least(1)
    (4, 0.75, 0.75)
    """

    values: NDArray[Any]
    counts: NDArray[np.int64]
    is_exact: bool

    @cached_property
    def _count(self) -> dict[Any, int]:
        return dict(zip(self.values.tolist(), self.counts.tolist(), strict=True))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._count.items())

    @cached_property
    def _support(self) -> tuple[tuple[int, int], ...]:
        return tuple((value, count) for value, count in self if count)

    def count(self, value: float) -> int:
        """How often `value` occurs.

        >>> from cardlab.distribution import Distribution
        >>> Distribution.exact({0: 1, 2: 3}).count(1)
        0
        """
        return self._count.get(value, 0)

    @cached_property
    def total(self) -> int:
        """The number of cases or deals: the sum of the counts."""
        return sum(self._count.values())

    @property
    def exact_mean(self) -> Fraction:
        """The mean as a fraction, nothing rounded."""
        return Fraction(sum(_exactly(value) * count for value, count in self)) / self.total

    @property
    def mean(self) -> float:
        """The mean, rounded once."""
        return float(self.exact_mean)

    @cached_property
    def sd(self) -> float:
        """The standard deviation: of the population if exact, the sample's (n - 1) if not; nan for one draw."""
        divisor = self.total if self.is_exact else self.total - 1
        if divisor == 0:
            return math.nan
        mean = self.exact_mean
        squares = sum(_exactly(value) ** 2 * count for value, count in self) - mean * mean * self.total
        return math.sqrt(squares / divisor)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean: sd / sqrt(n) for a sample, 0.0 for what is exact."""
        return 0.0 if self.is_exact else self.sd / math.sqrt(self.total)

    def probability(self, value: float) -> float:
        """The share of `value`, 0 to 1.

        >>> from cardlab.distribution import Distribution
        >>> Distribution.exact({0: 1, 2: 3}).probability(2)
        0.75
        """
        return self.count(value) / self.total

    def at_least(self, value: float) -> float:
        """The share of `value` and all above it, 0 to 1.

        >>> from cardlab.distribution import Distribution
        >>> Distribution.exact({0: 1, 2: 3}).at_least(1)
        0.75
        """
        return sum(count for other, count in self if other >= value) / self.total

    def binned(self, width: float) -> Self:
        """The same cases counted in bins that start at multiples of `width`, each as its middle: for a histogram.

        Mean and sd are those of the middles. Raises `ValueError` unless `width` is above 0.

        >>> from cardlab.distribution import Distribution
        >>> dict(Distribution.sample({0.1: 1, 0.4: 2, 0.6: 3}).binned(0.5))
        {0.25: 3, 0.75: 3}
        """
        if not width > 0:
            raise ValueError(f"a bin is {width} wide: expected more than 0")
        widths = np.round(self.values / width, 9)  # 0.3 is three tenths, though a quotient of floats is a little less
        bins, place = np.unique(np.floor(widths), return_inverse=True)
        summed = np.zeros(len(bins), np.int64)
        np.add.at(summed, place, self.counts)
        values, counts = columns((bins + 0.5) * width, summed)
        return replace(self, values=values, counts=counts)

    def quantile(self, q: float) -> int:
        """The smallest value that occurs and has at least the share `q` at or below it; `quantile(0.5)` is a median.

        Raises `ValueError` if `q` is not between 0 and 1.

        >>> from cardlab.distribution import Distribution
        >>> die = Distribution.exact({face: 1 for face in range(1, 7)})
        >>> die.quantile(0), die.quantile(0.25), die.quantile(1)
        (1, 2, 6)
        """
        if not 0 <= q <= 1:
            raise ValueError(f"quantile {q}: expected 0 to 1")
        running = accumulate(count for _, count in self._support)
        least = Fraction(str(q)) * self.total  # 0.4 is two fifths, though the float is a little more
        return next(value for (value, _), sofar in zip(self._support, running, strict=True) if sofar >= least)


def _exactly(value: float) -> int | Fraction:
    return value if isinstance(value, int) else Fraction(value)


def columns(
    values: Mapping[Any, int] | ArrayLike, counts: ArrayLike | None = None
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Values in ascending order and their counts, as read-only arrays of their own. Raises as `Distribution.exact`.

    >>> columns({2: 3, 1: 4})
    (array([1, 2]), array([4, 3]))
    """
    if isinstance(values, Mapping) != (counts is None):
        raise TypeError("expected either a mapping of values to counts, or values and counts")
    if isinstance(values, Mapping):
        counts, values = list(values.values()), list(values)
    left = np.asarray(values)
    left = left.astype(np.float64) if left.dtype.kind == "f" and left.size else _integers(left, "values")
    right = _integers(np.asarray(counts), "counts")
    if left.shape != right.shape or left.ndim != 1:
        raise ValueError(f"values has shape {left.shape}, counts {right.shape}: expected one length")
    if not np.isfinite(left).all():
        raise ValueError("a value is nan or infinite: expected finite numbers")
    order = np.argsort(left)
    left, right = left[order], right[order]
    if twice := left[1:][left[1:] == left[:-1]].tolist():
        raise ValueError(f"value {twice[0]} is repeated")
    if bad := left[right < 0].tolist():
        raise ValueError(f"value {bad[0]} has count {right[right < 0][0]}: expected 0 or more")
    if not np.any(right):
        raise ValueError("nothing was counted: expected a count above 0")
    left.flags.writeable = right.flags.writeable = False
    return left, right


def _integers(array: NDArray[Any], what: str) -> NDArray[np.int64]:
    if array.size and (array.dtype.kind not in "biu" or array.max() > np.iinfo(np.int64).max):
        raise TypeError(f"{what} has dtype {array.dtype}: expected integers that fit int64")
    return array.astype(np.int64)
