"""From text, words and lists to the cards of a deck, with errors that quote the input and say where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cardlab.card import SYMBOLS, Card, CardError, quote, strange
from cardlab.notation import Notation

__all__ = ["Reader"]


@dataclass(frozen=True)
class Reader:
    """Reads the cards of a deck: its name, its cards, and how they are written.

    >>> from cardlab.cribbage import DECK
    >>> [str(card) for card in DECK.reader.parse("5H 5♠, jack of clubs")]
    ['5H', '5S', 'JC']
    """

    deck: str
    cards: tuple[Card, ...]
    notation: Notation

    @property
    def expected(self) -> str:
        """What a card of the deck looks like, for messages."""
        ranks, suits = dict.fromkeys(self.notation.ranks.values()), self.notation.suits.values()
        specials = f", or one of {' '.join(self.notation.cards)}" if self.notation.cards else ""
        return f"a rank of {' '.join(ranks)} with a suit of {' '.join(suits)}{specials}"

    @cached_property
    def _names(self) -> dict[str, Card]:
        return {str(card): card for card in self.cards}

    @cached_property
    def _spellings(self) -> dict[str, Card]:
        """The usual ways to write each card, so that most hands are read at once."""
        if self.notation.case_matters:
            return self._names
        suits = self.notation.suits.values()
        signs = {sign: suit for suit in suits for sign in (suit, suit.lower(), SYMBOLS.get(suit, suit))}
        ranks = {spelling: rank for rank in self.notation.ranks for spelling in (rank, rank.lower())}
        return {
            spelling + sign: self._names[self.notation.ranks[rank] + suit]
            for spelling, rank in ranks.items()
            for sign, suit in signs.items()
        }

    def find(self, value: object) -> Card | None:
        """The card that is meant, or None: text in any accepted spelling, a pair of words, or a `Card`."""
        if isinstance(value, str):
            if card := self._spellings.get(value):
                return card
            read = self.notation.read_cards(value)
            return self._names[read[0][1][0]] if len(read) == 1 and read[0][1] and len(read[0][1]) == 1 else None
        if isinstance(value, Card):
            found = self._names.get(str(value))
            return found if found is value or found == value else None
        if isinstance(value, tuple | list) and len(value) == 2:
            rank, suit = value
            name = self.notation.pair(rank, suit) if isinstance(rank, str) and isinstance(suit, str) else None
            return self._names.get(name or "")
        return None

    def card(self, value: object, where: str = "") -> Card:
        """Read one card. Raises `CardError`, which says `where` it stands, for anything else."""
        found = self.find(value)
        if found is None:
            place = f" ({where})" if where else ""
            hint = strange(value) if isinstance(value, str) else ""
            said = f"{quote(value)}{place} is not a card of the {self.deck} deck{hint}"
            raise CardError(f"{said}: expected {self.expected}")
        return found

    def parse(self, hand: object, size: int | None = None) -> tuple[Card, ...]:
        """Read a hand. Raises `CardError` for what is not a card, comes twice, and for another number than `size`."""
        pairs = self._text(hand) if isinstance(hand, str) else self._list(hand)
        cards = tuple(card for _, card in pairs)
        if len(set(cards)) < len(cards):
            second = next(i for i, card in enumerate(cards) if card in cards[:i])
            first = cards.index(cards[second])
            raise CardError(f"{quote(pairs[second][0])} comes twice: as card {first + 1} and card {second + 1}")
        if size is not None and len(cards) != size:
            count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
            raise CardError(f"{count} where {size} were expected: {' '.join(map(str, cards)) or 'nothing'}")
        return cards

    def readable(self, text: str) -> tuple[Card, ...]:
        """The cards of a half-written hand, as far as they can be read, each once.

        >>> from cardlab.cribbage import DECK
        >>> [str(card) for card in DECK.reader.readable("5H 5X 5h JD")]
        ['5H', 'JD']
        """
        names = (name for _, names in self.notation.read_cards(text) for name in names or ())
        return tuple(dict.fromkeys(self._names[name] for name in names))

    def _list(self, hand: object) -> list[tuple[object, Card]]:
        """The cards of a list, each after the entry that it was read from."""
        if callable(to_pbn := getattr(hand, "to_pbn", None)):  # endplay's hands
            return self._text(str(to_pbn()))
        if not isinstance(hand, Iterable):
            raise CardError(f"{quote(hand)} is not a hand: expected text or a list of cards")
        cards = list(hand)
        return [
            (card, self.find(card) or self.card(card, f"card {place} of {len(cards)}"))
            for place, card in enumerate(cards, 1)
        ]

    def _text(self, text: str) -> list[tuple[object, Card]]:
        try:
            return [(word, self._spellings[word]) for word in text.split()]
        except KeyError:
            pieces = self.notation.read(text)
        if unread := [place for place, (_, names) in enumerate(pieces) if names is None]:
            place = next((place for place in unread if strange(pieces[place][0])), unread[0])
            sizes = [1 if names is None else len(names) for _, names in pieces]
            self.card(pieces[place][0], f"card {sum(sizes[:place]) + 1} of {sum(sizes)}")
        return [(piece, self._names[name]) for piece, names in pieces for name in names or ()]
