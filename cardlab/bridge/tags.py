"""From PBN, LIN and links to hands to the tags of boards, read as loosely as programs write them.

In PBN a board is a group of tags, `[Deal "N:AKJ52.KQ3.84.A73 ..."]` among them; in LIN it is a row of `key|value|`
pairs, `md|` among them, and in a link of fields, `?n=sakj52hkq3d84ca73&s=...`; both become the tags of PBN.

Formats: Portable Bridge Notation 2.1 (Tis Veugen); LIN and links as Bridge Base Online writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias
from urllib.parse import parse_qsl, unquote_plus

from cardlab.cards import CardError, quote

__all__ = ["Game", "file_text", "games"]

TEXT = re.compile(r'[\n"|]|%7c|[?&=](lin|[nesw])=', re.IGNORECASE)
PBN = re.compile(r"\[[ \t]*deal\b", re.IGNORECASE)
PBN_TOKEN = re.compile(
    r"^%.*|;.*|\{[^{}]*\}"  # what no board needs: escaped lines and comments
    r'|\[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'
    r'|\[[ \t]*(?P<torn>\w+)[ \t]*["“]?(?P<rest>[^\["“”\n\]]*)'  # without its bracket, with other quotes
    r"|(?P<blank>\n[ \t]*\n)",
    re.MULTILINE,
)
OPENING = ("event", "site", "date", "board", "west", "north", "east", "south", "dealer", "vulnerable", "deal")
"""The tags that come before the play: one of them after a whole board begins the next."""

LINK = re.compile(r"%7c|[?&]lin=", re.IGNORECASE)
QUERY = re.compile(r'(?:\?|\[hv=)((?:(?!https?:|\[hv=)[^\n"<>\]])+)', re.IGNORECASE)
EXPLAINED = re.compile(r"\([^()]*\)|\{[^{}]*\}")
LIN_PAIR = re.compile(r"(?<![^\W_])([a-z]{2})\|([^|]*)", re.IGNORECASE)
CLOCKWISE = "NESW"
LIN_DEALERS = MappingProxyType({"0": "", **dict(zip("1234", "SWNE", strict=True))})

CALL = re.compile(r"[1-7](?:NT?|[SHDC])|P(?:ASS)?|D(?:BL)?|RE?DBL|R|XX?", re.IGNORECASE | re.ASCII)
DOUBLES = MappingProxyType({"D": "X", "DBL": "X", "X": "X", "R": "XX", "RDBL": "XX", "REDBL": "XX", "XX": "XX"})
Game: TypeAlias = "dict[str, tuple[int, str]]"
"""The tags of a board, in small letters, each with its line and its value."""


def games(text: str) -> list[Game]:
    """The tags of each board of a PBN or LIN text, or of links with hands or with LIN in them.

    Raises `CardError` if it is none of these.

    >>> games('[Board "7"]')
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: '[Board "7"]' holds no deal: expected PBN, [Deal "N:..."], LIN, md|...|, or a link
    >>> games('[Board "7"] [Deal "N:- - - -"]')
    [{'board': (1, '7'), 'deal': (1, 'N:- - - -')}]
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if PBN.search(text):
        found = [*_pbn_games(text)]
    else:
        found = [*_link_games(text), *_lin_games(unquote_plus(text) if LINK.search(text) else text)]
        found.sort(key=lambda game: min(line for line, _ in game.values()))
    if not found:
        raise CardError(f'{quote(text)} holds no deal: expected PBN, [Deal "N:..."], LIN, md|...|, or a link')
    return found


def file_text(source: str | PathLike[str]) -> str:
    """The text of a file, in any encoding that programs write; a source that is such text itself is given back.

    >>> file_text("md|3SAK...|")
    'md|3SAK...|'
    """
    if isinstance(source, str) and TEXT.search(source):
        return source
    data = Path(source).read_bytes()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _with_lines(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, re.Match[str]]]:
    line, before = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", before, match.start())
        before = match.start()
        yield line, match


