"""Scopa: the players of the kernels that decide at a glance: random, greedy, defensive.

Each returns the card, with its numbers, and the set that it takes.
"""

from __future__ import annotations

import numpy as np

from cardlab.scopa.play.kernel.captures import (
    CARDS,
    VALUE_AT,
    VALUE_MASK,
    WEIGHT_AT,
    below,
    first_of,
    inlined,
    next_random,
    takes,
    total_of,
)

__all__ = ["ANY", "HIGHEST", "LOW", "LOWEST", "greedy_play", "random_play", "rank_of"]

ANY, LOWEST, HIGHEST = range(3)
"""How ties are broken, in the order of `strategies.TIES`."""

TIE = 46
"""Bits for the place among equal plays."""

LOW = -(1 << 62)
"""Lower than the rank of any play."""


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
def rank_of(gain, card, taken, desk):  # type: ignore[no-untyped-def]
    """A number that is higher the better a play is: first what it gains, then its place among equals."""
    if desk.ties == ANY:
        place = np.int64(next_random(desk.random) >> np.uint64(64 - TIE))
    else:
        number = first_of(card & CARDS)
        place = ((card >> VALUE_AT & VALUE_MASK) << 2 | number // 10) << VALUE_AT | taken
        place = place if desk.ties == HIGHEST else (1 << TIE) - 1 - place
    return (gain << TIE) + place


@inlined
def greedy_play(table, hand, sweep, guard, desk):  # type: ignore[no-untyped-def]
    """What the greedy or the defensive player plays.

    `sweep` is what a sweep weighs now, `guard` what it weighs to leave a table that the next card can sweep.
    """
    best, best_card, best_taken = LOW, np.int64(0), np.int64(0)
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
            rank = rank_of(gain - risk, card, taken, desk)
            if rank > best:
                best, best_card, best_taken = rank, card, taken
    return best_card, best_taken
