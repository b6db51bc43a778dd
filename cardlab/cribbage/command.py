"""Cribbage: what the command line offers."""

from cardlab.cli.options import Command
from cardlab.cribbage.rules import PARTS, RULES, Rules, read_line, score
from cardlab.display import cards_text

__all__ = ["COMMAND"]


def _row(line: str, *, rules: Rules = RULES) -> dict[str, object]:
    name, cards, _ = read_line(line)
    found = score(cards[:4], cards[4], crib=name == "Crib", rules=rules)
    shown = {"show": name.lower(), "hand": cards_text(cards[:4]), "starter": str(cards[4])}
    return {**shown, **{part: found.points(part) for part in PARTS}, "points": found.total}


COMMAND = Command(
    line="the show: h or c, four cards and the starter",
    counts="the points of a hand and starter in the show",
    count_options={"--crib": {"action": "store_true", "help": "count cribs, not hands"}},
    row=_row,
    rules=RULES,
)
"""The show, of hands or of cribs."""
