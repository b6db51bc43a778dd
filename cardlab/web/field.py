"""A field of a form: what people fill in, and how its text is read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from cardlab.cards import CardError, quote
from cardlab.web.answer import Answer

__all__ = ["LONGEST", "Field"]

LONGEST = 5000
"""More characters than any hand takes, in words too, and any board of a PBN file."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its name, its label, how it is filled in.

    `choices` are the values of a choice, the first its default; `spelling` reads a choice by its other names. `cards`
    is how many cards the field takes at most, 0 where it takes none, and `least` at least. A switch is `yes` or empty.
    `keypad` and `capitals` are what the keyboard of a phone starts with. `place`: above the deck, below it where most
    questions do without the field, or only there if the hands are several. `guess`: the answer to a puzzle, in no link.
    """

    name: str
    label: str
    kind: Literal["text", "choice", "switch"]
    hint: str
    example: str = ""
    choices: tuple[str, ...] = ()
    cards: int = 0
    least: int = 0
    spelling: Callable[[str], str] = str
    keypad: Literal["text", "numeric", "decimal"] = "text"
    capitals: bool = True
    place: Literal["above", "below", "several"] = "above"
    guess: bool = False

    @property
    def default(self) -> str:
        """What the field holds where nothing was said."""
        return self.choices[0] if self.choices else ""

    def read(self, text: str) -> str:
        """The text as the field holds it: a choice by its own name where the game knows another.

        Raises `CardError` for what is not text, and for text of more than 5,000 characters.

        >>> from cardlab.bridge.form import FORM
        >>> FORM.field("trump").read("NT")
        'notrump'
        """
        if not isinstance(text, str):
            raise CardError(f"{self.name}={quote(text)}: expected text")
        if len(text) <= LONGEST:
            with suppress(CardError):  # the answer says what is wrong with a choice
                return self.spelling(text)
        return text

    def check(self, text: str) -> None:
        """Raise `CardError` for text that is too long, and for a switch that is neither yes nor empty."""
        if len(text) > LONGEST:
            raise CardError(f"{quote(text)} is too long: {len(text):,} characters, expected at most {LONGEST:,}")
        if self.kind == "switch" and text not in ("", "yes"):
            raise CardError(f"{quote(text)} is neither yes nor empty")

    def shown(self, answer: Answer) -> bool:
        """Whether to show the field beside an answer: one about several hands if there are several, or if it is wrong.

        >>> from cardlab.bridge.form import FORM
        >>> FORM.field("deal").shown(FORM.answer(FORM.example))
        False
        """
        return self.place != "several" or self.name in (answer.following or {}) or self.name == answer.field
