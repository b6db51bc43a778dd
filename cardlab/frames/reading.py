"""What an array of hands is made of: the deck of a dtype's name, hands as sets."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cardlab.cards import CardError, Deck

__all__ = ["MISSING", "checked_sets", "deck_of", "set_of"]

MISSING = np.uint64(1 << 63)
"""The set that stands for a missing hand: no deck has so many cards."""
NAME = re.compile(r"cards\[(\w+)\]")


def deck_of(name: str) -> Deck:
    """The deck that a dtype is named by. Raises `TypeError` for any other name.

    >>> len(deck_of("cards[scopa]"))
    40
    """
    if not isinstance(name, str):
        raise TypeError(f"'construct_from_string' expects a string, got {type(name)}")
    with suppress(ImportError, AttributeError):
        if match := NAME.fullmatch(name):
            deck: Deck = import_module(f"cardlab.{match[1]}").DECK
            return deck
    raise TypeError(f"Cannot construct a 'CardsDtype' from '{name}': expected 'cards[<game>]'")


def set_of(n: int, value: Any, deck: Deck) -> int:
    """The set of one hand in any spelling; `n` says which it is in an error."""
    if value is None or value is pd.NA or value is pd.NaT or (isinstance(value, float) and np.isnan(value)):
        return int(MISSING)
    try:
        if isinstance(value, int | np.integer) and not isinstance(value, bool):
            deck.decode(int(value))
            return int(value)
        return deck.encode(value)
    except CardError as error:
        raise CardError(f"hand {n}: {error}") from None


def checked_sets(sets: NDArray[Any], deck: Deck) -> NDArray[np.uint64]:
    """An array of sets as `uint64`. Raises `ValueError` for another shape, `CardError` for bits that are not cards."""
    if sets.ndim != 1:
        raise ValueError(f"sets of shape {sets.shape}: expected one dimension")
    strange = sets & ~np.uint64(deck.mask) if sets.dtype.kind == "u" else (sets < 0) | (sets > deck.mask)
    if strange.any():
        place = int(np.flatnonzero(strange)[0])
        set_of(place + 1, int(sets[place]), deck)
    return sets.astype(np.uint64)
