"""Bridge: how well points tell tricks, with standard errors that know that the rows of one deal hang together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import statsmodels.api as sm
from numpy.typing import NDArray

__all__ = ["chances", "explained", "interval_texts", "intervals", "mean_tricks", "regress", "worth"]

CLUSTER = "number"
"""The column that says which rows are of one deal."""

BLOCK = 100
"""Bootstrap samples drawn at once."""


def regress(sides: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Fit tricks as a sum of weighted columns and a constant, by least squares.

    A row a column, with its `tricks` (for one more of it) and the `error` (standard error, clustered by deal).

    >>> toy = pd.DataFrame({"number": [0, 0, 1, 1, 2], "points": [1, 2, 3, 4, 5], "tricks": [2, 4, 6, 8, 11]})
    >>> print(regress(toy, ["points"]).round(3))
            tricks  error
    points     2.2  0.139
    """
    fitted = _fitted(sides, columns)
    return pd.DataFrame({"tricks": fitted.params, "error": fitted.bse}).loc[list(columns)]


def worth(sides: pd.DataFrame, columns: Sequence[str], *, unit: str) -> pd.DataFrame:
    """What one more of each column is worth in tricks, as a multiple of what one more of `unit` is worth.

    The standard error of the quotient is that of its linear approximation (the delta method); `points low` and `points
    high` are two of it below and above.
    """
    fitted = _fitted(sides, [unit, *columns])
    values, spread = fitted.params, fitted.cov_params()
    rows = {}
    for column in columns:
        ratio = values[column] / values[unit]
        slope = np.array([1.0, -ratio]) / values[unit]
        pair = spread.loc[[column, unit], [column, unit]].to_numpy()
        error = float(np.sqrt(slope @ pair @ slope))
        rows[column] = {
            "points": ratio,
            "points low": ratio - 2 * error,
            "points high": ratio + 2 * error,
            "error": error,
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def intervals(made: pd.DataFrame, column: str) -> dict[str, tuple[float, float, float]]:
    """The estimates of a column with their intervals, as `cardlab.charts.interval_chart` takes them.

    >>> intervals(pd.DataFrame({"R2": [0.5], "R2 low": [0.4], "R2 high": [0.6]}, index=["points"]), "R2")
    {'points': (0.5, 0.4, 0.6)}
    """
    rows = made[[column, f"{column} low", f"{column} high"]].to_numpy(float).tolist()
    return {str(name): (row[0], row[1], row[2]) for name, row in zip(made.index, rows, strict=True)}


def interval_texts(made: pd.DataFrame, column: str, form: str = "{:.2f}") -> dict[str, str]:
    """The same as text, for a table.

    >>> interval_texts(pd.DataFrame({"R2": [0.5], "R2 low": [0.4], "R2 high": [0.6]}, index=["points"]), "R2")
    {'points': '0.50 (0.40 to 0.60)'}
    """
    said = form + " (" + form + " to " + form + ")"
    return {name: said.format(*interval) for name, interval in intervals(made, column).items()}


def _fitted(sides: pd.DataFrame, columns: Sequence[str]):  # type: ignore[no-untyped-def]
    given = sm.add_constant(sides[list(columns)].astype(float), has_constant="add")
    if np.linalg.matrix_rank(given.to_numpy()) < given.shape[1] or sides[CLUSTER].nunique() < 2:
        raise ValueError(f"{', '.join(columns)}: expected two deals or more, and columns that are no sum of each other")
    return sm.OLS(sides["tricks"], given).fit(cov_type="cluster", cov_kwds={"groups": sides[CLUSTER]})


def explained(
    sides: pd.DataFrame, columns: Sequence[str], *, against: str, seed: int, draws: int = 1000
) -> pd.DataFrame:
    """How much of the variance of tricks each column explains by itself, with 95 % intervals by bootstrap over deals.

    A row a column: `R2`, `error in tricks` (root mean square of what is left), and `gain`, its R2 less that of the
    column `against`; each with `low` and `high`. The columns are compared on the same bootstrap samples, so a
    difference is surer than the two figures look. Raises `ValueError` for a column that does not vary, and if `against`
    is none of the columns.
    """
    if against not in columns or draws < 1:
        raise ValueError(
            f"against {against!r}, {draws} draws: expected one of {', '.join(columns)}, and 1 draw or more"
        )
    if flat := [column for column in [*columns, "tricks"] if sides[column].nunique() < 2]:
        raise ValueError(f"{flat[0]} does not vary: expected two values or more")
    sums = _sums_by_deal(sides, columns)
    rng = np.random.default_rng(seed)
    found = _r2(sums.sum(axis=0)[np.newaxis], len(columns))
    blocks = [_resampled(rng, sums, min(BLOCK, draws - done)) for done in range(0, draws, BLOCK)]
    drawn = _r2(np.concatenate(blocks), len(columns))
    base = list(columns).index(against)
    made = pd.DataFrame(index=list(columns))
    for name, values, samples in (
        ("R2", found[0], drawn[0]),
        ("error in tricks", found[1], drawn[1]),
        ("gain", found[0] - found[0][:, [base]], drawn[0] - drawn[0][:, [base]]),
    ):
        low, high = np.quantile(samples, [0.025, 0.975], axis=0)
        made[name], made[f"{name} low"], made[f"{name} high"] = values[0], low, high
    return made


def _sums_by_deal(sides: pd.DataFrame, columns: Sequence[str]) -> NDArray[np.float64]:
    """For each deal the sums of 1, y, y^2, and of x, x^2, xy for each column: `[deals, 3 + 3 * columns]`."""
    y = (sides["tricks"] - sides["tricks"].mean()).to_numpy(float)[:, np.newaxis]
    x = sides[list(columns)].to_numpy(float)
    x = x - x.mean(axis=0)
    rows = np.hstack([np.ones_like(y), y, y * y, x, x * x, x * y])
    _, deal = np.unique(sides[CLUSTER], return_inverse=True)
    sums = np.zeros((deal.max() + 1, rows.shape[1]))
    np.add.at(sums, deal, rows)
    return sums


def _resampled(rng: np.random.Generator, sums: NDArray[np.float64], draws: int) -> NDArray[np.float64]:
    """The sums over as many deals, drawn with replacement, `draws` times."""
    n = len(sums)
    times = np.stack([np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(draws)])
    return times.astype(float) @ sums


def _r2(sums: NDArray[np.float64], columns: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """R2 and the root mean square of the residuals of y on each x alone, each `[draws, columns]`."""
    n, y, yy = sums[:, [0]], sums[:, [1]], sums[:, [2]]
    x, xx, xy = (sums[:, 3 + i * columns : 3 + (i + 1) * columns] for i in range(3))
    variance = yy / n - (y / n) ** 2
    r2 = (xy / n - x * y / n**2) ** 2 / ((xx / n - (x / n) ** 2) * variance)
    return r2, np.sqrt(variance * (1 - r2))


def mean_tricks(sides: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """The mean tricks of each group of sides, with the standard error (by deals) and the number of sides.

    The error of a group with one deal is not known, `nan`.

    >>> toy = pd.DataFrame({"number": [0, 0, 1], "points": [20, 20, 20], "tricks": [6.0, 7.0, 8.0]})
    >>> print(mean_tricks(toy, ["points"]).round(4))
            tricks   error  sides
    points
    20         7.0  0.4714      3
    """
    return _means(sides, sides["tricks"], by).rename(columns={"mean": "tricks"})


def chances(sides: pd.DataFrame, by: Sequence[str], *, tricks: int) -> pd.DataFrame:
    """In how many of a hundred a contract that needs so many tricks is made, by group, with the standard error.

    Either player of the side may be the declarer: a contract that one of two makes counts for a half.
    """
    made = 50.0 * ((sides["fewest"] >= tricks).astype(float) + (sides["most"] >= tricks))
    return _means(sides, made, by).rename(columns={"mean": "percent"})


def _means(sides: pd.DataFrame, values: pd.Series, by: Sequence[str]) -> pd.DataFrame:
    rows = sides[[*by, CLUSTER]].assign(value=values)
    groups = rows.groupby(list(by))["value"]
    mean, n = groups.mean(), groups.count()
    rows["off"] = rows["value"] - groups.transform("mean")
    by_deal = rows.groupby([*by, CLUSTER])["off"].sum()
    squares = (by_deal**2).groupby(list(by))
    error = np.sqrt(squares.sum()) / n.where(squares.count() > 1)
    return pd.DataFrame({"mean": mean, "error": error, "sides": n})
