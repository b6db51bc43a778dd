"""Files of deals as DataFrames, and DataFrames of deals as PBN.

>>> from cardlab.bridge import frame
>>> text = to_pbn(frame.deals(2, seed=1))
>>> print(text)
% PBN 2.1
[Board "1"]
[Deal "N:Q732.AK3.AT97.63 KJ654.62.6543.54 A98.J874.K82.KJ8 T.QT95.QJ.AQT972"]
<BLANKLINE>
[Board "2"]
[Deal "N:KJ73.AQ32.7.QT62 T5.87.AKJT85.KJ5 AQ8.J654.Q943.A9 9642.KT9.62.8743"]
<BLANKLINE>
>>> read(text)[["board", "north", "south"]]
   board                 north                 south
0      1  ♠Q732 ♥AK3 ♦AT97 ♣63  ♠A98 ♥J874 ♦K82 ♣KJ8
1      2  ♠KJ73 ♥AQ32 ♦7 ♣QT62  ♠AQ8 ♥J654 ♦Q943 ♣A9
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any

import pandas as pd
from pandas.api.extensions import ExtensionArray

from cardlab.bridge.boards import SEATS, boards, dotted
from cardlab.bridge.rules import DECK, parse
from cardlab.bridge.tags import file_text
from cardlab.cards import CardError, quote
from cardlab.frames import hands

__all__ = ["read", "to_pbn"]

BEFORE, AFTER = ("board", "dealer", "vulnerability"), ("contract", "declarer", "result")
TAGS = MappingProxyType(
    {"board": "Board", "dealer": "Dealer", "vulnerability": "Vulnerable"}
    | {"deal": "Deal", "declarer": "Declarer", "contract": "Contract", "result": "Result"}
)


def read(source: str | PathLike[str]) -> pd.DataFrame:
    """The boards of a file of PBN, LIN or links, or of its text: a row a board, in the order of the file.

    - `north`, `east`, `south`, `west`: the hands, of the dtype `cards[bridge]`, missing where not known.
    - `board`, `dealer`, `vulnerability`, `contract`, `declarer`, `result` (the declarer's tricks): as far as the file
      has them, see `cardlab.bridge.boards.Board`.
    - `line`: where the board begins. `error`: what could not be read, each fault with its line; empty if nothing.

    A fault costs the hand or the value that it stands in, never another board. Raises `CardError` if there is no board
    at all, and `OSError` if the file cannot be opened.

    >>> frame = read('[Deal "N:A6.K954.A93.A984 - QJT9.QJT.QJT.QJ -"]')
    >>> frame.error[0], frame.south[0]
    ('line 1, south: 12 cards where 13 were expected: QS JS TS 9S QH JH TH QD JD TD QC JC', nan)
    """
    found = boards(file_text(source))
    said = {name: [getattr(board, name) for board in found] for name in (*BEFORE, *AFTER)}
    known = {name: _column(values) for name, values in said.items() if any(value is not None for value in values)}
    held = {seat: hands([board.hands.get(seat) for board in found], DECK) for seat in SEATS}
    columns = {name: known[name] for name in BEFORE if name in known} | held
    columns |= {name: known[name] for name in AFTER if name in known}
    return pd.DataFrame(columns | {"line": [board.line for board in found], "error": [board.error for board in found]})


def _column(values: Sequence[Any]) -> ExtensionArray | pd.Series:
    """Whole numbers as `Int64`, anything else as text."""
    texts = [None if value is None else str(value) for value in values]
    if all(text is None or (text.isascii() and text.isdecimal() and len(text) < 10) for text in texts):
        return pd.array([None if text is None else int(text) for text in texts], dtype="Int64")
    return pd.Series(texts, dtype=object)


def to_pbn(frame: pd.DataFrame) -> str:
    """A frame of deals as PBN: a board a row, numbered from 1 if the frame has no column `board`.

    The columns are those of `read`; only the four hands must be there, a missing one is written as `-`. Raises
    `CardError` if a seat has no column, and for a hand that is not 13 cards.
    """
    if absent := [seat for seat in SEATS if seat not in frame]:
        raise CardError(f"no column {quote(absent[0])}: expected {', '.join(SEATS)}")
    texts = {seat: [_hand(hand) for hand in frame[seat]] for seat in SEATS}
    columns: dict[str, Sequence[Any]] = {name: frame[name].tolist() for name in (*BEFORE, *AFTER) if name in frame}
    columns.setdefault("board", range(1, len(frame) + 1))
    columns["deal"] = ["N:" + " ".join(row) for row in zip(*texts.values(), strict=True)]
    tags = [(TAGS[name], columns[name]) for name in TAGS if name in columns]
    games = ["".join(_tag(tag, values[row]) for tag, values in tags) for row in range(len(frame))]
    return "% PBN 2.1\n" + "\n".join(games)


def _hand(hand: Any) -> str:
    """A hand as PBN writes it."""
    if pd.api.types.is_scalar(hand) and pd.isna(hand):
        return "-"
    return dotted(DECK.encode(parse(hand)))


def _tag(tag: str, value: Any) -> str:
    if pd.isna(value):
        return ""
    text = str(value)
    if tag in ("Dealer", "Declarer"):
        text = text[0].upper()
    elif tag == "Vulnerable":
        text = {"none": "None", "all": "All"}.get(text, text)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{tag} "{escaped}"]\n'
