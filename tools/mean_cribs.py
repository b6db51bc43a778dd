"""Cribbage: measure the mean crib of every throw, when it is known what both players throw.

A deal is a hand of six cards, six of the other 46 for the other player, and one of the remaining 40 as the starter; the
crib counts with its mean over all 40. The mean for a cell is over the hands that throw it. Some throws are a thousand
times rarer than others: hands are dealt more often the rarer their throw, and weigh less, so that all cells are known
equally well.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes
from cardlab.cribbage.discard.crib_tables import CribMeans, CribTables
from cardlab.cribbage.discard.hands import (
    HANDS,
    OTHERS,
    free_cards,
    hold,
    place_of_four,
    show_totals,
    shows,
    six_cards,
)
from cardlab.cribbage.discard.policies import CELLS, FIRST, SECOND, Policy, cells
from cardlab.cribbage.rules import RULES, Rules

__all__ = ["SHAPE", "Players", "Sampling", "both_cribs", "mean_cribs"]

SHAPE = 13, 13
CHUNKS = 512
"""Pieces of work: each takes the hands of one range of places, and random numbers of its own."""

Players = tuple[Policy, Policy]
"""What the dealer throws, and what the pone throws."""


@dataclass(frozen=True)
class Sampling:
    """About how many deals for each of the 169 cells, and the random numbers; `executor` shares out the work.

    The results are a function of the other three alone.
    """

    deals: int
    seed: int
    key: tuple[int, ...] = ()
    executor: Executor | None = None


def both_cribs(mine: Players, theirs: Players, dealt: Players, sampling: Sampling, rules: Rules) -> CribTables:
    """The mean cribs of the dealer's throws against their pone's, and of the pone's against their dealer's."""
    own, other = (replace(sampling, key=(*sampling.key, one)) for one in (0, 1))
    return CribTables(
        mean_cribs(mine[0], theirs[1], own, dealt=dealt[0], rules=rules),
        mean_cribs(mine[1], theirs[0], other, dealt=dealt[1], rules=rules),
    )


def mean_cribs(
    chosen: Policy, against: Policy, sampling: Sampling, *, dealt: Policy | None = None, rules: Rules = RULES
) -> CribMeans:
    """The mean crib for each throw of one policy, when the other player's is `against`; who deals does not matter.

    - `dealt`: deal each hand as often as would suit this policy. With the same one, two calls have the same deals.
    - `rules`: what the crib is worth.

    Raises `ValueError` for an array that is not a policy, and for fewer than one deal. Memory is some 200 MB.
    """
    if sampling.deals < 1:
        raise ValueError(f"{sampling.deals} deals: expected 1 or more")
    mine = cells(chosen)
    dealt_cells = mine if dealt is None else cells(dealt)
    expected = (sampling.deals / np.maximum(np.bincount(dealt_cells, minlength=CELLS), 1))[dealt_cells]
    task = partial(_chunk, mine, expected, (chosen, against), sampling, rules)
    shares = (map if sampling.executor is None else sampling.executor.map)(task, range(CHUNKS))
    count, weight, points, weight2, points2, squares2 = sum(shares, np.zeros((6, CELLS)))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = points / weight
        error = np.sqrt(np.maximum(squares2 - 2 * mean * points2 + mean**2 * weight2, 0)) / weight
    hands = np.bincount(mine, minlength=CELLS)
    return CribMeans(
        mean.reshape(SHAPE), error.reshape(SHAPE), count.astype(np.int64).reshape(SHAPE), hands.reshape(SHAPE)
    )


def _chunk(
    mine: Bytes, expected: NDArray[np.float64], players: Players, sampling: Sampling, rules: Rules, number: int
) -> NDArray[np.float64]:
    """The sums of one chunk, a column a cell: deals, weights, weighted points, and what their variance needs.

    A hand is dealt as often as expected, with a random number that settles the fraction.
    """
    part = slice(number * HANDS // CHUNKS, (number + 1) * HANDS // CHUNKS)
    seeds = np.random.SeedSequence(sampling.seed, spawn_key=(*sampling.key, number))
    rng = np.random.Generator(np.random.PCG64DXSM(seeds))
    times = (expected[part] + rng.random(part.stop - part.start)).astype(np.int64)
    places = np.repeat(np.arange(part.start, part.stop), times)
    others = rng.integers(OTHERS, size=places.size)
    points = np.empty(places.size)
    scores = Scores(shows(crib=True, rules=rules), show_totals(crib=True, rules=rules))
    _fill_points(places, others, *players, six_cards(), scores, points)
    weights = 1 / expected[places]
    squares = weights * weights
    columns = np.ones(places.size), weights, weights * points, squares, squares * points, squares * points * points
    return np.array([np.bincount(mine[places], column, CELLS) for column in columns])


class Scores(NamedTuple):
    """What four cards score with each starter, and in all."""

    shows: Bytes
    totals: NDArray[np.uint16]


@compiled
def _fill_points(places, others, chosen, against, hands, scores, points):  # type: ignore[no-untyped-def]
    """Fill in the mean crib of each deal, over the 40 starters that neither player holds."""
    free, theirs = np.empty(46, np.int64), np.empty(6, np.int64)
    for deal in range(len(places)):
        mine = hands[places[deal]]
        free_cards(mine, free)
        throw = chosen[places[deal]]
        other = against[hold(free, hands[others[deal]], theirs)]
        one, two = np.int64(mine[FIRST[throw]]), np.int64(mine[SECOND[throw]])
        crib = place_of_four(one, two, theirs[FIRST[other]], theirs[SECOND[other]])
        total = np.int64(scores.totals[crib])
        for k in range(6):
            total -= np.int64(scores.shows[crib, mine[k]]) + np.int64(scores.shows[crib, theirs[k]])
        points[deal] = total / 40
