"""The charts: what is drawn is what was counted, and the text says it."""

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.image
import matplotlib.style
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardlab import charts as plots
from cardlab.charts.figure import Chart
from cardlab.distribution import Distribution

DIE = Distribution.exact(dict.fromkeys(range(1, 7), 1), name="a die")
THROWN = Distribution.sample({1: 10, 2: 20, 3: 15, 4: 25, 5: 10, 6: 20}, seed=1)


def axes_of(chart: Chart) -> Axes:
    return chart.figure.axes[0]


def test_bars_are_the_exact_shares_and_points_the_sample_with_two_standard_errors() -> None:
    chart = plots.distribution_chart(DIE, THROWN, title="A die falls evenly", xlabel="eyes")
    axes = axes_of(chart)
    assert [patch.get_height() for patch in axes.patches] == pytest.approx([100 / 6] * 6)  # type: ignore[attr-defined]
    assert axes.lines[0].get_xydata() == pytest.approx(np.array([*THROWN]) * [1, 1])
    low, high = (line.get_ydata() for line in axes.lines[1:3])
    assert np.asarray(high) - np.asarray(low) == pytest.approx(
        [400 * np.sqrt(share * (1 - share) / 100) for share in THROWN.counts / 100]
    )
    assert chart.figure.get_suptitle() == "A die falls evenly"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("eyes", "percent of deals")
    (legend,) = chart.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "exact, all deals",
        "sample of 100, ± 2 standard errors",
    ]


def test_bars_of_values_five_apart_are_as_dense_as_others() -> None:
    fives = Distribution.exact({0: 1, 5: 2, 10: 1})
    bars = axes_of(plots.distribution_chart(fives, title="t", xlabel="x")).patches
    assert [bar.get_width() for bar in bars] == [4, 4, 4]  # type: ignore[attr-defined]


def test_either_alone_will_do_and_neither_will_not() -> None:
    assert len(axes_of(plots.distribution_chart(DIE, title="t", xlabel="x")).lines) == 0
    assert len(axes_of(plots.distribution_chart(sample=THROWN, title="t", xlabel="x")).patches) == 0
    with pytest.raises(ValueError, match="nothing to draw"):
        plots.distribution_chart(title="t", xlabel="x")


def test_the_dots_of_a_comparison_differ_in_more_than_colour() -> None:
    both = {"one": DIE, "two": THROWN}
    chart = plots.comparison_chart(both, title="t", xlabel="x", colours={"two": "red"})
    one, two = axes_of(chart).lines
    assert np.asarray(two.get_ydata()) == pytest.approx(THROWN.counts)
    assert one.get_marker() != two.get_marker()
    assert (one.get_linestyle(), two.get_color()) == ("None", "red")
    (bars,) = axes_of(chart).collections  # of the sample alone
    spans = [top - bottom for (_, bottom), (_, top) in bars.get_segments()]  # type: ignore[attr-defined]
    assert spans == pytest.approx([400 * np.sqrt(share * (1 - share) / 100) for share in THROWN.counts / 100])
    low, high = axes_of(chart).get_ylim()
    assert low == 0
    assert high > max(top for _, (_, top) in bars.get_segments())  # type: ignore[attr-defined]
    assert "one: n = 6" in chart.text
    assert "two: n = 100" in chart.text


WORDS: Any = {"title": "Given axes", "xlabel": "x"}
INTO_AXES: dict[str, Callable[[Axes, Axes], Chart]] = {
    "comparison_chart": lambda ax, _: plots.comparison_chart({"die": DIE, "thrown": THROWN}, **WORDS, ax=ax),
    "distribution_chart": lambda ax, _: plots.distribution_chart(DIE, THROWN, **WORDS, ax=ax),
    "heat_map": lambda ax, _: plots.heat_map([[1]], rows=["r"], columns=["c"], ylabel="y", **WORDS, ax=ax),
    "interval_chart": lambda ax, _: plots.interval_chart({"one": {"a": (1, 0, 2)}}, **WORDS, ax=ax),
    "line_chart": lambda ax, _: plots.line_chart({"one": [[1, 2, 0.5]]}, ylabel="y", **WORDS, ax=ax),
    "panels_chart": lambda *axes: plots.panels_chart(DIE, [THROWN, THROWN], **WORDS, axes=axes),
    "share_chart": lambda ax, _: plots.share_chart({"a": 25.0}, **WORDS, ax=ax),
}


@pytest.mark.parametrize("name", INTO_AXES)
def test_every_chart_is_drawn_into_given_axes(name: str) -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    chart = INTO_AXES[name](left, right)
    assert (chart.figure, figure.get_suptitle(), figure.legends) == (figure, "", [])
    assert left.get_title(loc="left").strip() == "Given axes"
    assert left.has_data()
    assert right.has_data() == (name == "panels_chart")
    assert left.get_ylim() == right.get_ylim() or name != "panels_chart"
    assert chart.text.startswith("Given axes. Chart of ")


