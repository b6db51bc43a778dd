"""Scopa: one round, many rounds, all splits of the deck."""

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.measure import Measure
from benchmarks.peers import Hand, Scores
from cardlab import scopa
from cardlab.deal import random_subsets
from cardlab.scopa import DECK, exact
from cardlab.scopa.batch import score_batch
from tests.second import scopa as second

MANY, SOME = 1 << 24, 2000
ALL = 1 << 40

FIRST = """
from time import perf_counter
from cardlab.scopa import exact
start = perf_counter()
exact.distribution()
print(perf_counter() - start)
"""


@pytest.fixture(scope="module")
def many() -> NDArray[np.uint64]:
    return random_subsets(np.random.default_rng(1), MANY, DECK)


@pytest.fixture
def some(many: NDArray[np.uint64]) -> list[Hand]:
    return [DECK.decode(pile) for pile in many[:SOME].tolist()]


def plain(piles: list[Hand]) -> Scores:
    given = [[str(card) for card in pile] for pile in piles]
    return lambda: [sum(second.points(pile)) for pile in given]


@pytest.mark.work("Scopa: `score_batch`, random splits", show="rate", unit="splits")
class TestManySplits:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("cardlab", lambda: score_batch(many), of=MANY)

    def test_reading(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure(peers.READING, lambda: peers.read(many), of=MANY)

    def test_plain(self, measure: Measure, some: list[Hand]) -> None:
        measure("plain Python, `tests/second`", plain(some), of=SOME)


@pytest.mark.work("Scopa: `score`, one split, with its items", show="time")
class TestOneSplit:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64], some: list[Hand]) -> None:
        found = measure("cardlab", lambda: [int(scopa.score(pile)) for pile in some], of=SOME)
        assert found == score_batch(many[:SOME]).tolist()

    def test_plain(self, measure: Measure, many: NDArray[np.uint64], some: list[Hand]) -> None:
        found = measure("plain Python, `tests/second`", plain(some), of=SOME)
        assert found == score_batch(many[:SOME]).tolist()


@pytest.mark.work("Scopa: all 2^40 splits, `exact.distribution`, warm", show="time", reach=0.15)
class TestAllSplits:
    def test_cardlab(self, measure: Measure) -> None:
        assert measure("cardlab", exact.distribution).total == ALL

    def test_first(self, measure: Measure) -> None:
        measure.least("cardlab, first call in a process", lambda: float(peers.python(FIRST)))

    def test_one_by_one(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("`score_batch`, split by split, at its rate", lambda: score_batch(many), of=MANY / ALL)
