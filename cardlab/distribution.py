"""Distribution: how often each score occurs, counted over all deals or over a sample of them.

Counts are integers and everything drawn from them (totals, means, variances) is summed in Python's integers,
so nothing overflows or rounds before the last division. scipy, pandas and matplotlib are imported where they are used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardlab.comparison import Comparison, Difference, compare
from cardlab.display import table_html, table_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "Distribution"]


@dataclass(frozen=True, eq=False, repr=False)
class Distribution:
    """How often each value occurs. Make one by `Distribution.exact` or `Distribution.sample`.

    `values` ascend, read-only `int64[k]`, or `float64[k]` where floats were measured; `counts` are `int64[k]`.
    A value inside the range may have count 0. Iterating yields pairs of value and count. Two are equal if they count
    the same and are of the same kind. `dealt` is the number of deals of a sample that leaves some out, else 0.

    >>> die = Distribution.exact({face: 1 for face in range(1, 7)}, name="a die")
    >>> die
    <Distribution 'a die': exact, n = 6, 1 to 6, mean 3.5000, sd 1.7078>
    >>> die.exact_mean, die.at_least(5), die.quantile(0.5)
    (Fraction(7, 2), 0.3333333333333333, 3)
    >>> print(Distribution.sample({0: 60, 1: 40}, seed=1))
    value  count  percent
    0         60  60.0000
    1         40  40.0000
    n = 100, mean 0.4000 ± 0.0492, sd 0.4924
    """

    values: NDArray[Any]
    counts: NDArray[np.int64]
    is_exact: bool
    seeds: tuple[int, ...] = ()
    name: str = ""
    dealt: int = 0

    @classmethod
    def exact(
        cls, values: Mapping[Any, int] | ArrayLike, counts: ArrayLike | None = None, *, name: str = ""
    ) -> Distribution:
        """The distribution over all cases: a mapping of values to counts, or values and counts side by side.

        Raises `ValueError` if nothing is counted, a count is negative, a value is repeated or not finite, or the shapes
        differ; `TypeError` if the values are not numbers or the counts not integers.

        >>> Distribution.exact([1, 0], [2, 1]) == Distribution.exact({0: 1, 1: 2})
        True
        """
        return cls(*_columns(values, counts), is_exact=True, name=name)

    @classmethod
    def sample(
        cls,
        values: Mapping[Any, int] | ArrayLike,
        counts: ArrayLike | None = None,
        *,
        seed: int | None = None,
        dealt: int = 0,
        name: str = "",
    ) -> Distribution:
        """The counts of independent draws from `seed`; `dealt` if some deals were left out. Otherwise as `exact`.

        >>> Distribution.sample({0: 60, 1: 40}, seed=1).probability(1)
        0.4
        """
        seeds = () if seed is None else (index(seed),)
        counted = cls(*_columns(values, counts), is_exact=False, seeds=seeds, name=name)
        return replace(counted, dealt=dealt) if dealt > counted.total else counted

    @cached_property
    def _count(self) -> dict[Any, int]:
        return dict(zip(self.values.tolist(), self.counts.tolist(), strict=True))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._count.items())

    @cached_property
    def _support(self) -> tuple[tuple[int, int], ...]:
        return tuple((value, count) for value, count in self if count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.is_exact == other.is_exact and self._support == other._support

    def __hash__(self) -> int:
        return hash((self.is_exact, self._support))

    @property
    def seed(self) -> int | None:
        """The seed of a sample; None if it is exact, merged from several or its seed was not given."""
        return self.seeds[0] if len(self.seeds) == 1 else None

    def count(self, value: float) -> int:
        """How often `value` occurs.

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

        >>> Distribution.exact({0: 1, 2: 3}).probability(2)
        0.75
        """
        return self.count(value) / self.total

    def at_least(self, value: float) -> float:
        """The share of `value` and all above it, 0 to 1.

        >>> Distribution.exact({0: 1, 2: 3}).at_least(1)
        0.75
        """
        return sum(count for other, count in self if other >= value) / self.total

    def quantile(self, q: float) -> int:
        """The smallest value that occurs and has at least the share `q` at or below it; `quantile(0.5)` is a median.

        Raises `ValueError` if `q` is not between 0 and 1.

        >>> die = Distribution.exact({face: 1 for face in range(1, 7)})
        >>> die.quantile(0), die.quantile(0.25), die.quantile(1)
        (1, 2, 6)
        """
        if not 0 <= q <= 1:
            raise ValueError(f"quantile {q}: expected 0 to 1")
        running = accumulate(count for _, count in self._support)
        least = Fraction(q) * self.total
        return next(value for (value, _), sofar in zip(self._support, running, strict=True) if sofar >= least)

    def __add__(self, other: Distribution) -> Distribution:
        """Merge two samples of the same thing; the name is kept if both have the same.

        Raises `ValueError` if one is exact, or if both hold the draws of one seed, which would count them twice.

        >>> Distribution.sample({0: 1, 1: 2}, seed=1) + Distribution.sample({1: 3}, seed=2)
        <Distribution: sample, n = 6, 0 to 1, mean 0.8333 ± 0.1667, sd 0.4082>
        """
        if not isinstance(other, Distribution):
            return NotImplemented
        if self.is_exact or other.is_exact:
            raise ValueError(f"only samples can be merged, not {self!r} and {other!r}")
        if twice := set(self.seeds) & set(other.seeds):
            raise ValueError(
                f"both samples were drawn with seed {min(twice)}: merging would count the same draws twice"
            )
        counts = {value: self.count(value) + other.count(value) for value in {**self._count, **other._count}}
        name = self.name if self.name == other.name else ""
        dealt = (self.dealt or self.total) + (other.dealt or other.total)
        return replace(Distribution.sample(counts, dealt=dealt, name=name), seeds=self.seeds + other.seeds)

    def __sub__(self, other: Distribution) -> Difference:
        """The difference of the means with its standard error, for any two of independent draws or exact.

        >>> print(Distribution.sample({0: 60, 1: 40}) - Distribution.exact({0: 1, 1: 1}))
        -0.1000 ± 0.0492
        """
        if not isinstance(other, Distribution):
            return NotImplemented
        error = math.hypot(self.standard_error, other.standard_error)
        return Difference(float(self.exact_mean - other.exact_mean), error)

    def compare(self, other: Distribution) -> Comparison:
        """Hold this sample against the exact distribution or another sample: whether they differ by more than chance.

        Raises `ValueError` unless this is a sample. See `Comparison`.

        >>> coin = Distribution.exact({0: 1, 1: 1})
        >>> print(Distribution.sample({0: 60, 1: 40}).compare(coin))
        chi-square 4.00 with 1 degree of freedom, p = 0.0455; largest deviation +2.00 standard errors, at 0; \
