"""Bridge: the points of many hands at once.

A hand is one `uint64`, 13 bits a suit. What a suit gives depends on its holding alone, one of 8,192, so a hand is four
look-ups and a sum. One rule looks at the whole hand, the point off for 4-3-3-3: it applies if every suit has three
cards or more.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.rules import DECK, FLAT, FLAT_POINTS, HONOURS, LENGTH, SHORTNESS, strain
from cardlab.cards import CardError
from cardlab.compiled import compiled
from cardlab.deal import deal

__all__ = ["sample", "score_batch"]

WIDTH = DECK.width
HOLDING = np.uint64((1 << WIDTH) - 1)

# An entry of the table packs three numbers that are added over the suits, each with room for its sum:
# the points, whether the suit has three cards or more, its length.
POINTS = 0x7F
FLAT_AT, FLAT_MASK = 7, 0x7
LENGTH_AT = 10


def score_batch(hands: NDArray[np.uint64], trump: str = "notrump") -> NDArray[np.int16]:
    """Count the points of many hands for a trump suit or notrump: `uint64[n]` -> `int16[n]`.

    The points are those of `bridge.score`, hand by hand. Raises `TypeError` for another dtype, `ValueError` for another
    shape, and `CardError` for a hand that is not 13 of the 52 cards or for what is no trump.

    >>> hands = DECK.encode_many(["3S QH JH 8H AD JD 9D 6D AC KC JC 9C 5C", "4S 3S 2S 4H 3H 2H 4D 3D 2D 5C 4C 3C 2C"])
    >>> score_batch(hands).tolist(), score_batch(hands, "clubs").tolist()
    ([17, -1], [20, -1])
    """
    table = _table(strain(trump))
    hands = np.asarray(hands)
    if hands.dtype != np.uint64:
        raise TypeError(f"hands has dtype {hands.dtype}: expected uint64")
    if hands.ndim != 1:
        raise ValueError(f"hands has shape {hands.shape}: expected one dimension")
    scores = np.empty(hands.shape, np.int16)
    bad = _score(hands, table, FLAT_POINTS, scores)
    if bad < hands.size:
        raise CardError(f"hands[{bad}] is {int(hands[bad]):#x}: expected 13 cards, of bits 0 to {len(DECK) - 1}")
    return scores


def sample(rng: np.random.Generator, n: int, *, trump: str = "notrump") -> NDArray[np.int16]:
    """Deal `n` hands at random and count their points: `int16[n]`. Raises `CardError` for what is no trump.

    >>> sample(np.random.default_rng(1), 5)
    array([13, 12, 10, 15, 13], dtype=int16)
    """
    return score_batch(deal(rng, n, DECK, (13,))[:, 0], trump)


@cache
def _table(trump: str) -> NDArray[np.uint16]:
    """What each holding of each suit adds, packed: `uint16[4, 8192]`, 64 KB."""
    held = np.arange(1 << WIDTH)[:, np.newaxis] >> np.arange(WIDTH) & 1
    lengths = held.sum(axis=1)
    points = held @ [HONOURS.get(rank, 0) for rank in DECK.ranks] + _by_length(LENGTH)[lengths]
    short = _by_length(SHORTNESS)[lengths]
    side = [trump not in (name, "notrump") for name in DECK.suit_names]
    suits = points + np.outer(side, short)
    table: NDArray[np.int64] = suits | (lengths >= min(FLAT)) << FLAT_AT | lengths << LENGTH_AT
    return table.astype(np.uint16)


def _by_length(points: dict[int, int]) -> NDArray[np.int64]:
    return np.array([points.get(length, 0) for length in range(WIDTH + 1)])


@compiled
def _score(hands: NDArray[np.uint64], table: NDArray[np.uint16], flat_points: int, scores: NDArray[np.int16]) -> int:
    """Fill `scores`; return the index of the first hand that is none, or the number of hands."""
    for i in range(hands.size):
        hand = hands[i]
        packed = np.uint32(0)
        for suit in range(4):
            packed += table[suit, (hand >> np.uint64(suit * WIDTH)) & HOLDING]
        if packed >> LENGTH_AT != 13 or hand >> np.uint64(4 * WIDTH):
            return i
        flat = (packed >> FLAT_AT) & FLAT_MASK == 4
        scores[i] = np.int16(packed & POINTS) + np.int16(flat_points * flat)
    return hands.size
