"""Scopa: the four points of a round, for one side's captured cards.

Rules: the challenge "Scopa" on Code Golf Stack Exchange, with the standard rules as on pagat.com behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import index
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from cardlab.cards import Card, CardError, Deck, HandLike, quote, text_of
from cardlab.display import cards_text
from cardlab.score import Item, Score

__all__ = [
    "DECK",
    "MISSING_SUIT_RULES",
    "PRIMIERA",
    "Contest",
    "MissingSuit",
    "Outcome",
    "best_cards",
    "contests",
    "missing_suit_rule",
    "most_sweeps",
    "score",
    "score_line",
]

WORDS = {
    "1": "A",
    "8": "J",
    "9": "Q",
    "10": "K",
    "f": "J",
    "r": "K",
    "asso": "A",
    "due": "2",
    "tre": "3",
    "quattro": "4",
    "cinque": "5",
    "sei": "6",
    "sette": "7",
    "fante": "J",
    "cavallo": "Q",
    "knight": "Q",
    "re": "K",
    "settebello": "7D",
    "sette bello": "7D",
    "denari": "D",
    "ori": "D",
    "coppe": "H",
    "spade": "S",
    "bastoni": "C",
    "coins": "D",
    "cups": "H",
    "swords": "S",
    "batons": "C",
    "schellen": "D",
    "karo": "D",
    "herz": "H",
    "laub": "S",
    "pik": "S",
    "eichel": "C",
    "kreuz": "C",
}
"""Italian cards: numbers and letters of the faces, Italian words, and the suits of other packs in the same place."""

DECK = Deck("Scopa", "A234567JQK", "DCHS", ("diamonds", "clubs", "hearts", "spades"), words=tuple(WORDS.items()))
"""The 40 cards, the ace low; diamonds stand for coins."""

PRIMIERA: Mapping[str, int] = MappingProxyType(
    {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}
)
"""What each rank counts in the primiera; read-only."""

SETTE_BELLO = Card("7", "D")

MissingSuit: TypeAlias = Literal["forfeit", "strict", "raw"]
"""What a missing suit does to the primiera.

`forfeit`: who lacks a suit loses to who has all four; if both lack one the sums decide. `strict`: the same, but if
both lack one nobody scores. `raw`: the sums decide always.
"""

MISSING_SUIT_RULES: tuple[MissingSuit, ...] = get_args(MissingSuit)
"""The names of those rules, the usual one first."""


class Outcome(Enum):
    """How a point went for the side asked for."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Contest:
    """One of the four points: both sides' figures and cards, and how it went.

    >>> contests("7D 7C 7H 7S")[3]
    Contest(kind='primiera', outcome=<Outcome.WON: 'won'>, mine=84, theirs=72, ...)
    """

    kind: str
    outcome: Outcome
    mine: int
    theirs: int
    my_cards: tuple[Card, ...]
    their_cards: tuple[Card, ...]
    why: str = ""

    @property
    def note(self) -> str:
        """The outcome with both sides' figures, as in `won 21 to 19`."""
        figures = "" if self.kind == "sette bello" else f" {self.mine} to {self.theirs}"
        against = f" against {cards_text(self.their_cards) or 'nothing'}" if self.kind == "primiera" else ""
        return f"{self.outcome.value}{figures}{against}{self.why}"

    @property
    def item(self) -> Item:
        """The contest as an item of a score: one point if it was won."""
        points = int(self.outcome is Outcome.WON)
        figures = "" if self.kind == "sette bello" else f" {self.mine} to {self.theirs}"
        said = f"{self.kind} {self.outcome.value}{figures}" + (" is" if points else "")
        return Item(self.kind, self.my_cards, points, self.note, said)


def best_cards(pile: Iterable[Card]) -> tuple[Card, ...]:
    """The best card of each suit held, by its primiera value: none to four cards.

    >>> [str(card) for card in best_cards(DECK.parse("7D AD 5C KC QS"))]
    ['7D', '5C', 'QS']
    """
    best: dict[str, Card] = {}
    for card in pile:
        if card.suit not in best or PRIMIERA[card.rank] > PRIMIERA[best[card.suit].rank]:
            best[card.suit] = card
    return tuple(best[suit] for suit in DECK.suits if suit in best)


def contests(captured: HandLike, *, missing_suit: MissingSuit = "forfeit") -> tuple[Contest, ...]:
    """The four points of a round, each with both sides' figures: cards, coins, sette bello, primiera.

    `captured` is one side's pile, of any size; the other side has the rest of the 40 cards. Raises `CardError` for
    what is no card, for a card twice, and for a `missing_suit` that is no rule.

    >>> for contest in contests("7D 6D AD 5D 4D 3D 2D 7C 6C AC 5C 4C 3C 2C 7H 6H AH 5H 4H 3H 2H"):
    ...     print(contest.kind, contest.note)
    cards won 21 to 19
    coins won 7 to 3
    sette bello won
    primiera lost 63 to 51 against JD JC JH 7S: no spades here, all four suits there
    """
    rule = missing_suit_rule(missing_suit)
    mine = _sorted(DECK.parse(captured))
    held = set(mine)
    theirs = tuple(card for card in DECK if card not in held)
    return (
        _majority("cards", mine, theirs),
        _majority("coins", _coins(mine), _coins(theirs)),
        _majority("sette bello", _only(SETTE_BELLO, mine), _only(SETTE_BELLO, theirs)),
        _primiera(best_cards(mine), best_cards(theirs), rule),
    )


