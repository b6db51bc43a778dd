"""Distribution: counts with a name and the seeds they were drawn with, to be merged, compared and shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from cardlab.display import table_html, table_text
from cardlab.distribution.comparison import Comparison, Difference, compare
from cardlab.distribution.counts import Counts, columns

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Distribution"]

MOST = 60
"""Rows of a table in a notebook; of more, half are the first and half the last."""


@dataclass(frozen=True, eq=False, repr=False)
class Distribution(Counts):
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
        return cls(*columns(values, counts), is_exact=True, name=name)

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
        counted = cls(*columns(values, counts), is_exact=False, seeds=seeds, name=name)
        return replace(counted, dealt=dealt) if dealt > counted.total else counted

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
        return Difference.between(self, other) if isinstance(other, Distribution) else NotImplemented

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
        return compare(self, other)

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
        return f"{table_text(_rows(self))}\n{', '.join(self._summary())}"

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
        return title + table_html(
            ["value", "count", "percent"], _shortened(_rows(self)[1:]), [mean, total, sd], right=3
        )

    def _summary(self) -> tuple[str, str, str]:
        error = "" if self.is_exact else f" ± {self.standard_error:.4f}"
        dealt = f" of {self.dealt:,} deals" if self.dealt else ""
        return f"n = {self.total:,}{dealt}", f"mean {self.mean:.4f}{error}", f"sd {self.sd:.4f}"


def _rows(counts: Iterable[tuple[float, int]]) -> list[list[str]]:
    """The head and a row a value; counts are right-justified, and a share above 0 never shows as 0."""
    pairs = list(counts)
    total = sum(count for _, count in pairs)
    width = max(5, len(f"{max(count for _, count in pairs):,}"))
    body = [[str(value), f"{count:,}".rjust(width), _percent(100 * count / total)] for value, count in pairs]
    return [["value", "count".rjust(width), "percent"], *body]


def _percent(percent: float) -> str:
    return "<0.0001" if 0 < percent < 0.0001 else f"{percent:.4f}"


def _shortened(body: list[list[str]]) -> list[list[str]]:
    """The rows, but for those in the middle if they are many."""
    if len(body) <= MOST:
        return body
    return [*body[: MOST // 2], ["…"] * len(body[0]), *body[-MOST // 2 :]]
