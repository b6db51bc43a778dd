"""Scores: the total is the sum of the items, and every face of a score is safe and readable."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, Item, Score, bridge, cribbage, scopa
from cardlab.cards import Hand

HANDS = st.permutations(cribbage.DECK.cards).map(lambda cards: cards[:5])


@given(HANDS)
def test_the_last_number_said_is_the_total(cards: list[Card]) -> None:
    score = cribbage.score(cards[:4], cards[4])
    assert int(score) == score.total == sum(item.points for item in score)
    said = str(score).removesuffix(" in all").split()
    assert int(said[-1]) == int(score)
    assert score.table().split()[-2:] == ["total", str(int(score))]


def test_a_score_is_counted_aloud() -> None:
    assert str(cribbage.score("5H 6H 7S 8H", "7C")) == (
        "fifteen 2, fifteen 4, a pair is 6, a run of four is 10, a run of four is 14"
    )
    assert str(cribbage.score("2H 4S 6D 8C", "KH")) == "0 in all"
    assert str(scopa.score("7D KD", sweeps=1)).endswith("primiera lost 21 to 81, sweep is 2")
    assert str(bridge.score("AKQJT98765432...", "spades")) == (
        "high cards are 10, thirteen spades make 13, a void in hearts makes 18, a void in diamonds makes 23, "
        "a void in clubs makes 28"
    )


def test_points_and_items_of_a_kind() -> None:
    score = cribbage.score("5H 5S 5C JD", "5D")
    assert {kind: score.points(kind) for kind in ("fifteen", "pair", "run", "nobs")} == {
        "fifteen": 16,
        "pair": 12,
        "run": 0,
        "nobs": 1,
    }
    assert score.of("nobs") == (Item("nobs", (Card("J", "D"),), 1),)
    assert repr(score).startswith("<Score 29: fifteen 2, fifteen 4")


def test_in_a_notebook_suits_are_symbols_in_colour_and_text_is_escaped() -> None:
    html = cribbage.score("TH 6D 4C AH", "JC")._repr_html_()
    assert '<span style="color:#d62f2f">10♥</span>' in html
    assert "J♣" in html
    assert html.count("<tr>") == 4
    hostile = Score((Item("<script>", (Card("<b>"),), 1, note="<i>"),))._repr_html_()
    assert "<script>" not in hostile
    assert "<b>" not in hostile
    assert "&lt;i&gt;" in hostile


def test_a_score_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Score(()).items = ()  # type: ignore[misc]


def test_a_score_as_a_frame() -> None:
    score = cribbage.score("5H 6D 9S KC", "KD")
    frame = score.to_frame()
    assert frame.columns.tolist() == ["kind", "cards", "points", "note"]
    assert frame.points.sum() == int(score)
    assert frame.cards[0] == Hand(cribbage.DECK.encode(score.items[0].cards), cribbage.DECK)
    assert Score(score.items).to_frame().cards.tolist() == [" ".join(map(str, item.cards)) for item in score]
    held = bridge.score("AKQ2.T98..J76543", "spades", rules=bridge.BUM_RAP)
    assert held.to_frame().cards.dtype == "cards[bridge]"
    assert held.to_frame().points.sum() == float(held) != int(held)
    assert scopa.score("7D").to_frame().cards.dtype == "cards[scopa]"
