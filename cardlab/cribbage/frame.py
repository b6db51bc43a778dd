"""Cribbage in pandas: random shows as hands, and their points in parts."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cardlab.cards import CardError, HandLike
from cardlab.cribbage.batch import PARTS, parts_batch
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.deal import deal, deal_given
from cardlab.frames import frame

__all__ = ["deals", "score"]


def deals(
    n: float, *, seed: int | np.random.Generator, cards: int = 4, holding: HandLike = "", lacking: HandLike = ""
) -> pd.DataFrame:
    """Deal four cards and a starter n times: columns `hand` and `starter`, of the dtype `cards[cribbage]`.

    Six `cards` are dealt as in play, to two players: columns `hand`, `other` and `starter`. Of all deals, or of those
    where the hand has all the cards of `holding` and none of `lacking`, all are equally likely. All deals of four cards
    are those that `batch.sample` scores with `numpy.random.default_rng(seed)`. Raises `CardError` if no hand is like
    that, and for another number of cards.

    >>> deals(2, seed=1)
              hand starter
    0  5♥ 6♦ K♦ A♣      2♣
    1  9♥ 5♦ 6♦ 5♣      3♠
    """
    names = {4: ("hand", "starter"), 6: ("hand", "other", "starter")}.get(cards)
    if names is None:
        raise CardError(f"cards is {cards}: expected 4, or 6 for two hands")
    sizes = (cards,) * (len(names) - 1) + (1,)
    rng, held, lacked = np.random.default_rng(seed), DECK.encode(holding), DECK.encode(lacking)
    if held or lacked:
        hands = deal_given(rng, n, DECK, sizes, holding=held, lacking=lacked)
    else:
        hands = deal(rng, n, DECK, sizes)
    return frame(dict(zip(names, hands.T, strict=True)), DECK)


def score(deals: pd.DataFrame, *, crib: bool = False, rules: Rules = RULES) -> pd.DataFrame:
    """The points of each hand with its starter: a column for each of `batch.PARTS`, and `points`.

    `deals` has the columns `hand` and `starter`. Raises `CardError` for other than four cards and a fifth.

    >>> shows = pd.DataFrame({"hand": ["5H 5S 5C JD"], "starter": ["5D"]}, dtype="cards[cribbage]")
    >>> score(shows)
       fifteen  pair  run  flush  nobs  points
    0       16    12    0      0     1      29
    """
    parts = parts_batch(deals["hand"], deals["starter"], crib=crib, rules=rules)
    scored = pd.DataFrame(parts.astype(np.int64), index=deals.index, columns=list(PARTS))
    return scored.assign(points=scored.sum(axis=1))
