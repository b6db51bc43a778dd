"""Tichu: random hands dealt from the cards that are left when some are already seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from string import printable

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import Card, Deck
from cardlab.deal import deal
from cardlab.tichu.reading import DECK, RANK

__all__ = ["deal_without", "set_of_play"]


def deal_without(rng: np.random.Generator, n: int, sizes: Sequence[int], seen: int) -> NDArray[np.uint64]:
    """Deal n times disjoint random hands of the given sizes, without the cards of the set `seen`: `uint64[n, hands]`.

    They come from a deck that much smaller, in which room is then made for each card seen. Raises `ValueError` as
    `deal` does.

    >>> hands = deal_without(np.random.default_rng(1), 1, (3, 2), DECK.mask >> 5)
    >>> [" ".join(map(str, DECK.decode(hand))) for hand in hands[0]]
    ['D P R', 'At 1']
    """
    smaller = Deck("rest of Tichu", "", "", (), specials=printable[: len(DECK) - seen.bit_count()])
    hands = deal(rng, n, smaller, sizes)
    for bit in (bit for bit in range(len(DECK)) if seen >> bit & 1):
        below = np.uint64((1 << bit) - 1)
        hands = hands & below | (hands & ~below) << np.uint64(1)
    return hands


def set_of_play(cards: Sequence[Card]) -> int:
    """The set of the cards of a play; a card without a suit has the next suit, in turn, that is not there yet.

    >>> [str(card) for card in DECK.decode(set_of_play([Card("9"), Card("9", "j"), Card("9")]))]
    ['9j', '9s', '9p']
    """
    seen, suits = [card for card in cards if card in DECK], cycle(DECK.suits)
    for card in sorted(set(cards) - set(seen), key=lambda card: RANK[card.rank]):
        for _ in range(cards.count(card)):
            seen.append(next(full for suit in suits if (full := Card(card.rank, suit)) not in seen))
    return DECK.encode(seen)