def test_the_table_of_charts_that_take_axes_is_whole() -> None:
    assert [*INTO_AXES] == sorted(name for name in dir(plots) if name.endswith(("_chart", "_map")))


def test_charts_are_saved(tmp_path: Path) -> None:
    chart = plots.distribution_chart(DIE, title="die 0", xlabel="eyes")
    chart.save(tmp_path / "one.svg")
    assert "die 0" in (tmp_path / "one.svg").read_text()
    chart.save(tmp_path / "one.pdf")
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")


def test_a_dark_style_is_kept() -> None:
    with mpl.style.context("dark_background"):
        chart = plots.share_chart({"a": 25.0}, title="t", xlabel="percent", errors=[1])
        picture = mpl.image.imread(io.BytesIO(chart.png))
    assert picture[0, 0, :3] == pytest.approx([0, 0, 0])
    assert chart.figure.get_suptitle() == "t"
    assert mpl.colors.to_rgb(axes_of(chart).xaxis.label.get_color()) == (1, 1, 1)


def test_signed_numbers_are_white_at_0() -> None:
    words: dict[str, Any] = {"rows": ["r"], "columns": ["c", "d", "e"], "title": "t", "xlabel": "x", "ylabel": "y"}
    chart = plots.heat_map([[-4, 0, 1]], **words, diverging=True)
    (image,) = axes_of(chart).images
    red, white, blue = np.asarray(image.cmap(image.norm(np.array([-4, 0, 1]))))[:, :3]
    assert white == pytest.approx(1, abs=0.05)
    assert red[0] > red[2]
    assert blue[2] > blue[0]
    assert [text.get_color() for text in axes_of(chart).texts] == ["white", "black", "black"]


def test_shares_carry_their_number() -> None:
    chart = plots.share_chart({"a": 25.0, "b": 75.0}, title="t", xlabel="percent", errors=[1, 2])
    axes = axes_of(chart)
    assert [patch.get_width() for patch in axes.patches] == [25, 75]  # type: ignore[attr-defined]
    assert [text.get_text() for text in axes.texts] == ["25.00", "75.00"]
    assert "a 25, b 75." in chart.text


def test_a_heat_map_has_its_number_in_every_cell() -> None:
    chart = plots.heat_map(
        [[1, 2.25], [np.nan, 4]], rows=["r", "s"], columns=["c", "d"], title="t", xlabel="x", ylabel="y"
    )
    assert [text.get_text() for text in axes_of(chart).texts] == ["1.0", "2.2", "4.0"]
    assert "2 rows, 2 columns, 3 numbers from 1.0 (r, c) to 4.0 (s, d)." in chart.text


def test_a_frame_brings_its_names_and_labels() -> None:
    frame = pd.DataFrame({"c": [1.0, 2.0], "d": [3.0, 4.0]}, index=pd.Index(["r", "s"], name="y")).rename_axis(
        columns="x"
    )
    heat = plots.heat_map([[1, 3], [2, 4]], rows=["r", "s"], columns=["c", "d"], title="t", xlabel="x", ylabel="y")
    assert plots.heat_map(frame, title="t").drawn == heat.drawn
    means = pd.DataFrame({"mean": [2.0, 4.0], "error": [0.5, 0.25], "sides": [9, 9]}, index=pd.Index([1, 2], name="x"))
    chart = plots.line_chart({"a": [[1, 2, 0.5], [2, 4, 0.25]]}, title="t", xlabel="x", ylabel="y")
    assert plots.line_chart({"a": means}, title="t", ylabel="y").drawn == chart.drawn


def test_lines_are_drawn_with_two_standard_errors() -> None:
    chart = plots.line_chart({"a": [[1, 2, 0.5], [2, 4, 0.25]], "b": [[1, 3, 0]]}, title="t", xlabel="x", ylabel="y")
    bars = [bar for one in axes_of(chart).collections for bar in one.get_segments()]  # type: ignore[attr-defined]
    assert [bar.tolist() for bar in bars] == [[[1, 1], [1, 3]], [[2, 3.5], [2, 4.5]], [[1, 3], [1, 3]]]
    assert chart.text.startswith(
        "t. Chart of y by x. a: 2 points, from 2.00 ± 0.50 (1) to 4.00 ± 0.25 (2). b: 1 point, from 3.00"
    )
    other = plots.line_chart({"a": [[1, 2, 0.5], [2, 4, 0.3]], "b": [[1, 3, 0]]}, title="t", xlabel="x", ylabel="y")
    assert other.drawn != chart.drawn, "an error bar is drawn too"


