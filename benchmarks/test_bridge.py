"""Bridge: one hand, many hands, all hands."""

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.measure import Measure
from benchmarks.peers import Hand, Scores
from cardlab import bridge
from cardlab.bridge import BUM_RAP, DECK, exact
from cardlab.bridge.batch import score_batch
from cardlab.bridge.tricks import sides as tricks
from cardlab.deal import deal
from tests.second import bridge as second

MANY, SOME = 1 << 24, 2000
ALL = comb(52, 13)
TRUMP = "spades"

FIRST = f"""
from time import perf_counter
from cardlab.bridge import exact
start = perf_counter()
exact.distribution("{TRUMP}")
print(perf_counter() - start)
"""


@pytest.fixture(scope="module")
def many() -> NDArray[np.uint64]:
    return deal(np.random.default_rng(1), MANY, DECK, (13,))[:, 0]


@pytest.fixture
def some(many: NDArray[np.uint64]) -> list[Hand]:
    return [DECK.decode(hand) for hand in many[:SOME].tolist()]


def plain(hands: list[Hand]) -> Scores:
    given = [[str(card) for card in hand] for hand in hands]
    return lambda: [second.points(hand, TRUMP) for hand in given]


@pytest.mark.work("Bridge: `score_batch` for a trump, random hands", show="rate", unit="hands", reach=300e6)
class TestManyHands:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("cardlab", lambda: score_batch(many, TRUMP), of=MANY)

    def test_reading(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure(peers.READING, lambda: peers.read(many), of=MANY)

    def test_plain(self, measure: Measure, some: list[Hand]) -> None:
        measure("plain Python, `tests/second`", plain(some), of=SOME)

    def test_endplay(self, measure: Measure, some: list[Hand]) -> None:
        measure("endplay `hcp`, high cards only", peers.endplay_hcp(some), of=SOME)


@pytest.mark.work("Bridge: `score` for a trump, one hand, with its items", show="time")
class TestOneHand:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64], some: list[Hand]) -> None:
        found = measure("cardlab", lambda: [int(bridge.score(hand, TRUMP)) for hand in some], of=SOME)
        assert found == score_batch(many[:SOME], TRUMP).tolist()

    def test_plain(self, measure: Measure, many: NDArray[np.uint64], some: list[Hand]) -> None:
        found = measure("plain Python, `tests/second`", plain(some), of=SOME)
        assert found == score_batch(many[:SOME], TRUMP).tolist()

    def test_endplay(self, measure: Measure, some: list[Hand]) -> None:
        found = measure("endplay `hcp`, high cards only", peers.endplay_hcp(some), of=SOME)
        assert found == [second.high_card_points([str(card) for card in hand]) for hand in some]


@pytest.mark.work("Bridge: all 635,013,559,600 hands for a trump, `exact.distribution`, warm", show="time", reach=0.1)
class TestAllHands:
    def test_cardlab(self, measure: Measure) -> None:
        assert measure("cardlab", lambda: exact.distribution(TRUMP)).total == ALL

    def test_first(self, measure: Measure) -> None:
        measure.least("cardlab, first call in a process", lambda: float(peers.python(FIRST)))

    def test_one_by_one(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("`score_batch`, hand by hand, at its rate", lambda: score_batch(many, TRUMP), of=MANY / ALL)


@pytest.mark.work("Bridge: another count, `score_batch` with `rules=BUM_RAP`, random hands", show="rate", unit="hands")
class TestOtherCounts:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("cardlab, BUM-RAP", lambda: score_batch(many, TRUMP, rules=BUM_RAP), of=MANY)

    def test_score_batch(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("cardlab, the adjusted count", lambda: score_batch(many, TRUMP), of=MANY)


@pytest.mark.work("Bridge: the stored deals read, and 13 counts for each side in each strain", show="time")
class TestTricks:
    def test_cardlab(self, measure: Measure) -> None:
        assert len(measure("cardlab", lambda: tricks.partnerships(tricks.load()), of=1)) >= 100_000
