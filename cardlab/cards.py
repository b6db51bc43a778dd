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

from cardlab.notation import RANK_WORDS, SYMBOL_LETTERS, SYMBOLS, Card, CardError, Notation, quote, strange

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "RANK_WORDS",
    "SYMBOLS",
    "SYMBOL_LETTERS",
    "Card",
    "CardError",
    "CardLike",
    "Deck",
    "Hand",
    "HandLike",
    "quote",
    "text_of",
]

CardLike: TypeAlias = "str | Card | tuple[str, str] | list[str]"
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
    def _names(self) -> dict[str, Card]:
        return {str(card): card for card in self.cards}

    @cached_property
    def _spellings(self) -> dict[str, Card]:
        """The usual ways to write each card, so that most hands are read at once."""
        if self.case_matters:
            return self._names
        signs = {sign: suit for suit in self.suits for sign in (suit, suit.lower(), SYMBOLS.get(suit, suit))}
        ranks = {spelling: rank for rank in self.notation.ranks for spelling in (rank, rank.lower())}
        return {
            spelling + sign: self._names[self.notation.ranks[rank] + suit]
            for spelling, rank in ranks.items()
            for sign, suit in signs.items()
        }

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

    @property
    def expected(self) -> str:
        """What a card of this deck looks like, for messages."""
        specials = f", or one of {' '.join(self.specials)}" if self.specials else ""
        return f"a rank of {' '.join(self.ranks)} with a suit of {' '.join(self.suits)}{specials}"

    def find(self, given: object) -> Card | None:
        """The card that `given` means, or None: text in any accepted spelling, a pair of words, or a `Card`."""
        if isinstance(given, str):
            if card := self._spellings.get(given):
                return card
            read = self.notation.read_cards(given)
            return self._names[read[0][1][0]] if len(read) == 1 and read[0][1] and len(read[0][1]) == 1 else None
        if isinstance(given, Card):
            return given if isinstance(given.rank, str) and isinstance(given.suit, str) and given in self.bits else None
        if isinstance(given, tuple | list) and len(given) == 2:
            rank, suit = given
            name = self.notation.pair(rank, suit) if isinstance(rank, str) and isinstance(suit, str) else None
            return self._names.get(name or "")
        return None

    def card(self, given: CardLike, *, where: str = "") -> Card:
        """Read one card.

        `where` says in the message which card it is. Raises `CardError` for anything but a card of this deck.
        """
        found = self.find(given)
        if found is None:
            place = f" ({where})" if where else ""
            hint = strange(given) if isinstance(given, str) else ""
            raise CardError(
                f"{quote(given)}{place} is not a card of the {self.name} deck{hint}: expected {self.expected}"
            )
        return found

    def parse(self, hand: HandLike, *, size: int | None = None) -> tuple[Card, ...]:
        """Read a hand, in the order in which it is written.

        A hand is text (`"7D, 10h Q♠"`, `"5H5SJC"`, `"H5 ♠5"`, `"four of spades"`), a `Hand`, or an iterable of cards,
        of strings or of pairs of words (`("four", "spades")`). Raises `CardError` for what is not a card, for a card
        that comes twice, and for a number of cards other than `size`.
        """
        pairs = self._read(hand)
        cards = tuple(card for _, card in pairs)
        if len(set(cards)) < len(cards):
            second = next(i for i, card in enumerate(cards) if card in cards[:i])
            first = cards.index(cards[second])
            raise CardError(f"{quote(pairs[second][0])} comes twice: as card {first + 1} and card {second + 1}")
        if size is not None and len(cards) != size:
            shown = " ".join(map(str, cards)) or "nothing"
            raise CardError(f"{len(cards)} cards where {size} were expected: {shown}")
        return cards

    def _read(self, hand: HandLike) -> list[tuple[object, Card]]:
        """The cards of a hand, each behind what was read as it."""
        if isinstance(hand, str):
            return self._read_text(hand)
        if isinstance(hand, Hand):
            if hand.deck != self:
                raise CardError(f"{quote(hand)} is a hand of the {hand.deck.name} deck: expected one of {self.name}")
            return [(card, card) for card in hand.cards]
        if callable(to_pbn := getattr(hand, "to_pbn", None)):  # endplay's hands
            return self._read_text(to_pbn())
        try:
            cards = iter(hand)
        except TypeError:
            raise CardError(f"{quote(hand)} is not a hand: expected text or a list of cards") from None
        given = list(cards)
        return [
            (one, self.find(one) or self.card(one, where=f"card {place} of {len(given)}"))
            for place, one in enumerate(given, 1)
        ]

    def _read_text(self, text: str) -> list[tuple[object, Card]]:
        try:
            return [(word, self._spellings[word]) for word in text.split()]
        except KeyError:
            pieces = self.notation.read(text)
        cards: list[tuple[object, Card]] = []
        for piece, names in pieces:
            if names is None:
                total = sum(len(names or ("?",)) for _, names in pieces)
                self.card(piece, where=f"card {len(cards) + 1} of {total}")
            cards += [(piece, self._names[name]) for name in names or ()]
        return cards

    def readable(self, text: str) -> tuple[Card, ...]:
        """The cards of a half-written hand, as far as they can be read, each once.

        >>> from cardlab.cribbage import DECK
        >>> [str(card) for card in DECK.readable("5H 5X 5h JD")]
        ['5H', 'JD']
        """
        names = (name for _, names in self.notation.read_cards(text) for name in names or ())
        return tuple(dict.fromkeys(self._names[name] for name in names))

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


def text_of(line: object) -> str:
    """A line of text, stripped. Raises `CardError` for anything else.

    >>> text_of(" 7D 7C ")
    '7D 7C'
    """
    if not isinstance(line, str):
        raise CardError(f"{quote(line)} is not a line: expected text")
    return line.strip()
