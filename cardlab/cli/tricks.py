"""The command `tricks`: solve random bridge deals double dummy, into a file that can be gone on with."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import SEEK_END
from pathlib import Path
from typing import TextIO

from cardlab.cli.counts import BAD_ARGUMENTS, Parsers, amount, complain

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
    from cardlab.bridge.tricks import solved

    output: Path = options.output
    try:
        todo, seed = _wanted(options)
        with _locked(output.with_name(output.name + ".part")) as part:
            rows = _rows_so_far(output, part, seed)
            numbers = [number for number in range(todo) if not rows.get(number, ("", ""))[1]]
            rows.update(_solve(numbers, seed, options.workers, options.limit, part))
            solved.write(output, rows)
            part.truncate(0)
    except (ValueError, TypeError, ImportError) as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    if skipped := [number for number, (_, tricks) in rows.items() if not tricks]:
        complain(f"cardlab: not solved, and in the file without tricks: {', '.join(map(str, sorted(skipped)))}")
    return 0


def _wanted(options: argparse.Namespace) -> tuple[int, int]:
    """The number of deals and the seed. Raises `ValueError` for arguments that make no sense."""
    from cardlab.simulate import whole_number

    whole_number("workers", options.workers, 1)
    if options.output.suffix != ".xz":
        raise ValueError(f"{options.output.name} would be no compressed file: expected a name that ends in .xz")
    if not 0 < options.limit < float("inf"):
        raise ValueError(f"limit is {options.limit:g}: expected seconds, more than 0")
    return whole_number("deals", options.deals, 1), whole_number("seed", options.seed, 0)


@contextmanager
def _locked(path: Path) -> Iterator[TextIO]:
    """The file of what is done so far, for this run alone where the system can see to it; no empty one is left.

    Raises `ValueError` while another run has it.
    """
    with path.open("a+", newline="", encoding="ascii") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows
            pass
        except BlockingIOError:
            raise ValueError(f"another run writes {path.name}: wait for its end, or give another file") from None
        try:
            yield file
        finally:
            file.flush()
            if path.stat().st_size == 0:
                path.unlink()


def _rows_so_far(output: Path, part: TextIO, seed: int) -> dict[int, tuple[str, str]]:
    """The rows of the file and of the part beside it. Raises `ValueError` if they are of another seed."""
    from cardlab.bridge.tricks import double_dummy, solved

    _drop_torn_line(part)
    rows = solved.read(output) if output.exists() else {}
    if Path(part.name).stat().st_size:
        rows |= solved.read(Path(part.name))
    for number, (deal, _) in rows.items():
        if deal != double_dummy.deal_text(double_dummy.random_deal(seed, number)):
            raise ValueError(f"{output} has other deals than seed {seed} gives; give another file or remove it")
    return rows


def _drop_torn_line(part: TextIO) -> None:
    """Cut off a last row that was being written when the command was killed."""
    part.seek(0)
    text = part.read()
    part.truncate(text.rfind("\n") + 1)
    part.seek(0, SEEK_END)


def _solve(
    todo: list[int], seed: int, workers: int, limit: float, part: TextIO
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Solve the deals; each is in the part file as soon as it is done."""
    from tqdm import tqdm

    from cardlab.bridge.tricks import double_dummy, solved

    dealt = ((number, double_dummy.random_deal(seed, number)) for number in todo)
    done = double_dummy.solve_many(dealt, workers=workers, limit=limit)
    writer = csv.writer(part, lineterminator="\n")
    for number, tricks in tqdm(done, total=len(todo), unit=" deals", disable=not todo):
        row = solved.row(double_dummy.random_deal(seed, number), tricks)
        if tricks is None:
            tqdm.write(f"deal {number} is not solved: passed over (limit {limit:g} seconds)", file=sys.stderr)
        if part.tell() == 0:
            writer.writerow(solved.COLUMNS)
        writer.writerow((number, *row))
        part.flush()
        yield number, row
