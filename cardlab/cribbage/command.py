"""Cribbage: what the command line offers."""

from cardlab.cli.options import Command
from cardlab.cribbage.rules import RULES

__all__ = ["COMMAND"]

COMMAND = Command(
    line="the show: h or c, four cards and the starter",
    counts="the points of a hand and starter in the show",
    count_options={"--crib": {"action": "store_true", "help": "count cribs, not hands"}},
    rules=RULES,
)
"""The show, of hands or of cribs."""
