"""What the commands share: how a game's command is described, how arguments are read, how errors are said."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

from cardlab.cards import CardError, quote

__all__ = ["BAD_ARGUMENTS", "Command", "Parsers", "add_rules", "amount", "complain", "with_rules"]

BAD_ARGUMENTS = 2

Options: TypeAlias = Mapping[str, Mapping[str, Any]]
Parsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


@dataclass(frozen=True, kw_only=True)
class Command:
    """What the command line offers for a game.

    - `line`: what a line of the filter is, `counts`: what `simulate` and `exact` count.
    - `filter_options`: keywords of the game's `score_line`, `count_options`: of its `batch.sample` and
      `exact.distribution`; each with its settings for `argparse`.
    - `rules`: the game's rules as they are, None if it has no rules value.
    """

    line: str
    counts: str
    filter_options: Options = field(default_factory=dict)
    count_options: Options = field(default_factory=dict)
    rules: Any = None


def complain(text: str) -> None:
    """Say something on standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr)


def amount(text: str) -> float:
    """A number of deals, as an argument: `1000000` or `1e6`.

    >>> amount("1000"), amount("1e6")
    (1000, 1000000.0)
    """
    if text.isascii() and "_" not in text:
        with suppress(ValueError):
            return int(text) if text.isdecimal() else float(text)
    raise argparse.ArgumentTypeError(f"{quote(text)} is not a number of deals: expected one such as 1000000 or 1e9")


def add_rules(parser: argparse.ArgumentParser, rules: object) -> None:
    """Add `--rule NAME=VALUE`, which may come several times, to a command of a game with a rules value."""
    if rules is not None:
        names = ", ".join(_names(rules))
        line = f"change a rule, such as nobs=2 or primiera.7=22; again for another ({names})"
        parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=line)


def with_rules(rules: Any, changes: Sequence[str]) -> Any:
    """The rules with some of their fields changed, each change a text `name=value`.

    A value is read as what it replaces: a number, yes or no, text, texts with commas; `name.key=value` changes one
    entry of a mapping. Raises `CardError` for an unknown field and for a value that it cannot have.

    >>> from cardlab.cribbage import RULES
    >>> with_rules(RULES, ["nobs=2", "crib_flush=no"])
    Rules(fifteen=2, pair=2, run=1, flush=1, nobs=2, crib_flush=False)
    """
    for change in changes:
        path, equals, text = change.partition("=")
        name, _, key = path.partition(".")
        if not equals or name not in _names(rules):
            raise CardError(f"--rule {quote(change)}: expected NAME=VALUE with a name of {', '.join(_names(rules))}")
        before = getattr(rules, name)
        try:
            after = _entry(before, key, text) if isinstance(before, Mapping) else _value(before, text)
        except ValueError as error:
            raise CardError(f"--rule {quote(change)}: {error}") from None
        rules = replace(rules, **{name: after})
    return rules


def _names(rules: Any) -> list[str]:
    return [field.name for field in fields(rules) if field.name not in ("name", "source")]


def _entry(before: Mapping[Any, Any], key: str, text: str) -> dict[Any, Any]:
    keys = {type(known) for known in before} or {str}
    found = int(key) if keys == {int} else key
    return {**before, found: _number(text)}


def _value(before: object, text: str) -> object:
    if isinstance(before, bool):
        if text.lower() not in ("yes", "no"):
            raise ValueError("expected yes or no")
        return text.lower() == "yes"
    if isinstance(before, (int, float)):
        return _number(text)
    if isinstance(before, tuple):
        parts = [part.strip() for part in text.split(",")]
        return tuple(parts if before and isinstance(before[0], str) else map(_number, parts))
    return text


def _number(text: str) -> float:
    try:
        return int(text) if text.lstrip("+-").isdecimal() and text.isascii() else float(text)
    except ValueError:
        raise ValueError(f"expected a number, not {quote(text)}") from None
