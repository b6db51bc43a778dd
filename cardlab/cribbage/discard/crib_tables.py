"""Cribbage: the crib tables, what two cards thrown to a crib make of it on average.

They are computed by `fixed_point` and kept in data/. A table has 169 cells, laid out as in `policies`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from cardlab.cards import Card
from cardlab.cribbage.discard.cribs import CribMeans
from cardlab.cribbage.discard.policies import Policy, Table, policy
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.data import rows

__all__ = [
    "COLUMNS",
    "FILE",
    "MODELS",
    "CribTables",
    "cell",
    "crib_tables",
    "has_tables",
    "published",
    "table_rows",
    "tables_for",
]

FILE, PUBLISHED = "crib_tables.csv", "crib_tables_published.csv"
COLUMNS = ("model", "crib", "rank1", "rank2", "suited", "mean", "standard_error", "deals", "hands")

MODELS = {
    "best": "both players throw what is best for them",
    "no crib flush": "the same, where five cards of a suit in the crib do not count",
    "random": "both players throw any two cards",
    "any hand": "the player throws any two cards, the other player as in best",
}
"""The models whose tables are kept."""


@dataclass(frozen=True, eq=False)
class CribTables:
    """The mean crib by throw: what the dealer throws to his own crib, and what the other player, the pone, throws.

    >>> tables = crib_tables()
    >>> tables.own.mean[4, 4].round(1), tables.other.mean[4, 4].round(1)  # two fives
    (np.float64(8.9), np.float64(9.4))
    """

    own: CribMeans
    other: CribMeans

    def worth(self, *, dealer: bool) -> Table:
        """What a throw is worth to the dealer, or to the pone: the crib counts for the one and against the other."""
        return self.own.mean if dealer else -self.other.mean

    def policy(self, *, dealer: bool, rules: Rules = RULES) -> Policy:
        """What the dealer, or the pone, throws by these tables and by what hands are worth under the rules."""
        return _policy(self, dealer, rules)


@lru_cache(maxsize=6)
def _policy(tables: CribTables, dealer: bool, rules: Rules) -> Policy:
    return policy(tables.worth(dealer=dealer), rules=rules)


def tables_for(rules: Rules) -> CribTables:
    """The stored tables that fit the rules best: those without a crib flush if the rules have none, else the default's.

    >>> tables_for(Rules(crib_flush=False)) is crib_tables("no crib flush")
    True
    """
    return crib_tables("best" if rules.crib_flush else "no crib flush")


def has_tables(rules: Rules) -> bool:
    """Whether the stored tables are of exactly these rules.

    >>> has_tables(RULES), has_tables(Rules(crib_flush=False)), has_tables(Rules(nobs=2))
    (True, True, False)
    """
    return replace(rules, crib_flush=True) == RULES


def crib_tables(model: str = "best") -> CribTables:
    """The tables kept in data/, of one of `MODELS`. Raises `ValueError` for another name.

    >>> flush = crib_tables().own.mean - crib_tables("no crib flush").own.mean
    >>> flush[9, 0].round(2), flush[0, 9].round(2)  # the ace and the ten, of one suit or two
    (np.float64(0.03), np.float64(0.0))
    """
    if model not in MODELS:
        raise ValueError(f"no model {model!r}: expected one of {', '.join(MODELS)}")
    return _stored(model)


@cache
def _stored(model: str) -> CribTables:
    own, other = (
        CribMeans(*np.full((2, DECK.width, DECK.width), np.nan), *np.zeros((2, DECK.width, DECK.width), np.int64))
        for _ in range(2)
    )
    for row in rows(FILE):
        if row["model"] == model:
            means = own if row["crib"] == "own" else other
            low, high = DECK.ranks.index(row["rank1"]), DECK.ranks.index(row["rank2"])
            at = (high, low) if row["suited"] == "1" else (low, high)
            means.mean[at], means.error[at] = float(row["mean"]), float(row["standard_error"])
            means.deals[at], means.hands[at] = int(row["deals"]), int(row["hands"])
    for table in (*vars(own).values(), *vars(other).values()):
        table.flags.writeable = False
    return CribTables(own, other)


def published(author: str) -> tuple[Table, Table]:
    """The published tables of "Hessel" or "Schell" for the 91 pairs of ranks: own crib, other's crib.

    The mean at `[low, high]`, `nan` below the diagonal, as in `CribMeans.by_rank`. Hessel left out the flush in the
    crib. Raises `ValueError` for another name.

    >>> own, other = published("Hessel")
    >>> own[4, 4], other[4, 4]
    (np.float64(8.95), np.float64(9.39))
    """
    own, other = np.full((2, DECK.width, DECK.width), np.nan)
    for row in rows(PUBLISHED):
        if row["author"] == author:
            at = DECK.ranks.index(row["rank1"]), DECK.ranks.index(row["rank2"])
            own[at], other[at] = float(row["own_crib"]), float(row["other_crib"])
    if np.isnan(own).all():
        raise ValueError(f"no published tables of {author!r}: expected Hessel or Schell")
    return own, other


def table_rows(solved: Mapping[str, CribTables]) -> Iterator[tuple[str, ...]]:
    """The rows of the file, below `COLUMNS`: a cell a row, for each model and both cribs.

    >>> next(table_rows({"best": crib_tables()}))[:5]
    ('best', 'own', 'A', 'A', '0')
    """
    for model, tables in solved.items():
        for crib, means in (("own", tables.own), ("other", tables.other)):
            for suited, (low, high) in _order():
                at = (high, low) if suited else (low, high)
                numbers = f"{means.mean[at]:.5f}", f"{means.error[at]:.5f}", str(means.deals[at]), str(means.hands[at])
                yield model, crib, DECK.ranks[low], DECK.ranks[high], str(int(suited)), *numbers


def _order() -> Iterator[tuple[bool, tuple[int, int]]]:
    """The cells in the order of the file: suited or not, and the two ranks."""
    yield from ((False, ranks) for ranks in combinations_with_replacement(range(DECK.width), 2))
    yield from ((True, ranks) for ranks in combinations(range(DECK.width), 2))


def cell(one: Card, other: Card) -> tuple[int, int]:
    """Where two cards stand in a table, in either order.

    >>> cell(Card("5", "H"), Card("A", "S")), cell(Card("5", "H"), Card("A", "H"))
    ((0, 4), (4, 0))
    """
    low, high = sorted([DECK.ranks.index(one.rank), DECK.ranks.index(other.rank)])
    return (high, low) if one.suit == other.suit else (low, high)
