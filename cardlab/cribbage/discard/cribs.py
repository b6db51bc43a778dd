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
from functools import cache, partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes
from cardlab.cribbage.discard.hands import HANDS, OTHERS, binomials, shows, six_cards
from cardlab.cribbage.discard.policies import CELLS, FIRST, SECOND, Policy, Table, cells
from cardlab.cribbage.rules import DECK

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
    crib_flush: bool = True,
    executor: Executor | None = None,
) -> CribMeans:
    """The mean crib for each throw of the policy `chosen`, when the other player's is `against`.

    Who of the two deals makes no difference to the points in the crib.

    - `deals`: about how many for each of the 169 cells. The result is a function of (deals, seed, key) and the
      policies, whatever the executor. Memory is some 200 MB.
    - `dealt`: deal as often as would suit this policy. With the same one, two calls have the same deals.
    - `crib_flush`: False leaves out the flush of five cards.

    Raises `ValueError` for what is no policy and for fewer than one deal.

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
    task = partial(_chunk, (chosen, mine, dealt_cells, against), often, seed, key, crib_flush)
    shares = (map if executor is None else executor.map)(task, range(CHUNKS))
    count, weight, points, weight2, points2, squares2 = sum(shares, np.zeros((CELLS, 6))).T
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = points / weight
        error = np.sqrt(np.maximum(squares2 - 2 * mean * points2 + mean**2 * weight2, 0)) / weight
    made = CribMeans(mean, error, count.astype(np.int64), hands)
    return CribMeans(*(table.reshape(SHAPE) for table in vars(made).values()))


@cache
def _crib_scores(flush: bool) -> tuple[Bytes, NDArray[np.uint16]]:
    """What each crib scores with each starter, and in all."""
    scores = shows(crib=True, flush=flush)
    return scores, scores.sum(axis=1, dtype=np.uint16)


def _pool(table: NDArray[T]) -> NDArray[T]:
    """Add to each cell that of the same ranks, suited for not suited and the other way."""
    made: NDArray[T] = table + np.where(np.eye(len(table), dtype=bool), 0, table.T)
    return made


def _chunk(
    players: tuple[Policy, Bytes, Bytes, Policy],
    often: NDArray[np.float64],
    seed: int,
    key: tuple[int, ...],
    crib_flush: bool,
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
    _add_up(me, (others, six_cards(), against), (*_crib_scores(crib_flush), binomials()), sums)
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
            _free_cards(mine[i], free)
            one, two = np.int64(mine[i, FIRST[chosen[i]]]), np.int64(mine[i, SECOND[chosen[i]]])
        for _ in range(times[i]):
            place = 0
            for k in range(6):
                theirs[k] = free[hands[others[deal], k]]
                place += binomials[theirs[k], k + 1]
            throw = against[place]
            crib = _place_of_four(one, two, theirs[FIRST[throw]], theirs[SECOND[throw]], binomials)
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
def _free_cards(hand, free):  # type: ignore[no-untyped-def]
    """Fill `free` with the 46 cards that are not in the hand, low cards first."""
    size, k = 0, 0
    for card in range(CARDS):
        if k < 6 and hand[k] == card:
            k += 1
        else:
            free[size] = card
            size += 1


@compiled
def _place_of_four(a, b, c, d, binomials):  # type: ignore[no-untyped-def]
    """The place of four cards among the 270,725 hands, from two pairs in order."""
    two, three = max(a, c), min(b, d)
    if two > three:
        two, three = three, two
    return binomials[min(a, c), 1] + binomials[two, 2] + binomials[three, 3] + binomials[max(b, d), 4]


@compiled
def _mean_over_starters(crib, mine, theirs, shows, totals):  # type: ignore[no-untyped-def]
    """The mean of the crib over the 40 starters that neither player holds."""
    points = np.int64(totals[crib])
    for k in range(6):
        points -= np.int64(shows[crib, mine[k]]) + np.int64(shows[crib, theirs[k]])
    return points / 40
