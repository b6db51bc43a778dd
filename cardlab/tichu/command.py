"""Tichu: what the command line offers."""

from cardlab.cli.options import Command

__all__ = ["COMMAND"]

COMMAND = Command(
    line="legal or not: the previous play (- is the lead), a comma, the play",
    counts="the longest straight in a hand, or bombs: 0 for none, 1 for some",
    count_options={
        "--what": {
            "choices": ["straight", "four", "flush", "any"],
            "default": "straight",
            "help": "straight: its length; four, flush, any: is there such a bomb (default: straight)",
        },
        "--cards": {"type": int, "default": 14, "help": "cards in a hand (default: 14)"},
    },
)
"""Legal plays; straights and bombs."""
