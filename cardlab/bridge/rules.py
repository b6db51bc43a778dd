"""Bridge: the Milton Work point count with adjustments, and the shorthand of a hand.

Rules: CheckiO "Bridge Routine", after the labs "Milton Work point count" and "Bridge hand shorthand form" of
CCPS 109 (Ilkka Kokkarinen).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from types import MappingProxyType

from cardlab.bridge.counts import ADJUSTED, FLAT, RANKS, Count
from cardlab.card import SYMBOL_LETTERS, strange
from cardlab.cards import Card, CardError, Deck, HandLike, quote, text_of
from cardlab.score import Item, Score

__all__ = ["DECK", "TRUMPS", "bridge_routine", "parse", "score", "score_line", "shape", "shorthand", "strain"]

DECK = Deck("bridge", RANKS, "CDHS", ("clubs", "diamonds", "hearts", "spades"), by_suit="SHDC")
"""The 52 cards, the ace high."""

HONOURS = "AKQJ"
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
SHORT = ("void", "singleton", "doubleton")

SUITS = MappingProxyType(dict(zip(reversed(DECK.suit_names), reversed(DECK.suits), strict=True)))
TRUMPS = (*SUITS, "notrump")
"""The five strains, spades first."""

STRAINS = MappingProxyType(
    {name: name for name in TRUMPS}
    | {letter.lower(): name for name, letter in SUITS.items()}
    | {name.removesuffix("s"): name for name in SUITS}
    | dict.fromkeys(("no trump", "no-trump", "no trumps", "nt", "n"), "notrump")
)


def parse(hand: HandLike, *, size: int | None = 13) -> tuple[Card, ...]:
    """Read a bridge hand of 13 cards: the dot notation of PBN, word tuples, or cards in any spelling.

    Spades first in the order given by the dots; `-` is a void. `size` is another number of cards, None any number:
    a hand that is only partly known. Raises `CardError` for anything else.

    >>> len(parse("AKQ2.T98..J76543")), str(parse("AKQ2.T98.-.J76543")[4])
    (13, 'TH')
    """
    return DECK.parse(hand, size=size)


def strain(trump: str) -> str:
    """The strain that is meant: a suit's name or `notrump`; letters and symbols are read too.

    >>> strain("Spades"), strain("NT"), strain("d")
    ('spades', 'notrump', 'diamonds')
    """
    name = STRAINS.get(trump.strip().translate(SYMBOL_LETTERS).lower()) if isinstance(trump, str) else None
    if name is None:
        hint = strange(trump) if isinstance(trump, str) else ""
        raise CardError(f"unknown trump {quote(trump)}{hint}: expected one of {', '.join(TRUMPS)}")
    return name


def shape(hand: HandLike) -> tuple[int, int, int, int]:
    """The lengths of spades, hearts, diamonds and clubs.

    >>> shape("AKQ2.T98..J76543")
    (4, 3, 0, 6)
    """
    lengths = [len(cards) for cards in _suits(parse(hand)).values()]
    return lengths[0], lengths[1], lengths[2], lengths[3]


def score(hand: HandLike, trump: str, *, rules: Count = ADJUSTED) -> Score:
    """Count a hand's points for a trump suit or notrump: high cards, and an item for each adjustment.

    Raises `CardError` unless the hand is 13 cards and the trump one of the five. Rule: A 4, K 3, Q 2, J 1; minus 1 for
    4-3-3-3; plus 1, 2, 3 for a suit of 5, 6, 7 or more; in a suit contract plus 5 for a void and 3 for a singleton
    outside the trumps. `rules` is another way to count (`cardlab.bridge.counts`); a count with fractions is kept in
    steps, `rules.unit` of them to a point.

    >>> print(score("54.QJT642.7432.4", "diamonds"))
    high cards are 3, six hearts make 5, a singleton club makes 8
    >>> print(score("432.432.432.5432", "notrump"))
    no high cards, a flat hand leaves -1
    >>> from cardlab.bridge import BUM_RAP_531
    >>> print(score("54.QJT642.7432.4", "diamonds", rules=BUM_RAP_531))
    high cards are 2.5, a doubleton in spades makes 3.5, a singleton club makes 6.5
    """
    suits, trumps = _suits(parse(hand)), strain(trump)
    return Score((*_high_cards(suits, rules), *_adjustments(suits, trumps, rules)), rules.unit, DECK)


def adjustments(lengths: Sequence[int], trump: str, *, rules: Count = ADJUSTED) -> Score:
    """What the lengths of spades, hearts, diamonds and clubs give, whatever the cards: the score but the high cards.

    >>> print(adjustments((6, 5, 2, 0), "spades").table())
    long suit  2S 3S 4S 5S 6S 7S  six spades   2
    long suit  2H 3H 4H 5H 6H     five hearts  1
    void                          clubs        5
    total                                      8
    """
    suits = zip(SUITS.items(), lengths, strict=True)
    cards = {name: tuple(Card(rank, letter) for rank in RANKS[:length]) for (name, letter), length in suits}
    return Score(tuple(_adjustments(cards, strain(trump), rules)), rules.unit, DECK)


def shorthand(hand: HandLike) -> str:
    """The hand's shorthand: spades, hearts, diamonds, clubs; honours by letter, lower cards as `x`, `-` for a void.

    Raises `CardError` unless the hand is 13 cards.

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


