"""A score that explains itself: items, and the total that is their sum by construction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, Deck
from cardlab.display import cards_html, cards_text, table_html, table_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Item", "Score"]


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a score: what it is, the cards that make it, the points it gives.

    `note` is the detail shown in a table; `said` is what a player says before the running total.

    >>> Item("pair", (Card("5", "H"), Card("5", "S")), 2).points
    2
    """

    kind: str
    cards: tuple[Card, ...]
    points: int
    note: str = ""
    said: str = ""

    def spoken(self, running: float) -> str:
        """The item as said aloud; an item without points leaves the running total out."""
        said = self.said or f"{self.kind} is"
        return f"{said} {running}" if self.points else said


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """A score: its items. `int(score)` is the total, `str(score)` counts it aloud, `score.table()` lists it.

    Points are whole numbers. Where a rule gives fractions they are counted in steps, `unit` of them to a point:
    `int(score)` is in steps, `float(score)` in points, and text shows points.

    >>> five, jack = Card("5", "H"), Card("J", "C")
    >>> score = Score((Item("fifteen", (five, jack), 2, said="fifteen"), Item("nobs", (jack,), 1)))
    >>> int(score), str(score)
    (3, 'fifteen 2, nobs is 3')
    >>> print(score.table())
    fifteen  5H JC  2
    nobs     JC     1
    total           3
    >>> quarters = Score((Item("high cards", (jack,), 3),), unit=4)
    >>> int(quarters), float(quarters), str(quarters)
    (3, 0.75, 'high cards is 0.75')
    """

    items: tuple[Item, ...]
    unit: int = 1
    deck: Deck | None = None

    @property
    def total(self) -> int:
        """The sum of the items."""
        return sum(item.points for item in self.items)

    def __int__(self) -> int:
        return self.total

    def __float__(self) -> float:
        return self.total / self.unit

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def _in_points(self, steps: int) -> float:
        """Steps as points: an `int` if they are whole."""
        return steps / self.unit if steps % self.unit else steps // self.unit

    def of(self, kind: str) -> tuple[Item, ...]:
        """The items of one kind."""
        return tuple(item for item in self.items if item.kind == kind)

    def points(self, kind: str) -> int:
        """The points that one kind of item gives."""
        return sum(item.points for item in self.of(kind))

    def __str__(self) -> str:
        running, said = 0, []
        for item in self.items:
            running += item.points
            said.append(item.spoken(self._in_points(running)))
        counted = bool(self.items) and self.items[-1].points != 0
        return ", ".join(said) if counted else ", ".join([*said, f"{self._in_points(running)} in all"])

    def __repr__(self) -> str:
        return f"<Score {self._in_points(self.total)}: {self}>"

    def table(self) -> str:
        """The items and the total as text: what, cards, note if any has one, points."""
        rows = [
            [item.kind, cards_text(item.cards), item.note, str(self._in_points(item.points))] for item in self.items
        ]
        rows.append(["total", "", "", str(self._in_points(self.total))])
        if not any(item.note for item in self.items):
            rows = [[kind, cards, points] for kind, cards, _, points in rows]
        return table_text(rows)

    def to_frame(self) -> pd.DataFrame:
        """The items as a DataFrame, a row each: `kind`, `cards`, `points`, `note`.

        The cards are hands of the deck, or text where none is known: those of Tichu may lack their suits.

        >>> from cardlab import cribbage
        >>> cribbage.score("5H 5S 6D KC", "9D").to_frame().head(2)
              kind  cards  points note
        0  fifteen  5♥ K♣       2
        1  fifteen  5♠ K♣       2
        """
        import pandas as pd

        cards: Any = [cards_text(item.cards) for item in self.items]
        if self.deck is not None:
            from cardlab.frames import hands

            cards = hands([item.cards for item in self.items], self.deck)
        points = [self._in_points(item.points) for item in self.items]
        kinds, notes = [item.kind for item in self.items], [item.note for item in self.items]
        return pd.DataFrame({"kind": kinds, "cards": cards, "points": points, "note": notes})

    def _repr_html_(self) -> str:
        rows = [
            [escape(i.kind), cards_html(i.cards), escape(i.note), str(self._in_points(i.points))] for i in self.items
        ]
        return table_html(["what", "cards", "", "points"], rows, ["total", "", "", str(self._in_points(self.total))])
