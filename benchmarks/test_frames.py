"""Hands in pandas: what the accessor answers, a million hands at a time."""

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from benchmarks.measure import Measure
from cardlab.bridge import DECK, frame
from cardlab.deal import deal
from cardlab.frames import hands

MANY, SOME = 1_000_000, 20_000
MILLION = "for a million hands"


@pytest.fixture(scope="module")
def sets() -> NDArray[np.uint64]:
    return deal(np.random.default_rng(1), MANY, DECK, (13,))[:, 0].copy()


@pytest.fixture(scope="module")
def held(sets: NDArray[np.uint64]) -> pd.Series:
    return hands(sets, DECK)


@pytest.mark.work(f"Frames: count the spades {MILLION}", show="time", reach=10e-3)
class TestCount:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", lambda: held.cards.count(suit="S"))

    def test_numpy(self, measure: Measure, sets: NDArray[np.uint64]) -> None:
        measure("limit: only numpy's popcount", lambda: np.bitwise_count(sets & np.uint64(0x1FFF << 39)))

    def test_text(self, measure: Measure, held: pd.Series) -> None:
        text = held[:SOME].map(lambda hand: " ".join(map(str, hand.cards)))
        measure("pandas, hands as text", lambda: text.str.count("S"), of=SOME / MANY)


@pytest.mark.work(f"Frames: who has the ace of spades {MILLION}", show="time", reach=10e-3)
class TestHas:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", lambda: held.cards.has("AS"))

    def test_text(self, measure: Measure, held: pd.Series) -> None:
        text = held[:SOME].map(lambda hand: " ".join(map(str, hand.cards)))
        measure("pandas, hands as text", lambda: text.str.contains("AS"), of=SOME / MANY)


@pytest.mark.work(f"Frames: the lengths of the suits {MILLION}", show="time", reach=40e-3)
class TestLengths:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", held.cards.lengths)


@pytest.mark.work(f"Frames: the longest suit {MILLION}", show="time", reach=100e-3)
class TestLongestSuit:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", held.cards.longest_suit)


@pytest.mark.work(f"Frames: the ranks {MILLION}", show="time", reach=150e-3)
class TestRanks:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", lambda: held.cards.ranks)


@pytest.mark.work(f"Frames: a DataFrame of deals with both top spades north {MILLION}", show="time", reach=1)
class TestDeals:
    def test_cardlab(self, measure: Measure) -> None:
        measure("cardlab", lambda: frame.deals(MANY, seed=1, holding="AS KS"), rounds=3)


@pytest.mark.work(f"Frames: value counts {MILLION}", show="time", reach=300e-3)
class TestValueCounts:
    def test_cardlab(self, measure: Measure, held: pd.Series) -> None:
        measure("cardlab", held.value_counts, rounds=3)
