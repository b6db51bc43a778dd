"""Scopa: what the command line offers."""

from cardlab.cli.options import Command
from cardlab.scopa.rules import MISSING_SUIT_RULES

__all__ = ["COMMAND"]

MISSING_SUIT = {
    "choices": MISSING_SUIT_RULES,
    "default": "forfeit",
    "help": "what a missing suit does to the primiera (default: forfeit)",
}

COMMAND = Command(
    line="a round: the cards that one side captured; - is none",
    counts="the points of one side in a round, sweeps aside",
    filter_options={"--missing-suit": MISSING_SUIT},
    count_options={
        "--captured": {"type": int, "metavar": "CARDS", "help": "cards that the side has (default: any number)"},
        "--missing-suit": MISSING_SUIT,
    },
)
"""The points of one side."""
