"""Bridge in pandas: deals that are whole and as asked for, points in parts that add up."""

import numpy as np
import pandas as pd
import pytest

from cardlab import CardError, bridge
from cardlab.bridge import batch, frame
from cardlab.bridge.counts import COUNTS, Count
from cardlab.deal import deal_given

N = 2_000


def test_a_deal_is_the_whole_deck() -> None:
    dealt = frame.deals(N, seed=2)
    sets = [dealt[seat].cards.sets for seat in frame.SEATS]
    assert (np.bitwise_or.reduce(sets) == bridge.DECK.mask).all()
    assert all((dealt[seat].cards.count() == 13).all() for seat in frame.SEATS)


def test_norths_hands_are_those_of_sample() -> None:
    points = frame.score(frame.deals(N, seed=2), "hearts").points
    assert points.tolist() == batch.sample(np.random.default_rng(2), N, trump="hearts").tolist()


def test_deals_are_as_asked_for_and_otherwise_fair() -> None:
    dealt = frame.deals(N, seed=1, holding="AK...", lacking="QS, 2C")
    assert dealt.north.cards.has("AS KS").all()
    assert not (dealt.north.cards.has("QS") | dealt.north.cards.has("2C")).any()
    # of the other 48 cards north has 11, and each other player an even share of those that north lacks
    for card, share in (("3C", 11 / 48), ("AD", 11 / 48)):
        assert dealt.north.cards.has(card).mean() == pytest.approx(share, abs=0.04)
    for seat in frame.SEATS[1:]:
        assert dealt[seat].cards.has("QS").mean() == pytest.approx(1 / 3, abs=0.04)
        assert dealt[seat].cards.count().unique().tolist() == [13]


@pytest.mark.parametrize(("holding", "lacking"), [("AS", "AS"), ("", "AKQJT98765432.AKQJT98765432.AKQJT98765432.2")])
def test_hands_that_cannot_be_are_refused(holding: str, lacking: str) -> None:
    with pytest.raises(CardError, match="no hand of 13 cards of the bridge deck holds"):
        frame.deals(3, seed=1, holding=holding, lacking=lacking)


def test_dealing_in_two_steps_reaches_every_deal() -> None:
    small = bridge.DECK.mask & ~bridge.DECK.encode("2C 3C 4C 5C 6C")
    dealt = deal_given(np.random.default_rng(1), 600, bridge.DECK, (2, 50), holding=1, lacking=small)
    firsts, counts = np.unique(dealt[:, 0], return_counts=True)
    assert [bridge.DECK.show(int(first)) for first in firsts] == [f"♠- ♥- ♦- ♣{rank}2" for rank in "3456"]
    assert counts.min() > 100
    assert (dealt[:, 1] == ~dealt[:, 0] & np.uint64(bridge.DECK.mask)).all()


@pytest.mark.parametrize("rules", COUNTS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("trump", ["notrump", "spades"])
def test_the_parts_add_up_to_the_points_of_the_scalar_rule(rules: Count, trump: str) -> None:
    dealt = frame.deals(20, seed=3)
    scored = frame.score(dealt, trump, rules=rules)
    assert np.allclose(scored.drop(columns="points").sum(axis=1), scored.points)
    scalar = [float(bridge.score(hand, trump, rules=rules)) for hand in dealt.north]
    assert np.allclose(scored.points, scalar)


def test_a_seat_a_series_and_an_index() -> None:
    dealt = frame.deals(3, seed=3).set_index(pd.Index(["a", "b", "c"]))
    east = frame.score(dealt, seat="east")
    pd.testing.assert_frame_equal(east, frame.score(dealt.east))
    assert east.index.tolist() == ["a", "b", "c"]
    assert batch.score_batch(dealt.east).index.tolist() == ["a", "b", "c"]  # type: ignore[attr-defined]
