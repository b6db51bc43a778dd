"""Cribbage: the show.

Rules: "Cribbage Hand Scoring", ACM ICPC Southern California Regional, with the rules of the American Cribbage
Congress behind it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from itertools import combinations, groupby, product
from types import MappingProxyType

from cardlab.cards import Card, CardError, CardLike, Deck, HandLike, quote, text_of
from cardlab.checks import true_or_false, whole
from cardlab.score import Item, Score

__all__ = ["DECK", "RULES", "Rules", "fifteens", "flush", "nobs", "pairs", "runs", "score", "score_line"]

DECK = Deck("cribbage", "A23456789TJQK", "HDSC", ("hearts", "diamonds", "spades", "clubs"))
"""The 52 cards, the ace low."""

COUNT = MappingProxyType({rank: min(place, 10) for place, rank in enumerate(DECK.ranks, 1)})
NUMBER = MappingProxyType({3: "three", 4: "four", 5: "five"})
SHOWS = MappingProxyType({"h": "Hand", "hand": "Hand", "c": "Crib", "crib": "Crib"})
LINE = re.compile(r"([a-z]+)[\s:,;]+(.*)", re.IGNORECASE | re.ASCII | re.DOTALL)

Cards = tuple[Card, ...]

PARTS = ("fifteen", "pair", "run", "flush", "nobs")
"""The kinds of items of a score."""

MOST = 40
"""The most points that a rule can give: 46 shows of one hand then add up to less than 2^16."""


@dataclass(frozen=True)
class Rules:
    """What the show is worth: points for each fifteen, pair and nobs, and for each card of a run and of a flush.

    With `crib_flush` false no flush counts in the crib; otherwise five cards of one suit do. An item worth 0 points is
    left out of a score. Raises `CardError` unless the points are whole numbers from 0 to 40 and `crib_flush` is true or
    false. Source of the defaults: the contest's rules, above.

    >>> from dataclasses import replace
    >>> score("5H 5S 5C JD", "5D", rules=replace(RULES, nobs=2)).total
    30
    >>> Rules(pair=-1)
    Traceback (most recent call last):
        ...
    cardlab.cards.CardError: pair is -1: expected a whole number from 0 to 40
    """

    fifteen: int = 2
    pair: int = 2
    run: int = 1
    flush: int = 1
    nobs: int = 1
    crib_flush: bool = True

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            checked = (
                true_or_false(field.name, value) if field.name == "crib_flush" else whole(field.name, value, 0, MOST)
            )
            object.__setattr__(self, field.name, checked)


RULES = Rules()
"""The rules of the exercise, which are those of the American Cribbage Congress."""


def fifteens(cards: Cards) -> list[Cards]:
    """Every set of two or more cards that counts fifteen; faces count ten, the ace one.

    >>> len(fifteens(DECK.parse("5H 5S 5C JD 5D")))
    8
    """
    sets = (chosen for size in range(2, len(cards) + 1) for chosen in combinations(cards, size))
    return [chosen for chosen in sets if sum(COUNT[card.rank] for card in chosen) == 15]


def pairs(cards: Cards) -> list[Cards]:
    """Every pair of cards of equal rank: three of a kind is three pairs, four of a kind six.

    >>> len(pairs(DECK.parse("8H 8S 8D 2C AH")))
    3
    """
    return [two for two in combinations(cards, 2) if two[0].rank == two[1].rank]


def runs(cards: Cards) -> list[Cards]:
    """Every run of three or more consecutive ranks that no other card makes longer, the ace low.

    More than five cards may hold runs that are apart: all of them are found.

    >>> [[card.rank for card in run] for run in runs(DECK.parse("AD JS QC QH KH"))]
    [['J', 'Q', 'K'], ['J', 'Q', 'K']]
    """
    by_rank = [[card for card in cards if card.rank == rank] for rank in DECK.ranks]
    stretches = [list(stretch) for held, stretch in groupby(by_rank, bool) if held]
    return [run for stretch in stretches if len(stretch) > 2 for run in product(*stretch)]


def flush(hand: Cards, starter: Card, *, crib: bool = False, rules: Rules = RULES) -> Cards:
    """The cards of a flush: all five of one suit, or the four in hand but not in the crib; else none.

    In the crib there is none if `rules.crib_flush` is false. Raises `CardError` unless `crib` is true or false.

    >>> hand = DECK.parse("5S 6S 7S 8S")
    >>> len(flush(hand, Card("9", "C"))), len(flush(hand, Card("9", "C"), crib=True))
    (4, 0)
    """
    crib = true_or_false("crib", crib)
    if len({card.suit for card in hand}) > 1 or (crib and not rules.crib_flush):
        return ()
    if starter.suit == hand[0].suit:
        return (*hand, starter)
    return () if crib else hand


def nobs(hand: Cards, starter: Card) -> Cards:
    """The jack in hand of the starter's suit, if there is one.

    >>> [str(card) for card in nobs(DECK.parse("JH 2C 3C 4C"), Card("8", "H"))]
    ['JH']
    """
    return tuple(card for card in hand if card.rank == "J" and card.suit == starter.suit)


def score(hand: HandLike, starter: CardLike, *, crib: bool = False, rules: Rules = RULES) -> Score:
    """Score the show: four cards in hand, or in the crib, with the starter; an item for each combination.

    Raises `CardError` for an unknown card, a card that comes twice, other than four cards in hand, and a `crib` that is
    not true or false. Rule: fifteens 2 each, pairs 2 each, runs a point a card, flush 4 or 5, nobs 1; `rules` may say
    otherwise.

    >>> print(score("TH 6D 4C AH", "JC").table())
    fifteen  TH 4C AH  2
    fifteen  4C AH JC  2
    total              4
    >>> print(score("5S 6S 7S 8S", "9C"))
    fifteen 2, fifteen 4, a run of five is 9, a flush is 13
    >>> print(score("5S 6S 7S 8S", "9C", rules=Rules(fifteen=1, flush=0)))
    fifteen 1, fifteen 2, a run of five is 7
    """
    held = DECK.parse(hand, size=4)
    turned = DECK.card(starter, where="the starter")
    if turned in held:
        raise CardError(f"{quote(starter)} (the starter) is in the hand too: as card {held.index(turned) + 1}")
    cards = (*held, turned)
    items = [Item("fifteen", fifteen, rules.fifteen, said="fifteen") for fifteen in fifteens(cards)]
    items += [Item("pair", two, rules.pair, said="a pair is") for two in pairs(cards)]
    items += [Item("run", run, rules.run * len(run), said=f"a run of {NUMBER[len(run)]} is") for run in runs(cards)]
    if suited := flush(held, turned, crib=crib, rules=rules):
        items.append(Item("flush", suited, rules.flush * len(suited), said="a flush is"))
    if jack := nobs(held, turned):
        items.append(Item("nobs", jack, rules.nobs))
    return Score(tuple(item for item in items if item.points), deck=DECK)


def score_line(line: str, *, rules: Rules = RULES, explain: bool = False) -> str:
    """The contest program's output for one line of its input; `explain` adds the items below.

    A line is `h` or `c` (or the word), four cards and the starter, as `Deck.parse` reads cards; a bar or a plus may
    stand before the starter, a colon or a comma behind the word. Raises `CardError` for any other.

    >>> score_line("h 8H 8S 8D 2C AH"), score_line("c AD JS QC QH KH")
    ('Hand 8H 8S 8D 2C AH =  6', 'Crib AD JS QC QH KH =  8')
    >>> score_line("hand 8H,8S,8D,2C | AH")
    'Hand 8H,8S,8D,2C | AH =  6'
    """
    name, cards, shown = read_line(line)
    result = score(cards[:4], cards[4], crib=name == "Crib", rules=rules)
    return f"{name} {shown} = {result.total:2}" + (f"\n{result.table()}" if explain else "")


def read_line(line: str) -> tuple[str, Cards, str]:
    """A line's show, `Hand` or `Crib`, its five cards with the starter last, and the cards as they are written.

    Errors as `score_line`.
    """
    match = LINE.fullmatch(text_of(line))
    name, shown = (SHOWS.get(match[1].lower()), match[2]) if match else (None, "")
    cards = DECK.parse(shown) if name else ()
    if name is None or len(cards) != 5:
        raise CardError(f"cannot read {quote(line.strip())}: expected h or c, four cards and the starter")
    parts = re.split(r"[|+;]", shown)
    if len(parts) == 2 and len(DECK.parse(parts[1])) != 1:
        readings = f"the starter is {cards[0]}, or {cards[4]}"
        raise CardError(f"{quote(line.strip())} has two readings: {readings}: expected the starter last")
    return name, cards, " ".join(shown.split())
