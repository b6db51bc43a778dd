"""Simulation: deals dealt, scored and counted; two threads over one; memory. `BILLION=1` adds a billion deals."""

import os
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks import peers
from benchmarks.measure import Measure
from cardlab import cribbage
from cardlab.cribbage.batch import sample
from cardlab.distribution import Distribution
from cardlab.simulate import simulate

DEALS, FEWER, SOME = 20_000_000, 1_000_000, 2000
BILLION = 1_000_000_000
THREADS = 2

PROCESS = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from cardlab.cribbage.batch import sample
from cardlab.simulate import simulate
start = perf_counter()
with ThreadPoolExecutor({threads}) as pool:
    simulate(sample, {deals}, seed=1, executor=pool, progress=False)
print(perf_counter() - start)
for line in Path("/proc/self/status").read_text().splitlines():
    if line.startswith("VmHWM"):
        print(int(line.split()[1]) / 1024)
"""

billion = pytest.mark.skipif(not os.environ.get("BILLION"), reason="BILLION=1 asks for it")
linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")


def simulated(deals: int, threads: int) -> Distribution:
    with ThreadPoolExecutor(threads) as pool:
        return simulate(sample, deals, seed=1, executor=pool, progress=False)


def elsewhere(deals: int) -> tuple[float, float]:
    """The seconds that a simulation takes in a process of its own, and the megabytes of its peak.

    The peak is that of the address space: what `getrusage` tells of a child includes what its parent held.
    """
    seconds, megabytes = peers.python(PROCESS.format(deals=deals, threads=THREADS)).split()
    return float(seconds), float(megabytes)


@pytest.mark.work("Simulation: 20,000,000 cribbage deals, two threads", show="rate", unit="deals", reach=50e6)
class TestSimulate:
    def test_cardlab(self, measure: Measure) -> None:
        assert measure("cardlab", lambda: simulated(DEALS, THREADS), of=DEALS).total == DEALS

    def test_plain(self, measure: Measure) -> None:
        measure("`random.sample`, `cribbage.score`, `Counter`", plain, of=SOME)

    def test_one_thread(self, measure: Measure) -> None:
        measure("cardlab, one thread", lambda: simulated(DEALS, 1), of=DEALS)
        measure.reach_ratio(1.8)


def plain() -> Counter[int]:
    deals = (random.sample(cribbage.DECK.cards, 5) for _ in range(SOME))
    return Counter(int(cribbage.score(hand, starter)) for *hand, starter in deals)


@linux
@pytest.mark.work("Simulation: peak memory of 20,000,000 deals, two threads", show="memory", reach=400)
class TestMemory:
    def test_cardlab(self, measure: Measure) -> None:
        measure.least("cardlab", lambda: elsewhere(DEALS)[1])

    def test_fewer(self, measure: Measure) -> None:
        measure.least("cardlab, 1,000,000 deals", lambda: elsewhere(FEWER)[1])


@pytest.fixture(scope="module")
def of_a_billion() -> tuple[float, float]:
    return elsewhere(BILLION)


@billion
@linux
@pytest.mark.work("Simulation: a billion cribbage deals, two threads", show="time", reach=20)
class TestBillion:
    def test_cardlab(self, measure: Measure, of_a_billion: tuple[float, float]) -> None:
        measure.least("cardlab", lambda: of_a_billion[0], rounds=1)


@billion
@linux
@pytest.mark.work("Simulation: peak memory of a billion deals, two threads", show="memory", reach=400)
class TestMemoryOfABillion:
    def test_cardlab(self, measure: Measure, of_a_billion: tuple[float, float]) -> None:
        measure.least("cardlab", lambda: of_a_billion[1], rounds=1)
