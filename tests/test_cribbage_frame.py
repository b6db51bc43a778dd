"""Cribbage in pandas: deals as asked for, points in parts that add up; lines as people write them."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cardlab import CardError, cribbage
from cardlab.cribbage import batch, frame
from tests.cases import label, rows

N = 2_000


@pytest.mark.parametrize("crib", [False, True])
def test_the_parts_add_up_to_the_points_of_sample(crib: bool) -> None:
    scored = frame.score(frame.deals(N, seed=2), crib=crib)
    assert scored.points.tolist() == batch.sample(np.random.default_rng(2), N, crib=crib).tolist()
    assert (scored[list(batch.PARTS)].sum(axis=1) == scored.points).all()


def test_rules_are_followed() -> None:
    dealt, rules = frame.deals(200, seed=4), replace(cribbage.RULES, nobs=5)
    scored = frame.score(dealt, rules=rules)
    scalar = [int(cribbage.score(hand, starter, rules=rules)) for hand, starter in dealt.itertuples(index=False)]
    assert scored.points.tolist() == scalar


def test_deals_are_as_asked_for() -> None:
    dealt = frame.deals(N, seed=1, holding="5H 5S", lacking="JH JS JD JC")
    assert dealt.hand.cards.has("5H 5S").all()
    assert not dealt.hand.cards.count(rank="J").any()
    assert dealt.starter.cards.count(rank="J").mean() == pytest.approx(4 / 48, abs=0.03)
    assert (dealt.hand.cards.count() == 4).all()
    assert (dealt.starter.cards.count() == 1).all()
    assert not (dealt.hand.cards.sets & dealt.starter.cards.sets).any()


def test_six_cards_are_dealt_to_two_players() -> None:
    dealt = frame.deals(N, seed=1, cards=6, holding="5H", lacking="5S")
    assert [*dealt] == ["hand", "other", "starter"]
    assert dealt.map(len).eq([6, 6, 1]).all(axis=None)
    sets = [dealt[name].cards.sets for name in dealt]
    assert (np.bitwise_count(sets[0] | sets[1] | sets[2]) == 13).all()
    assert dealt.hand.cards.has("5H").all()
    assert dealt.other.cards.has("5S").mean() == pytest.approx(6 / 46, abs=0.03)
    with pytest.raises(CardError, match="cards is 5: expected 4, or 6"):
        frame.deals(1, seed=1, cards=5)


def test_a_starter_is_one_card() -> None:
    shows = pd.DataFrame({"hand": ["5H 5S 5C JD"], "starter": ["5D 6D"]}, dtype="cards[cribbage]")
    with pytest.raises(CardError, match=r"starters\[0\] is 5♦ 6♦: expected one card"):
        frame.score(shows)
    shows.loc[0, "starter"] = "5H"
    with pytest.raises(CardError, match=r"hands\[0\] is 5♥ J♦ 5♠ 5♣, starters\[0\] 5♥: expected four cards"):
        frame.score(shows)


def test_hands_and_starters_of_a_frame_are_scored_as_series() -> None:
    dealt = frame.deals(50, seed=3).sample(frac=1, random_state=1)
    points = batch.score_batch(dealt.hand, dealt.starter)
    pd.testing.assert_series_equal(points.astype(np.int64).rename("points"), frame.score(dealt).points)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="different indices"):
        batch.score_batch(dealt.hand, dealt.starter[::-1])


@pytest.mark.parametrize("row", rows("cribbage_lines.csv"), ids=label)
def test_lines_are_read_as_people_write_them(row: dict[str, str]) -> None:
    assert int(cribbage.score_line(row["line"]).split("=")[1]) == int(row["points"])
