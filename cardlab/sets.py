"""Arrays of hands: what is accepted as one, and the form of an answer."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardlab.cards import CardError, Deck

__all__ = ["HandsLike", "answer_like", "as_sets", "shown"]

HandsLike: TypeAlias = ArrayLike
"""Many hands: an array of sets, `uint64[n]`, a list of whole numbers, or a pandas Series of hands or of sets."""

T = TypeVar("T", bound=np.generic)


def as_sets(name: str, hands: HandsLike, deck: Deck) -> NDArray[np.uint64]:
    """Many hands as sets: `uint64[n]`, not copied if they are that already.

    Raises `TypeError` for another dtype than one of whole numbers, `ValueError` for another shape and where a hand of
    a Series is missing, `CardError` for a negative number and for a Series of hands of another deck.

    >>> from cardlab.scopa import DECK
    >>> as_sets("hands", [3, 5], DECK)
    array([3, 5], dtype=uint64)
    """
    array: Any = getattr(hands, "array", hands)
    if (held := getattr(getattr(array, "dtype", None), "deck", deck)) != deck:
        raise CardError(f"{name} has hands of the {held.name} deck: expected hands of the {deck.name} deck")
    sets = np.asarray(getattr(array, "sets", array))
    if sets.dtype.kind not in "iu" and sets.size:
        raise TypeError(f"{name} has dtype {sets.dtype}: expected cards[{deck.name.lower()}] or uint64")
    if sets.ndim != 1:
        raise ValueError(f"{name} has shape {sets.shape}: expected one dimension")
    if sets.dtype.kind == "i" and (sets < 0).any():
        bad = int((sets < 0).argmax())
        raise CardError(f"{name}[{bad}] is {sets[bad]}: expected a set of cards")
    return sets.astype(np.uint64, copy=False)


def shown(hand: np.uint64, deck: Deck) -> str:
    """A hand as its cards, or in hexadecimal where it has bits that are not cards.

    >>> from cardlab.scopa import DECK
    >>> shown(np.uint64(3), DECK), shown(np.uint64(1 << 40), DECK)
    ('A♦ 2♦', '0x10000000000')
    """
    return f"{hand:#x}" if int(hand) & ~deck.mask else deck.show(int(hand))


def answer_like(hands: HandsLike, answer: NDArray[T]) -> NDArray[T]:
    """The answer for each hand: a Series with the same index where the hands are a Series, else the array itself.

    >>> answer_like([3, 5], np.array([1, 2]))
    array([1, 2])
    """
    series: Any = hands
    return cast("NDArray[T]", type(series)(answer, index=series.index)) if hasattr(hands, "array") else answer
