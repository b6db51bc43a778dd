"""Cribbage: the show.

Rules: "Cribbage Hand Scoring", ACM ICPC Southern California Regional, with the rules of the American Cribbage
Congress behind it.
"""

from __future__ import annotations

from itertools import combinations

from cardlab.cards import Card, CardError, CardLike, Deck, HandLike, quote, text_of
from cardlab.score import Item, Score

__all__ = ["DECK", "fifteens", "flush", "nobs", "pairs", "runs", "score", "score_line"]

DECK = Deck("cribbage", "A23456789TJQK", "HDSC", ("hearts", "diamonds", "spades", "clubs"))
"""The 52 cards, the ace low."""

ORDER = {rank: place for place, rank in enumerate(DECK.ranks, 1)}
COUNT = {rank: min(place, 10) for rank, place in ORDER.items()}
NUMBER = {3: "three", 4: "four", 5: "five"}

Cards = tuple[Card, ...]


def fifteens(cards: Cards) -> list[Cards]:
    """Every set of two or more cards that counts fifteen; faces count ten, the ace one.

    >>> len(fifteens(DECK.parse("5H 5S 5C JD 5D")))
    8
    """
    sets = (some for size in range(2, len(cards) + 1) for some in combinations(cards, size))
    return [some for some in sets if sum(COUNT[card.rank] for card in some) == 15]


def pairs(cards: Cards) -> list[Cards]:
    """Every pair of cards of equal rank: three of a kind is three pairs, four of a kind six.

    >>> len(pairs(DECK.parse("8H 8S 8D 2C AH")))
    3
    """
    return [two for two in combinations(cards, 2) if two[0].rank == two[1].rank]


def runs(cards: Cards) -> list[Cards]:
    """Every longest run of three or more consecutive ranks, the ace low.

    >>> [[card.rank for card in run] for run in runs(DECK.parse("AD JS QC QH KH"))]
    [['J', 'Q', 'K'], ['J', 'Q', 'K']]
    """
    in_order = sorted(cards, key=lambda card: ORDER[card.rank])
    for size in range(len(cards), 2, -1):
        if found := [some for some in combinations(in_order, size) if _consecutive(some)]:
            return found
    return []


def flush(hand: Cards, starter: Card, *, crib: bool = False) -> Cards:
    """The cards of a flush: all five of one suit, or the four in hand but not in the crib; else none.

    >>> hand = DECK.parse("5S 6S 7S 8S")
    >>> len(flush(hand, Card("9", "C"))), len(flush(hand, Card("9", "C"), crib=True))
    (4, 0)
    """
    if len({card.suit for card in hand}) > 1:
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


def score(hand: HandLike, starter: CardLike, *, crib: bool = False) -> Score:
    """Score the show: four cards in hand, or in the crib, with the starter; an item for each combination.

    Raises `CardError` for what is no card, for other than four cards in hand, and for a card twice.
    Rule: fifteens 2 each, pairs 2 each, runs a point a card, flush 4 or 5, nobs 1.

    >>> print(score("TH 6D 4C AH", "JC").table())
    fifteen  TH 4C AH  2
    fifteen  4C AH JC  2
    total              4
    >>> print(score("5S 6S 7S 8S", "9C"))
    fifteen 2, fifteen 4, a run of five is 9, a flush is 13
    """
    held = DECK.parse(hand, size=4)
    turned = DECK.card(starter, where="the starter")
    if turned in held:
        raise CardError(f"{quote(starter)} (the starter) is in the hand too: as card {held.index(turned) + 1}")
    cards = (*held, turned)
    items = [Item("fifteen", some, 2, said="fifteen") for some in fifteens(cards)]
    items += [Item("pair", two, 2, said="a pair is") for two in pairs(cards)]
    items += [Item("run", run, len(run), said=f"a run of {NUMBER[len(run)]} is") for run in runs(cards)]
    if suited := flush(held, turned, crib=crib):
        items.append(Item("flush", suited, len(suited), said="a flush is"))
    if jack := nobs(held, turned):
        items.append(Item("nobs", jack, 1))
    return Score(tuple(items))


def score_line(line: str, *, explain: bool = False) -> str:
    """The contest program's output for one line of its input; `explain` adds the items below.

    A line is `h` or `c`, four cards and the starter. Raises `CardError` for any other.

    >>> score_line("h 8H 8S 8D 2C AH"), score_line("c AD JS QC QH KH")
    ('Hand 8H 8S 8D 2C AH =  6', 'Crib AD JS QC QH KH =  8')
    """
    which, *cards = text_of(line).split() or [""]
    name = {"h": "Hand", "c": "Crib"}.get(which.lower())
    if name is None or len(cards) != 5:
        raise CardError(f"{quote(line.strip())} is no show: expected h or c, four cards and the starter")
    result = score(cards[:4], cards[4], crib=name == "Crib")
    return f"{name} {' '.join(cards)} = {result.total:2}" + (f"\n{result.table()}" if explain else "")


def _consecutive(in_order: Cards) -> bool:
    first = ORDER[in_order[0].rank]
    return all(ORDER[card.rank] == place for place, card in enumerate(in_order, first))
