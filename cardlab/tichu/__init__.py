"""Tichu: what a play is, and whether it is legal."""

from cardlab.tichu.rules import (
    DECK,
    Combination,
    Kind,
    Verdict,
    combination,
    explain,
    is_legal,
    parse,
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
    "parse",
    "score_line",
]
