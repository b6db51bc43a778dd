"""Tichu in pandas: random deals as hands, whether plays are legal, plays as rows."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

import numpy as np
import pandas as pd

from cardlab.cards import HandLike
from cardlab.deal import deal_given
from cardlab.display import cards_text
from cardlab.frames import frame, hands
from cardlab.tichu.combinations import SHORTEST, Combination, combination
from cardlab.tichu.plays import ORDER, leads
from cardlab.tichu.reading import DECK, RANK
from cardlab.tichu.rules import explain

__all__ = ["PLAYERS", "combinations", "deals", "previous_plays", "score"]

PLAYERS = ("hand", "left", "partner", "right")
"""The four players, as one of them sees the table."""

SYMBOLS = MappingProxyType({place: rank for rank, place in RANK.items()})


def deals(n: float, *, seed: int | np.random.Generator, holding: HandLike = "", lacking: HandLike = "") -> pd.DataFrame:
    """Deal all 56 cards to four players n times, before any are passed: a column a player, of the dtype `cards[tichu]`.

    Of all deals, or of those where `hand` has all the cards of `holding` and none of `lacking`, all are equally likely.
    The hands in the column `hand` are those that `batch.sample` asks about with `numpy.random.default_rng(seed)`.
    Raises `CardError` if no hand is like that.

    >>> deals(1, seed=1, holding="P R").hand.cards.has("P R")
    0    True
    Name: hand, dtype: bool
    """
    rng = np.random.default_rng(seed)
    hands = deal_given(rng, n, DECK, (14,) * 4, holding=DECK.encode(holding), lacking=DECK.encode(lacking))
    return frame(dict(zip(PLAYERS, hands.T, strict=True)), DECK)


def score(plays: pd.DataFrame) -> pd.DataFrame:
    """Whether each play is legal: columns `legal` and `why`, the reason in words.

    `plays` has the columns `previous` (`-` for the lead) and `play`, text or hands. Raises `CardError` as `explain`.

    >>> score(pd.DataFrame({"previous": ["66", "-"], "play": ["77", "46"]}))
       legal                                     why
    0   True  a pair of sevens beats a pair of sixes
    1  False                   4 6 is not a combination
    """
    verdicts = [explain(previous, play) for previous, play in zip(plays["previous"], plays["play"], strict=True)]
    columns = {"legal": [verdict.legal for verdict in verdicts], "why": [verdict.why for verdict in verdicts]}
    return pd.DataFrame(columns, index=plays.index)


def combinations(plays: Iterable[Combination]) -> pd.DataFrame:
    """Plays with suits, as `plays.plays` and `going_out.way_out` list them, a row each.

    Columns: `cards`, of the dtype `cards[tichu]`, `words`, `kind`, `length`, `rank`, and `phoenix`, what the phoenix
    stands for or NaN. Raises `CardError` for a card without its suit.

    >>> from cardlab.tichu.plays import plays
    >>> combinations(plays("8j 9j 9s P", "77"))[["cards", "words", "phoenix"]]
       cards             words  phoenix
    0   8j P  a pair of eights      8.0
    1  9j 9s   a pair of nines      NaN
    2   9j P   a pair of nines      9.0
    3   9s P   a pair of nines      9.0
    """
    found = list(plays)
    columns = {
        "cards": hands([play.cards for play in found], DECK),
        "words": list(map(str, found)),
        "kind": [play.kind.value for play in found],
        "length": [play.length for play in found],
        "rank": [play.rank for play in found],
        "phoenix": pd.Series([play.phoenix for play in found], dtype=float),
    }
    return pd.DataFrame(columns)


def previous_plays() -> pd.DataFrame:
    """One play for each kind, number of cards and rank, the dog and the phoenix left out: 224 in all.

    Columns: `kind`, `length`, `rank`, the symbol of the rank that the play is compared by, and `play`, the cards as
    text. Without suits, but for straight flushes; a full house has the lowest pair that it can have.

    >>> found = previous_plays()
    >>> len(found)
    224
    >>> found[found["rank"] == "9"].head(4)
              kind  length rank       play
    8       single       1    9          9
    22        pair       2    9        9 9
    35      triple       3    9      9 9 9
    48  full house       5    9  9 9 9 2 2
    """
    plain = [ranks for ranks in leads() if not {"P", "D"} & {*ranks}]
    runs = [ranks for ranks in plain if len({*ranks}) == len(ranks) >= SHORTEST and "1" not in ranks]
    flushes = [" ".join(rank + DECK.suits[0] for rank in ranks) for ranks in runs]
    every = filter(None, map(combination, [*map("".join, plain), *flushes]))
    order = sorted(every, key=lambda play: (ORDER[play.kind], play.length, play.rank))
    rows = [(play.kind.value, play.length, SYMBOLS[int(play.rank)], cards_text(play.cards)) for play in order]
    columns = ["kind", "length", "rank", "play"]
    return pd.DataFrame(rows, columns=columns).drop_duplicates(columns[:-1], ignore_index=True)
