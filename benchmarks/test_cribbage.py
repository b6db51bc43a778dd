"""Cribbage: one hand, many hands, all hands, and the best keep of all deals."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.measure import Measure
from benchmarks.peers import Hand, Scores, Show
from cardlab import cribbage
from cardlab.cribbage import DECK, exact
from cardlab.cribbage.batch import score_batch
from cardlab.cribbage.discard.keeps import best_keep, keep_totals
from cardlab.deal import deal

Scorer: TypeAlias = Callable[[list[Show]], Scores]
Shows: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint8]]

MANY, SOME = 1 << 24, 2000
ALL = comb(52, 4) * 48
SIXES = comb(52, 6)


@pytest.fixture(scope="module")
def many() -> Shows:
    hands, starters = deal(np.random.default_rng(1), MANY, DECK, (4, 1)).T
    return hands, np.bitwise_count(starters - np.uint64(1))


@pytest.fixture
def some(many: Shows) -> list[Show]:
    hands, starters = (column[:SOME].tolist() for column in many)
    return [(DECK.decode(hand), DECK.cards[starter]) for hand, starter in zip(hands, starters, strict=True)]


beside = pytest.mark.parametrize(
    ("who", "scorer"),
    [
        ("plain Python, `tests/second`", peers.plain_show),
        ("cribbage-scorer", peers.cribbage_scorer),
        ("cribbage", peers.cribbage_package),
    ],
)


@pytest.mark.work("Cribbage: `score_batch`, random hands", show="rate", unit="hands", reach=200e6)
class TestManyHands:
    def test_cardlab(self, measure: Measure, many: Shows) -> None:
        measure("cardlab", lambda: score_batch(*many), of=MANY)

    def test_reading(self, measure: Measure, many: Shows) -> None:
        measure(peers.READING, lambda: peers.read(many[0]), of=MANY)

    @beside
    def test_beside(self, measure: Measure, many: Shows, some: list[Show], who: str, scorer: Scorer) -> None:
        found = measure(who, scorer(some), of=SOME)
        if differ := np.count_nonzero(found != score_batch(*many)[:SOME]):
            measure.note(f"which gives {differ / SOME:.1%} of the hands another score")


@pytest.mark.work("Cribbage: `score`, one hand, with its items", show="time")
class TestOneHand:
    def test_cardlab(self, measure: Measure, many: Shows, some: list[Show]) -> None:
        found = measure("cardlab", lambda: [int(cribbage.score(*show)) for show in some], of=SOME)
        assert found == score_batch(*many)[:SOME].tolist()

    @beside
    def test_beside(self, measure: Measure, some: list[Show], who: str, scorer: Scorer) -> None:
        measure(who, scorer(some), of=SOME)


@pytest.mark.work("Cribbage: all 12,994,800 hands, `exact.distribution`, warm", show="time", reach=0.05)
class TestAllHands:
    def test_cardlab(self, measure: Measure) -> None:
        assert measure("cardlab", exact.distribution).total == ALL

    def test_one_by_one(self, measure: Measure, many: Shows) -> None:
        measure("`score_batch`, hand by hand, at its rate", lambda: score_batch(*many), of=MANY / ALL)

    def test_cribbage_scorer(self, measure: Measure, some: list[Show]) -> None:
        measure("cribbage-scorer, at its rate", peers.cribbage_scorer(some), of=SOME / ALL)


@pytest.mark.work("Cribbage: best keep of all 20,358,520 deals, `best_keep`, two threads", show="time", reach=1.0)
class TestBestKeep:
    def test_cardlab(self, measure: Measure) -> None:
        with ThreadPoolExecutor(2) as pool:
            best = measure("cardlab", lambda: best_keep(executor=pool))
        assert best.totals.total == SIXES

    def test_one_thread(self, measure: Measure) -> None:
        measure("cardlab, one thread", best_keep)

    def test_plain(self, measure: Measure, rng: np.random.Generator) -> None:
        deals = deal(rng, 5, DECK, (6,))[:, 0]
        sixes = [DECK.decode(six) for six in deals]
        found = measure(
            "`cribbage.score` of every keep and starter, at its rate",
            lambda: [max(total(keep, six) for keep in combinations(six, 4)) for six in sixes],
            of=len(sixes) / SIXES,
        )
        assert found == keep_totals(deals).max(axis=1).tolist()


def total(keep: Hand, six: Hand) -> int:
    """What four of six cards score in all over the 46 starters."""
    return sum(int(cribbage.score(keep, starter)) for starter in DECK if starter not in six)