def test_estimates_stand_in_the_row_of_their_name() -> None:
    chart = plots.interval_chart(
        {"rule": {"p": (1, 1, 1), "q": (2, 2, 2)}, "measured": {"q": (3, 2.5, 3.5)}}, title="t", xlabel="x"
    )
    axes = axes_of(chart)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["p", "q"]
    points = [line.get_xydata().tolist() for line in axes.lines if str(line.get_marker()) in "os"]  # type: ignore[union-attr]
    assert [[(x, round(row)) for x, row in one] for one in points] == [[(1, 0), (2, 1)], [(3, 1)]]
    assert "rule: p 1.00, q 2.00. measured: q 3.00 (2.50 to 3.50)." in chart.text


def test_estimates_are_drawn_from_a_frame_as_from_a_mapping() -> None:
    frame = pd.DataFrame({"low": [2.5, 1.0], "estimate": [3, 1], "high": [3.5, 1.0], "error": 9}, index=["q", "p"])
    charts = [
        plots.interval_chart({"measured": estimates}, title="t", xlabel="x")
        for estimates in (frame, {"q": (3, 2.5, 3.5), "p": (1, 1, 1)})
    ]
    assert charts[0].text == charts[1].text
    assert charts[0].drawn == charts[1].drawn


def test_the_text_changes_with_any_number_drawn() -> None:
    charts = [
        plots.distribution_chart(Distribution.exact({1: 5, 2: five, 3: 5}), title="t", xlabel="x") for five in (5, 6, 7)
    ]
    assert len({chart.drawn for chart in charts}) == 3
    again = [plots.distribution_chart(DIE, THROWN, title="t", xlabel="x").text for _ in range(2)]
    assert again[0] == again[1]


def test_a_notebook_gets_an_opaque_picture_with_alternative_text() -> None:
    chart = plots.distribution_chart(DIE, title="A die", xlabel="eyes")
    data, metadata = chart._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == repr(chart)
    assert "<Figure" not in data["text/plain"]
    assert "n = 6, 1 to 6, mean 3.5000" in data["text/plain"]
    picture = mpl.image.imread(io.BytesIO(base64.b64decode(data["image/png"])))
    assert picture.shape[:2] == (604, 1080)
    assert (picture[..., 3] == 1).all()
    assert picture[0, 0, :3] == pytest.approx([1, 1, 1])


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="6 distributions: expected 1 to 5"):
        plots.comparison_chart({str(n): DIE for n in range(6)}, title="t", xlabel="x")
    with pytest.raises(ValueError, match="6 series: expected 1 to 5"):
        plots.line_chart({str(n): [[1, 2, 0]] for n in range(6)}, title="t", xlabel="x", ylabel="y")
    with pytest.raises(ValueError, match=r"a has shape \(1, 2\): expected rows of x, mean and standard error"):
        plots.line_chart({"a": [[1, 2]]}, title="t", xlabel="x", ylabel="y")
    with pytest.raises(ValueError, match="0 series: expected 1 to 5"):
        plots.interval_chart({}, title="t", xlabel="x")
    with pytest.raises(ValueError, match="1 errors for 2 shares"):
        plots.share_chart({"a": 1.0, "b": 2.0}, title="t", xlabel="x", errors=[1])
    with pytest.raises(ValueError, match=r"cells of shape \(1, 2\): expected numbers in shape \(1, 1\)"):
        plots.heat_map([[1, 2]], rows=["r"], columns=["c"], title="t", xlabel="x", ylabel="y")
    with pytest.raises(ValueError, match="expected numbers"):
        plots.heat_map([[np.nan]], rows=["r"], columns=["c"], title="t", xlabel="x", ylabel="y")


def test_panels_share_one_scale_and_tell_every_sample() -> None:
    samples = [THROWN, Distribution.sample(dict.fromkeys(range(1, 7), 100), seed=1)]
    chart = plots.panels_chart(DIE, samples, title="Chance", xlabel="eyes")
    left, right = chart.figure.axes
    assert [ax.get_title() for ax in (left, right)] == ["100 deals", "600 deals"]
    assert left.get_ylim() == right.get_ylim()
    assert chart.text.startswith("Chance. Chart of percent of deals by eyes. Exact: n = 6")
    assert "Sample: n = 100" in chart.text
    assert "Sample: n = 600" in chart.text
    assert chart.drawn != plots.panels_chart(DIE, samples[::-1], title="Chance", xlabel="eyes").drawn
    assert [text.get_text() for text in chart.figure.legends[0].get_texts()] == [
        "exact, all deals",
        "sample, ± 2 standard errors",
    ]
    with pytest.raises(ValueError, match="no sample"):
        plots.panels_chart(DIE, [], title="Chance", xlabel="eyes")
    with pytest.raises(ValueError, match="1 axes for 2 samples"):
        plots.panels_chart(DIE, samples, title="Chance", xlabel="eyes", axes=[left])
