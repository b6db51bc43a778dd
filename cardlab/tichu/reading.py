"""Tichu: the deck, and how a play is written.

A card is a rank, `2` to `9`, `0`, `J Q K A`, with a suit in a small letter or without, or a special. `T` and `10` are
tens too, `jj` is a pair of jacks, and names are read: `dragon`, `Mah Jong`, `seven of pagodas`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, cycle
from types import MappingProxyType

from cardlab.card import RANK_WORDS, strange
from cardlab.cards import Card, CardError, CardLike, Deck, Hand, quote
from cardlab.display import cards_text

__all__ = [
    "DECK",
    "PLAIN",
    "RANK",
    "checked",
    "read",
    "read_cards",
    "set_of_play",
]

DECK = Deck(
    "Tichu",
    "234567890JQKA",
    "jspt",
    ("jade", "swords", "pagodas", "stars"),
    specials="1DPR",
    case_matters=True,
    words=(
        *(("mah jong", "1"), ("mahjong", "1"), ("dog", "D"), ("phoenix", "P"), ("dragon", "R")),
        *(("hound", "D"), ("hund", "D"), ("phönix", "P"), ("drache", "R")),
    ),
)
"""The 56 cards: the ace high, then the Mah Jong `1`, the dog `D`, the phoenix `P` and the dragon `R`."""

MAH_JONG, DOG, PHOENIX, DRAGON = (Card(special) for special in DECK.specials)
TWO, ACE = 2, 14
RANK = MappingProxyType({rank: place for place, rank in enumerate(DECK.ranks, TWO)} | {"1": 1, "R": 15})
"""What a rank is compared by: 1 for the Mah Jong, 2 to 14 for two to ace, 15 for the dragon."""

RANKS = (*DECK.ranks,)
PLAIN = frozenset(map(Card, RANKS))
"""The cards without a suit, of which the deck has four each."""

TENS = MappingProxyType({"10": "0", "T": "0"})
SUIT_OF = MappingProxyType(
    {name.removesuffix("s"): suit for suit, name in zip(DECK.suits, DECK.suit_names, strict=True)}
)
NAMES = MappingProxyType(
    {word: TENS.get(rank, rank) for word, rank in RANK_WORDS.items()} | dict(DECK.words) | {"mah-jong": "1"}
)
BETWEEN, DASH = r"\s,;", "-\u2010-\u2015"
PIECE = re.compile(
    rf"[{BETWEEN}]+|(?P<dash>[{DASH}])"
    rf"|(?:(?ai:(?P<name>{'|'.join(NAMES)}))|(?P<rank>10|[2-90TJQKA]))"
    rf"(?:(?ai: (?:of )?(?P<of>{'|'.join(SUIT_OF)})s?)|(?(rank)(?P<suit>[jspt])))?"
    r"|(?P<special>[1DPR])|(?P<same>(?P<letter>[jqkat])(?P=letter)+)"
)
# A 10 that touches another card, so that it could be the Mah Jong and a ten.
JOINED_TEN = re.compile(rf"[^{BETWEEN}{DASH}]10|10(?![jspt]?(?:[{BETWEEN}{DASH}]|\Z))")
SUITED = re.compile("[2-90TJQKA][jspt]")
RANK_THEN_SUIT = re.compile(r"(10|[2-90TJQKA])[ ]+([jspt])(?![a-z])")


def read(text: str) -> list[Card]:
    """The cards of a play, run together or with spaces, commas or hyphens between; `-` alone is the empty play.

    Raises `CardError` that quotes the first character which is not part of a card, and names it if it comes from
    another script or can't be seen; and for more cards than the deck has, so that the time is linear in the text.

    >>> [str(card) for card in read("3-4-10j Q phoenix")], [str(card) for card in read("jj")], read("-")
    (['3', '4', '0j', 'Q', 'P'], ['J', 'J'], [])
    """
    cards: list[Card] = []
    place, dash = 0, True  # a dash stands between two cards
    text = text.strip()
    if re.fullmatch(f"[{DASH}]", text):
        return cards
    while place < len(text):
        piece = PIECE.match(text, place)
        if piece is None or (piece["dash"] and (dash or piece.end() == len(text))):
            raise CardError(
                f"{quote(text[place])} in {quote(text)} is not a card{strange(text[place])}: "
                f"expected {DECK.reader.expected}; 0, T or 10 is the ten"
            )
        found = _cards(piece)
        cards += found
        if len(cards) > len(DECK):
            raise CardError(f"{quote(text)} has more than the {len(DECK)} cards of the deck")
        dash = bool(piece["dash"]) or (dash and not found)
        place = piece.end()
    return cards


def _cards(piece: re.Match[str]) -> list[Card]:
    """The cards of a piece of text; none for what is between cards."""
    if same := piece["same"]:
        rank = same[0].upper()
        return [Card(TENS.get(rank, rank))] * len(same)
    if rank := piece["rank"] or piece["special"] or NAMES.get((piece["name"] or "").lower()):
        return [Card(TENS.get(rank, rank), piece["suit"] or SUIT_OF.get((piece["of"] or "").lower(), ""))]
    return []


def read_cards(play: Hand | Iterable[CardLike]) -> Iterator[Card]:
    """The cards of a hand or of an iterable of cards, each read by itself. Raises `CardError` for anything else.

    >>> [str(card) for card in read_cards(["9j", "phoenix", Card("Q")])]
    ['9j', 'P', 'Q']
    """
    try:
        cards = iter(play.cards if isinstance(play, Hand) else play)
    except TypeError:
        raise CardError(f"{quote(play)} is not a play: expected text or a list of cards") from None
    for place, card in enumerate(cards, 1):
        yield (card if isinstance(card, Card) and card.rank in RANKS and card.suit == "" else _card(card, place))


def _card(card: CardLike, place: int) -> Card:
    if isinstance(card, str):
        with suppress(ValueError):
            (found,) = read(card)
            return found
    return DECK.card(card, where=f"card {place}")


def checked(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards, if the deck has as many of each. Raises `CardError` if not.

    >>> len(checked(read("9 9 9 9")))
    4
    """
    cards = tuple(cards)
    suited = (str(card) for card in cards if card.suit)
    for name, times in Counter(chain(suited, (card.rank for card in cards))).items():
        allowed = 4 if name in RANKS else 1
        if times > allowed:
            raise CardError(f"{quote(name)} comes {times} times in {quote(cards_text(cards))}: the deck has {allowed}")
    return cards


def set_of_play(cards: Sequence[Card]) -> int:
    """The set of the cards of a play; a card without a suit has the next suit, in turn, that is not there yet.

    >>> [str(card) for card in DECK.decode(set_of_play([Card("9"), Card("9", "j"), Card("9")]))]
    ['9j', '9s', '9p']
    """
    seen, suits = [card for card in cards if card in DECK], cycle(DECK.suits)
    for card in sorted(set(cards) - set(seen), key=lambda card: RANK[card.rank]):
        for _ in range(cards.count(card)):
            seen.append(next(full for suit in suits if (full := Card(card.rank, suit)) not in seen))
    return DECK.encode(seen)
