"""Cribbage: what a hand or a crib scores in the show."""

from cardlab.cribbage.rules import DECK, RULES, Rules, fifteens, flush, nobs, pairs, runs, score, score_line

__all__ = ["DECK", "RULES", "Rules", "fifteens", "flush", "nobs", "pairs", "runs", "score", "score_line"]
