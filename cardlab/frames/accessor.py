"""Series of hands: made from hands in any form, and asked what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.extensions import register_series_accessor

from cardlab.cards import Card, CardError, Deck, HandLike, quote
from cardlab.frames.extension import CardsArray, CardsDtype

__all__ = ["HandsAccessor", "frame", "hands"]


def hands(values: Iterable[HandLike | int | None] | NDArray[Any], deck: Deck) -> pd.Series:
    """Hands of a deck as a Series: from text, lists of cards, sets, or an array of sets, `uint64[n]`.

    Raises `CardError` that says which hand cannot be read.

    >>> from cardlab.scopa import DECK
    >>> hands(np.array([0b1000001, 0], dtype=np.uint64), DECK).tolist()
    [A♦ 7♦, -]
    """
    return pd.Series(pd.array(values, dtype=CardsDtype(deck)))  # type: ignore[call-overload]


def frame(columns: Mapping[str, NDArray[np.uint64]], deck: Deck) -> pd.DataFrame:
    """A DataFrame of hands from arrays of sets, `uint64[n]`, a column each.

    >>> from cardlab.scopa import DECK
    >>> frame({"mine": DECK.encode_many(["7D"]), "theirs": DECK.encode_many(["AC 2C"])}, DECK)
      mine theirs
    0   7♦  A♣ 2♣
    """
    return pd.DataFrame({name: hands(sets, deck) for name, sets in columns.items()})


@register_series_accessor("cards")
class HandsAccessor:
    """What can be asked of a Series of hands, as `hands.cards.count(suit="S")`; answers are aligned with the Series."""

    def __init__(self, series: pd.Series) -> None:
        if not isinstance(series.dtype, CardsDtype):
            raise AttributeError(f".cards is for hands: expected a dtype such as cards[bridge], not {series.dtype}")
        self._series = series
        self._deck = series.dtype.deck
        self._raw = cast(CardsArray, series.array).raw
        self._missing = series.isna().to_numpy()

    @property
    def sets(self) -> NDArray[np.uint64]:
        """The hands as an array of sets, `uint64[n]`. Raises `ValueError` if a hand is missing.

        >>> pd.Series(["AD 2D", ""], dtype="cards[scopa]").cards.sets
        array([3, 0], dtype=uint64)
        """
        return np.asarray(self._series, dtype=np.uint64)

    def count(self, *, suit: str | None = None, rank: str | None = None) -> pd.Series:
        """How many cards each hand holds: of a suit, of a rank or of several (`rank="AKQJ"`), of both; else in all.

        Raises `CardError` for an unknown suit or rank.

        >>> hands = pd.Series(["AK2.QT3.54.AQJT9"], dtype="cards[bridge]")
        >>> [int(count[0]) for count in (hands.cards.count(suit="spades"), hands.cards.count(rank="AK"))]
        [3, 3]
        """
        suits = [*self._deck.suits, ""] if suit is None else [self._suit(suit)]
        ranks = self._deck.ranks + self._deck.specials if rank is None else self._ranks(rank)
        asked = (card for card in self._deck if card.suit in suits and card.rank in ranks)
        return self._aligned(self._known(self._tally([asked])[0]))

    def has(self, cards: HandLike) -> pd.Series:
        """Whether each hand holds this card, or all of these. Raises `CardError` for anything but cards.

        >>> pd.Series(["AD 7D", "7C", None], dtype="cards[scopa]").cards.has("7D").tolist()
        [True, False, False]
        """
        wanted = np.uint64(self._deck.encode(cards))
        return self._aligned(((self._raw & wanted) == wanted) & ~self._missing)

    def lengths(self) -> pd.DataFrame:
        """How many cards of each suit, a column a suit, in the order in which the deck's hands are shown.

        >>> pd.Series(["AK2.QT3.54.AQJT9"], dtype="cards[bridge]").cards.lengths()
           spades  hearts  diamonds  clubs
        0       3       3         2      5
        """
        names, tally = self._by_suit()
        return self._table(names, tally)

    def longest_suit(self) -> pd.Series:
        """The name of each hand's longest suit, the first in the order of `lengths` if several are; NaN if missing.

        Its length is `lengths().max(axis=1)`.

        >>> pd.Series(["AK2.QT3.54.AQJT9"], dtype="cards[bridge]").cards.longest_suit().tolist()
        ['clubs']
        """
        names, tally = self._by_suit()
        last = len(names) - 1
        order = np.arange(last, -1, -1, dtype=np.uint8)[:, np.newaxis]  # of suits of one length the first has the most
        codes = last - (tally * np.uint8(len(names)) + order).max(axis=0).astype(np.int8) % len(names)
        codes[self._missing] = -1
        return self._aligned(pd.Categorical.from_codes(codes, categories=pd.Index(names)))

    @property
    def ranks(self) -> pd.DataFrame:
        """How many cards of each rank, a column a rank: a pair is a 2, as in `(hands.cards.ranks == 2).any(axis=1)`.

        >>> pd.Series(["AD AC 7D"], dtype="cards[scopa]").cards.ranks
           A  2  3  4  5  6  7  J  Q  K
        0  2  0  0  0  0  0  1  0  0  0
        """
        groups = ([card for card in self._deck if card.rank == rank] for rank in self._deck.ranks)
        return self._table(list(self._deck.ranks), self._tally(groups))

    def _aligned(self, values: Any) -> pd.Series:
        return pd.Series(values, index=self._series.index, name=self._series.name)

    def _by_suit(self) -> tuple[list[str], NDArray[np.uint8]]:
        """The names of the suits as hands show them, and how many cards of each: `uint8[suits, n]`."""
        names = dict(zip(self._deck.suits, self._deck.suit_names, strict=True))
        suits = self._deck.by_suit or self._deck.suits
        return [names[suit] for suit in suits], self._tally([c for c in self._deck if c.suit == suit] for suit in suits)

    def _tally(self, groups: Iterable[Iterable[Card]]) -> NDArray[np.uint8]:
        """How many cards of each group each hand holds: `uint8[groups, n]`."""
        return np.stack([np.bitwise_count(self._raw & np.uint64(self._deck.encode(cards))) for cards in groups])

    def _known(self, tally: NDArray[np.uint8]) -> NDArray[Any]:
        """Counts as `int64`, or as floats with NaN where a hand is missing."""
        return np.where(self._missing, np.nan, tally) if self._missing.any() else tally.astype(np.int64)

    def _table(self, names: list[str], tally: NDArray[np.uint8]) -> pd.DataFrame:
        return pd.DataFrame(self._known(tally).T, index=self._series.index, columns=names)

    def _suit(self, suit: str) -> str:
        """The letter of a suit; names and symbols are read too."""
        for card in self._deck.find((self._deck.ranks[0], suit)), self._deck.find(f"{self._deck.ranks[0]}{suit}"):
            if card:
                return card.suit
        raise CardError(f"{quote(suit)} is not a suit: expected one of {', '.join(self._deck.suit_names)}")

    def _ranks(self, ranks: str) -> str:
        """Ranks as the deck writes them. Raises `CardError` for an unknown one."""
        known = {**self._deck.notation.ranks, **self._deck.notation.cards}
        read = ranks.replace("10", known.get("10", "10")) if isinstance(ranks, str) else ""
        read = read if self._deck.case_matters else read.upper()
        if not read or any(rank not in known for rank in read):
            raise CardError(
                f"{quote(ranks)} is not a rank: expected {' '.join((*self._deck.ranks, *self._deck.specials))}"
            )
        return "".join(known[rank] for rank in read)
