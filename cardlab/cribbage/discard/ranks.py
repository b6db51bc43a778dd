"""Cribbage: which two of six cards to throw, for a hand of which the ranks alone are known.

Books write hands so, `A-2-7-9-J-Q`. What a throw is worth is averaged over all ways to give the ranks suits, each as
likely as any other; of throws of the same ranks the one that is best with these suits counts.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from math import comb, prod

import numpy as np
import pandas as pd

from cardlab.cards import Card, CardError, quote
from cardlab.checks import true_or_false
from cardlab.cribbage.batch import Sets
from cardlab.cribbage.discard.crib_tables import CribTables, cell, has_tables, tables_for
from cardlab.cribbage.discard.keeps import spread, throws
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["advise_ranks", "read_ranks", "ways"]

TEXT = re.compile(rf"(?:[\s,/‐-―-]*(?ai:10|[{DECK.ranks}]))+\s*")
"""Ranks and what may stand between them: spaces, commas, slashes, hyphens and dashes."""


def read_ranks(text: str) -> str | None:
    """The ranks in a text of ranks alone, low ones first, or `None` for a text with anything else.

    >>> read_ranks("A-2-7-9-J-Q"), read_ranks("10 3 3 4 5 6"), read_ranks("5H 5S 6D 7C JC KD")
    ('A279JQ', '33456T', None)
    """
    if not TEXT.fullmatch(text):
        return None
    found = (rank.upper().replace("10", "T") for rank in re.findall(r"10|\w", text))
    return "".join(sorted(found, key=DECK.ranks.index))


def ways(ranks: str) -> int:
    """In how many ways these ranks can be given suits.

    >>> ways("A279JQ"), ways("33456T")
    (4096, 1536)
    """
    return prod(comb(len(DECK.suits), count) for count in Counter(ranks).values())


def advise_ranks(ranks: str, *, dealer: bool, table: CribTables | None = None, rules: Rules = RULES) -> pd.DataFrame:
    """Rank the throws from six ranks by what they are worth, averaged over suits: a row a throw, the best first.

    The columns are those of `Advice.to_frame`: `min` and `max` are over all suits and starters, the other points means.
    Raises `CardError` for a text that is not six ranks, at most four of each, and for rules without crib tables.

    >>> advise_ranks("A-2-7-9-J-Q", dealer=True).head(2).round(2)
          keep throw  mean  min  max  crib   net
    0  A 2 7 9   J Q  2.46    0   10  4.88  7.34
    1  A 2 J Q   7 9  2.91    0   13  4.08  6.98
    """
    found, dealer = _ranks(ranks), true_or_false("dealer", dealer)
    if table is None and not has_tables(rules):
        raise CardError(f"no crib tables for {rules}: expected the default rules, or those without a crib flush")
    return _averaged(found, _all_throws(found, table or tables_for(rules), rules, dealer=dealer))


def _ranks(text: str) -> str:
    found = read_ranks(text)
    if found is None or len(found) != 6:
        raise CardError(f"{quote(text)}: expected six ranks, such as A-2-7-9-J-Q")
    rank, count = Counter(found).most_common(1)[0]
    if count > len(DECK.suits):
        raise CardError(f"{quote(text)} has {count} cards of rank {rank}: expected at most {len(DECK.suits)}")
    return found


def _suited(ranks: str) -> Sets:
    """The hands of these ranks in all suits."""
    hands = np.zeros(1, np.uint64)
    for rank, count in Counter(ranks).items():
        chosen = combinations([Card(rank, suit) for suit in DECK.suits], count)
        held = np.array([DECK.encode(cards) for cards in chosen], np.uint64)
        hands = (hands[:, np.newaxis] | held).ravel()
    return hands


def _all_throws(ranks: str, tables: CribTables, rules: Rules, *, dealer: bool) -> pd.DataFrame:
    """Each throw from each hand of these ranks, a row each."""
    hands = _suited(ranks)
    thrown = throws(hands)
    seen = np.repeat(hands, thrown.shape[1])
    counts = spread(seen & ~thrown.ravel(), seen, rules=rules)
    pairs, which = np.unique(thrown.ravel(), return_inverse=True)
    row, column = np.array([cell(*DECK.decode(int(pair))) for pair in pairs])[which].T
    frame = pd.DataFrame({"hand": seen, "low": np.minimum(row, column), "high": np.maximum(row, column)})
    frame["mean"] = counts @ np.arange(counts.shape[1]) / 46
    frame["min"] = (counts > 0).argmax(axis=1)
    frame["max"] = counts.shape[1] - 1 - (counts[:, ::-1] > 0).argmax(axis=1)
    frame["crib"] = (tables.own if dealer else tables.other).mean[row, column]
    frame["net"] = frame["mean"] + (frame["crib"] if dealer else -frame["crib"])
    return frame


def _averaged(ranks: str, every: pd.DataFrame) -> pd.DataFrame:
    """The best throw of the same ranks from each hand, averaged over the hands."""
    best = every.sort_values("net", kind="stable").drop_duplicates(["hand", "low", "high"], keep="last")
    parts = {"mean": "mean", "min": "min", "max": "max", "crib": "mean", "net": "mean"}
    points = best.groupby(["low", "high"]).agg(parts).sort_values("net", ascending=False, kind="stable")
    thrown = [DECK.ranks[low] + DECK.ranks[high] for low, high in points.index]
    kept = [" ".join((Counter(ranks) - Counter(two)).elements()) for two in thrown]
    points.insert(0, "throw", [" ".join(two) for two in thrown])
    points.insert(0, "keep", kept)
    return points.reset_index(drop=True)
