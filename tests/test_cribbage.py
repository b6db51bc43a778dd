"""Cribbage: the contest, the cases, a second definition over all rank multisets and suit patterns."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, cribbage
from cardlab.cards import CardLike, HandLike
from cardlab.cribbage import DECK, Rules
from tests.cases import DATA, label, rows
from tests.second import cribbage as second

KINDS = ("fifteen", "pair", "run", "flush", "nobs")
shows = st.permutations(DECK.cards).map(lambda cards: cards[:5])


def parts(hand: list[str], starter: str, crib: bool) -> dict[str, int]:
    score = cribbage.score(hand, starter, crib=crib)
    return {kind: score.points(kind) for kind in KINDS}


def test_the_contest_byte_for_byte() -> None:
    lines = (DATA / "cribbage_show_input.txt").read_text().splitlines()
    answers = "".join(f"{cribbage.score_line(line)}\n" for line in lines)
    assert answers.encode() == (DATA / "cribbage_show_expected.txt").read_bytes()


@pytest.mark.parametrize("row", rows("cribbage.csv"), ids=label)
def test_cases_by_every_input_form(row: dict[str, str]) -> None:
    cards, starter, crib = row["cards"].split(), row["starter"], row["show"] == "crib"
    ten = [card.replace("T", "10") for card in cards]
    forms: list[HandLike] = [
        row["cards"],
        ", ".join(cards),
        cards,
        tuple(reversed(cards)),
        row["cards"].lower(),
        ten,
        DECK.parse(cards),
    ]
    starters: list[CardLike] = [starter, starter.lower(), starter.replace("T", "10"), DECK.card(starter)]
    for form, turned in product(forms, starters):
        assert int(cribbage.score(form, turned, crib=crib)) == int(row["points"])


def test_every_rank_multiset_against_the_second_definition() -> None:
    seen = 0
    for ranks in combinations_with_replacement(DECK.ranks, 5):
        if max(map(ranks.count, ranks)) > 4:
            continue
        seen += 1
        cards = [rank + "HDSC"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        for starter in range(5) if seen % 25 == 0 else (4,):
            hand = cards[:starter] + cards[starter + 1 :]
            for crib in (False, True):
                assert parts(hand, cards[starter], crib) == second.parts(hand, cards[starter], crib)
    assert seen == 6_175


def test_every_suit_pattern_against_the_second_definition() -> None:
    for ranks in ("2468K", "A358J", "J248T", "2J469"):
        for suits in product(DECK.suits, repeat=5):
            cards = [rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            for crib in (False, True):
                assert parts(cards[:4], cards[4], crib) == second.parts(cards[:4], cards[4], crib)


@given(shows, st.booleans())
def test_random_shows_against_the_second_definition(cards: list[Card], crib: bool) -> None:
    text = [str(card) for card in cards]
    assert parts(text[:4], text[4], crib) == second.parts(text[:4], text[4], crib)


@given(shows, st.permutations(range(4)), st.permutations(DECK.suits), st.booleans())
def test_order_and_names_of_suits_do_not_matter(
    cards: list[Card], order: list[int], suits: list[str], crib: bool
) -> None:
    names = dict(zip(DECK.suits, suits, strict=True))
    renamed = [Card(card.rank, names[card.suit]) for card in cards]
    hand = [renamed[place] for place in order]
    assert int(cribbage.score(cards[:4], cards[4], crib=crib)) == int(cribbage.score(hand, renamed[4], crib=crib))


@given(shows, st.booleans())
def test_swapping_starter_and_card_changes_flush_and_nobs_only(cards: list[Card], crib: bool) -> None:
    text = [str(card) for card in cards]
    one, other = parts(text[:4], text[4], crib), parts(text[1:], text[0], crib)
    assert {kind: one[kind] for kind in KINDS[:3]} == {kind: other[kind] for kind in KINDS[:3]}


@given(shows)
def test_what_a_crib_loses_is_a_flush_of_four(cards: list[Card]) -> None:
    hand, crib = (cribbage.score(cards[:4], cards[4], crib=crib) for crib in (False, True))
    assert int(hand) - int(crib) in (0, 4)
    assert set(crib.items) <= set(hand.items)


def test_every_item_shows_the_cards_that_make_it() -> None:
    score = cribbage.score("5H 6H 7S 8H", "7C")
    made = {(item.kind, " ".join(map(str, item.cards)), item.points) for item in score}
    assert made == {
        ("fifteen", "7S 8H", 2),
        ("fifteen", "8H 7C", 2),
        ("pair", "7S 7C", 2),
        ("run", "5H 6H 7S 8H", 4),
        ("run", "5H 6H 7C 8H", 4),
    }


def test_runs_that_are_apart_are_all_found() -> None:
    found = cribbage.runs(DECK.parse("2H 2D 3H 4H 5H 8H 9H TH JH QH"))
    assert ["".join(card.rank for card in run) for run in found] == ["2345", "2345", "89TJQ"]


def test_the_words_follow_the_rules() -> None:
    rules = Rules(fifteen=3, run=2, flush=0, nobs=5)
    assert (
        str(cribbage.score("5H 6H 7H JH", "4H", rules=rules)) == "fifteen 3, fifteen 6, a run of four is 14, nobs is 19"
    )
    assert cribbage.score_line("h 5H 6H 7H JH 4H", rules=rules).endswith("= 19")


def test_without_a_crib_flush_only_the_crib_changes() -> None:
    for crib, points in ((False, 5), (True, 0)):
        score = cribbage.score("2H 4H 6H 8H", "KH", crib=crib, rules=Rules(crib_flush=False))
        assert score.points("flush") == points


@pytest.mark.parametrize("value", [-1, 41, 1.5, "2", None, True])
def test_points_that_are_not_whole_numbers_in_range(value: object) -> None:
    for name in KINDS:
        with pytest.raises(CardError, match=f"^{name} is {value!r}: expected a whole number from 0 to 40"):
            Rules(**{name: value})  # type: ignore[arg-type]
    if value is not True:
        with pytest.raises(CardError, match=r"crib_flush is .*: expected True or False"):
            Rules(crib_flush=value)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_read_as_whole_numbers() -> None:
    assert repr(Rules(nobs=np.int8(2))) == repr(Rules(nobs=2))  # type: ignore[arg-type]


@pytest.mark.parametrize("between", [" ", ": ", ":", ",", ", ", "; ", "\t", " \u00a0"])
def test_what_stands_behind_the_word_of_a_line(between: str) -> None:
    for word in ("h", "HAND"):
        assert cribbage.score_line(f"{word}{between}8H 8S 8D 2C AH") == "Hand 8H 8S 8D 2C AH =  6"


def test_a_starter_in_the_hand_is_refused_with_its_place() -> None:
    with pytest.raises(CardError, match="in the hand too: as card 3"):
        cribbage.score("5H 5S 5C JD", "5C")
