"""The forms in which people ask about a hand: each game's fields as data.

What a form holds is text by field, as a page or an address has it; `cardlab.web.answer` scores it. Standard library
only, so that the same forms stand in a browser and in Jupyter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from cardlab import bridge, cribbage, scopa, tichu
from cardlab.cards import CardError, Deck, quote

__all__ = ["FORMS", "Field", "Form", "form"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its name, its label, how it is filled in.

    `choices` are the values of a choice, the first its default. `cards` is how many cards the
    field takes at most, 0 where it takes none, and `least` at least. A switch is `yes` or empty.

    >>> form("cribbage").field("starter").cards
    1
    """

    name: str
    label: str
    kind: Literal["text", "choice", "switch"]
    hint: str
    example: str = ""
    choices: tuple[str, ...] = ()
    cards: int = 0
    least: int = 0

    @property
    def default(self) -> str:
        """What the field holds where nothing was said."""
        return self.choices[0] if self.choices else ""

    def read(self, text: str) -> str:
        """The text as the field holds it: a choice by its own name where the game knows another. Raises for no text.

        >>> form("bridge").field("trump").read("NT")
        'notrump'
        """
        if not isinstance(text, str):
            raise CardError(f"{self.name}={quote(text)}: expected text")
        with suppress(CardError):  # what is no choice is the answer's to say
            return READERS.get(self.name, str)(text)
        return text


@dataclass(frozen=True, slots=True)
class Form:
    """A game's form: its question, its fields, its deck and whether that is drawn from the highest card down.

    >>> form("tichu").names
    ('previous', 'play', 'phoenix_value')
    """

    game: str
    title: str
    question: str
    fields: tuple[Field, ...]
    deck: Deck
    high_first: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(field.name for field in self.fields)

    @property
    def card_fields(self) -> tuple[Field, ...]:
        """The fields that take cards."""
        return tuple(field for field in self.fields if field.cards)

    def field(self, name: str) -> Field:
        """The field of that name. Raises `CardError` for any other."""
        for field in self.fields:
            if field.name == name:
                return field
        raise CardError(f"{quote(name)} is no field of {self.title}: expected {', '.join(self.names)}")

    def filled(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values of all fields, defaults where `values` has none.

        Raises `CardError` for a name that is no field and for a value that is no text.

        >>> form("bridge").filled({"hand": "A6.K954.A93.A984"})
        {'hand': 'A6.K954.A93.A984', 'trump': 'spades'}
        """
        given = {name: self.field(name).read(value) for name, value in values.items()}
        return {field.name: given.get(field.name, field.default) for field in self.fields}

    @property
    def example(self) -> dict[str, str]:
        """A hand worth a look."""
        return {field.name: field.example or field.default for field in self.fields}


READERS: Mapping[str, Callable[[str], str]] = {"trump": bridge.strain}
"""How a game reads a choice that it knows by more than one name."""

MISSING_SUIT_HINT = (
    "Forfeit: who lacks one loses to four suits. Strict: nobody scores if both lack one. Raw: the sums decide."
)

CRIBBAGE = Form(
    "cribbage",
    "Cribbage",
    "What does it score in the show?",
    (
        Field("hand", "Hand", "text", "Four cards, as in 5H or 10♠", "5H 5S 5C JD", cards=4, least=4),
        Field("starter", "Starter", "text", "The card turned up", "5D", cards=1, least=1),
        Field("crib", "This is the crib", "switch", "In the crib only five of a suit are a flush"),
    ),
    cribbage.DECK,
)
SCOPA = Form(
    "scopa",
    "Scopa",
    "Who takes the points of the round?",
    (
        Field(
            "captured",
            "Captured",
            "text",
            "One side's cards; the other has the rest",
            "7D 6D AD 5D 4D 3D 7C 7H 7S",
            cards=40,
        ),
        Field("sweeps", "Sweeps", "text", "How many this side made"),
        Field("missing_suit", "Missing suit", "choice", MISSING_SUIT_HINT, choices=scopa.MISSING_SUIT_RULES),
    ),
    scopa.DECK,
)
BRIDGE = Form(
    "bridge",
    "Bridge",
    "What is it worth before the bidding?",
    (
        Field("hand", "Hand", "text", "13 cards, suit by suit: ♠.♥.♦.♣", "AKQ2.T98..J76543", cards=13, least=13),
        Field("trump", "Trumps", "choice", "Short suits count with trumps only", choices=bridge.TRUMPS),
    ),
    bridge.DECK,
    high_first=True,
)
TICHU = Form(
    "tichu",
    "Tichu",
    "May this be played on that?",
    (
        Field(
            "previous",
            "Previous play",
            "text",
            "Empty: the lead. 0 is ten, suits are optional",
            "66",
            cards=14,
        ),
        Field("play", "Play", "text", "1 Mah Jong, D dog, P phoenix, R dragon", "7P", cards=14),
        Field("phoenix_value", "Value of the phoenix", "text", "If it was played alone before: 1.5 to 14.5"),
    ),
    tichu.DECK,
)
FORMS = (CRIBBAGE, SCOPA, BRIDGE, TICHU)
"""The four forms."""


def form(game: str) -> Form:
    """The form of a game. Raises `CardError` for what is none of the four.

    >>> form("scopa").question
    'Who takes the points of the round?'
    """
    for one in FORMS:
        if one.game == game:
            return one
    found = f"{quote(game)} is no game" if game else "no game"
    raise CardError(f"{found}: expected {', '.join(one.game for one in FORMS)}")
