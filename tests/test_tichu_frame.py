"""Tichu in pandas: whole deals, and verdicts of many plays."""

import numpy as np
import pandas as pd

from cardlab import tichu
from cardlab.tichu import batch, frame
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
    plays = pd.DataFrame([row for row in rows("tichu.csv") if not row["phoenix_value"]])
    scored = frame.score(plays)
    assert scored.legal.tolist() == [legal == "1" for legal in plays.legal]
    assert scored.why[0] == tichu.explain(plays.previous[0], plays.play[0]).why
