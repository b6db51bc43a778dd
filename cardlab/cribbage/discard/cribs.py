"""Cribbage: the mean crib for each kind of throw, from random deals between two policies.

A deal is a hand of six cards, six of the other 46 for the other player, and a starter from the remaining 40: no card
dealt to either player can be turned up. Both throw by their policies, and the crib counts with its mean over all 40
starters. The mean for a cell is over the hands that throw it, not over all hands that could: a player throws two cards
when the others go badly with them, which leaves more of what goes with them to the crib.

Some throws are a thousand times rarer than others. So that all cells are known equally well, hands are dealt the more
often the rarer their throw, and count for the less.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes
from cardlab.cribbage.discard.hands import (
    HANDS,
    OTHERS,
    binomials,
    free_cards,
    place_of_four,
    show_totals,
    shows,
    six_cards,
)
from cardlab.cribbage.discard.policies import CELLS, FIRST, SECOND, Policy, Table, cells
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["CribMeans", "mean_cribs"]

T = TypeVar("T", np.int64, np.float64)

CARDS = len(DECK)
SHAPE = DECK.width, DECK.width

CHUNKS = 512
"""Pieces of work: each takes the hands of one range of places, and random numbers of its own."""


@dataclass(frozen=True)
class CribMeans:
    """The mean crib by throw: four tables, laid out as in `policies`.

    - `mean`, `error`: the mean, `nan` where no hand throws so, and its standard error.
    - `deals`: the deals it is the mean of.
    - `hands`: how many of the 20,358,520 hands throw so.
    """

    mean: Table
    error: Table
    deals: NDArray[np.int64]
    hands: NDArray[np.int64]

    @property
    def overall(self) -> float:
        """The mean crib over all hands."""
        return float(np.nansum(self.mean * self.hands) / self.hands.sum())

    @property
    def pooled(self) -> CribMeans:
        """The same with suited throws and others taken together: for who goes by the ranks alone."""
        hands = _pool(self.hands)
        with np.errstate(invalid="ignore"):
            mean = _pool(np.nan_to_num(self.mean) * self.hands) / hands
            error = np.sqrt(_pool((np.nan_to_num(self.error) * self.hands) ** 2)) / hands
        return CribMeans(mean, error, _pool(self.deals), self.hands)

    @property
    def by_rank(self) -> Table:
        """The mean for the 91 pairs of ranks, suited or not, at `[low, high]`; `nan` below the diagonal."""
        return np.where(np.tri(len(self.mean), k=-1), np.nan, self.pooled.mean)

    def filled(self, table: Table) -> CribMeans:
        """The same, with the table's number where no hand throws so."""
        return replace(self, mean=np.where(np.isnan(self.mean), table, self.mean))


def mean_cribs(
    chosen: Policy,
    against: Policy,
    *,
    deals: int,
    seed: int,
    key: tuple[int, ...] = (),
    dealt: Policy | None = None,
    rules: Rules = RULES,
    executor: Executor | None = None,
) -> CribMeans:
    """The mean crib for each throw of the policy `chosen`, when the other player's is `against`.

    Who of the two deals makes no difference to the points in the crib.

    - `deals`: about how many for each of the 169 cells. The result is a function of (deals, seed, key) and the
      policies, whatever the executor. Memory is some 200 MB.
    - `dealt`: deal as often as would suit this policy. With the same one, two calls have the same deals.
    - `rules`: what the crib is worth.

    Raises `ValueError` for an array that is not a policy, and for fewer than one deal.

    >>> from cardlab.cribbage.discard.policies import policy
    >>> ignore_the_crib = policy(np.zeros((13, 13)))
    >>> means = mean_cribs(ignore_the_crib, ignore_the_crib, deals=100, seed=1)
    >>> means.mean[4, 4].round(), means.hands[4, 4]  # two fives
    (np.float64(9.0), np.int64(17856))
    """
    if deals < 1:
        raise ValueError(f"{deals} deals: expected 1 or more")
    mine = cells(chosen)
    dealt_cells = mine if dealt is None else cells(dealt)
    hands = np.bincount(mine, minlength=CELLS)
    often = deals / np.maximum(np.bincount(dealt_cells, minlength=CELLS), 1)
    task = partial(_chunk, (chosen, mine, dealt_cells, against), often, seed, key, rules)
    shares = (map if executor is None else executor.map)(task, range(CHUNKS))
    count, weight, points, weight2, points2, squares2 = sum(shares, np.zeros((CELLS, 6))).T
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = points / weight
        error = np.sqrt(np.maximum(squares2 - 2 * mean * points2 + mean**2 * weight2, 0)) / weight
    made = CribMeans(mean, error, count.astype(np.int64), hands)
    return CribMeans(*(table.reshape(SHAPE) for table in vars(made).values()))