def _pbn_games(text: str) -> Iterator[Game]:
    game: Game = {}
    earlier: dict[str, str] = {}
    blank = False
    for line, match in _with_lines(PBN_TOKEN, text):
        blank = blank or match["blank"] is not None
        tag = (match["tag"] or match["torn"] or "").lower()
        if tag not in (*OPENING, "declarer", "contract", "result"):
            continue
        value = match["rest"] if match["torn"] else re.sub(r"\\(.)", r"\1", match["value"])
        value = earlier.get(tag, "") if value == "#" else value.removeprefix("##")
        again = tag in game and ("deal" in game or game[tag][1] != value)
        if tag in OPENING and (again or (blank and "deal" in game)):
            yield game
            game = {}
        earlier[tag] = value
        game.setdefault(tag, (line, value))
        blank = False
    if game:
        yield game


def _lin_games(text: str) -> Iterator[Game]:
    """The boards of a LIN text, as the tags that PBN has for the same."""
    game: Game = {}
    calls: list[str] = []
    for line, match in _with_lines(LIN_PAIR, text):
        key, value = match[1].lower(), match[2].strip()
        if (key in ("qx", "pn") and "deal" in game) or (key in ("md", "ah", "sv", "qx") and key in game):
            yield game | _bid(game, calls)
            game, calls = {}, []
        game.setdefault(key, (line, value))
        game |= {tag: (line, text) for tag, text in _lin_tags(key, value).items()}
        if key == "mb":
            calls += _calls(game, line, value)
    if "deal" in game:
        yield game | _bid(game, calls)


def _link_games(text: str) -> Iterator[Game]:
    """The boards of links with a hand in a field by the seat's letter, `?n=sakj52hkq3d84ca73&d=n`, or of `[hv=...]`."""
    for line, match in _with_lines(QUERY, text):
        fields = {key.lower(): value for key, value in parse_qsl(match[1].replace("&amp;", "&"))}
        hands = ["".join(fields.get(seat, "").split()) for seat in CLOCKWISE.lower()]
        if not any(hands):
            continue
        tags = {"deal": "N:" + " ".join(hand if hand.strip("SHDCshdc") else "-" for hand in hands)}
        tags |= {tag: fields.get(tag[0], "") for tag in ("dealer", "vulnerable", "board")}
        game = {tag: (line, value) for tag, value in tags.items()}
        yield game | _bid(game, _calls(game, line, EXPLAINED.sub("", fields.get("a", ""))))


def _calls(game: Game, line: int, auction: str) -> list[str]:
    """The calls of an auction or of a part of it; what is no call becomes the contract, which is told as a fault."""
    if CALL.sub("", auction).strip("!*? \t\n"):
        game["contract"] = (line, f"auction: {auction}")
    return [call.upper() for call in CALL.findall(auction)]


def _lin_tags(key: str, value: str) -> dict[str, str]:
    """The tags of PBN for one pair of LIN."""
    if key == "md":
        dealer, hands = (value[0], value[1:]) if value[:1] in LIN_DEALERS else ("", value)
        deal = "S:" + " ".join("".join(hand.split()) or "-" for hand in hands.split(","))
        return {"deal": deal, "dealer": LIN_DEALERS.get(dealer, "")}
    if key in ("ah", "qx") and (number := re.search(r"[0-9]+$", value)):
        return {"board": number[0]}
    return {{"sv": "vulnerable", "mc": "result"}[key]: value} if key in ("sv", "mc") else {}


def _bid(game: Game, calls: list[str]) -> Game:
    """The contract and the declarer of a finished auction."""
    bids = [place for place, call in enumerate(calls) if call[0].isdecimal()]
    line, dealer = game.get("dealer", (0, ""))
    dealer = dealer[:1].upper()
    if "contract" in game or not dealer or dealer not in CLOCKWISE or [call[0] for call in calls[-3:]] != ["P"] * 3:
        return {}
    if not bids:
        return {"contract": (line, "Pass")} if len(calls) > 3 else {}
    last = bids[-1]
    risks = [DOUBLES[call] for call in calls[last:] if call in DOUBLES]
    first = next(place for place in bids if calls[place][1] == calls[last][1] and (place - last) % 2 == 0)
    declarer = CLOCKWISE[(CLOCKWISE.index(dealer) + first) % len(CLOCKWISE)]
    return {"contract": (line, calls[last] + (risks or [""])[-1]), "declarer": (line, declarer)}
