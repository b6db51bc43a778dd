"""Cribbage: the mean crib for the throws of one hand, given all six cards, over every hand of the other player.

A crib table gives the mean for the two cards thrown, over all hands that throw them. Here the four cards kept are taken
into account too: the other player holds none of them, in any of 9,366,819 hands, and none of them is turned up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import HandLike
from cardlab.compiled import compiled
from cardlab.cribbage.discard.hands import OTHERS, hold, next_hand, place_of_four, shows
from cardlab.cribbage.discard.policies import FIRST, SECOND, Policy
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["cribs_given"]

CARDS = len(DECK)


def cribs_given(hand: HandLike, against: Policy, *, rules: Rules = RULES) -> NDArray[np.float64]:
    """The mean crib for each of the 15 throws, in the order of `keeps.throws`, against the other player's policy.

    Exact: every hand of the other player, with each of the 40 starters that are left. Takes about a second, more the
    first time. Raises `CardError` unless the hand is six cards.

    >>> from cardlab.cribbage.discard.policies import policy
    >>> ignores_the_crib = policy(np.zeros((13, 13)))
    >>> cribs_given("5H 5S 6D 7C JC KD", ignores_the_crib).round(2).tolist()[:3]  # 5H 6D, 5H KD, 5H 5S
    [6.71, 6.76, 8.91]
    """
    cards = np.array(sorted(DECK.bits[card] for card in DECK.parse(hand, size=6)))
    free = np.setdiff1d(np.arange(CARDS), cards)
    times, held = np.zeros((CARDS, CARDS), np.int64), np.zeros((CARDS, CARDS, CARDS), np.int64)
    _count(free, against, times, held)
    points = np.zeros(15, np.int64)
    _score(cards, free, shows(crib=True, rules=rules), times[..., np.newaxis] - held, points)
    return points / (OTHERS * (len(free) - 6))


@compiled
def _count(free, against, times, held):  # type: ignore[no-untyped-def]
    """Count how often the other throws each two cards, and how often each card is among the six then."""
    row, cards = np.arange(6), np.empty(6, np.int64)
    for _ in range(OTHERS):
        place = hold(free, row, cards)
        next_hand(row)
        low, high = cards[FIRST[against[place]]], cards[SECOND[against[place]]]
        times[low, high] += 1
        for k in range(6):
            held[low, high, cards[k]] += 1


@compiled
def _score(cards, free, shows, unseen, points):  # type: ignore[no-untyped-def]
    """Add up the cribs of each of my throws with each of the other's, with each starter as often as it is unseen."""
    for throw in range(15):
        mine = cards[FIRST[throw]], cards[SECOND[throw]]
        for a in range(len(free)):
            for b in range(a + 1, len(free)):
                crib = place_of_four(*mine, free[a], free[b])
                for starter in free:
                    points[throw] += shows[crib, starter] * unseen[free[a], free[b], starter]
