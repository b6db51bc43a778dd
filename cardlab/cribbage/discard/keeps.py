"""Cribbage: what four cards kept of six score, for many deals at once.

One table holds the show of every hand with every starter. What a hand kept scores over the 46 starters that may be
turned up is its sum over all 48, less the two with the cards thrown.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError
from cardlab.compiled import compiled
from cardlab.cribbage.batch import Bytes, Sets, column
from cardlab.cribbage.discard.hands import BINOMIALS, show_totals, shows, sort_cards
from cardlab.cribbage.exact import hand_classes, weigh
from cardlab.cribbage.rules import DECK, RULES, Rules
from cardlab.distribution import Distribution
from cardlab.sets import shown

__all__ = ["BestKeep", "best_keep", "best_spreads", "keep_totals", "spread", "throws"]

SHARES = 64
"""Pieces of work that `best_keep` hands to an executor, and that fit the processor's cache."""

CARDS = len(DECK)
ONE = np.uint64(1)


def throws(deals: Sets) -> Sets:
    """The 15 pairs that can be thrown from six cards, low cards first, as sets: `uint64[n]` -> `uint64[n, 15]`.

    Raises `TypeError` and `ValueError` for another dtype and shape, `CardError` for a deal that is not six of the 52
    cards.

    >>> pairs = throws(DECK.encode_many(["AH 2H 3H 4H 5H 6S"]))[0]
    >>> [" ".join(map(str, DECK.decode(pair))) for pair in pairs[[0, 1, 14]]]
    ['AH 2H', 'AH 3H', '5H 6S']
    """
    rest = _deals(deals).copy()
    cards = np.empty((rest.size, 6), np.uint64)
    for place in range(6):
        cards[:, place] = rest & (~rest + ONE)
        rest ^= cards[:, place]
    low, high = np.triu_indices(6, 1)
    return cards[:, low] | cards[:, high]


def keep_totals(deals: Sets, *, rules: Rules = RULES) -> NDArray[np.uint16]:
    """What the hand kept scores in all over the 46 starters, for each of `throws`: `uint64[n]` -> `uint16[n, 15]`.

    Divided by 46 it is the mean score of the hand. Errors as for `throws`.

    >>> keep_totals(DECK.encode_many(["5H 5S 5C JD KH 2S"])).max()
    np.uint16(760)
    """
    deals = _deals(deals)
    totals = np.empty((deals.size, 15), np.uint16)
    _keep_totals(deals, shows(crib=False, rules=rules), show_totals(crib=False, rules=rules), totals)
    return totals


def spread(hands: Sets, seen: Sets, *, rules: Rules = RULES) -> Bytes:
    """How often each hand scores 0 to 29 over the starters that are not seen: `uint64[n]` twice -> `uint8[n, 30]`.

    There is a column for each score up to the highest that the rules give to any hand.

    The cards seen are the hand's own and those that cannot be turned up either. Raises `TypeError` and `ValueError` for
    another dtype and shape, `CardError` for a hand that is not four of the 52 cards, all seen.

    >>> hand = DECK.encode_many(["5H 5S 5C JD"])
    >>> {score: count for score, count in enumerate(spread(hand, hand)[0].tolist()) if count}
    {14: 24, 15: 8, 20: 9, 21: 3, 22: 3, 29: 1}
    """
    hands, seen = column("hands", hands, np.uint64), column("seen", seen, np.uint64, like=hands)
    wrong = (np.bitwise_count(hands) != 4) | (hands >> np.uint64(CARDS) | hands & ~seen != 0)
    if wrong.any():
        bad = int(wrong.argmax())
        raise CardError(
            f"hands[{bad}] is {shown(hands[bad], DECK)}, seen {shown(seen[bad], DECK)}: expected four cards, all seen"
        )
    counts = np.zeros((hands.size, _highest(rules) + 1), np.uint8)
    _spread(hands, seen, shows(crib=False, rules=rules), counts)
    return counts


def best_spreads(deals: Sets, values: NDArray[np.number], *, rules: Rules = RULES) -> Bytes:
    """The `spread` of the hand kept in each deal, that whose throw has the highest of 15 values: `uint8[n, 30]`.

    Of equals it is the hand with the better chance of 29 points, if that is equal too of 28, and so on: a rule that
    settles the spread whatever the order of throws or the names of suits. Errors as for `throws`, and `ValueError` for
    values that are not `[n, 15]`.

    >>> deals = DECK.encode_many(["5H 5S 5C JD KH 2S"])
    >>> best_spreads(deals, keep_totals(deals))[0] @ np.arange(30)
    np.int64(760)
    """
    deals = _deals(deals)
    if values.shape != (deals.size, 15):
        raise ValueError(f"values has shape {values.shape}: expected {(deals.size, 15)}")
    counts = np.zeros((deals.size, _highest(rules) + 1), np.uint8)
    _best_spreads(deals, throws(deals), values, shows(crib=False, rules=rules), counts)
    return counts


