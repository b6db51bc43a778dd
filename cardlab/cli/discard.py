"""The cribbage commands: `discard`, which two cards to throw, and `discard-tables`, the tables that it goes by."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cardlab.cards import CardError
from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, amount, complain, with_rules
from cardlab.cribbage import RULES

__all__ = ["add_discard_commands"]


def add_discard_commands(commands: Parsers) -> None:
    """Add `discard HAND` and `discard-tables` to the command line."""
    line = "cribbage: which two of six cards to throw, best first"
    discard = commands.add_parser("discard", help=line, description=f"{line.capitalize()}.")
    discard.add_argument("hand", nargs="+", metavar="CARD", help='six cards, such as "5H 5S 6D 7C JC KD"')
    discard.add_argument("--dealer", action="store_true", help="the crib is yours (default: it is the other's)")
    add_rules(discard, RULES)
    discard.add_argument("--exact", action="store_true", help="the crib over all hands that the other may hold")
    discard.add_argument("--starters", action="store_true", help="what the best hand scores with which starters")
    discard.set_defaults(run=_discard)
    line = "cribbage: compute the mean crib of every throw"
    tables = commands.add_parser("discard-tables", help=line, description=f"{line.capitalize()}.")
    tables.add_argument("--deals", type=amount, required=True, help="how many for each throw, such as 2e6")
    tables.add_argument("--seed", type=int, required=True, help="the same seed and deals give the same tables")
    tables.add_argument("--workers", type=int, default=1, help="threads that share the work (default: 1)")
    tables.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where the two files go")
    tables.set_defaults(run=_tables)


def _discard(options: argparse.Namespace) -> int:
    from cardlab.cribbage.discard.advice import advise

    hand = " ".join(options.hand)
    try:
        rules = with_rules(RULES, options.rule)
        advice = advise(hand, dealer=options.dealer, rules=rules, exact=options.exact)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    print(advice)
    if options.starters:
        print(f"\n{advice.breakdown()}")
    return 0


def _tables(options: argparse.Namespace) -> int:
    """Write the tables, and the rounds in which they were found; a round is reported when it is done."""
    from cardlab.cribbage.discard import crib_tables, fixed_point

    made: list[fixed_point.Round] = []

    def report(one: fixed_point.Round) -> None:
        made.append(one)
        change = max(one.largest_own, one.largest_other)
        complain(f"{one.model}, round {one.number}: largest change {change:.4f}, error {one.error:.4f}")

    try:
        if not options.output.is_dir():
            raise ValueError(f"{options.output} is no folder")
        deals, seed = int(options.deals), options.seed
        with ThreadPoolExecutor(options.workers) as executor:
            solved = fixed_point.solve(deals=deals, seed=seed, executor=executor, report=report)
    except (ValueError, OverflowError, MemoryError) as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    source = f"python -m cardlab discard-tables --deals {deals} --seed {seed}"
    _write(options.output / crib_tables.FILE, crib_tables.COLUMNS, crib_tables.table_rows(solved), source)
    _write(options.output / fixed_point.FILE, fixed_point.COLUMNS, fixed_point.round_rows(made), source)
    return 0


def _write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]], source: str) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*columns, "source"])
        writer.writerows([*row, source] for row in rows)
