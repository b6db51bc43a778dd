"""Scopa: what each point gives, in tables, for any rules.

A point depends on one of three things: the number of cards; the diamonds held; or, suit by suit, on what the primiera
and the settanta look at, the best card and the seven of either side. Of that a suit has few classes, 16 by the usual
rules: the 1,024 holdings of a suit fall into these. Every table is filled by the points' own functions.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import Card
from cardlab.scopa.points import DECK, POINTS, Contest, Outcome, best_cards
from cardlab.scopa.rules import Rules

__all__ = ["BASIS", "SIGN", "Basis", "gains", "suit_classes"]

SIGN = MappingProxyType({Outcome.WON: 1, Outcome.TIED: 0, Outcome.LOST: -1})
"""How an outcome is written in an array."""

Basis: TypeAlias = Literal["cards", "diamonds", "classes"]

BASIS: MappingProxyType[str, Basis] = MappingProxyType(
    {
        "cards": "cards",
        "coins": "diamonds",
        "sette bello": "diamonds",
        "primiera": "classes",
        "settanta": "classes",
        "napola": "diamonds",
        "re bello": "diamonds",
        "donna bella": "diamonds",
    }
)
"""What each point depends on."""

Cards: TypeAlias = tuple[Card, ...]


@cache
def gains(point: str, rules: Rules) -> NDArray[np.int8]:
    """What a point gives, by what it depends on: what it is worth if won, the same negative if lost, 0 if tied.

    By the number of cards `int8[41]`, by the diamonds held `int8[1024]`, by the classes of the four suits
    `int8[classes**4]`.

    >>> from cardlab.scopa import RULES
    >>> gains("cards", RULES)[19:22].tolist(), gains("primiera", RULES).shape
    ([-1, 0, 1], (65536,))
    """
    if BASIS[point] == "classes":
        return _gains_by_classes(point, rules)
    if BASIS[point] == "cards":
        piles = [DECK.cards[:size] for size in range(len(DECK) + 1)]
        others = [DECK.cards[size:] for size in range(len(DECK) + 1)]
    else:
        piles = [DECK.decode(holding) for holding in range(1 << DECK.width)]
        others = piles[::-1]  # 1023 - holding is what the other side has
    return np.array([_gain(POINTS[point](*both, rules)) for both in zip(piles, others, strict=True)], np.int8)


def _gain(contest: Contest) -> int:
    return SIGN[contest.outcome] * contest.worth


def _gains_by_classes(point: str, rules: Rules) -> NDArray[np.int8]:
    """The suits are alike, so the point is asked for combinations of classes in ascending order only."""
    seen, _ = suit_classes(rules)
    by_suit = [
        [tuple(tuple(Card(rank, suit) for rank in ranks) for ranks in both) for both in seen] for suit in DECK.suits
    ]
    table = np.empty((len(seen),) * len(DECK.suits), np.int8)
    for classes in combinations_with_replacement(range(len(seen)), len(DECK.suits)):
        mine, theirs = zip(*[suit[number] for suit, number in zip(by_suit, classes, strict=True)], strict=True)
        table[classes] = _gain(POINTS[point](sum(mine, ()), sum(theirs, ()), rules))
    every = np.sort(np.indices(table.shape), axis=0)
    return np.ravel(table[tuple(every)])


@cache
def suit_classes(rules: Rules) -> tuple[list[tuple[str, str]], NDArray[np.int64]]:
    """The classes of a suit, each by the ranks seen on either side, and each holding's class: `int64[1024]`."""
    seen = [_seen(DECK.decode(holding), rules) for holding in range(1 << DECK.width)]
    classes: dict[tuple[tuple[int, int], tuple[int, int]], tuple[str, str]] = {}
    keys = []
    for (my_ranks, mine), (their_ranks, theirs) in zip(seen, reversed(seen), strict=True):
        keys.append((mine, theirs))
        classes.setdefault((mine, theirs), (my_ranks, their_ranks))
    numbers = {key: number for number, key in enumerate(classes)}
    return list(classes.values()), np.array([numbers[key] for key in keys])


def _seen(suit: Cards, rules: Rules) -> tuple[str, tuple[int, int]]:
    """The ranks that the primiera and the settanta see in one side's cards of a suit, and what they count there."""
    best = [card.rank for card in best_cards(suit, primiera=rules.primiera)] if "primiera" in rules.points else []
    sevens = [card.rank for card in suit if card.rank == "7"] if "settanta" in rules.points else []
    return "".join(dict.fromkeys(best + sevens)), (sum(rules.primiera[rank] for rank in best), len(sevens))
