"""Scopa: rounds played out by players, and kept on record: scored, replayed, told.

A player is a function: it is shown what it may know, a `View`, and says what it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cardlab.cards import Card
from cardlab.display import cards_text
from cardlab.scopa.play.plays import Play, State, View, step
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules, score
from cardlab.score import Score

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SETTE_BELLO", "Player", "Round", "play_out", "play_round", "replay", "scores"]

Player: TypeAlias = Callable[[View], Play]
"""A function from what the player to move may know to its play."""

SETTE_BELLO = Card("7", "D")


def scores(final: State, *, rules: Rules = RULES) -> tuple[Score, Score]:
    """Both sides' scores at the end of a round."""
    first, second = (
        score(pile, sweeps=sweeps, rules=rules) for pile, sweeps in zip(final.piles, final.sweeps, strict=True)
    )
    return first, second


def play_out(state: State, players: Sequence[Player]) -> tuple[State, tuple[Play, ...]]:
    """Play on to the end, a player for each side in turn: the last state, and the plays.

    Raises `CardError` for a play that is not allowed.
    """
    plays = []
    while not state.is_over:
        plays.append(players[state.side](state.view))
        state = step(state, plays[-1])
    return state, tuple(plays)


@dataclass(frozen=True, slots=True)
class Round:
    """A round on record: how it was dealt, and every play."""

    start: State
    plays: tuple[Play, ...]

    def scores(self, *, rules: Rules = RULES) -> tuple[Score, Score]:
        """Both sides' scores, sweeps included. Raises `CardError` if a play on record is not allowed."""
        return scores(replay(self)[-1], rules=rules)

    def to_frame(self) -> pd.DataFrame:
        """The round as a DataFrame, a row a play: what player and table hold, what is played and taken, and a note.

        `play` counts from 1 and is the index; the columns of cards are of the dtype `cards[scopa]`. Raises `CardError`
        if a play on record is not allowed.
        """
        import pandas as pd

        from cardlab.frames import hands

        states = replay(self)
        steps = list(zip(states, self.plays, states[1:], strict=False))
        columns = {
            "player": [state.player for state, _, _ in steps],
            "hand": hands([state.view.hand for state, _, _ in steps], DECK),
            "table": hands([state.table for state, _, _ in steps], DECK),
            "card": hands([[play.card] for _, play, _ in steps], DECK),
            "takes": hands([play.captured for _, play, _ in steps], DECK),
            "note": [_remark(*step) for step in steps],
        }
        return pd.DataFrame(columns).set_axis(pd.RangeIndex(1, len(steps) + 1, name="play"))


def play_round(start: State, players: Sequence[Player]) -> Round:
    """Let two players, one a side, play the round that starts so. Raises `CardError` for a play that is not allowed.

    >>> from random import Random
    >>> from cardlab.scopa.play.plays import deal_round
    >>> from cardlab.scopa.play.strategies import greedy_player, random_player
    >>> record = play_round(deal_round(Random(1)), [greedy_player(Random(2)), random_player(Random(3))])
    >>> [int(score) for score in record.scores()]
    [4, 0]
    """
    return Round(start, play_out(start, players)[1])


def replay(record: Round) -> tuple[State, ...]:
    """Every state of a round on record, from first to last. Raises `CardError` if a play is not allowed."""
    states = [record.start]
    for play in record.plays:
        states.append(step(states[-1], play))
    return tuple(states)


def _remark(state: State, play: Play, after: State) -> str:
    """What the play means, in words."""
    remarks = []
    if state.view.sweeps_with(play):
        remarks.append("a sweep")
    if play.captured and SETTE_BELLO in (play.card, *play.captured):
        remarks.append("the sette bello")
    left = {*state.table, *(() if play.captured else (play.card,))} - {*play.captured}
    if after.is_over and left:
        remarks.append(f"the end: side {after.last} takes {cards_text(card for card in DECK if card in left)}")
    return ", ".join(remarks)
