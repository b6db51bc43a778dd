"""Scopa: the cards of the kernels, what a card can take, and random numbers.

A card is one number: its bit, from bit 40 its value, from bit 45 its weight for the greedy player. So a set of cards is
a sum. A card looks for its equals first; if there are none, it asks whether cards on the table make its value, which is
a look-up of the ranks that lie there; and only then it goes through the sets of cards.

Random numbers are SplitMix64's (G. Steele, D. Lea, C. Flood, 2014), one generator a round; a choice among k is a
product with 32 random bits, off by less than k / 2^32.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from cardlab.compiled import compiled

__all__ = [
    "CARDS",
    "LONGEST",
    "VALUE_AT",
    "VALUE_MASK",
    "WEIGHT_AT",
    "Desk",
    "below",
    "first_of",
    "inlined",
    "next_random",
    "size_of",
    "takes",
    "total_of",
    "uncounted",
]

VALUE_AT, VALUE_MASK, WEIGHT_AT = 40, 0x1F, 45
CARDS = (1 << VALUE_AT) - 1
RANKS = (1 << 10) - 1
RANK = 1 | 1 << 10 | 1 << 20 | 1 << 30
"""The four aces; shifted, the four cards of any rank."""

ODD, TWO, FOUR, EIGHT = (sum(RANK << value - 1 for value in range(1, 11) if value & bit) for bit in (1, 2, 4, 8))
"""The cards whose values have this bit."""

LONGEST = 1 << 12
"""Room for all sets of cards that sum to 10 or less."""


class Desk(NamedTuple):
    """What all kernels have at hand: the game, how players break ties, and arrays to look up in and write to.

    - `cards`: the cards as numbers, `int64[40]`; `sums`: by the set of ranks on the table the sums that one card of
      each makes, a bit each, `int16[1024]`.
    - `found`: room for sets of cards, `int64[2, LONGEST]`; `random`: the state of the generator, `uint64[1]`.
    """

    players: int
    hand: int
    plays: int
    last_card_sweeps: int
    ties: int
    cards: NDArray[np.int64]
    sums: NDArray[np.int16]
    found: NDArray[np.int64]
    random: NDArray[np.uint64]


def _count_bits(context, cards):  # type: ignore[no-untyped-def]
    """The number of cards in a set."""
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _count_zeros(context, cards):  # type: ignore[no-untyped-def]
    """The number of the first card of a set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


size_of: Any = intrinsic(_count_bits)
first_of: Any = intrinsic(_count_zeros)

uncounted = compiled(arrays=False)
inlined = compiled(arrays=False, inlined=True)


@inlined
def next_random(random):  # type: ignore[no-untyped-def]
    """A random 64-bit number."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    x = random[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@inlined
def below(half, size):  # type: ignore[no-untyped-def]
    """A number from 0 to below `size` from 32 random bits."""
    return np.int64(((half & np.uint64(0xFFFFFFFF)) * np.uint64(size)) >> np.uint64(32))


@inlined
def total_of(cards):  # type: ignore[no-untyped-def]
    """The sum of the values of a set of cards."""
    return size_of(cards & ODD) + 2 * size_of(cards & TWO) + 4 * size_of(cards & FOUR) + 8 * size_of(cards & EIGHT)


@inlined
def _sums(table, desk):  # type: ignore[no-untyped-def]
    """The sums that cards on the table make: one card of each rank looked up, then the others."""
    ranks = table | table >> 20
    reach = np.int64(desk.sums[(ranks | ranks >> 10) & RANKS])
    others = table & (table << 10 | table << 20 | table << 30)
    while others:
        reach |= reach << (desk.cards[first_of(others)] >> VALUE_AT & VALUE_MASK)
        others &= others - 1
    return reach


@inlined
def _find(table, value, desk):  # type: ignore[no-untyped-def]
    """Fill the first row of `found` with the sets of lower cards that sum to this value; return how many."""
    cards, found = desk.cards, desk.found
    hits, parts = 0, 1
    found[1, 0] = 0
    lower = table & RANK * ((1 << value - 1) - 1)
    while lower:
        card = cards[first_of(lower)]
        lower &= lower - 1
        for j in range(parts):
            longer = found[1, j] + card
            total = longer >> VALUE_AT & VALUE_MASK
            found[0, hits], found[1, parts] = longer, longer
            hits += total == value
            parts += total < value
    return hits


@inlined
def takes(table, value, desk):  # type: ignore[no-untyped-def]
    """Fill the first row of `found` with what a card of this value can take, the empty set if nothing; how many."""
    equal = table & RANK << value - 1
    hits = 0
    if equal == 0:
        if _sums(table, desk) >> value & 1:
            return _find(table, value, desk)
        desk.found[0, 0] = 0
        return 1
    while equal:
        desk.found[0, hits] = desk.cards[first_of(equal)]
        equal &= equal - 1
        hits += 1
    return hits
