"""A second definition of the legal Tichu play, for comparison with the package's.

It is written from the rule text alone, by another route than the package's: the
phoenix is replaced by every rank from 2 to A in turn, each row of concrete cards is
asked, one type of combination after the other, what it is, and the readings are then
compared. It is plain and slow on purpose. A card is a rank with or without a suit
("9", "9j", "0" for the ten) or a special: "R" dragon, "P" phoenix, "D" dog, "1" Mah
Jong. Cards are taken to be valid and within the deck's counts.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "0", "J", "Q", "K", "A"]
VALUES = {
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "0": 10,
    "J": 11,
    "Q": 12,
    "K": 13,
    "A": 14,
    "R": 15,
}
DRAGON = 15
PHOENIX_LED = 1.5


class Reading(NamedTuple):
    """What a play is: its type, how many cards it has, and what it is ranked by."""

    kind: str
    length: int
    value: float


def rank(card: str) -> str:
    """Return the rank of a card; a special is its own rank."""
    return card[0]


def suit(card: str) -> str:
    """Return the suit of a card, empty where it has none."""
    return card[1:]


def values(cards: Sequence[str]) -> list[int]:
    """Return the values of the cards in ascending order, none for the dog."""
    return sorted(VALUES[rank(card)] for card in cards if rank(card) in VALUES)


def all_ordinary(cards: Sequence[str]) -> bool:
    """Tell whether every card is one of 2..A."""
    return all(rank(card) in RANKS for card in cards)


def same_rank(cards: Sequence[str]) -> bool:
    """Tell whether every card is one of 2..A, and all of them of one rank."""
    return all_ordinary(cards) and len({rank(card) for card in cards}) == 1


def one_suit(cards: Sequence[str]) -> bool:
    """Tell whether every card has a suit, and all of them the same."""
    return all(suit(card) != "" for card in cards) and len(set(map(suit, cards))) == 1


def consecutive(numbers: Sequence[int]) -> bool:
    """Tell whether each number is one more than the number before it."""
    return all(later == earlier + 1 for earlier, later in pairwise(numbers))


def as_single(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as a single: 1, 2..A or the dragon."""
    if len(cards) == 1 and rank(cards[0]) in VALUES:
        return [Reading("single", 1, VALUES[rank(cards[0])])]
    return []


