"""Bridge: ways to count a hand, as values.

An evaluator is a set of weights: what each honour gives, what a suit gives by its length, what a short side suit gives
when there is a trump suit, what a flat hand gives. The weights say it all; the same few lines count with any of them.

>>> FIFTHS("AQT2.KJ3.K32.432")
12.8
>>> from dataclasses import replace
>>> replace(FIFTHS, name="the ten for nothing", honours={**FIFTHS.honours, "T": 0})("AQT2.KJ3.K32.432")
12.4
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.rules import DECK, FLAT, FLAT_POINTS, HONOURS, LENGTH, SHORTNESS, parse, strain
from cardlab.cards import CardError, HandLike

__all__ = [
    "BUM_RAP",
    "CONTROLS",
    "EVALUATORS",
    "EXERCISE",
    "FIFTHS",
    "HIGH_CARDS",
    "LENGTH_POINTS",
    "LOSERS",
    "NOTRUMP_TERMS",
    "SHORTNESS_321",
    "SHORTNESS_531",
    "TERMS",
    "ZAR",
    "Evaluator",
]

EACH_BEYOND_FOUR = {length: length - 4 for length in range(5, 14)}


@dataclass(frozen=True)
class Evaluator:
    """The weights of a count.

    - `honours`: points by rank; a rank in `needs` counts only in a suit of at least so many cards.
    - `length`: points for a suit by its length.
    - `shortness`: points for a suit by its length, in a suit contract, outside the trumps.
    - `shape`: points for each card of the longest suit, of the second, third and shortest.
    - `flat`: points for 4-3-3-3.
    - `source`: where the weights are published.
    """

    name: str
    honours: Mapping[str, float]
    needs: Mapping[str, int] = field(default_factory=dict)
    length: Mapping[int, float] = field(default_factory=dict)
    shortness: Mapping[int, float] = field(default_factory=dict)
    shape: tuple[float, float, float, float] = (0, 0, 0, 0)
    flat: float = 0
    source: str = ""

    def __post_init__(self) -> None:
        """Raise `ValueError` for weights that would never count."""
        lengths = {*self.length, *self.shortness, *self.needs.values()}
        weights = [*self.honours.values(), *self.length.values(), *self.shortness.values(), *self.shape, self.flat]
        wrong: list[object] = [rank for rank in self.honours if rank not in {*DECK.ranks}]
        wrong += [rank for rank in self.needs if rank not in self.honours]
        wrong += [length for length in lengths if length not in range(DECK.width + 1)]
        wrong += [weight for weight in weights if not math.isfinite(weight)]
        if wrong or len(self.shape) != 4:
            shown = ", ".join(map(repr, wrong)) or f"shape {self.shape}"
            raise ValueError(f"{self.name}: {shown}: expected ranks of {DECK.ranks}, lengths 0 to 13, finite weights")

    def __call__(self, hand: HandLike, trump: str = "notrump") -> float:
        """The count of one hand. Raises `CardError` for what is no hand or no trump.

        >>> ZAR("AKQ32.A432.32.32"), LOSERS("AKQ32.A432.32.32"), CONTROLS("AKQ32.A432.32.32")
        (30.0, 6.0, 5.0)
        """
        return float(self.count(np.array([DECK.encode(parse(hand))], dtype=np.uint64), trump)[0])

    def count(self, hands: NDArray[np.uint64], trump: str = "notrump") -> NDArray[np.float64]:
        """The counts of many hands of 13 cards: sets of any shape -> `float64` of that shape.

        Raises `TypeError` for another dtype, `CardError` for a set that is no hand of 13 cards or for what is no trump.

        >>> EXERCISE.count(DECK.encode_many(["3S QH JH 8H AD JD 9D 6D AC KC JC 9C 5C"]), "clubs")
        array([20.])
        """
        trumps = strain(trump)
        hands = np.asarray(hands)
        check_hands(hands)
        suits = [hands >> np.uint64(DECK.width * i) & np.uint64((1 << DECK.width) - 1) for i in range(4)]
        lengths = np.sort([np.bitwise_count(suit) for suit in suits], axis=0)[::-1]
        total: NDArray[np.float64] = np.zeros(hands.shape)
        for name, suit in zip(DECK.suit_names, suits, strict=True):
            total += self._table(side=trumps not in (name, "notrump"))[suit]
        total += np.tensordot(self.shape, lengths, axes=1)
        total += self.flat * (lengths == np.reshape(FLAT, (4, *[1] * hands.ndim))).all(axis=0)
        return total.round(9)

    def _table(self, *, side: bool) -> NDArray[np.float64]:
        """What each of the 8,192 holdings of a suit gives; `side` if shortness counts in it."""
        held = np.arange(1 << DECK.width)[:, np.newaxis] >> np.arange(DECK.width) & 1
        length = held.sum(axis=1)
        weights = [self.length.get(n, 0) + side * self.shortness.get(n, 0) for n in range(DECK.width + 1)]
        table: NDArray[np.float64] = np.array(weights, dtype=float)[length]
        for rank, points in self.honours.items():
            table += points * held[:, DECK.ranks.index(rank)] * (length >= self.needs.get(rank, 1))
        return table


def check_hands(hands: NDArray[np.uint64]) -> None:
    """Raise `TypeError` unless the hands are `uint64`, `CardError` unless each is 13 of the 52 cards."""
    if hands.dtype != np.uint64:
        raise TypeError(f"hands has dtype {hands.dtype}: expected uint64")
    bad = (np.bitwise_count(hands) != 13) | (hands > DECK.mask)
    if bad.any():
        raise CardError(f"{int(hands[bad][0]):#x} is no hand: expected 13 cards, of bits 0 to {len(DECK) - 1}")


EXERCISE = Evaluator(
    "the exercise's count",
    HONOURS,
    length=LENGTH,
    shortness=SHORTNESS,
    flat=FLAT_POINTS,
    source="cardlab.bridge.rules",
)
HIGH_CARDS = Evaluator("high-card points", HONOURS, source="Milton Work")
FIFTHS = Evaluator("Fifths", {"A": 4, "K": 2.8, "Q": 1.8, "J": 1, "T": 0.4}, source="Thomas Andrews, for 3NT")
BUM_RAP = Evaluator("BUM-RAP", {"A": 4.5, "K": 3, "Q": 1.5, "J": 0.75, "T": 0.25}, source="known from rec.games.bridge")
LENGTH_POINTS = Evaluator(
    "high cards, length", HONOURS, length=EACH_BEYOND_FOUR, source="a point for each card over four"
)
SHORTNESS_531 = Evaluator(
    "high cards, short 5-3-1", HONOURS, shortness={0: 5, 1: 3, 2: 1}, source="Charles Goren, for the dummy"
)
SHORTNESS_321 = Evaluator("high cards, short 3-2-1", HONOURS, shortness={0: 3, 1: 2, 2: 1}, source="Charles Goren")
ZAR = Evaluator("Zar, basic", {"A": 6, "K": 4, "Q": 2, "J": 1}, shape=(2, 1, 0, -1), source="Zar Petkov")
LOSERS = Evaluator(
    "losing trick count",
    {"A": -1, "K": -1, "Q": -1},
    needs={"K": 2, "Q": 3},
    length={1: 1, 2: 2} | dict.fromkeys(range(3, 14), 3),
    source="F. Dudley Courtenay; ace, king and queen missing from the first three cards of each suit",
)
CONTROLS = Evaluator("controls", {"A": 2, "K": 1}, source="ace 2, king 1")

EVALUATORS = (
    EXERCISE,
    HIGH_CARDS,
    FIFTHS,
    BUM_RAP,
    LENGTH_POINTS,
    SHORTNESS_531,
    SHORTNESS_321,
    ZAR,
    LOSERS,
    CONTROLS,
)
"""The counts that are compared."""

TERMS = (
    *(Evaluator(f"{name}s", {name[0].upper(): 1}) for name in ("ace", "king", "queen", "jack", "ten")),
    Evaluator("voids", {}, shortness={0: 1}),
    Evaluator("singletons", {}, shortness={1: 1}),
    Evaluator("doubletons", {}, shortness={2: 1}),
    Evaluator("five-card suits", {}, length={5: 1}),
    Evaluator("six-card suits", {}, length={6: 1}),
    Evaluator("longer suits", {}, length=dict.fromkeys(range(7, 14), 1)),
    Evaluator("flat hands", {}, flat=1),
)
"""What counts add up, each by itself with the weight 1: how many a hand has. In notrump no suit is short."""

NOTRUMP_TERMS = tuple(replace(term, length={**term.length, **term.shortness}, shortness={}) for term in TERMS)
"""The same with short suits counted in all four suits, whatever the strain."""
