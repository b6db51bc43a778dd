"""The charts: distributions, comparisons, shares, tables as colours, lines and estimates with their uncertainty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.colors import CenteredNorm, Normalize
from matplotlib.ticker import MaxNLocator

from cardlab.figure import BLUE, SERIES, SKY, VERMILION, Chart, axes_of, chart_of, legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from cardlab.distribution import Distribution

__all__ = [
    "comparison_chart",
    "distribution_chart",
    "heat_map",
    "interval_chart",
    "line_chart",
    "share_chart",
]


DARK = 0.179
"""The luminance on which black and white text have equal contrast, 4.58 to 1."""


def distribution_chart(
    exact: Distribution | None = None,
    sample: Distribution | None = None,
    *,
    title: str,
    xlabel: str,
    ylabel: str = "percent of deals",
    ax: Axes | None = None,
) -> Chart:
    """The exact distribution as bars, a sample over it as points with two standard errors; either alone will do.

    Raises `ValueError` if neither is given.

    >>> from cardlab.distribution import Distribution
    >>> coin, tossed = Distribution.exact({0: 1, 1: 1}), Distribution.sample({0: 51, 1: 49}, seed=1)
    >>> print(distribution_chart(coin, tossed, title="A coin", xlabel="heads").text)
    A coin. Chart of percent of deals by heads. Exact: n = 2, ... Sample: n = 100, 0 to 1, mean 0.4900 ± 0.0502, ...
    """
    if exact is None and sample is None:
        raise ValueError("nothing to draw: expected an exact distribution, a sample, or both")
    with axes_of(title, xlabel, ylabel, ax=ax) as axes:
        if exact is not None:
            axes.bar(exact.values, _percents(exact), color=SKY, edgecolor=BLUE, label="exact, all deals")
        if sample is not None:
            _draw_sample(axes, sample, f"sample of {sample.total:,}, ± 2 standard errors")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        if exact is not None and sample is not None:
            legend(axes)
    given = {"Exact": exact, "Sample": sample}
    return chart_of(axes, *(f"{kind}: {_numbers(one)}" for kind, one in given.items() if one is not None))


def comparison_chart(
    distributions: Mapping[str, Distribution],
    *,
    title: str,
    xlabel: str,
    ylabel: str = "percent of deals",
    colours: Mapping[str, str] | None = None,
    ax: Axes | None = None,
) -> Chart:
    """Several distributions as dots, each with a marker and a colour of its own; samples with two standard errors.

    `colours` by label keep one colour for one thing through several charts. Raises `ValueError` unless there are one to
    five distributions.

    >>> from cardlab.distribution import Distribution
    >>> dice = {f"d{n}": Distribution.exact(dict.fromkeys(range(1, n + 1), 1)) for n in (4, 6)}
    >>> print(comparison_chart(dice, title="Two dice", xlabel="eyes").text)
    Two dice. Chart of percent of deals by eyes. d4: n = 4, 1 to 4, mean 2.5000, ... d6: n = 6, 1 to 6, mean 3.5000, ...
    """
    _check_number(len(distributions), "distributions")
    with axes_of(title, xlabel, ylabel, ax=ax) as axes:
        for (label, one), (plain, marker, _) in zip(distributions.items(), SERIES, strict=False):
            colour = (colours or {}).get(label, plain)
            axes.plot(one.values, _percents(one), color=colour, marker=marker, linestyle="", ms=5, label=label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        legend(axes)
    chart = chart_of(axes, *(f"{label}: {_numbers(one)}" for label, one in distributions.items()))
    dots = list(axes.lines)[-len(distributions) :]
    for dot, one in zip(dots, distributions.values(), strict=True):  # they follow from what the text already tells
        if not one.is_exact:
            axes.errorbar(one.values, _percents(one), yerr=200 * _errors(one), fmt="none", ecolor=dot.get_color())
    return chart


def share_chart(
    shares: Mapping[str, float],
    *,
    title: str,
    xlabel: str,
    errors: Sequence[float] = (),
    ax: Axes | None = None,
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


def heat_map(  # noqa: PLR0913 - all but one by keyword
    cells: ArrayLike,
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    xlabel: str,
    ylabel: str,
    form: str = "{:.1f}",
    diverging: bool = False,
    ax: Axes | None = None,
) -> Chart:
    """A table of numbers as colours with each number in its cell; `nan` cells stay empty.

    `cells` is a two-dimensional array of shape (rows, columns). With `diverging`, for signed numbers, white is 0, red
    below and blue above. Raises `ValueError` for another shape or no number.

    >>> print(heat_map([[1, 2]], rows=["a"], columns=["b", "c"], title="Two", xlabel="x", ylabel="y").text)
    Two. Chart of y by x. 1 row, 2 columns, 2 numbers from 1.0 (a, b) to 2.0 (a, c).
    """
    table = np.asarray(cells, dtype=float)
    if table.shape != (len(rows), len(columns)) or np.isnan(table).all():
        raise ValueError(f"cells of shape {table.shape}: expected numbers in shape ({len(rows)}, {len(columns)})")
    with axes_of(title, xlabel, ylabel, grid="", ax=ax) as axes:
        norm = CenteredNorm() if diverging else Normalize()
        image = axes.imshow(table, cmap="RdBu" if diverging else "cividis", norm=norm, aspect="auto")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        for (row, column), value in np.ndenumerate(table):
            if not np.isnan(value):
                colour = "black" if _luminance(image.cmap(norm(value))) > DARK else "white"
                axes.text(column, row, form.format(value), ha="center", va="center", fontsize=7, color=colour)
        axes.figure.colorbar(image)
    low, high = (divmod(int(pick(table)), len(columns)) for pick in (np.nanargmin, np.nanargmax))
    ends = [f"{form.format(table[r, c])} ({rows[r]}, {columns[c]})" for r, c in (low, high)]
    size = f"{_count(len(rows), 'row')}, {_count(len(columns), 'column')}, {int(np.sum(~np.isnan(table)))} numbers"
    return chart_of(axes, f"{size} from {ends[0]} to {ends[1]}")


def line_chart(
    series: Mapping[str, ArrayLike], *, title: str, xlabel: str, ylabel: str, ax: Axes | None = None
) -> Chart:
    """Means as lines with two standard errors; each series an array of rows (x, mean, standard error); one to five.

    Raises `ValueError` for more, and for arrays of another shape.

    >>> print(line_chart({"even": [[1, 2, 0.5], [2, 4, 0.5]]}, title="Twice", xlabel="x", ylabel="y").text)
    Twice. Chart of y by x. even: 2 points, from 2.00 ± 0.50 (1) to 4.00 ± 0.50 (2).
    """
    tables = {name: np.asarray(rows, dtype=float) for name, rows in series.items()}
    _check_number(len(tables), "series")
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
    return f"{_count(len(table), 'point')}, from {first} to {last}"


def interval_chart(
    series: Mapping[str, Mapping[str, tuple[float, float, float]]],
    *,
    title: str,
    xlabel: str,
    form: str = "{:.2f}",
    ax: Axes | None = None,
) -> Chart:
    """Named estimates, one below the other, each with its interval: (estimate, low, high); one to five series.

    A name that a series does not have is left out there. Raises `ValueError` for more series.

    >>> coin = {"guess": {"heads": (0.5, 0.5, 0.5)}, "seen": {"heads": (0.49, 0.4, 0.58), "edge": (0.01, 0.0, 0.03)}}
    >>> print(interval_chart(coin, title="A coin", xlabel="chance").text)
    A coin. Chart of chance. guess: heads 0.50. seen: heads 0.49 (0.40 to 0.58), edge 0.01 (0.00 to 0.03).
    """
    _check_number(len(series), "series")
    names = list(dict.fromkeys(name for estimates in series.values() for name in estimates))
    with axes_of(title, xlabel, "", grid="x", ax=ax) as axes:
        for at, ((label, estimates), (colour, marker, _)) in enumerate(zip(series.items(), SERIES, strict=False)):
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
    return chart_of(axes, *(f"{label}: {_estimates(made, form)}" for label, made in series.items()))


def _estimates(estimates: Mapping[str, tuple[float, float, float]], form: str) -> str:
    return ", ".join(_said(name, *one, form) for name, one in estimates.items())


def _said(name: str, value: float, low: float, high: float, form: str) -> str:
    interval = f" ({form.format(low)} to {form.format(high)})" if low < high else ""
    return f"{name} {form.format(value)}{interval}"


def _check_number(given: int, what: str) -> None:
    if not 1 <= given <= len(SERIES):
        raise ValueError(f"{given} {what}: expected 1 to {len(SERIES)}")


def _percents(one: Distribution) -> list[float]:
    return [100 * one.probability(value) for value in one.values.tolist()]


def _errors(one: Distribution) -> NDArray[np.float64]:
    """The standard errors of the shares."""
    shares = np.array([one.probability(value) for value in one.values.tolist()])
    errors: NDArray[np.float64] = np.sqrt(shares * (1 - shares) / one.total)
    return errors


def _luminance(colour: tuple[float, float, float, float]) -> float:
    """The relative luminance of a colour, 0 to 1, as WCAG 2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def _draw_sample(axes: Axes, sample: Distribution, label: str) -> None:
    axes.errorbar(
        sample.values,
        _percents(sample),
        yerr=200 * _errors(sample),
        fmt="o",
        ms=4,
        color=VERMILION,
        capsize=2,
        label=label,
    )


def _numbers(one: Distribution) -> str:
    error = "" if one.is_exact else f" ± {one.standard_error:.4f}"
    span = [value for value, count in one if count]
    return f"n = {one.total:,}, {span[0]} to {span[-1]}, mean {one.mean:.4f}{error}, sd {one.sd:.4f}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
