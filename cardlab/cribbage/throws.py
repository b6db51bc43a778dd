"""A throw of two of six cards; all fifteen of a hand in plain Python, for the form. `discard` has them by arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from cardlab.cards import Card, HandLike
from cardlab.cribbage.rules import DECK, score
from cardlab.data import rows
from cardlab.display import cards_text

__all__ = ["Throw", "rank_throws"]


@dataclass(frozen=True, slots=True, repr=False)
class Throw:
    """One of the 15 ways to throw two cards.

    - `mean`, `low`, `high`: what the four cards kept score over the 46 starters: the mean, the least and the most.
    - `crib`: the mean crib. `net`: the mean of the hand plus or minus the crib.
    """

    kept: tuple[Card, ...]
    thrown: tuple[Card, ...]
    mean: float
    low: int
    high: int
    crib: float
    net: float

    def __repr__(self) -> str:
        points = f"mean {self.mean:.2f}, {self.low} to {self.high}, crib {self.crib:.2f}, net {self.net:.2f}"
        return f"<Throw {cards_text(self.thrown)!r}: keep {cards_text(self.kept)}, {points}>"


def rank_throws(cards: HandLike, *, dealer: bool) -> list[Throw]:
    """The throws from six cards, the best first: the mean show over 46 starters, plus or minus the mean crib.

    The cribs are those of data/crib_tables.csv. Raises `CardError` unless the hand is six cards.

    >>> best = rank_throws("5H 5S 6D 7C JC KD", dealer=True)[0]
    >>> [str(card) for card in best.thrown], round(best.net, 2)
    (['6D', '7C'], 17.37)
    """
    hand = DECK.parse(cards, size=6)
    ranked = [_throw(hand, thrown, dealer=dealer) for thrown in combinations(hand, 2)]
    return sorted(ranked, key=lambda throw: -throw.net)


def _throw(hand: tuple[Card, ...], thrown: tuple[Card, ...], *, dealer: bool) -> Throw:
    kept = tuple(card for card in hand if card not in thrown)
    shows = [int(score(kept, starter)) for starter in DECK if starter not in hand]
    mean = sum(shows) / len(shows)
    crib = _cribs()[dealer, thrown[0].suit == thrown[1].suit, frozenset(card.rank for card in thrown)]
    return Throw(kept, thrown, mean, min(shows), max(shows), crib, mean + crib if dealer else mean - crib)


@cache
def _cribs() -> dict[tuple[bool, bool, frozenset[str]], float]:
    """The mean crib by whether it is one's own, whether the two cards are of a suit, and their ranks."""
    return {
        (row["crib"] == "own", row["suited"] == "1", frozenset((row["rank1"], row["rank2"]))): float(row["mean"])
        for row in rows("crib_tables.csv")
        if row["model"] == "best"
    }
