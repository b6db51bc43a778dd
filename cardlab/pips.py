"""What the faces of cards are drawn from: the ranks as strokes, the suits, the court and Tichu's specials as SVG.

All of it is our own drawing and needs no font, so a card looks the same everywhere. Every drawing but the ranks is
centred on 0, 0 and about 20 units high, in the colour of its suit where it has no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cardlab.cards import Card, CardError, Deck, quote

__all__ = ["CHIP_HEIGHT", "FACE", "HEIGHT", "RANKS", "SUITS", "WIDTH", "card_id", "drawings"]

WIDTH, HEIGHT, CHIP_HEIGHT = 50, 70, 26  # of a card and of a chip, in units of the SVG
BORDER = "#8b939c"
FACE, BLACK, RED, GREEN, BLUE, GOLD = "#ffffff", "#1b1f24", "#c8102e", "#14703c", "#1d559c", "#855500"
"""The white of a card, and the inks on it: each has a contrast of more than 4.5 : 1."""


@dataclass(frozen=True, slots=True)
class Pip:
    """A drawing and its colour.

    >>> FRENCH["D"]
    Pip(ink='#c8102e', svg='<path d="M0-10Q3-4.5 7.5 0 3 4.5 0 10-3 4.5-7.5 0-3-4.5 0-10z"/>')
    """

    ink: str
    svg: str


def _path(d: str, more: str = "") -> str:
    return f'<path d="{d}"{more}/>'


def _line(d: str, width: float = 1.6, colour: str = "currentColor") -> str:
    return _path(d, f' fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"')


def _disc(x: float, y: float, radius: float, fill: str = "") -> str:
    more = f' fill="{fill}"' if fill else ""
    return f'<circle cx="{x}" cy="{y}" r="{radius}"{more}/>'


RANKS: Mapping[str, str] = MappingProxyType(
    {
        "A": "M1 13 5 1 9 13M2.5 9H7.5",
        "1": "M2 4.2 5.4 1V13",
        "2": "M1.2 4.6C1.4 2.4 3 1 5 1 7.2 1 8.8 2.4 8.8 4.4 8.8 6 7.8 7.2 6.4 8.4L1 13H9",
        "3": "M1.4 1H8.6L4.6 5.6C7.4 5.6 9 7 9 9.2 9 11.5 7.2 13 5 13 3.2 13 1.7 12.1 1 10.5",
        "4": "M7 13V1L1 9.6H9.4",
        "5": "M8.4 1H2.4L1.8 6.2C2.7 5.5 3.7 5.1 4.9 5.1 7.4 5.1 9 6.8 9 9.1 9 11.4 7.3 13 4.9 13 3 13 1.7 12.2 1 10.8",
        "6": "M6.8 1 1.7 6.75A4 4 0 1 0 5 5 4 4 0 0 0 1.7 6.75",
        "7": "M1 1H9L4 13",
        "8": "M5 6.8A3.1 2.9 0 0 1 5 1 3.1 2.9 0 0 1 5 6.8 4 3.1 0 0 1 5 13 4 3.1 0 0 1 5 6.8",
        "9": "M3.2 13 8.3 7.25A4 4 0 1 0 5 9 4 4 0 0 0 8.3 7.25",
        "T": "M0 3.6 2.4 1V13M9 1A3.4 6 0 0 1 9 13 3.4 6 0 0 1 9 1",
        "J": "M7.6 1V9.4A3.4 3.6 0 0 1 .9 10.6",
        "Q": "M5 1A4.1 6 0 0 1 5 13 4.1 6 0 0 1 5 1M5.9 9.6 9.2 13.6",
        "K": "M1.6 1V13M9 1 1.6 8.6M4.3 5.9 9.2 13",
        "D": "M1.6 1V13H4A4.9 6 0 0 0 4 1z",
        "P": "M1.6 13V1H5.4A3.4 3.4 0 0 1 5.4 7.8H1.6",
        "R": "M1.6 13V1H5.4A3.4 3.4 0 0 1 5.4 7.8H1.6M5.2 7.8 9 13",
    }
)
"""The strokes of each rank, 10 units wide and 14 high; Tichu's ten is drawn as `T`."""

