"""Scopa: who takes the points of a round."""

from cardlab.scopa.points import DECK, POINTS, PRIMIERA, Contest, Outcome, best_cards
from cardlab.scopa.rules import (
    MISSING_SUIT_RULES,
    RULES,
    Rules,
    contests,
    most_sweeps,
    score,
    score_line,
)

__all__ = [
    "DECK",
    "MISSING_SUIT_RULES",
    "POINTS",
    "PRIMIERA",
    "RULES",
    "Contest",
    "Outcome",
    "Rules",
    "best_cards",
    "contests",
    "most_sweeps",
    "score",
    "score_line",
]
