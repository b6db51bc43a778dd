"""Scopa: many rounds played at once, and games of rounds to 11 points.

The players are those of `scopa.play.strategies` by name, one for each side. A round is dealt by `cardlab.deal`; the
players' random numbers start from one number a round, so all is a function of the generator's state and the arguments.
"""

from __future__ import annotations

from functools import cache
from operator import index
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError, quote
from cardlab.deal import deal
from cardlab.scopa.batch import tables
from cardlab.scopa.play import kernel
from cardlab.scopa.play.measures import MEASURES, Rounds
from cardlab.scopa.play.plays import SCOPA, Game, Play, opening, value
from cardlab.scopa.play.strategies import SAMPLES, Round, weight
from cardlab.scopa.points import DECK
from cardlab.scopa.rules import RULES, Rules

__all__ = [
    "MEASURES",
    "STRATEGIES",
    "TARGET",
    "Rounds",
    "Strategy",
    "play_rounds",
    "record_rounds",
    "sample",
    "sample_games",
]

Strategy: TypeAlias = Literal["random", "greedy", "lookahead"]
"""The players that can be had in large numbers."""

Setup: TypeAlias = tuple[tuple[int, int, int, int], tuple[int, int], int]

STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
"""The names of those players."""

TARGET = 11
"""The points that win a game."""

BLOCK = 1 << 12
"""Rounds dealt and played together: few enough for the processor's cache."""

KINGS = np.uint64(DECK.encode("KD KC KH KS"))


def play_rounds(
    rng: np.random.Generator,
    n: int,
    *,
    strategies: tuple[Strategy, Strategy] = ("greedy", "greedy"),
    game: Game = SCOPA,
    samples: int = SAMPLES,
    rules: Rules = RULES,
) -> Rounds:
    """Deal and play n rounds, side 0 with the first hand: one strategy a side.

    The `lookahead` player looks at `samples` deals and plays for the points of `rules`. Raises `CardError` for an
    unknown strategy, `ValueError` for a negative n and for less than one sample.

    >>> played = play_rounds(np.random.default_rng(1), 3, strategies=("greedy", "random"))
    >>> np.bitwise_count(played.piles).tolist(), played.points().tolist()
    ([[26, 14], [16, 24], [19, 21]], [[4, 0], [2, 2], [2, 1]])
    """
    rounds, setup = _unplayed(n), _setup(game, strategies, samples)
    record = np.empty((BLOCK, 0, 2), np.int64)
    for first in range(0, n, BLOCK):
        part = Rounds(rounds.piles[first : first + BLOCK], rounds.sweeps[first : first + BLOCK])
        rows = deal_rows(rng, len(part.piles), game)
        _play(rng, rows, setup, rules, part, record)
    return rounds


def record_rounds(
    rng: np.random.Generator,
    n: int,
    *,
    strategies: tuple[Strategy, Strategy] = ("greedy", "greedy"),
    game: Game = SCOPA,
    samples: int = SAMPLES,
    rules: Rules = RULES,
) -> list[Round]:
    """Deal and play n rounds with every play on record: up to `BLOCK` of them those of `play_rounds`.

    Arguments and errors as for `play_rounds`.

    >>> [record] = record_rounds(np.random.default_rng(1), 1)
    >>> [int(score) for score in record.scores()]
    [6, 0]
    """
    rounds = _unplayed(n)
    rows = deal_rows(rng, n, game)
    record = np.empty((n, game.plays, 2), np.int64)
    _play(rng, rows, _setup(game, strategies, samples), rules, rounds, record)
    return [_round(row, plays, game) for row, plays in zip(rows.tolist(), record.tolist(), strict=True)]


def _unplayed(n: int) -> Rounds:
    if index(n) < 0:
        raise ValueError(f"{n} rounds: expected 0 or more")
    return Rounds(np.empty((n, 2), np.uint64), np.empty((n, 2), np.uint8))


def _round(row: list[int], plays: list[list[int]], game: Game) -> Round:
    """A round on record from its sets: the table and the hands; card and cards taken, play by play."""
    order = [card for cards in row for card in DECK.decode(cards)]
    return Round(
        opening(order, game=game), tuple(Play(DECK.decode(card)[0], DECK.decode(taken)) for card, taken in plays)
    )