def score_line(line: str, *, trump: str = "notrump", rules: Count = ADJUSTED, explain: bool = False) -> str:
    """The line with its points and its shorthand behind it; `explain` adds the items below.

    >>> score_line("3.QJ8.AJ96.AKJ95", trump="clubs")
    '3.QJ8.AJ96.AKJ95 = 20  x QJx AJxx AKJxx'
    """
    hand = text_of(line)
    result = score(hand, trump, rules=rules)
    text = f"{hand} = {float(result):2g}  {shorthand(hand)}"
    return text + (f"\n{result.table()}" if explain else "")


def _suits(hand: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """The cards of each suit, spades first, each from high to low."""
    held: dict[str, list[Card]] = {letter: [] for letter in DECK.suits}
    for card in sorted(hand, key=lambda card: RANKS.index(card.rank), reverse=True):
        held[card.suit].append(card)
    return {name: tuple(held[letter]) for name, letter in SUITS.items()}


def _high_cards(suits: dict[str, tuple[Card, ...]], rules: Count) -> list[Item]:
    if not rules.honours:
        return []
    honours, points = [], 0
    for cards in suits.values():
        for card in cards:
            if card.rank in rules.honours:
                honours.append(card)
                points += rules.honour(card.rank, len(cards))
    return [Item("high cards", tuple(honours), points, said="high cards are" if points else "no high cards")]


def _adjustments(suits: dict[str, tuple[Card, ...]], trumps: str, rules: Count) -> list[Item]:
    """The items that the lengths of the suits give."""
    items = _of_shape(tuple(sorted(map(len, suits.values()), reverse=True)), rules)
    for name, cards in suits.items():
        if weight := rules.length.get(len(cards)):
            items.append(_length(name, cards, rules.steps(weight)))
    if trumps != "notrump":
        for name, cards in suits.items():
            if name != trumps and (weight := rules.shortness.get(len(cards))):
                items.append(_short(name, cards, rules.steps(weight)))
    return items


def _of_shape(lengths: tuple[int, ...], rules: Count) -> list[Item]:
    """The items that the four lengths give, the longest first, whichever suits they are of."""
    items = []
    if rules.flat and lengths == FLAT:
        items.append(Item("flat", (), rules.steps(rules.flat), "4-3-3-3", "a flat hand leaves"))
    if any(rules.shape):
        points = rules.steps(sum(map(mul, rules.shape, lengths)))
        shown = "-".join(map(str, lengths))
        items.append(Item("shape", (), points, shown, f"the shape {shown} makes"))
    return items


def _length(name: str, cards: tuple[Card, ...], points: int) -> Item:
    suit = f"{NUMBERS[len(cards)]} {name}" if len(cards) != 1 else f"one {name.removesuffix('s')}"
    kind = "long suit" if len(cards) > 4 else "length"
    return Item(kind, cards, points, suit, f"{suit} {'makes' if len(cards) == 1 else 'make'}")


def _short(name: str, cards: tuple[Card, ...], points: int) -> Item:
    if len(cards) >= len(SHORT):
        return _length(name, cards, points)
    kind = SHORT[len(cards)]
    which = f"singleton {name.removesuffix('s')}" if len(cards) == 1 else f"{kind} in {name}"
    return Item(kind, cards, points, name, f"a {which} makes")


def _short_suit(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank if card.rank in HONOURS else "x" for card in cards) or "-"
