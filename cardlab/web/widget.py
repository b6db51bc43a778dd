"""Widgets in a notebook: a form that scores a hand, a chart under sliders. Needs ipywidgets, of the extra `notebooks`.

Each shows itself alive where a kernel runs. What a notebook stores of it, for readers without one, is the answer or the
picture, and its text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any

try:
    from ipywidgets import HTML, Button, Checkbox, Dropdown, HBox, Text, ToggleButtons, VBox
except ImportError:
    raise ImportError("the widgets need ipywidgets: pip install 'cardlab[notebooks]'") from None

from cardlab.cards import CardError, quote
from cardlab.faces import Row, rows
from cardlab.games import form_of, forms, puzzles
from cardlab.web.answer import Answer
from cardlab.web.form import Field, Form

if TYPE_CHECKING:
    from cardlab.charts import Chart

__all__ = ["Explorer", "Slides", "explore", "slide"]

LABELS = {"description_width": "150px"}
WIDE = {"width": "auto", "max_width": "44em"}
INDENT = "margin-left:158px"
RED = "var(--jp-error-color1, #c22)"


class Explorer:
    """A form to fill in, with its answer; shows itself in a notebook, and as the answer alone where no widget can.

    `game` and `inputs` are the widgets, `values` what they hold, `answer` what comes of it.

    >>> form = Explorer(form_of("tichu"), {"previous": "66", "play": "7P"})
    >>> form.answer.headline
    'legal'
    >>> form.inputs["play"].value = "55"
    >>> form.answer.headline, form.answer.spoken
    ('not legal', 'a pair of fives is not higher than a pair of sixes')
    """

    def __init__(self, form: Form, values: dict[str, str], seed: int | None = None) -> None:
        self.form = form
        self.inputs: dict[str, Any] = {}
        self._notes: dict[str, Any] = {}
        self._rng = Random(seed)
        self._result = HTML()
        self._fields = VBox()
        titles = [(other.title, other.game) for other in (*forms(), *puzzles())]
        tooltips = [other.question for other in (*forms(), *puzzles())]
        self.game = ToggleButtons(options=titles, value=form.game, tooltips=tooltips)
        self.random = Button(description="Random hand", tooltip="Deal cards to try")
        self.view = VBox([self.game, self._fields, HBox([self.random]), self._result])
        self._build(form.filled(values))
        self.game.observe(lambda _: self._change(form_of(self.game.value)), "value")
        self.random.on_click(lambda _: self._fill(self.form.fresh(self._rng)))

    @property
    def values(self) -> dict[str, str]:
        """What the fields hold, as text."""
        held = {name: widget.value for name, widget in self.inputs.items()}
        return {name: ("yes" if value else "") if isinstance(value, bool) else value for name, value in held.items()}

    @property
    def answer(self) -> Answer:
        """The answer to what the fields hold."""
        return self.form.answer(self.values)

    def __repr__(self) -> str:
        return repr(self.answer)

    def _change(self, form: Form) -> None:
        """Show the form of another game, with its example."""
        self.form = form
        self._build(form.example)

    def _build(self, values: dict[str, str]) -> None:
        """Show the fields of the game, filled in."""
        self.inputs = {field.name: _input(field, values[field.name]) for field in self.form.fields}
        self._notes = {field.name: HTML() for field in self.form.fields}
        for widget in self.inputs.values():
            widget.observe(lambda _: self._show(), "value")
        self._fields.children = [
            part for field in self.form.fields for part in (self.inputs[field.name], self._notes[field.name])
        ]
        self._show()

    def _fill(self, values: dict[str, str]) -> None:
        for name, text in values.items():
            self.inputs[name].value = text

    def _show(self) -> None:
        """Show the answer, and beside each field its hint or what is wrong with it."""
        answer = self.answer
        for field in self.form.fields:
            wrong = field.name == answer.field
            for part in (self.inputs[field.name], self._notes[field.name]):
                part.layout.display = None if field.shown(answer) else "none"
            colour = RED if wrong and not answer.unfinished else "inherit"
            text = escape(answer.error if wrong else field.hint)
            self._notes[
                field.name
            ].value = f'<small style="display:block;line-height:1.3;{INDENT};color:{colour}">{text}</small>'
        self._result.value = self._html(answer) if answer else ""

    def _html(self, answer: Answer) -> str:
        """The answer, below pictures of the cards that it is about."""
        cards = {field.label: self.form.held(self.values[field.name]) for field in self.form.card_fields}
        lines = [Row(label, held) for label, held in cards.items() if held]
        return (rows(lines, self.form.deck)._repr_html_() if lines else "") + answer._repr_html_()

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        shown = {"text/plain": repr(self), "text/html": self._html(self.answer)}
        return dict(self.view._repr_mimebundle_()) | shown


def explore(game: str = "cribbage", *, seed: int | None = None, **values: str) -> Explorer:
    """A form for a notebook: the fields of a game by name, as text. With no field it opens on the example of the game.

    Fields left out have their defaults. `seed` makes the random hands repeatable. Raises `CardError`
    for an unknown game, field or choice, and for a value that is not text; faults of a hand are shown beside its
    field.

    >>> explore("cribbage", hand="8H 8S 8D 2C", starter="AH").answer.headline
    '6 points'
    """
    form = form_of(game)
    return Explorer(form, values or form.example, seed)


class Slides:
    """Sliders with a chart below them; shows itself in a notebook, and as the chart alone where no widget can.

    `sliders` are the widgets by name, `view` is all of them with the chart. Moving one draws the chart anew.
    """

    def __init__(self, draw: Callable[..., Chart], sliders: dict[str, Any]) -> None:
        self.draw = draw
        self.sliders = sliders
        self._shown = HTML(_picture(self.chart))
        self.view = VBox([*sliders.values(), self._shown])
        for name, slider in sliders.items():
            slider.description = slider.description or name
            slider.observe(lambda _: self._show(), "value")

    @property
    def chart(self) -> Chart:
        """The chart at the sliders' values."""
        return self.draw(**{name: slider.value for name, slider in self.sliders.items()})

    def __repr__(self) -> str:
        return repr(self.chart)

    def _show(self) -> None:
        """Show the chart, or the error in its place: a notebook hides what is raised when a slider moves."""
        try:
            self._shown.value = _picture(self.chart)
        except Exception as error:
            self._shown.value = f'<p style="color:{RED}">{escape(f"{type(error).__name__}: {error}")}</p>'

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, Any], dict[str, Any]]:
        shown, metadata = self.chart._repr_mimebundle_()
        return dict(self.view._repr_mimebundle_()) | shown, metadata


