"""Charts of distributions: one with a sample over it, several beside each other, samples of growing size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from cardlab.charts.figure import BLUE, SERIES, SKY, VERMILION, Chart, axes_of, chart_of, check_number, legend, panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cardlab.distribution import Distribution

__all__ = ["comparison_chart", "distribution_chart", "panels_chart"]


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
            _draw_exact(axes, exact)
        if sample is not None:
            _draw_sample(axes, sample, f"sample of {sample.total:,}, ± 2 standard errors")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=0)
        if exact is not None and sample is not None:
            legend(axes)
    drawn = {"Exact": exact, "Sample": sample}
    return chart_of(axes, *(f"{kind}: {_numbers(counted)}" for kind, counted in drawn.items() if counted is not None))


def panels_chart(
    exact: Distribution,
    samples: Sequence[Distribution],
    *,
    title: str,
    xlabel: str,
    ylabel: str = "percent of deals",
    axes: Iterable[Axes] | None = None,
) -> Chart:
    """Samples of growing size side by side, each over the exact distribution: chance is seen to vanish.

    Raises `ValueError` for no sample, and for another number of axes.

    >>> from cardlab.distribution import Distribution
    >>> coin = Distribution.exact({0: 1, 1: 1})
    >>> tossed = [Distribution.sample({0: n, 1: n + 2}, seed=1) for n in (4, 49)]
    >>> print(panels_chart(coin, tossed, title="Tosses even out", xlabel="heads").text)
    Tosses even out. Chart of percent of deals by heads. Exact: n = 2, ... Sample: n = 10, ...
    """
    if not samples:
        raise ValueError("no sample: expected one for each panel")
    with panels(len(samples), title, xlabel, ylabel, axes) as every:
        for ax, sample in zip(every, samples, strict=True):
            _draw_exact(ax, exact)
            _draw_sample(ax, sample, "sample, ± 2 standard errors")
            ax.set_title(f"{sample.total:,} deals", fontsize="medium")
        legend(every[-1], within=axes is not None)
    texts = [f"Sample: {_numbers(sample)}" for sample in samples]
    return chart_of(every, f"Exact: {_numbers(exact)}", *texts)


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
    check_number(len(distributions), "distributions")
    with axes_of(title, xlabel, ylabel, ax=ax) as axes:
        for (label, counted), (plain, marker, _) in zip(distributions.items(), SERIES, strict=False):
            colour = (colours or {}).get(label, plain)
            axes.plot(counted.values, _percents(counted), color=colour, marker=marker, linestyle="", ms=5, label=label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        legend(axes)
    chart = chart_of(axes, *(f"{label}: {_numbers(counted)}" for label, counted in distributions.items()))
    dots = list(axes.lines)[-len(distributions) :]
    for dot, counted in zip(dots, distributions.values(), strict=True):  # they follow from what the text already tells
        if not counted.is_exact:
            _draw_errors(axes, counted, fmt="none", ecolor=dot.get_color())
    axes.set_ylim(bottom=0)
    return chart


def _draw_exact(axes: Axes, exact: Distribution) -> None:
    width = 0.8 * min(np.diff(exact.values), default=1)
    axes.bar(exact.values, _percents(exact), width=width, color=SKY, edgecolor=BLUE, label="exact, all deals")


def _draw_sample(axes: Axes, sample: Distribution, label: str) -> None:
    _draw_errors(axes, sample, fmt="o", ms=4, color=VERMILION, capsize=2, label=label)


def _draw_errors(axes: Axes, sample: Distribution, **style: Any) -> None:
    """Draw a sample's shares with two standard errors either way."""
    shares = sample.to_frame()
    axes.errorbar(shares.value, 100 * shares.probability, yerr=200 * shares.error, **style)


def _percents(counted: Distribution) -> list[float]:
    return [100 * counted.probability(value) for value in counted.values.tolist()]


def _numbers(counted: Distribution) -> str:
    error = "" if counted.is_exact else f" ± {counted.standard_error:.4f}"
    span = [value for value, count in counted if count]
    return f"n = {counted.total:,}, {span[0]} to {span[-1]}, mean {counted.mean:.4f}{error}, sd {counted.sd:.4f}"
