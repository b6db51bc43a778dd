"""Tichu in pandas: whole deals, and verdicts of many plays."""

import numpy as np
import pandas as pd
import pytest

from cardlab import CardError, tichu
from cardlab.tichu import batch, frame
from cardlab.tichu.going_out import way_out
from cardlab.tichu.plays import plays
from tests.cases import rows

N = 2_000


def test_a_deal_is_the_whole_deck_and_the_first_hand_that_of_sample() -> None:
    dealt = frame.deals(N, seed=2)
    assert (np.bitwise_or.reduce([dealt[player].cards.sets for player in frame.PLAYERS]) == tichu.DECK.mask).all()
    assert batch.longest_straight(dealt["hand"]).tolist() == batch.sample(np.random.default_rng(2), N).tolist()


def test_deals_are_as_asked_for() -> None:
    dealt = frame.deals(200, seed=1, holding="R 1", lacking="P")
    assert dealt["hand"].cards.has("R 1").all()
    assert not dealt["hand"].cards.has("P").any()


def test_plays_are_judged_as_one_by_one() -> None:
    cases = pd.DataFrame([row for row in rows("tichu.csv") if not row["phoenix_value"]])
    scored = frame.score(cases)
    assert scored.legal.tolist() == [legal == "1" for legal in cases.legal]
    assert scored.why[0] == tichu.explain(cases.previous[0], cases.play[0]).why


def test_plays_of_a_hand_are_rows() -> None:
    found = plays("1 4j 5j 6j 7j 8j 8s 9s 9p 0t Kj Ks Ap P", "K")
    made = frame.combinations(found)
    assert made.cards.cards.sets.tolist() == [tichu.DECK.encode(play.cards) for play in found]
    assert made.words.tolist() == ["the phoenix at 13.5", "an ace", "a straight-flush bomb of 5 cards up to the eight"]
    assert made[["length", "rank"]].to_numpy().tolist() == [[1, 13.5], [1, 14], [5, 8]]
    assert made.phoenix.dropna().tolist() == [13.5]


def test_no_plays_are_no_rows_of_the_same_columns() -> None:
    none, some = frame.combinations([]), frame.combinations(way_out("9j P"))
    assert len(none) == 0
    assert none.columns.equals(some.columns)
    assert none.dtypes[["cards", "phoenix"]].equals(some.dtypes[["cards", "phoenix"]])


def test_plays_without_suits_are_no_rows() -> None:
    play = tichu.combination("99")
    assert play
    with pytest.raises(CardError):
        frame.combinations([play])


def test_there_is_a_previous_play_for_every_kind_length_and_rank() -> None:
    symbols = dict(enumerate("123456789", 1)) | dict(enumerate("0JQKAR", 10))
    found = frame.previous_plays()
    for kind, length, rank, text in found.to_numpy().tolist():
        play = tichu.combination(text)
        assert play
        assert (play.kind.value, play.length, symbols[int(play.rank)]) == (kind, length, rank)
    assert not found.duplicated(["kind", "length", "rank"]).any()
    sizes = found.kind.value_counts()
    assert sizes[["single", "straight", "tractor", "straight-flush bomb"]].tolist() == [15, 55, 57, 45]
    assert len(found) == 224
