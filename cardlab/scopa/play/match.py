"""Scopa: who plays whom, at which game, as a value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import index
from typing import Literal, TypeAlias, get_args

from cardlab.cards import CardError, quote
from cardlab.scopa.play.game import SCOPA, Game
from cardlab.scopa.play.strategies import SAMPLES, TIES, Ties
from cardlab.scopa.rules import RULES, Rules

__all__ = ["MATCH", "STRATEGIES", "TIES", "Match", "Strategy", "Ties"]

Strategy: TypeAlias = Literal["random", "greedy", "defensive", "lookahead"]
"""The players of the kernels, which play many rounds at once."""

STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
"""The names of those players, in the order of the kernels' numbers."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, at which game, by which rules.

    - `first`, `second`: the strategies of side 0, which has the first hand, and of side 1.
    - `ties`: which of equal plays all players but the random one make; see `strategies.Ties`.
    - `samples`: how many deals the `lookahead` player looks at; it plays for the points of `rules`.

    Raises `CardError` for an unknown strategy or rule for ties, `ValueError` for less than one sample.

    >>> Match("greedy", "best")
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: 'best' is not a strategy: expected random, greedy, defensive, lookahead
    """

    first: Strategy = "greedy"
    second: Strategy = "greedy"
    ties: Ties = "random"
    samples: int = SAMPLES
    game: Game = SCOPA
    rules: Rules = RULES

    def __post_init__(self) -> None:
        for name in (self.first, self.second):
            if name not in STRATEGIES:
                raise CardError(f"{quote(name)} is not a strategy: expected {', '.join(STRATEGIES)}")
        if self.ties not in TIES:
            raise CardError(f"unknown rule for ties {quote(self.ties)}: expected {', '.join(TIES)}")
        if index(self.samples) < 1:
            raise ValueError(f"{self.samples} samples: expected 1 or more")

    @property
    def swapped(self) -> Match:
        """The same with the first hand on the other side."""
        return replace(self, first=self.second, second=self.first)


MATCH = Match()
"""Greedy players at scopa for two."""