def _pool(table: NDArray[T]) -> NDArray[T]:
    """Add to each cell that of the same ranks, suited for not suited and the other way."""
    made: NDArray[T] = table + np.where(np.eye(len(table), dtype=bool), 0, table.T)
    return made


def _chunk(
    players: tuple[Policy, Bytes, Bytes, Policy],
    often: NDArray[np.float64],
    seed: int,
    key: tuple[int, ...],
    rules: Rules,
    number: int,
) -> NDArray[np.float64]:
    """The sums of one chunk, a row a cell: deals, weights, weighted points, and these two with squared weights.

    A hand is dealt as often as expected, with a random number that settles the fraction.
    """
    part = slice(number * HANDS // CHUNKS, (number + 1) * HANDS // CHUNKS)
    chosen, mine, dealt, against = players
    rng = np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(*key, number))))
    expected = often[dealt[part]]
    times = (expected + rng.random(expected.size)).astype(np.int64)
    others = rng.integers(OTHERS, size=times.sum())
    sums = np.zeros((CELLS, 6))
    me = six_cards()[part], chosen[part], mine[part], times, 1 / expected
    _add_up(
        me,
        (others, six_cards(), against),
        (shows(crib=True, rules=rules), show_totals(crib=True, rules=rules), binomials()),
        sums,
    )
    return sums


@compiled
def _add_up(me, other, tables, sums):  # type: ignore[no-untyped-def]
    """Add to `sums` each of my hands as many times as told, each time against the next of the other's hands."""
    mine, chosen, cell, times, weights = me
    others, hands, against = other
    shows, totals, binomials = tables
    free, theirs = np.empty(46, np.int64), np.empty(6, np.int64)
    deal = 0
    for i in range(len(mine)):
        if times[i]:
            free_cards(mine[i], free)
            one, two = np.int64(mine[i, FIRST[chosen[i]]]), np.int64(mine[i, SECOND[chosen[i]]])
        for _ in range(times[i]):
            place = 0
            for k in range(6):
                theirs[k] = free[hands[others[deal], k]]
                place += binomials[theirs[k], k + 1]
            throw = against[place]
            crib = place_of_four(one, two, theirs[FIRST[throw]], theirs[SECOND[throw]], binomials)
            _add(sums[cell[i]], weights[i], _mean_over_starters(crib, mine[i], theirs, shows, totals))
            deal += 1


@compiled
def _add(row, weight, points):  # type: ignore[no-untyped-def]
    row[0] += 1
    row[1] += weight
    row[2] += weight * points
    row[3] += weight * weight
    row[4] += weight * weight * points
    row[5] += weight * weight * points * points


@compiled
def _mean_over_starters(crib, mine, theirs, shows, totals):  # type: ignore[no-untyped-def]
    """The mean of the crib over the 40 starters that neither player holds."""
    points = np.int64(totals[crib])
    for k in range(6):
        points -= np.int64(shows[crib, mine[k]]) + np.int64(shows[crib, theirs[k]])
    return points / 40
