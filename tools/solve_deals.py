"""Deal bridge hands at random and solve them double dummy: makes `data/bridge_tricks.csv.xz`.

A row a deal: its number, the deal in the notation of PBN, and its tricks, a hexadecimal digit for each strain and
declarer (spades, hearts, diamonds, clubs, notrump; in each north, east, south, west). Deal i is a function of the seed
and i alone. The file is written after every block of deals, and the same command solves what is missing in it. A deal
that takes too long has no tricks, and is tried again the next time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pandas as pd
from tqdm import tqdm

from cardlab.bridge.rules import DECK
from cardlab.deal import deal
from tools.double_dummy import deal_text, solve

try:
    from pebble import ProcessExpired, ProcessPool
except ImportError:
    raise ImportError("solving deals needs pebble and endplay: pip install 'cardlab[tricks]'") from None

BLOCK = 100


def random_deal(seed: int, number: int) -> str:
    """Deal `number` of a seed.

    >>> random_deal(1, 0)
    'N:.AT76.KJT974.QT9 KQ653.8432.5.A64 AJ842.KJ5.A86.82 T97.Q9.Q32.KJ753'
    """
    rng = np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(number,))))
    return deal_text(deal(rng, 1, DECK, (13, 13, 13, 13))[0].tolist())


def solved(
    deals: Sequence[Any], *, workers: int = 1, limit: float = 600, solver: Callable[[Any], Any] = solve
) -> Iterator[Any]:
    """Solve deals in processes of their own, in order: None for one that takes too long or that the solver fails on.

    Raises `ImportError` if the solver is not there.
    """
    with ProcessPool(max_workers=workers, context=get_context("spawn")) as pool:
        results = pool.map(solver, deals, timeout=limit).result()
        for deal in deals:
            try:
                yield next(results)
            except ImportError:
                raise
            except (TimeoutError, ProcessExpired):
                yield None
            except Exception as error:
                print(f"the solver fails on {deal}: {error!r}", file=sys.stderr)
                yield None


def digits(tricks: Any) -> str:
    """The tricks of a deal as a text, empty if there are none or other than 0 to 13.

    >>> digits(np.full((5, 4), 13)), digits(None)
    ('dddddddddddddddddddd', '')
    """
    numbers = [] if tricks is None else tricks.ravel().tolist()
    return "".join(f"{number:x}" for number in numbers) if all(0 <= number <= 13 for number in numbers) else ""


def table(path: Path, deals: int, seed: int) -> pd.DataFrame:
    """The deals of the file and those that it lacks. Raises `ValueError` if the file has deals of another seed."""
    rows = pd.DataFrame({"deal": [random_deal(seed, number) for number in range(deals)], "tricks": ""})
    if path.exists():
        stored = pd.read_csv(path, index_col="number", dtype={"deal": str, "tricks": str}).fillna("")
        rows = rows.reindex(range(max(deals, len(stored))))
        if [*stored["deal"]] != [random_deal(seed, number) for number in stored.index]:
            raise ValueError(f"{path.name} has other deals than seed {seed} gives: expected its seed, or a new file")
        rows.loc[stored.index] = stored
    return rows.rename_axis("number")


def write(rows: pd.DataFrame, path: Path) -> None:
    """Write the file wholly or not at all, and no other."""
    beside = path.with_name(f"{uuid4().hex}-{path.name}")
    beside.touch(exist_ok=False)
    try:
        rows.to_csv(beside, lineterminator="\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, required=True, help="how many in all")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE.csv.xz")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the work (default: 1)")
    parser.add_argument("--limit", type=float, default=600, metavar="SECONDS", help="for one deal (default: 600)")
    options = parser.parse_args(arguments)
    try:
        rows = table(options.output, options.deals, options.seed)
    except ValueError as error:
        parser.error(str(error))
    missing = rows.index[rows["tricks"] == ""].tolist()
    for start in tqdm(range(0, len(missing), BLOCK), unit=f" x {BLOCK} deals"):
        block = missing[start : start + BLOCK]
        found = solved(rows.loc[block, "deal"].tolist(), workers=options.workers, limit=options.limit)
        rows.loc[block, "tricks"] = [digits(tricks) for tricks in found]
        write(rows, options.output)
    if unsolved := rows.index[rows["tricks"] == ""].tolist():
        print(f"not solved: {', '.join(map(str, unsolved))}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
