"""A chart: a figure in the house style, and a text of its own that carries the numbers drawn.

A chart shows itself in a notebook as a PNG with that text as `text/plain` and as alternative text, so a reader who
cannot see the picture gets its message. A digest of what was drawn stands beside it, in an output type of its own: a
strict comparison of notebook outputs sees a changed chart, and nobody is read a digest. Ground and ink are those of the
matplotlib style in use, a dark one too.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Chart"]

COLOURS = [mpl.colors.to_hex(colour) for colour in mpl.colormaps["okabe_ito"].colors]  # type: ignore[attr-defined]
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = COLOURS
SERIES = [(BLUE, "o", "-"), (VERMILION, "s", "--"), (GREEN, "^", "-."), (PURPLE, "D", ":"), (BLACK, "v", "-")]
"""Colour, marker and line of each series: never colour alone."""

DPI = 144
ONE_ROW = 57
"""Labels of fewer letters fit into one row of a legend."""
DRAWN = "text/vnd.cardlab.drawn"
"""The output type of a chart's digest, which notebooks store and no front end shows."""
STYLE: dict[Any, object] = {
    "figure.figsize": (7.5, 4.2),
    "figure.dpi": DPI,
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
"""The one style sheet, laid over the style in use."""


@dataclass(frozen=True)
class Chart:
    """A figure and the text that says what it shows, with the numbers.

    >>> from cardlab.distribution import Distribution
    >>> from cardlab.charts import distribution_chart
    >>> coin = Distribution.exact({0: 1, 1: 1})
    >>> distribution_chart(coin, title="A coin falls on either side", xlabel="heads")
    A coin falls on either side. Chart of percent of deals by heads. Exact: n = 2, 0 to 1, mean 0.5000, sd 0.5000.
    """

    figure: Figure
    text: str
    drawn: str
    """The digest of everything drawn, to six significant digits."""

    def __repr__(self) -> str:
        return self.text

    def save(self, path: str | PathLike[str]) -> None:
        """Save the picture; the ending of the name says how: `.svg`, `.pdf` or `.png`."""
        with mpl.rc_context({**STYLE, "svg.fonttype": "none", "pdf.fonttype": 42}):
            self.figure.savefig(path)

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
            {"image/png": picture, "text/plain": self.text, DRAWN: self.drawn},
            {"image/png": {"alt": self.text, "width": width, "height": height}},
        )


@contextmanager
def axes_of(title: str, xlabel: str, ylabel: str, *, grid: str = "y", ax: Axes | None = None) -> Iterator[Axes]:
    """The axes given, or those of a new figure, in the house style."""
    with mpl.rc_context(STYLE):
        axes = Figure(layout="constrained").add_subplot() if ax is None else ax
        if ax is None:
            _figure(axes).suptitle(title, x=0.01, horizontalalignment="left")
        else:
            axes.set_title(title, loc="left")
        axes.set_ylabel(ylabel)
        _furnish(axes, xlabel, grid)
        yield axes


@contextmanager
def panels(number: int, title: str, xlabel: str, ylabel: str, axes: Iterable[Axes] | None) -> Iterator[list[Axes]]:
    """The axes given, or those of a new figure side by side, with one scale and one title, in the house style."""
    with mpl.rc_context(STYLE):
        if axes is None:
            figure = Figure(layout="constrained", figsize=(7.5, 3.3))
            every = list(figure.subplots(1, number, sharex=True, sharey=True, squeeze=False)[0])
            figure.suptitle(title, x=0.01, horizontalalignment="left")
        else:
            every = list(axes)
            if len(every) != number:
                raise ValueError(f"{len(every)} axes for {count(number, 'sample')}: expected one each")
            every[0].set_title(f"{title}\n", loc="left")  # above the title of its panel
        for ax in every:
            _furnish(ax, xlabel, "y")
        every[0].set_ylabel(ylabel)
        yield every
        top = max(ax.get_ylim()[1] for ax in every)
        for ax in every:
            ax.set_ylim(0, top)


def _furnish(axes: Axes, xlabel: str, grid: str) -> None:
    """The house style for axes of another style too: the grid below all, the frame open."""
    axes.set_xlabel(xlabel)
    axes.grid(visible=False)
    if grid:
        axes.grid(visible=True, axis="x" if grid == "x" else "y", color=mpl.rcParams["grid.color"])
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def legend(axes: Axes, *, within: bool = False) -> None:
    """The legend: below the axes of a figure of our own, where it covers nothing drawn, else within them."""
    if within or axes.get_title(loc="left"):
        axes.legend(fontsize="small")
    else:
        handles, labels = axes.get_legend_handles_labels()
        columns = len(labels) if sum(map(len, labels)) < ONE_ROW else 3
        _figure(axes).legend(handles, labels, loc="outside lower center", ncols=columns)


def _figure(axes: Axes) -> Figure:
    figure = axes.figure.figure  # that of a subfigure too
    assert isinstance(figure, Figure)
    return figure


def chart_of(axes: Axes | Sequence[Axes], *sentences: str) -> Chart:
    """The chart of these axes; its text is the title, what is drawn against what, and the sentences."""
    every = list(axes) if isinstance(axes, Sequence) else [axes]
    figure = _figure(every[0])
    title = every[0].get_title(loc="left").rstrip() or figure.get_suptitle()
    what = " by ".join(filter(None, [every[0].get_ylabel(), every[0].get_xlabel()]))
    text = " ".join(f"{sentence}." for sentence in [title, f"Chart of {what}", *sentences])
    return Chart(figure, text, _digest(every))


def check_number(number: int, what: str) -> None:
    """Raise `ValueError` unless there are one to as many as there are `SERIES`."""
    if not 1 <= number <= len(SERIES):
        raise ValueError(f"{number} {what}: expected 1 to {len(SERIES)}")


def count(number: int, noun: str) -> str:
    """A number of things in words: "1 row", "2 rows"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _digest(every: Sequence[Axes]) -> str:
    """A digest of everything drawn: bars, points, cells, error bars, to six significant digits."""
    text = " ".join(f"{number:.6g}" for axes in every for number in _drawn(axes))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _drawn(axes: Axes) -> list[float]:
    numbers = [size for patch in axes.patches for size in (patch.get_x(), patch.get_width(), patch.get_height())]  # type: ignore[attr-defined]
    numbers += [float(number) for line in axes.lines for number in np.ravel(line.get_xydata())]
    numbers += [float(number) for image in axes.images for number in np.ravel(image.get_array().filled(np.nan))]  # type: ignore[union-attr]
    bars = [bar for bars in axes.collections if isinstance(bars, LineCollection) for bar in bars.get_segments()]
    numbers += [float(number) for bar in bars for number in np.ravel(bar)]
    return numbers
