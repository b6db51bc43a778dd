"""Scopa: the points of a round, one by one: who has it, with what, and what it is worth.

A point is a function of both sides' cards and the rules, by its name in `POINTS`. Rules: the challenge "Scopa" on Code
Golf Stack Exchange; pagat.com, "Scopa"; the house points as on everything2, "Scopa".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import MappingProxyType
from typing import Protocol, TypeAlias

from cardlab.card import words_of
from cardlab.cards import Card, Deck
from cardlab.display import cards_text
from cardlab.score import Item

__all__ = ["DECK", "POINTS", "PRIMIERA", "Contest", "Outcome", "best_cards"]

WORDS = words_of(
    {"A": "1 asso ass", "2": "due", "3": "tre", "4": "quattro", "5": "cinque", "6": "sei", "7": "sette"}
    | {"J": "8 f fante unter bube", "Q": "9 cavallo donna knight ober dame", "K": "10 r re könig", "7D": "settebello"}
    | {"D": "denari denaro ori oro coins quadri schellen karo", "H": "coppe coppa cups cuori herz"}
    | {"S": "spade spada swords picche laub pik", "C": "bastoni bastone batons fiori eichel kreuz"}
)
"""Ranks: numbers, letters and words of Italian and German cards. Suits of Italian, French and German packs, each in the
place that it has in these."""

SPACED = "sette bello", "7D"

DECK = Deck("Scopa", "A234567JQK", "DCHS", ("diamonds", "clubs", "hearts", "spades"), words=(*WORDS.items(), SPACED))
"""The 40 cards, the ace low; diamonds stand for coins."""

PRIMIERA: Mapping[str, int] = MappingProxyType(
    {"A": 16, "2": 12, "3": 13, "4": 14, "5": 15, "6": 18, "7": 21, "J": 10, "Q": 10, "K": 10}
)
"""What each rank counts in the primiera; read-only."""

SINGLE_CARDS = MappingProxyType(
    {"sette bello": Card("7", "D"), "re bello": Card("K", "D"), "donna bella": Card("Q", "D")}
)
"""The points that go with one card."""

SHORTEST_NAPOLA = 3

Cards: TypeAlias = tuple[Card, ...]


class Outcome(Enum):
    """How a point went for the side asked for."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Contest:
    """One of the points: both sides' figures and cards, how it went, and what it is worth to the winner.

    >>> from cardlab.scopa import contests
    >>> contests("7D 7C 7H 7S")[3]
    Contest(kind='primiera', outcome=<Outcome.WON: 'won'>, mine=84, theirs=72, ...)
    """

    kind: str
    outcome: Outcome
    mine: int
    theirs: int
    my_cards: Cards
    their_cards: Cards
    why: str = ""
    worth: int = 1

    @property
    def note(self) -> str:
        """The outcome with both sides' figures, as in `won 21 to 19`."""
        against = f" against {cards_text(self.their_cards) or 'nothing'}" if self.kind == "primiera" else ""
        return f"{self._result}{against}{self.why}"

    @property
    def item(self) -> Item:
        """The contest as an item of a score: what it is worth if it was won."""
        points = self.worth if self.outcome is Outcome.WON else 0
        return Item(
            self.kind, self.my_cards, points, self.note, f"{self.kind} {self._result}" + (" is" if points else "")
        )

    @property
    def _result(self) -> str:
        return self.outcome.value + ("" if self.kind in SINGLE_CARDS else f" {self.mine} to {self.theirs}")


def best_cards(pile: Iterable[Card], *, primiera: Mapping[str, int] = PRIMIERA) -> Cards:
    """The best card of each suit held, by its primiera value: none to four cards.

    >>> [str(card) for card in best_cards(DECK.parse("7D AD 5C KC QS"))]
    ['7D', '5C', 'QS']
    """
    best: dict[str, Card] = {}
    for card in pile:
        if card.suit not in best or primiera[card.rank] > primiera[best[card.suit].rank]:
            best[card.suit] = card
    return tuple(best[suit] for suit in DECK.suits if suit in best)


def _compare(mine: int, theirs: int) -> Outcome:
    return Outcome.WON if mine > theirs else Outcome.LOST if mine < theirs else Outcome.TIED


