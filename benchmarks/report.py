"""The table of a run: pytest-benchmark's JSON in, RESULTS.md out.

python -m benchmarks.report build/benchmarks.json
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.peers import PACKAGES

RESULTS = Path(__file__).with_name("RESULTS.md")
GAMES = ("Bridge", "Cribbage", "Scopa", "Tichu")
MEASURED_WITH = ("numpy", "numba", *PACKAGES)
DURATIONS = [(1e-6, 1e-9, "ns"), (1e-3, 1e-6, "µs"), (1.0, 1e-3, "ms"), (120.0, 1.0, "s"), (7200.0, 60.0, "min")]
DURATIONS += [(172_800.0, 3600.0, "h"), (float("inf"), 86_400.0, "days")]
"""Below each limit a time is shown in units of so many seconds."""

HEAD = """# Benchmarks

Each piece of work is measured side by side with other ways to do it, or with a limit, in one run: the best of some
rounds. The ratio says how many times as fast (or as small) cardlab is. What is said to be at its rate was measured on
some of the hands and is extrapolated to all. Everything runs in one thread unless it says otherwise.
`make bench` writes this file; `make bench BILLION=1` adds a billion deals.
"""

Benchmark: TypeAlias = dict[str, Any]


def page(run: dict[str, Any]) -> str:
    """The whole text."""
    cpu = run["machine_info"]["cpu"]
    machine = f"{run['datetime'][:10]}, {cpu['brand_raw']}, {cpu['count']} cores, {run['machine_info']['system']}"
    python = run["machine_info"]["python_version"]
    versions = f"Python {python}, cardlab {version('cardlab')}, {', '.join(map(installed, MEASURED_WITH))}"
    return f"{HEAD}\n{machine}; {versions}.\n\n{table(run['benchmarks'])}\n"


def installed(package: str) -> str:
    """The package and its version."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def table(benchmarks: list[Benchmark]) -> str:
    """A row for each piece of work and whatever stands beside it."""
    works: dict[str, list[Benchmark]] = {}
    for one in sorted(benchmarks, key=lambda one: not one["group"].startswith(GAMES)):
        works.setdefault(one["group"], []).append(one)
    head = ["work", "cardlab", "beside it", "", "ratio", "reach", "met"]
    rows = [head, ["---", "---:", "---", "---:", "---:", "---:", "---"]]
    rows += [row for name, work in works.items() for row in work_rows(name, *work)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def work_rows(name: str, ours: Benchmark, *others: Benchmark) -> Iterator[list[str]]:
    """The rows of one piece of work: its name, cardlab's figure and its reach are in the first alone."""
    work, goal = [name, shown(ours, figure(ours))], verdict(ours)
    if not others:
        yield [*work, "", "", "", *goal]
    for other in others:
        beside = [other["extra_info"]["who"], shown(other, figure(other)), number(ratio(ours, other))]
        yield [*work, *beside, *(ratio_verdict(ours, other) or goal)]
        work, goal = ["", ""], ["", ""]


def figure(one: Benchmark) -> float:
    """What is shown: how many a second, seconds or megabytes."""
    extra, seconds = one["extra_info"], one["stats"]["min"]
    if "value" in extra:
        return float(extra["value"])
    return float(extra["of"] / seconds if extra["show"] == "rate" else seconds / extra["of"])


def ratio(ours: Benchmark, other: Benchmark) -> float:
    """How many times as fast, or as small, ours is."""
    times = figure(ours) / figure(other)
    return times if ours["extra_info"]["show"] == "rate" else 1 / times


def verdict(ours: Benchmark) -> list[str]:
    """The reach, and whether it was met."""
    extra = ours["extra_info"]
    if "reach" not in extra:
        return ["", ""]
    met = figure(ours) >= extra["reach"] if extra["show"] == "rate" else figure(ours) <= extra["reach"]
    return [shown(ours, extra["reach"]), yes_no(met)]


def ratio_verdict(ours: Benchmark, other: Benchmark) -> list[str]:
    """The ratio that is to be reached, and whether it was; nothing if none is set."""
    least = other["extra_info"].get("reach_ratio")
    return [f"ratio {least}", yes_no(ratio(ours, other) >= least)] if least else []


def yes_no(met: bool) -> str:
    return "yes" if met else "**no**"


def shown(one: Benchmark, figure: float) -> str:
    """A figure in the unit of its work."""
    extra = one["extra_info"]
    if extra["show"] == "memory":
        return f"{figure:.0f} MB"
    return duration(figure) if extra["show"] == "time" else rate(figure, extra["unit"])


def rate(per_second: float, unit: str) -> str:
    """So many a second.

    >>> rate(215e6, "hands"), rate(0.5, "hands")
    ('215 M hands/s', '0.500 hands/s')
    """
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if per_second >= size:
            return f"{number(per_second / size)}{sign} {unit}/s"
    return f"{number(per_second)} {unit}/s"


def duration(seconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration(2.5e-8), duration(0.05), duration(7200)
    ('25.0 ns', '50.0 ms', '2.00 h')
    """
    size, unit = next((size, unit) for limit, size, unit in DURATIONS if seconds < limit)
    return f"{number(seconds / size)} {unit}"


def number(figure: float) -> str:
    """Three digits.

    >>> number(0.2346), number(1.8), number(23.46), number(2345.6)
    ('0.235', '1.80', '23.5', '2,350')
    """
    digits = 3 if figure < 1 else 2 if figure < 10 else 1 if figure < 100 else 0
    return f"{float(f'{figure:.3g}'):,.{digits}f}"


if __name__ == "__main__":
    RESULTS.write_text(page(json.loads(Path(sys.argv[1]).read_text())), encoding="utf-8")
