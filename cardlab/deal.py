"""Dealing: random hands of any deck, many at a time, each exactly as likely as any other.

A deal is a partial Fisher-Yates shuffle: card i changes places with a random card i + r, r below the number of cards
left. One random word gives all the r of several steps: as a fraction below 1 it is multiplied by the bound, the whole
part is r and the fraction goes on to the next bound; if the last fraction is under a threshold, the word is one of the
few that would make some outcomes likelier, and the deal is dealt again (K. Brackett-Rozinsky and D. Lemire,
Batched ranged random integer generation, 2024). No bias is left, not even a small one.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError, Deck
from cardlab.checks import whole_number
from cardlab.compiled import compiled

__all__ = ["deal", "deal_given", "random_subsets"]

FRACTION_BITS = 58
"""A fraction is this long, so that a product with a bound of up to 64 cards fits in 64 bits."""

PRODUCT_LIMIT = 1 << 52
"""The bounds drawn from one word multiply to no more than this: at most one word in 64 is refused."""

BLOCK = 1 << 14
"""Deals made from one array of random words: small enough for the processor's cache."""


def deal(
    rng: np.random.Generator, n: float, deck: Deck, sizes: Sequence[int], *, without: int = 0
) -> NDArray[np.uint64]:
    """Deal n times disjoint random hands of the given sizes, as sets: `uint64[n, len(sizes)]`.

    `without` is a set of cards that are not dealt. The columns are contiguous. The result is a function of the
    generator's state and the arguments alone, and memory beyond it is constant. Raises `ValueError` for a negative n or
    size and for more cards than there are.

    >>> from cardlab.cribbage import DECK
    >>> hands = deal(np.random.default_rng(1), 2, DECK, (4, 1))
    >>> [[" ".join(map(str, DECK.decode(hand))) for hand in row] for row in hands]
    [['5H 6D KD AC', '2C'], ['9H 5D 6D 5C', '3S']]
    """
    free = deck.mask & ~without
    hands = _deal(rng, n, free.bit_count(), sizes)
    if free != deck.mask:
        _place(hands, np.uint64(free))
    return hands


def deal_given(
    rng: np.random.Generator, n: float, deck: Deck, sizes: Sequence[int], *, holding: int = 0, lacking: int = 0
) -> NDArray[np.uint64]:
    """Deal as `deal` does, the first hand among those that hold some cards and lack others: `uint64[n, len(sizes)]`.

    `holding` and `lacking` are sets. The first hand is dealt before the others, so that without conditions it is that
    of `deal(rng, n, deck, sizes[:1])`. Raises `CardError` if no hand is like that.

    >>> from cardlab.bridge import DECK
    >>> hands = deal_given(np.random.default_rng(1), 2, DECK, (13, 13), holding=DECK.encode("AS KS"))
    >>> print(DECK.show(hands[1, 0]), "|", DECK.show(hands[1, 1]))
    ♠AK8 ♥AT9 ♦A953 ♣AK2 | ♠T ♥8742 ♦8742 ♣J853
    """
    held, free = holding.bit_count(), deck.mask & ~holding & ~lacking
    if holding & lacking or not held <= sizes[0] <= held + free.bit_count():
        raise CardError(
            f"no hand of {sizes[0]} cards of the {deck.name} deck holds {deck.show(holding)} and lacks"
            f" {deck.show(lacking)}"
        )
    first = _deal(rng, n, free.bit_count(), (sizes[0] - held,))
    others = _deal(rng, n, len(deck) - sizes[0], sizes[1:])
    hands = np.empty((len(sizes), len(first)), dtype=np.uint64).T
    _join(first, others, (np.uint64(free), np.uint64(holding), np.uint64(deck.mask)), hands)
    return hands


def _deal(rng: np.random.Generator, n: float, deck: int, sizes: Sequence[int]) -> NDArray[np.uint64]:
    """Deal from a deck of `deck` cards, bits 0 to `deck` - 1."""
    n = _check(rng, n)
    sizes = tuple(index(size) for size in sizes)
    if min(sizes, default=0) < 0 or sum(sizes) > deck:
        raise ValueError(f"sizes {sizes}: expected none below 0 and at most {deck} cards in all")
    rest = sizes[-1] if sizes and sum(sizes) == deck else 0
    plan = _plan(deck, sum(sizes) - rest)
    cards = np.uint64(1) << np.arange(deck, dtype=np.uint64)
    hands = np.empty((len(sizes), n), dtype=np.uint64).T
    ends = np.cumsum(sizes, dtype=np.int64)
    done = 0
    while done < n:
        words = _words(rng, (min(BLOCK, n - done), len(plan[1])))
        done += _deal_block(words, plan, ends, cards, hands[done:])
    return hands


