"""Bridge in pandas: random deals as hands, and the points of many hands in parts."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pandas as pd

from cardlab.bridge.batch import score_batch
from cardlab.bridge.boards import SEATS
from cardlab.bridge.counts import ADJUSTED, Count
from cardlab.bridge.rules import DECK
from cardlab.cards import HandLike
from cardlab.deal import deal_given
from cardlab.frames import frame

__all__ = ["PARTS", "SEATS", "deals", "score"]

PARTS = ("honours", "length", "shortness", "shape", "flat")
"""The parts of a count: the fields of `Count` that give points."""


def deals(n: float, *, seed: int | np.random.Generator, holding: HandLike = "", lacking: HandLike = "") -> pd.DataFrame:
    """Deal the cards to four players n times: a column a seat, of the dtype `cards[bridge]`.

    Of all deals, or of those where north has all the cards of `holding` and none of `lacking`, all are equally likely.
    North's hands are those that `batch.sample` counts with `numpy.random.default_rng(seed)`. Raises `CardError` if
    north cannot have such a hand.

    >>> deals(2, seed=1)[["north", "south"]]
                      north                 south
    0  ♠Q732 ♥AK3 ♦AT97 ♣63  ♠A98 ♥J874 ♦K82 ♣KJ8
    1  ♠KJ73 ♥AQ32 ♦7 ♣QT62  ♠AQ8 ♥J654 ♦Q943 ♣A9
    """
    rng = np.random.default_rng(seed)
    hands = deal_given(rng, n, DECK, (13,) * 4, holding=DECK.encode(holding), lacking=DECK.encode(lacking))
    return frame(dict(zip(SEATS, hands.T, strict=True)), DECK)


def score(
    deals: pd.DataFrame | pd.Series, trump: str = "notrump", *, seat: str = "north", rules: Count = ADJUSTED
) -> pd.DataFrame:
    """The points of each hand of a Series, or of one seat of a frame of deals: a column a part, and `points`.

    The parts are those of `PARTS` that the rules give points for. All are in points: whole numbers, or floats where
    the rules have fractions. Raises `CardError` for a hand that is not 13 cards and for an unknown trump.

    >>> hands = pd.Series(["AKJ52.KQ3.84.A73", "54.QJT642.7432.4"], dtype="cards[bridge]")
    >>> score(hands, "spades")
       honours  length  shortness  flat  points
    0       17       1          0     0      18
    1        3       2          3     0       8
    """
    hands = deals[seat] if isinstance(deals, pd.DataFrame) else deals
    parts = {part: _only(part, rules) for part in PARTS if _gives(part, rules)}
    return pd.DataFrame({name: _points(hands, trump, part) for name, part in [*parts.items(), ("points", rules)]})


def _gives(part: str, rules: Count) -> bool:
    weights = getattr(rules, part)
    return any(weights) if isinstance(weights, tuple) else bool(weights)


def _only(part: str, rules: Count) -> Count:
    """The same count with one part alone."""
    nothing = Count("")
    others = [field.name for field in fields(Count) if field.name in PARTS and field.name != part]
    empty = {name: getattr(nothing, name) for name in others}
    return replace(rules, **empty, needs=rules.needs if part == "honours" else {})


def _points(hands: pd.Series, trump: str, rules: Count) -> pd.Series:
    steps = pd.Series(score_batch(hands, trump, rules=rules), index=hands.index)
    return steps.astype(np.int64) if rules.unit == 1 else steps / rules.unit
