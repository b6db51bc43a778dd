"""Scopa: rounds that were played, and what they are measured by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cardlab.cards import CardError, quote
from cardlab.scopa.batch import outcomes, score_batch
from cardlab.scopa.points import DECK, POINTS
from cardlab.scopa.rules import RULES, Rules

__all__ = ["MEASURES", "Rounds"]


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds ended: both sides' captured cards, `uint64[n, 2]`, and sweeps, `uint8[n, 2]`."""

    piles: NDArray[np.uint64]
    sweeps: NDArray[np.uint8]

    def points(self, *, rules: Rules = RULES) -> NDArray[np.int64]:
        """Both sides' points, sweeps included: `int64[n, 2]`."""
        sides = [score_batch(pile, rules=rules) for pile in self.piles.T]
        return np.stack(sides, axis=1).astype(np.int64) + self.sweeps

    def to_frame(self, *, rules: Rules = RULES) -> pd.DataFrame:
        """The rounds as a DataFrame, a row each: a column for each of `MEASURES`, whole numbers."""
        return pd.DataFrame({what: self.measure(what, rules=rules).astype(np.int64) for what in MEASURES})

    def measure(self, what: str, *, rules: Rules = RULES) -> NDArray[Any]:
        """One of `MEASURES` of each round: integers of shape (n,). Raises `CardError` for an unknown measure."""
        if what not in MEASURES:
            raise CardError(f"unknown measure {quote(what)}: expected {', '.join(MEASURES)}")
        return MEASURES[what](self, rules)


def _difference(rounds: Rounds, rules: Rules) -> NDArray[np.int64]:
    points = rounds.points(rules=rules)
    return points[:, 0] - points[:, 1]


def _missing(rounds: Rounds, _: Rules) -> NDArray[np.int64]:
    suits = [np.uint64(((1 << DECK.width) - 1) << DECK.width * suit) for suit in range(len(DECK.suits))]
    lacking = np.array([(rounds.piles & suit) == 0 for suit in suits])
    sides: NDArray[np.int64] = lacking.any(axis=0).sum(axis=1)
    return sides


def _outcome(point: str) -> Callable[[Rounds, Rules], NDArray[Any]]:
    """How a point goes by these rules, whether they score it or not."""
    return lambda rounds, rules: outcomes(rounds.piles[:, 0], rules=replace(rules, points=(point,)))[:, 0]


MEASURES: Mapping[str, Callable[[Rounds, Rules], NDArray[Any]]] = MappingProxyType(
    {
        "difference": _difference,
        "points": lambda rounds, rules: rounds.points(rules=rules)[:, 0],
        "captured": lambda rounds, _: np.bitwise_count(rounds.piles[:, 0]),
        "sweeps": lambda rounds, _: rounds.sweeps[:, 0],
        "sweeps ahead": lambda rounds, _: rounds.sweeps[:, 0].astype(np.int64) - rounds.sweeps[:, 1],
        "all sweeps": lambda rounds, _: rounds.sweeps.sum(axis=1, dtype=np.int64),
        "missing suits": _missing,
        **{point: _outcome(point) for point in POINTS},
    }
)
"""What a round can be measured by, for side 0: the difference of points; its points, cards captured, and sweeps; its
sweeps less the other side's; how each of `POINTS` went (1 won, 0 tied, -1 lost). `all sweeps` are both sides', `missing
suits` is the number of sides that lack a suit."""
