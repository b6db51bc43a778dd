"""Bridge: the points of many hands at once.

A hand is one `uint64`, 13 bits a suit. Its points are what its high cards give, suit by suit, and what the lengths of
its suits give. So a hand is four look-ups, one for each holding, whose entry also tells the length, and a fifth for the
four lengths. The tables are filled by the scalar rule.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.counts import ADJUSTED, Count
from cardlab.bridge.rules import DECK, adjustments, strain
from cardlab.cards import CardError
from cardlab.compiled import compiled
from cardlab.deal import deal
from cardlab.sets import HandsLike, answer_like, as_sets, shown

__all__ = ["sample", "score_batch"]

WIDTH = DECK.width
HOLDING = np.uint64((1 << WIDTH) - 1)

# An entry of the holdings' table: the length in the low six bits, so that four add up to 13, and above it the points.
LENGTH_BITS = np.uint64(6)
LENGTHS = np.uint64((1 << 6) - 1)

# Three of the four lengths, a hexadecimal digit each, are the place in the lengths' table.
DIGIT, DIGITS = np.uint64(0xF), np.uint64(0xFFF)


def score_batch(hands: HandsLike, trump: str = "notrump", *, rules: Count = ADJUSTED) -> NDArray[np.int16]:
    """Count the points of many hands for a trump suit or notrump: `uint64[n]` -> `int16[n]`.

    The points are those of `bridge.score`, hand by hand; in steps, `rules.unit` to a point, if `rules` has fractions.
    Raises `TypeError` for another dtype, `ValueError` for another shape, and `CardError` for a hand that is not 13 of
    the 52 cards, for an unknown trump, and for rules whose steps do not fit `int16`.

    >>> hands = DECK.encode_many(["3S QH JH 8H AD JD 9D 6D AC KC JC 9C 5C", "4S 3S 2S 4H 3H 2H 4D 3D 2D 5C 4C 3C 2C"])
    >>> score_batch(hands).tolist(), score_batch(hands, "clubs").tolist()
    ([17, -1], [20, -1])
    >>> from cardlab.bridge import BUM_RAP
    >>> score_batch(hands, rules=BUM_RAP) / BUM_RAP.unit
    array([15.75,  0.  ])
    """
    holdings, lengths = _holdings(rules), _lengths(strain(trump), rules)
    sets = as_sets("hands", hands, DECK)
    scores = np.empty(sets.shape, np.int16)
    bad = _score(sets, holdings, lengths, scores)
    if bad < sets.size:
        raise CardError(f"hands[{bad}] is {shown(sets[bad], DECK)}: expected 13 cards, of bits 0 to {len(DECK) - 1}")
    return answer_like(hands, scores)


def sample(rng: np.random.Generator, n: int, *, trump: str = "notrump", rules: Count = ADJUSTED) -> NDArray[np.int16]:
    """Deal `n` hands at random and count their points: `int16[n]`, as `score_batch` does.

    >>> sample(np.random.default_rng(1), 5)
    array([13, 12, 10, 15, 13], dtype=int16)
    """
    return score_batch(deal(rng, n, DECK, (13,))[:, 0], trump, rules=rules)


@cache
def _high_cards(rules: Count) -> NDArray[np.int64]:
    """What the high cards of each holding of a suit give: `int64[8192]`."""
    gives = np.array([[rules.honour(rank, length) for rank in DECK.ranks] for length in range(WIDTH + 1)])
    held = _held()
    points: NDArray[np.int64] = (held * gives[held.sum(axis=1)]).sum(axis=1)
    return points


def _held() -> NDArray[np.int64]:
    """Which ranks each holding has, 0 or 1: `int64[8192, 13]`."""
    return np.arange(1 << WIDTH)[:, np.newaxis] >> np.arange(WIDTH) & 1


@cache
def _holdings(rules: Count) -> NDArray[np.unsignedinteger]:
    """An entry for each holding of a suit: its points above the least that any has, and its length."""
    points = _high_cards(rules)
    table: NDArray[np.int64] = points - points.min() << int(LENGTH_BITS) | _held().sum(axis=1)
    return table.astype(np.uint16 if table.max() < 1 << 16 else np.uint32)  # 16 KB keep to the nearest cache


@cache
def _lengths(trump: str, rules: Count) -> NDArray[np.int16]:
    """What the four lengths give, and four times the least of a holding: `int16[16 ** 3]`, by all lengths but clubs."""
    high_cards = _high_cards(rules)
    table = np.zeros(16**3, np.int64)
    for spades, hearts, diamonds in product(range(WIDTH + 1), repeat=3):
        if (clubs := 13 - spades - hearts - diamonds) >= 0:
            gives = adjustments((spades, hearts, diamonds, clubs), trump, rules=rules).total
            table[diamonds << 8 | hearts << 4 | spades] = gives + 4 * high_cards.min()
    if np.abs(table).max() + 4 * np.ptp(high_cards) >= 1 << 15:
        raise CardError(f"{rules.name}: weights too large for int16 in steps of 1/{rules.unit} point")
    return table.astype(np.int16)


@compiled
def _score(
    hands: NDArray[np.uint64],
    holdings: NDArray[np.unsignedinteger],
    lengths: NDArray[np.int16],
    scores: NDArray[np.int16],
) -> int:
    """Fill `scores`; return the index of the first hand that does not have 13 cards, or the number of hands."""
    for i in range(hands.size):
        hand = hands[i]
        total, at = np.uint64(0), np.uint64(0)
        for suit in range(4):  # clubs first, whose length is shifted out
            entry = np.uint64(holdings[(hand >> np.uint64(suit * WIDTH)) & HOLDING])
            at = at << np.uint64(4) | entry & DIGIT
            total += entry
        if total & LENGTHS != np.uint64(13) or hand >> np.uint64(4 * WIDTH):
            return i
        scores[i] = np.int16(total >> LENGTH_BITS) + lengths[at & DIGITS]
    return hands.size
