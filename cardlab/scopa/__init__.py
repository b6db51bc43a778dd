"""Scopa: who takes the four points of a round."""

from cardlab.scopa.rules import (
    DECK,
    MISSING_SUIT_RULES,
    PRIMIERA,
    Contest,
    MissingSuit,
    Outcome,
    best_cards,
    contests,
    missing_suit_rule,
    most_sweeps,
    score,
    score_line,
)

__all__ = [
    "DECK",
    "MISSING_SUIT_RULES",
    "PRIMIERA",
    "Contest",
    "MissingSuit",
    "Outcome",
    "best_cards",
    "contests",
    "missing_suit_rule",
    "most_sweeps",
    "score",
    "score_line",
]
