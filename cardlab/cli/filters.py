"""The filters: a command for each game that scores a hand a line, standard input to standard output."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from cardlab.cards import CardError
from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, chosen_rules, complain
from cardlab.games import GAMES, command_of

__all__ = ["add_filters", "csv_answers", "filter_lines", "json_answers"]

Row: TypeAlias = Callable[[Any], Mapping[str, object]]
"""What makes a row of a table of a line of text, or of a hand of a file with its place."""

Hands: TypeAlias = Iterable[tuple[Mapping[str, object], str | CardError]]
"""The hands of a file, each with its place, or an error there."""


def add_filters(commands: Parsers) -> None:
    """Add a filter for each game to the command line."""
    for game in GAMES:
        command = command_of(game)
        parser = commands.add_parser(game, help=command.line, description=f"Each line is {command.line}.")
        shown = parser.add_mutually_exclusive_group()
        shown.add_argument("--explain", action="store_true", help="show what makes the score")
        shown.add_argument("--format", choices=[*TABLES], help="a table with a row a line; json: an object a line")
        names = [parser.add_argument(flag, **settings).dest for flag, settings in command.filter_options.items()]
        if command.file:
            parser.add_argument(
                "file",
                nargs="?",
                metavar="FILE",
                help="count the hands of this file, PBN or LIN; - reads standard input",
            )
        add_rules(parser, command.rules)
        parser.set_defaults(run=partial(_run, game, names))


def filter_lines(lines: Iterable[str], answer: Callable[[str], str]) -> int:
    """Print the answer to each line; report a bad line on standard error with its number and go on.

    Blank lines are passed over. Returns 1 if a line was bad, else 0.

    >>> from cardlab import cribbage
    >>> filter_lines(["h 8H 8S 8D 2C AH", ""], cribbage.score_line)
    Hand 8H 8S 8D 2C AH =  6
    0
    """
    status = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            print(answer(line))
        except CardError as error:
            complain(f"line {number}: {error}")
            status = 1
    return status


def csv_answers(row: Row) -> Callable[[Any], str]:
    """Answers as lines of CSV, with the names of the columns before the first.

    >>> answer = csv_answers(lambda line: {"hand": line, "points": 2})
    >>> print(answer("7D"))
    hand,points
    7D,2
    >>> print(answer("7C"))
    7C,2
    """
    first = iter([True])

    def answer(line: Any) -> str:
        found, text = row(line), io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if next(first, False):
            writer.writerow(found.keys())
        writer.writerow(found.values())
        return text.getvalue().removesuffix("\n")

    return answer


def json_answers(row: Row) -> Callable[[Any], str]:
    """Answers as JSON, an object a line.

    >>> json_answers(lambda line: {"hand": line, "points": 2})("7D")
    '{"hand": "7D", "points": 2}'
    """
    return lambda line: json.dumps(row(line))


TABLES = {"csv": csv_answers, "json": json_answers}


def _run(game: str, names: list[str], options: argparse.Namespace) -> int:
    command = command_of(game)
    try:
        chosen = {name: getattr(options, name) for name in names} | chosen_rules(command.rules, options)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    row = partial(command.row, **chosen)
    spoken = partial(import_module(f"cardlab.{game}").score_line, explain=options.explain, **chosen)
    path, table = getattr(options, "file", None), options.format
    if sys.stdin is None and path in (None, "-"):
        complain("cardlab: there is no standard input")
        return BAD_ARGUMENTS
    answer = TABLES[table](row) if table else spoken
    if path is None or command.file is None:
        return filter_lines(sys.stdin, answer)
    typed = sys.stdin.read() if path == "-" else None
    try:
        hands = [*command.file(Path(path) if typed is None else typed)]
    except (CardError, OSError) as error:
        if typed is not None:  # no deals: a hand a line
            return filter_lines(typed.splitlines(), answer)
        complain(f"cardlab: {path}: {getattr(error, 'strerror', error)}")
        return BAD_ARGUMENTS
    return _score_hands(hands, table, row, spoken)


def _score_hands(hands: Hands, table: str | None, row: Row, spoken: Callable[[str], str]) -> int:
    """Print the answer to each hand of a file, with the board and the seat before it; report what cannot be read."""
    answer = (
        TABLES[table](lambda found: {**found[0], **row(found[1])})
        if table
        else lambda found: f"{' '.join(map(str, found[0].values()))}: {spoken(found[1])}"
    )
    status = 0
    for place, hand in hands:
        if isinstance(hand, str):
            print(answer((place, hand)))
        else:
            complain(f"{' '.join(f'{name} {value}' for name, value in place.items())}: {hand}")
            status = 1
    return status
