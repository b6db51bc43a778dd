"""Scopa: players, and whole rounds played, scored, replayed and told by them.

A player is a function: it is shown what it may know, a `View`, and says what it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from cardlab.cards import Card
from cardlab.display import Table, cards_text
from cardlab.scopa.play.plays import Play, State, View, legal_plays, step
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules, score
from cardlab.score import Score

__all__ = [
    "SAMPLES",
    "SWEEP",
    "Player",
    "Round",
    "deal_unseen",
    "greedy",
    "lookahead_player",
    "play_out",
    "play_round",
    "random_player",
    "replay",
    "weight",
]

Player: TypeAlias = Callable[[View], Play]
"""What `greedy` is: a function from what the player to move may know to its play."""

SETTE_BELLO = Card("7", "D")

SAMPLES = 16
"""How many ways to deal the unseen cards `lookahead_player` looks at."""

SWEEP = 1 << 12
"""What a sweep weighs for `greedy`: more than all cards together."""


def random_player(rng: Random) -> Player:
    """A player that plays a random card of its hand, with one of its captures at random."""

    def play(view: View) -> Play:
        card = rng.choice(view.hand)
        return rng.choice([play for play in legal_plays(view) if play.card == card])

    return play


def weight(card: Card) -> int:
    """What a card weighs for `greedy`: the sette bello above all, then coins, then sevens, then cards.

    No play captures so many cards that a lower kind outweighs a higher one.

    >>> [weight(Card(rank, suit)) for rank, suit in ("7D", "AD", "7C", "AC")]
    [2193, 129, 17, 1]
    """
    return 1 + (card.rank == "7") * (1 << 4) + (card.suit == "D") * (1 << 7) + (card == SETTE_BELLO) * (1 << 11)


def greedy(view: View) -> Play:
    """The play that takes most at once: a sweep, the sette bello, coins, sevens, cards, in this order.

    If nothing can be taken the card that weighs least stays. The first of equals in the order of `legal_plays`.
    """
    return max(legal_plays(view), key=lambda play: _gain(view, play))


def _gain(view: View, play: Play) -> int:
    if not play.captured:
        return -weight(play.card)
    return sum(map(weight, (play.card, *play.captured))) + SWEEP * view.sweeps_with(play)


def lookahead_player(rng: Random, *, samples: int = SAMPLES, rules: Rules = RULES) -> Player:
    """A player that tries each of its plays over `samples` random deals of the cards it cannot see.

    After the play, `greedy` plays for all to the end. It plays what leaves its side furthest ahead on average; the
    first of equals in the order of `legal_plays`. All plays are tried over the same deals. Points are those of `rules`.
    """

    def play(view: View) -> Play:
        plays = legal_plays(view)
        if len(plays) == 1:
            return plays[0]
        deals = [deal_unseen(view, rng) for _ in range(samples)]
        return max(plays, key=lambda one: sum(_ahead(step(deal, one), view.turn % 2, rules) for deal in deals))

    return play


def deal_unseen(view: View, rng: Random) -> State:
    """A state that looks like this to the player to move, the unseen cards dealt at random."""
    game, order = view.game, list(view.unseen)
    rng.shuffle(order)
    mover, played = view.turn % game.players, view.turn % (game.players * game.hand)
    hands = []
    for player in range(game.players):
        size = 0 if player == mover else game.hand - (played + game.players - 1 - player) // game.players
        drawn = [order.pop() for _ in range(size)]
        hands.append(view.hand if player == mover else tuple(sorted(drawn, key=DECK.bits.__getitem__)))
    return State(game, tuple(hands), tuple(order), view.table, view.piles, view.sweeps, view.turn, view.last)


def _ahead(state: State, side: int, rules: Rules) -> int:
    """How many points this side is ahead when `greedy` plays the round to its end."""
    final = play_out(state, [greedy, greedy])[0]
    points = [int(one) for one in _scores(final, rules)]
    return points[side] - points[1 - side]


def _scores(final: State, rules: Rules) -> tuple[Score, Score]:
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
        return _scores(replay(self)[-1], rules)

    def narrate(self) -> Table:
        """The round card by card: what player and table hold, what is played and taken, and what that means."""
        states = replay(self)
        rows = [
            [one.turn + 1, one.player, one.view.hand, one.table, (play.card,), play.captured, _remark(one, play, after)]
            for one, play, after in zip(states, self.plays, states[1:], strict=False)
        ]
        return Table(["play", "player", "hand", "table", "plays", "takes", "which is"], rows)


def play_round(start: State, players: Sequence[Player]) -> Round:
    """Let two players, one a side, play the round that starts so. Raises `CardError` for a play that is not allowed.

    >>> from cardlab.scopa.play.plays import deal_round
    >>> game = play_round(deal_round(Random(1)), [greedy, random_player(Random(2))])
    >>> [int(score) for score in game.scores()]
    [6, 0]
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
