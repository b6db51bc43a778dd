"""Scopa: the points of a round, for one side's captured cards, and the rules as a value.

Rules: the challenge "Scopa" on Code Golf Stack Exchange, with the standard rules as on pagat.com behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from cardlab.cards import Card, CardError, HandLike, quote, text_of
from cardlab.checks import mapping, whole
from cardlab.scopa.points import DECK, POINTS, PRIMIERA, Contest
from cardlab.score import Item, Score

__all__ = ["DECK", "MISSING_SUIT_RULES", "RULES", "Rules", "contests", "most_sweeps", "score", "score_line"]

MISSING_SUIT_RULES = ("forfeit", "strict", "raw")
"""What a missing suit can do to the primiera; see `Rules`."""


@dataclass(frozen=True)
class Rules:
    """What is scored in a round.

    - `points`: names from `POINTS`, in the order of the score.
    - `primiera`: what each of the ten ranks counts in the primiera, 1 or more.
    - `missing_suit`: `forfeit`, a side that lacks a suit loses the primiera to a side that has all four, and if both
      lack one the sums decide; `strict`, the same, but if both lack one nobody scores; `raw`, the sums always decide.

    Rules are hashable and read-only; `dataclasses.replace` changes one of them, and `str` tells what differs from
    `RULES`. Raises `CardError` for anything else. Source of the default: the challenge; pagat.com.

    >>> from dataclasses import replace
    >>> house = replace(RULES, points=("cards", "coins", "sette bello", "settanta", "napola"))
    >>> print(score("AD 2D 3D 4D 7D 7C 7H", rules=house).table())
    cards        AD 2D 3D 4D 7D 7C 7H  lost 7 to 33  0
    coins        AD 2D 3D 4D 7D        tied 5 to 5   0
    sette bello  7D                    won           1
    settanta     7D 7C 7H              won 3 to 1    1
    napola       AD 2D 3D 4D           won 4 to 0    4
    total                                            6
    >>> Rules(points=("cards", "aces"))
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: unknown point 'aces': expected cards, coins, sette bello, primiera, settanta, napola, ...
    """

    points: tuple[str, ...] = ("cards", "coins", "sette bello", "primiera")
    primiera: Mapping[str, int] = field(default_factory=lambda: PRIMIERA)
    missing_suit: str = "forfeit"

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _points(self.points))
        object.__setattr__(self, "primiera", _primiera_values(self.primiera))
        if not isinstance(self.missing_suit, str) or self.missing_suit not in MISSING_SUIT_RULES:
            raise CardError(
                f"unknown missing-suit rule {quote(self.missing_suit)}: expected {', '.join(MISSING_SUIT_RULES)}"
            )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.points, dict(self.primiera), self.missing_suit)

    def __str__(self) -> str:
        changes = [f"primiera.{rank}={value}" for rank, value in self.primiera.items() if value != PRIMIERA[rank]]
        if self.points != RULES.points:
            changes.insert(0, f"points={','.join(self.points)}")
        if self.missing_suit != RULES.missing_suit:
            changes.append(f"missing_suit={self.missing_suit}")
        return " ".join(changes)

    @cached_property
    def _hash(self) -> int:
        return hash((self.points, *self.primiera.values(), self.missing_suit))


def _points(names: object) -> tuple[str, ...]:
    """The names of points as a tuple, each known and different from the others."""
    if isinstance(names, str) or not isinstance(names, tuple | list):
        raise CardError(f"points is {quote(names)}: expected a tuple of names")
    for place, name in enumerate(names):
        if not isinstance(name, str) or name not in POINTS:
            raise CardError(f"unknown point {quote(name)}: expected {', '.join(POINTS)}")
        if name in names[:place]:
            raise CardError(f"the point {quote(name)} comes twice")
    return tuple(names)


def _primiera_values(values: Mapping[str, int]) -> Mapping[str, int]:
    """The values of the primiera, read-only and in the order of the ranks."""
    values = mapping("primiera", values)
    if {*values} != {*DECK.ranks}:
        raise CardError(f"the primiera has values for {', '.join(map(quote, values))}: expected all of {DECK.ranks}")
    return MappingProxyType({rank: whole(f"primiera.{rank}", values[rank], 1) for rank in DECK.ranks})


RULES = Rules()
"""The usual rules, those of the challenge."""


def contests(captured: HandLike, *, rules: Rules = RULES) -> tuple[Contest, ...]:
    """The points of a round, each with both sides' figures: those of `rules`, in their order.

    `captured` is one side's pile, of any size; the other side has the rest of the 40 cards. Raises `CardError` for an
    unknown card and for a card that comes twice.

    >>> for contest in contests("7D 6D AD 5D 4D 3D 2D 7C 6C AC 5C 4C 3C 2C 7H 6H AH 5H 4H 3H 2H"):
    ...     print(contest.kind, contest.note)
    cards won 21 to 19
    coins won 7 to 3
    sette bello won
    primiera lost 63 to 51 against JD JC JH 7S: no spades here, all four suits there
    """
    return _contests(DECK.parse(captured), rules)


def _contests(pile: tuple[Card, ...], rules: Rules) -> tuple[Contest, ...]:
    held = sum(1 << DECK.bits[card] for card in pile)
    mine, theirs = DECK.decode(held), DECK.decode(DECK.mask ^ held)
    return tuple(POINTS[name](mine, theirs, rules) for name in rules.points)


def score(captured: HandLike, *, sweeps: int = 0, rules: Rules = RULES) -> Score:
    """Score a round for the side that captured these cards: cards, coins, sette bello, primiera, and its sweeps.

    A point goes to the side with more; on a tie nobody has it. `rules` may name other points. Raises `CardError` as
    `contests` does, and if `sweeps` is not a whole number from 0 to `most_sweeps`. Rule: "Scopa" on Code Golf Stack
    Exchange; pagat.com.

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
    items = [contest.item for contest in _contests(pile, rules)]
    if sweeps:
        items.append(Item("sweeps", (), sweeps, said="sweep is" if sweeps == 1 else f"{sweeps} sweeps are"))
    return Score(tuple(items), deck=DECK)


def score_line(line: str, *, rules: Rules = RULES, explain: bool = False) -> str:
    """The line followed by its score; `-` is the empty pile; `explain` adds the items below.

    >>> score_line("7D, 7C 7H 7S")
    '7D, 7C 7H 7S = 2'
    """
    line = text_of(line)
    result = score("" if line == "-" else line, rules=rules)
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
    sweeps, most = whole("sweeps", sweeps, 0), most_sweeps(cards)
    if sweeps > most:
        pile = f"{cards} card{'s' if cards != 1 else ''} captured"
        raise CardError(
            f"{sweeps} sweeps with {pile}: expected at most {most}, as a sweep takes two cards "
            "or more and the last play of a round makes none"
        )
    return sweeps
