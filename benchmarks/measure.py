"""Measuring: what a benchmark keeps of one of those that do a piece of work, for `benchmarks.report`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pytest_benchmark.fixture import BenchmarkFixture

__all__ = ["Measure"]

T = TypeVar("T")


class Measure:
    """Measures who does a piece of work; `work` is what the mark of that name says of it."""

    def __init__(self, benchmark: BenchmarkFixture, name: str, **work: Any) -> None:
        self.benchmark = benchmark
        benchmark.group = name
        benchmark.extra_info.update(work)

    def __call__(self, who: str, function: Callable[[], T], *, of: float = 1, rounds: int = 10) -> T:
        """The best of some rounds, after one that does not count; `of` is how much of the work a round does."""
        self.benchmark.extra_info.update(who=who, of=of)
        result: T = self.benchmark.pedantic(function, rounds=rounds, warmup_rounds=1)
        return result

    def least(self, who: str, function: Callable[[], float], *, rounds: int = 3) -> None:
        """The least figure that the function gives, for what only another process can tell."""
        figures: list[float] = []
        self.benchmark.pedantic(lambda: figures.append(function()), rounds=rounds)
        self.benchmark.extra_info.update(who=who, value=min(figures))

    def note(self, text: str) -> None:
        """Say more about who was measured."""
        self.benchmark.extra_info["who"] += f", {text}"

    def reach_ratio(self, ratio: float) -> None:
        """Set how many times the figure measured here cardlab's is to be."""
        self.benchmark.extra_info["reach_ratio"] = ratio