HEART = _path("M0 9.5C-4 5.5-9.5 1.5-9.5-3.6A4.9 4.9 0 0 1 0-5.4 4.9 4.9 0 0 1 9.5-3.6C9.5 1.5 4 5.5 0 9.5z")
SPADE = _path(
    "M0-9.5C4-5 9.2-1.4 9.2 2.8A4.4 4.4 0 0 1 1.3 5.4Q1.7 8.2 3.8 9.5H-3.8Q-1.7 8.2-1.3 5.4A4.4 4.4 0 0 1-9.2 2.8"
    "C-9.2-1.4-4-5 0-9.5z"
)
DIAMOND = _path("M0-10Q3-4.5 7.5 0 3 4.5 0 10-3 4.5-7.5 0-3-4.5 0-10z")
CLUB = (
    _disc(0, -5, 4.5)
    + _disc(-5, 2, 4.5)
    + _disc(5, 2, 4.5)
    + _path("M-2.4-2H2.4L1.3 4Q1.7 8 3.8 9.5H-3.8Q-1.7 8-1.3 4z")
)
COIN = (
    _disc(0, 0, 9.5)
    + _disc(0, 0, 8.1, "#f6bd27")
    + _line("M0 5.6A5.6 5.6 0 0 1 0-5.6 5.6 5.6 0 0 1 0 5.6", 1.2)
    + _path("M0-4.4 1.2-1.2 4.4 0 1.2 1.2 0 4.4-1.2 1.2-4.4 0-1.2-1.2z")
)
CUP = _path(
    "M-7.5-9.5H7.5C7.5-2.5 4.6 1.6 1.5 2.4V5.2C3.6 5.8 5.4 7.2 5.6 9.5H-5.6C-5.4 7.2-3.6 5.8-1.5 5.2V2.4"
    "C-4.6 1.6-7.5-2.5-7.5-9.5z"
) + _line("M-5.4-5.6H5.4", 1.5, "#f6bd27")
SWORD = (
    '<g transform="rotate(40)">'
    + _path("M0-13 2.2-9.6 1.7 4.4H-1.7L-2.2-9.6zM-1.2 6H1.2V10.5H-1.2z")
    + _line("M-5.2 5.4Q0 3.6 5.2 5.4", 2.2)
    + _disc(0, 11.2, 2)
    + "</g>"
)
CUDGEL = (
    '<g transform="rotate(40)">'
    + _path("M-1.6 12.5-3.8-8C-4-13.6 4-13.6 3.8-8L1.6 12.5z")
    + _disc(-3.5, -5.6, 1.6)
    + _disc(3.3, -2.2, 1.6)
    + _disc(-2.6, 2, 1.5)
    + _line("M-1.2-9.6Q.6-8.8.8-7M-1.6-3.4Q.2-2.8.4-1M-.6 4 .6 5.6", 1.2, "#fff")
    + "</g>"
)
JADE = _path("M-4.6-9H4.6L9-3.4 0 9.6-9-3.4z") + _line(
    "M-8.2-3.2H8.2M-4.4-8.4-2.9-3.2 0 8 2.9-3.2 4.4-8.4", 1.1, "#fff"
)
PAGODA = _path(
    "M0-10C1.6-6.8 4.4-5 8-5.2 7.4-3.6 6.4-3 5.2-2.8H4V.2H4.4C5.6 1.8 7.4 2.6 9.8 2.2 9.2 4 8 4.8 6.6 5H5.4V8.2H7V9.8"
    "H-7V8.2H-5.4V5H-6.6C-8 4.8-9.2 4-9.8 2.2-7.4 2.6-5.6 1.8-4.4.2H-4V-2.8H-5.2C-6.4-3-7.4-3.6-8-5.2"
    "-4.4-5-1.6-6.8 0-10z"
) + _path(
    "M-2.2-2H-.8V-.2H-2.2zM.8-2H2.2V-.2H.8zM-3.4 6H-1.6V8.2H-3.4zM-.9 6H.9V8.2H-.9zM1.6 6H3.4V8.2H1.6z", ' fill="#fff"'
)
STAR = _path("M0-10 2.6-3.4 9.6-3 4.2 1.5 6 8.4 0 4.6-6 8.4-4.2 1.5-9.6-3-2.6-3.4z")

