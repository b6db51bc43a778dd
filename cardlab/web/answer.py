"""The answer to a filled form: the score with its items, or the error and the field that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from html import escape

from cardlab import bridge, cribbage, scopa, tichu
from cardlab.cards import Card, CardError, quote
from cardlab.display import Table
from cardlab.score import Score
from cardlab.tichu.combinations import NAMES
from cardlab.web.cardtable import read
from cardlab.web.form import Form, form

__all__ = ["Answer", "answer"]

LONGEST = 1000
"""More characters than any hand takes, in words too."""


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What a form gives: `headline`, the same `spoken`, a `table`, the cards of each of its rows; or an `error`.

    `field` is the name of the field that an error belongs to, `unfinished` is true where cards are only missing.

    >>> answer("tichu", {"previous": "66", "play": "7P"})
    legal
    a pair of sevens beats a pair of sixes
    <BLANKLINE>
    what      cards  is
    previous  6 6    a pair of sixes
    play      7 P    a pair of sevens, the phoenix as seven
    >>> answer("cribbage", {"hand": "5H 5S 5C JX", "starter": "5D"}).field
    'hand'
    """

    headline: str
    spoken: str
    table: Score | Table | None = None
    rows: tuple[tuple[Card, ...], ...] = ()
    error: str = ""
    field: str = ""
    unfinished: bool = False

    def __bool__(self) -> bool:
        return not self.error

    def __repr__(self) -> str:
        if self.error:
            return f"{self.field}: {self.error}"
        table = self.table.table() if isinstance(self.table, Score) else repr(self.table)
        return f"{self.headline}\n{self.spoken}\n\n{table}"

    def _repr_html_(self) -> str:
        if self.table is None:
            return f"<p><strong>{escape(self.field)}</strong>: {escape(self.error)}</p>"
        return f"<p><strong>{escape(self.headline)}</strong><br>{escape(self.spoken)}</p>{self.table._repr_html_()}"


def answer(game: str, values: Mapping[str, str]) -> Answer:
    """Score what a form holds; fields left out have their defaults. Never raises for text: an error is an answer.

    >>> answer("bridge", {"hand": "AKQ2.T98..J76543", "trump": "spades"}).headline
    '17 points, AKQx xxx - Jxxxxx'
    >>> answer("cribbage", {"hand": "5H 5S 5C", "starter": "5D"}).error
    '3 cards where 4 were expected: 5H 5S 5C'
    """
    try:
        with _of("game"):
            asked = form(game)
            filled = asked.filled(values)
        for name, text in filled.items():
            with _of(name):
                _check_length(text)
        return ANSWERS[game](filled)
    except _FieldError as error:
        unfinished = error.field != "game" and _unfinished(asked, error.field, filled[error.field])
        return Answer("", str(error), error=str(error), field=error.field, unfinished=unfinished)


class _FieldError(CardError):
    """An error with the field that it belongs to."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def _of(field: str) -> Iterator[None]:
    """Give errors the name of a field."""
    try:
        yield
    except CardError as error:
        raise _FieldError(field, str(error)) from None


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise CardError(f"{quote(text)} is too long: {len(text):,} characters where at most {LONGEST:,} were expected")


def _unfinished(asked: Form, name: str, text: str) -> bool:
    """Whether nothing is wrong with a field's cards but that there are too few."""
    with suppress(CardError):
        return len(read(asked.game, text)) < asked.field(name).least
    return False


def _cribbage(values: Mapping[str, str]) -> Answer:
    with _of("hand"):
        hand = cribbage.DECK.parse(values["hand"], size=4)
    with _of("starter"):
        if not values["starter"].strip():
            raise CardError("no starter: expected one card")
        cribbage.DECK.card(values["starter"], where="the starter")
    with _of("crib"):
        crib = _switch(values["crib"])
    with _of("starter"):
        return _scored(cribbage.score(hand, values["starter"], crib=crib))


def _scopa(values: Mapping[str, str]) -> Answer:
    with _of("captured"):
        captured = scopa.DECK.parse(values["captured"])
    with _of("missing_suit"):
        rules = replace(scopa.RULES, missing_suit=values["missing_suit"])
    with _of("sweeps"):
        return _scored(scopa.score(captured, sweeps=_whole_number(values["sweeps"]), rules=rules))


def _bridge(values: Mapping[str, str]) -> Answer:
    with _of("hand"):
        hand = bridge.parse(values["hand"])
    with _of("trump"):
        return _scored(bridge.score(hand, values["trump"]), bridge.shorthand(hand))


def _tichu(values: Mapping[str, str]) -> Answer:
    with _of("previous"):
        previous = tichu.parse(values["previous"])
    with _of("play"):
        play = tichu.parse(values["play"])
    with _of("phoenix_value"):
        given = values["phoenix_value"]
        value = tichu.read_phoenix_value(given) if given.strip() else None
        verdict = tichu.explain(previous, play, phoenix_value=value)
    rows = [["previous", previous, _named(verdict.previous) if previous else "none: this is the lead"]]
    rows.append(["play", play, _named(verdict.play)])
    headline, _, why = str(verdict).partition(": ")
    return Answer(headline, why, Table(["what", "cards", "is"], rows), (previous, play))


ANSWERS: Mapping[str, Callable[[Mapping[str, str]], Answer]] = {
    "cribbage": _cribbage,
    "scopa": _scopa,
    "bridge": _bridge,
    "tichu": _tichu,
}


def _scored(score: Score, *more: str) -> Answer:
    points = "1 point" if score.total == 1 else f"{score.total} points"
    return Answer(", ".join([points, *more]), str(score), score, tuple(item.cards for item in score))


def _named(play: tichu.Combination | None) -> str:
    """What a play is, with what its phoenix stands for."""
    if play is None:
        return "no combination"
    stands = "" if play.phoenix is None or play.is_single_phoenix else f", the phoenix as {NAMES[int(play.phoenix)]}"
    return f"{play}{stands}"


def _switch(text: str) -> bool:
    if text not in ("", "yes"):
        raise CardError(f"{quote(text)} is no switch: expected yes, or nothing")
    return text == "yes"


def _whole_number(text: str) -> int:
    """A number of sweeps, none for empty text. Raises `CardError` for anything but a whole number up to 40."""
    text = text.strip() or "0"
    if not (text.isascii() and text.isdecimal()):
        raise CardError(f"{quote(text)} sweeps: expected a whole number, 0 or more")
    if int(text) > len(scopa.DECK):
        raise CardError(f"{quote(text)} sweeps: expected at most {len(scopa.DECK)}, one for each card")
    return int(text)
