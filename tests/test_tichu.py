"""Tichu: the cases, a second definition over all suitless plays, invariances."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardlab import Card, CardError, tichu
from cardlab.cards import HandLike
from cardlab.tichu import DECK, Combination, Kind
from tests.cases import label, rows
from tests.second import tichu as second

PLAYS = second.all_suitless_plays()
plays = st.sampled_from(PLAYS)
suited = st.lists(st.sampled_from(DECK.cards), min_size=1, max_size=7, unique=True)


def apart(one: HandLike, other: HandLike) -> bool:
    """Whether no card with a suit and no special is in both."""
    return not {card for card in tichu.parse(one) if card in DECK} & {*tichu.parse(other)}


def made(play: HandLike) -> Combination:
    found = tichu.combination(play)
    assert found is not None
    return found


def test_the_cases_are_there() -> None:
    assert len([row for row in rows("tichu.csv") if row["source"].startswith("challenge")]) == 47


@pytest.mark.parametrize("row", rows("tichu.csv"), ids=label)
def test_cases_by_every_input_form(row: dict[str, str]) -> None:
    value = float(row["phoenix_value"]) if row["phoenix_value"] else None
    previous, play = row["previous"], row["play"]
    cards = [[str(card) for card in tichu.parse(text)] for text in (previous, play)]
    forms: list[tuple[HandLike, ...]] = [(previous, play), tuple(cards), tuple(map(tichu.parse, cards))]
    forms += [tuple(map(joint.join, cards)) for joint in ("", " ", ", ")] + [tuple(card[::-1] for card in cards)]
    for before, after in forms:
        assert tichu.is_legal(before, after, phoenix_value=value) is bool(int(row["legal"]))


@pytest.mark.parametrize("lead", ["", "-", " - ", [], ()])
def test_an_empty_previous_play_is_the_lead(lead: str) -> None:
    assert tichu.is_legal(lead, "D")
    assert tichu.is_legal(lead, "1")
    assert not tichu.is_legal(lead, "1234")


def test_the_number_of_leads() -> None:
    in_hand = second.plays_of_a_hand()
    assert len(in_hand) == 1_217
    assert len([play for play in in_hand if "P" not in play]) == 323


def value(play: str) -> tuple[str, int, float]:
    found = made(play)
    return found.kind.value, found.length, found.rank


def test_every_suitless_play_means_what_the_second_definition_says() -> None:
    for play in PLAYS:
        found = second.previous_reading(list(play), None)
        assert found is not None
        assert (found.kind.replace(" flush", "-flush"), found.length, found.value) == value(play)


@pytest.mark.slow
def test_every_kind_on_every_kind_against_the_second_definition() -> None:
    """One play for each kind, length and rank; that all others mean one of these is the test above."""
    one_of_each = {value(play): tuple(play) for play in second.plays_of_a_hand()}
    assert len(one_of_each) == 181
    both = [(made(play), second.previous_reading(play, None), play) for play in one_of_each.values()]
    for (old, before, previous), (new, _, play) in product(both, repeat=2):
        if before and (previous, play) != (("P",), ("P",)):
            assert new.beats(old) is second.legal_on(before, play), (previous, play)


@given(suited, suited)
def test_random_suited_plays_against_the_second_definition(previous: list[Card], play: list[Card]) -> None:
    before, after = ([str(card) for card in cards] for cards in (previous, play))
    assume(apart(before, after))
    if tichu.combination(before) is None:
        assert not tichu.is_legal(before, after)
    else:
        assert tichu.is_legal(before, after) is second.legal(before, after)


@given(st.sampled_from("jspt"), st.integers(0, 12), st.integers(5, 13), st.sampled_from(PLAYS))
def test_straight_flushes_against_the_second_definition(suit: str, start: int, size: int, previous: str) -> None:
    ranks = DECK.ranks[start : start + size]
    flush, other = ([rank + name for rank in ranks] for name in (suit, "t" if suit == "j" else "j"))
    for before, after in ((list(previous), flush), (flush, list(previous)), (other[:-1], flush)):
        if tichu.combination(before) is not None:
            assert tichu.is_legal(before, after) is second.legal(before, after)


@given(suited, suited, st.permutations("jspt"))
def test_suits_may_be_renamed(previous: list[Card], play: list[Card], names: list[str]) -> None:
    assume(apart(previous, play))
    new = dict(zip("jspt", names, strict=True)) | {"": ""}
    renamed = [[Card(card.rank, new[card.suit]) for card in cards] for cards in (previous, play)]
    assert tichu.is_legal(previous, play) is tichu.is_legal(*renamed)


LEADS = plays.filter(lambda play: play != "P")


@pytest.mark.parametrize("other", ["1", "9", "A"])
def test_a_single_phoenix_beats_any_single_but_the_dragon(other: str) -> None:
    phoenix = made("P")
    assert phoenix.beats(made(other))
    assert not phoenix.beats(made("R"))
    assert not phoenix.beats(phoenix)
    assert not phoenix.beats(made("22"))


@given(plays, plays)
def test_beats_is_what_is_legal(one: str, other: str) -> None:
    assume(apart(one, other))
    assert made(one).beats(made(other)) is tichu.is_legal(other, one)


@given(LEADS, LEADS)
def test_of_two_different_plays_at_most_one_beats_the_other(one: str, other: str) -> None:
    assert not (made(one).beats(made(other)) and made(other).beats(made(one)))


@given(LEADS, LEADS, LEADS)
def test_beating_is_transitive(one: str, two: str, three: str) -> None:
    first, second, third = made(one), made(two), made(three)
    if first.beats(second) and second.beats(third):
        assert first.beats(third)


@given(plays.filter(lambda play: "P" in play and len(play) > 1))
def test_the_phoenix_stands_for_the_rank_that_it_names(play: str) -> None:
    found = made(play)
    assert found.phoenix is not None
    concrete = made([*play.replace("P", ""), DECK.ranks[int(found.phoenix) - 2]])
    assert (concrete.kind, concrete.rank, concrete.length) == (found.kind, found.rank, found.length)


def test_what_plays_are_called_and_what_the_phoenix_in_them_is() -> None:
    assert str(made("2233")) == "a tractor of 2 pairs up to the three"
    assert [(made(play).rank, made(play).phoenix) for play in ("P", "JQKAP", "22P3")] == [(1.5, 1.5), (14, 10), (3, 3)]
    assert [tichu.combination(play) for play in ("22456", "222333")] == [None, None]


@pytest.mark.parametrize(
    ("previous", "play", "why"),
    [
        ("", "D", "the dog may be led"),
        ("", "1", "the Mah Jong may be led"),
        ("4", "D", "only with the lead"),
        ("9", "3", "a three is not higher than a nine"),
        ("44", "888", "a triple of eights does not answer a pair of fours: another kind"),
        ("34567", "456789", "another length"),
        ("", "1234", "1 2 3 4 is not a combination"),
        ("223355", "KK", "the previous play 2 2 3 3 5 5 is not a combination"),
        ("R", "P", "the phoenix does not beat the dragon"),
        ("D", "7777", "nothing is played on the dog, not even a bomb: it has passed the lead to the partner"),
        ("D", "R", "nothing is played on the dog"),
        ("D", "", "nothing was played"),
        ("8", "P", "the phoenix at 8.5 beats an eight"),
        ("7777", "5555", "a four bomb of fives is not a higher bomb than a four bomb of sevens"),
        ("R", "5555", "a four bomb of fives beats the dragon"),
        (
            "4j 5j 6j 7j 8j",
            "33",
            "a pair of threes is not a higher bomb than a straight-flush bomb of 5 cards up to the eight",
        ),
        ("22", "", "nothing was played"),
        ("556677", "22334455", "another length"),
        ("666", "66655", "another kind"),
    ],
)
def test_a_verdict_says_why(previous: str, play: str, why: str) -> None:
    verdict = tichu.explain(previous, play)
    assert why in verdict.why
    assert bool(verdict) is verdict.legal is tichu.is_legal(previous, play)


def test_a_verdict_carries_the_two_combinations() -> None:
    verdict = tichu.explain("8", "P")
    assert verdict.previous == Combination(Kind.SINGLE, 8, 1, (Card("8"),))
    assert verdict.play == Combination(Kind.SINGLE, 8.5, 1, (Card("P"),), phoenix=8.5)


@pytest.mark.parametrize(
    ("previous", "play", "card"),
    [("Jj", "Jj Js Jp Jt", "Jj"), ("P", "P", "P"), ("66P", "77P", "P"), ("1", "12345", "1"), ("D", "D", "D")],
)
def test_a_card_in_both_plays_is_refused(previous: str, play: str, card: str) -> None:
    with pytest.raises(CardError, match=f"'{card}' is in both plays: the deck has 1"):
        tichu.explain(previous, play)
    with pytest.raises(CardError, match=f"'{card}' is in both plays"):
        tichu.score_line(f"{previous}, {play}")


@given(plays)
def test_nothing_is_legal_on_the_dog(play: str) -> None:
    assume(play != "D")
    assert not tichu.is_legal("D", play)
    assert not made(play).beats(made("D"))


@pytest.mark.parametrize(
    "text", ["1٥.5", "１.5", "1_0.5", "1.05e1", "nan", "inf", "", "-1.5", "+1.5", "1.", ".5", "0x1"]
)
def test_what_is_no_value_of_a_phoenix(text: str) -> None:
    with pytest.raises(CardError, match=r"is not a value of the phoenix( \(.* DIGIT .*\))?: expected 1.5 to 14.5"):
        tichu.read_phoenix_value(text)


@pytest.mark.parametrize(("value", "nine"), [("1.5", "legal"), ("8.5", "legal"), ("14.5", "not legal")])
def test_a_line_may_give_the_value_of_the_phoenix(value: str, nine: str) -> None:
    assert tichu.score_line(f"P, 9, {value}") == f"P, 9, {value} = {nine}"
    for other in ("0.5", "2", "15.5"):
        with pytest.raises(CardError, match="cannot be: expected"):
            tichu.score_line(f"P, 9, {other}")


def test_a_diamond_is_not_the_dog() -> None:
    for read in (tichu.parse, DECK.parse):
        with pytest.raises(CardError, match=r"'♦' \(card 1"):
            read(["♦"])
