"""Tichu as people type it: every spelling of a card, what is refused and how, fuzzed texts made of pieces of plays."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardlab import CardError, tichu
from cardlab.display import cards_text
from cardlab.tichu import DECK, reading
from cardlab.tichu.reading import NAMES, PLAIN, RANK, SUIT_OF, TENS


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("8 9 10 J Q", "8 9 0 J Q"),
        ("8910JQ", "8 9 0 J Q"),
        ("8,9,10,J,Q", "8 9 0 J Q"),
        ("8 9 t j q", "8 9 0 J Q"),
        ("3-4-5-6-7", "3 4 5 6 7"),
        ("3 \u2013 4 \u2014 5", "3 4 5"),
        ("10j 10s", "0j 0s"),
        ("TT", "0 0"),
        ("Tt", "0t"),
        ("9t", "9t"),
        ("9T", "9 0"),
        ("jj", "J J"),
        ("qqq", "Q Q Q"),
        ("jjqqkk", "J J Q Q K K"),
        ("tt", "0 0"),
        ("akqj0", "A K Q J 0"),
        ("10 2 3 4 5 6 7 8 9", "0 2 3 4 5 6 7 8 9"),
        ("1 0 2 3 4 5 6 7 8 9", "1 0 2 3 4 5 6 7 8 9"),
        ("dragon", "R"),
        ("Phoenix", "P"),
        ("DOG", "D"),
        ("Mah Jong", "1"),
        ("mahjong 2 3 4 5", "1 2 3 4 5"),
        ("mah-jong", "1"),
        ("seven of pagodas", "7p"),
        ("Ten of Jade, ten of stars", "0j 0t"),
        ("7 of swords, 10 of jade", "7s 0j"),
        ("seven swords seven pagodas", "7s 7p"),
        ("A of stars 7 jade", "At 7j"),
        ("\u2014", ""),
    ],
)
def test_what_people_type(text: str, cards: str) -> None:
    assert cards_text(tichu.parse(text)) == cards_text(tichu.parse(cards.split()))
    assert [str(card) for card in tichu.parse(text)] == cards.split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1023456789", "has two readings: expected spaces around 10, the ten, or 1 0, Mah Jong and ten"),
        ("6 p", "write '6 P' for a pair of sixes or '6p' for a six"),
        ("9 j", "write '9j' for a nine"),
        ("J s, J p", "write 'Js, Jp' for a pair of jacks"),
        ("Jj Jj", "'Jj' comes 2 times in 'Jj Jj': the deck has 1"),
        ("Jj j", "'j' in 'Jj j' is not a card"),
        ("8 9t j q 7", "write '8 9T J Q 7' for a straight of 6 cards up to the queen"),
        ("- 5", "'-' in '- 5' is not a card"),
        ("5 -", "'-' in '5 -' is not a card"),
        ("3--4", "'-' in '3--4' is not a card"),
        ("1\u0665", "ARABIC-INDIC DIGIT FIVE"),
        ("\uff2a\uff2a", "FULLWIDTH LATIN CAPITAL LETTER J"),
        ("\u0410A", "CYRILLIC CAPITAL LETTER A"),
        ("\u212aK", "KELVIN SIGN"),
        ("\u212aing", "KELVIN SIGN"),
        ("\u017fix", "LATIN SMALL LETTER LONG S"),
        ("6\u200b6", "ZERO WIDTH SPACE"),
        ("2" * 57, "has more than the 56 cards of the deck"),
    ],
)
def test_what_is_refused_and_why(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        tichu.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("previous", "play", "hint"),
    [
        ("66", "7p", "(7p is the seven of pagodas; for the phoenix write 7P)"),
        ("-", "5p 6 7 9 0", "(5p is the five of pagodas; for the phoenix write 5P 6 7 9 0)"),
        ("-", "89t76", "(9t is the nine of stars; for the ten write 89T76)"),
        ("4567890", "5678 9t J", "(9t is the nine of stars; for the ten write 5678 9T J)"),
        ("6", "7p", ""),
        ("66", "7s", ""),
    ],
)
def test_a_verdict_says_what_a_small_letter_was_read_as(previous: str, play: str, hint: str) -> None:
    why = tichu.explain(previous, play).why
    assert why.endswith(hint) if hint else "write" not in why


def test_the_tables_of_the_notation() -> None:
    assert TENS == {"10": "0", "T": "0"}
    assert SUIT_OF == {"jade": "j", "sword": "s", "pagoda": "p", "star": "t"}
    assert "".join(sorted(RANK, key=RANK.__getitem__)) == "1234567890JQKAR"
    assert [NAMES[name] for name in ("ten", "ace", "mah jong", "dog", "phoenix", "dragon")] == [*"0A1DPR"]
    assert "".join(sorted(card.rank for card in PLAIN)) == "".join(sorted(DECK.ranks))
    with pytest.raises(TypeError):
        RANK["1"] = 2  # type: ignore[index]


PIECES = [*DECK.ranks, *map(str, DECK), *NAMES, "10", "10j", "T", "Tt", "jj", "qq", "j", "p", "t", "of", "of jade"]
JOINTS = ["", "", " ", " ", ", ", "-", " - ", ";", "\u2013", "\u200b", "\u0665", "x"]


@st.composite
def typed(draw: st.DrawFn) -> str:
    """Text made of the pieces of plays, most of it with one kind of joint."""
    joint = draw(st.sampled_from(JOINTS))
    words = draw(st.lists(st.sampled_from(PIECES), max_size=9))
    text = joint.join(words)
    if text and draw(st.booleans()):
        place = draw(st.integers(0, len(text) - 1))
        text = text[:place] + draw(st.sampled_from([*JOINTS, *PIECES])) + text[place + draw(st.integers(0, 1)) :]
    return draw(st.sampled_from([text, text, text.lower(), text.upper()]))


@given(typed(), typed())
@example("10", "1010")
def test_typed_text_is_read_or_refused(previous: str, play: str) -> None:
    with suppress(CardError):
        cards = tichu.parse(play)
        assert tichu.parse([str(card) for card in cards]) == cards
        assert tichu.parse(" ".join(map(str, cards))) == cards
        assert tichu.is_legal(previous, play) is tichu.is_legal(tichu.parse(previous), cards)


def test_a_card_too_many_and_a_strange_one_are_quoted() -> None:
    for cards, message in (("9 9 9 9 9", "'9' comes 5 times .*: the deck has 4"), ("9j 9 9 9 9", "the deck has 4")):
        with pytest.raises(CardError, match=message):
            reading.checked(reading.read(cards))
    with pytest.raises(CardError, match=r"'Xj' \(card 2"):
        reading.checked(reading.read_cards(["9j", "Xj"]))
