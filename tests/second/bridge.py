"""A second definition of the bridge point count and the hand shorthand.

It is written from the rule text alone, by another route than the package's:
a hand is a plain list of card strings, and every rule is counted out card by
card. It is slow on purpose and exists only to be compared with the scorer.
"""

import random
from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "SHDC"

SUIT_LETTERS: dict[str, str] = {
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
}
RANK_LETTERS: dict[str, str] = {
    "two": "2",
    "three": "3",
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
    "ace": "A",
}
HONOUR_POINTS: dict[str, int] = {"A": 4, "K": 3, "Q": 2, "J": 1}

STREAM_SUITS = ("clubs", "diamonds", "hearts", "spades")
STREAM_RANKS = tuple(RANK_LETTERS)


def checked(hand: Iterable[str]) -> list[str]:
    """List the 13 different cards of the hand, or refuse it."""
    cards = list(hand)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    if any(card not in deck for card in cards):
        raise ValueError(f"unknown card in {cards}")
    if len(cards) != 13 or len(set(cards)) != 13:
        raise ValueError(f"not 13 different cards: {cards}")
    return cards


def length(cards: list[str], suit: str) -> int:
    """Count the cards of one suit."""
    return len([card for card in cards if card[1] == suit])


def high_card_points(cards: list[str]) -> int:
    """Add up ace 4, king 3, queen 2, jack 1."""
    return sum(HONOUR_POINTS.get(card[0], 0) for card in cards)


def flat_points(cards: list[str]) -> int:
    """Take one point off a 4-3-3-3 hand."""
    if sorted(length(cards, suit) for suit in SUITS) == [3, 3, 3, 4]:
        return -1
    return 0


def long_suit_points(cards: list[str]) -> int:
    """Give 1 for every 5-card suit, 2 for 6 cards, 3 for 7 or more."""
    total = 0
    for suit in SUITS:
        if length(cards, suit) == 5:
            total += 1
        if length(cards, suit) == 6:
            total += 2
        if length(cards, suit) >= 7:
            total += 3
    return total


def short_suit_points(cards: list[str], trump: str) -> int:
    """Give 5 for every side-suit void and 3 for every side-suit singleton."""
    if trump == "notrump":
        return 0
    side_suits = [suit for suit in SUITS if suit != SUIT_LETTERS[trump]]
    voids = [suit for suit in side_suits if length(cards, suit) == 0]
    singletons = [suit for suit in side_suits if length(cards, suit) == 1]
    return 5 * len(voids) + 3 * len(singletons)


def points(hand: Iterable[str], trump: str) -> int:
    """Evaluate a hand such as AS, TH, ... for a trump suit or notrump."""
    cards = checked(hand)
    return high_card_points(cards) + flat_points(cards) + long_suit_points(cards) + short_suit_points(cards, trump)


def suit_shorthand(cards: list[str], suit: str) -> str:
    """Write one suit: honours by letter, lower cards as x, a void as -."""
    text = ""
    for rank in "AKQJ":
        if rank + suit in cards:
            text += rank
    for rank in "T98765432":
        if rank + suit in cards:
            text += "x"
    if text == "":
        return "-"
    return text


def shorthand(hand: Iterable[str]) -> str:
    """Write the hand in the order spades, hearts, diamonds, clubs."""
    cards = checked(hand)
    return " ".join(suit_shorthand(cards, suit) for suit in SUITS)


def as_cards(hand: Iterable[tuple[str, str]]) -> list[str]:
    """Turn (rank word, suit word) pairs into card strings, sorted."""
    return sorted(RANK_LETTERS[rank] + SUIT_LETTERS[suit] for rank, suit in hand)


def course_hands(count: int = 3000) -> list[set[tuple[str, str]]]:
    """Make the hands of the course's seeded acceptance test."""
    rng = random.Random(12345)
    hands: list[set[tuple[str, str]]] = []
    for number in range(count):
        hand: set[tuple[str, str]] = set()
        suit = rng.choice(STREAM_SUITS)
        rank = rng.choice(STREAM_RANKS)
        while len(hand) < 13:
            hand.add((rank, suit))
            if rng.randint(0, 99) < 10 + 10 * (number % 8):
                suit = rng.choice(STREAM_SUITS)
            rank = rng.choice(STREAM_RANKS)
        hands.append(hand)
    return hands
