"""How a benchmark is written: a class for a piece of work, in it a test for cardlab, then one for each thing beside it.

The mark `work` on the class names the work and says what is shown of it:

- `show`: "time" for one `of`, "rate" of so many of a `unit` a second, or "memory" in megabytes;
- `reach`: the figure that is set for cardlab: the most for a time or memory, the least for a rate.
"""

from __future__ import annotations

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.measure import Measure


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "work(name, show=, unit=, reach=): the piece of work that a class measures")


@pytest.fixture
def measure(request: pytest.FixtureRequest, benchmark: BenchmarkFixture) -> Measure:
    mark = request.node.get_closest_marker("work")
    return Measure(benchmark, *mark.args, **mark.kwargs)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)
