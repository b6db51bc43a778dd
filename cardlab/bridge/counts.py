"""Bridge: ways to count a hand, as values.

A `Count` is a set of weights: what each honour gives, what a suit gives by its length, what a short side suit gives
when there is a trump suit, what the shape gives. `score`, `score_batch`, `exact.distribution` and `sample` take one as
`rules=`, and nothing else decides a hand's points.

>>> from dataclasses import replace
>>> from cardlab.bridge import score
>>> float(score("AQT2.KJ3.K32.432", "notrump", rules=FIFTHS))
12.8
>>> without_tens = replace(FIFTHS, honours={**FIFTHS.honours, "T": 0})
>>> float(score("AQT2.KJ3.K32.432", "notrump", rules=without_tens))
12.4
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from cardlab.cards import CardError, quote
from cardlab.checks import mapping

__all__ = [
    "ADJUSTED",
    "BUM_RAP",
    "BUM_RAP_321",
    "BUM_RAP_531",
    "CONTROLS",
    "COUNTS",
    "FIFTHS",
    "HIGH_CARDS",
    "LENGTH_POINTS",
    "LOSERS",
    "NEW_LOSERS",
    "NOTRUMP_TERMS",
    "SHORTNESS_321",
    "SHORTNESS_531",
    "TERMS",
    "ZAR",
    "Count",
]

RANKS = "23456789TJQKA"
FLAT = (4, 3, 3, 3)
FINEST = 1000
LARGEST = 1000


@dataclass(frozen=True)
class Count:
    """The weights of a count, in points: up to 1000 either way: whole numbers, or decimals with up to three places.

    - `honours`: points by rank; a rank in `needs` counts only in a suit of at least that many cards.
    - `length`: points for a suit by its length.
    - `shortness`: points for a suit by its length, in a suit contract, outside the trumps.
    - `shape`: points for each card of the longest suit, of the second, third and shortest.
    - `flat`: points for 4-3-3-3.
    - `source`: where the weights are published.

    A count is hashable and its mappings are read-only; `dataclasses.replace` changes one of its weights. Raises
    `CardError` for a rank or a length that does not exist, and for a weight that is not such a number.
    """

    name: str
    honours: Mapping[str, float] = field(default_factory=dict)
    needs: Mapping[str, int] = field(default_factory=dict)
    length: Mapping[int, float] = field(default_factory=dict)
    shortness: Mapping[int, float] = field(default_factory=dict)
    shape: tuple[float, float, float, float] = (0, 0, 0, 0)
    flat: float = 0
    source: str = ""

    def __post_init__(self) -> None:
        for name in ("honours", "needs", "length", "shortness"):
            object.__setattr__(self, name, MappingProxyType(mapping(name, getattr(self, name))))
        if not isinstance(self.name, str) or not isinstance(self.shape, tuple | list):
            raise CardError(
                f"name {quote(self.name)}, shape {quote(self.shape)}: expected text and four weights in a tuple"
            )
        object.__setattr__(self, "shape", tuple(self.shape))
        wrong: list[object] = [rank for rank in self.honours if rank not in {*RANKS}]
        wrong += [rank for rank in self.needs if rank not in self.honours]
        lengths = (*self.length, *self.shortness, *self.needs.values())
        wrong += [length for length in lengths if not isinstance(length, int) or length not in range(14)]
        wrong += [weight for weight in self._weights if _denominator(weight) not in range(1, FINEST + 1)]
        if wrong or len(self.shape) != len(FLAT):
            shown = ", ".join(map(quote, wrong)) or f"shape {self.shape}"
            expected = (
                f"ranks of {RANKS}, lengths 0 to 13, weights with up to three decimals from -{LARGEST} to {LARGEST}"
            )
            raise CardError(f"{self.name}: {shown}: expected {expected}")

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[object, ...]:
        values = (getattr(self, field.name) for field in fields(self))
        return type(self), tuple(dict(value) if isinstance(value, Mapping) else value for value in values)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        mappings = (self.honours, self.needs, self.length, self.shortness)
        return self.name, *(frozenset(weights.items()) for weights in mappings), self.shape, self.flat

    @property
    def _weights(self) -> list[float]:
        return [*self.honours.values(), *self.length.values(), *self.shortness.values(), *self.shape, self.flat]

    @cached_property
    def unit(self) -> int:
        """How many steps make a point: 1 where all weights are whole, 4 where they are quarters.

        Hands are counted in steps, so that every count is exact: `score_batch` and `exact.distribution` give steps.

        >>> HIGH_CARDS.unit, BUM_RAP.unit, FIFTHS.unit
        (1, 4, 5)
        """
        return math.lcm(*map(_denominator, self._weights))

    def steps(self, weight: float) -> int:
        """A weight of this count in steps.

        >>> BUM_RAP.steps(0.75)
        3
        """
        return round(weight * self.unit)

    def honour(self, rank: str, length: int) -> int:
        """What a card gives in a suit of `length` cards, in steps.

        >>> LOSERS.honour("K", 1), LOSERS.honour("K", 2)
        (0, -1)
        """
        return self._honours.get((rank, length), 0)

    @cached_property
    def _honours(self) -> dict[tuple[str, int], int]:
        return {
            (rank, length): self.steps(weight)
            for rank, weight in self.honours.items()
            for length in range(self.needs.get(rank, 1), len(RANKS) + 1)
        }


def _denominator(weight: object) -> int:
    """The denominator of a number as it is written; 0 if it cannot be a weight."""
    try:
        return Fraction(str(weight)).denominator if isinstance(weight, (int, float)) and abs(weight) <= LARGEST else 0
    except ValueError:
        return 0


WORK = MappingProxyType({"A": 4, "K": 3, "Q": 2, "J": 1})
RAP = MappingProxyType({"A": 4.5, "K": 3, "Q": 1.5, "J": 0.75, "T": 0.25})
SHORT_531 = MappingProxyType({0: 5, 1: 3, 2: 1})
SHORT_321 = MappingProxyType({0: 3, 1: 2, 2: 1})

ADJUSTED = Count(
    "adjusted count",
    WORK,
    length={5: 1, 6: 2} | dict.fromkeys(range(7, 14), 3),
    shortness={0: 5, 1: 3},
    flat=-1,
    source='CheckiO "Bridge Routine", after the lab "Milton Work point count" of CCPS 109 (Ilkka Kokkarinen)',
)
"""High cards with adjustments for shape: the rule that `score` counts by."""

HIGH_CARDS = Count("high-card points", WORK, source="Milton Work")
FIFTHS = Count("Fifths", {"A": 4, "K": 2.8, "Q": 1.8, "J": 1, "T": 0.4}, source="Thomas Andrews, for 3NT")
BUM_RAP = Count("BUM-RAP", RAP, source="known from rec.games.bridge")
LENGTH_POINTS = Count(
    "high cards, length", WORK, length={n: n - 4 for n in range(5, 14)}, source="a point for each card over four"
)
SHORTNESS_531 = Count("high cards, short 5-3-1", WORK, shortness=SHORT_531, source="Charles Goren, for the dummy")
SHORTNESS_321 = Count("high cards, short 3-2-1", WORK, shortness=SHORT_321, source="Charles Goren")
ZAR = Count("Zar, basic", {"A": 6, "K": 4, "Q": 2, "J": 1}, shape=(2, 1, 0, -1), source="Zar Petkov")
LOSERS = Count(
    "losing trick count",
    {"A": -1, "K": -1, "Q": -1},
    needs={"K": 2, "Q": 3},
    length={1: 1, 2: 2} | dict.fromkeys(range(3, 14), 3),
    source="F. Dudley Courtenay; ace, king and queen missing from the first three cards of each suit",
)
CONTROLS = Count("controls", {"A": 2, "K": 1}, source="ace 2, king 1")
BUM_RAP_321 = replace(BUM_RAP, name="BUM-RAP, short 3-2-1", shortness=SHORT_321)
BUM_RAP_531 = replace(BUM_RAP, name="BUM-RAP, short 5-3-1", shortness=SHORT_531)
NEW_LOSERS = Count(
    "new losing trick count",
    {"A": -1.5, "K": -1, "Q": -0.5},
    needs={"K": 2, "Q": 3},
    length={1: 1.5, 2: 2.5} | dict.fromkeys(range(3, 14), 3),
    source="Johannes Koelman, The Bridge World, May 2003; missing ace 1.5, king 1 (of two cards), queen 0.5 (of three)",
)

COUNTS = (
    ADJUSTED,
    HIGH_CARDS,
    FIFTHS,
    BUM_RAP,
    LENGTH_POINTS,
    SHORTNESS_531,
    SHORTNESS_321,
    ZAR,
    LOSERS,
    CONTROLS,
    BUM_RAP_321,
    BUM_RAP_531,
    NEW_LOSERS,
)
"""The counts that are compared."""

TERMS = (
    *(Count(f"{name}s", {name[0].upper(): 1}) for name in ("ace", "king", "queen", "jack", "ten")),
    Count("voids", shortness={0: 1}),
    Count("singletons", shortness={1: 1}),
    Count("doubletons", shortness={2: 1}),
    Count("five-card suits", length={5: 1}),
    Count("six-card suits", length={6: 1}),
    Count("longer suits", length=dict.fromkeys(range(7, 14), 1)),
    Count("flat hands", flat=1),
)
"""What counts add up, each alone with the weight 1: how many a hand has. In notrump no suit is short."""

NOTRUMP_TERMS = tuple(replace(term, length={**term.length, **term.shortness}, shortness={}) for term in TERMS)
"""The same with short suits counted in all four suits, whatever the strain."""
