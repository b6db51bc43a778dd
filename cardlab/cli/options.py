"""What the commands share: how a game's command is described, how arguments are read, how errors are reported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias

from cardlab.cards import CardError, quote

__all__ = ["BAD_ARGUMENTS", "Command", "Parsers", "add_rules", "chosen_rules", "complain", "whole_number", "with_rules"]

BAD_ARGUMENTS = 2

Options: TypeAlias = Mapping[str, Mapping[str, Any]]
Parsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


@dataclass(frozen=True, kw_only=True)
class Command:
    """What the command line offers for a game.

    - `line`: what a line of the filter is, `counts`: what `simulate` and `exact` count.
    - `row`: a line scored as a row of a table, by the names of its columns.
    - `filter_options`: keywords of the game's `score_line` and of `row`, `count_options`: of its `batch.sample` and
      `exact.distribution`; each with its settings for `argparse`.
    - `rules`: the game's rules as they are, None if it has no rules value.
    - `file`: the hands of a file, by its path, or of its text, each with what tells it from the others, by the names of
      columns, or an error in the hand's place; None if the filter reads lines alone.
    """

    line: str
    counts: str
    row: Callable[..., Mapping[str, object]]
    filter_options: Options = field(default_factory=dict)
    count_options: Options = field(default_factory=dict)
    rules: Any = None
    file: Callable[[str | Path], Iterable[tuple[Mapping[str, object], str | CardError]]] | None = None


def complain(text: str) -> None:
    """Say something on standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(text, file=sys.stderr)


def whole_number(text: str) -> int:
    """A whole number, as an argument: `1000000` or `1e6`. Raises `ArgumentTypeError` for anything else.

    >>> whole_number("1000"), whole_number("1e6")
    (1000, 1000000)
    """
    with suppress(CardError):
        if (number := _number(text)) == (whole := int(number)):
            return whole
    raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number: expected one such as 1000000 or 1e9")


def add_rules(parser: argparse.ArgumentParser, rules: object) -> None:
    """Add `--rule NAME=VALUE`, which may come several times, to a command of a game with a rules value."""
    if rules is not None:
        line = f"change a rule; again for another ({', '.join(_fields(rules))})"
        parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help=line)


def chosen_rules(rules: Any, options: argparse.Namespace) -> dict[str, Any]:
    """The keyword `rules` if some were changed, else nothing. Raises `CardError` as `with_rules`."""
    changes = getattr(options, "rule", [])
    return {"rules": with_rules(rules, changes)} if changes else {}


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
        name, dot, key = path.partition(".")
        before = getattr(rules, name) if name in _names(rules) else None
        if not equals or before is None or bool(dot) != isinstance(before, Mapping):
            raise CardError(f"--rule {quote(change)}: expected NAME=VALUE with a name of {', '.join(_fields(rules))}")
        try:
            after = _entry(before, key, text) if isinstance(before, Mapping) else _value(before, text)
            rules = replace(rules, **{name: after})
        except CardError as error:
            raise CardError(f"--rule {quote(change)}: {error}") from None
    return rules


def _names(rules: Any) -> list[str]:
    return [field.name for field in fields(rules) if field.name not in ("name", "source")]


def _fields(rules: Any) -> list[str]:
    """The names as they are typed, an entry of a mapping behind a dot."""
    return [f"{name}.KEY" if isinstance(getattr(rules, name), Mapping) else name for name in _names(rules)]


def _entry(before: Mapping[Any, Any], key: str, text: str) -> dict[Any, Any]:
    """The mapping with one entry changed or added."""
    known = {str(entry): entry for entry in before}
    return {**before, known.get(key, int(key) if key.isascii() and key.isdecimal() else key): _number(text)}


def _value(before: object, text: str) -> object:
    if isinstance(before, bool):
        if text.lower() not in ("yes", "no"):
            raise CardError("expected yes or no")
        return text.lower() == "yes"
    if isinstance(before, (int, float)):
        return _number(text)
    if isinstance(before, tuple):
        parts = [part.strip() for part in text.split(",")]
        return tuple(parts if before and isinstance(before[0], str) else map(_number, parts))
    return text


def _number(text: str) -> float:
    """A finite number in plain digits, an `int` if it is written as one."""
    if text.isascii() and "_" not in text:
        with suppress(ValueError, OverflowError):
            number = int(text) if text.lstrip("+-").isdecimal() else float(text)
            if abs(number) < float("inf"):
                return number
    raise CardError(f"expected a number, not {quote(text)}")
