"""Cribbage: compute the crib tables of data/ from nothing but the rules.

    python tools/crib_tables.py --deals 2e6 --seed 1 --workers 2 --output build

Each player knows six cards and throws what makes the highest sum of his hand and, if he deals, the crib, or else minus
the crib. He takes the hand at its exact mean over the 46 starters, and the crib at its mean for the two cards thrown:
for their ranks, and for whether they are of one suit. That mean depends on what both players throw, so it is found in
turns: both throw by the tables, the mean crib of each throw is measured, the tables move halfway to it, and so on until
they no longer change. At first both ignore the crib. The play of the cards and the score of the game are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cardlab.cribbage.discard import crib_tables
from cardlab.cribbage.discard.crib_tables import CribTables
from cardlab.cribbage.discard.policies import policy, random_policy
from cardlab.cribbage.rules import RULES, Rules
from cardlab.simulate import whole_number
from tools.mean_cribs import SHAPE, Players, Sampling, both_cribs

__all__ = ["BEST", "FIXED", "Model", "Turn", "fixed_point", "main", "solve", "to_frame"]

FEWEST = 1000
"""Deals for a throw, of which the first turns take a 32nd: with fewer some throw may have none at all."""

STAGES = (*(0,) * 12, 1, 2, 3)
"""The stage of each turn: all turns of a stage have the same random numbers."""
SHARES = 32, 4, 4, 1
"""The part of the deals for a turn of each stage."""
SETTLED = 6
"""From this turn to the end of the first stage, hands are dealt equally often in each turn."""


@dataclass(frozen=True)
class Model:
    """What is known to both players: `hand` values their hands when they choose, `crib` counts the crib.

    If the crib has no flush the players go by the ranks thrown alone.
    """

    name: str
    hand: Rules = RULES
    crib: Rules = RULES

    def players(self, own: NDArray[np.float64], other: NDArray[np.float64]) -> Players:
        """What both throw if the mean cribs are these."""
        return policy(own, rules=self.hand), policy(-other, rules=self.hand)


NO_CRIB_FLUSH = Rules(crib_flush=False)
BEST = Model("best")
FIXED = (
    BEST,
    Model("no crib flush", crib=NO_CRIB_FLUSH),
    Model("suits ignored", hand=Rules(flush=0), crib=NO_CRIB_FLUSH),
)
"""The models whose tables are fixed points."""


@dataclass(frozen=True)
class Turn:
    """A turn: how far the mean cribs are from the tables that both players threw by.

    - `number`: 1 for the first turn. `deals`: about how many for each cell; `same`: whether they are the previous ones.
    - `largest_own`, `largest_other`: the largest difference of a cell; `rms_own`, `rms_other`: root mean square.
    - `error`: the root mean square of the standard errors.
    """

    model: str
    number: int
    deals: int
    same: int
    largest_own: float = np.nan
    largest_other: float = np.nan
    rms_own: float = np.nan
    rms_other: float = np.nan
    error: float = np.nan


def fixed_point(
    model: Model,
    sampling: Sampling,
    *,
    stages: Sequence[int] = STAGES,
    report: Callable[[Turn], None] = lambda turn: None,
) -> CribTables:
    """The tables that are the mean cribs when both players throw by them; each `Turn` is reported when it is done.

    The last turn has all the deals, the others the part in `SHARES`. Raises `ValueError` for fewer than one deal.
    """
    played = np.zeros((2, *SHAPE))
    for number, stage in enumerate(stages, 1):
        turn = replace(sampling, deals=-(-sampling.deals // SHARES[stage]), key=(stage,))
        players = model.players(*played)
        if number <= SETTLED or stage:
            dealt = players
        found = both_cribs(players, players, dealt, turn, model.crib)
        own, other = found.own.filled(played[0]), found.other.filled(played[1])
        found = CribTables(own, other) if model.crib.crib_flush else CribTables(own.pooled, other.pooled)
        means = np.array([found.own.mean, found.other.mean])
        same = number > SETTLED and not stage
        report(_turn(Turn(model.name, number, turn.deals, int(same)), means - played, found))
        played = means if number == 1 or stage == 1 else (played + means) / 2
    return found


def _turn(begun: Turn, change: NDArray[np.float64], found: CribTables) -> Turn:
    """The turn with what was found."""
    largest, rms = np.abs(change).max(axis=(1, 2)), np.sqrt((change**2).mean(axis=(1, 2)))
    return replace(
        begun,
        largest_own=float(largest[0]),
        largest_other=float(largest[1]),
        rms_own=float(rms[0]),
        rms_other=float(rms[1]),
        error=float(np.sqrt(np.nanmean([found.own.error**2, found.other.error**2]))),
    )


def solve(
    sampling: Sampling, *, models: Sequence[Model] = FIXED, report: Callable[[Turn], None]
) -> dict[str, CribTables]:
    """The tables of these models, and with "best" of the two in which a player throws any two cards.

    Those two are measured once, with a quarter of the deals.
    """
    solved = {model.name: fixed_point(model, sampling, report=report) for model in models}
    if BEST.name in solved:
        best = solved[BEST.name]
        players = best.policy(dealer=True), best.policy(dealer=False)
        rng = np.random.default_rng(np.random.SeedSequence(sampling.seed, spawn_key=(4,)))
        anything = random_policy(rng), random_policy(rng)
        quarter = replace(sampling, deals=-(-sampling.deals // 4))
        solved["random"] = both_cribs(anything, anything, anything, replace(quarter, key=(5,)), RULES)
        solved["any hand"] = both_cribs(anything, players, anything, replace(quarter, key=(6,)), RULES)
    return {name: solved[name] for name in crib_tables.MODELS if name in solved}


def to_frame(solved: dict[str, CribTables]) -> pd.DataFrame:
    """The rows of `crib_tables.csv` but for their source: a row for each cell of each model and crib."""
    frames = []
    for model, tables in solved.items():
        ranks = tables.to_frame()
        for crib, means in (("own", tables.own), ("other", tables.other)):
            frame = pd.DataFrame({"model": model, "crib": crib, "rank1": ranks["low"], "rank2": ranks["high"]})
            frame["suited"] = ranks["suited"].astype(int)
            for name, table in zip(("mean", "standard_error", "deals", "hands"), vars(means).values(), strict=True):
                frame[name] = table[crib_tables.CELLS]
            frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def main(arguments: Sequence[str]) -> int:
    """Write the tables, and the turns in which they were found."""
    names = {model.name: model for model in FIXED}
    parser = argparse.ArgumentParser(description="Compute the mean crib of every throw in cribbage.")
    parser.add_argument("--deals", type=float, required=True, help="how many for each throw, such as 2e6")
    parser.add_argument("--seed", type=int, required=True, help="the same seed and deals give the same tables")
    parser.add_argument("--model", choices=names, help="only this one (default: all)")
    parser.add_argument("--workers", type=int, default=1, help="threads that share the work (default: 1)")
    parser.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where the two files go")
    options = parser.parse_args(arguments)
    if not options.output.is_dir():
        parser.error(f"{options.output} is not a folder")
    try:
        deals = whole_number("deals", options.deals, FEWEST)
    except ValueError as error:
        parser.error(str(error))
    turns: list[Turn] = []

    def report(turn: Turn) -> None:
        turns.append(turn)
        print(turn, file=sys.stderr)

    models = [names[options.model]] if options.model else FIXED
    with ThreadPoolExecutor(options.workers) as executor:
        solved = solve(Sampling(deals, options.seed, executor=executor), models=models, report=report)
    only = f' --model "{options.model}"' if options.model else ""
    source = f"python tools/crib_tables.py --deals {deals} --seed {options.seed}{only}"
    for name, frame in ((crib_tables.FILE, to_frame(solved)), ("crib_tables_rounds.csv", pd.DataFrame(turns))):
        written = options.output / name
        frame.assign(source=source).to_csv(written, index=False, float_format="%.5f", lineterminator="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
