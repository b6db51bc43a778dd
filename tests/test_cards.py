"""Decks: notation, cards, sets of bits and back."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, Deck, bridge, cribbage, scopa, tichu
from cardlab.cards import Hand, HandLike
from tests.cases import label, rows

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
    with pytest.raises(CardError, match=r"hand 2: 'TD' \(card 1 of 1\) is not a card of the Scopa deck"):
        scopa.DECK.encode_many(["7D", "TD"])


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
        [["ten", "hearts"], ["5", "S"], ["J", "♣"]],
        "TH5SJC",
        "10♥5♠J♣",
        "H10 S5 ♣J",
        "T♥︎ – 5 of spades | J♣️",
        "T ♥ 5 ♠ J ♣",
        "TH+5S; JC",
        "ten of hearts 5S jack of clubs",
        "10h/5s/jc",
        "10❤️ 5♤ J♧",
    ],
)
def test_hands_are_read_as_people_write_them(spelling: HandLike) -> None:
    assert " ".join(map(str, cribbage.DECK.parse(spelling))) == "TH 5S JC"


@pytest.mark.parametrize("mask", [1 << 40, -1, 2**64])
def test_bits_that_are_no_card_are_refused(mask: int) -> None:
    with pytest.raises(CardError, match="not a hand: the Scopa deck has bits 0 to 39"):
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


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("К♥", r"'К♥' (card 1 of 1) is not a card of the cribbage deck ('К' is CYRILLIC CAPITAL LETTER KA): expected"),
        ("\u212aH", "is KELVIN SIGN"),
        ("5H ٥S", "(card 2 of 2) is not a card of the cribbage deck ('٥' is ARABIC-INDIC DIGIT FIVE)"),
        ("５H", "FULLWIDTH DIGIT FIVE"),
        ("5H\u200b 6S", "ZERO WIDTH SPACE"),
        ("five of ſpades", "LATIN SMALL LETTER LONG S"),
        ("5 6H", "'5' (card 1 of 2)"),
        ("5, H6, S", "'5' (card 1 of 3)"),
        ("5HS", "'5HS' (card 1 of 1)"),
        ("H5 6", "'6' (card 2 of 2)"),
        ("CD", "'CD' (card 1 of 1)"),
        ("5H of", "'5H of' (card 1 of 1)"),
        ("1H", "'1H' (card 1 of 1)"),
    ],
)
def test_what_cannot_be_read_for_certain_is_refused(text: str, says: str) -> None:
    with pytest.raises(CardError) as caught:
        cribbage.DECK.parse(text)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("8D 9C 10H", "JD QC KH"),
        ("fD RS 1d", "JD KS AD"),
        ("sette bello; asso di coppe, re di bastoni", "7D AH KC"),
        ("Settebello, 7 of cups", "7D 7H"),
        ([("cavallo", "spade"), ("two", "Herz")], "QS 2H"),
    ],
)
def test_italian_cards_are_read(text: HandLike, cards: str) -> None:
    assert scopa.DECK.parse(text) == scopa.DECK.parse(cards)


def test_tichus_specials_have_names_and_its_suits_no_symbols() -> None:
    assert tichu.DECK.parse("Dragon phoenix mah jong, DOG 10j Ts") == tichu.DECK.parse("R P 1 D 0j 0s")
    for text in ("♦", "8♠", "8 j"):
        with pytest.raises(CardError):
            tichu.DECK.parse(text)


@pytest.mark.parametrize("row", rows("bridge_notations.csv"), ids=label)
def test_bridge_hands_are_read_in_every_notation(row: dict[str, str]) -> None:
    if row["hand"] == "error":
        with pytest.raises(CardError):
            bridge.parse(row["text"])
    else:
        assert set(bridge.parse(row["text"])) == set(bridge.parse(row["hand"]))


@each_deck
@given(data=st.data())
def test_a_hand_is_shown_as_it_is_read(deck: Deck, data: st.DataObject) -> None:
    mask = data.draw(st.integers(0, deck.mask))
    assert deck.encode(deck.show(mask)) == deck.encode(str(Hand(mask, deck))) == mask
    assert deck.parse(Hand(mask, deck)) == deck.decode(mask) == Hand(mask, deck).cards


def test_hands_are_shown_as_players_sort_them() -> None:
    assert bridge.DECK.show(bridge.DECK.encode("TH 2C AC KS")) == "♠K ♥T ♦- ♣A2"
    assert cribbage.DECK.show(cribbage.DECK.encode("TH 2C AC KS")) == "10♥ K♠ A♣ 2♣"
    assert scopa.DECK.show(0) == bridge.DECK.show(0) == "-"


HAND = "AKJ52.KQ3.84.A73"


@pytest.mark.parametrize(
    ("deck", "text", "same"),
    [
        (bridge.DECK, "North: AKJ52.KQ3.84.A73", HAND),
        (bridge.DECK, "spades AKJ52 hearts KQ3 diamonds 84 clubs A73", HAND),
        (bridge.DECK, "Spades: AKJ52, Hearts: KQ3, Diamonds: 84, Clubs: A73", HAND),
        (bridge.DECK, "club: A73; heart: KQ3; spade: AKJ52; diamond: 84", HAND),
        (bridge.DECK, "AKJ52, KQ3, 84, A73", HAND),
        (bridge.DECK, "AKJ52,KQ3,84,A73", HAND),
        (bridge.DECK, "AKJ5284 KQ3 -- A73", "AKJ5284.KQ3..A73"),
        (bridge.DECK, "AKJ5284.KQ3.---.A73", "AKJ5284.KQ3..A73"),
        (bridge.DECK, "AKJ52|KQ3|84|A73", HAND),
        (bridge.DECK, "AKJ52; KQ3; 84; A73", HAND),
        (bridge.DECK, "N: AKJ52 KQ3 84 A73", HAND),
        (bridge.DECK, "e:SAKJ52HKQ3D84CA73", HAND),
        (bridge.DECK, "West: ♠AKJ52 ♥KQ3 ♦84 ♣A73", HAND),
        (bridge.DECK, "S: SAKJ52HKQ3D84CA73", HAND),
        (bridge.DECK, "S: spades AKJ52 hearts KQ3 diamonds 84 clubs A73", HAND),
        (bridge.DECK, "south: ♠AKJ52 ♥KQ3 ♦84 ♣A73", HAND),
        (bridge.DECK, "S: H:AKJ5284 D:KQ3 C:A73", ".AKJ5284.KQ3.A73"),
        (bridge.DECK, "N: AS KS 5H", "AS KS 5H"),
        (bridge.DECK, "♠A K J 5 2 ♥K Q 10", "AKJ52.KQT.."),
        (bridge.DECK, "AKJ52♠ KQ3♥ 84♦ A73♣", HAND),
        (bridge.DECK, "AKJ52S KQ3H 84D A73C", HAND),
        (bridge.DECK, "!SAKJ52 !hKQ3 !D 84 !cA73", HAND),
        (bridge.DECK, "A K J 5 2 spades, K Q 3 hearts, 8 4 diamonds, A 7 3 clubs", HAND),
        (bridge.DECK, "AKJ52♠ -♥ KQ384♦ A73♣", "AKJ52..KQ384.A73"),
        (bridge.DECK, "AKJ52♠ 10♥ KQ84♦ -♣", "AKJ52.T.KQ84."),
        (bridge.DECK, "- ♠AKJ52 ♥KQ3 ♦84 ♣A73", HAND),
        (cribbage.DECK, "five hearts, 5 spades jack clubs", "5H 5S JC"),
        (scopa.DECK, "7 denari 1 coppe", "7D AH"),
        (scopa.DECK, "asso denari, re bastoni", "AD KC"),
        (scopa.DECK, "Eichel 7 Herz 6", "7C 6H"),
        (scopa.DECK, "7 denaro, asso coppa", "7D AH"),
        (scopa.DECK, "re spada; donna di bastone", "KS QC"),
        (scopa.DECK, "7 di cuori, 6 di quadri, fante di picche, re di fiori", "7H 6D JS KC"),
        (scopa.DECK, "7 oro", "7D"),
        (scopa.DECK, "Herz Ass, Karo König, Pik Dame; Bube Kreuz", "AH KD QS JC"),
        (scopa.DECK, "HERZ-KÖNIG Schellen Unter, Laub Ober", "KH JD QS"),
        (tichu.DECK, "Drache, Phönix, Hund, mahjong", "R P D 1"),
    ],
)
def test_more_of_what_players_write(deck: Deck, text: str, same: str) -> None:
    assert deck.encode(text) == deck.encode(same)


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        (bridge.DECK, "AKJ52, KQ3, 84"),
        (bridge.DECK, "spades AKJ52 hearts KQ3 diamonds 84 spades A73"),
        (bridge.DECK, "Center: AKJ52.KQ3.84.A73"),
        (bridge.DECK, "S:AKJ52 KQ3 84 A73"),
        (bridge.DECK, "S:AKQ JT9 876 5432"),
        (bridge.DECK, "♠AKJ52 ♥KQ3 ♦84 A73"),
        (bridge.DECK, "♠AKJ52 ♥KQ3 ♦8 A73"),
        (bridge.DECK, "AKJ52.KQ3.----.A73"),
        (bridge.DECK, "-♠ AKJ52♥ KQ32♦ A732♣"),
        (bridge.DECK, "AKJ52♠ KQ3♥ 84♠ A73♣"),
        (bridge.DECK, "AKJ52♠ KQ3♥ 84 A73♣"),
        (bridge.DECK, "AKJ52 KQ3♥ 84♦ A73♣"),
        (scopa.DECK, "7 coppe 6"),
        (scopa.DECK, "denari coppe"),
        (scopa.DECK, "sette sei"),
        (cribbage.DECK, "five six"),
    ],
)
def test_what_has_no_one_reading_is_refused(deck: Deck, text: str) -> None:
    with pytest.raises(CardError):
        deck.encode(text)


@pytest.mark.parametrize("text", ["♠A ♥KQ3 84", "♥K 84", "KQ 84♥ 3♠", "3 84♥ K♠"])
def test_two_readings_of_ranks_without_a_suit_are_named(text: str) -> None:
    with pytest.raises(
        CardError, match=r"has two readings: '(Q3 84|K 84|KQ 84|3 84)' is of one suit, or of two and one is"
    ):
        bridge.DECK.parse(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("♠AKJ52 ♥KQ3 ♦84 ♣A7\uff13", "FULLWIDTH DIGIT THREE"),
        ("AKJ52 KQ3 84 \u0410A73", "CYRILLIC CAPITAL LETTER A"),
        ("S AKJ52 H KQ3 D 84 C A7\u200b3", "ZERO WIDTH SPACE"),
        ("N: AKJ52 KQ3 84 A7\u0663", "ARABIC-INDIC DIGIT THREE"),
        ("\u017f:AKJ52.KQ3.84.A73", "LATIN SMALL LETTER LONG S"),
    ],
)
def test_strange_characters_are_named_wherever_they_stand(text: str, name: str) -> None:
    with pytest.raises(CardError, match=name):
        bridge.DECK.parse(text)


def test_hands_are_values_with_an_order() -> None:
    low, high = Hand(3, scopa.DECK), Hand(4, scopa.DECK)
    assert low < high
    assert low == Hand(3, scopa.DECK) != Hand(3, bridge.DECK)
    assert len({low, high, Hand(3, scopa.DECK)}) == len(low) == 2
    with pytest.raises(TypeError):
        _ = low < Hand(4, bridge.DECK)
    with pytest.raises(CardError, match="a hand of the Scopa deck: expected one of cribbage"):
        cribbage.DECK.parse(low)


BROKEN = [Card(8, None), Card([], "D"), Card("5H"), Card(""), Card("56"), 5, None, ["5"], [["5", "H"]]]  # type: ignore[arg-type]


@each_deck
@pytest.mark.parametrize("card", BROKEN)
def test_what_is_not_a_card_is_in_no_deck(deck: Deck, card: object) -> None:
    assert card not in deck


@pytest.mark.parametrize("card", BROKEN)
def test_values_that_are_not_cards_are_refused(card: Any) -> None:
    with pytest.raises(CardError, match="is not a card of the Tichu deck"):
        tichu.parse([card])
    with pytest.raises(CardError, match=r"\(card 1 of 1\) is not a card of the cribbage deck"):
        cribbage.DECK.parse([card])


def test_a_list_nested_too_deeply_is_refused() -> None:
    nested: list[Any] = []
    for _ in range(3_000):
        nested = [nested]
    with pytest.raises(CardError, match=r"an object of type list \(card 1 of 1\)"):
        cribbage.DECK.parse(nested)


def test_an_error_of_the_callers_own_iterator_is_not_hidden() -> None:
    def cards() -> Iterator[str]:
        yield "5H"
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine"):
        cribbage.DECK.parse(cards())


@pytest.mark.parametrize("piece", ["5H", "5H ", "x", " of ", "-", "S", "five of ", "١", "A.", "A "])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_long_texts_are_answered_at_once(deck: Deck, piece: str) -> None:
    with suppress(CardError):
        deck.parse(piece * 30_000)
