"""Bridge: solved deals in a file, a row a deal: its number, the four hands, the twenty results.

The file is CSV, compressed with xz. The deal is in the notation of PBN; `tricks` has a hexadecimal digit for each
strain and declarer: spades, hearts, diamonds, clubs, notrump, in each north, east, south, west. It is empty for a deal
that was not solved in time.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.rules import DECK, SUITS, TRUMPS
from cardlab.bridge.tricks.double_dummy import SEATS, deal_text
from cardlab.cards import quote

__all__ = ["COLUMNS", "Rows", "read", "row", "sets_of", "tricks_of", "write"]

COLUMNS = ("number", "deal", "tricks")

Rows = dict[int, tuple[str, str]]
"""The deal and its tricks, both as text, by number."""


def row(hands: Sequence[int], tricks: NDArray[np.int8] | None) -> tuple[str, str]:
    """The texts of a deal and its tricks.

    >>> from cardlab.bridge.tricks.double_dummy import random_deal
    >>> row(random_deal(1, 0), np.full((5, 4), 13, np.int8))[1]
    'dddddddddddddddddddd'
    """
    return deal_text(hands), "" if tricks is None else "".join(f"{number:x}" for number in tricks.ravel().tolist())


def read(path: Path) -> Rows:
    """The rows of a file, compressed or not. Raises `ValueError` that says which row is none of a solved deal.

    A deal may stand there twice if the first time it was not solved.
    """
    try:
        data = path.read_bytes()
        text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("ascii")
        head, *rows = csv.reader(text.splitlines())
        if tuple(head) != COLUMNS:
            raise ValueError(f"its first line is {','.join(head)}")
        found: Rows = {}
        for line, fields in enumerate(rows, 2):
            number = _checked(line, fields, found)
            found[number] = (fields[1], fields[2])
        return found
    except (ValueError, lzma.LZMAError) as error:
        raise ValueError(f"{path.name} is no file of solved deals: {error}") from error


def _checked(line: int, fields: Sequence[str], found: Rows) -> int:
    """The number of the deal in a row. Raises `ValueError` for what is no row, or of a deal that is solved already."""
    text = quote(",".join(fields), limit=120)
    if len(fields) != len(COLUMNS) or not re.fullmatch(r"\d+,N:[^,]+,([0-9a-d]{20})?", ",".join(fields), re.ASCII):
        raise ValueError(f"line {line} is {text}: expected a number, a deal from north, 20 digits from 0 to d or none")
    number = int(fields[0])
    if found.get(number, ("", ""))[1]:
        raise ValueError(f"line {line} has deal {number} again")
    return number


def write(path: Path, rows: Mapping[int, tuple[str, str]]) -> None:
    """Write the rows, by number, compressed; wholly or not at all."""
    beside = path.with_name(path.name + ".tmp")
    with lzma.open(beside, "wt", newline="", preset=9) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((number, *rows[number]) for number in sorted(rows))
    beside.replace(path)


def sets_of(deals: Iterable[str]) -> NDArray[np.uint64]:
    """The hands of deals in the notation of PBN, north's first, as sets: `uint64[n, 4]`.

    Raises `ValueError` unless each deal is four hands of 13 cards, no card twice, as `deal_text` writes it.

    >>> from cardlab.bridge.tricks.double_dummy import random_deal
    >>> hands = random_deal(1, 0)
    >>> sets_of([deal_text(hands)]).tolist() == [list(hands)]
    True
    """
    texts = list(deals)
    for text in texts:
        if len(text) != 69 or not text.startswith("N:"):
            raise ValueError(
                f"{quote(text, limit=120)} is no deal: expected N: and four hands of 13 cards, as PBN has it"
            )
    letters = np.array([list(text.encode("ascii", "replace")) for text in texts], dtype=np.uint8)
    letters = letters.reshape(-1, 69)[:, 2:]
    rank = np.full(256, -1)
    rank[list(DECK.ranks.encode())] = np.arange(DECK.width)
    seat = np.cumsum(letters == ord(" "), axis=1)
    suit = np.cumsum(letters == ord("."), axis=1) - (len(SUITS) - 1) * seat
    ranks = rank[letters]
    bits = np.where(ranks >= 0, np.uint64(1) << (13 * (3 - suit) + ranks).clip(0, 63).astype(np.uint64), np.uint64(0))
    hands = np.stack(
        [np.bitwise_or.reduce(np.where(seat == one, bits, 0), axis=1) for one in range(len(SEATS))], axis=1
    )
    whole = (np.bitwise_count(hands) == 13).all(axis=1) & (np.bitwise_or.reduce(hands, axis=1) == np.uint64(DECK.mask))
    if not whole.all():
        raise ValueError(f"{texts[int(np.argmin(whole))]!r} is no deal: expected four hands of 13 cards, no card twice")
    return hands


def tricks_of(texts: Sequence[str]) -> NDArray[np.int8]:
    """The tricks of many deals: `int8[n, 5, 4]`, strains as in `TRUMPS`, declarers as in `SEATS`.

    Raises `ValueError` unless each text is 20 hexadecimal digits from 0 to d.

    >>> tricks_of(["dddddddddddddddddddd"]).shape
    (1, 5, 4)
    """
    for text in texts:
        if not re.fullmatch("[0-9a-d]{20}", text):
            raise ValueError(f"{quote(text)} is no result: expected 20 digits from 0 to d")
    shape = (-1, len(TRUMPS), len(SEATS))
    return np.array([[int(digit, 16) for digit in text] for text in texts], dtype=np.int8).reshape(shape)
