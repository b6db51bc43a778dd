"""Cards, decks and hands: notation, cards, and one 64-bit set a hand.

This is the only module that knows which bit is which card: bit = suit * width + rank,
the specials (Tichu has four) behind the last suit. All four decks fit in 64 bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SYMBOL_LETTERS", "Card", "CardError", "CardLike", "Deck", "HandLike", "quote", "text_of"]

SYMBOL_LETTERS = str.maketrans(
    {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C", "\ufe0f": None}
)
"""For `str.translate`: the letter of each suit symbol; the mark that makes an emoji of it is dropped."""

RANK_WORDS = {
    "ace": "A",
    "two": "2",
    "deuce": "2",
    "three": "3",
    "trey": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
TOKEN = re.compile(r"\w+\s+of\s+\w+|[^\s,;]+", re.IGNORECASE)
OF = re.compile(r"(\w+)\s+of\s+(\w+)", re.IGNORECASE)


class CardError(ValueError):
    """Input that is no card or no hand; the message quotes it, says where it stands and what was expected."""


def quote(given: object, limit: int = 60) -> str:
    """Quote bad input for a message, cut to `limit` characters; a card as it is written.

    >>> quote("8D"), quote(Card("8", "D")), quote("x" * 100, limit=9)
    ("'8D'", "'8D'", "'xxxxx...")
    """
    try:
        text = repr(f"{given.rank}{given.suit}" if isinstance(given, Card) else given)
    except ValueError:  # an integer of thousands of digits
        text = f"a {type(given).__name__}"
    return text if len(text) <= limit else text[: limit - 3] + "..."


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a rank and a suit, each one character; specials and cards given without a suit have none.

    >>> str(Card("5", "H"))
    '5H'
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


CardLike: TypeAlias = str | Card | tuple[str, str]
"""What is read as a card: text in any accepted spelling, a `Card`, or a pair of words."""

HandLike: TypeAlias = str | Iterable[CardLike]
"""What is read as a hand: text with separators between the cards, or an iterable of cards."""


@dataclass(frozen=True)
class Deck:
    """A deck: its ranks from low to high, its suits, its specials, and how they are written.

    `suit_names` are the words for the suits, in the order of `suits`. Where `case_matters`, `J` and `j` differ.

    >>> deck = Deck("demo", "A23", "HS", ("hearts", "spades"))
    >>> len(deck), [str(card) for card in deck]
    (6, ['AH', '2H', '3H', 'AS', '2S', '3S'])
    >>> [str(card) for card in deck.parse("3♠, ah")]
    ['3S', 'AH']
    >>> deck.encode("AH 3S"), [str(card) for card in deck.decode(33)]
    (33, ['AH', '3S'])
    """

    name: str
    ranks: str
    suits: str
    suit_names: tuple[str, ...]
    specials: str = ""
    case_matters: bool = False

    def __post_init__(self) -> None:
        for what, given in (("ranks", self.ranks), ("suits", self.suits), ("specials", self.specials)):
            if len(set(given)) < len(given):
                raise ValueError(f"{what} {given!r}: expected no character twice")
        if len(self.suit_names) != len(self.suits):
            raise ValueError(f"{len(self.suit_names)} names for {len(self.suits)} suits")
        if len(self.ranks) * len(self.suits) + len(self.specials) > 64:
            raise ValueError(f"the {self.name} deck has more than the 64 cards that fit in a set")

    @property
    def width(self) -> int:
        """The number of ranks: how many bits a suit takes."""
        return len(self.ranks)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of their bits."""
        suited = [Card(rank, suit) for suit in self.suits for rank in self.ranks]
        return (*suited, *(Card(special) for special in self.specials))

    @cached_property
    def bits(self) -> dict[Card, int]:
        """The bit of each card, 0 to 63."""
        return {card: bit for bit, card in enumerate(self.cards)}

    @property
    def mask(self) -> int:
        """The set of all cards: the other side of a hand is `mask & ~hand`."""
        return (1 << len(self.cards)) - 1

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.bits

    @cached_property
    def _spellings(self) -> dict[str, Card]:
        return {str(card): card for card in self.cards}

    @cached_property
    def _suit_words(self) -> dict[str, str]:
        plural = dict(zip(self.suit_names, self.suits, strict=True))
        return plural | {word.removesuffix("s"): suit for word, suit in plural.items()}

    @property
    def expected(self) -> str:
        """What a card of this deck looks like, for messages."""
        specials = f", or one of {' '.join(self.specials)}" if self.specials else ""
        return f"a rank of {' '.join(self.ranks)} with a suit of {' '.join(self.suits)}{specials}"

    def find(self, given: object) -> Card | None:
        """The card that `given` means, or None: text in any accepted spelling, a pair of words, or a `Card`."""
        if isinstance(given, Card):
            return given if given in self.bits else None
        if isinstance(given, tuple):
            return self._find_words(*given) if len(given) == 2 else None
        if not isinstance(given, str):
            return None
        if match := OF.fullmatch(given.strip()):
            return self._find_words(*match.groups())
        text = given.strip()
        if not self.case_matters:  # Tichu's D is the dog, not a diamond
            text = text.translate(SYMBOL_LETTERS)
        if not self.case_matters and text.isascii():
            text = text.upper()
            text = "T" + text[2:] if text.startswith("10") else text
        return self._spellings.get(text)

    def _find_words(self, rank: object, suit: object) -> Card | None:
        if not isinstance(rank, str) or not isinstance(suit, str):
            return None
        letter = RANK_WORDS.get(rank.lower(), rank)
        letter = "0" if letter == "T" and "T" not in self.ranks else letter
        suit = self._suit_words.get(suit.lower(), suit.translate(SYMBOL_LETTERS))
        return self.find(letter + suit) if len(suit) == 1 and (len(letter) == 1 or letter == "10") else None

    def card(self, given: CardLike, *, where: str = "") -> Card:
        """Read one card.

        `where` says in the message which card it is. Raises `CardError` for what is no card of this deck.
        """
        found = self.find(given)
        if found is None:
            place = f" ({where})" if where else ""
            raise CardError(f"{quote(given)}{place} is no card of the {self.name} deck: expected {self.expected}")
        return found

    def parse(self, hand: HandLike, *, size: int | None = None) -> tuple[Card, ...]:
        """Read a hand, in the order given.

        A hand is one string with spaces, commas or semicolons between the cards (`"7D, 10h Q♠"`, `"four of spades"`),
        or an iterable of cards, of strings or of pairs of words (`("four", "spades")`). Raises `CardError` for what is
        no card, for a card that comes twice, and for a number of cards other than `size`.
        """
        given = split(hand)
        places = [f"card {place} of {len(given)}" for place in range(1, len(given) + 1)]
        cards = tuple(self.card(one, where=place) for one, place in zip(given, places, strict=True))
        if len(set(cards)) < len(cards):
            second = next(i for i, card in enumerate(cards) if card in cards[:i])
            first = cards.index(cards[second])
            raise CardError(f"{quote(given[second])} comes twice: as card {first + 1} and card {second + 1}")
        if size is not None and len(cards) != size:
            shown = " ".join(map(str, cards)) or "nothing"
            raise CardError(f"{len(cards)} cards where {size} were expected: {shown}")
        return cards

    def encode(self, hand: HandLike) -> int:
        """The hand as one set of bits. Raises `CardError` as `parse` does."""
        return sum(1 << self.bits[card] for card in self.parse(hand))

    def decode(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set of bits, in the order of the deck. Raises `CardError` for bits that are no card."""
        try:
            mask = index(mask)
        except TypeError:
            raise CardError(f"{quote(mask)} is no hand: expected an integer, a set of bits") from None
        if mask & ~self.mask:
            shown = f"{mask:#x}" if mask.bit_length() < 128 else f"an integer of {mask.bit_length()} bits"
            raise CardError(f"{shown} is no hand: the {self.name} deck has bits 0 to {len(self) - 1}")
        return tuple(card for bit, card in enumerate(self.cards) if mask >> bit & 1)

    def encode_many(self, hands: Iterable[HandLike]) -> NDArray[np.uint64]:
        """The hands as an array of sets, `uint64[n]`. Raises `CardError` that also says which hand (from 1)."""
        import numpy as np

        return np.fromiter((self._encode_nth(n, hand) for n, hand in enumerate(hands, 1)), dtype=np.uint64)

    def _encode_nth(self, n: int, hand: HandLike) -> int:
        try:
            return self.encode(hand)
        except CardError as error:
            raise CardError(f"hand {n}: {error}") from None


def text_of(line: object) -> str:
    """A line of text, stripped. Raises `CardError` for what is no text.

    >>> text_of(" 7D 7C ")
    '7D 7C'
    """
    if not isinstance(line, str):
        raise CardError(f"{quote(line)} is no line: expected text")
    return line.strip()


def split(hand: HandLike) -> list[CardLike]:
    """Cut a hand into what should be its cards. Raises `CardError` for what is neither text nor an iterable.

    >>> split("7D, 6H,QD JS"), split(["7D", "6H"]), split("four of spades; ace of clubs")
    (['7D', '6H', 'QD', 'JS'], ['7D', '6H'], ['four of spades', 'ace of clubs'])
    """
    if isinstance(hand, str):
        return list(TOKEN.findall(hand))
    try:
        return list(hand)
    except TypeError:
        raise CardError(f"{quote(hand)} is no hand: expected text or a list of cards") from None
