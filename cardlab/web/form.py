"""A form: the fields in which people ask about a hand of a game, its answers, and its cards to click and deal.

What a form holds is text by field, as a page or an address has it. Standard library only, so that the same form stands
in a browser and in Jupyter. Each game has one, `cardlab.<game>.form.FORM`; the examples below take it from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from cardlab.card import RANK_WORDS, SYMBOLS
from cardlab.cards import Card, CardError, Deck, quote
from cardlab.display import COLOURS, cards_text
from cardlab.web.answer import Answer, FieldError, errors_of
from cardlab.web.field import LONGEST, Field

__all__ = ["Face", "Field", "Form"]

WORDS = {letter: word for word, letter in reversed([*RANK_WORDS.items()])} | {"0": "ten"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its notation, rank and suit sign, its name read aloud, its colour (empty for black).

    >>> from cardlab.cribbage.form import FORM
    >>> FORM.face(Card("T", "H"))
    Face(card='TH', rank='10', suit='♥', name='ten of hearts', colour='#d62f2f')
    """

    card: str
    rank: str
    suit: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A game's form.

    - `score` answers the values of all fields; errors are raised inside `errors_of(field)`.
    - `deal` gives cards to try, by field.
    - `parse` reads any number of cards from a field, even if more are to come; `write` is its inverse.
    - `names_of_specials` are the spoken names of cards without a suit.
    - `renew` reads the values of a link that an earlier version made.
    - `high_first`: the deck is drawn from the highest card down.
    """

    game: str
    title: str
    question: str
    fields: tuple[Field, ...]
    deck: Deck
    score: Callable[[Mapping[str, str]], Answer]
    deal: Callable[[Random], dict[str, str]]
    parse: Callable[[str], tuple[Card, ...]]
    write: Callable[[Sequence[Card]], str] = cards_text
    names_of_specials: Mapping[str, str] | None = None
    renew: Callable[[dict[str, str]], dict[str, str]] = dict
    high_first: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(field.name for field in self.fields)

    @property
    def card_fields(self) -> tuple[Field, ...]:
        """The fields that take cards."""
        return tuple(field for field in self.fields if field.cards)

    @property
    def guesses(self) -> tuple[Field, ...]:
        """The fields with the reader's answer, if the form is a puzzle."""
        return tuple(field for field in self.fields if field.guess)

    @property
    def example(self) -> dict[str, str]:
        """A hand worth a look."""
        return {field.name: field.example or field.default for field in self.fields}

    def field(self, name: str) -> Field:
        """The field of that name. Raises `CardError` for any other."""
        if found := [field for field in self.fields if field.name == name]:
            return found[0]
        raise CardError(f"{quote(name)} is not a field of {self.title}: expected {', '.join(self.names)}")

    def filled(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values of all fields, defaults where `values` has none.

        Raises `CardError` for an unknown field and for a value that is not text.

        >>> from cardlab.bridge.form import FORM
        >>> FORM.filled({"hand": "A6.K954.A93.A984", "deal": "2"})
        {'hand': 'A6.K954.A93.A984', 'trump': 'spades', 'deal': '2'}
        """
        read = {name: self.field(name).read(value) for name, value in values.items()}
        return self.renew({field.name: field.default for field in self.fields} | read)

    def answer(self, values: Mapping[str, str]) -> Answer:
        """Score what the form holds; fields left out have their defaults. Never raises: an error is an answer.

        >>> from cardlab.bridge.form import FORM
        >>> FORM.answer({"hand": "AKQ2.T98..J76543", "trump": "spades"}).headline
        '17 points, AKQx xxx - Jxxxxx'
        >>> FORM.answer({"hand": "AKQ2.T98.."}).unfinished
        True
        """
        filled: dict[str, str] = {}
        try:
            with errors_of("game"):
                filled = self.filled(values)
            for name, text in filled.items():
                with errors_of(name):
                    self.field(name).check(text)
            return self.score(filled)
        except FieldError as error:
            unfinished = error.field in filled and self._unfinished(self.field(error.field), filled[error.field])
            return Answer("", str(error), error=str(error), field=error.field, unfinished=unfinished)

    def held(self, text: str) -> tuple[Card, ...]:
        """The cards of a field's text as far as they can be read: what is drawn while somebody still types.

        >>> from cardlab.cribbage.form import FORM
        >>> [str(card) for card in FORM.held("5H 5X 5h JD")]
        ['5H', 'JD']
        """
        text = text[:LONGEST]
        with suppress(CardError):
            return self.parse(text)
        return self.deck.reader.readable(text)

    def click(self, values: Mapping[str, str], target: str, card: str) -> dict[str, str]:
        """The values after a click on a card: out of the field that has it, else into `target`.

        A full target hands the card on to the field behind it, if there is room; one for a single card changes it.
        In a puzzle it goes into the guess, a full one begins anew. Raises `CardError` for an unknown card or field.

        >>> from cardlab.cribbage.form import FORM
        >>> FORM.click({"hand": "5H 5S 5C JD"}, "hand", "5D")["starter"]
        '5D'
        """
        filled, clicked = self.filled(values), self.deck.card(card)
        chosen = [field for field in self.guesses if field.cards]
        goal = [self.field(target), *chosen][-1]
        fields = {field: self.held(filled[field.name]) for field in chosen or self.card_fields}
        for field, cards in fields.items():
            if clicked in cards:
                return filled | {field.name: self.write([other for other in cards if other != clicked])}
        behind = dict(zip(self.card_fields, self.card_fields[1:], strict=False)).get(goal)
        if behind and 1 < goal.cards <= len(fields[goal]) and len(fields[behind]) < behind.cards:
            goal = behind
        cards = fields.get(goal, ())
        cards = () if goal.cards == 1 or (chosen and len(cards) >= goal.cards) else cards
        return filled | {goal.name: self.write([*cards, clicked])}

    def fresh(self, rng: Random) -> dict[str, str]:
        """Cards to try, by field; other fields for cards are emptied.

        >>> from cardlab.cribbage.form import FORM
        >>> {name: len(FORM.held(text)) for name, text in FORM.fresh(Random(1)).items()}
        {'hand': 4, 'starter': 1, 'other': 0, 'crib': 0}
        """
        return {field.name: "" for field in self.card_fields} | self.deal(rng)

    def face(self, card: Card) -> Face:
        """How a card is drawn and named."""
        suits = dict(zip(self.deck.suits, self.deck.suit_names, strict=True))
        name = f"{WORDS[card.rank]} of {suits[card.suit]}" if card.suit else (self.names_of_specials or {})[card.rank]
        rank = card.rank.replace("T", "10")
        return Face(str(card), rank, SYMBOLS.get(card.suit, card.suit), name, COLOURS.get(card.suit, ""))

    def rows(self) -> tuple[tuple[str, tuple[Face, ...]], ...]:
        """The deck as it is drawn: the rows, each with its name, suit by suit and then the specials.

        >>> from cardlab.tichu.form import FORM
        >>> [(name, len(faces)) for name, faces in FORM.rows()]
        [('jade', 13), ('swords', 13), ('pagodas', 13), ('stars', 13), ('specials', 4)]
        """
        rows = []
        for suit, name in zip(self.deck.suits, self.deck.suit_names, strict=True):
            faces = [self.face(card) for card in self.deck if card.suit == suit]
            rows.append((name, tuple(reversed(faces) if self.high_first else faces)))
        specials = tuple(self.face(card) for card in self.deck if not card.suit)
        return (*(rows[::-1] if self.high_first else rows), *([("specials", specials)] if specials else []))

    def _unfinished(self, field: Field, text: str) -> bool:
        """Whether nothing is wrong with a field's cards except that there are too few."""
        with suppress(CardError):
            return len(self.parse(text[:LONGEST])) < field.least
        return False
