"""Tichu: what captured cards are worth. A round is played for these 100 points."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import Card, HandLike
from cardlab.checks import whole
from cardlab.deal import deal
from cardlab.distribution import Distribution
from cardlab.score import Item, Score
from cardlab.tichu.combinations import parse
from cardlab.tichu.reading import DECK

__all__ = ["CARD_POINTS", "card_points", "distribution", "sample"]

CARD_POINTS = MappingProxyType({"5": 5, "0": 10, "K": 10, "R": 25, "P": -25})
"""What a card of each rank counts; all others count nothing."""

NAMES = MappingProxyType({"5": "fives", "0": "tens", "K": "kings", "R": "dragon", "P": "phoenix"})


def card_points(cards: HandLike) -> Score:
    """Score captured cards: 5 for a five, 10 for a ten and a king, 25 for the dragon, -25 for the phoenix.

    Cards with or without suits, as `tichu.parse` reads them. Raises `CardError` as that does. Source: the publisher's
    rules (Abacus, Fata Morgana).

    >>> print(card_points("5j 5s 0t Kp 7j P").table())
    fives    5j 5s   10
    tens     0t      10
    kings    Kp      10
    phoenix  P      -25
    total             5
    >>> int(card_points(DECK))
    100
    """
    taken = parse(cards)
    of_rank = {rank: tuple(card for card in taken if card.rank == rank) for rank in CARD_POINTS}
    return Score(tuple(_item(rank, of) for rank, of in of_rank.items() if of))


def _item(rank: str, cards: tuple[Card, ...]) -> Item:
    name = NAMES[rank]
    said = f"{name} make" if name.endswith("s") else f"the {name} makes"
    return Item(name, cards, len(cards) * CARD_POINTS[rank], said=said)


def distribution(*, cards: int = 28) -> Distribution:
    """The points in all sets of `cards` cards, all equally likely; 28 is half the deck.

    Raises `ValueError` for more cards than there are.

    >>> distribution()
    <Distribution 'Tichu points in 28 cards': exact, n = 7,648,690,600,760,440, -25 to 125, mean 50.0000, sd 22.4013>
    >>> dict(distribution(cards=56))
    {100: 1}
    """
    cards = whole("cards", cards, 0, len(DECK))
    sets = Counter({(0, 0): 1})
    for card in DECK:
        points = CARD_POINTS.get(card.rank, 0)
        for (size, total), ways in list(sets.items()):
            sets[size + 1, total + points] += ways
    counts = {total: ways for (size, total), ways in sets.items() if size == cards}
    return Distribution.exact(counts, name=f"Tichu points in {cards} cards")


def sample(rng: np.random.Generator, n: int, *, cards: int = 28) -> NDArray[np.int16]:
    """Deal n random sets of so many cards and count the points of each: `int16[n]`.

    `distribution` is their exact distribution. Raises `ValueError` for more cards than there are.

    >>> sample(np.random.default_rng(1), 4).tolist(), sample(np.random.default_rng(1), 2, cards=56).tolist()
    ([60, 15, 45, 50], [100, 100])
    """
    sets = deal(rng, n, DECK, (cards,))[:, 0]
    points = np.zeros(n, np.int16)
    for rank, worth in CARD_POINTS.items():
        of_rank = DECK.encode(card for card in DECK if card.rank == rank)
        points += np.bitwise_count(sets & np.uint64(of_rank)).astype(np.int16) * worth
    return points
