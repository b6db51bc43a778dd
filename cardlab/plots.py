"""The charts: one size, one style, and a text of its own that carries the numbers drawn.

A chart shows itself in a notebook as a PNG with that text as `text/plain` and as alternative text. The text ends in a
digest of what was drawn, so a strict comparison of notebook outputs sees a changed chart, and a reader who cannot see
the picture gets its message.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from cardlab.distribution import Distribution

__all__ = ["STYLE", "Chart", "comparison_chart", "distribution_chart", "heat_map", "share_chart"]

COLOURS = [mpl.colors.to_hex(colour) for colour in mpl.colormaps["okabe_ito"].colors]  # type: ignore[attr-defined]
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = COLOURS
SERIES = [(BLUE, "o", "-"), (VERMILION, "s", "--"), (GREEN, "^", "-."), (PURPLE, "D", ":"), (BLACK, "v", "-")]
"""Colour, marker and line of each series: never colour alone."""

DPI = 144
STYLE: dict[Any, object] = {
    "figure.figsize": (7.5, 4.2),
    "figure.dpi": DPI,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "font.size": 10.5,
    "figure.titlesize": 12,
    "figure.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
}
"""The one style sheet."""


@dataclass(frozen=True)
class Chart:
    """A figure and the text that says what it shows, with the numbers.

    >>> from cardlab.distribution import Distribution
    >>> coin = Distribution.exact({0: 1, 1: 1})
    >>> distribution_chart(coin, title="A coin falls on either side", xlabel="heads")
    Chart 'A coin falls on either side': percent of deals by heads. Exact: n = 2, 0 to 1, mean 0.5000, sd 0.5000. ...
    """

    figure: Figure
    text: str

    def __repr__(self) -> str:
        return self.text

    @property
    def png(self) -> bytes:
        """The picture as a PNG file."""
        file = io.BytesIO()
        with mpl.rc_context(STYLE):
            self.figure.savefig(file, format="png", metadata={"Software": None})
        return file.getvalue()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, str], dict[str, dict[str, object]]]:
        width, height = (round(inches * 100) for inches in self.figure.get_size_inches())
        picture = base64.b64encode(self.png).decode("ascii")
        return (
            {"image/png": picture, "text/plain": self.text},
            {"image/png": {"alt": self.text, "width": width, "height": height}},
        )


def distribution_chart(
    exact: Distribution | None = None,
    sample: Distribution | None = None,
    *,
    title: str,
    xlabel: str,
    ylabel: str = "percent of deals",
) -> Chart:
    """The exact distribution as bars, a sample over it as points with two standard errors; either alone will do.

    Raises `ValueError` if neither is given.

    >>> from cardlab.distribution import Distribution
    >>> coin, tossed = Distribution.exact({0: 1, 1: 1}), Distribution.sample({0: 51, 1: 49}, seed=1)
    >>> print(distribution_chart(coin, tossed, title="A coin", xlabel="heads").text)
    Chart 'A coin': percent of deals by heads. Exact: n = 2, ... Sample: n = 100, 0 to 1, mean 0.4900 ± 0.0502, ...
    """
    if exact is None and sample is None:
        raise ValueError("nothing to draw: expected an exact distribution, a sample, or both")
    with _axes(title, xlabel, ylabel) as axes:
        if exact is not None:
            axes.bar(exact.values, _percents(exact), color=SKY, edgecolor=BLUE, label="exact, all deals")
        if sample is not None:
            _draw_sample(axes, sample, f"sample of {sample.total:,}, ± 2 standard errors")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        if exact is not None and sample is not None:
            _legend(axes)
    given = {"Exact": exact, "Sample": sample}
    return _chart(axes, *(f"{kind}: {_numbers(one)}" for kind, one in given.items() if one is not None))


def comparison_chart(
    distributions: Mapping[str, Distribution], *, title: str, xlabel: str, ylabel: str = "percent of deals"
) -> Chart:
    """Several distributions as lines, each with a marker, a line style and a colour of its own; one to five.

    Raises `ValueError` for more.

    >>> from cardlab.distribution import Distribution
    >>> dice = {f"d{n}": Distribution.exact(dict.fromkeys(range(1, n + 1), 1)) for n in (4, 6)}
    >>> print(comparison_chart(dice, title="Two dice", xlabel="eyes").text)
    Chart 'Two dice': percent of deals by eyes. d4: n = 4, 1 to 4, mean 2.5000, ... d6: n = 6, 1 to 6, mean 3.5000, ...
    """
    if not 1 <= len(distributions) <= len(SERIES):
        raise ValueError(f"{len(distributions)} distributions: expected 1 to {len(SERIES)}")
    with _axes(title, xlabel, ylabel) as axes:
        for (label, one), (colour, marker, line) in zip(distributions.items(), SERIES, strict=False):
            axes.plot(one.values, _percents(one), color=colour, marker=marker, linestyle=line, ms=4, label=label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        _legend(axes)
    return _chart(axes, *(f"{label}: {_numbers(one)}" for label, one in distributions.items()))


def share_chart(shares: Mapping[str, float], *, title: str, xlabel: str, errors: Sequence[float] = ()) -> Chart:
    """Named shares, in percent, as horizontal bars with the number at the end of each; `errors` are standard errors.

    Raises `ValueError` unless there are as many errors as shares, or none.

    >>> print(share_chart({"heads": 50.0, "tails": 50.0}, title="A coin", xlabel="percent of throws").text)
    Chart 'A coin': percent of throws. heads 50, tails 50. ...
    """
    if len(errors) not in (0, len(shares)):
        raise ValueError(f"{len(errors)} errors for {len(shares)} shares: expected none, or one each")
    with _axes(title, xlabel, "", grid="x") as axes:
        bars = axes.barh(list(shares), list(shares.values()), color=SKY, edgecolor=BLUE)
        if len(errors):
            axes.errorbar(
                list(shares.values()), list(shares), xerr=2 * np.asarray(errors), fmt="none", ecolor=BLACK, capsize=3
            )
        axes.bar_label(bars, labels=[f"{share:.2f}" for share in shares.values()], padding=6)
        axes.margins(x=0.1)
        axes.invert_yaxis()
    return _chart(axes, ", ".join(f"{name} {share:.4g}" for name, share in shares.items()))


def heat_map(
    cells: ArrayLike,
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    xlabel: str,
    ylabel: str,
    form: str = "{:.1f}",
) -> Chart:
    """A table of numbers as colours with each number in its cell; `nan` cells stay empty.

    `cells` is a two-dimensional array of shape (rows, columns). Raises `ValueError` for another shape or no number.

    >>> print(heat_map([[1, 2]], rows=["a"], columns=["b", "c"], title="Two", xlabel="x", ylabel="y").text)
    Chart 'Two': y by x. 1 row, 2 columns, 2 numbers from 1.0 (a, b) to 2.0 (a, c). ...
    """
    table = np.asarray(cells, dtype=float)
    if table.shape != (len(rows), len(columns)) or np.isnan(table).all():
        raise ValueError(f"cells of shape {table.shape}: expected numbers in shape ({len(rows)}, {len(columns)})")
    with _axes(title, xlabel, ylabel, grid="") as axes:
        image = axes.imshow(table, cmap="cividis", aspect="auto")
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        middle = (np.nanmin(table) + np.nanmax(table)) / 2
        for (row, column), value in np.ndenumerate(table):
            if not np.isnan(value):
                colour = "white" if value < middle else "black"
                axes.text(column, row, form.format(value), ha="center", va="center", fontsize=7, color=colour)
        axes.figure.colorbar(image)
    low, high = (divmod(int(pick(table)), len(columns)) for pick in (np.nanargmin, np.nanargmax))
    ends = [f"{form.format(table[r, c])} ({rows[r]}, {columns[c]})" for r, c in (low, high)]
    size = f"{_count(len(rows), 'row')}, {_count(len(columns), 'column')}, {int(np.sum(~np.isnan(table)))} numbers"
    return _chart(axes, f"{size} from {ends[0]} to {ends[1]}")


@contextmanager
def _axes(title: str, xlabel: str, ylabel: str, grid: str = "y") -> Iterator[Axes]:
    """The axes of a new figure in the house style."""
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained")
        figure.suptitle(title, x=0.01, horizontalalignment="left")
        axes = figure.add_subplot()
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.grid(visible=False)
        if grid:
            axes.grid(visible=True, axis="x" if grid == "x" else "y")
        yield axes


def _legend(axes: Axes) -> None:
    """The legend below the axes, where it covers nothing drawn."""
    _figure(axes).legend(loc="outside lower center", ncols=3)


def _figure(axes: Axes) -> Figure:
    figure = axes.figure
    assert isinstance(figure, Figure)
    return figure


def _percents(one: Distribution) -> list[float]:
    return [100 * one.probability(value) for value in one.values.tolist()]


def _draw_sample(axes: Axes, sample: Distribution, label: str) -> None:
    shares = np.array([sample.probability(value) for value in sample.values.tolist()])
    errors = np.sqrt(shares * (1 - shares) / sample.total)
    axes.errorbar(
        sample.values, 100 * shares, yerr=200 * errors, fmt="o", ms=4, color=VERMILION, capsize=2, label=label
    )


def _numbers(one: Distribution) -> str:
    error = "" if one.is_exact else f" ± {one.standard_error:.4f}"
    span = [value for value, count in one if count]
    return f"n = {one.total:,}, {span[0]} to {span[-1]}, mean {one.mean:.4f}{error}, sd {one.sd:.4f}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _chart(axes: Axes, *sentences: str) -> Chart:
    """The chart of these axes: the title, what is drawn against what, the sentences, the digest."""
    figure = _figure(axes)
    what = " by ".join(filter(None, [axes.get_ylabel(), axes.get_xlabel()]))
    text = " ".join(f"{sentence}." for sentence in [f"Chart {figure.get_suptitle()!r}: {what}", *sentences])
    return Chart(figure, f"{text} Drawn: {_digest(axes)}.")


def _digest(axes: Axes) -> str:
    """A digest of everything drawn: bars, points, cells, to six significant digits."""
    numbers = [size for patch in axes.patches for size in (patch.get_x(), patch.get_width(), patch.get_height())]  # type: ignore[attr-defined]
    numbers += [float(number) for line in axes.lines for number in np.ravel(line.get_xydata())]
    numbers += [float(number) for image in axes.images for number in np.ravel(image.get_array().filled(np.nan))]  # type: ignore[union-attr]
    text = " ".join(f"{number:.6g}" for number in numbers)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
