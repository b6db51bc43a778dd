"""Tichu: what a play is.

Rules: the challenge "Is this a valid Tichu play?" on Code Golf Stack Exchange, with the publisher's rules (Abacus,
Fata Morgana) where it is silent.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum

from cardlab.cards import Card, CardError, HandLike, quote
from cardlab.tichu import reading
from cardlab.tichu.reading import ACE, DECK, DOG, DRAGON, PHOENIX, RANK, TWO

__all__ = ["DECK", "NAMES", "Combination", "Kind", "combination", "combination_of", "parse"]

NAMES: tuple[str, ...] = ("dog", "Mah Jong", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NAMES += ("jack", "queen", "king", "ace", "dragon")
"""What a rank is called, from 0, the dog, to 15."""

SHORTEST = 5
"""The fewest cards of a straight, of one suit or not."""


class Kind(Enum):
    """The kinds of combination."""

    SINGLE = "single"
    DOG = "dog"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full house"
    STRAIGHT = "straight"
    TRACTOR = "tractor"
    FOUR_BOMB = "four bomb"
    STRAIGHT_FLUSH_BOMB = "straight-flush bomb"


BOMBS = (Kind.FOUR_BOMB, Kind.STRAIGHT_FLUSH_BOMB)


@dataclass(frozen=True, slots=True)
class Combination:
    """A play that is a combination: its kind, the rank it is compared by, its cards.

    `rank` is 1 for the Mah Jong, 2 to 14 for two to ace, 15 for the dragon, a half for a single phoenix; a full house
    is ranked by its triple, straights and tractors by their top. `phoenix` is the rank that the phoenix stands for.

    >>> combination("2233P")
    Combination(kind=<Kind.FULL_HOUSE: 'full house'>, rank=3, length=5, cards=(...), phoenix=3)
    """

    kind: Kind
    rank: float
    length: int
    cards: tuple[Card, ...]
    phoenix: float | None = None

    @property
    def is_bomb(self) -> bool:
        """Whether it is a four bomb or a straight-flush bomb."""
        return self.kind in BOMBS

    @property
    def is_single_phoenix(self) -> bool:
        """Whether it is the phoenix alone, which beats any single but the dragon whatever its own value."""
        return self.kind is Kind.SINGLE and self.phoenix is not None

    def beats(self, other: Combination) -> bool:
        """Whether it may be played on `other`: higher of the same kind and length, or a bomb on anything lower.

        Nothing beats the dog, not even a bomb: the lead has passed to the partner (publisher's FAQ, Fata Morgana).

        >>> combination("4444").beats(combination("R")), combination("66").beats(combination("777"))
        (True, False)
        """
        if other.kind is Kind.DOG:
            return False
        if self.is_bomb:
            return not other.is_bomb or (self.length, self.rank) > (other.length, other.rank)
        if self.is_single_phoenix:
            return other.kind is Kind.SINGLE and other.rank < RANK["R"] and not other.is_single_phoenix
        return (self.kind, self.length) == (other.kind, other.length) and self.rank > other.rank

    def on(self, other: Combination | None) -> Combination:
        """What it is on `other`: a phoenix alone is half a step above a single that it beats, all else stays as it is.

        >>> str(combination("P").on(combination("8")))
        'the phoenix at 8.5'
        """
        if other is None or not (self.is_single_phoenix and self.beats(other)):
            return self
        return replace(self, rank=other.rank + 0.5, phoenix=other.rank + 0.5)

    def __str__(self) -> str:
        if self.kind in (Kind.SINGLE, Kind.DOG):
            return _single_name(self.rank) if self.phoenix is None else f"the phoenix at {self.rank:g}"
        top = NAMES[int(self.rank)]
        if self.kind in (Kind.PAIR, Kind.TRIPLE, Kind.FOUR_BOMB):
            return f"a {self.kind.value} of {_plural(top)}"
        if self.kind is Kind.FULL_HOUSE:
            return f"a full house of {_plural(top)}"
        size = f"{self.length // 2} pairs" if self.kind is Kind.TRACTOR else f"{self.length} cards"
        return f"a {self.kind.value} of {size} up to the {top}"


def parse(play: HandLike) -> tuple[Card, ...]:
    """Read a play, with suits (`Jj Js`) or without (`JJ`), run together or apart; `""` and `-` are the empty one.

    Small letters are read as ranks only where that is a combination and nothing else is. Raises `CardError` for an
    unknown card, for a card more often than the deck has it, and for text with two readings, which it names.

    >>> [str(card) for card in parse("9j Js P")], len(parse("223344")), parse("-")
    (['9j', 'Js', 'P'], 6, ())
    >>> [str(card) for card in parse("8 9 10 j q")]
    ['8', '9', '0', 'J', 'Q']
    """
    return _parse_text(play) if isinstance(play, str) else reading.checked(reading.read_cards(play))


def combination(play: HandLike) -> Combination | None:
    """What a play is, or None if it is not a combination.

    Where the phoenix leaves two readings it is the higher one. A single phoenix is read as led: 1.5. Raises
    `CardError` as `parse` does. Rule: the table of combinations in the publisher's rules.

    >>> combination("45678").kind, combination("4j 5j 6j 7j 8j").kind, combination("1234")
    (<Kind.STRAIGHT: 'straight'>, <Kind.STRAIGHT_FLUSH_BOMB: 'straight-flush bomb'>, None)
    """
    return combination_of(parse(play))


def combination_of(cards: tuple[Card, ...]) -> Combination | None:
    """The same for cards that are already read, none of them more often than the deck has it.

    >>> str(combination_of(parse("66")))
    'a pair of sixes'
    """
    if len(cards) == 1:
        return _single(cards)
    if not cards or DOG in cards or DRAGON in cards:
        return None
    ranks = Counter(RANK[card.rank] for card in cards if card != PHOENIX)
    wild = PHOENIX in cards
    for reader in (_equal, _full_house, _straight, _tractor):
        if found := reader(ranks, wild):
            kind, rank, phoenix = found
            if kind is Kind.STRAIGHT and cards[0].suit and len({card.suit for card in cards}) == 1:
                kind = Kind.STRAIGHT_FLUSH_BOMB
            return Combination(kind, rank, len(cards), cards, phoenix if wild else None)
    return None


def _parse_text(text: str) -> tuple[Card, ...]:
    try:
        found = reading.read(text)
    except CardError as error:
        return _read_small_letters(text, error)
    cards = reading.checked(found)
    if reading.JOINED_TEN.search(text) and reading.MAH_JONG not in cards and combination_of((reading.MAH_JONG, *cards)):
        raise CardError(f"{quote(text)} has two readings: expected spaces around 10, the ten, or 1 0, Mah Jong and ten")
    return cards


def _read_small_letters(text: str, error: CardError) -> tuple[Card, ...]:
    """The cards if capitals make a combination, and suits do not; otherwise the error, with what to write."""
    found: dict[str, Combination] = {}
    suits_joined = reading.RANK_THEN_SUIT.sub(r"\1\2", text)
    for spelling in (text.upper(), suits_joined) if text.isascii() else ():
        with suppress(CardError):
            if play := combination_of(reading.checked(reading.read(spelling))):
                found[spelling] = play
    if list(found) == [text.upper()] and not reading.SUITED.search(text):
        return found[text.upper()].cards
    hint = " or ".join(f"{quote(spelling)} for {play}" for spelling, play in found.items())
    raise CardError(f"{error}; write {hint}" if hint else str(error)) from None


def _single(cards: tuple[Card, ...]) -> Combination:
    (card,) = cards
    if card == DOG:
        return Combination(Kind.DOG, 0, 1, cards)
    if card == PHOENIX:
        return Combination(Kind.SINGLE, 1.5, 1, cards, phoenix=1.5)
    return Combination(Kind.SINGLE, RANK[card.rank], 1, cards)


Reading = tuple[Kind, int, int]
"""A kind, the rank it is compared by, and what a phoenix stands for."""


def _equal(ranks: Counter[int], wild: bool) -> Reading | None:
    """A pair, a triple or a four bomb; a bomb never with the phoenix."""
    if len(ranks) != 1 or 1 in ranks:
        return None
    (rank,) = ranks
    kind = {2: Kind.PAIR, 3: Kind.TRIPLE, 4: Kind.FOUR_BOMB}.get(ranks.total() + wild)
    return None if kind is None or (kind is Kind.FOUR_BOMB and wild) else (kind, rank, rank)


def _full_house(ranks: Counter[int], wild: bool) -> Reading | None:
    """Three of a rank and two of another; the phoenix makes the higher pair the triple, or completes the pair."""
    if len(ranks) != 2 or 1 in ranks or ranks.total() + wild != 5:
        return None
    low, high = sorted(ranks)
    if max(ranks.values()) == 3:
        triple, pair = (low, high) if ranks[low] == 3 else (high, low)
        return Kind.FULL_HOUSE, triple, pair
    return (Kind.FULL_HOUSE, high, high) if wild and ranks[low] == 2 else None


def _straight(ranks: Counter[int], wild: bool) -> Reading | None:
    """Five or more consecutive ranks; the phoenix fills the gap, else the top, else the bottom down to the two."""
    size = ranks.total() + wild
    if size < SHORTEST or max(ranks.values()) > 1:
        return None
    low, high = min(ranks), max(ranks)
    if high - low == size - 1:
        gap = next((rank for rank in range(low, high) if rank not in ranks), 0)
        return Kind.STRAIGHT, high, gap
    if wild and high - low == size - 2:
        if high < ACE:
            return Kind.STRAIGHT, high + 1, high + 1
        if low > TWO:
            return Kind.STRAIGHT, high, low - 1
    return None


def _tractor(ranks: Counter[int], wild: bool) -> Reading | None:
    """Two or more consecutive pairs; the phoenix may complete one."""
    low, high = min(ranks), max(ranks)
    if len(ranks) < 2 or low < TWO or high - low != len(ranks) - 1:
        return None
    missing = [rank for rank in ranks if ranks[rank] == 1]
    if max(ranks.values()) > 2 or len(missing) != int(wild):
        return None
    return Kind.TRACTOR, high, missing[0] if wild else 0


def _single_name(rank: float) -> str:
    name = NAMES[int(rank)]
    return f"{'the' if name in ('dog', 'Mah Jong', 'dragon') else 'an' if name[0] in 'ae' else 'a'} {name}"


def _plural(name: str) -> str:
    return name + ("es" if name == "six" else "s")
