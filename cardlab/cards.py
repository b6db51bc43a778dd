"""Cards, decks and hands: cards, and one 64-bit set a hand.

This is the only module that knows which bit is which card: bit = suit * width + rank,
the specials (Tichu has four) behind the last suit. All four decks fit in 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, total_ordering
from operator import index
from typing import TYPE_CHECKING, TypeAlias

from cardlab.card import SYMBOLS, Card, CardError, quote, text_of
from cardlab.notation import Notation
from cardlab.reading import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Card", "CardError", "CardLike", "Deck", "Hand", "HandLike", "quote", "text_of"]

CardLike: TypeAlias = "str | Card | Hand | tuple[str, str] | list[str]"
"""What is read as a card: text in any accepted spelling, a `Card`, or a pair of words."""

HandLike: TypeAlias = "str | Hand | Iterable[CardLike]"
"""What is read as a hand: text, a `Hand`, or an iterable of cards."""


@total_ordering
class Hand:
    """A hand as one value: a set of cards of a deck. Its text is its cards with their symbols, `-` if it is empty.

    Hands are ordered as the numbers that their sets are: by the card of the highest bit, then the next.

    >>> from cardlab.cribbage import DECK
    >>> hand = Hand(DECK.encode("KD 5H AC 6D"), DECK)
    >>> print(hand, len(hand), hand.cards[0])
    5♥ 6♦ K♦ A♣ 4 5H
    """

    __slots__ = ("deck", "set")  # not a dataclass: pandas makes a row of each of those

    def __init__(self, set: int, deck: Deck) -> None:
        self.set = set
        self.deck = deck

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, in the order of the deck."""
        return self.deck.decode(self.set)

    def __len__(self) -> int:
        return self.set.bit_count()

    def __eq__(self, other: object) -> bool:
        return (self.set, self.deck) == (other.set, other.deck) if isinstance(other, Hand) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.set < other.set if isinstance(other, Hand) and self.deck == other.deck else NotImplemented

    def __hash__(self) -> int:
        return hash(self.set)

    def __str__(self) -> str:
        return self.deck.show(self.set)

    __repr__ = __str__


@dataclass(frozen=True)
class Deck:
    """A deck: its ranks from low to high, its suits, its specials, and how they are written.

    `suit_names` are the words for the suits, in the order of `suits`. Where `case_matters`, `J` and `j` differ.
    `by_suit` gives the order of the suits in hands that are written and shown suit by suit, high cards first.
    `words` are other spellings: pairs of a word and the rank, suit or card it means.

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
    by_suit: str = ""
    words: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for what, characters in (("ranks", self.ranks), ("suits", self.suits), ("specials", self.specials)):
            if len(set(characters)) < len(characters):
                raise ValueError(f"{what} {characters!r}: expected no character twice")
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
        return isinstance(card, Card) and self.find(card) is not None

    @cached_property
    def notation(self) -> Notation:
        """How cards of this deck are written."""
        names = dict(zip(self.suits, self.suit_names, strict=True))
        plural = {name: suit for suit, name in names.items()}
        ten = {"10": "T"} if "T" in self.ranks else {"10": "0", "T": "0"} if "0" in self.ranks else {}
        other = {word.upper(): rank for word, rank in self.words if rank in self.ranks and len(word) <= 2}
        return Notation(
            ranks={rank: rank for rank in self.ranks} | ten | other,
            suits={suit: suit for suit in self.suits},
            cards={special: special for special in self.specials},
            words=plural | {name.removesuffix("s"): suit for name, suit in plural.items()} | dict(self.words),
            by_suit={suit: names[suit] for suit in self.by_suit},
            case_matters=self.case_matters,
        )

    @cached_property
    def reader(self) -> Reader:
        """Reads the cards of this deck."""
        return Reader(self.name, self.cards, self.notation)

    def find(self, card: object) -> Card | None:
        """The card that is meant, or None: text in any accepted spelling, a pair of words, or a `Card`."""
        return self.reader.find(card)

    def card(self, card: CardLike, *, where: str = "") -> Card:
        """Read one card.

        `where` says in the message which card it is. Raises `CardError` for anything but a card of this deck.
        """
        if isinstance(card, Hand) and len(card) == 1:
            return self.parse(card)[0]
        return self.reader.card(card, where)

    def parse(self, hand: HandLike, *, size: int | None = None) -> tuple[Card, ...]:
        """Read a hand, in the order in which it is written.

        A hand is text (`"7D, 10h Q♠"`, `"5H5SJC"`, `"H5 ♠5"`, `"four of spades"`), a `Hand`, or an iterable of cards,
        of strings or of pairs of words (`("four", "spades")`). Raises `CardError` for what is not a card, for a card
        that comes twice, and for a number of cards other than `size`.
        """
        if isinstance(hand, Hand):
            if hand.deck != self:
                raise CardError(f"{quote(hand)} is a hand of the {hand.deck.name} deck: expected one of {self.name}")
            hand = hand.cards
        return self.reader.parse(hand, size)

    def encode(self, hand: HandLike) -> int:
        """The hand as one set of bits. Raises `CardError` as `parse` does."""
        return sum(1 << self.bits[card] for card in self.parse(hand))

    def decode(self, mask: int) -> tuple[Card, ...]:
        """The cards of a set of bits, in the order of the deck. Raises `CardError` for bits that are not cards."""
        try:
            mask = index(mask)
        except TypeError:
            raise CardError(f"{quote(mask)} is not a hand: expected an integer, a set of bits") from None
        if mask & ~self.mask:
            shown = f"{mask:#x}" if mask.bit_length() < 128 else f"an integer of {mask.bit_length()} bits"
            raise CardError(f"{shown} is not a hand: the {self.name} deck has bits 0 to {len(self) - 1}")
        return tuple(card for bit, card in enumerate(self.cards) if mask >> bit & 1)

    def show(self, mask: int) -> str:
        """The cards of a set of bits as players read them, `-` for none; `parse` reads it back.

        Card by card in the order of the deck; bridge hands suit by suit, spades first, from high to low.

        >>> from cardlab import bridge, cribbage
        >>> cribbage.DECK.show(cribbage.DECK.encode("AC 5H TS")), bridge.DECK.show(bridge.DECK.encode("AK2..QT.3"))
        ('5♥ 10♠ A♣', '♠AK2 ♥- ♦QT ♣3')
        """
        if not self.by_suit or not mask:
            return " ".join(card.symbol for card in self.decode(mask)) or "-"
        ranks = dict.fromkeys(self.by_suit, "")
        for card in reversed(self.decode(mask)):
            ranks[card.suit] += card.rank
        return " ".join(SYMBOLS[suit] + (held or "-") for suit, held in ranks.items())

    def encode_many(self, hands: Iterable[HandLike]) -> NDArray[np.uint64]:
        """The hands as an array of sets, `uint64[n]`. Raises `CardError` that also says which hand (from 1)."""
        import numpy as np

        return np.fromiter((self._encode_nth(n, hand) for n, hand in enumerate(hands, 1)), dtype=np.uint64)

    def _encode_nth(self, n: int, hand: HandLike) -> int:
        try:
            return self.encode(hand)
        except CardError as error:
            raise CardError(f"hand {n}: {error}") from None
