"""Scopa: many rounds played at once, and games of rounds to 11 points.

The players are those of `scopa.play.strategies` by name, one for each side. A round is dealt by `cardlab.deal`; the
players' random numbers start from one number a round, so all is a function of the generator's state and the arguments.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardlab.checks import whole
from cardlab.deal import deal
from cardlab.scopa.batch import tables
from cardlab.scopa.play.kernel import captures
from cardlab.scopa.play.kernel import rounds as kernel
from cardlab.scopa.play.match import MATCH, STRATEGIES, TIES, Game, Match
from cardlab.scopa.play.measures import Rounds
from cardlab.scopa.play.plays import Play, opening, value
from cardlab.scopa.play.records import Round
from cardlab.scopa.play.strategies import weight
from cardlab.scopa.points import DECK

__all__ = ["TARGET", "play_rounds", "record_rounds", "sample", "sample_games"]

TARGET = 11
"""The points that win a game."""

BLOCK = 1 << 12
"""Rounds dealt and played together: few enough for the processor's cache."""

KINGS = np.uint64(DECK.encode("KD KC KH KS"))


def play_rounds(rng: np.random.Generator, n: int, match: Match = MATCH) -> Rounds:
    """Deal and play n rounds, side 0 with the first hand.

    Matches of the same game play the same deals from the same generator. Raises `ValueError` for a negative n.

    >>> played = play_rounds(np.random.default_rng(1), 3, Match("greedy", "random"))
    >>> np.bitwise_count(played.piles).tolist(), played.points().tolist()
    ([[15, 25], [15, 25], [26, 14]], [[3, 4], [3, 2], [3, 0]])
    """
    rounds = _unplayed(n)
    record = np.empty((BLOCK, 0, 2), np.int64)
    for first in range(0, n, BLOCK):
        part = Rounds(rounds.piles[first : first + BLOCK], rounds.sweeps[first : first + BLOCK])
        _play(rng, deal_rows(rng, len(part.piles), match.game), match, part, record)
    return rounds


def record_rounds(rng: np.random.Generator, n: int, match: Match = MATCH) -> list[Round]:
    """Deal and play n rounds with every play on record: up to `BLOCK` of them those of `play_rounds`.

    Raises `ValueError` for a negative n.

    >>> [record] = record_rounds(np.random.default_rng(1), 1, Match("greedy", "random"))
    >>> [int(score) for score in record.scores()]
    [6, 2]
    """
    rounds = _unplayed(n)
    rows = deal_rows(rng, n, match.game)
    record = np.empty((n, match.game.plays, 2), np.int64)
    _play(rng, rows, match, rounds, record)
    return [_round(row, plays, match.game) for row, plays in zip(rows.tolist(), record.tolist(), strict=True)]


def _unplayed(n: int) -> Rounds:
    n = whole("n", n, 0)
    return Rounds(np.empty((n, 2), np.uint64), np.empty((n, 2), np.uint8))


def _round(row: list[int], plays: list[list[int]], game: Game) -> Round:
    """A round on record from its sets: the table and the hands; card and cards taken, play by play."""
    order = [card for cards in row for card in DECK.decode(cards)]
    return Round(
        opening(order, game=game), tuple(Play(DECK.decode(card)[0], DECK.decode(taken)) for card, taken in plays)
    )


def deal_rows(rng: np.random.Generator, n: float, game: Game) -> NDArray[np.int64]:
    """Deal n rounds: the table, then hand by hand, deal by deal, `int64[n, 1 + hands]`; again if too many kings lie."""
    sizes = (game.table, *[game.hand] * (game.players * game.deals))
    rows = deal(rng, n, DECK, sizes)
    bad = np.flatnonzero(_kings(rows[:, 0]) > game.most_kings)
    while bad.size:
        rows[bad] = deal(rng, bad.size, DECK, sizes)
        bad = bad[_kings(rows[bad, 0]) > game.most_kings]
    return rows.view(np.int64)