def missing_suit_rule(name: str) -> MissingSuit:
    """The missing-suit rule of that name. Raises `CardError` for any other.

    >>> missing_suit_rule("strict")
    'strict'
    """
    for rule in MISSING_SUIT_RULES:
        if name == rule:
            return rule
    raise CardError(f"{quote(name)} is no missing-suit rule: expected {', '.join(MISSING_SUIT_RULES)}")


def score(captured: HandLike, *, sweeps: int = 0, missing_suit: MissingSuit = "forfeit") -> Score:
    """Score a round for the side that captured these cards: cards, coins, sette bello, primiera, and its sweeps.

    A point goes to the side with more; on a tie nobody has it. Raises `CardError` as `contests` does, and if `sweeps`
    is not a whole number from 0 to `most_sweeps`. Rule: "Scopa" on Code Golf Stack Exchange; pagat.com.

    >>> print(score("7D 6D AD 5D 4D 3D 7C 7H 7S").table())
    cards        AD 3D 4D 5D 6D 7D 7C 7H 7S  lost 9 to 31                      0
    coins        AD 3D 4D 5D 6D 7D           won 6 to 4                        1
    sette bello  7D                          won                               1
    primiera     7D 7C 7H 7S                 won 84 to 66 against 2D 6C 6H 6S  1
    total                                                                      3
    >>> int(score("7D 7C 7H 7S", sweeps=2))
    4
    """
    pile = DECK.parse(captured)
    sweeps = _sweeps(sweeps, len(pile))
    items = [contest.item for contest in contests(pile, missing_suit=missing_suit)]
    if sweeps:
        items.append(Item("sweeps", (), sweeps, said="sweep is" if sweeps == 1 else f"{sweeps} sweeps are"))
    return Score(tuple(items))


def score_line(line: str, *, missing_suit: MissingSuit = "forfeit", explain: bool = False) -> str:
    """The line with its score behind it; `-` is the empty pile; `explain` adds the items below.

    >>> score_line("7D, 7C 7H 7S")
    '7D, 7C 7H 7S = 2'
    """
    line = text_of(line)
    result = score("" if line == "-" else line, missing_suit=missing_suit)
    return f"{line} = {result.total}" + (f"\n{result.table()}" if explain else "")


def most_sweeps(cards: int) -> int:
    """The most sweeps that a side with this number of captured cards can have made.

    Each takes two of its cards or more: the card played and those on the table. The card played last belongs to no
    sweep: no later card takes it, and the last play of a round makes none. A side with all 40 cards has 39 for sweeps.

    >>> [most_sweeps(cards) for cards in (0, 1, 2, 39, 40)]
    [0, 0, 1, 19, 19]
    """
    return min(cards, len(DECK) - 1) // 2


def _sweeps(sweeps: int, cards: int) -> int:
    """The sweeps as an `int`, if a side with this number of cards can have made them."""
    if isinstance(sweeps, bool) or not hasattr(sweeps, "__index__") or index(sweeps) < 0:
        raise CardError(f"{quote(sweeps)} sweeps: expected a whole number, 0 or more")
    most = most_sweeps(cards)
    if index(sweeps) > most:
        raise CardError(
            f"{quote(sweeps)} sweeps with {cards} cards captured: expected at most {most}, as a sweep takes two cards "
            "or more and the last play of a round makes none"
        )
    return index(sweeps)


def _sorted(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(pile, key=DECK.bits.__getitem__))


def _coins(pile: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in pile if card.suit == "D")


def _only(wanted: Card, pile: tuple[Card, ...]) -> tuple[Card, ...]:
    return (wanted,) if wanted in pile else ()


def _compare(mine: int, theirs: int) -> Outcome:
    return Outcome.WON if mine > theirs else Outcome.LOST if mine < theirs else Outcome.TIED


def _majority(kind: str, mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> Contest:
    return Contest(kind, _compare(len(mine), len(theirs)), len(mine), len(theirs), mine, theirs)


def _primiera(mine: tuple[Card, ...], theirs: tuple[Card, ...], missing_suit: MissingSuit) -> Contest:
    my_sum, their_sum = (sum(PRIMIERA[card.rank] for card in side) for side in (mine, theirs))
    outcome, why = _compare(my_sum, their_sum), ""
    if missing_suit != "raw" and _lacking(mine) and not _lacking(theirs):
        outcome, why = Outcome.LOST, f": no {_lacking(mine)} here, all four suits there"
    elif missing_suit != "raw" and _lacking(theirs) and not _lacking(mine):
        outcome, why = Outcome.WON, f": no {_lacking(theirs)} there, all four suits here"
    elif missing_suit == "strict" and _lacking(mine) and _lacking(theirs):
        outcome, why = Outcome.TIED, ": both lack a suit"
    return Contest("primiera", outcome, my_sum, their_sum, mine, theirs, why)


def _lacking(best: tuple[Card, ...]) -> str:
    """The suits that none of these cards has, in words; empty if there is none."""
    held = {card.suit for card in best}
    names = [name for suit, name in zip(DECK.suits, DECK.suit_names, strict=True) if suit not in held]
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
