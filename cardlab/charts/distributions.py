"""Charts of distributions: one with a sample over it, several beside each other, samples of growing size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from cardlab.charts.figure import (
    BLUE,
    SERIES,
    SKY,
    VERMILION,
    Chart,
    axes_of,
    chart_of,
    check_number,
    legend,
    panels,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

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
    given = {"Exact": exact, "Sample": sample}
    return chart_of(axes, *(f"{kind}: {_numbers(one)}" for kind, one in given.items() if one is not None))


def panels_chart(
    exact: Distribution,
    samples: Sequence[Distribution],
    *,
    title: str,
    xlabel: str,
    ylabel: str = "percent of deals",
) -> Chart:
    """Samples of growing size side by side, each over the exact distribution: chance is seen to vanish.

    Raises `ValueError` for no sample.

    >>> from cardlab.distribution import Distribution
    >>> coin = Distribution.exact({0: 1, 1: 1})
    >>> tossed = [Distribution.sample({0: n, 1: n + 2}, seed=1) for n in (4, 49)]
    >>> print(panels_chart(coin, tossed, title="Tosses even out", xlabel="heads").text)
    Tosses even out. Chart of percent of deals by heads. Exact: n = 2, ... Sample: n = 10, ...
    """
    if not samples:
        raise ValueError("no sample: expected one for each panel")
    with panels(len(samples), title, xlabel, ylabel) as axes:
        for ax, sample in zip(axes, samples, strict=True):
            _draw_exact(ax, exact)
            _draw_sample(ax, sample, "sample, ± 2 standard errors")
            ax.set_title(f"{sample.total:,} deals", fontsize="medium")
        axes[0].set_ylim(bottom=0)
        legend(axes[-1])
    texts = [f"Sample: {_numbers(sample)}" for sample in samples]
    return chart_of(axes, f"Exact: {_numbers(exact)}", *texts)


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


def _draw_exact(axes: Axes, exact: Distribution) -> None:
    width = 0.8 * min(np.diff(exact.values), default=1)
    axes.bar(exact.values, _percents(exact), width=width, color=SKY, edgecolor=BLUE, label="exact, all deals")


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


def _percents(one: Distribution) -> list[float]:
    return [100 * one.probability(value) for value in one.values.tolist()]


def _errors(one: Distribution) -> NDArray[np.float64]:
    """The standard errors of the shares."""
    shares = np.array([one.probability(value) for value in one.values.tolist()])
    errors: NDArray[np.float64] = np.sqrt(shares * (1 - shares) / one.total)
    return errors


def _numbers(one: Distribution) -> str:
    error = "" if one.is_exact else f" ± {one.standard_error:.4f}"
    span = [value for value, count in one if count]
    return f"n = {one.total:,}, {span[0]} to {span[-1]}, mean {one.mean:.4f}{error}, sd {one.sd:.4f}"
