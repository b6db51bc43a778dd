"""Scopa: the cards of the kernels, what a card can take, random numbers, and the players that decide at a glance.

A card is one number: its bit, from bit 40 its value, from bit 45 its weight for the greedy player. So a set of cards is
a sum. A card looks for its equals first; if there are none, it asks whether cards on the table make its value, which is
a look-up of the ranks that lie there; and only then it goes through the sets of cards.

A player, random, greedy or defensive, returns the card that it plays, with its numbers, and the set that it takes.

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

VALUE_AT, VALUE_MASK, WEIGHT_AT = 40, 0x1F, 45
CARDS = (1 << VALUE_AT) - 1
RANKS = (1 << 10) - 1
RANK = 1 | 1 << 10 | 1 << 20 | 1 << 30
"""The four aces; shifted, the four cards of any rank."""

ODD, TWO, FOUR, EIGHT = (sum(RANK << value - 1 for value in range(1, 11) if value & bit) for bit in (1, 2, 4, 8))
"""The cards whose values have this bit."""

LONGEST = 1 << 12
"""Room for all sets of cards that sum to 10 or less."""


ANY, LOWEST, HIGHEST = range(3)
"""How ties are broken, in the order of `match.TIES`."""

LOW = -(1 << 62)
"""Lower than the rank of any play."""


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


@inlined
def _nth(cards, place, size):  # type: ignore[no-untyped-def]
    """The card at that place of a set of this size; the steps depend on the size alone, so that no branch is missed."""
    for i in range(1, size):
        cards &= cards - (i <= place)
    return cards & -cards


@inlined
def random_play(table, hand, size, desk):  # type: ignore[no-untyped-def]
    """A random card of the hand, which has this size, and one of its captures at random."""
    word = next_random(desk.random)
    card = desk.cards[first_of(_nth(hand, below(word, size), size))]
    count = takes(table, card >> VALUE_AT & VALUE_MASK, desk)
    return card, desk.found[0, below(word >> np.uint64(32), count)] & CARDS


@inlined
def _place(card, taken):  # type: ignore[no-untyped-def]
    """The place of a play among equals: by the card's value and suit, then by what it takes."""
    return ((card >> VALUE_AT & VALUE_MASK) << 2 | first_of(card & CARDS) // 10) << VALUE_AT | taken


@inlined
def replaces(card, taken, best_card, best_taken, equals, desk):  # type: ignore[no-untyped-def]
    """Whether a play takes the place of the best so far, an equal one; `equals` are as good, this one included."""
    if desk.ties == ANY:
        return below(next_random(desk.random), equals) == 0
    return (_place(card, taken) < _place(best_card, best_taken)) == (desk.ties == LOWEST)


@inlined
def greedy_play(table, hand, sweep, guard, desk):  # type: ignore[no-untyped-def]
    """What the greedy or the defensive player plays.

    `sweep` is what a sweep weighs now, `guard` what it weighs to leave a table that the next card can sweep.
    """
    best, equals, best_card, best_taken = LOW, 0, np.int64(0), np.int64(0)
    total = total_of(table) if guard else 0
    while hand:
        card = desk.cards[first_of(hand)]
        hand &= hand - 1
        value, weight = card >> VALUE_AT & VALUE_MASK, card >> WEIGHT_AT
        count = takes(table, value, desk)
        left = total - value if desk.found[0, 0] else total + value
        risk = guard if 0 < left <= 10 else 0
        for i in range(count):
            taken = desk.found[0, i] & CARDS
            gain = -weight
            if taken:
                gain = weight + (desk.found[0, i] >> WEIGHT_AT) + (sweep if taken == table else 0)
            gain -= risk
            if gain > best:
                best, best_card, best_taken, equals = gain, card, taken, 1
            elif gain == best:
                equals += 1
                if replaces(card, taken, best_card, best_taken, equals, desk):
                    best_card, best_taken = card, taken
    return best_card, best_taken
