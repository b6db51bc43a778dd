"""Tichu: the fewest plays that empty a hand, exactly, and which.

Suits play no part in it, for a straight flush is one play as a straight is. So a hand is how many cards it has of each
rank, and the four specials. When straights and tractors are taken out, equal cards are left: one play for each single
and each bomb, and triples and pairs go together as full houses as far as they can. It is enough to try all ways of
taking out straights and tractors: 126 at most, for a card of each rank from Mah Jong to ace. The phoenix is a single,
or one card more of any rank from two to ace, which makes 14 such searches at most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError, HandLike
from cardlab.compiled import compiled
from cardlab.sets import HandsLike, answer_like, as_sets, shown
from cardlab.tichu.combinations import Combination, parse
from cardlab.tichu.plays import MOST_CARDS, plays
from cardlab.tichu.reading import ACE, DECK, DOG, DRAGON, MAH_JONG, PHOENIX, TWO

__all__ = ["MOST_CARDS", "fewest_plays", "way_out"]

MOST_RUNS = MOST_CARDS // 4
"""The most straights and tractors that can be taken out: each has four cards or more."""

WIDTH, SUITS = DECK.width, len(DECK.suits)
MAH_JONG_BIT, DOG_BIT, PHOENIX_BIT, DRAGON_BIT = (DECK.bits[card] for card in (MAH_JONG, DOG, PHOENIX, DRAGON))

ONES = sum(1 << 4 * rank for rank in range(1, ACE + 1))
"""Counts of cards, four bits a rank, bits 4 r to 4 r + 3 for rank r: here one of each, Mah Jong to ace."""

FROM_TWO = ONES & ~(1 << 4)
"""The same without the Mah Jong, for which the phoenix never stands."""

HIGH = ONES << 3
"""The high bit of each count, which no count reaches."""


def _run(low: int, high: int, copies: int) -> int:
    """The counts of a run: `copies` cards of each rank from low to high."""
    return sum(copies << 4 * rank for rank in range(low, high + 1))


RUNS = np.array(
    [_run(low, high, 1) for low in range(1, ACE + 1) for high in range(low + 4, ACE + 1)]
    + [_run(low, high, 2) for low in range(TWO, ACE + 1) for high in range(low + 1, min(low + 7, ACE + 1))],
    dtype=np.int64,
)
"""All straights and tractors of at most 14 cards."""
RUNS.flags.writeable = False


def fewest_plays(hands: HandsLike) -> NDArray[np.uint8]:
    """The fewest plays that empty each hand if nobody else plays between them: `uint64[n]` -> `uint8[n]`.

    Each card is played once, in combinations of `tichu.combination`; dog and dragon are plays of their own. A Series of
    hands gives a Series. Raises `TypeError` for another dtype, `ValueError` for another shape, `CardError` for bits
    that are not cards and for more than 14 cards.

    >>> hands = DECK.encode_many(["2j 2s 3j 3s 4j 4s", "2j 4s 5j 6s P", "2j 2s 2p 2t 9j 9s 9p 0j 0s 0p", "R D 1", ""])
    >>> fewest_plays(hands).tolist()
    [1, 1, 2, 3, 0]
    """
    sets = as_sets("hands", hands, DECK)
    bad = (sets > np.uint64(DECK.mask)) | (np.bitwise_count(sets) > MOST_CARDS)
    if bad.any():
        first = int(np.argmax(bad))
        raise CardError(
            f"hands[{first}] is {shown(sets[first], DECK)}: expected at most {MOST_CARDS} cards of bits 0 to 55"
        )
    out = np.empty(sets.shape, np.uint8)
    _fill(sets.view(np.int64), RUNS, out)
    return answer_like(hands, out)


def way_out(hand: HandLike) -> tuple[Combination, ...]:
    """The plays of one shortest way to empty a hand of at most 14 cards, the longest first.

    Errors as `plays` and `fewest_plays`.

    >>> [str(play) for play in way_out("1 3j 4s 5p 6t P 9j 9s 9p Qj Qs R")]
    ['a straight of 6 cards up to the six', 'a full house of nines', 'the dragon']
    """
    left = DECK.encode(parse(hand))
    fewest_plays(np.array([left], dtype=np.uint64))  # refuses a hand that is too large
    found: list[Combination] = []
    while left:
        options = plays(DECK.decode(left), each_suit=False)
        after = np.array([left & ~DECK.encode(play.cards) for play in options], dtype=np.uint64)
        best = int(np.argmin(fewest_plays(after)))
        found.append(options[best])
        left = int(after[best])
    return tuple(sorted(found, key=lambda play: -play.length))


@compiled
def _fill(hands, runs, out):  # type: ignore[no-untyped-def]
    left, following = np.empty((2, MOST_RUNS + 1), np.int64)
    there = np.empty_like(runs)
    for i in range(hands.size):
        hand = hands[i]
        counts = (hand >> MAH_JONG_BIT & 1) << 4
        for bit in range(SUITS * WIDTH):
            counts += (hand >> bit & 1) << 4 * (bit % WIDTH + TWO)
        phoenix = hand >> PHOENIX_BIT & 1
        found = 0
        for run in runs:  # most runs are out of reach, even with the phoenix
            if _has(counts + phoenix * FROM_TWO, run):
                there[found] = run
                found += 1
        best = _fewest(counts, phoenix, (there[:found], left, following))
        out[i] = (hand >> DOG_BIT & 1) + (hand >> DRAGON_BIT & 1) + best


@compiled(arrays=False, inlined=True)
def _fewest(cards, phoenix, search):  # type: ignore[no-untyped-def]
    """The fewest plays without dog and dragon: the phoenix by itself, or as one card more of each rank in turn."""
    best = phoenix + _search(cards, 0, MOST_CARDS, search)
    if phoenix:
        for rank in range(TWO, ACE + 1):
            card = 1 << 4 * rank
            wild = card if (cards >> 4 * rank & 7) == 3 else 0
            best = _search(cards + card, wild, best, search)
    return best


@compiled(arrays=False, inlined=True)
def _has(counts, run):  # type: ignore[no-untyped-def]
    """Whether no count is below that of the run."""
    return ((counts | HIGH) - run) & HIGH == HIGH


@compiled(arrays=False, inlined=True)
def _search(cards, wild, best, search):  # type: ignore[no-untyped-def]
    """The best of `best` and all ways to take runs out, in their order; a run may come twice.

    `wild` marks a four that has the phoenix in it, which is not a bomb. `search` is the runs to try; and by how many of
    them are taken out, the cards left and the run to try next. (No recursion: numba does not cache it safely.)
    """
    runs, left, following = search
    taken, left[0], following[0] = 0, cards, 0
    best = min(best, _equal_cards(cards, wild))
    while taken >= 0 and runs.size:  # without runs there is nothing to try
        run = following[taken]
        if run == runs.size or taken + 1 >= best:  # one run more gains nothing even if no card is left after it
            taken -= 1
            continue
        following[taken] += 1
        if _has(left[taken], runs[run]):
            rest = left[taken] - runs[run]
            taken += 1
            left[taken], following[taken] = rest, run
            best = min(best, taken + _equal_cards(rest, wild))
    return best


@compiled(arrays=False, inlined=True)
def _equal_cards(counts, wild):  # type: ignore[no-untyped-def]
    """The fewest plays of cards without runs; a four in `wild` is not a bomb."""
    low, middle, high = counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES
    singles, pairs, triples = _ranks(low & ~middle & ~high), _ranks(middle & ~low), _ranks(low & middle)
    fours, fives = high & ~low, _ranks(high & low)  # five: four cards and the phoenix, a triple and a pair
    pairs += 2 * _ranks(fours & wild) + fives
    triples += fives
    bombs = _ranks(fours & ~wild)
    alone = 1 if fives == 1 and triples == 1 and pairs == 1 else 0  # they are of one rank: no full house
    best = bombs + max(triples, pairs) + alone
    for split in range(1, bombs + 1):  # a bomb as two pairs, for the sake of triples
        best = min(best, bombs - split + max(triples, pairs + 2 * split))
    return singles + best


@compiled(arrays=False, inlined=True)
def _ranks(ones):  # type: ignore[no-untyped-def]
    """How many ranks have their bit set: the product has their sum in its highest four bits."""
    return ones * ONES >> 60 & 15
