"""Cribbage: the crib tables, the mean crib for each kind of two cards thrown to it.

They are computed by `tools/crib_tables.py` and stored in data/. A table has 169 cells, laid out as in `policies`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cardlab.cards import Card
from cardlab.checks import true_or_false
from cardlab.compiled import kept
from cardlab.cribbage.discard.policies import CribTable, Policy, policy
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.data import path

__all__ = ["FILE", "MODELS", "CribMeans", "CribTables", "cell", "crib_tables", "has_tables", "published", "tables_for"]

T = TypeVar("T", np.int64, np.float64)

FILE, PUBLISHED = "crib_tables.csv", "crib_tables_published.csv"

MODELS = MappingProxyType(
    {
        "best": "both players throw what is best for them",
        "no crib flush": "the same, with no points for a flush in the crib",
        "random": "both players throw any two cards",
        "any hand": "the player throws any two cards, the other player throws as in best",
        "suits ignored": "as no crib flush, and both players ignore flushes in the hand when they choose",
    }
)
"""The models whose tables are stored."""

PAIRS = np.hstack([np.triu_indices(DECK.width), np.triu_indices(DECK.width, 1)])
SUITED = np.arange(PAIRS.shape[1]) >= DECK.width * (DECK.width + 1) // 2
PAIRS.flags.writeable = SUITED.flags.writeable = False
CELLS = tuple(np.where(SUITED, PAIRS[::-1], PAIRS))
"""The 169 cells in the order of the file: 91 pairs of ranks of different suits, then 78 of the same suit."""


@dataclass(frozen=True, eq=False)
class CribMeans:
    """The mean crib for each kind of throw: four tables, laid out as in `policies`.

    - `mean`, `error`: the mean and its standard error, `nan` where no hand throws these cards.
    - `deals`: the number of deals behind the mean.
    - `hands`: how many of the 20,358,520 hands throw these cards.
    """

    mean: CribTable
    error: CribTable
    deals: NDArray[np.int64]
    hands: NDArray[np.int64]

    @property
    def pooled(self) -> CribMeans:
        """The same with suited and unsuited throws taken together, for players who look at the ranks alone."""
        hands = _pool(self.hands)
        with np.errstate(invalid="ignore"):
            mean = _pool(np.nan_to_num(self.mean) * self.hands) / hands
            error = np.sqrt(_pool((np.nan_to_num(self.error) * self.hands) ** 2)) / hands
        return CribMeans(mean, error, _pool(self.deals), self.hands)

    @property
    def by_rank(self) -> CribTable:
        """The mean for the 91 pairs of ranks, suited or not, at `[low, high]`; `nan` below the diagonal."""
        return np.where(np.tri(len(self.mean), k=-1), np.nan, self.pooled.mean)

    def filled(self, table: CribTable) -> CribMeans:
        """The same, with the number of another table where no hand throws these cards."""
        return replace(self, mean=np.where(np.isnan(self.mean), table, self.mean))


@dataclass(frozen=True, eq=False)
class CribTables:
    """The mean crib by throw: of the dealer, into his own crib, and of the other player, the pone.

    >>> tables = crib_tables()
    >>> tables.own.mean[4, 4].round(1), tables.other.mean[4, 4].round(1)  # two fives
    (np.float64(8.9), np.float64(9.4))
    """

    own: CribMeans
    other: CribMeans

    def worth(self, *, dealer: bool) -> CribTable:
        """What a throw is worth to the dealer, or to the pone, against whom the crib counts."""
        return self.own.mean if true_or_false("dealer", dealer) else -self.other.mean

    def policy(self, *, dealer: bool, rules: Rules = RULES) -> Policy:
        """What the dealer, or the pone, throws by these tables and by what hands are worth under the rules."""
        return _policy(self, dealer, rules)

    def to_frame(self) -> pd.DataFrame:
        """The tables as a frame: a row for each of the 169 kinds of throw, with the means and their standard errors.

        >>> crib_tables().to_frame().query("low == '5' and high == '5'").round(2)
           low high  suited   own  other  own_error  other_error
        46   5    5   False  8.93    9.4        0.0          0.0
        """
        low, high = np.array(list(DECK.ranks))[PAIRS]
        means = {"own": self.own.mean, "other": self.other.mean}
        errors = {"own_error": self.own.error, "other_error": self.other.error}
        numbers = {name: table[CELLS] for name, table in (means | errors).items()}
        return pd.DataFrame({"low": low, "high": high, "suited": SUITED, **numbers})


@lru_cache(maxsize=6)
def _policy(tables: CribTables, dealer: bool, rules: Rules) -> Policy:
    """The policy; those of the stored tables, for the rules that they were made for, are kept on disk."""
    table = tables.worth(dealer=dealer)
    make = partial(policy, table, rules=rules)
    stored = has_tables(rules) and tables is tables_for(rules)
    return kept(f"policy-{sha256(table.tobytes()).hexdigest()[:16]}", make) if stored else make()


def tables_for(rules: Rules) -> CribTables:
    """The stored tables that fit the rules best: those without a crib flush if the rules have none, else the default's.

    >>> tables_for(Rules(crib_flush=False)) is crib_tables("no crib flush")
    True
    """
    return crib_tables("best" if rules.crib_flush else "no crib flush")


def has_tables(rules: Rules) -> bool:
    """Whether there are stored tables for exactly these rules.

    >>> has_tables(RULES), has_tables(Rules(crib_flush=False)), has_tables(Rules(nobs=2))
    (True, True, False)
    """
    return replace(rules, crib_flush=True) == RULES


def crib_tables(model: str = "best") -> CribTables:
    """The stored tables of one of `MODELS`. Raises `ValueError` for another name.

    >>> flush = crib_tables().own.mean - crib_tables("no crib flush").own.mean
    >>> flush[9, 0].round(2), flush[0, 9].round(2)  # an ace and a ten, of one suit or of two
    (np.float64(0.03), np.float64(0.0))
    """
    if model not in MODELS:
        raise ValueError(f"unknown model {model!r}: expected one of {', '.join(MODELS)}")
    return _stored(model)


@cache
def _stored(model: str) -> CribTables:
    rows = pd.read_csv(path(FILE)).query("model == @model")
    return CribTables(_means(rows[rows["crib"] == "own"]), _means(rows[rows["crib"] == "other"]))


def _means(rows: pd.DataFrame) -> CribMeans:
    """The tables from their rows, in the order of `CELLS`."""
    columns = [rows[name].to_numpy() for name in ("mean", "standard_error", "deals", "hands")]
    tables = [np.zeros((DECK.width, DECK.width), column.dtype) for column in columns]
    for table, column in zip(tables, columns, strict=True):
        table[CELLS] = column
        table.flags.writeable = False
    return CribMeans(*tables)


def published(author: str) -> tuple[CribTable, CribTable]:
    """The published tables of "Hessel" or "Schell" for the 91 pairs of ranks: own crib, other's crib.

    The mean at `[low, high]`, `nan` below the diagonal, as in `CribMeans.by_rank`. Hessel left out the flush in the
    crib. Raises `ValueError` for another name.

    >>> own, other = published("Hessel")
    >>> own[4, 4], other[4, 4]
    (np.float64(8.95), np.float64(9.39))
    """
    rows = pd.read_csv(path(PUBLISHED)).query("author == @author")
    if rows.empty:
        raise ValueError(f"no published tables of {author!r}: expected Hessel or Schell")
    own, other = np.full((2, DECK.width, DECK.width), np.nan)
    at = np.triu_indices(DECK.width)
    own[at], other[at] = rows["own_crib"], rows["other_crib"]
    return own, other


def cell(card: Card, other: Card) -> tuple[int, int]:
    """Where two cards stand in a table, in either order.

    >>> cell(Card("5", "H"), Card("A", "S")), cell(Card("5", "H"), Card("A", "H"))
    ((0, 4), (4, 0))
    """
    low, high = sorted([DECK.ranks.index(card.rank), DECK.ranks.index(other.rank)])
    return (high, low) if card.suit == other.suit else (low, high)


def _pool(table: NDArray[T]) -> NDArray[T]:
    """Add to each cell that of the same ranks, suited for not suited and the other way round."""
    pooled: NDArray[T] = table + np.where(np.eye(len(table), dtype=bool), 0, table.T)
    return pooled
