"""Bridge: how well points tell tricks, with errors that know that the rows of one deal hang together.

Estimates are frames with the columns `estimate`, `low` and `high`, the ends of a 95 % interval; `interval_chart` draws
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import statsmodels.api as sm
from numpy.typing import NDArray
from statsmodels.regression.linear_model import RegressionResults

__all__ = ["Explained", "explained", "interval", "means", "regress", "worth"]

CLUSTER = "number"
"""The column that says which rows are of one deal."""

ENDS = (0.025, 0.975)
WIDTH = 1.96
"""The ends of a 95 % interval, as quantiles and in standard errors."""


def regress(sides: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Fit tricks as a sum of weighted columns and a constant: what one more of each column adds, a row a column.

    Least squares, standard errors clustered by deal. Raises `ValueError` for fewer than two deals, and for a column
    that is a sum of the others.

    >>> toy = pd.DataFrame({"number": [0, 0, 1, 1, 2], "points": [1, 2, 3, 4, 5], "tricks": [2, 4, 6, 8, 11]})
    >>> print(regress(toy, ["points"]).round(3))
            estimate    low   high
    points       2.2  1.928  2.472
    """
    fitted = _fitted(sides, columns)
    return _estimates(fitted.params, fitted.bse).loc[list(columns)]


def worth(sides: pd.DataFrame, columns: Sequence[str], *, unit: str) -> pd.DataFrame:
    """What one more of each column adds, as a multiple of what one more of `unit` adds, a row a column.

    The standard error of the quotient is that of its linear approximation (the delta method). Raises `ValueError` as
    `regress` does.

    >>> toy = pd.DataFrame({"number": range(5), "points": [1, 2, 3, 4, 5], "aces": [0, 1, 0, 1, 1]})
    >>> print(worth(toy.assign(tricks=toy.points + 4 * toy.aces), ["aces"], unit="points").round(3))
          estimate  low  high
    aces       4.0  4.0   4.0
    """
    fitted = _fitted(sides, [unit, *columns])
    quotients = fitted.params[list(columns)] / fitted.params[unit]
    contrasts = np.column_stack([np.zeros(len(columns)), -quotients, np.eye(len(columns))])
    return _estimates(quotients, np.ravel(fitted.t_test(contrasts).sd) / abs(fitted.params[unit]))


def _fitted(sides: pd.DataFrame, columns: Sequence[str]) -> RegressionResults:
    predictors = sm.add_constant(sides[list(columns)].astype(float), has_constant="add")
    if np.linalg.matrix_rank(predictors.to_numpy()) < predictors.shape[1] or sides[CLUSTER].nunique() < 2:
        raise ValueError(f"{', '.join(columns)}: expected two deals or more, and no column that is a sum of others")
    return sm.OLS(sides["tricks"], predictors).fit(cov_type="cluster", cov_kwds={"groups": sides[CLUSTER]})


def _estimates(values: pd.Series, errors: pd.Series | NDArray[np.float64]) -> pd.DataFrame:
    return pd.DataFrame({"estimate": values, "low": values - WIDTH * errors, "high": values + WIDTH * errors})


@dataclass(frozen=True)
class Explained:
    """How well a straight line in each column alone tells tricks; a column a column.

    Row 0 is of the deals as they are. For each of the others as many deals were drawn with replacement, the same for
    all columns: so the difference of two columns has an interval of its own (`interval`).
    """

    r2: pd.DataFrame
    """The share of the variance of tricks that the column explains."""
    error: pd.DataFrame
    """The root mean square of what is left, in tricks."""


def explained(sides: pd.DataFrame, columns: Sequence[str], *, seed: int, draws: int = 1000) -> Explained:
    """How well each column alone tells tricks, with a bootstrap over the deals.

    Raises `ValueError` for no draws, and for a column that does not vary.

    >>> toy = pd.DataFrame({"number": range(4), "points": [1, 2, 3, 4], "tricks": [1, 3, 2, 5]})
    >>> made = explained(toy, ["points"], seed=1)
    >>> print(f"{made.r2.points[0]:.3f}, {made.error.points[0]:.3f}")
    0.691, 0.822
    """
    if draws < 1:
        raise ValueError(f"{draws} draws: expected 1 or more")
    if flat := [column for column in [*columns, "tricks"] if sides[column].nunique() < 2]:
        raise ValueError(f"{flat[0]} does not vary: expected two values or more")
    sums, rng = _sums(sides, columns), np.random.default_rng(seed)
    table, deals = sums.to_numpy(), len(sums)
    times = (np.bincount(rng.integers(deals, size=deals), minlength=deals) for _ in range(draws))
    drawn = [np.ones(deals) @ table, *(counts.astype(float) @ table for counts in times)]
    return _told(pd.DataFrame(drawn, columns=sums.columns))


def _sums(sides: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """What a straight line needs, summed over each deal: `x`, `xx` and `xy` by column, and `y`, `yy`, `n`."""
    x = sides[list(columns)] - sides[list(columns)].mean()
    y = sides["tricks"] - sides["tricks"].mean()
    line = pd.DataFrame({"y": y, "yy": y**2, "n": 1.0})
    parts = pd.concat({"x": x, "xx": x**2, "xy": x.mul(y, axis=0), "line": line}, axis=1)
    return parts.groupby(sides[CLUSTER]).sum()


def _told(sums: pd.DataFrame) -> Explained:
    """R2 and the error of each straight line, from its sums."""
    mean = sums.div(sums["line", "n"], axis=0)
    y, x = mean["line", "y"], mean["x"]
    variance = mean["line", "yy"] - y**2
    shared = mean["xy"] - x.mul(y, axis=0)
    r2 = pd.DataFrame(shared**2 / (mean["xx"] - x**2).mul(variance, axis=0))
    return Explained(r2, (1 - r2).mul(variance, axis=0) ** 0.5)


def interval(drawn: pd.DataFrame) -> pd.DataFrame:
    """The first row of a bootstrap, with the interval that the other rows give, a row a column.

    >>> print(interval(pd.DataFrame({"gain": [0.5, *range(41)]})))
          estimate  low  high
    gain       0.5  1.0  39.0
    """
    low, high = (drawn.iloc[1:].quantile(end) for end in ENDS)
    return pd.DataFrame({"estimate": drawn.iloc[0], "low": low, "high": high})


def means(sides: pd.DataFrame, column: str, *, by: str) -> pd.DataFrame:
    """The mean of a column in each group of sides, with its standard error (by deals) and the number of sides.

    The error of a group with one deal is not known, `nan`.

    >>> toy = pd.DataFrame({"number": [0, 0, 1], "points": [20, 20, 20], "tricks": [6.0, 7.0, 8.0]})
    >>> print(means(toy, "tricks", by="points").round(4))
            mean   error  sides
    points
    20       7.0  0.4714      3
    """
    groups = sides.groupby(by)[column]
    off = sides[column] - groups.transform("mean")
    squares = (off.groupby([sides[by], sides[CLUSTER]]).sum() ** 2).groupby(level=0)
    errors = squares.sum() ** 0.5 / groups.size().where(squares.size() > 1)
    return pd.DataFrame({"mean": groups.mean(), "error": errors, "sides": groups.size()})
