"""Pictures of cards: a hand, a score item by item, labelled rows of cards. Standard library only.

A picture is an SVG of our own drawing, and the same cards as text. In a notebook it is an `img` with that text as its
alternative: shown alike in JupyterLab (trusted or not), in HTML and in the book, none wider than its column.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeGuard
from urllib.parse import quote as percent

from cardlab.cards import Card, CardError, Deck, Hand, HandLike, quote
from cardlab.faces.drawings import CHIP_HEIGHT, HEIGHT, WIDTH, card_id, drawings
from cardlab.score import Item, Score

__all__ = ["Picture", "Row", "hand", "items", "rows"]

STEP, OVERLAP, MANY = 55, 26, 7  # from card to card, at least; more than MANY in a row overlap
CHIP_STEP = 39  # at least, from chip to chip: a chip is the top of a card, its rank and suit side by side
GAP, MARGIN, RAISE, CHIP_GAP = 14, 12, 8, 3
LETTER = 8.4  # about the width of a letter of a label
SCALE = 1.2  # pixels a unit, where there is room
STYLE = (
    "._r{fill:none;stroke:currentColor;stroke-width:2.3;stroke-linecap:round;stroke-linejoin:round}"
    "._t{font:600 14px system-ui,Helvetica,Arial,sans-serif;fill:#24292f}._g{fill:#eef1f4}._v{fill:#c9ced4;opacity:.62}"
    "@media(prefers-color-scheme:dark){._t{fill:#e6e9ec}._g{fill:#262b31}._v{fill:#4b525a}}"
)


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """Cards as a picture: its SVG, and its text.

    >>> from cardlab.cribbage import DECK
    >>> hand("5H 5S 5D JC", DECK, starter="5C")
    5♥ 5♠ 5♦ J♣ + 5♣
    """

    svg: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        source = "data:image/svg+xml," + percent(self.svg.replace('"', "'"), safe=" /:=,;()'.-!*@{}")
        alt = escape(self.text).replace("\n", "&#10;")
        return f'<img src="{source}" alt="{alt}" style="max-width:100%;height:auto">'


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a picture: a label, cards, cards apart from them (a starter, a card played), a note at its end.

    Where some cards are `marked` the others are faint. A `small` row shows the top of its cards only.
    """

    label: str = ""
    cards: HandLike = ()
    apart: HandLike = ()
    marked: HandLike = ()
    note: str = ""
    small: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    """A row as it is drawn: its cards as read, and which of them are marked."""

    row: Row
    cards: tuple[Card, ...]
    apart: tuple[Card, ...]
    marked: tuple[Card, ...]

    def places(self, step: int) -> Iterator[tuple[int, Card]]:
        """Each card with its place from the left."""
        step = max(step, CHIP_STEP) if self.row.small else step
        apart = len(self.cards) * step + GAP + max(WIDTH - step, 0)
        yield from ((n * step, card) for n, card in enumerate(self.cards))
        yield from ((n * step + (apart if self.cards else 0), card) for n, card in enumerate(self.apart))

    def length(self, step: int) -> int:
        """From the left of the first card to the right of the last."""
        return max((x for x, _ in self.places(step)), default=-WIDTH) + WIDTH

    @property
    def raised(self) -> int:
        """How much higher than the others the marked cards stand."""
        return RAISE if self.marked and not self.row.small else 0

    @property
    def height(self) -> int:
        return CHIP_HEIGHT if self.row.small else HEIGHT + self.raised


def hand(cards: HandLike, deck: Deck, *, starter: HandLike = (), marked: HandLike = ()) -> Picture:
    """One row of cards; a starter stands apart, the cards that are not `marked` are faint.

    A `Hand` is sorted as players do; other cards stand as given, and may be a play of Tichu without suits. Raises
    `CardError` for cards that are not of the deck.

    >>> from cardlab.cribbage import DECK
    >>> hand("5H 5S 6D TC", DECK, marked="5H TC")
    [5♥] 5♠ 6♦ [10♣]
    """
    return rows([Row(cards=cards, apart=starter, marked=marked)], deck)


def items(score: Score, deck: Deck, *, cards: HandLike = (), starter: HandLike = (), label: str = "hand") -> Picture:
    """A score as a picture: the cards on top, below them a row an item with its cards marked and its points.

    Without `cards` it shows the cards of the items. Raises `CardError` for cards that are not of the deck.

    >>> from cardlab import cribbage
    >>> items(cribbage.score("5H 5S 6D KC", "2D"), cribbage.DECK, cards="5H 5S 6D KC", starter="2D")
    hand     5♥ 5♠ 6♦ K♣ + 2♦
    fifteen  5♥ K♣             2
    fifteen  5♠ K♣             2
    pair     5♥ 5♠             2
    total                      6
    """
    shown = _read(cards, deck) or tuple(dict.fromkeys(card for item in score for card in item.cards))
    beside = _read(starter, deck)
    lines = [_item_row(item, shown, beside) for item in score]
    lines = [Row(label, shown, beside), *lines, Row("total", note=str(score.total), small=True)]
    text = _table(
        [
            (label, _text(shown, apart=beside), ""),
            *((item.kind, _text(item.cards), str(item.points)) for item in score),
            ("total", "", str(score.total)),
        ]
    )
    return _draw([_line(line, deck) for line in lines], deck, text)


