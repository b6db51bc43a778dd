"""Decks: notation, cards, sets of bits and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, Deck, bridge, cribbage, scopa, tichu

DECKS = [scopa.DECK, cribbage.DECK, bridge.DECK, tichu.DECK]
each_deck = pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)


@each_deck
def test_every_card_has_the_bit_that_the_layout_says(deck: Deck) -> None:
    for bit, card in enumerate(deck):
        suited = bit < len(deck.suits) * deck.width
        place = deck.suits.index(card.suit) * deck.width + deck.ranks.index(card.rank) if suited else bit
        assert place == bit == deck.bits[card]
        assert deck.encode([card]) == deck.encode(str(card)) == 1 << bit
        assert deck.decode(1 << bit) == (card,)


def test_sizes() -> None:
    assert [len(deck) for deck in DECKS] == [40, 52, 52, 56]
    assert all(deck.mask < 2**64 and deck.mask.bit_count() == len(deck) for deck in DECKS)


@each_deck
@given(data=st.data())
def test_random_hands_round_trip(deck: Deck, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, deck.mask))
    cards = deck.decode(mask)
    shuffled = data.draw(st.permutations(cards))
    assert deck.encode(cards) == deck.encode(shuffled) == deck.encode(" ".join(map(str, shuffled))) == mask
    assert deck.mask & ~mask == deck.encode([card for card in deck if card not in cards])


@each_deck
@given(data=st.data())
def test_encode_many_is_encode_of_each(deck: Deck, data: st.DataObject) -> None:
    masks = data.draw(st.lists(st.integers(0, deck.mask), max_size=5))
    many = deck.encode_many(deck.decode(mask) for mask in masks)
    assert many.dtype == np.uint64
    assert many.tolist() == masks


def test_encode_many_says_which_hand_is_bad() -> None:
    with pytest.raises(CardError, match=r"hand 2: '8D' \(card 1 of 1\) is no card of the Scopa deck"):
        scopa.DECK.encode_many(["7D", "8D"])


@pytest.mark.parametrize(
    "spelling",
    [
        "TH, 5s;jC",
        "10h 5S JC",
        "T♥ 5♠ J♣",
        "10♡,5♤,J♧",
        "T♥\ufe0f 5♠\ufe0f J♣\ufe0f",
        ["TH", "5S", "JC"],
        [Card("T", "H"), "5s", ("jack", "clubs")],
        [("Ten", "hearts"), ("five", "spade"), ("J", "C")],
        "ten of hearts; five of spades, Jack of Clubs",
        ["ten of hearts", "five of spade", "j of c"],
        (card for card in ("TH", "5S", "JC")),
    ],
)
def test_hands_are_read_as_people_write_them(spelling: str) -> None:
    assert " ".join(map(str, cribbage.DECK.parse(spelling))) == "TH 5S JC"


@pytest.mark.parametrize("mask", [1 << 40, -1, 2**64])
def test_bits_that_are_no_card_are_refused(mask: int) -> None:
    with pytest.raises(CardError, match="no hand: the Scopa deck has bits 0 to 39"):
        scopa.DECK.decode(mask)


def test_older_words_for_two_and_three() -> None:
    assert bridge.DECK.parse([("deuce", "clubs"), ("trey", "hearts")]) == (Card("2", "C"), Card("3", "H"))


def test_case_matters_in_tichu_only() -> None:
    assert scopa.DECK.find("jd") == Card("J", "D")
    assert tichu.DECK.find("Jj") == Card("J", "j")
    assert tichu.DECK.find("jJ") is None
    assert tichu.DECK.find("JJ") is None


def test_words_for_ten_whatever_its_letter() -> None:
    assert tichu.DECK.parse([("ten", "jade"), ("nine", "stars")]) == (Card("0", "j"), Card("9", "t"))
    assert bridge.DECK.parse(["ten of spades", ("10", "♥\ufe0f")]) == (Card("T", "S"), Card("T", "H"))


@pytest.mark.parametrize(
    ("ranks", "suits", "names", "specials", "message"),
    [
        ("AA", "H", ("hearts",), "", "ranks 'AA': expected no character twice"),
        ("A2", "HH", ("hearts", "hearts"), "", "suits 'HH'"),
        ("A2", "HS", ("hearts",), "", "1 names for 2 suits"),
        ("A23456789TJQK", "HDSCX", ("a", "b", "c", "d", "e"), "", "more than the 64 cards"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(
    ranks: str, suits: str, names: tuple[str, ...], specials: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Deck("odd", ranks, suits, names, specials)
