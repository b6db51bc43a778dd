"""The commands that count: `simulate` and `exact`, each for every game, with the game's own options.

numpy and its friends are imported when a command runs, not before.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlab import bridge, scopa
from cardlab.cards import CardError

if TYPE_CHECKING:
    from cardlab.distribution import Distribution

__all__ = ["BAD_ARGUMENTS", "MISSING_SUIT", "TRUMP", "add_commands", "complain", "csv_text", "json_text", "with_rules"]

BAD_ARGUMENTS = 2

Parsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def complain(text: str) -> None:
    """Say something on standard error, if there is one."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)


def strain(text: str) -> str:
    """A suit or notrump, as an argument of the command line."""
    try:
        return bridge.strain(text)
    except CardError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def amount(text: str) -> float:
    """A number of deals, as an argument: `1000000` or `1e6`."""
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no number of deals: expected one such as 1000000 or 1e9"
        ) from None


def with_rules(options: dict[str, Any]) -> dict[str, Any]:
    """A game's options as its functions take them: Scopa's rule on a missing suit is a field of its rules."""
    others = {name: value for name, value in options.items() if name != "missing_suit"}
    if "missing_suit" in options:
        others["rules"] = replace(scopa.RULES, missing_suit=options["missing_suit"])
    return others


MISSING_SUIT: dict[str, Any] = {
    "choices": scopa.MISSING_SUIT_RULES,
    "default": "forfeit",
    "help": "what a missing suit does to the primiera (default: forfeit)",
}
TRUMP: dict[str, Any] = {"type": strain, "default": "notrump", "help": "a suit or notrump (default: notrump)"}

GAMES: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "cribbage": (
        "the points of a hand and starter in the show",
        {"--crib": {"action": "store_true", "help": "count cribs, not hands"}},
    ),
    "scopa": (
        "the points of one side in a round, sweeps aside",
        {
            "--cards": {"type": int, "help": "cards that the side has (default: any number)"},
            "--missing-suit": MISSING_SUIT,
        },
    ),
    "bridge": ("the points of a hand of 13 cards", {"--trump": TRUMP}),
    "tichu": (
        "the longest straight in a hand, or bombs: 0 for none, 1 for some",
        {
            "--what": {
                "choices": ["straight", "four", "flush", "any"],
                "default": "straight",
                "help": "straight: its length; four, flush, any: is there such a bomb (default: straight)",
            },
            "--cards": {"type": int, "default": 14, "help": "cards in a hand (default: 14)"},
        },
    ),
}
"""What is counted for each game, and its options: those of its `batch.sample` and `exact.distribution`."""

FORMAT: dict[str, Any] = {
    "choices": ["table", "csv", "json"],
    "default": "table",
    "help": "how the counts are printed (default: table)",
}
SIMULATE: dict[str, dict[str, Any]] = {
    "--deals": {"type": amount, "required": True, "help": "how many, such as 1000000 or 1e9"},
    "--seed": {"type": int, "required": True, "help": "the same seed, deals and chunk give the same counts"},
    "--workers": {"type": int, "default": 1, "help": "threads that share the work (default: 1)"},
    "--chunk": {"type": int, "help": "deals a piece of work; another number gives other counts"},
    "--checkpoint": {"metavar": "FILE", "help": "keep what is done here; the same command goes on from it"},
    "--format": FORMAT,
}


def add_commands(commands: Parsers) -> None:
    """Add `simulate GAME` and `exact GAME` to the command line."""
    _add_command(commands, "simulate", "count the scores of random deals", SIMULATE, _simulate)
    _add_command(commands, "exact", "count the scores of all deals there are", {"--format": FORMAT}, _exact)


def csv_text(made: Distribution) -> str:
    """The distribution as CSV, a value a line.

    >>> from cardlab.distribution import Distribution
    >>> print(csv_text(Distribution.exact({0: 1, 2: 3})))
    value,count,probability
    0,1,0.25
    2,3,0.75
    """
    rows = (f"{value},{count},{made.probability(value)}" for value, count in made)
    return "\n".join(["value,count,probability", *rows])


def json_text(made: Distribution) -> str:
    """The distribution as JSON: its moments and counts; what is not defined is null.

    >>> from cardlab.distribution import Distribution
    >>> json.loads(json_text(Distribution.sample({5: 1}, seed=7, name="one")))["counts"]
    {'5': 1}
    """
    fields = ("name", "is_exact", "seed", "total", "mean", "standard_error", "sd")
    found = {field: getattr(made, field) for field in fields}
    shown = {field: None if isinstance(value, float) and math.isnan(value) else value for field, value in found.items()}
    return json.dumps({**shown, "counts": dict(made)}, indent=2)


FORMATS: dict[str, Callable[[Distribution], str]] = {"table": str, "csv": csv_text, "json": json_text}


def _add_command(
    commands: Parsers,
    name: str,
    line: str,
    options: dict[str, dict[str, Any]],
    make: Callable[[argparse.Namespace, dict[str, Any]], Distribution],
) -> None:
    command = commands.add_parser(name, help=line, description=line.capitalize() + ".")
    games = command.add_subparsers(required=True, metavar="GAME")
    for game, (counted, own) in GAMES.items():
        parser = games.add_parser(game, help=counted, description=f"{line.capitalize()}: {counted}.")
        names = [parser.add_argument(flag, **given).dest for flag, given in own.items()]
        for flag, given in options.items():
            parser.add_argument(flag, **given)
        parser.set_defaults(run=partial(_run, make, names), game=game)


def _run(
    make: Callable[[argparse.Namespace, dict[str, Any]], Distribution], names: list[str], options: argparse.Namespace
) -> int:
    """Make the distribution with the game's own options, and print it; what can't be made is said in one line."""
    try:
        made = make(options, {name: getattr(options, name) for name in names})
    except (ValueError, OSError, MemoryError) as error:
        complain(f"cardlab: {error or type(error).__name__}")
        return BAD_ARGUMENTS
    print(FORMATS[options.format](made))
    return 0


def _exact(options: argparse.Namespace, own: dict[str, Any]) -> Distribution:
    made: Distribution = import_module(f"cardlab.{options.game}.exact").distribution(**with_rules(own))
    return made


def _simulate(options: argparse.Namespace, own: dict[str, Any]) -> Distribution:
    from cardlab.simulate import CHUNK, simulate

    if options.workers < 1:
        raise ValueError(f"workers is {options.workers}: expected 1 or more")
    try:
        with ThreadPoolExecutor(options.workers) as executor:
            return simulate(
                partial(import_module(f"cardlab.{options.game}.batch").sample, **with_rules(own)),
                options.deals,
                seed=options.seed,
                executor=executor if options.workers > 1 else None,
                chunk=CHUNK if options.chunk is None else options.chunk,
                checkpoint=options.checkpoint,
                name=" ".join(
                    [
                        options.game,
                        *(f"{name}={value}" for name, value in own.items() if value is not None and value is not False),
                    ]
                ),
            )
    except KeyboardInterrupt:
        if options.checkpoint:
            complain(f"cardlab: {options.checkpoint} keeps what is done; the same command goes on")
        raise