def _majority(kind: str, mine: Cards, theirs: Cards) -> Contest:
    return Contest(kind, _compare(len(mine), len(theirs)), len(mine), len(theirs), mine, theirs)


class PrimieraRules(Protocol):
    """What a point asks of the rules, which are defined where all points are known: `cardlab.scopa.rules`."""

    @property
    def primiera(self) -> Mapping[str, int]: ...
    @property
    def missing_suit(self) -> str: ...


def _cards(mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    return _majority("cards", mine, theirs)


def _coins(mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    my_coins, their_coins = (tuple(card for card in side if card.suit == "D") for side in (mine, theirs))
    return _majority("coins", my_coins, their_coins)


def _single_card(kind: str, mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    card = SINGLE_CARDS[kind]
    return _majority(kind, (card,), ()) if card in mine else _majority(kind, (), (card,))


def _settanta(mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    """The most sevens. All four are in the two piles, so this is three or more, as some sources put it."""
    my_sevens, their_sevens = (tuple(card for card in side if card.rank == "7") for side in (mine, theirs))
    return _majority("settanta", my_sevens, their_sevens)


def _napola(mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    """The unbroken run of three coins or more from the ace, a point a card."""
    my_run, their_run = _run_of_coins(mine), _run_of_coins(theirs)
    won = _majority("napola", my_run, their_run)
    return Contest("napola", won.outcome, won.mine, won.theirs, my_run, their_run, worth=max(won.mine, won.theirs))


def _run_of_coins(pile: Cards) -> Cards:
    """The coins from the ace up to the first that is missing; none if they are fewer than three."""
    run: list[Card] = []
    for rank in DECK.ranks:
        if Card(rank, "D") not in pile:
            break
        run.append(Card(rank, "D"))
    return tuple(run) if len(run) >= SHORTEST_NAPOLA else ()


def _primiera(mine: Cards, theirs: Cards, rules: PrimieraRules) -> Contest:
    """The higher sum of the best card in each suit, and what `rules.missing_suit` says of a suit that is missing."""
    mine, theirs = (best_cards(side, primiera=rules.primiera) for side in (mine, theirs))
    my_sum, their_sum = (sum(rules.primiera[card.rank] for card in side) for side in (mine, theirs))
    outcome, why = _compare(my_sum, their_sum), ""
    if rules.missing_suit != "raw" and _lacking(mine) and not _lacking(theirs):
        outcome, why = Outcome.LOST, f": no {_lacking(mine)} here, all four suits there"
    elif rules.missing_suit != "raw" and _lacking(theirs) and not _lacking(mine):
        outcome, why = Outcome.WON, f": no {_lacking(theirs)} there, all four suits here"
    elif rules.missing_suit == "strict" and _lacking(mine) and _lacking(theirs):
        outcome, why = Outcome.TIED, ": both lack a suit"
    return Contest("primiera", outcome, my_sum, their_sum, mine, theirs, why)


def _lacking(best: Cards) -> str:
    """The suits that these cards lack, in words; empty if they have all four."""
    held = {card.suit for card in best}
    names = [name for suit, name in zip(DECK.suits, DECK.suit_names, strict=True) if suit not in held]
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


POINTS: Mapping[str, Callable[[Cards, Cards, PrimieraRules], Contest]] = MappingProxyType(
    {
        "cards": _cards,
        "coins": _coins,
        "sette bello": partial(_single_card, "sette bello"),
        "primiera": _primiera,
        "settanta": _settanta,
        "napola": _napola,
        "re bello": partial(_single_card, "re bello"),
        "donna bella": partial(_single_card, "donna bella"),
    }
)
"""The points that rules can name: the usual four, then those of some houses.

- `cards`, `coins`: the most cards, the most diamonds.
- `sette bello`, `re bello`, `donna bella`: the seven, the king and the queen of diamonds; our queen stands in the place
  of the *cavallo*.
- `primiera`: the highest sum of a best card in each suit.
- `settanta`: the most sevens, in place of the primiera. With two sides that is three of them or more; on two each
  nobody scores.
- `napola`: an unbroken run of diamonds from the ace, at least three cards long, a point for each card.
"""
