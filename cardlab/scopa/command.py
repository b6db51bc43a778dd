"""Scopa: what the command line offers."""

from cardlab.cards import text_of
from cardlab.cli.options import Command, whole_number
from cardlab.scopa.rules import MISSING_SUIT_RULES, MissingSuit, score

__all__ = ["COMMAND"]

MISSING_SUIT = {
    "choices": MISSING_SUIT_RULES,
    "default": "forfeit",
    "help": "what a missing suit does to the primiera (default: forfeit)",
}


def _row(line: str, *, missing_suit: MissingSuit = "forfeit") -> dict[str, object]:
    captured = text_of(line)
    found = score("" if captured == "-" else captured, missing_suit=missing_suit)
    return {"captured": captured, **{item.kind: item.points for item in found}, "points": found.total}


COMMAND = Command(
    line="a round: the cards that one side captured; - is none",
    counts="the points of one side in a round, sweeps aside",
    row=_row,
    filter_options={"--missing-suit": MISSING_SUIT},
    count_options={
        "--captured": {
            "type": whole_number,
            "metavar": "CARDS",
            "help": "cards that the side has (default: any number)",
        },
        "--missing-suit": MISSING_SUIT,
    },
)
"""The points of one side."""
