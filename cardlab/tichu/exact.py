"""Tichu: bombs and straights over all C(56, 14) = 5,804,731,963,800 hands, and over all deals of the four hands.

Bombs are counted by `answers.bombs`. Straights look at the ranks alone, so that a hand is one of 2^13 sets of ranks,
with or without the Mah Jong and the phoenix, and each of those stands for a number of hands that is a short sum.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from types import MappingProxyType

import numpy as np

from cardlab.checks import whole
from cardlab.distribution import Distribution
from cardlab.tichu.answers.bombs import Deals
from cardlab.tichu.batch import longest_straight
from cardlab.tichu.reading import DECK

__all__ = ["bomb_probability", "distribution"]

BOMBS = MappingProxyType({"four": (True, False), "flush": (False, True), "any": (True, True)})
"""Which bombs a kind means: four of a rank, straight flushes."""


def bomb_probability(kind: str = "any", *, cards: int = 14, players: int = 1) -> Fraction:
    """The chance that a random hand holds a bomb: "four" of a rank, straight "flush" or "any".

    `cards` is the size of the hand; 8 is what a player sees before a Grand Tichu. With `players`, it is the chance that
    at least one of that many hands of the same deal holds one; four hands of 14 take some seconds, once. Raises
    `ValueError` for another kind and for more cards than there are.

    >>> bomb_probability("four", cards=4), f"{float(bomb_probability('four')):.6f}"
    (Fraction(13, 367290), '0.035265')
    >>> f"{float(bomb_probability('flush')):.6f}", f"{float(bomb_probability('any')):.6f}"
    ('0.015896', '0.050763')
    >>> f"{float(bomb_probability('four', players=4)):.6f}"
    '0.132080'
    """
    deals = _deals(kind, players, whole("cards", cards, 0, len(DECK) // whole("players", players, 1, 4)))
    return 1 - Fraction(deals.bombless, deals.total)


def distribution(*, what: str = "straight", phoenix: bool = True, cards: int = 14) -> Distribution:
    """Count over all hands what `batch.sample` asks: the longest "straight", or a bomb, "four", "flush" or "any".

    A bomb is 1, none 0. `phoenix` is for straights only. Raises `ValueError` for another question and for more cards
    than there are.

    >>> distribution()
    <Distribution 'Tichu longest straight, 14 cards': exact, n = 5,804,731,963,800, 0 to 14, mean 4.3447, sd 3.4194>
    >>> distribution(what="four", cards=4).count(1)
    13
    """
    cards = whole("cards", cards, 0, len(DECK))
    if what == "straight":
        name = f"Tichu longest straight, {cards} cards" + ("" if phoenix else ", no phoenix")
        return Distribution.exact(_straights(phoenix, cards), name=name)
    deals = _deals(what, 1, cards)
    bombs = {0: deals.bombless, 1: deals.total - deals.bombless}
    return Distribution.exact(bombs, name=f"Tichu bombs, {what}, {cards} cards")


def _straights(phoenix: bool, cards: int) -> Counter[int]:
    """How many hands have a longest straight of each length."""
    ranks = np.arange(1 << DECK.width, dtype=np.uint64)
    sizes = np.bitwise_count(ranks).tolist()
    counts: Counter[int] = Counter()
    for specials in ((), ("1",), ("P",), ("1", "P")):
        lengths = longest_straight(ranks | np.uint64(DECK.encode(specials)), phoenix=phoenix).tolist()
        for (length, size), sets in Counter(zip(lengths, sizes, strict=True)).items():
            counts[length] += sets * _hands(size, cards - len(specials))
    return counts


def _hands(ranks: int, cards: int) -> int:
    """How many hands hold all of some ranks and no other, dog and dragon or not; by inclusion and exclusion."""
    if cards < ranks:
        return 0
    return sum((-1) ** gone * comb(ranks, gone) * comb(4 * (ranks - gone) + 2, cards) for gone in range(ranks + 1))


@cache
def _deals(kind: str, players: int, cards: int) -> Deals:
    if kind not in BOMBS:
        raise ValueError(f"{kind!r} is not a kind of bomb: expected {', '.join(map(repr, BOMBS))}")
    fours, flushes = BOMBS[kind]
    return Deals(players=players, cards=cards, fours=fours, flushes=flushes)
