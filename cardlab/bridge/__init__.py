"""Bridge: the Milton Work point count and the shorthand of a hand."""

from cardlab.bridge.rules import (
    DECK,
    TRUMPS,
    bridge_routine,
    parse,
    score,
    score_line,
    shape,
    shorthand,
    strain,
)

__all__ = [
    "DECK",
    "TRUMPS",
    "bridge_routine",
    "parse",
    "score",
    "score_line",
    "shape",
    "shorthand",
    "strain",
]