def _kings(cards: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many kings each set has."""
    kings: NDArray[np.uint8] = np.bitwise_count(cards & KINGS)
    return kings


def _play(
    rng: np.random.Generator, rows: NDArray[np.int64], match: Match, rounds: Rounds, record: NDArray[np.int64]
) -> None:
    """Play the rounds dealt in these rows into `rounds` and `record`."""
    words = rng.integers(0, 1 << 64, size=len(rows), dtype=np.uint64)
    strategies = STRATEGIES.index(match.first), STRATEGIES.index(match.second)
    ended = kernel.Ended(rounds.piles, rounds.sweeps, record)
    kernel.play_rounds(rows, words, strategies, ended, _trials(match, rows.shape[1]), _desk(match))


def _desk(match: Match) -> captures.Desk:
    game = match.game
    return captures.Desk(
        players=game.players,
        hand=game.hand,
        plays=game.plays,
        last_card_sweeps=int(game.last_card_sweeps),
        ties=TIES.index(match.ties),
        cards=packed_cards(),
        sums=rank_sums(),
        found=np.zeros((2, captures.LONGEST), np.int64),
        random=np.zeros(1, np.uint64),
    )


def _trials(match: Match, row: int) -> kernel.Trials:
    size = kernel.HANDS - 1 + row
    return kernel.Trials(
        samples=match.samples,
        tables=tables(match.rules),
        options=np.zeros((captures.LONGEST, 2), np.int64),
        totals=np.zeros(captures.LONGEST, np.int64),
        unseen=np.zeros(len(DECK), np.int64),
        dealt=np.zeros(size, np.int64),
        tried=np.zeros(size, np.int64),
    )


@cache
def packed_cards() -> NDArray[np.int64]:
    """The cards as the kernels count them: bit, value and weight in one number, `int64[40]`."""
    return np.array(
        [
            1 << bit | value(card) << captures.VALUE_AT | weight(card) << captures.WEIGHT_AT
            for bit, card in enumerate(DECK.cards)
        ]
    )


@cache
def rank_sums() -> NDArray[np.int16]:
    """By the set of ranks on the table, the sums up to 10 that one card of each can make, a bit each: `int16[1024]`."""
    sums = np.array([1])
    for number in range(1, DECK.width + 1):
        sums = np.concatenate([sums, sums | sums << number])
    return (sums & (1 << DECK.width + 1) - 1).astype(np.int16)


def sample(rng: np.random.Generator, n: int, *, match: Match = MATCH, what: str = "difference") -> NDArray[Any]:
    """Play n rounds and measure each by one of `MEASURES`: integers of shape (n,).

    For `cardlab.simulate.simulate`, options by `functools.partial`. Raises as `play_rounds` does, and `CardError` for
    an unknown measure.

    >>> sample(np.random.default_rng(1), 5, match=Match("greedy", "random")).tolist()
    [4, 0, 0, 2, 1]
    """
    return play_rounds(rng, n, match).measure(what, rules=match.rules)


def sample_games(rng: np.random.Generator, n: int, *, match: Match = MATCH, target: int = TARGET) -> NDArray[np.int64]:
    """Play n games and count the rounds of each, negative if the second side won: `int64[n]`.

    The first strategy has the first hand in the first round, then the sides take turns. After a round in which a side
    reaches the target, the side ahead has won; if the sides are level, the game continues. Raises as `play_rounds`
    does.

    >>> sample_games(np.random.default_rng(1), 5).tolist()
    [-4, -4, 5, -6, -4]
    """
    results = np.zeros(len(_unplayed(n).piles), np.int64)
    totals = np.zeros((n, 2), np.int64)
    playing = np.arange(n)
    number = 0
    while playing.size:
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        played = play_rounds(rng, playing.size, match if number % 2 == 0 else match.swapped)
        number += 1
        totals[playing] += played.points(rules=match.rules)[:, seats]
        ahead = totals[playing, 0] - totals[playing, 1]
        over = (totals[playing].max(axis=1) >= target) & (ahead != 0)
        results[playing[over]] = number * np.sign(ahead[over])
        playing = playing[~over]
    return results