@dataclass(frozen=True)
class BestKeep:
    """What the best four of six cards score, over all deals; best is the highest mean over the starters.

    - `distribution`: the scores, over all deals and starters.
    - `totals`: what the best hand scores in all over its 46 starters, over all deals.
    - `ties`: the deals in which more than one hand is best.
    """

    distribution: Distribution
    totals: Distribution
    ties: int

    @property
    def mean(self) -> Fraction:
        """The mean score, nothing rounded."""
        return self.distribution.exact_mean


def best_keep(*, rules: Rules = RULES, executor: Executor | None = None) -> BestKeep:
    """Keep the four of six cards with the highest mean over the 46 starters, in all 20,358,520 deals, crib ignored.

    Which of two best hands is kept makes no difference to the mean; for the distribution it is the one that
    `best_spreads` prefers. An `executor` shares the work out.

    >>> best = best_keep()
    >>> best.distribution
    <Distribution 'cribbage best keeps': exact, n = 936,491,920, 0 to 29, mean 8.2939, sd 3.7177>
    >>> best.mean == Fraction(7_767_205_480, 936_491_920), best.ties
    (True, 2382088)
    """
    done = (map if executor is None else executor.map)(partial(_best_share, rules), range(SHARES))
    scores, totals, ties = zip(*done, strict=True)
    summed = np.sum(totals, axis=0)
    reached = np.flatnonzero(summed)
    return BestKeep(
        distribution=Distribution.exact(np.arange(len(scores[0])), np.sum(scores, axis=0), name="cribbage best keeps"),
        totals=Distribution.exact(reached, summed[reached], name="cribbage best keeps, over 46 starters"),
        ties=sum(ties),
    )


def _best_share(rules: Rules, share: int) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """The counts of scores and of totals, and the ties, of one of the shares of the six-card deals."""
    hands, weights = hand_classes(6)
    part = slice(share * hands.size // SHARES, (share + 1) * hands.size // SHARES)
    hands, weights = hands[part], weights[part]
    values = keep_totals(hands, rules=rules)
    best = values.max(axis=1)
    tied = np.count_nonzero(values == best[:, np.newaxis], axis=1) > 1
    scores = weights.astype(np.int64) @ best_spreads(hands, values, rules=rules)
    highest = 46 * (scores.size - 1)
    return scores, weigh(best, weights, highest + 1), int(weights[tied].sum(dtype=np.int64))


@lru_cache(maxsize=8)
def _highest(rules: Rules) -> int:
    """The most that a hand scores."""
    return int(shows(crib=False, rules=rules).max())


def _deals(deals: Sets) -> Sets:
    """The deals as an array of six cards each, checked."""
    deals = column("deals", deals, np.uint64)
    wrong = (np.bitwise_count(deals) != 6) | (deals >> np.uint64(CARDS) != 0)
    if wrong.any():
        bad = int(wrong.argmax())
        raise CardError(f"deals[{bad}] is {shown(deals[bad], DECK)}: expected six cards, of bits 0 to {CARDS - 1}")
    return deals


@compiled
def _keep_totals(deals, shows, hand_totals, totals):  # type: ignore[no-untyped-def]
    """Fill the rows of `totals`, a column a throw: without cards a and b, those above them move down a place."""
    cards = np.empty(7, np.uint8)
    for i in range(deals.size):
        sort_cards(deals[i], cards)
        throw = 0
        for a in range(5):
            low = 0
            for c in range(a):
                low += BINOMIALS[cards[c], c + 1]
            for b in range(a + 1, 6):
                hand = low
                for c in range(a + 1, b):
                    hand += BINOMIALS[cards[c], c]
                for c in range(b + 1, 6):
                    hand += BINOMIALS[cards[c], c - 1]
                totals[i, throw] = hand_totals[hand] - shows[hand, cards[a]] - shows[hand, cards[b]]
                throw += 1


@compiled
def _count(hand, seen, shows, counts):  # type: ignore[no-untyped-def]
    """Add up one row of counts: of the scores of a hand over the starters not seen."""
    cards = np.empty(5, np.uint8)
    sort_cards(hand, cards)
    row = 0
    for c in range(4):
        row += BINOMIALS[cards[c], c + 1]
    for starter in range(CARDS):
        if not seen >> np.uint64(starter) & ONE:
            counts[shows[row, starter]] += 1


@compiled
def _spread(hands, seen, shows, counts):  # type: ignore[no-untyped-def]
    """Add up the rows of `counts`."""
    for i in range(hands.size):
        _count(hands[i], seen[i], shows, counts[i])


@compiled
def _best_spreads(deals, thrown, values, shows, counts):  # type: ignore[no-untyped-def]
    """Fill the rows of `counts`, which are zeros."""
    other = np.empty(counts.shape[1], np.uint8)
    for i in range(deals.size):
        best = values[i].max()
        for throw in range(15):
            if values[i, throw] == best:
                other[:] = 0
                _count(deals[i] & ~thrown[i, throw], deals[i], shows, other)
                score = counts.shape[1] - 1
                while score > 0 and other[score] == counts[i, score]:
                    score -= 1
                if other[score] > counts[i, score]:
                    counts[i] = other
