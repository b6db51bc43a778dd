"""The answer to a filled form: the score with its items, or the error and the field that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape

from cardlab.cards import Card, CardError
from cardlab.score import Score

__all__ = ["Answer", "FieldError", "errors_of", "scored"]


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What a form gives: `headline`, the same `spoken`, a table as `text` and `html`; or an `error`.

    `rows` has the cards of each row of the table. `field` is the field that an error belongs to, and `unfinished` is
    true where cards are only missing. `cost` is what the guess at a puzzle lost in points, None where there is none.
    `following` are the values that lead to the next of several hands.

    >>> from cardlab.games import form_of
    >>> form_of("tichu").answer({"previous": "66", "play": "7P"})
    legal
    a pair of sevens beats a pair of sixes
    <BLANKLINE>
    what      cards  is
    previous  6 6    a pair of sixes
    play      7 P    a pair of sevens, the phoenix as seven
    """

    headline: str
    spoken: str
    text: str = ""
    html: str = ""
    rows: tuple[tuple[Card, ...], ...] = ()
    error: str = ""
    field: str = ""
    unfinished: bool = False
    cost: float | None = None
    following: Mapping[str, str] | None = None

    def __bool__(self) -> bool:
        return not self.error

    def __repr__(self) -> str:
        return f"{self.field}: {self.error}" if self.error else f"{self.headline}\n{self.spoken}\n\n{self.text}"

    def _repr_html_(self) -> str:
        if self.error:
            return f"<p><strong>{escape(self.field)}</strong>: {escape(self.error)}</p>"
        return f"<p><strong>{escape(self.headline)}</strong><br>{escape(self.spoken)}</p>{self.html}"


class FieldError(CardError):
    """An error with the field that it belongs to."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@contextmanager
def errors_of(field: str) -> Iterator[None]:
    """Give errors the name of a field.

    >>> with errors_of("hand"):
    ...     raise CardError("no cards")
    Traceback (most recent call last):
        ...
    cardlab.web.answer.FieldError: no cards
    """
    try:
        yield
    except CardError as error:
        raise FieldError(field, str(error)) from None


def scored(score: Score, *more: str) -> Answer:
    """The answer that a score gives; `more` goes behind the points in the headline.

    >>> from cardlab import cribbage
    >>> scored(cribbage.score("8H 8S 8D 2C", "AH")).headline
    '6 points'
    """
    points = "1 point" if score.total == 1 else f"{score.total} points"
    rows = tuple(item.cards for item in score)
    return Answer(", ".join([points, *more]), str(score), score.table(), score._repr_html_(), rows)
