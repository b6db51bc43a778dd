"""A sample held against the exact distribution, or against another sample: whether they differ by more than chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.distribution.counts import Counts

__all__ = ["Comparison", "Difference", "compare"]

Floats: TypeAlias = NDArray[np.float64]

SMALLEST_EXPECTED = 5
"""A chi-square bin that expects less is pooled with others (Cochran's rule)."""


@dataclass(frozen=True, repr=False)
class Difference:
    """The difference of two means, and its standard error, 0.0 if both are exact; `z` is it in standard errors.

    >>> print(Difference(0.25, 0.1), Difference(0.25, 0.1).z)
    0.2500 ± 0.1000 2.5
    """

    mean: float
    standard_error: float

    def __repr__(self) -> str:
        return f"<Difference: {self}>"

    @classmethod
    def between(cls, one: Counts, other: Counts) -> Difference:
        """The mean of one less that of the other, if their draws are independent."""
        error = math.hypot(one.standard_error, other.standard_error)
        return cls(float(one.exact_mean - other.exact_mean), error)

    @property
    def z(self) -> float:
        """The difference in standard errors: 0.0 for none, infinite for one that has no error."""
        if self.standard_error:
            return self.mean / self.standard_error
        return math.copysign(math.inf, self.mean) if self.mean else 0.0

    def __str__(self) -> str:
        return f"{self.mean:.4f}" + (f" ± {self.standard_error:.4f}" if self.standard_error else "")


@dataclass(frozen=True)
class Comparison:
    """A sample held against the exact distribution, or against another sample of independent draws.

    - `chi_square`, `degrees_of_freedom`, `p_value`: Pearson's test, of the exact shares or that both samples have the
      same. The values with the smallest expected counts share one bin, so that every bin expects at least 5, in the
      smaller sample too. A value that the exact distribution rules out makes chi-square infinite and p 0; where only
      one bin is left, p is 1.
    - `largest_deviation`, `largest_at`: the share furthest from what is expected, in its standard errors, and its
      value; over the values that expect at least 5, and those ruled out. 0.0 and None if there are none.
    - `difference`: of the means, with its standard error: exact sd / sqrt(n), or that of the two samples.
    """

    chi_square: float
    degrees_of_freedom: int
    p_value: float
    largest_deviation: float
    largest_at: float | None
    difference: Difference

    @property
    def mean_deviation(self) -> float:
        """The difference of the means in standard errors."""
        return self.difference.z

    def __str__(self) -> str:
        plural = "" if self.degrees_of_freedom == 1 else "s"
        where = "" if self.largest_at is None else f", at {self.largest_at}"
        return (
            f"chi-square {self.chi_square:.2f} with {self.degrees_of_freedom} degree{plural} of freedom, "
            f"p = {self.p_value:.3g}; largest deviation {self.largest_deviation:+.2f} standard errors{where}; "
            f"means differ by {self.difference}, {self.mean_deviation:+.2f} standard errors"
        )

    def __repr__(self) -> str:
        return f"<Comparison: {self}>"


def compare(sample: Counts, other: Counts) -> Comparison:
    """Hold a sample against the exact distribution or another sample. Raises `ValueError` unless the first is one.

    >>> from cardlab.distribution import Distribution
    >>> compare(Distribution.sample({0: 60, 1: 40}), Distribution.exact({0: 1, 1: 1})).chi_square
    4.0
    """
    if sample.is_exact:
        raise ValueError(f"expected a sample to compare, not {sample!r}")
    values = np.union1d(sample.values, other.values)
    counts, others = (np.array([each.count(v) for v in values.tolist()], dtype=float) for each in (sample, other))
    difference = Difference.between(sample, other)
    total = counts.sum()
    if other.is_exact:  # a sample without end
        ratio, share = 0.0, others / others.sum()
        difference = replace(difference, standard_error=other.sd / math.sqrt(sample.total))
    else:
        ratio, share = total / others.sum(), (counts + others) / (total + others.sum())
    chi_square, degrees = _chi_square(counts, share * total, ratio)
    deviations = _deviations(counts, share, total, ratio)
    largest = int(np.argmax(np.abs(deviations)))
    return Comparison(
        chi_square=chi_square,
        degrees_of_freedom=degrees,
        p_value=_upper_tail(chi_square, degrees),
        largest_deviation=float(deviations[largest]),
        largest_at=values[largest].item() if deviations[largest] else None,
        difference=difference,
    )


def _enough(expected: Floats, ratio: float) -> NDArray[np.bool_]:
    """Which values are expected often enough in both samples, the other being `ratio` times smaller."""
    return expected >= SMALLEST_EXPECTED * max(1.0, ratio)


def _chi_square(observed: Floats, expected: Floats, ratio: float) -> tuple[float, int]:
    """Pearson's statistic and its degrees of freedom, the smallest bins pooled."""
    if np.any(observed[expected == 0] > 0):
        return math.inf, max(int(np.count_nonzero(expected)) - 1, 0)
    order = np.argsort(expected, kind="stable")
    observed, expected = observed[order], expected[order]
    rare = int(np.count_nonzero(~_enough(expected, ratio)))
    if rare:
        filled = int(np.count_nonzero(~_enough(np.cumsum(expected), ratio))) + 1
        starts = np.r_[0, max(rare, filled) : len(expected)]
        observed, expected = np.add.reduceat(observed, starts), np.add.reduceat(expected, starts)
    return float(np.sum((observed - expected) ** 2 / expected)) * (1 + ratio), len(expected) - 1


def _upper_tail(chi_square: float, degrees: int) -> float:
    """The chance of such a chi-square or a larger one: `scipy.stats.chi2.sf`, from the lighter `scipy.special`."""
    from scipy.special import chdtrc

    if math.isinf(chi_square):
        return 0.0
    return float(chdtrc(degrees, chi_square)) if degrees else 1.0


def _deviations(observed: Floats, share: Floats, total: float, ratio: float) -> Floats:
    """Observed less expected counts in standard errors; 0 where too few are expected to say."""
    expected = share * total
    error = np.sqrt(expected * (1 - share) / (1 + ratio))
    tested = _enough(expected, ratio) & (error > 0)
    deviations = np.divide(observed - expected, error, out=np.zeros_like(expected), where=tested)
    deviations[(share == 0) & (observed > 0)] = math.inf
    return deviations
