"""Tichu: the loops behind `cardlab.tichu.batch`, over hands as sets.

Two layouts. The hand itself, 13 bits a suit: four of a rank are the AND of the four suits, a run of one suit is the
hand ANDed with itself shifted. And a field of ranks that says which are there once, twice or three times, bit r for
rank r, 2 to 14 for two to ace (dog 0, Mah Jong 1, dragon 15): one shift moves all runs a rank up.

Every kernel fills `out`. Hands are int64, in which shifts and small constants stay integers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.tichu.combinations import SHORTEST
from cardlab.tichu.reading import ACE, DECK, DOG, DRAGON, MAH_JONG, PHOENIX, RANK, TWO

WIDTH = DECK.width
RANKS = (1 << WIDTH) - 1
"""All ranks of one suit."""

EVERY_SUIT = 1 | 1 << WIDTH | 1 << 2 * WIDTH | 1 << 3 * WIDTH
"""Times a suit: that suit four times over."""

DRAGON_RANK = RANK[DRAGON.rank]
MAH_JONG_BIT, DOG_BIT, PHOENIX_BIT, DRAGON_BIT = (DECK.bits[card] for card in (MAH_JONG, DOG, PHOENIX, DRAGON))
STAND_INS = RANKS << TWO | 1 << DRAGON_RANK
"""The ranks that a phoenix can stand for; the dragon's because a single phoenix beats an ace."""


class Asked(NamedTuple):
    """What beats the previous play.

    `copies` of each of `length` consecutive ranks, the top one in `tops`, the phoenix for one of the cards if its rank
    is in `stand_ins`; or, if `house`, a full house with its triple in `tops`. Or a bomb: four of a rank in `fours`,
    `flush` consecutive cards of one suit that start in `starts`, or one card more that start in `longer_starts`.
    """

    copies: int = 1
    length: int = 1
    tops: int = 0
    stand_ins: int = STAND_INS
    house: bool = False
    fours: int = 0
    flush: int = SHORTEST
    starts: int = 0
    longer_starts: int = 0


@compiled
def bombs(hands: NDArray[np.int64], fours: int, starts: int, out: NDArray[np.bool_]) -> int:
    """Whether a hand holds four of a rank in `fours` or five of one suit that start in `starts`."""
    seen = 0
    for i in range(hands.size):
        hand = hands[i]
        seen |= hand
        out[i] = ((_fours(hand) & fours) | (_flushes(hand, SHORTEST) & starts)) != 0
    return seen


@compiled
def straights(hands: NDArray[np.int64], phoenix: bool, out: NDArray[np.uint8]) -> int:
    """The length of the longest run of ranks, 0 below five; `phoenix` uses the phoenix where it is held."""
    seen = 0
    for i in range(hands.size):
        hand = hands[i]
        seen |= hand
        ranks = _held(hand, MAH_JONG_BIT) << 1 | _once(hand)
        spare = -(_held(hand, PHOENIX_BIT) & phoenix) & RANKS << TWO
        whole, gapped, length = ranks, ranks | spare, 0
        for _ in range(ACE):  # no early end: a loop of a fixed length is vectorised
            length += gapped != 0
            whole, gapped = whole << 1 & ranks, gapped << 1 & ranks | whole << 1 & spare
        out[i] = length if length >= SHORTEST else 0
    return seen


@compiled
def answers(hands: NDArray[np.int64], asked: Asked, out: NDArray[np.bool_]) -> int:
    """Whether a hand holds what is asked."""
    seen = 0
    for i in range(hands.size):
        hand = hands[i]
        seen |= hand
        higher = _full_house(hand, asked) if asked.house else _higher(hand, asked)
        out[i] = higher or _higher_bomb(hand, asked)
    return seen


@compiled
def _higher(hand: int, asked: Asked) -> bool:
    """A single, pair, triple, straight or tractor."""
    phoenix = -_held(hand, PHOENIX_BIT) & asked.stand_ins
    if asked.copies == 1:
        specials = _held(hand, DRAGON_BIT) << DRAGON_RANK | _held(hand, MAH_JONG_BIT) << 1 | _held(hand, DOG_BIT)
        present, spare = _once(hand) | specials, phoenix
    elif asked.copies == 2:
        present, spare = _twice(hand), _once(hand) & phoenix
    else:
        present, spare = _thrice(hand), _twice(hand) & phoenix
    tops = _runs(present, spare, asked.length) & asked.tops
    if asked.length >= SHORTEST and not phoenix:
        tops &= ~_one_suit_only(hand, asked.length)
    return tops != 0


@compiled
def _full_house(hand: int, asked: Asked) -> bool:
    """Three of a rank and two of another; the phoenix makes a third card or a second one."""
    once, twice, tops = _once(hand), _twice(hand), asked.tops
    triple = _thrice(hand) & tops != 0
    if _held(hand, PHOENIX_BIT):
        return (triple and _several(once)) or (twice & tops != 0 and _several(twice))
    return triple and _several(twice)


@compiled
def _higher_bomb(hand: int, asked: Asked) -> bool:
    longest = _flushes(hand, asked.flush)
    longer = longest & longest >> 1 & asked.longer_starts
    return (_fours(hand) & asked.fours | longest & asked.starts | longer) != 0


@compiled
def _runs(present: int, spare: int, length: int) -> int:
    """The tops of runs of `length` ranks that are present, but for at most one of them that is in `spare`."""
    whole, gapped = present, present | spare
    for _ in range(length - 1):
        whole, gapped = whole << 1 & present, gapped << 1 & present | whole << 1 & spare
    return gapped


@compiled
def _one_suit_only(hand: int, length: int) -> int:
    """The tops of runs that can be made of one suit only, which are bombs, not straights."""
    alone = hand & ~((_twice(hand) >> TWO) * EVERY_SUIT)
    starts = ((1 << ACE - length) - 1) * EVERY_SUIT
    return _once(_flushes(alone, length) & starts) << length - 1


@compiled
def _flushes(hand: int, length: int) -> int:
    """The cards that start `length` consecutive bits; where a suit ends is left to the caller."""
    for _ in range(length - 1):
        hand &= hand >> 1
    return hand


@compiled
def _fours(hand: int) -> int:
    return hand & hand >> WIDTH & hand >> 2 * WIDTH & hand >> 3 * WIDTH & RANKS


@compiled
def _once(hand: int) -> int:
    """The ranks that are there in any suit."""
    return ((hand | hand >> WIDTH | hand >> 2 * WIDTH | hand >> 3 * WIDTH) & RANKS) << TWO


@compiled
def _twice(hand: int) -> int:
    """The ranks that are there in two suits or more."""
    a, b, c, d = hand, hand >> WIDTH, hand >> 2 * WIDTH, hand >> 3 * WIDTH
    return ((a & b | c & d | (a | b) & (c | d)) & RANKS) << TWO


@compiled
def _thrice(hand: int) -> int:
    """The ranks that are there in three suits or four."""
    a, b, c, d = hand, hand >> WIDTH, hand >> 2 * WIDTH, hand >> 3 * WIDTH
    return ((a & b & (c | d) | c & d & (a | b)) & RANKS) << TWO


@compiled
def _held(hand: int, bit: int) -> int:
    return hand >> bit & 1


@compiled
def _several(ranks: int) -> bool:
    return ranks & (ranks - 1) != 0
