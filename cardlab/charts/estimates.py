"""Charts of estimates with their uncertainty: shares, means along a line, intervals in named rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from cardlab.charts.figure import BLUE, SERIES, SKY, Chart, axes_of, chart_of, check_number, count, legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray


__all__ = ["interval_chart", "line_chart", "share_chart"]


def share_chart(
    shares: Mapping[str, float], *, title: str, xlabel: str, errors: Sequence[float] = (), ax: Axes | None = None
) -> Chart:
    """Named shares, in percent, as horizontal bars with the number at the end of each; `errors` are standard errors.

    Raises `ValueError` unless there are as many errors as shares, or none.

    >>> print(share_chart({"heads": 50.0, "tails": 50.0}, title="A coin", xlabel="percent of throws").text)
    A coin. Chart of percent of throws. heads 50, tails 50.
    """
    if len(errors) not in (0, len(shares)):
        raise ValueError(f"{len(errors)} errors for {len(shares)} shares: expected none, or one each")
    with axes_of(title, xlabel, "", grid="x", ax=ax) as axes:
        bars = axes.barh(list(shares), list(shares.values()), color=SKY, edgecolor=BLUE)
        if len(errors):
            axes.errorbar(
                list(shares.values()),
                list(shares),
                xerr=2 * np.asarray(errors),
                fmt="none",
                ecolor=mpl.rcParams["text.color"],
                capsize=3,
            )
        axes.bar_label(bars, labels=[f"{share:.2f}" for share in shares.values()], padding=6)
        axes.margins(x=0.1)
        axes.invert_yaxis()
    return chart_of(axes, ", ".join(f"{name} {share:.4g}" for name, share in shares.items()))


def line_chart(
    series: Mapping[str, ArrayLike | pd.DataFrame], *, title: str, xlabel: str = "", ylabel: str, ax: Axes | None = None
) -> Chart:
    """Means as lines with two standard errors; each series an array of rows (x, mean, standard error); one to five.

    Of a frame, x is the index, whose name is the label, then come its first two columns. Raises `ValueError` for more,
    and for arrays of another shape.

    >>> print(line_chart({"even": [[1, 2, 0.5], [2, 4, 0.5]]}, title="Twice", xlabel="x", ylabel="y").text)
    Twice. Chart of y by x. even: 2 points, from 2.00 ± 0.50 (1) to 4.00 ± 0.50 (2).
    """
    tables: dict[str, NDArray[np.float64]] = {}
    for name, one in series.items():
        xlabel = xlabel or (str(one.index.name) if isinstance(one, pd.DataFrame) else "")
        rows = one.reset_index().iloc[:, :3] if isinstance(one, pd.DataFrame) else one
        tables[name] = np.asarray(rows, dtype=float)
    check_number(len(tables), "series")
    with axes_of(title, xlabel, ylabel, ax=ax) as axes:
        for (name, table), (colour, marker, line) in zip(tables.items(), SERIES, strict=False):
            if table.ndim != 2 or table.shape[1] != 3 or not len(table):
                raise ValueError(f"{name} has shape {table.shape}: expected rows of x, mean and standard error")
            x, y, error = table.T
            axes.errorbar(
                x, y, yerr=2 * error, color=colour, marker=marker, linestyle=line, ms=4, capsize=2, lw=1.2, label=name
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if len(tables) > 1:
            legend(axes)
    return chart_of(axes, *(f"{name}: {_ends(table)}" for name, table in tables.items()))


def _ends(table: NDArray[np.float64]) -> str:
    first, last = (f"{y:.2f} ± {error:.2f} ({x:g})" for x, y, error in table[[0, -1]].tolist())
    return f"{count(len(table), 'point')}, from {first} to {last}"


def interval_chart(
    series: Mapping[str, Mapping[str, tuple[float, float, float]] | pd.DataFrame],
    *,
    title: str,
    xlabel: str,
    form: str = "{:.2f}",
    ax: Axes | None = None,
) -> Chart:
    """Named estimates, one below the other, each with its interval: (estimate, low, high); one to five series.

    A series may be a frame with the columns `estimate`, `low` and `high`. A name that a series does not have is left
    out there. Raises `ValueError` for more series.

    >>> coin = {"guess": {"heads": (0.5, 0.5, 0.5)}, "seen": {"heads": (0.49, 0.4, 0.58), "edge": (0.01, 0.0, 0.03)}}
    >>> print(interval_chart(coin, title="A coin", xlabel="chance").text)
    A coin. Chart of chance. guess: heads 0.50. seen: heads 0.49 (0.40 to 0.58), edge 0.01 (0.00 to 0.03).
    """
    check_number(len(series), "series")
    rows_of = {label: _rows(estimates) for label, estimates in series.items()}
    names = list(dict.fromkeys(name for estimates in rows_of.values() for name in estimates))
    with axes_of(title, xlabel, "", grid="x", ax=ax) as axes:
        for at, ((label, estimates), (colour, marker, _)) in enumerate(zip(rows_of.items(), SERIES, strict=False)):
            step = min(0.28, 0.84 / len(series))
            rows = [names.index(name) + step * (at - (len(series) - 1) / 2) for name in estimates]
            value, low, high = np.array(list(estimates.values()), dtype=float).T
            whiskers = [value - low, high - value]
            axes.errorbar(value, rows, xerr=whiskers, fmt=marker, color=colour, ms=5, capsize=3, label=label)
        axes.set_yticks(range(len(names)), names)
        axes.set_yticks(np.arange(1, len(names)) - 0.5, minor=True)
        axes.grid(visible=True, axis="y", which="minor")
        axes.tick_params(axis="y", which="minor", length=0)
        axes.invert_yaxis()
        if len(series) > 1:
            legend(axes)
    return chart_of(axes, *(f"{label}: {_estimates(estimates, form)}" for label, estimates in rows_of.items()))


def _rows(
    estimates: Mapping[str, tuple[float, float, float]] | pd.DataFrame,
) -> Mapping[str, tuple[float, float, float]]:
    if not isinstance(estimates, pd.DataFrame):
        return estimates
    columns = (estimates[name].astype(float) for name in ("estimate", "low", "high"))
    return dict(zip(map(str, estimates.index), zip(*columns, strict=True), strict=True))


def _estimates(estimates: Mapping[str, tuple[float, float, float]], form: str) -> str:
    return ", ".join(_said(name, *interval, form) for name, interval in estimates.items())


def _said(name: str, value: float, low: float, high: float, form: str) -> str:
    interval = f" ({form.format(low)} to {form.format(high)})" if low < high else ""
    return f"{name} {form.format(value)}{interval}"