def deal_rows(rng: np.random.Generator, n: int, game: Game) -> NDArray[np.int64]:
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
    rng: np.random.Generator,
    rows: NDArray[np.int64],
    setup: Setup,
    rules: Rules,
    rounds: Rounds,
    record: NDArray[np.int64],
) -> None:
    """Play the rounds dealt in these rows into `rounds` and `record`."""
    words = rng.integers(0, 1 << 64, size=len(rows), dtype=np.uint64)
    known = packed_cards(), rank_sums()
    kernel.play_rounds(rows.T, words, setup, known, tables(rules), rounds.piles, rounds.sweeps, record)


@cache
def packed_cards() -> NDArray[np.int64]:
    """The cards as the kernels count them: bit, value and weight in one number, `int64[40]`."""
    return np.array(
        [
            1 << bit | value(card) << kernel.VALUE_AT | weight(card) << kernel.WEIGHT_AT
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


def _setup(game: Game, strategies: tuple[Strategy, Strategy], samples: int) -> Setup:
    """What the kernels must know: (players, hand, plays, whether the last card sweeps), strategies, samples."""
    if isinstance(strategies, str) or len(strategies) != 2:
        raise CardError(f"strategies {quote(strategies)}: expected two, one for each side")
    for name in strategies:
        if name not in STRATEGIES:
            raise CardError(f"{quote(name)} is not a strategy: expected {', '.join(STRATEGIES)}")
    if index(samples) < 1:
        raise ValueError(f"{samples} samples: expected 1 or more")
    first, second = (STRATEGIES.index(name) for name in strategies)
    return (game.players, game.hand, game.plays, int(game.last_card_sweeps)), (first, second), index(samples)


def sample(
    rng: np.random.Generator,
    n: int,
    *,
    strategies: tuple[Strategy, Strategy] = ("greedy", "greedy"),
    what: str = "difference",
    game: Game = SCOPA,
    samples: int = SAMPLES,
    rules: Rules = RULES,
) -> NDArray[Any]:
    """Play n rounds and measure each by one of `MEASURES`: integers of shape (n,).

    For `cardlab.simulate.simulate`, options by `functools.partial`. Raises as `play_rounds` does, and
    `CardError` for an unknown measure.

    >>> sample(np.random.default_rng(1), 5, strategies=("greedy", "random")).tolist()
    [5, 2, 1, 1, -1]
    """
    played = play_rounds(rng, n, strategies=strategies, game=game, samples=samples, rules=rules)
    return played.measure(what, rules=rules)


def sample_games(
    rng: np.random.Generator,
    n: int,
    *,
    strategies: tuple[Strategy, Strategy] = ("greedy", "greedy"),
    target: int = TARGET,
    game: Game = SCOPA,
    samples: int = SAMPLES,
    rules: Rules = RULES,
) -> NDArray[np.int64]:
    """Play n games and count the rounds of each, negative if the second side won: `int64[n]`.

    The first strategy has the first hand in the first round, then the sides take turns. After a round in which a side
    reaches the target, who is ahead has won; if nobody is, the game goes on. Raises as `play_rounds` does.

    >>> sample_games(np.random.default_rng(1), 5).tolist()
    [2, 3, -3, 3, -4]
    """
    results = np.zeros(len(_unplayed(n).piles), np.int64)
    totals = np.zeros((n, 2), np.int64)
    playing = np.arange(n)
    number = 0
    while playing.size:
        seats = (0, 1) if number % 2 == 0 else (1, 0)
        pair = (strategies[seats[0]], strategies[seats[1]])
        number += 1
        played = play_rounds(rng, playing.size, strategies=pair, game=game, samples=samples, rules=rules)
        totals[playing] += played.points(rules=rules)[:, seats]
        ahead = totals[playing, 0] - totals[playing, 1]
        over = (totals[playing].max(axis=1) >= target) & (ahead != 0)
        results[playing[over]] = number * np.sign(ahead[over])
        playing = playing[~over]
    return results
