"""The filters: a command for each game that scores a hand a line, standard input to standard output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module

from cardlab.cards import CardError
from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, complain, with_rules
from cardlab.games import GAMES, command_of

__all__ = ["add_filters", "filter_lines"]


def add_filters(commands: Parsers) -> None:
    """Add a filter for each game to the command line."""
    for game in GAMES:
        command = command_of(game)
        parser = commands.add_parser(game, help=command.line, description=f"Each line is {command.line}.")
        parser.add_argument("--explain", action="store_true", help="show what makes the score")
        names = [parser.add_argument(flag, **settings).dest for flag, settings in command.filter_options.items()]
        add_rules(parser, command.rules)
        parser.set_defaults(run=partial(_run, game, ["explain", *names]))


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


def _run(game: str, names: list[str], options: argparse.Namespace) -> int:
    chosen = {name: getattr(options, name) for name in names}
    rules = command_of(game).rules
    try:
        if rules is not None and options.rule:
            chosen["rules"] = with_rules(rules, options.rule)
    except CardError as error:
        complain(f"cardlab: {error}")
        return BAD_ARGUMENTS
    if sys.stdin is None:
        complain("cardlab: there is no standard input")
        return BAD_ARGUMENTS
    return filter_lines(sys.stdin, partial(import_module(f"cardlab.{game}").score_line, **chosen))
