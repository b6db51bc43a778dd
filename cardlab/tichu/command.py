"""Tichu: what the command line offers."""

from cardlab.cli.options import Command, whole_number
from cardlab.tichu.rules import explain, read_line

__all__ = ["COMMAND"]


def _row(line: str) -> dict[str, object]:
    previous, play, value = read_line(line)
    verdict = explain(previous, play, phoenix_value=value)
    return {"previous": previous, "play": play, "legal": verdict.legal, "why": verdict.why}


COMMAND = Command(
    line="legal or not: the previous play (- is the lead), a comma, the play",
    counts="the longest straight in a hand, or bombs: 0 for none, 1 for some",
    row=_row,
    count_options={
        "--what": {
            "choices": ["straight", "four", "flush", "any"],
            "default": "straight",
            "help": "straight: its length; four, flush, any: is there such a bomb (default: straight)",
        },
        "--cards": {"type": whole_number, "default": 14, "help": "cards in a hand (default: 14)"},
    },
)
"""Legal plays; straights and bombs."""
