"""The command `tricks`: solve random bridge deals double dummy, into a file that can be gone on with."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from pathlib import Path

from cardlab.commands import BAD_ARGUMENTS, Parsers, amount, complain

__all__ = ["add_tricks_command"]


def add_tricks_command(commands: Parsers) -> None:
    """Add `tricks` to the command line."""
    line = "bridge: solve random deals double dummy, every declarer in every strain"
    tricks = commands.add_parser(
        "tricks",
        help=line,
        description=f"{line.capitalize()}. Deals that the file has already are not solved again; after an interruption "
        "the same command goes on. Needs the extra `tricks`.",
    )
    tricks.add_argument("--deals", type=amount, required=True, help="how many in all, such as 10000")
    tricks.add_argument("--seed", type=int, required=True, help="deal i is a function of the seed and i alone")
    tricks.add_argument("--workers", type=int, default=1, help="processes that share the work (default: 1)")
    tricks.add_argument(
        "--limit",
        type=float,
        default=600.0,
        metavar="SECONDS",
        help="pass over a deal that takes longer (default: 600)",
    )
    tricks.add_argument("--output", type=Path, default=Path("bridge_tricks.csv.xz"), metavar="FILE.csv.xz")
    tricks.set_defaults(run=_tricks)


def _tricks(options: argparse.Namespace) -> int:
    from cardlab.bridge import solved
    from cardlab.simulate import whole_number

    output: Path = options.output
    part = output.with_name(output.name + ".part")
    try:
        if output.suffix != ".xz":
            raise ValueError(f"{output.name} would be no compressed file: expected a name that ends in .xz")
        deals = whole_number("deals", options.deals, 1)
        seed, workers = whole_number("seed", options.seed, 0), whole_number("workers", options.workers, 1)
        if not 0 < options.limit < float("inf"):
            raise ValueError(f"limit is {options.limit:g}: expected seconds, more than 0")
        rows = _rows_so_far(output, part, seed)
        todo = [number for number in range(deals) if not rows.get(number, ("", ""))[1]]
        for number, row in _solve(todo, seed, workers, options.limit, part):
            rows[number] = row
    except (ValueError, TypeError, ImportError) as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    solved.write(output, rows)
    part.unlink(missing_ok=True)
    if skipped := [number for number, (_, tricks) in rows.items() if not tricks]:
        complain(f"cardlab: not solved, and in the file without tricks: {', '.join(map(str, sorted(skipped)))}")
    return 0


def _rows_so_far(output: Path, part: Path, seed: int) -> dict[int, tuple[str, str]]:
    """The rows of the file and of the part beside it. Raises `ValueError` if they are of another seed."""
    from cardlab.bridge import double_dummy, solved

    if part.exists():
        _drop_torn_line(part)
    rows: dict[int, tuple[str, str]] = {}
    for path in (output, part):
        if path.exists():
            rows |= solved.read(path)
    for number, (deal, _) in rows.items():
        if deal != double_dummy.deal_text(double_dummy.random_deal(seed, number)):
            raise ValueError(f"{output} has other deals than seed {seed} gives; give another file or remove it")
    return rows


def _drop_torn_line(path: Path) -> None:
    """Cut off a last row that was being written when the command was killed."""
    with path.open("rb+") as file:
        file.truncate(file.read().rfind(b"\n") + 1)
    if path.stat().st_size == 0:
        path.unlink()


def _solve(todo: list[int], seed: int, workers: int, limit: float, part: Path) -> Iterator[tuple[int, tuple[str, str]]]:
    """Solve the deals; each is in the part file as soon as it is done."""
    from tqdm import tqdm

    from cardlab.bridge import double_dummy, solved

    dealt = ((number, double_dummy.random_deal(seed, number)) for number in todo)
    done = double_dummy.solve_many(dealt, workers=workers, limit=limit)
    with part.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if file.tell() == 0:
            writer.writerow(solved.COLUMNS)
        for number, tricks in tqdm(done, total=len(todo), unit=" deals", disable=not todo):
            row = solved.row(double_dummy.random_deal(seed, number), tricks)
            if tricks is None:
                tqdm.write(f"deal {number} is not solved in {limit:g} seconds: passed over", file=sys.stderr)
            writer.writerow((number, *row))
            file.flush()
            yield number, row
