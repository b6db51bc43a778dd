"""Tichu: what a play is, whether it is legal, and which plays a hand has."""

from cardlab.tichu.plays import leads, plays
from cardlab.tichu.rules import (
    DECK,
    Combination,
    Kind,
    Verdict,
    combination,
    explain,
    is_legal,
    parse,
    previous_combination,
    read_phoenix_value,
    score_line,
)

__all__ = [
    "DECK",
    "Combination",
    "Kind",
    "Verdict",
    "combination",
    "explain",
    "is_legal",
    "leads",
    "parse",
    "plays",
    "previous_combination",
    "read_phoenix_value",
    "score_line",
]
