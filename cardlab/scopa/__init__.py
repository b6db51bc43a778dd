"""Scopa: who takes the four points of a round."""

from cardlab.scopa.rules import (
    DECK,
    PRIMIERA,
    Contest,
    MissingSuit,
    Outcome,
    best_cards,
    contests,
    score,
    score_line,
)

__all__ = ["DECK", "PRIMIERA", "Contest", "MissingSuit", "Outcome", "best_cards", "contests", "score", "score_line"]
