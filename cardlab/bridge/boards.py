"""Boards: what a PBN or LIN file says of each, the hands as sets.

What is wrong with a board is told beside what could be read of it; no other board is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TypeVar

from cardlab.bridge.rules import DECK, SUITS, parse
from cardlab.bridge.tags import Game, games
from cardlab.card import SYMBOL_LETTERS, strange
from cardlab.cards import CardError, quote

__all__ = ["SEATS", "Board", "boards", "dotted", "seat_of"]

SEATS = ("north", "east", "south", "west")
"""The players, clockwise; a seat's first letter stands for it in PBN."""

VULNERABLE = MappingProxyType(
    {"none": "none", "love": "none", "-": "none", "o": "none", "0": "none", "ns": "NS", "n": "NS"}
    | {"ew": "EW", "e": "EW", "all": "all", "both": "all", "b": "all"}
    | {"loveall": "none", "nil": "none", "neither": "none", "nobody": "none", "gameall": "all"}
)

CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(X{0,2})", re.IGNORECASE | re.ASCII)
TRICKS = re.compile(r"[\^=]? ?(?:(NS|EW|ns|ew) ?)?(?:([+-]?)([0-9]{1,2})\b.*|=)")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board as a file gives it.

    `hands` are the hands that are known, as sets, by seat. What the file does not say is None: `board` (its number),
    `dealer` and `declarer` (a seat), `vulnerability` (none, NS, EW, all), `contract` (4SX, 3NT, Pass), `result` (the
    declarer's tricks). `line` is the board's first line; `error` says what could not be read, each fault with its line.
    """

    line: int
    hands: Mapping[str, int]
    board: str | None = None
    dealer: str | None = None
    vulnerability: str | None = None
    contract: str | None = None
    declarer: str | None = None
    result: int | None = None
    error: str = ""


def boards(text: str) -> list[Board]:
    """The boards of a PBN or LIN text, or of a link with LIN in it. Raises `CardError` if it is neither.

    >>> text = 'N:A6.K954.A93.A984 - QJT9.QJT.QJT.QJT -'
    >>> board = boards(f'[Board "7"][Dealer "S"][Deal "{text}"]')[0]
    >>> board.board, board.dealer, list(board.hands), DECK.show(board.hands["north"])
    ('7', 'south', ['north', 'south'], '♠A6 ♥K954 ♦A93 ♣A984')
    """
    return [_board(game) for game in games(text)]


def dotted(hand: int) -> str:
    """A hand as PBN writes it, spades first.

    >>> dotted(DECK.encode("♠AK2 ♥- ♦QT ♣3"))
    'AK2..QT.3'
    """
    cards = DECK.decode(hand)[::-1]
    return ".".join("".join(card.rank for card in cards if card.suit == suit) for suit in SUITS.values())


def _board(game: Game) -> Board:
    faults: list[str] = []
    start = min(line for line, _ in game.values())

    def read(tag: str, reader: Callable[[str], T]) -> T | None:
        line, value = game.get(tag, (start, ""))
        try:
            return reader(value.strip()) if value.strip() not in ("", "?") else None
        except CardError as error:
            faults.append(f"line {line}: {error}{strange(value)}")
            return None

    declarer = read("declarer", lambda value: seat_of(value.lstrip("^")))
    contract = read("contract", _contract)
    return Board(
        line=start,
        hands=_hands(*game.get("deal", (start, "")), faults),
        board=read("board", str),
        dealer=read("dealer", seat_of),
        vulnerability=read("vulnerable", _vulnerability),
        contract=contract,
        declarer=declarer,
        result=read("result", lambda value: _tricks(value, declarer, contract)),
        error="; ".join(faults),
    )


def _hands(line: int, deal: str, faults: list[str]) -> dict[str, int]:
    """The hands of a deal that can be read, by seat; three leave the fourth. Faults are added to the list.

    A hand that is not known is `-`, or `...` where endplay wrote it.
    """
    if deal.strip() in ("", "?"):
        faults.append(f"line {line}: this board has no deal")
        return {}
    first, _, texts = deal.rpartition(":")
    groups = texts.split()
    try:
        start = SEATS.index(seat_of(first.strip() or "N"))
    except CardError:
        faults.append(f"line {line}: the deal is {quote(deal)}: expected a seat, a colon and four hands, such as N:...")
        return {}
    if len(groups) > len(SEATS):
        faults.append(f"line {line}: {len(groups)} hands where four were expected in {quote(deal)}")
        return {}
    hands: dict[str, int] = {}
    for seat, group in zip((SEATS * 2)[start:], groups, strict=False):
        try:
            if group not in ("-", "..."):
                hands[seat] = DECK.encode(parse(group))
        except CardError as error:
            faults.append(f"line {line}, {seat}: {error}")
    return _whole(line, hands, faults)


def _whole(line: int, hands: dict[str, int], faults: list[str]) -> dict[str, int]:
    """The hands in the order of the seats, with the fourth that three leave; none if two hold the same card."""
    for (seat, hand), (other, another) in combinations(hands.items(), 2):
        if hand & another:
            faults.append(f"line {line}: {seat} and {other} both hold {DECK.show(hand & another)}")
            return {}
    if len(hands) == len(SEATS) - 1 and not faults:
        (rest,) = {*SEATS} - hands.keys()
        hands[rest] = DECK.mask & ~sum(hands.values())
    return {seat: hands[seat] for seat in SEATS if seat in hands}


def seat_of(text: str) -> str:
    """The seat that is meant by its name or first letter. Raises `CardError` for anything else.

    >>> seat_of("N"), seat_of("West")
    ('north', 'west')
    """
    found = [seat for seat in SEATS if text.lower() in (seat, seat[0])]
    if not found:
        raise CardError(f"{quote(text)} is not a seat: expected N, E, S or W")
    return found[0]


def _vulnerability(text: str) -> str:
    word = re.sub("[ /&-]", "", text.lower()) or text
    if word not in VULNERABLE:
        raise CardError(f"vulnerable is {quote(text)}: expected None, NS, EW or All")
    return VULNERABLE[word]


def _contract(text: str) -> str:
    if text.lower() in ("pass", "p", "passed out", "all pass", "ap"):
        return "Pass"
    match = CONTRACT.fullmatch("".join(text.translate(SYMBOL_LETTERS).replace("*", "X").split()))
    if not match:
        raise CardError(f"contract {quote(text)}: expected one such as 3NT, 4SX or Pass")
    suit = match[2].upper()
    return match[1] + {"N": "NT"}.get(suit, suit) + match[3].upper()


def _tricks(text: str, declarer: str | None, contract: str | None) -> int:
    """The declarer's tricks; PBN may give them by side, as in `NS 9`, and programs by the contract, `=`, `+1`, `-2`."""
    match = TRICKS.fullmatch(text)
    if not match or (match[1] and not declarer):
        raise CardError(f"result {quote(text)}: expected the number of tricks, 0 to 13")
    ours = not match[1] or str(declarer)[0] in match[1].lower()
    tricks = int((match[2] or "") + (match[3] or "0"))
    if match[2] or not match[3]:
        if contract in (None, "Pass") or not ours:
            raise CardError(
                f"result {quote(text)}: expected the number of tricks, or a contract that it is counted from"
            )
        tricks += 6 + int(str(contract)[0])
    if not 0 <= tricks <= 13:
        raise CardError(f"result {quote(text)}: expected the number of tricks, 0 to 13")
    return tricks if ours else 13 - tricks
