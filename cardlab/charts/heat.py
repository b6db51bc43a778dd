"""A table of numbers as colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.colors import CenteredNorm, Normalize

from cardlab.charts.figure import Chart, axes_of, chart_of, count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike


__all__ = ["heat_map"]

DARK = 0.179
"""The luminance on which black and white text have equal contrast, 4.58 to 1."""


def heat_map(  # noqa: PLR0913 - all but one by keyword
    cells: ArrayLike | pd.DataFrame,
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    title: str,
    xlabel: str = "",
    ylabel: str = "",
    form: str = "{:.1f}",
    diverging: bool = False,
    ax: Axes | None = None,
) -> Chart:
    """A table of numbers as colours with each number in its cell; `nan` cells stay empty.

    `cells` is a two-dimensional array of shape (rows, columns), or a frame, which brings its names and labels. With
    `diverging`, for signed numbers, white is 0, red below and blue above. Raises `ValueError` for another shape or no
    number.

    >>> print(heat_map([[1, 2]], rows=["a"], columns=["b", "c"], title="Two", xlabel="x", ylabel="y").text)
    Two. Chart of y by x. 1 row, 2 columns, 2 numbers from 1.0 (a, b) to 2.0 (a, c).
    """
    if isinstance(cells, pd.DataFrame):
        rows, columns = rows or [*map(str, cells.index)], columns or [*map(str, cells.columns)]
        xlabel, ylabel = xlabel or str(cells.columns.name), ylabel or str(cells.index.name)
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
    size = f"{count(len(rows), 'row')}, {count(len(columns), 'column')}, {int(np.sum(~np.isnan(table)))} numbers"
    return chart_of(axes, f"{size} from {ends[0]} to {ends[1]}")


def _luminance(colour: tuple[float, float, float, float]) -> float:
    """The relative luminance of a colour, 0 to 1, as WCAG 2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