def rows(lines: Iterable[Row], deck: Deck) -> Picture:
    """Labelled rows of cards: a deal, both sides of a primiera, a round as a strip of plays.

    Raises `CardError` for cards that are not of the deck.

    >>> from cardlab.scopa import DECK
    >>> rows([Row("you", "7D 6C AH 5S", note="70"), Row("they", "6D 7C", note="39")], DECK)
    you   7♦ 6♣ A♥ 5♠  70
    they  6♦ 7♣        39
    """
    drawn = [_line(line, deck) for line in lines]
    text = _table([(line.row.label, _text(line.cards, line.marked, apart=line.apart), line.row.note) for line in drawn])
    return _draw(drawn, deck, text or "no cards")


def _item_row(item: Item, shown: tuple[Card, ...], beside: tuple[Card, ...]) -> Row:
    """The small row of an item: its cards marked among all, or alone where all are too many."""
    if item.cards and len(shown) <= MANY:
        return Row(item.kind, shown, beside, item.cards, str(item.points), small=True)
    return Row(item.kind, item.cards, note=str(item.points), small=True)


def _read(cards: HandLike, deck: Deck) -> tuple[Card, ...]:
    """The cards of a hand, a `Hand` sorted as players do; also ranks without a suit, as Tichu has them."""

    def plain(card: object) -> TypeGuard[Card]:
        return isinstance(card, Card) and not card.suit and card.rank in deck.ranks

    if isinstance(cards, Hand):
        return deck.parse(deck.show(deck.encode(cards)))
    if isinstance(cards, str):
        return deck.parse(cards)
    read = list(cards)
    deck.parse([card for card in read if not plain(card)])
    return tuple(card if plain(card) else deck.card(card) for card in read)


def _line(row: Row, deck: Deck) -> _Line:
    cards, apart, marked = (_read(hand, deck) for hand in (row.cards, row.apart, row.marked))
    for card in marked:
        if card not in cards + apart:
            raise CardError(f"{quote(card)} is marked: expected one of the cards shown")
    return _Line(row, cards, apart, tuple(card for card in cards + apart if card in marked))


def _text(cards: Iterable[Card], marked: Iterable[Card] = (), *, apart: Iterable[Card] = ()) -> str:
    """Cards as text: suits of the French deck as symbols, marked cards in brackets, those apart after a plus."""

    def written(card: Card) -> str:
        return f"[{card.symbol}]" if card in marked else card.symbol

    return " + ".join(filter(None, (" ".join(map(written, group)) for group in (cards, apart))))


def _table(table: Sequence[tuple[str, str, str]]) -> str:
    """Labels, cards and notes as text, without columns that are empty."""
    columns = [column for column in zip(*table, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _draw(lines: Sequence[_Line], deck: Deck, text: str) -> Picture:
    """The picture of these rows, on a ground of its own where it has labels or notes."""
    drawn = [(line.row.label, line.cards, line.apart, line.marked, line.row.note, line.row.small) for line in lines]
    name = "c" + hashlib.sha256(f"{deck.name}{drawn}".encode()).hexdigest()[:6]
    step = _step(max((len(line.cards) + len(line.apart) for line in lines), default=0))
    label = max((len(line.row.label) for line in lines), default=0)
    note = max((len(line.row.note) for line in lines), default=0)
    edge = MARGIN if label or note else 1
    left = edge + round(label * LETTER + GAP * (label > 0))
    end = left + max((line.length(step) for line in lines), default=0) + round(note * LETTER + GAP * (note > 0))
    body, y, gap = [], edge, 0
    for line in lines:
        body.append(_row(line, name, step, left, end, y + gap))
        y, gap = y + gap + line.height, CHIP_GAP if line.row.small else MARGIN
    width, height = end + edge, y + edge
    ground = f'<rect class="{name}g" width="{width}" height="{height}" rx="9"/>' if label or note else ""
    shown = dict.fromkeys((card, line.row.small) for line in lines for card in line.cards + line.apart)
    defs = drawings(shown, deck, name, veils=any(line.marked for line in lines))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(text)}" width="{round(width * SCALE)}" style="max-width:100%;height:auto">'
        f"<style>{STYLE.replace('_', name)}</style><defs>{defs}</defs>"
        f"{ground}{''.join(body)}</svg>"
    )
    return Picture(svg, text)


def _step(cards: int) -> int:
    """From card to card in a row of so many: they overlap where a phone would make them too small."""
    return STEP if cards <= MANY else max(OVERLAP, (MANY - 1) * STEP // (cards - 1))


def _row(line: _Line, name: str, step: int, left: int, end: int, y: int) -> str:
    """A row at height `y`: the label, the cards from `left` on, the note that ends at `end`."""
    middle = y + line.height - (CHIP_HEIGHT if line.row.small else HEIGHT) / 2 + 5
    text = f'<text class="{name}t" y="{middle:g}" x='
    parts = [f'{text}"{MARGIN}">{escape(line.row.label)}</text>'] if line.row.label else []
    for x, card in line.places(step):
        faint = bool(line.marked) and card not in line.marked
        place = f'x="{left + x}" y="{y + (line.raised if faint else 0)}"'
        keys = [card_id(card, small=line.row.small), *(["w" if line.row.small else "v"] if faint else [])]
        parts += [f'<use href="#{name}{key}" {place}/>' for key in keys]
    if line.row.note:
        parts.append(f'{text}"{end}" text-anchor="end">{escape(line.row.note)}</text>')
    return "".join(parts)
