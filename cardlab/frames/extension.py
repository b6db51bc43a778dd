"""The pandas dtype `cards[<deck>]` and its array, one `uint64` a hand; `cardlab.frames` is what to import.

A missing hand is `numpy.nan`, as in pandas' own text; in the array it is the set with the highest bit alone, which no
deck uses. In Arrow and Parquet a hand is a `uint64`, a missing one a null, and the dtype's name in pandas' metadata
brings the deck back. In CSV it is text.
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import partialmethod
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import DTypeLike, NDArray
from pandas.api.extensions import ExtensionArray, ExtensionDtype, register_extension_dtype, take
from pandas.api.indexers import check_array_indexer

from cardlab.cards import CardError, Deck, Hand
from cardlab.frames.reading import MISSING, checked_sets, deck_of, set_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["CardsArray", "CardsDtype"]


@register_extension_dtype
class CardsDtype(ExtensionDtype):
    """The dtype of hands of one deck; its name is `cards[<deck>]`, the deck's name in small letters.

    >>> pd.Series(["KD 5H AC 6D", None, ["JS", ("ten", "spades")]], dtype="cards[cribbage]")
    0    5♥ 6♦ K♦ A♣
    1            NaN
    2         10♠ J♠
    dtype: cards[cribbage]
    """

    type = Hand
    na_value = np.nan
    _metadata = ("deck",)

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    @property
    def name(self) -> str:  # type: ignore[override]  # a property in pandas itself
        """The name that pandas knows the dtype by."""
        return f"cards[{self.deck.name.lower()}]"

    def __repr__(self) -> str:
        return self.name

    @classmethod
    def construct_array_type(cls) -> builtins.type[CardsArray]:
        """The class of the arrays."""
        return CardsArray

    @classmethod
    def construct_from_string(cls, string: str) -> CardsDtype:
        """The dtype of a name. Raises `TypeError` for any other text, as pandas asks for."""
        return cls(deck_of(string))

    def __from_arrow__(self, array: pa.Array | pa.ChunkedArray) -> CardsArray:
        """The hands of an Arrow array of unsigned integers."""
        sets = array.fill_null(int(MISSING)).to_numpy()
        return CardsArray(sets.astype(np.uint64), self)


class CardsArray(ExtensionArray):  # noqa: PLW1641  pandas says that arrays have no hash
    """An array of hands of one deck: `sets` is `uint64[n]`, checked by whoever calls this.

    `pandas.array(..., dtype="cards[<deck>]")` reads hands and checks sets.
    """

    _readonly = False  # pandas 3 sets it on the array of an Index

    def __init__(self, sets: NDArray[np.uint64], dtype: CardsDtype) -> None:
        self._sets = sets
        self._dtype = dtype

    @property
    def dtype(self) -> CardsDtype:
        """The dtype, which knows the deck."""
        return self._dtype

    @property
    def raw(self) -> NDArray[np.uint64]:
        """The array itself, not copied: the hands as sets, `1 << 63` where one is missing."""
        return self._sets

    @property
    def sets(self) -> NDArray[np.uint64]:
        """The hands as sets: `uint64[n]`. Raises `ValueError` if a hand is missing."""
        if (missing := int(self.isna().sum())) > 0:
            raise ValueError(f"{missing} of {len(self)} hands are missing: drop them first (dropna)")
        return self._sets.copy()

    @classmethod
    def _from_sequence(
        cls, scalars: Iterable[Any], *, dtype: CardsDtype | str | None = None, copy: bool = False
    ) -> CardsArray:
        if dtype is None:
            dtype = getattr(scalars, "dtype", None) or next(CardsDtype(x.deck) for x in scalars if isinstance(x, Hand))
        if isinstance(dtype, str):
            dtype = CardsDtype.construct_from_string(dtype)
        if isinstance(scalars, pd.Series | pd.Index):
            scalars = scalars.array
        if isinstance(scalars, CardsArray) and scalars.dtype == dtype:
            return scalars.copy() if copy else scalars
        if isinstance(scalars, np.ndarray) and scalars.dtype.kind in "iu":
            return cls(checked_sets(scalars, dtype.deck), dtype)
        sets = (set_of(n, scalar, dtype.deck) for n, scalar in enumerate(scalars, 1))
        return cls(np.fromiter(sets, dtype=np.uint64), dtype)

    _from_sequence_of_strings = _from_sequence

    @classmethod
    def _from_scalars(cls, scalars: Iterable[Any], *, dtype: CardsDtype) -> CardsArray:
        """Hands alone, so that numbers and text that `map` returns stay numbers and text."""
        values = list(scalars)
        if not all(isinstance(value, Hand) or pd.isna(value) for value in values if not isinstance(value, list)):
            raise TypeError("expected hands")
        return cls._from_sequence(values, dtype=dtype)

    @classmethod
    def _from_factorized(cls, values: NDArray[np.uint64], original: CardsArray) -> CardsArray:
        return cls(values, original.dtype)

    @classmethod
    def _concat_same_type(cls, to_concat: Sequence[CardsArray]) -> CardsArray:
        return cls(np.concatenate([array._sets for array in to_concat]), to_concat[0].dtype)

    def __len__(self) -> int:
        return len(self._sets)

    @property
    def nbytes(self) -> int:
        """The memory of the array, in bytes."""
        return self._sets.nbytes

    def __getitem__(self, item: Any) -> Any:
        chosen = self._sets[check_array_indexer(self, item)]
        if isinstance(chosen, np.ndarray):
            array = CardsArray(chosen, self.dtype)
            array._readonly = self._readonly
            return array
        return np.nan if chosen == MISSING else Hand(int(chosen), self.dtype.deck)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._readonly:
            raise ValueError("Cannot modify read-only array")
        self._sets[check_array_indexer(self, key)] = self._read(value)

    def _read(self, value: Any) -> NDArray[np.uint64] | np.uint64:
        """One hand as a set, or a sequence of hands as an array of sets."""
        if isinstance(value, str | Hand) or hasattr(value, "to_pbn") or not pd.api.types.is_list_like(value):
            return np.uint64(set_of(1, value, self.dtype.deck))
        return self._from_sequence(value, dtype=self.dtype)._sets

    def isna(self) -> NDArray[np.bool_]:
        """Which hands are missing: `bool[n]`."""
        missing: NDArray[np.bool_] = self._sets == MISSING
        return missing

    def copy(self) -> Self:
        """The same hands in memory of their own."""
        return type(self)(self._sets.copy(), self.dtype)

    def take(self, indices: Any, *, allow_fill: bool = False, fill_value: Any = None) -> CardsArray:
        """The hands at these places; -1 is a missing one, or `fill_value`, if `allow_fill`."""
        fill = self._read(fill_value) if allow_fill else None
        sets = np.asarray(take(self._sets, indices, fill_value=fill, allow_fill=allow_fill), dtype=np.uint64)
        return CardsArray(sets, self.dtype)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Sets for a dtype of integers, else `Hand` objects."""
        if copy is False:
            raise ValueError("hands as a numpy array are a copy")
        if dtype is not None and np.dtype(dtype).kind in "iu":
            return self.sets.astype(dtype)
        array = np.empty(len(self), dtype=object)
        array[:] = list(self)
        return array if dtype is None else array.astype(dtype)

    def __arrow_array__(self, type: pa.DataType | None = None) -> pa.Array:
        """An Arrow array of `uint64`, a missing hand as a null."""
        import pyarrow as pa

        return pa.array(self._sets, mask=self.isna(), type=type or pa.uint64())

    def unique(self) -> CardsArray:
        """Each hand once, in the order in which they come."""
        return CardsArray(pd.Series(self._sets).unique(), self.dtype)

    def duplicated(self, keep: Literal["first", "last", False] = "first") -> NDArray[np.bool_]:
        """Which hands come again: `bool[n]`."""
        return pd.Series(self._sets).duplicated(keep=keep).to_numpy()

    def isin(self, values: Any) -> NDArray[np.bool_]:
        """Which hands are among these, in any spelling: `bool[n]`. Raises `CardError` for what is not a hand."""
        return pd.Series(self._sets).isin(np.atleast_1d(self._read(values))).to_numpy()

    def value_counts(self, dropna: bool = True) -> pd.Series:
        """How often each hand is there, the most frequent first."""
        counted = pd.Series(self._sets[~self.isna()] if dropna else self._sets).value_counts()
        return pd.Series(
            counted.to_numpy(), index=pd.Index(CardsArray(counted.index.to_numpy(), self.dtype)), name="count"
        )

    def _formatter(self, boxed: bool = False) -> Callable[[Any], str]:
        return str

    def _values_for_argsort(self) -> NDArray[np.uint64]:
        return self._sets

    def _values_for_factorize(self) -> tuple[NDArray[np.uint64], np.uint64]:
        return self._sets, MISSING

    def _values_for_json(self) -> NDArray[Any]:
        return np.asarray(self.astype(str), dtype=object)

    def _compare(self, other: Any, compare: Callable[[Any, Any], Any]) -> Any:
        """Compare hand by hand with hands, or with one hand in any spelling; a missing hand equals no other."""
        if isinstance(other, pd.Series | pd.Index | pd.DataFrame):
            return NotImplemented
        try:
            sets = self._read(other)
        except (CardError, TypeError):
            if isinstance(other, str):
                raise
            if compare not in (operator.eq, operator.ne):
                raise TypeError(f"cannot compare hands with {type(other).__name__}") from None
            return np.full(len(self), compare is operator.ne)
        if isinstance(sets, np.ndarray) and len(sets) != len(self):
            raise ValueError(f"{len(sets)} hands to compare with {len(self)}: expected equal lengths")
        result: NDArray[np.bool_] = compare(self._sets, sets)
        result[self.isna() | (sets == MISSING)] = compare is operator.ne
        return result

    __eq__: Any = partialmethod(_compare, compare=operator.eq)
    __ne__: Any = partialmethod(_compare, compare=operator.ne)
    __lt__: Any = partialmethod(_compare, compare=operator.lt)
    __le__: Any = partialmethod(_compare, compare=operator.le)
    __gt__: Any = partialmethod(_compare, compare=operator.gt)
    __ge__: Any = partialmethod(_compare, compare=operator.ge)
