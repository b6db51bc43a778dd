"""Bridge: the exercise, the course's digests, the cases, a second definition, invariances."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, bridge
from cardlab.bridge import DECK, TRUMPS
from cardlab.cards import HandLike
from tests.cases import label, rows
from tests.second import bridge as second

hands = st.permutations(DECK.cards).map(lambda cards: cards[:13])
trumps = st.sampled_from(TRUMPS)
RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
RANK_NAMES = dict(zip(DECK.ranks, RANK_WORDS, strict=True))
SUIT_NAMES = dict(zip(DECK.suits, DECK.suit_names, strict=True))


def dots(hand: tuple[Card, ...], void: str = "") -> str:
    return ".".join("".join(card.rank for card in hand if card.suit == suit) or void for suit in "SHDC")


@pytest.mark.parametrize("row", rows("bridge.csv"), ids=label)
def test_cases_by_every_input_form(row: dict[str, str]) -> None:
    hand: tuple[Card, ...] = bridge.parse(row["hand"])
    wanted = [int(row["points"]), row["shorthand"]]
    words = [(RANK_NAMES[card.rank], SUIT_NAMES[card.suit]) for card in hand]
    texts = [str(card) for card in hand]
    forms: list[HandLike] = [
        row["hand"],
        words,
        [(a.title(), b.upper()) for a, b in words],
        texts,
        " ".join(texts),
        iter(texts),
    ]
    forms += [[text.lower() for text in texts], dots(hand), dots(hand, "-"), dots(hand).lower()]
    forms += [dots(hand).replace("T", "10"), hand, [text.replace("T", "10") for text in texts]]
    for form in forms:
        assert bridge.bridge_routine(form, row["trump"]) == wanted


POINTS_DIGEST = "3ff47252837a5ba8078c64e07791759067a37f940270915bf423e550635e615a"
SHORTHAND_DIGEST = "c6beb2fd767be441a88b1869f7cdcbae9a6b232c07165e790483bf1fe57ac699"


def test_the_course_accepts_the_points() -> None:
    trumps = ("clubs", "diamonds", "hearts", "spades", "notrump")
    results = "".join(str(int(bridge.score(hand, trump))) for hand in second.course_hands() for trump in trumps)
    assert sha256(results.encode()).hexdigest() == POINTS_DIGEST


def test_the_course_accepts_the_shorthand() -> None:
    results = "".join(map(bridge.shorthand, second.course_hands()))
    assert sha256(results.encode()).hexdigest() == SHORTHAND_DIGEST


def test_the_course_hands_against_the_second_definition() -> None:
    for hand in second.course_hands(600):
        cards = second.as_cards(hand)
        assert bridge.shorthand(hand) == second.shorthand(cards)
        for trump in TRUMPS:
            assert int(bridge.score(cards, trump)) == second.points(cards, trump)


@given(hands, trumps)
def test_random_hands_against_the_second_definition(hand: list[Card], trump: str) -> None:
    cards = [str(card) for card in hand]
    assert bridge.bridge_routine(hand, trump) == [second.points(cards, trump), second.shorthand(cards)]


@given(hands, trumps, st.permutations(DECK.suits))
def test_suits_may_be_renamed_with_the_trump(hand: list[Card], trump: str, suits: list[str]) -> None:
    names = dict(zip(DECK.suits, suits, strict=True))
    letter = {name: letter for letter, name in SUIT_NAMES.items()}.get(trump)
    renamed = [Card(card.rank, names[card.suit]) for card in hand]
    new_trump = SUIT_NAMES[names[letter]] if letter else trump
    assert int(bridge.score(hand, trump)) == int(bridge.score(renamed, new_trump))


@given(hands, trumps)
def test_points_follow_from_the_shorthand_and_the_trump(hand: list[Card], trump: str) -> None:
    lengths = iter(bridge.shorthand(hand).split())
    low = {suit: iter("23456789T") for suit in "SHDC"}
    same = [
        (rank if rank != "x" else next(low[suit])) + suit
        for suit, ranks in zip("SHDC", lengths, strict=True)
        for rank in ranks.replace("-", "")
    ]
    assert int(bridge.score(hand, trump)) == int(bridge.score(same, trump))


@given(hands)
def test_shorthand_and_shape_tell_the_same_lengths(hand: list[Card]) -> None:
    text = bridge.shorthand(hand)
    assert text == text.strip()
    assert text.count(" ") == 3
    assert tuple(len(suit.replace("-", "")) for suit in text.split(" ")) == bridge.shape(hand)
    assert sum(bridge.shape(hand)) == 13


@given(hands)
def test_a_trump_suit_never_counts_less_than_notrump(hand: list[Card]) -> None:
    points = {trump: int(bridge.score(hand, trump)) for trump in TRUMPS}
    assert points["notrump"] == min(points.values())


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        *((text, "notrump") for text in ("NT", "n", " no trump ", "Notrump", "no-trump")),
        *((text, "spades") for text in ("SPADES", "spade", "s", "♠")),
        *(
            ("♥", "hearts"),
            ("♡", "hearts"),
            ("d", "diamonds"),
            ("clubs ", "clubs"),
            ("♣", "clubs"),
            ("♣\ufe0f", "clubs"),
        ),
    ],
)
def test_trumps_are_read_as_people_write_them(spelling: str, name: str) -> None:
    assert bridge.strain(spelling) == name