def slide(draw: Callable[..., Chart], **sliders: Any) -> Slides:
    """A chart under sliders: `draw` gets the value of each slider by its name, and is called again when one moves.

    The stored output is the chart at the values that the sliders start with. What `draw` raises there is raised; later
    it is shown in the chart's place.

    >>> from ipywidgets import IntSlider
    >>> from cardlab.charts import distribution_chart
    >>> from cardlab.distribution import Distribution
    >>> shown = slide(
    ...     lambda sides: distribution_chart(
    ...         Distribution.exact(dict.fromkeys(range(1, sides + 1), 1)), title="A die", xlabel="eyes"
    ...     ),
    ...     sides=IntSlider(6, min=4, max=20),
    ... )
    >>> shown
    A die. Chart of percent of deals by eyes. Exact: n = 6, 1 to 6, mean 3.5000, sd 1.7078.
    >>> shown.sliders["sides"].value = 20
    >>> shown
    A die. Chart of percent of deals by eyes. Exact: n = 20, 1 to 20, mean 10.5000, sd 5.7663.
    """
    return Slides(draw, sliders)


def _picture(chart: Chart) -> str:
    """A chart as HTML with its alternative text, which the Image of ipywidgets has no place for."""
    width = round(chart.figure.get_figwidth() * 100)
    source = "data:image/png;base64," + b64encode(chart.png).decode("ascii")
    return f'<img src="{source}" alt="{escape(chart.text)}" width="{width}" style="max-width:100%;height:auto">'


def _input(field: Field, value: str) -> Any:
    """The widget that fills a field. Raises `CardError` for a value that a choice does not have."""
    allowed = {"text": (value,), "choice": field.choices, "switch": ("", "yes")}[field.kind]
    if value not in allowed:
        raise CardError(f"{field.name}={quote(value)}: expected one of {', '.join(map(repr, allowed))}")
    if field.kind == "switch":
        return Checkbox(description=field.label, value=value == "yes", style=LABELS)
    if field.kind == "choice":
        return Dropdown(options=field.choices, value=value, description=field.label, style=LABELS)
    return Text(value=value, description=field.label, style=LABELS, layout=WIDE)
