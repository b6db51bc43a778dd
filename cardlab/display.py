"""The HTML and text faces of cards and tables; standard library only, cards escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cardlab.cards import Card

__all__ = ["card_html", "cards_html", "cards_text", "table_html", "table_text"]

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
    """A table as HTML, a line a row; the cells are HTML already, the last `right` columns are right-justified.

    >>> print(table_html(["what", "points"], [["pair", "2"]]))
    <table class="cardlab"><thead><tr><th style="text-align:left">what</th><th style="text-align:right">points</th></tr>
    </thead><tbody><tr><td style="text-align:left">pair</td><td style="text-align:right">2</td></tr>
    </tbody></table>
    """
    sides = ["left"] * (len(head) - right) + ["right"] * right

    def row(cells: Sequence[str], tag: str) -> str:
        written = (f'<{tag} style="text-align:{side}">{cell}</{tag}>' for side, cell in zip(sides, cells, strict=True))
        return f"<tr>{''.join(written)}</tr>\n"

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
