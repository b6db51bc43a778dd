"""Checks of arguments: each raises an error that names the argument, quotes it and says what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from cardlab.card import CardError, quote

__all__ = ["mapping", "true_or_false", "whole", "whole_number"]


def true_or_false(name: str, value: object) -> bool:
    """A bool, numpy's too; the text "no" and other values that only count as true or false are refused.

    >>> true_or_false("crib", "no")
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: crib is 'no': expected True or False
    """
    if type(value).__name__ != "bool":  # numpy.bool has the name too, and numpy need not be there
        raise CardError(f"{name} is {quote(value)}: expected True or False")
    return bool(value)


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number from `least` to `most`, or any from `least` up.

    >>> whole("pair", 2, 0, 40)
    2
    >>> whole("pair", -1, 0, 40)
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: pair is -1: expected a whole number from 0 to 40
    """
    expected = f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most}"
    try:
        number = least - 1 if type(value).__name__ == "bool" else index(value)
    except TypeError:
        number = least - 1
    if number < least or (most is not None and number > most):
        raise CardError(f"{name} is {quote(value)}: expected {expected}")
    return number


def whole_number(what: str, value: Any, least: int) -> int:
    """A number of deals or the like as an integer; a float will do if it is whole.

    Raises `TypeError` for what is not a number, `ValueError` unless it is whole and `least` or more.

    >>> whole_number("deals", 1e6, least=1)
    1000000
    """
    if isinstance(value, bool) or not (isinstance(value, float) or hasattr(value, "__index__")):
        raise TypeError(f"{what} is {value!r}: expected a whole number")
    if value != value // 1 or value < least:
        raise ValueError(f"{what} is {value}: expected a whole number of {least} or more")
    return int(value)


def mapping(name: str, value: object) -> dict[Any, Any]:
    """A mapping, as a dict of its own.

    >>> mapping("honours", {"A": 4})
    {'A': 4}
    """
    if not isinstance(value, Mapping):
        raise CardError(f"{name} is {quote(value)}: expected a mapping, such as {{'A': 4}}")
    return dict(value)
