"""Bridge: the Milton Work point count with adjustments, and the shorthand of a hand.

Rules: CheckiO "Bridge Routine", after the labs "Milton Work point count" and "Bridge hand shorthand form" of
CCPS 109 (Ilkka Kokkarinen).
"""

from __future__ import annotations

from cardlab.cards import SYMBOL_LETTERS, Card, CardError, Deck, HandLike, quote, text_of
from cardlab.score import Item, Score

__all__ = ["DECK", "TRUMPS", "bridge_routine", "parse", "score", "score_line", "shape", "shorthand", "strain"]

DECK = Deck("bridge", "23456789TJQKA", "CDHS", ("clubs", "diamonds", "hearts", "spades"))
"""The 52 cards, the ace high."""

HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
FLAT, FLAT_POINTS = (4, 3, 3, 3), -1
LENGTH = {5: 1, 6: 2} | dict.fromkeys(range(7, 14), 3)
SHORTNESS = {0: 5, 1: 3}
NUMBER = dict(enumerate(["five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"], 5))

SUITS = dict(zip(reversed(DECK.suit_names), reversed(DECK.suits), strict=True))
TRUMPS = (*SUITS, "notrump")
"""The five strains, spades first."""

STRAINS = {name: name for name in TRUMPS} | {letter.lower(): name for name, letter in SUITS.items()}
STRAINS |= {name.removesuffix("s"): name for name in SUITS} | dict.fromkeys(("no trump", "nt", "n"), "notrump")


def parse(hand: HandLike, *, size: int | None = 13) -> tuple[Card, ...]:
    """Read a bridge hand of 13 cards: the dot notation of PBN, word tuples, or cards in any spelling.

    Spades first in the order given by the dots; `-` is a void. `size` is another number of cards, None any number:
    a hand that is only partly known. Raises `CardError` for anything else.

    >>> len(parse("AKQ2.T98..J76543")), str(parse("AKQ2.T98.-.J76543")[4])
    (13, 'TH')
    """
    return DECK.parse(_undotted(hand), size=size)


def strain(trump: str) -> str:
    """The strain that is meant: a suit's name or `notrump`; letters and symbols are read too.

    >>> strain("Spades"), strain("NT"), strain("d")
    ('spades', 'notrump', 'diamonds')
    """
    name = STRAINS.get(trump.strip().translate(SYMBOL_LETTERS).lower()) if isinstance(trump, str) else None
    if name is None:
        raise CardError(f"{quote(trump)} is no trump: expected one of {', '.join(TRUMPS)}")
    return name


def shape(hand: HandLike) -> tuple[int, int, int, int]:
    """The lengths of spades, hearts, diamonds and clubs.

    >>> shape("AKQ2.T98..J76543")
    (4, 3, 0, 6)
    """
    lengths = [len(cards) for cards in _suits(parse(hand)).values()]
    return lengths[0], lengths[1], lengths[2], lengths[3]


def score(hand: HandLike, trump: str) -> Score:
    """Count a hand's points for a trump suit or notrump: high cards, and an item for each adjustment.

    Raises `CardError` for what is no hand of 13 cards or no trump. Rule: A 4, K 3, Q 2, J 1; minus 1 for 4-3-3-3;
    plus 1, 2, 3 for a suit of 5, 6, 7 or more; in a suit contract plus 5 for a void and 3 for a singleton outside
    the trumps.

    >>> print(score("54.QJT642.7432.4", "diamonds"))
    high cards are 3, six hearts make 5, a singleton club makes 8
    >>> print(score("432.432.432.5432", "notrump"))
    no high cards, a flat hand leaves -1
    """
    suits, trumps = _suits(parse(hand)), strain(trump)
    items = [_high_cards(suits)]
    if tuple(sorted(map(len, suits.values()), reverse=True)) == FLAT:
        items.append(Item("flat", (), FLAT_POINTS, "4-3-3-3", "a flat hand leaves"))
    for name, cards in suits.items():
        if points := LENGTH.get(len(cards)):
            suit = f"{NUMBER[len(cards)]} {name}"
            items.append(Item("long suit", cards, points, suit, f"{suit} make"))
    if trumps != "notrump":
        items += [_short(name, cards) for name, cards in suits.items() if len(cards) in SHORTNESS and name != trumps]
    return Score(tuple(items))


def shorthand(hand: HandLike) -> str:
    """The hand's shorthand: spades, hearts, diamonds, clubs; honours by letter, lower cards as `x`, `-` for a void.

    Raises `CardError` for what is no hand of 13 cards.

    >>> shorthand("3.QJ8.AJ96.AKJ95"), shorthand("AKQ2.T98..J76543")
    ('x QJx AJxx AKJxx', 'AKQx xxx - Jxxxxx')
    """
    return " ".join(_short_suit(cards) for cards in _suits(parse(hand)).values())


def bridge_routine(hand: HandLike, trump: str) -> list[int | str]:
    """The exercise's own function: `[points, shorthand]`.

    >>> bridge_routine("3.QJ8.AJ96.AKJ95", "clubs")
    [20, 'x QJx AJxx AKJxx']
    """
    cards = parse(hand)
    return [score(cards, trump).total, shorthand(cards)]


def score_line(line: str, *, trump: str = "notrump", explain: bool = False) -> str:
    """The line with its points and its shorthand behind it; `explain` adds the items below.

    >>> score_line("3.QJ8.AJ96.AKJ95", trump="clubs")
    '3.QJ8.AJ96.AKJ95 = 20  x QJx AJxx AKJxx'
    """
    hand = text_of(line)
    result = score(hand, trump)
    text = f"{hand} = {result.total:2}  {shorthand(hand)}"
    return text + (f"\n{result.table()}" if explain else "")


def _undotted(hand: HandLike) -> HandLike:
    """The cards of a hand in dot notation; any other hand as it is."""
    if not isinstance(hand, str) or "." not in hand:
        return hand
    suits = hand.strip().split(".")
    if len(suits) != 4:
        raise CardError(f"{quote(hand)} has {len(suits)} suits: expected four with dots between, spades first")
    cards: list[str] = []
    for (name, letter), ranks in zip(SUITS.items(), suits, strict=True):
        for rank in "" if ranks.strip() == "-" else "".join(ranks.split()).replace("10", "T"):
            if rank.upper() not in DECK.ranks:
                raise CardError(f"{quote(rank)} in the {name} of {quote(hand)} is no rank: expected {DECK.ranks}")
            cards.append(rank + letter)
    return cards


def _suits(hand: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """The cards of each suit, spades first, each from high to low."""
    high_first = sorted(hand, key=lambda card: DECK.ranks.index(card.rank), reverse=True)
    return {name: tuple(card for card in high_first if card.suit == letter) for name, letter in SUITS.items()}


def _high_cards(suits: dict[str, tuple[Card, ...]]) -> Item:
    honours = tuple(card for cards in suits.values() for card in cards if card.rank in HONOURS)
    points = sum(HONOURS[card.rank] for card in honours)
    return Item("high cards", honours, points, said="high cards are" if points else "no high cards")


def _short(name: str, cards: tuple[Card, ...]) -> Item:
    points = SHORTNESS[len(cards)]
    if cards:
        return Item("singleton", cards, points, name, f"a singleton {name.removesuffix('s')} makes")
    return Item("void", (), points, name, f"a void in {name} makes")


def _short_suit(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank if card.rank in HONOURS else "x" for card in cards) or "-"
