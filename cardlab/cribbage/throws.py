"""The fifteen throws from six cards in plain Python, for the form: the same figures as `cardlab.cribbage.discard`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from cardlab.cards import Card, HandLike
from cardlab.cribbage.rules import DECK, score
from cardlab.data import rows

__all__ = ["Thrown", "throws"]


@dataclass(frozen=True, slots=True)
class Thrown:
    """Two cards thrown: the mean, the least and the most of the four kept, the mean crib, and what both are worth."""

    kept: tuple[Card, ...]
    thrown: tuple[Card, ...]
    mean: float
    low: int
    high: int
    crib: float
    net: float


def throws(cards: HandLike, *, dealer: bool) -> list[Thrown]:
    """The throws from six cards, the best first: the mean show over 46 starters, plus or minus the mean crib.

    The cribs are those of data/crib_tables.csv. Raises `CardError` unless the hand is six cards.

    >>> best = throws("5H 5S 6D 7C JC KD", dealer=True)[0]
    >>> [str(card) for card in best.thrown], round(best.net, 2)
    (['6D', '7C'], 17.37)
    """
    hand = DECK.parse(cards, size=6)
    made = [_throw(hand, thrown, dealer=dealer) for thrown in combinations(hand, 2)]
    return sorted(made, key=lambda throw: -throw.net)


def _throw(hand: tuple[Card, ...], thrown: tuple[Card, ...], *, dealer: bool) -> Thrown:
    kept = tuple(card for card in hand if card not in thrown)
    shows = [int(score(kept, starter)) for starter in DECK if starter not in hand]
    mean = sum(shows) / len(shows)
    crib = _cribs()[dealer, thrown[0].suit == thrown[1].suit, frozenset(card.rank for card in thrown)]
    return Thrown(kept, thrown, mean, min(shows), max(shows), crib, mean + crib if dealer else mean - crib)


@cache
def _cribs() -> dict[tuple[bool, bool, frozenset[str]], float]:
    """The mean crib by whether it is one's own, whether the two cards are of a suit, and their ranks."""
    return {
        (row["crib"] == "own", row["suited"] == "1", frozenset((row["rank1"], row["rank2"]))): float(row["mean"])
        for row in rows("crib_tables.csv")
        if row["model"] == "best"
    }
