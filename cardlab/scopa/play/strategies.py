"""Scopa: the players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cardlab.cards import Card
from cardlab.scopa.play.match import SAMPLES, Ties
from cardlab.scopa.play.plays import Play, State, View, legal_plays, step, value
from cardlab.scopa.play.records import SETTE_BELLO, Player, play_out, scores
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules

__all__ = ["SWEEP", "defensive_player", "greedy_player", "lookahead_player", "random_player", "weight"]

SWEEP = 1 << 12
"""What a sweep weighs for `greedy_player`: more than all cards together."""

MOST = 10
"""The most that a card can take."""


def random_player(rng: Random) -> Player:
    """A player that plays a random card of its hand, with one of its captures at random."""

    def play(view: View) -> Play:
        card = rng.choice(view.hand)
        return rng.choice([play for play in legal_plays(view) if play.card == card])

    return play


def weight(card: Card) -> int:
    """What a card weighs for `greedy_player`: the sette bello above all, then coins, then sevens, then cards.

    No play captures so many cards that a lower kind outweighs a higher one.

    >>> [weight(Card(rank, suit)) for rank, suit in ("7D", "AD", "7C", "AC")]
    [2193, 129, 17, 1]
    """
    return 1 + (card.rank == "7") * (1 << 4) + (card.suit == "D") * (1 << 7) + (card == SETTE_BELLO) * (1 << 11)


def greedy_player(rng: Random, *, ties: Ties = "random") -> Player:
    """A player that takes most at once: a sweep, the sette bello, coins, sevens, cards, in this order.

    If nothing can be taken the card that weighs least stays.
    """
    return _seeker(greedy_gain, rng, ties)


def defensive_player(rng: Random, *, ties: Ties = "random") -> Player:
    """A player that leaves, where it can, no table that the next card could sweep; else it is greedy.

    A table of ten or less can be swept, one of more cannot, so this comes before all but a sweep of its own.
    """
    return _seeker(defensive_gain, rng, ties)


def greedy_gain(view: View, play: Play) -> int:
    """What a play weighs for `greedy_player`."""
    if not play.captured:
        return -weight(play.card)
    return sum(map(weight, (play.card, *play.captured))) + SWEEP * view.sweeps_with(play)


def defensive_gain(view: View, play: Play) -> int:
    """What a play weighs for `defensive_player`."""
    left = sum(map(value, view.table)) + value(play.card) * (-1 if play.captured else 1)
    counts = view.game.last_card_sweeps or view.turn + 2 < view.game.plays
    return greedy_gain(view, play) - SWEEP * (counts and 0 < left <= MOST)


def _seeker(gain: Callable[[View, Play], int], rng: Random, ties: Ties) -> Player:
    """A player that plays what gains most."""

    def play(view: View) -> Play:
        return _best({play: gain(view, play) for play in legal_plays(view)}, rng, ties)

    return play


def _best(gains: dict[Play, int], rng: Random, ties: Ties) -> Play:
    """The play that gains most, of equals one by the rule for ties."""
    most = max(gains.values())
    equals = [play for play, gain in gains.items() if gain == most]
    if ties == "random":
        return rng.choice(equals)
    return (min if ties == "lowest" else max)(equals, key=_order)


def _order(play: Play) -> tuple[int, int, int]:
    """The order of plays: by the card's value, its suit, the set it takes."""
    return value(play.card), DECK.bits[play.card], DECK.encode(play.captured)


def lookahead_player(rng: Random, *, samples: int = SAMPLES, rules: Rules = RULES, ties: Ties = "random") -> Player:
    """A player that tries each of its plays over `samples` random deals of the cards it cannot see.

    After the play, greedy players play for all to the end. It plays what leaves its side furthest ahead on average. All
    plays are tried over the same deals. Points are those of `rules`.
    """
    greedy = greedy_player(rng, ties=ties)

    def play(view: View) -> Play:
        plays = legal_plays(view)
        if len(plays) == 1:
            return plays[0]
        totals = dict.fromkeys(plays, 0)
        for deal in [deal_unseen(view, rng) for _ in range(samples)]:
            for option in plays:
                final, _ = play_out(step(deal, option), [greedy, greedy])
                totals[option] += _lead(final, view.turn % 2, rules)
        return _best(totals, rng, ties)

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


def _lead(final: State, side: int, rules: Rules) -> int:
    """How many points this side is ahead at the end of a round."""
    points = [int(score) for score in scores(final, rules=rules)]
    return points[side] - points[1 - side]
