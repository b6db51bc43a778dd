"""A form in a notebook: pick a game, type a hand, see the score. Needs ipywidgets, of the extra `notebooks`."""

from __future__ import annotations

from html import escape
from random import Random
from typing import Any

try:
    from ipywidgets import HTML, Button, Checkbox, Dropdown, HBox, Text, ToggleButtons, VBox
except ImportError:
    raise ImportError("the form needs ipywidgets: pip install 'cardlab[notebooks]'") from None

from cardlab.cards import CardError, quote
from cardlab.games import form_of, forms
from cardlab.web.answer import Answer
from cardlab.web.form import Field, Form

__all__ = ["Explorer", "explore"]

LABELS = {"description_width": "150px"}
WIDE = {"width": "auto", "max_width": "44em"}
INDENT = "margin-left:158px"


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
        titles = [(other.title, other.game) for other in forms()]
        tooltips = [other.question for other in forms()]
        self.game = ToggleButtons(options=titles, value=form.game, tooltips=tooltips)
        self.random = Button(description="Random hand", tooltip="Deal cards to try")
        self.view = VBox([self.game, self._fields, HBox([self.random]), self._result])
        self._build(form.filled(values))
        self.game.observe(lambda _: self._change(form_of(self.game.value)), "value")
        self.random.on_click(lambda _: self._fill(self.form.deal(self._rng)))

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
            colour = "var(--jp-error-color1, #c22)" if wrong and not answer.unfinished else "inherit"
            text = escape(answer.error if wrong else field.hint)
            self._notes[
                field.name
            ].value = f'<small style="display:block;line-height:1.3;{INDENT};color:{colour}">{text}</small>'
        self._result.value = answer._repr_html_() if answer else ""

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        shown = {"text/plain": repr(self), "text/html": self.answer._repr_html_()}
        return dict(self.view._repr_mimebundle_()) | shown


def explore(game: str = "cribbage", *, seed: int | None = None, **values: str) -> Explorer:
    """A form for a notebook: the fields of a game by name, as text. With no field it opens on the example of the game.

    Fields left out have their defaults. `seed` makes the random hands repeatable. Raises `CardError`
    for an unknown game, field or choice, and for a value that is not text; what is wrong with a hand is said beside its
    field.

    >>> explore("cribbage", hand="8H 8S 8D 2C", starter="AH").answer.headline
    '6 points'
    """
    form = form_of(game)
    return Explorer(form, values or form.example, seed)


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
