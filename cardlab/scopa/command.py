"""Scopa: what the command line offers."""

from cardlab.cards import text_of
from cardlab.cli.options import Command, whole_number
from cardlab.scopa.rules import RULES, Rules, score

__all__ = ["COMMAND"]


def _row(line: str, *, rules: Rules = RULES) -> dict[str, object]:
    captured = text_of(line)
    found = score("" if captured == "-" else captured, rules=rules)
    return {"captured": captured, **{item.kind: item.points for item in found}, "points": found.total}


COMMAND = Command(
    line="a round: the cards that one side captured; - is none",
    counts="the points of one side in a round, sweeps aside",
    row=_row,
    count_options={"--cards": {"type": whole_number, "help": "cards that the side has (default: any number)"}},
    rules=RULES,
)
"""The points of one side."""
