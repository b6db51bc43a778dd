"""The start: what a new process pays before its first score, and before its first simulation."""

from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest

from benchmarks.measure import Measure
from benchmarks.peers import python

SCORE = "from cardlab import cribbage; cribbage.score('5H 5S 5C JD', '5D')"

SIMULATE = """
from cardlab.bridge import batch as bridge
from cardlab.cribbage import batch as cribbage
from cardlab.scopa import batch as scopa
from cardlab.simulate import simulate
from cardlab.tichu import batch as tichu
for game in (bridge, cribbage, scopa, tichu):
    simulate(game.sample, 1000, seed=1)
"""


@pytest.mark.work("Start: `import cardlab` and one score, in a new process", show="time")
class TestImport:
    def test_cardlab(self, measure: Measure) -> None:
        measure("cardlab", lambda: python(SCORE), rounds=20)

    def test_bare(self, measure: Measure) -> None:
        measure("limit: a process that does nothing", lambda: python("pass"), rounds=20)


@pytest.mark.work("Start: a first simulation of each game in a new process, kernels from the disk cache", show="time")
class TestKernels:
    @pytest.fixture
    def cache(self) -> Iterator[str]:
        with TemporaryDirectory() as folder:
            yield folder

    def test_cardlab(self, measure: Measure, cache: str) -> None:
        measure("cardlab", lambda: python(SIMULATE, NUMBA_CACHE_DIR=cache), rounds=5)

    def test_compiled(self, measure: Measure) -> None:
        measure("cardlab, kernels compiled", compiled, rounds=1)

    def test_numba(self, measure: Measure) -> None:
        measure("limit: a process that imports numba", lambda: python("import numba"), rounds=5)


def compiled() -> None:
    with TemporaryDirectory() as cache:
        python(SIMULATE, NUMBA_CACHE_DIR=cache)
