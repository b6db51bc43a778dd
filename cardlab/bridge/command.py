"""Bridge: what the command line offers."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

from cardlab.bridge.boards import boards, dotted
from cardlab.bridge.counts import ADJUSTED, Count
from cardlab.bridge.rules import score, shorthand, strain
from cardlab.bridge.tags import file_text
from cardlab.cards import CardError, text_of
from cardlab.cli.options import Command

__all__ = ["COMMAND"]


def _trump(text: str) -> str:
    """A suit or notrump, as an argument of the command line."""
    try:
        return strain(text)
    except CardError as error:
        raise ArgumentTypeError(str(error)) from None


def _row(line: str, *, trump: str, rules: Count = ADJUSTED) -> dict[str, object]:
    hand, points = text_of(line), float(score(line, trump, rules=rules))
    return {"hand": hand, "points": int(points) if points.is_integer() else points, "shorthand": shorthand(hand)}


def _hands(source: str | Path) -> Iterator[tuple[dict[str, object], str | CardError]]:
    """The hands of a file or text by board and seat, and behind those of a board what is wrong with it."""
    for place, board in enumerate(boards(source if isinstance(source, str) else file_text(source)), 1):
        number = board.board or place
        for seat, hand in board.hands.items():
            yield {"board": number, "seat": seat}, dotted(hand)
        if board.error:
            yield {"board": number}, CardError(board.error)


TRUMP = MappingProxyType(
    {"--trump": {"type": _trump, "default": "notrump", "help": "a suit or notrump (default: notrump)"}}
)

COMMAND = Command(
    line="points and shorthand: 13 cards, or spades.hearts.diamonds.clubs",
    counts="the points of a hand of 13 cards",
    filter_options=TRUMP,
    count_options=TRUMP,
    row=_row,
    rules=ADJUSTED,
    file=_hands,
)
"""The point count for a trump suit or notrump."""