def as_dog(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as the dog alone."""
    return [Reading("dog", 1, 0)] if list(cards) == ["D"] else []


def as_equals(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as a pair, a triple or a four bomb."""
    kinds = {2: "pair", 3: "triple", 4: "four bomb"}
    if len(cards) in kinds and same_rank(cards):
        return [Reading(kinds[len(cards)], len(cards), values(cards)[0])]
    return []


def as_full_house(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as a triple and a pair of different ranks."""
    if len(cards) != 5 or not all_ordinary(cards):
        return []
    found = values(cards)
    return [
        Reading("full house", 5, VALUES[triple])
        for triple in RANKS
        for pair in RANKS
        if triple != pair and found == sorted([VALUES[triple]] * 3 + [VALUES[pair]] * 2)
    ]


def as_straight(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as a straight (1..A) or, in one suit, as a bomb (2..A)."""
    if len(cards) < 5 or not all(card == "1" or rank(card) in RANKS for card in cards):
        return []
    found = values(cards)
    if not consecutive(found):
        return []
    kind = "straight flush bomb" if one_suit(cards) else "straight"
    return [Reading(kind, len(cards), found[-1])]


def as_tractor(cards: Sequence[str]) -> list[Reading]:
    """Read the cards as two or more consecutive pairs."""
    if len(cards) < 4 or len(cards) % 2 != 0 or not all_ordinary(cards):
        return []
    first_of_pairs = values(cards)[0::2]
    second_of_pairs = values(cards)[1::2]
    if first_of_pairs == second_of_pairs and consecutive(first_of_pairs):
        return [Reading("tractor", len(cards), first_of_pairs[-1])]
    return []


def concrete_readings(cards: Sequence[str]) -> list[Reading]:
    """Return everything that cards without the phoenix are."""
    return [
        *as_single(cards),
        *as_dog(cards),
        *as_equals(cards),
        *as_full_house(cards),
        *as_straight(cards),
        *as_tractor(cards),
    ]


def is_bomb(reading: Reading) -> bool:
    """Tell whether a reading is one of the two bombs."""
    return reading.kind in ("four bomb", "straight flush bomb")


def readings(cards: Sequence[str]) -> list[Reading]:
    """Return everything a play may be read as; a single phoenix as if it were led."""
    if "P" not in cards:
        return concrete_readings(cards)
    if list(cards) == ["P"]:
        return [Reading("single", 1, PHOENIX_LED)]
    others = [card for card in cards if card != "P"]
    found = [reading for stand in RANKS for reading in concrete_readings([*others, stand])]
    return [reading for reading in found if not is_bomb(reading)]


def readings_on(play: Sequence[str], before: Reading) -> list[Reading]:
    """Return what a play may be read as on the previous one."""
    if list(play) == ["P"] and before.kind == "single":
        if before.value == DRAGON:
            return []
        return [Reading("single", 1, before.value + 0.5)]
    return readings(play)


def beats(new: Reading, old: Reading) -> bool:
    """Tell whether a play may be played on another, each with one given reading; none on the dog."""
    if old.kind == "dog":
        return False
    if is_bomb(new) and is_bomb(old):
        return (new.length, new.value) > (old.length, old.value)
    if is_bomb(new):
        return True
    if new.kind != old.kind or new.length != old.length:
        return False
    return new.value > old.value


@cache
def readings_of(play: tuple[str, ...]) -> list[Reading]:
    """Return the readings of a play, computed once."""
    return readings(play)


def legal_on(before: Reading, play: tuple[str, ...]) -> bool:
    """Tell whether a play is legal on a combination."""
    found = readings_on(play, before) if play == ("P",) else readings_of(play)
    return any(beats(reading, before) for reading in found)


def previous_reading(previous: Sequence[str], phoenix_value: float | None) -> Reading | None:
    """Return the higher reading of the previous play, None if it is not a combination."""
    if list(previous) == ["P"] and phoenix_value is not None:
        return Reading("single", 1, phoenix_value)
    return max(readings(previous), key=lambda reading: reading.value, default=None)


def legal(previous: Sequence[str], play: Sequence[str], phoenix_value: float | None = None) -> bool:
    """Tell whether a play is legal on the previous one, which is empty on the lead."""
    if not previous:
        return len(readings(play)) > 0
    before = previous_reading(previous, phoenix_value)
    if before is None:
        return any(is_bomb(reading) for reading in readings(play))
    return any(beats(reading, before) for reading in readings_on(play, before))


def suitless_candidates() -> list[list[str]]:
    """Return rows of cards without the phoenix, among them every combination."""
    specials = [[special] for special in ("1", "D", "R")]
    equals = [[one] * size for one in RANKS for size in (1, 2, 3, 4)]
    houses = [[one] * 3 + [other] * 2 for one in RANKS for other in RANKS]
    line = ["1", *RANKS]
    stretches = [line[start:end] for start in range(len(line)) for end in range(start + 1, len(line) + 1)]
    doubled = [[*stretch, *stretch] for stretch in stretches]
    return [*specials, *equals, *houses, *stretches, *doubled]


@cache
def all_suitless_plays() -> list[str]:
    """Return every suitless combination of any length, its tokens sorted as text and joined."""
    rows = suitless_candidates()
    with_phoenix = [[*row[:place], "P", *row[place + 1 :]] for row in rows for place in range(len(row))]
    candidates = {tuple(sorted(row)) for row in [*rows, *with_phoenix]}
    return sorted("".join(row) for row in candidates if readings_of(row))


def plays_of_a_hand() -> list[str]:
    """Return those of them that a hand of 14 cards can hold."""
    return [play for play in all_suitless_plays() if len(play) <= 14]
