"""Cribbage: the crib tables from nothing but the rules, as the fixed point of what both players throw.

Each player knows six cards and throws what makes his hand, plus the crib if he deals, minus the crib if he does not,
the highest. He takes the hand at its exact mean over the 46 starters and the crib at its mean for the two cards thrown:
for their ranks, and for whether they are of one suit. That mean depends on what both players throw, so it is found by
turns: both throw by the tables, the mean crib of each throw is measured (see `cribs`), the tables move halfway to it,
and again, until they are what they lead to. To begin with, both ignore the crib. (Moved the whole way the two tables
chase each other: they get there too, but in twice the time.)

The play of the cards (pegging) and the score of the game are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import astuple, dataclass, fields, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cardlab.cribbage.discard.crib_tables import CribTables
from cardlab.cribbage.discard.cribs import mean_cribs
from cardlab.cribbage.discard.policies import Policy, policy, random_policy
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.data import rows

__all__ = ["COLUMNS", "FILE", "Round", "fixed_point", "round_rows", "rounds", "solve"]

FILE = "crib_tables_rounds.csv"

APPROACH, SETTLED = 12, 6
"""Rounds before the last three: all with the same random numbers, from the sixth on with the same deals throughout."""

SHARES = (32, 4, 4, 1)
"""What part of the deals is for each round of the approach, and for the last three."""

Players = tuple[Policy, Policy]
"""What the dealer throws, and what the pone throws."""


@dataclass(frozen=True)
class Round:
    """A round: how far the mean cribs are from the tables that both players threw by.

    - `model`: of `crib_tables.MODELS`. `number`: 1 for the first round.
    - `deals`: about how many for each cell. `same`: whether they are those of the round before.
    - `largest_own`, `largest_other`: the largest difference of a cell; `rms_own`, `rms_other`: root mean square.
    - `error`: the root mean square of the standard errors.
    """

    model: str
    number: int
    deals: int
    same: bool
    largest_own: float
    largest_other: float
    rms_own: float
    rms_other: float
    error: float


COLUMNS = tuple(field.name for field in fields(Round))


def ignore(made: Round) -> None:
    """Report to nobody."""


def fixed_point(
    *,
    deals: int,
    seed: int,
    crib_flush: bool = True,
    executor: Executor | None = None,
    report: Callable[[Round], None] = ignore,
) -> CribTables:
    """The tables that are the mean cribs when both players throw by them.

    - `deals`: about how many for each of the 338 cells in the last round. The two before take a quarter of that, the
      first twelve a 32nd; the last three have random numbers of their own. The result is a function of (deals, seed,
      crib_flush) alone.
    - `crib_flush`: False leaves out the flush of five cards in the crib; the players then go by the ranks alone.
    - `report`: is given each `Round` when it is done.

    Raises `ValueError` for fewer than one deal.
    """
    played = np.zeros((2, DECK.width, DECK.width))
    for number in range(1, APPROACH + len(SHARES)):
        stage = max(number - APPROACH, 0)
        size = -(-deals // SHARES[stage])
        players = policy(played[0]), policy(-played[1])
        if number <= SETTLED or stage:
            dealt = players
        found = _measure(
            players,
            players,
            dealt,
            deals=size,
            seed=seed,
            key=stage,
            rules=replace(RULES, crib_flush=crib_flush),
            executor=executor,
        )
        own, other = (made.filled(table) for made, table in zip((found.own, found.other), played, strict=True))
        found = CribTables(own, other) if crib_flush else CribTables(own.pooled, other.pooled)
        means = np.array([found.own.mean, found.other.mean])
        same = SETTLED < number <= APPROACH
        report(_round("best" if crib_flush else "no crib flush", number, size, same, means - played, found))
        played = means if number == 1 or stage == 1 else (played + means) / 2
    return found


def solve(
    *, deals: int, seed: int, executor: Executor | None = None, report: Callable[[Round], None] = ignore
) -> dict[str, CribTables]:
    """The tables of all `crib_tables.MODELS`. Arguments and errors as for `fixed_point`.

    The last two are measured once, with a quarter of the deals.
    """
    best = fixed_point(deals=deals, seed=seed, executor=executor, report=report)
    flushless = fixed_point(deals=deals, seed=seed, crib_flush=False, executor=executor, report=report)
    players = best.policy(dealer=True), best.policy(dealer=False)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(4,)))
    anything = random_policy(rng), random_policy(rng)
    measure = partial(_measure, deals=-(-deals // 4), seed=seed, rules=RULES, executor=executor)
    return {
        "best": best,
        "no crib flush": flushless,
        "random": measure(anything, anything, anything, key=5),
        "any hand": measure(anything, players, anything, key=6),
    }


def rounds(model: str = "best") -> list[Round]:
    """The rounds in which the tables kept in data/ were found, of "best" or "no crib flush".

    >>> [made.number for made in rounds() if made.rms_own > 0.05]
    [1, 2, 3, 4]
    """
    return [_read(row) for row in rows(FILE) if row["model"] == model]


def round_rows(made: Iterable[Round]) -> Iterator[tuple[str, ...]]:
    """The rows of the file, below `COLUMNS`.

    >>> next(round_rows(rounds()))[:4]
    ('best', '1', '62500', '0')
    """
    for one in made:
        model, *counts, own, other, rms_own, rms_other, error = astuple(one)
        yield (
            model,
            *(str(int(count)) for count in counts),
            *(f"{x:.5f}" for x in (own, other, rms_own, rms_other, error)),
        )


def _read(row: dict[str, str]) -> Round:
    number, deals, same = (int(row[name]) for name in ("number", "deals", "same"))
    numbers = (float(row[name]) for name in ("largest_own", "largest_other", "rms_own", "rms_other", "error"))
    return Round(row["model"], number, deals, bool(same), *numbers)


def _measure(
    mine: Players,
    theirs: Players,
    dealt: Players,
    *,
    deals: int,
    seed: int,
    key: int,
    rules: Rules,
    executor: Executor | None,
) -> CribTables:
    """The mean cribs of the dealer's throws against their pone's, and of the pone's against their dealer's."""
    measure = partial(mean_cribs, deals=deals, seed=seed, rules=rules, executor=executor)
    own = measure(mine[0], theirs[1], dealt=dealt[0], key=(key, 0))
    return CribTables(own, measure(mine[1], theirs[0], dealt=dealt[1], key=(key, 1)))


def _round(model: str, number: int, deals: int, same: bool, change: NDArray[np.float64], found: CribTables) -> Round:
    (own, other), (rms_own, rms_other) = np.abs(change).max(axis=(1, 2)), np.sqrt((change**2).mean(axis=(1, 2)))
    error = np.sqrt(np.nanmean([found.own.error**2, found.other.error**2]))
    return Round(model, number, deals, same, *map(float, (own, other, rms_own, rms_other, error)))
