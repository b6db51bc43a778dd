"""The commands that count: `simulate` and `exact`, each for every game, with the game's own options.

numpy and its friends are imported when a command runs, not before.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.cli.options import BAD_ARGUMENTS, Parsers, add_rules, chosen_rules, complain, whole_number
from cardlab.games import GAMES, command_of

if TYPE_CHECKING:
    from cardlab.distribution import Distribution

__all__ = ["add_counts", "csv_text", "json_text"]

FORMAT: dict[str, Any] = {
    "choices": ["table", "csv", "json"],
    "default": "table",
    "help": "how the counts are printed (default: table)",
}
SIMULATE: dict[str, dict[str, Any]] = {
    "--deals": {"type": whole_number, "required": True, "help": "how many, such as 1000000 or 1e9"},
    "--seed": {"type": whole_number, "required": True, "help": "the same seed, deals and chunk give the same counts"},
    "--workers": {"type": whole_number, "default": 1, "help": "threads that share the work (default: 1)"},
    "--chunk": {"type": whole_number, "help": "deals a piece of work; another number gives other counts"},
    "--checkpoint": {"metavar": "FILE", "help": "save progress in this file; the same command resumes it"},
    "--format": FORMAT,
}


def add_counts(commands: Parsers) -> None:
    """Add `simulate GAME` and `exact GAME` to the command line."""
    _add_command(commands, "simulate", "count the scores of random deals", SIMULATE, _simulate)
    _add_command(commands, "exact", "count the scores of all deals", {"--format": FORMAT}, _exact)


def csv_text(counted: Distribution) -> str:
    """The distribution as CSV, a value a line.

    >>> from cardlab.distribution import Distribution
    >>> print(csv_text(Distribution.exact({0: 1, 2: 3})))
    value,count,probability
    0,1,0.25
    2,3,0.75
    """
    rows = (f"{value},{count},{counted.probability(value)}" for value, count in counted)
    return "\n".join(["value,count,probability", *rows])


def json_text(counted: Distribution) -> str:
    """The distribution as JSON: its moments and counts; what is not defined is null.

    >>> from cardlab.distribution import Distribution
    >>> json.loads(json_text(Distribution.sample({5: 1}, seed=7, name="one")))["counts"]
    {'5': 1}
    """
    fields = ("name", "is_exact", "seed", "total", "mean", "standard_error", "sd")
    found = {field: getattr(counted, field) for field in fields}
    shown = {field: None if isinstance(value, float) and math.isnan(value) else value for field, value in found.items()}
    return json.dumps({**shown, "counts": dict(counted)}, indent=2)


FORMATS: dict[str, Callable[[Distribution], str]] = {"table": str, "csv": csv_text, "json": json_text}


def _add_command(
    commands: Parsers,
    name: str,
    line: str,
    options: dict[str, dict[str, Any]],
    count: Callable[[argparse.Namespace, dict[str, Any]], Distribution],
) -> None:
    command = commands.add_parser(name, help=line, description=line.capitalize() + ".")
    games = command.add_subparsers(required=True, metavar="GAME")
    for game in GAMES:
        own = command_of(game)
        parser = games.add_parser(game, help=own.counts, description=f"{line.capitalize()}: {own.counts}.")
        names = [parser.add_argument(flag, **settings).dest for flag, settings in own.count_options.items()]
        add_rules(parser, own.rules)
        for flag, settings in options.items():
            parser.add_argument(flag, **settings)
        parser.set_defaults(run=partial(_run, count, names), game=game)


def _run(
    count: Callable[[argparse.Namespace, dict[str, Any]], Distribution], names: list[str], options: argparse.Namespace
) -> int:
    """Count with the game's own options, and print the distribution; an error is one line."""
    own = {name: getattr(options, name) for name in names}
    try:
        own |= chosen_rules(command_of(options.game).rules, options)
        counted = count(options, own)
    except (ValueError, OSError, MemoryError) as error:
        complain(f"cardlab: {error or type(error).__name__}")
        return BAD_ARGUMENTS
    print(FORMATS[options.format](counted))
    if (unit := getattr(own.get("rules"), "unit", 1)) != 1:
        complain(f"cardlab: the values are in steps of 1/{unit} point")
    return 0


def _exact(options: argparse.Namespace, own: dict[str, Any]) -> Distribution:
    counted: Distribution = import_module(f"cardlab.{options.game}.exact").distribution(**own)
    return counted


def _simulate(options: argparse.Namespace, own: dict[str, Any]) -> Distribution:
    from cardlab.simulate import CHUNK, simulate

    if options.workers < 1:
        raise ValueError(f"workers is {options.workers}: expected 1 or more")
    try:
        with ThreadPoolExecutor(options.workers) as executor:
            return simulate(
                partial(import_module(f"cardlab.{options.game}.batch").sample, **own),
                options.deals,
                seed=options.seed,
                executor=executor if options.workers > 1 else None,
                chunk=CHUNK if options.chunk is None else options.chunk,
                checkpoint=options.checkpoint,
                name=_name(options, own),
            )
    except KeyboardInterrupt:
        if options.checkpoint:
            complain(f"cardlab: {options.checkpoint} has the work done so far; the same command resumes it")
        raise


def _name(options: argparse.Namespace, own: dict[str, Any]) -> str:
    """The game with its options and changed rules."""
    chosen = [f"{name}={value}" for name, value in own.items() if value not in (None, False) and name != "rules"]
    return " ".join([options.game, *chosen, *getattr(options, "rule", [])])
