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
from cardlab.scopa.play.strategies import SWEEP

__all__ = ["ANY", "HIGHEST", "LOWEST", "greedy_play", "random_play", "wins_tie"]

ANY, LOWEST, HIGHEST = range(3)
"""How ties are broken."""

ORDER = (1 << WEIGHT_AT) - 1
"""What a card's number keeps for the order by value, then suit."""


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
def wins_tie(card, taken, best_card, best_taken, equals, desk):  # type: ignore[no-untyped-def]
    """Whether a play comes before the best so far, to which it is equal; `equals` counts the equal plays, it included."""
    if desk.ties == ANY:
        return below(next_random(desk.random), equals) == 0
    order, best_order = card & ORDER, best_card & ORDER
    lower = order < best_order or (order == best_order and taken < best_taken)
    return lower == (desk.ties == LOWEST)


@inlined
def greedy_play(table, hand, sweep, guard, desk):  # type: ignore[no-untyped-def]
    """What the greedy or the defensive player plays.

    `sweep` is what a sweep weighs now, `guard` what it weighs to leave a table that the next card can sweep.
    """
    best, equals = -2 * SWEEP, 0
    best_card, best_taken = np.int64(0), np.int64(0)
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
                if wins_tie(card, taken, best_card, best_taken, equals, desk):
                    best_card, best_taken = card, taken
    return best_card, best_taken
