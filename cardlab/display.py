"""The HTML and text faces of cards and tables; standard library only, everything escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeGuard

from cardlab.cards import Card

__all__ = ["Table", "card_html", "cards_html", "cards_text", "table_html", "table_text"]

NUMBER = re.compile(r"[-+]?\d[\d,.]*(e[-+]?\d+)?( %| ± [\d.]+)?")
COLOURS = {"H": "#d62f2f", "D": "#d62f2f", "j": "#1b7f4d", "p": "#2a6fbb", "t": "#d62f2f"}


def card_html(card: Card) -> str:
    """A card as HTML: `T` as 10, the suit as its symbol, red suits and Tichu's suits in colour.

    >>> card_html(Card("T", "S")), card_html(Card("5", "H"))
    ('10♠', '<span style="color:#d62f2f">5♥</span>')
    """
    text = escape(card.symbol)
    colour = COLOURS.get(card.suit)
    return f'<span style="color:{colour}">{text}</span>' if colour else text


def cards_html(cards: Iterable[Card]) -> str:
    """Cards as HTML, a space between.

    >>> cards_html([Card("A", "S"), Card("K", "C")])
    'A♠ K♣'
    """
    return " ".join(map(card_html, cards))


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as text, a space between.

    >>> cards_text([Card("A", "S"), Card("K", "C")])
    'AS KC'
    """
    return " ".join(map(str, cards))


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]], foot: Sequence[str] = (), *, right: int = 1) -> str:
    """A table as HTML; the cells are HTML already, the last `right` columns are right-justified.

    >>> table_html(["what", "points"], [["pair", "2"]])[:34]
    '<table class="cardlab"><thead><tr>'
    """
    return _html(head, rows, ["left"] * (len(head) - right) + ["right"] * right, foot)


def _html(head: Sequence[str], rows: Iterable[Sequence[str]], sides: Sequence[str], foot: Sequence[str] = ()) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        made = (f'<{tag} style="text-align:{side}">{cell}</{tag}>' for side, cell in zip(sides, cells, strict=True))
        return f"<tr>{''.join(made)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    tail = f"<tfoot>{row(foot, 'th')}</tfoot>" if foot else ""
    return f'<table class="cardlab"><thead>{row(head, "th")}</thead><tbody>{body}</tbody>{tail}</table>'


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """A table as text, two spaces between the columns, the last column right-justified.

    >>> print(table_text([["fifteen", "5H JC", "2"], ["pair", "5H 5S", "12"]]))
    fifteen  5H JC   2
    pair     5H 5S  12
    """
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)] + [row[-1].rjust(widths[-1])]
        for row in rows
    )
    return "\n".join("  ".join(line) for line in lines)


@dataclass(frozen=True, repr=False)
class Table:
    """A table that shows itself in a notebook; a cell is text, a number, or cards.

    Columns of numbers (`1,234`, `4.77 ± 0.01`, `12 %`) are right-justified.

    >>> Table(["cards", "points"], [[(Card("5", "H"), Card("J", "C")), 2], ["none", 10]])
    cards  points
    5H JC       2
    none       10
    """

    head: Sequence[str]
    rows: Sequence[Sequence[object]]

    @property
    def _numeric(self) -> list[bool]:
        """Which columns hold numbers only; cards are none, though Tichu's may look like some."""
        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.head)
        return [bool(column) and all(_is_number(cell) for cell in column) for column in columns]

    def __repr__(self) -> str:
        rows = [list(self.head), *([_cell_text(cell) for cell in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        forms = [f"{{:{'>' if numeric else '<'}{width}}}" for numeric, width in zip(self._numeric, widths, strict=True)]
        return "\n".join("  ".join(forms).format(*row).rstrip() for row in rows)

    def _repr_html_(self) -> str:
        sides = ["right" if numeric else "left" for numeric in self._numeric]
        rows = [[_cell_html(cell) for cell in row] for row in self.rows]
        return _html([escape(name) for name in self.head], rows, sides)


def _cell_text(cell: object) -> str:
    return cards_text(cell) if _is_cards(cell) else f"{cell:,}" if isinstance(cell, int) else str(cell)


def _cell_html(cell: object) -> str:
    return cards_html(cell) if _is_cards(cell) else escape(_cell_text(cell))


def _is_number(cell: object) -> bool:
    return not isinstance(cell, tuple) and NUMBER.fullmatch(_cell_text(cell)) is not None


def _is_cards(cell: object) -> TypeGuard[tuple[Card, ...]]:
    return isinstance(cell, tuple) and all(isinstance(one, Card) for one in cell)
