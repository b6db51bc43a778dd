"""A card, how its suit is shown, and the error for what is not a card."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["RANK_WORDS", "SYMBOLS", "SYMBOL_LETTERS", "Card", "CardError", "quote", "strange", "text_of", "words_of"]

SYMBOL_LETTERS = MappingProxyType(
    str.maketrans({"♠": "S", "♤": "S", "♥": "H", "♡": "H", "❤": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"})
    | dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
)
"""For `str.translate`: the letter of each suit symbol; the mark that chooses text or emoji is dropped."""

SYMBOLS = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
"""How the suits of the usual decks are shown."""


def words_of(names: Mapping[str, str]) -> Mapping[str, str]:
    """What each word means, from the words for each name, in one text with spaces between.

    >>> dict(words_of({"2": "two deuce"}))
    {'two': '2', 'deuce': '2'}
    """
    return MappingProxyType({word: name for name, words in names.items() for word in words.split()})


RANK_WORDS = words_of(
    {"A": "ace", "2": "two deuce", "3": "three trey", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight"}
    | {"9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
)


@dataclass(frozen=True, slots=True)
class Card:
    """A card: a rank and a suit, each one character; specials and cards without a suit have an empty one.

    >>> str(Card("5", "H"))
    '5H'
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @property
    def symbol(self) -> str:
        """The card as it is shown: `T` as 10, the suit as its symbol."""
        return self.rank.replace("T", "10") + SYMBOLS.get(self.suit, self.suit)


class CardError(ValueError):
    """Input that is not a card or not a hand; the message quotes it, says where it stands and what was expected."""

    __module__ = "cardlab.cards"  # where it is imported from


def quote(value: object, limit: int = 60) -> str:
    """Quote bad input for a message, cut to `limit` characters.

    >>> quote("8D"), quote(Card("8", "D")), quote("x" * 100, limit=9), quote(10**5000)
    ("'8D'", "'8D'", "'xxxxx...", 'an object of type int')
    """
    try:
        text = repr(value[: limit + 1] if isinstance(value, str) else str(value) if isinstance(value, Card) else value)
    except Exception:  # an integer of thousands of digits, a list nested too deeply, a faulty __repr__
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def strange(text: str) -> str:
    """Name the first character that looks like another or cannot be seen; empty if there is none.

    >>> strange("5\u041d"), strange("5H")
    (" ('\u041d' is CYRILLIC CAPITAL LETTER EN)", '')
    """
    for character in text.translate(SYMBOL_LETTERS):
        if not character.isascii() and not character.isspace():
            return f" ({character!r} is {unicodedata.name(character, f'U+{ord(character):04X}')})"
    return ""


def text_of(line: object) -> str:
    """A line of text, stripped. Raises `CardError` for anything else.

    >>> text_of(" 7D 7C ")
    '7D 7C'
    """
    if not isinstance(line, str):
        raise CardError(f"{quote(line)} is not a line: expected text")
    return line.strip()