def random_subsets(rng: np.random.Generator, n: float, deck: Deck) -> NDArray[np.uint64]:
    """Draw n sets of cards in which each card is or is not with probability 1/2, independently: `uint64[n]`.

    >>> from cardlab.scopa import DECK
    >>> [f"{hand:#x}" for hand in random_subsets(np.random.default_rng(1), 2, DECK)]
    ['0xf37922e4ff', '0xbbc152a866']
    """
    n = _check(rng, n)
    hands = _words(rng, (n,))
    hands &= np.uint64(deck.mask)
    return hands


def _check(rng: np.random.Generator, n: float) -> int:
    """The number of deals. Raises `TypeError` unless rng is a numpy generator, `ValueError` if n is negative."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng is a {type(rng).__name__}: expected a numpy.random.Generator")
    return whole_number("deals", n, 0)


def _words(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.uint64]:
    return rng.integers(0, 1 << 64, size=shape, dtype=np.uint64)


def _plan(cards: int, draws: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Which steps share a word: word w makes steps cuts[w] to cuts[w + 1], and is good from thresholds[w] on.

    >>> _plan(52, 13)[0].tolist()
    [0, 9, 13]
    """
    cuts, products = [0], []
    product = 1
    for step in range(draws):
        if product * (cards - step) > PRODUCT_LIMIT:
            cuts.append(step)
            products.append(product)
            product = 1
        product *= cards - step
    cuts.append(draws)
    products.append(product)
    thresholds = [(1 << FRACTION_BITS) % product for product in products]
    return np.array(cuts, dtype=np.int64), np.array(thresholds, dtype=np.uint64)


@compiled
def _placed(cards, free):  # type: ignore[no-untyped-def]
    """The cards of a smaller deck as cards of the deck: its lowest is the lowest of those free, and so on."""
    one, placed = np.uint64(1), np.uint64(0)
    while free:
        lowest = free & (~free + one)
        if cards & one:
            placed |= lowest
        free ^= lowest
        cards >>= one
    return placed


@compiled
def _place(hands, free):  # type: ignore[no-untyped-def]
    """Give the cards of a smaller deck their places among those that are free."""
    for row in range(hands.shape[0]):
        for hand in range(hands.shape[1]):
            hands[row, hand] = _placed(hands[row, hand], free)


@compiled
def _join(first, others, sets, hands):  # type: ignore[no-untyped-def]
    """Fill `hands`: the cards held with those of the first deal, and the other hands from the cards left."""
    free, holding, deck = sets
    for row in range(len(hands)):
        hand = holding | _placed(first[row, 0], free)
        hands[row, 0] = hand
        for other in range(others.shape[1]):
            hands[row, other + 1] = _placed(others[row, other], deck & ~hand)


@compiled
def _deal_block(words, plan, ends, cards, hands):  # type: ignore[no-untyped-def]
    """Fill rows of `hands`, one a row of `words` whose words are all good; return how many.

    `cards` may start in any order, and a refused word may leave it in any: the next shuffle is uniform all the same.
    """
    cuts, thresholds = plan
    shift = np.uint64(FRACTION_BITS)
    fraction = np.uint64((1 << FRACTION_BITS) - 1)
    done = 0
    for row in range(len(words)):
        good = True
        for w in range(len(thresholds)):
            left = words[row, w] & fraction
            for step in range(cuts[w], cuts[w + 1]):
                left *= np.uint64(len(cards) - step)
                other = step + np.int64(left >> shift)
                left &= fraction
                cards[step], cards[other] = cards[other], cards[step]
            good &= left >= thresholds[w]
        if good:
            step = 0
            for h in range(len(ends)):
                hand = np.uint64(0)
                while step < ends[h]:
                    hand |= cards[step]
                    step += 1
                hands[done, h] = hand
            done += 1
    return done
