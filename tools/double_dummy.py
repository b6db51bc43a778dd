"""The tricks that each player takes in each strain of a bridge deal when all four see all cards (double dummy).

The solving is done by endplay, which holds Bo Haglund's double dummy solver; it comes with the extra `tricks`. One deal
takes a tenth of a second or many minutes, and a call cannot be interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.boards import SEATS, dotted, seat_of
from cardlab.bridge.rules import DECK, TRUMPS, parse
from cardlab.cards import CardError, HandLike, quote

__all__ = ["deal_text", "read_deal", "solve"]


def read_deal(deal: str | Iterable[HandLike | int]) -> tuple[int, ...]:
    """The four hands of a deal as sets, north's first.

    A deal is text in the notation of PBN (portable bridge notation: the first seat, a colon, four hands clockwise, `-`
    for a void), endplay's `Deal`, or four hands, north's first. Raises `CardError` unless they are 13 cards each, and
    no card twice.

    >>> read_deal("E:.AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 AKQJT98765432.-.-.-")[3]
    8191
    """
    deal = deal.to_pbn() if hasattr(deal, "to_pbn") else deal  # endplay's deals
    hands = _north_first(deal) if isinstance(deal, str) else list(deal) if isinstance(deal, Iterable) else [deal]
    if len(hands) != len(SEATS):
        raise CardError(f"{quote(deal)} is not a deal: expected four hands, found {len(hands)}")
    sets = [_set(seat, hand) for seat, hand in zip(SEATS, hands, strict=True)]
    for one, other in combinations(range(len(SEATS)), 2):
        if twice := DECK.decode(sets[one] & sets[other]):
            raise CardError(f"both {SEATS[one]} and {SEATS[other]} have {' '.join(map(str, twice))}")
    return tuple(sets)


def _north_first(deal: str) -> list[str]:
    """The hands of a deal in the notation of PBN; without a seat and a colon the first is north's."""
    seat, colon, hands = deal.rpartition(":")
    first = SEATS.index(seat_of(seat.strip())) if colon else 0
    groups = hands.split()
    return groups[-first:] + groups[:-first] if first else groups


def _set(seat: str, hand: HandLike | int) -> int:
    try:
        return DECK.encode(parse(DECK.decode(int(hand)) if isinstance(hand, (int, np.integer)) else hand))
    except CardError as error:
        raise CardError(f"{seat}: {error}") from None


def deal_text(hands: Sequence[int]) -> str:
    """A deal in the notation of PBN: north's hand first, spades first in each.

    >>> deal_text([0x1FFF << 39, 0x1FFF << 26, 0x1FFF << 13, 0x1FFF])
    'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432'
    """
    return "N:" + " ".join(map(dotted, hands))


def solve(deal: str | Iterable[HandLike | int]) -> NDArray[np.int8]:
    """The tricks that each declarer takes in each strain: `int8[5, 4]`, as in `TRUMPS` and `SEATS`.

    Raises `CardError` as `read_deal` does, and `ImportError` without the extra `tricks`.

    >>> solve("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")[0].tolist()
    [13, 0, 13, 0]
    """
    hands = read_deal(deal)
    try:
        from endplay.dds import calc_dd_table
        from endplay.types import Deal, Denom, Player
    except ImportError:
        raise ImportError("solving a deal needs endplay: pip install 'cardlab[tricks]'") from None
    table = calc_dd_table(Deal(deal_text(hands)))
    strains = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
    players = [Player.north, Player.east, Player.south, Player.west]
    assert len(strains) == len(TRUMPS)
    return np.array([[table[strain, player] for player in players] for strain in strains], dtype=np.int8)
