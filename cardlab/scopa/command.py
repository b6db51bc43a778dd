"""Scopa: what the command line offers."""

from cardlab.cli.options import Command
from cardlab.scopa.rules import RULES

__all__ = ["COMMAND"]

COMMAND = Command(
    line="a round: the cards that one side captured; - is none",
    counts="the points of one side in a round, sweeps aside",
    count_options={"--cards": {"type": int, "help": "cards that the side has (default: any number)"}},
    rules=RULES,
)
"""The points of one side."""
