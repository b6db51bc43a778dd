"""Checks of arguments: each raises `CardError` that names the argument, quotes it and says what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from cardlab.card import CardError, quote

__all__ = ["mapping", "true_or_false", "whole"]


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


def mapping(name: str, value: object) -> dict[Any, Any]:
    """A mapping, as a dict of its own.

    >>> mapping("honours", {"A": 4})
    {'A': 4}
    """
    if not isinstance(value, Mapping):
        raise CardError(f"{name} is {quote(value)}: expected a mapping, such as {{'A': 4}}")
    return dict(value)