FRENCH = {"S": Pip(BLACK, SPADE), "H": Pip(RED, HEART), "D": Pip(RED, DIAMOND), "C": Pip(BLACK, CLUB)}
ITALIAN = {"D": Pip(GOLD, COIN), "H": Pip(RED, CUP), "S": Pip(BLUE, SWORD), "C": Pip(GREEN, CUDGEL)}
TICHU = {"j": Pip(GREEN, JADE), "s": Pip(BLACK, SWORD), "p": Pip(BLUE, PAGODA), "t": Pip(RED, STAR)}
SPECIALS = {
    "1": Pip(
        GREEN,
        _path(
            "M9.6-4.6 6-6.4A4 4 0 0 0-1-5.2C-2-2-5.6 1.4-9.6 5.4L-4.4 4.4"
            "C-2.4 6.6 1.6 6.6 4 4.2 6.6 1.6 6.8-1.4 6.4-3.4z"
        )
        + _line("M-3.6 2.6Q.8 3 2.4-1", 1.2, "#fff")
        + _line("M-.4 6.4-1.2 9.5M2.4 5.8 2 9.5", 1.3)
        + _disc(3.1, -5, 0.9, "#fff"),
    ),
    "D": Pip(
        BLUE,
        _path(
            "M-5-7.4Q0-9.4 5-7.4C8.6-8.4 10.4-3 8.6 1.4 7.6 3 6.4 2 6 .2 6 6 3.4 9.6 0 9.6"
            "S-6 6-6 .2C-6.4 2-7.6 3-8.6 1.4-10.4-3-8.6-8.4-5-7.4z"
        )
        + _disc(-2.6, -2, 1.1, "#fff")
        + _disc(2.6, -2, 1.1, "#fff")
        + _path("M-2.2 3H2.2L0 5.6z", ' fill="#fff"'),
    ),
    "P": Pip(
        RED,
        _path(
            "M0-4.4C-2.2-2.8-4.4-4.6-5.6-9.8-9.6-6.4-10.6-1-6.6 2.2-4.8 3.6-2.8 4-1.7 3.7L-4.4 9.6-1.3 7.8"
            " 0 10.4 1.3 7.8 4.4 9.6 1.7 3.7C2.8 4 4.8 3.6 6.6 2.2 10.6-1 9.6-6.4 5.6-9.8 4.4-4.6 2.2-2.8 0-4.4z"
        )
        + _path("M-2-6.8A2 2 0 0 1 1.4-7.6L3.6-6.6 1.8-5.6A2 2 0 0 1-2-6.8zM-1.6-8.4-2.4-10.6-.6-9.4 0-11.4.8-9z")
        + _line("M-6.8-4.6Q-5.8-1.2-3.2.4M6.8-4.6Q5.8-1.2 3.2.4M0 2.6V6.4", 1.2, "#fff"),
    ),
    "R": Pip(
        GREEN,
        _line("M-7 8.4C-1 10.4 3.6 7.4.2 4-3 1-8.4.4-6.6-4-5-7.6-.6-6.6 1.6-4.6", 3.4)
        + _path("M1-8.6 4-7.6 5.6-10.2 6.2-6.6 9.8-3.4 8.6-1.4 5.4-1.8 3.6-.2.2-3z")
        + _path("M-9.8 6-6.4 6.8-6.6 10.2z")
        + _disc(4.6, -5, 0.9, "#fff"),
    ),
}
SUITS: Mapping[str, Mapping[str, Pip]] = MappingProxyType(
    {"French": FRENCH, "Scopa": ITALIAN, "Tichu": TICHU | SPECIALS}
)
"""The drawing of each suit of a deck, by its name (French suits for any other), and of each special."""

CAP = _path("M-8 4H8V6.8H-8zM-6.4 2.6C-7.4-2.8-3.6-5.4-.4-5.4 2.2-5.4 5.6-3 6 2.6z") + _path(
    "M4.2-3.6C3.6-7.4 6-10.2 9.8-10.6 10-6.4 8.6-3.4 5.8-1.6z"
)
TIARA = (
    _path("M-7 6.6H7L8.6-3.2 4-.2 0-5.6-4-.2-8.6-3.2z") + _disc(0, -7.4, 2) + _disc(-8.4, -5, 1.6) + _disc(8.4, -5, 1.6)
)
CROWN = _path("M-8 6.6H8V-5.6L4 -1.6 1.6-6H1V-7.6H2.8V-9.2H1V-10.6H-1V-9.2H-2.8V-7.6H-1V-6H-1.6L-4-1.6-8-5.6z") + _line(
    "M-6 3.6H6", 1.2, "#fff"
)
HORSE = _path(
    "M-5 8.6C-5.4 4.6-3 3.2-1 .4-3 1.4-4.8 1-6 2.4-7 3.4-8.6 2.6-8.4 1L-5-5.2-4.6-8.8-2-6.8C4.2-7.6 8.2-2.6 7.2 8.6z"
) + _disc(-2.6, -3.4, 0.9, "#fff")


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
    suits = SUITS.get(deck.name, FRENCH)
    if not card.suit and card.rank not in deck.specials:
        return Pip(BLACK, "")
    if (card.suit or card.rank) not in suits:
        raise CardError(f"{quote(card)} has no drawing: expected a suit of {' '.join(suits)}")
    return suits[card.suit or card.rank]


def _figure(card: Card, deck: Deck) -> str:
    """What stands above the suit of a court card, empty for others: cap, tiara, crown; a horse for the cavallo."""
    court = {"J": CAP, "Q": HORSE if deck.name == "Scopa" else TIARA, "K": CROWN}
    return court.get(card.rank, "") if card.suit else ""


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
