"""Tichu in pandas: random deals as hands, and whether plays are legal."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cardlab.cards import HandLike
from cardlab.deal import deal_given
from cardlab.frames import frame
from cardlab.tichu.reading import DECK
from cardlab.tichu.rules import explain

__all__ = ["PLAYERS", "deals", "score"]

PLAYERS = ("hand", "left", "partner", "right")
"""The four players, as one of them sees the table."""


def deals(n: int, *, seed: int | np.random.Generator, holding: HandLike = "", lacking: HandLike = "") -> pd.DataFrame:
    """Deal all 56 cards to four players n times, before any are passed: a column a player, of the dtype `cards[tichu]`.

    Of all deals, or of those where `hand` has the cards of `holding` and none of `lacking`, each is as likely as any
    other. The hands in the column `hand` are those that `batch.sample` asks about with
    `numpy.random.default_rng(seed)`. Raises `CardError` if no hand is like that.

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
    1  False                   4 6 is no combination
    """
    verdicts = [explain(previous, play) for previous, play in zip(plays["previous"], plays["play"], strict=True)]
    columns = {"legal": [verdict.legal for verdict in verdicts], "why": [verdict.why for verdict in verdicts]}
    return pd.DataFrame(columns, index=plays.index)
