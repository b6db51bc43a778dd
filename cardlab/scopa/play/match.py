"""Scopa: the ways to play a round, and who plays whom, as values.

Rules: pagat.com, "Scopa" and "Scopone"; the new deal when three or four kings lie on the table is in most handbooks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from cardlab.cards import CardError, quote
from cardlab.checks import whole
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules

__all__ = ["SCOPA", "SCOPA_FOR_FOUR", "SCOPONE", "SCOPONE_SCIENTIFICO", "Game", "Match", "Strategy", "Ties"]

SAMPLES = 16
"""How many ways to deal the unseen cards the player that looks ahead tries."""

Ties: TypeAlias = Literal["random", "lowest", "highest"]
"""Which of equal plays is made: one at random; that of the lowest card, or the highest, by value and then by suit."""

TIES: tuple[Ties, ...] = get_args(Ties)
"""The names of these rules."""

Strategy: TypeAlias = Literal["random", "greedy", "defensive", "lookahead"]
"""The players of the kernels, which play many rounds at once."""

STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
"""The names of those players, in the order of the kernels' numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A way to play a round. Players 0 and 2 are side 0, players 1 and 3 are side 1; player 0 has the first hand.

    - `hand`, `table`: the cards dealt to each player at a time, and those on the table at the start.
    - `most_kings`: a table with more kings at the start is dealt again, since no sweep would be possible. 4: never.
    - `last_card_sweeps`: whether the last card of the round can make a sweep, as some play it in scopone.

    Raises `ValueError` unless the players are two or four and the deals use up the deck.

    >>> SCOPONE, SCOPONE.deals
    (Game(players=4, hand=9, table=4, most_kings=2, last_card_sweeps=False), 1)
    """

    players: int
    hand: int
    table: int
    most_kings: int = 2
    last_card_sweeps: bool = False

    def __post_init__(self) -> None:
        if self.players not in (2, 4):
            raise ValueError(f"{self.players} players: expected 2 or 4")
        if not (self.hand > 0 and 0 <= self.table <= 4) or self.plays % (self.players * self.hand):
            raise ValueError(f"{self.hand} cards a hand and {self.table} on the table do not use up the deck")

    @property
    def plays(self) -> int:
        """The number of cards played in a round."""
        return len(DECK) - self.table

    @property
    def deals(self) -> int:
        """How often the players are dealt a hand in a round."""
        return self.plays // (self.players * self.hand)


SCOPA = Game(players=2, hand=3, table=4)
"""Two players, three cards at a time, four on the table."""

SCOPA_FOR_FOUR = Game(players=4, hand=3, table=4)
"""The same for four, in partnerships."""

SCOPONE = Game(players=4, hand=9, table=4)
"""Four players, nine cards each at once, four on the table."""

SCOPONE_SCIENTIFICO = Game(players=4, hand=10, table=0)
"""Four players, all forty cards dealt at once, none on the table."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, at which game, by which rules.

    - `first`, `second`: the strategies of side 0, which has the first hand, and of side 1.
    - `ties`: which of equal plays all players but the random one make; see `Ties`.
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
        whole("samples", self.samples, 1)

    @property
    def swapped(self) -> Match:
        """The same with the first hand on the other side."""
        return replace(self, first=self.second, second=self.first)


MATCH = Match()
"""Greedy players at scopa for two."""
