"""What the faces of cards are drawn from: the ranks as strokes, the suits, the court and Tichu's specials as SVG.

All of it is our own drawing and needs no font, so a card looks the same everywhere. The drawings stand in
data/card_drawings.svg, a line each. All but the ranks are centred on 0, 0 and about 20 units high, in the colour of the
suit where they have no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cardlab.cards import Card, CardError, Deck, quote
from cardlab.data import text

__all__ = ["CHIP_HEIGHT", "FACE", "HEIGHT", "RANKS", "SUITS", "WIDTH", "card_id", "drawings"]

WIDTH, HEIGHT, CHIP_HEIGHT = 50, 70, 26  # of a card and of a chip, in units of the SVG
BORDER = "#8b939c"
FACE, BLACK = "#ffffff", "#1b1f24"
"""The white of a card, and the ink of a rank without a suit. Each ink has a contrast of more than 4.5 : 1 on it."""


@dataclass(frozen=True, slots=True)
class Pip:
    """A drawing and its colour.

    >>> SUITS["French"]["D"]
    Pip(ink='#c8102e', svg='<path d="M0-10Q3-4.5 7.5 0 3 4.5 0 10-3 4.5-7.5 0-3-4.5 0-10z"/>')
    """

    ink: str
    svg: str


TEXT = text("card_drawings.svg")
RANKS: Mapping[str, str] = MappingProxyType(dict(re.findall(r'<path id="rank-(\w)" d="([^"]*)"', TEXT)))
"""The strokes of each rank, 10 units wide and 14 high; Tichu's ten is drawn as `T`."""

SUITS: dict[str, dict[str, Pip]] = {}
"""The drawing of each suit of a deck, by its name (French suits for any other), and of each special."""

for drawn_for, drawn_as, ink, svg in re.findall(r'<g id="(\w+)-(\w+)" fill="(#\w+)"[^>]*>(.*)</g>', TEXT):
    SUITS.setdefault(drawn_for, {})[drawn_as] = Pip(ink, svg)
COURT = SUITS.pop("court")


def drawings(shown: Iterable[tuple[Card, bool]], deck: Deck, name: str, *, veils: bool = False) -> str:
    """The definitions of these cards, each with whether it is small; ids begin with `name`; `veils` make cards faint.

    Raises `CardError` for a rank or a suit that has no drawing.

    >>> drawings([(Card("5"), True)], Deck("demo", "5", "D", ("diamonds",)), "x")[:43]
    '<path id="xr5" class="xr" d="M8.4 1H2.4L1.8'
    """
    shown = list(shown)
    ranks = {_rank(card): RANKS[_rank(card)] for card, _ in shown}
    parts = {f"r{rank}": f'<path id="{name}r{rank}" class="{name}r" d="{d}"/>' for rank, d in ranks.items()}
    parts |= {_suit_id(card): _group(name + _suit_id(card), _pip(card, deck).svg) for card, _ in shown}
    parts |= {f"f{card.rank}": _group(f"{name}f{card.rank}", _figure(card, deck)) for card, small in shown if not small}
    for small in sorted({small for _, small in shown}):
        parts["l" if small else "k"] = _blank(
            f'id="{name}{"l" if small else "k"}" fill="{FACE}" stroke="{BORDER}"', small=small
        )
        if veils:
            parts["w" if small else "v"] = _blank(f'id="{name}{"w" if small else "v"}" class="{name}v"', small=small)
    return "".join([*parts.values(), *(_card(card, deck, name, small=small) for card, small in shown)])


def card_id(card: Card, *, small: bool) -> str:
    """The id of a card's drawing, after the name.

    >>> card_id(Card("5", "H"), small=True)
    's5H'
    """
    return ("s" if small else "b") + str(card)


def _pip(card: Card, deck: Deck) -> Pip:
    """The drawing of a card's suit, or of the special that it is; empty for a rank without a suit."""
    suits = SUITS.get(deck.name, SUITS["French"])
    if not card.suit and card.rank not in deck.specials:
        return Pip(BLACK, "")
    if (card.suit or card.rank) not in suits:
        raise CardError(f"{quote(card)} has no drawing: expected a suit of {' '.join(suits)}")
    return suits[card.suit or card.rank]


def _figure(card: Card, deck: Deck) -> str:
    """What stands above the suit of a court card, empty for others: cap, tiara, crown; a horse for the cavallo."""
    rank = "cavallo" if deck.name == "Scopa" and card.rank == "Q" else card.rank
    return COURT[rank].svg if card.suit and rank in COURT else ""


def _rank(card: Card) -> str:
    """The key of a card's rank in `RANKS`."""
    rank = "T" if card.rank == "0" else card.rank
    if rank not in RANKS:
        raise CardError(f"{quote(card)} has no drawing: expected a rank of {' '.join(RANKS)}")
    return rank


def _suit_id(card: Card) -> str:
    return "p" + (card.suit or card.rank)


def _group(key: str, svg: str) -> str:
    return f'<g id="{key}">{svg}</g>' if svg else ""


def _blank(more: str, *, small: bool) -> str:
    """The outline of a card, or of a chip."""
    height, radius = (CHIP_HEIGHT, 4) if small else (HEIGHT, 5.5)
    return f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="{radius}" {more}/>'


def _card(card: Card, deck: Deck, name: str, *, small: bool) -> str:
    """A card: its rank, and its suit below it and again large; on a chip beside it; a rank without a suit large."""
    pip, rank, suit = _pip(card, deck), f"r{_rank(card)}", _suit_id(card)
    uses: list[tuple[str, float, float, float]]
    if not pip.svg:
        uses = [(rank, 20, 6, 1.0) if small else (rank, 14, 19.6, 2.2)]
    elif small:
        uses = [(rank, 10, 6, 1), (suit, 31, 13, 0.6)]
    elif _figure(card, deck):
        uses = [(rank, 5.5, 6.5, 1.2), (suit, 11.5, 33, 0.58), (f"f{card.rank}", 32, 26, 1), (suit, 31, 52, 0.95)]
    else:
        uses = [(rank, 5.5, 6.5, 1.2), (suit, 11.5, 33, 0.58), (suit, 31, 47, 1.3)]
    drawn = (f'<use href="#{name}{key}" transform="translate({x} {y})scale({scale})"/>' for key, x, y, scale in uses)
    blank = f'<use href="#{name}{"l" if small else "k"}"/>'
    return f'<g id="{name}{card_id(card, small=small)}" color="{pip.ink}" fill="{pip.ink}">{blank}{"".join(drawn)}</g>'