means differ by -0.1000 ± 0.0500, -2.00 standard errors
        >>> Distribution.sample({0: 60, 1: 40}).compare(Distribution.sample({0: 70, 1: 30})).p_value < 0.05
        False
        """
        if self.is_exact:
            raise ValueError(f"expected a sample to compare, not {self!r}")
        values = np.union1d(self.values, other.values)
        counts, others = (np.array([each.count(v) for v in values.tolist()], dtype=float) for each in (self, other))
        difference = self - other
        if other.is_exact:
            difference = replace(difference, standard_error=other.sd / math.sqrt(self.total))
        return compare(values, counts, others, difference, exact=other.is_exact)

    def to_series(self) -> pd.Series[int]:
        """The counts as a pandas Series, indexed by the values.

        >>> Distribution.exact({0: 1, 2: 3}).to_series().to_dict()
        {0: 1, 2: 3}
        """
        import pandas as pd

        return pd.Series(self.counts, index=pd.Index(self.values, name="value"), name=self.name or "count")

    def to_frame(self) -> pd.DataFrame:
        """A DataFrame with the columns value, count, probability and, for a sample, the probability's standard error.

        >>> Distribution.sample({0: 1, 2: 3}).to_frame().round(4)
           value  count  probability   error
        0      0      1         0.25  0.2165
        1      2      3         0.75  0.2165
        """
        import pandas as pd

        share = np.array([self.probability(value) for value in self.values.tolist()])
        frame = pd.DataFrame({"value": self.values, "count": self.counts, "probability": share})
        return frame if self.is_exact else frame.assign(error=np.sqrt(share * (1 - share) / self.total))

    def table(self) -> str:
        """The values, counts and percentages as text, and under them n, mean ± standard error, and sd."""
        return f"{table_text([['value', *self._head()], *self._rows()])}\n{', '.join(self._summary())}"

    __str__ = table

    def __repr__(self) -> str:
        kind = "exact" if self.is_exact else "sample"
        seed = "" if self.seed is None else f", seed {self.seed}"
        span = f"{self._support[0][0]} to {self._support[-1][0]}"
        total, *moments = self._summary()
        name = f" {self.name!r}" if self.name else ""
        return f"<Distribution{name}: {', '.join([kind + seed, total, span, *moments])}>"

    def _repr_html_(self) -> str:
        total, mean, sd = self._summary()
        title = f"<div><b>{escape(self.name)}</b></div>" if self.name else ""
        return title + table_html(["value", "count", "percent"], self._rows(), [mean, total, sd], right=3)

    def _head(self) -> list[str]:
        return ["count".rjust(len(f"{max(self._count.values()):,}")), "percent"]

    def _rows(self) -> Iterable[list[str]]:
        width = len(self._head()[0])
        return [[str(value), f"{count:,}".rjust(width), _percent(100 * count / self.total)] for value, count in self]

    def _summary(self) -> tuple[str, str, str]:
        error = "" if self.is_exact else f" ± {self.standard_error:.4f}"
        dealt = f" of {self.dealt:,} deals" if self.dealt else ""
        return f"n = {self.total:,}{dealt}", f"mean {self.mean:.4f}{error}", f"sd {self.sd:.4f}"


def _columns(
    values: Mapping[Any, int] | ArrayLike, counts: ArrayLike | None = None
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Values in ascending order and their counts, checked, as read-only arrays of their own."""
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


def _exactly(value: float) -> int | Fraction:
    return value if isinstance(value, int) else Fraction(value)


def _percent(percent: float) -> str:
    """A percentage with four decimals; a share above 0 never shows as 0."""
    return "<0.0001" if 0 < percent < 0.0001 else f"{percent:.4f}"
