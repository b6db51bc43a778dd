"""Simulation: the same result whoever does the work, however often it is killed and resumed."""

import io
import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

import cardlab
from cardlab import simulate as module
from cardlab.checkpoint import Done, Tally
from cardlab.cribbage.batch import sample as cribbage
from cardlab.distribution import Distribution
from cardlab.simulate import IN_FLIGHT, TRIES, CheckpointError, simulate
from tests.cases import ROOT

Scores = NDArray[np.int64]


def spread(rng: np.random.Generator, n: int) -> Scores:
    return rng.integers(-3, 30, size=n)


def generator(seed: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(number,))))


def test_the_result_is_the_chunks_put_together() -> None:
    chunks = [spread(generator(5, number), n) for number, n in enumerate([1000, 1000, 500])]
    expected = Distribution.sample(Counter(np.concatenate(chunks).tolist()), seed=5)
    made = simulate(spread, 2500, seed=5, chunk=1000, name="spread")
    assert made == expected
    assert (made.total, made.seed, made.name, made.is_exact) == (2500, 5, "spread", False)


def test_seed_deals_and_chunk_matter() -> None:
    one = simulate(spread, 10_000, seed=1, chunk=1000)
    assert one == simulate(spread, 1e4, seed=1, chunk=1000)
    others = [
        simulate(spread, 10_000, seed=2, chunk=1000),
        simulate(spread, 10_001, seed=1, chunk=1000),
        simulate(spread, 10_000, seed=1, chunk=1001),
    ]
    assert one not in others


class Backwards(Executor):
    """Does the work when it is waited for, the newest first, and keeps count of what is in flight."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.most, self.left = 0, False
        Thread(target=self.work, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        self.most = max(self.most, len(self.waiting))
        return future

    def work(self) -> None:
        while not self.left:
            time.sleep(0.001)  # lets more come in
            while self.waiting:
                future, task = self.waiting.pop()
                if future.set_running_or_notify_cancel():
                    future.set_result(task())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.left = True


@contextmanager
def spawned() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.parametrize(
    "executor",
    [partial(ThreadPoolExecutor, 1), partial(ThreadPoolExecutor, 3), spawned, Backwards],
    ids=["thread", "threads", "processes", "backwards"],
)
def test_the_same_whatever_the_executor(executor: Callable[[], Any]) -> None:
    run = partial(simulate, partial(cribbage, crib=True), 100_500, seed=3, chunk=1000)
    with executor() as made:
        assert run(executor=made) == run()


def test_no_more_than_so_many_chunks_are_in_flight() -> None:
    with Backwards() as executor:
        made = simulate(spread, 3 * IN_FLIGHT, seed=1, chunk=1, executor=executor)
    assert made == simulate(spread, 3 * IN_FLIGHT, seed=1, chunk=1)
    assert 1 < executor.most <= IN_FLIGHT


@pytest.mark.parametrize(
    ("deals", "chunk", "seed", "message"),
    [
        (0, 10, 1, "deals is 0: expected a whole number of 1 or more"),
        (-5, 10, 1, "deals is -5: "),
        (10.5, 10, 1, "deals is 10.5: "),
        (math.nan, 10, 1, "deals is nan: "),
        (math.inf, 10, 1, "deals is inf: "),
        (10, 0, 1, "chunk is 0: expected a whole number of 1 or more"),
        (10, 10, -1, "seed is -1: expected a whole number of 0 or more"),
    ],
)
def test_bad_numbers_are_refused(deals: float, chunk: int, seed: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(spread, deals, seed=seed, chunk=chunk)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (lambda n: np.full(n, "7"), "an array of <U1 with shape (9,)"),
        (lambda n: np.zeros(n + 1, int), "an array of int64 with shape (10,)"),
        (lambda n: np.zeros((n, 1), int), "an array of int64 with shape (9, 1)"),
    ],
)
def test_a_sample_that_gives_no_scores_is_refused(scores: Callable[[int], NDArray[Any]], said: str) -> None:
    def bad(rng: np.random.Generator, n: int) -> NDArray[Any]:
        return scores(n)

    with pytest.raises(TypeError) as caught:
        simulate(bad, 9, seed=1)
    assert f".bad returned {said}: expected numbers with shape (9,) or fewer" in str(caught.value)


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int16, np.uint64, np.int64])
def test_any_integers_are_counted(dtype: type[np.integer[Any]]) -> None:
    def sample(rng: np.random.Generator, n: int) -> NDArray[Any]:
        return rng.integers(0, 2, size=n).astype(dtype)

    assert simulate(sample, 5000, seed=1) == simulate(lambda rng, n: rng.integers(0, 2, size=n), 5000, seed=1)


@pytest.mark.parametrize("values", [[-(2**62), 2**62], [-40_000, 40_000], [2**40, 2**40 + 9]])
def test_far_scores_are_counted(values: list[int]) -> None:
    made = simulate(lambda rng, n: np.resize(values, n), 5000, seed=1, chunk=1000)
    assert dict(made) == {values[0]: 2500, values[1]: 2500}


def test_an_error_in_a_chunk_comes_out_and_the_others_are_not_begun() -> None:
    begun: list[int] = []

    def fails(rng: np.random.Generator, n: int) -> Scores:
        begun.append(n)
        if len(begun) == 5:
            raise ArithmeticError("no more")
        return spread(rng, n)

    with ThreadPoolExecutor(1) as executor, pytest.raises(ArithmeticError, match="no more") as caught:
        simulate(fails, 1e9, seed=1, chunk=100, executor=executor)
    assert len(begun) < IN_FLIGHT
    assert caught.value.__notes__ == ["in chunk 4 of seed 1"]


class Failing(ThreadPoolExecutor):
    """Fails on each chunk a number of times, as an executor does that loses workers."""

    def __init__(self, failures: int) -> None:
        super().__init__(2)
        self.failures, self.tries = failures, Counter[int]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tries[args[0]] += 1
        if self.tries[args[0]] > self.failures:
            return super().submit(fn, *args, **kwargs)
        failed: Future[Any] = Future()
        failed.set_exception(ConnectionError("worker lost"))
        return failed


def test_what_an_executor_fails_on_is_tried_again() -> None:
    with Failing(TRIES - 1) as executor:
        made = simulate(spread, 100_500, seed=3, chunk=1000, executor=executor)
    assert set(executor.tries.values()) == {TRIES}
    assert made == simulate(spread, 100_500, seed=3, chunk=1000)


def test_an_executor_that_always_fails_is_given_up() -> None:
    with Failing(TRIES) as executor, pytest.raises(ConnectionError, match="worker lost"):
        simulate(spread, 10, seed=3, executor=executor)
    assert executor.tries == {0: TRIES}


def test_progress_is_shown_if_asked_and_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def shown(stream: io.StringIO, progress: bool | None) -> str:
        monkeypatch.setattr(sys, "stderr", stream)
        simulate(spread, 3000, seed=1, chunk=1000, progress=progress)
        return stream.getvalue()

    assert "3.00k/3.00k" in shown(io.StringIO(), True)
    assert shown(io.StringIO(), None) == ""
    assert shown(Terminal(), False) == ""
    assert shown(Terminal(), None) == ""  # over before it is long
    monkeypatch.setattr(module, "LONG", 0)
    assert "3.00k/3.00k" in shown(Terminal(), None)


# Checkpoints


class Interrupted:
    """Spread scores, and an interrupt in one call."""

    def __init__(self, at: int | None = None) -> None:
        self.at, self.calls = at, 0

    def __call__(self, rng: np.random.Generator, n: int) -> Scores:
        self.calls += 1
        if self.calls == self.at:
            raise KeyboardInterrupt
        return spread(rng, n)

    def __repr__(self) -> str:
        return "Interrupted"


RUN: dict[str, Any] = {"deals": 9_500, "seed": 4, "chunk": 1000}


def interrupted(path: Path, at: int, **kwargs: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        simulate(Interrupted(at), **RUN, checkpoint=path, save_every=1e9, **kwargs)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    interrupted(path, at=5)
    assert json.loads(path.read_text())["first"] == 4
    sample = Interrupted()
    assert simulate(sample, **RUN, checkpoint=path) == simulate(Interrupted(), **RUN)
    assert sample.calls == 1 + 6  # the chunk done first is repeated
    again = Interrupted()
    assert simulate(again, **RUN, checkpoint=str(path)) == simulate(Interrupted(), **RUN)
    assert again.calls == 1
    assert [one.name for one in tmp_path.iterdir()] == ["run.json"]


def test_chunks_done_out_of_order_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.json"

    class LastFirst(Backwards):
        def work(self) -> None:
            while len(self.waiting) < 10:
                time.sleep(0.001)
            for future, task in reversed(self.waiting):
                try:
                    future.set_result(task())
                except BaseException as error:
                    future.set_exception(error)
                    return

    with LastFirst() as executor:
        interrupted(path, at=4, executor=executor)
    kept = json.loads(path.read_text())
    assert (kept["first"], kept["beyond"]) == (0, [7, 8, 9])
    sample = Interrupted()
    assert simulate(sample, **RUN, checkpoint=path) == simulate(Interrupted(), **RUN)
    assert sample.calls == 1 + 7


def test_it_is_saved_as_often_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    seen: list[int] = []

    def looks(rng: np.random.Generator, n: int) -> Scores:
        seen.append(json.loads(path.read_text())["first"])
        return spread(rng, n)

    simulate(looks, **RUN, checkpoint=path, save_every=0)
    assert seen == list(range(10))
    seen.clear()
    path.unlink()
    simulate(looks, **RUN, checkpoint=path, save_every=1e9)
    assert seen == [0] * 10
    assert json.loads(path.read_text())["first"] == 10


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 5}, "seed 4, not 5"),
        ({"deals": 9_501}, "deals 9500, not 9501"),
        ({"chunk": 999}, "chunk 1000, not 999"),
        ({"name": "cribs"}, "name '', not 'cribs'"),
        ({"sample": partial(cribbage, crib=True)}, "chunk 0 now has other counts"),
    ],
)
def test_a_checkpoint_of_another_simulation_is_refused(tmp_path: Path, changed: dict[str, Any], said: str) -> None:
    path = tmp_path / "run.json"
    interrupted(path, at=5)
    before = path.read_bytes()
    with pytest.raises(CheckpointError) as caught:
        simulate(**{"sample": Interrupted(), **RUN, **changed}, checkpoint=path)
    assert f"{path} is of another simulation" in str(caught.value)
    assert said in str(caught.value)
    assert path.read_bytes() == before


def test_a_checkpoint_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(tmp_path / "run.json", at=5)
    monkeypatch.setattr(cardlab, "__version__", "9.9")
    with pytest.raises(CheckpointError, match=r"cardlab .* not '9\.9'"):
        simulate(Interrupted(), **RUN, checkpoint=tmp_path / "run.json")


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"[1, 2]",
        lambda whole: b"\xff" + whole,
        lambda whole: b"{}",
        lambda whole: whole.replace(b'"first": 4', b'"first": 3'),
        lambda whole: whole.replace(b'"seed": 4', b'"seed": 5'),
        lambda whole: whole.replace(b"checkpoint 2", b"checkpoint 1"),
    ],
    ids=["cut", "list", "bytes", "bare", "chunks", "parameters", "format"],
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "run.json"
    interrupted(path, at=5)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    with pytest.raises(CheckpointError, match="damaged, or not a checkpoint of this version"):
        simulate(Interrupted(), **RUN, checkpoint=path)


def test_a_checkpoint_that_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    sample = Interrupted()
    with pytest.raises(FileNotFoundError):
        simulate(sample, **RUN, checkpoint=tmp_path / "nowhere" / "run.json")
    assert sample.calls == 0


# Real processes, really killed

SCRIPT = """
import os, signal, sys, time
from concurrent.futures import ThreadPoolExecutor
from cardlab.checkpoint import Tally
from cardlab.cribbage.batch import sample
from cardlab.simulate import simulate

def slow(rng, n):
    time.sleep(0.004)
    return sample(rng, n)

def loud(tally, chunk, counts, add=Tally.add):
    add(tally, chunk, counts)
    os.write(1, b"chunk\\n")  # said when a chunk is counted: what is dealt and not yet counted depends on the scheduler

Tally.add = loud

signal.signal(signal.SIGINT, signal.default_int_handler)
_, path, save_every, workers = sys.argv
with ThreadPoolExecutor(int(workers) or 1) as executor:
    made = simulate(slow, 5e5, seed=8, chunk=2000, executor=executor if int(workers) else None,
                    checkpoint=path, save_every=float(save_every))
print(dict(made))
"""


def start(path: Path, save_every: float, workers: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SCRIPT, str(path), str(save_every), str(workers)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def chunks_done(path: Path) -> int:
    if not path.exists():
        return 0
    kept = json.loads(path.read_text() or '{"first": 0, "beyond": []}')
    return int(kept["first"]) + len(kept["beyond"])


def read_chunks(process: subprocess.Popen[str], count: int) -> None:
    assert process.stdout is not None
    for _ in range(count):
        assert process.stdout.readline() == "chunk\n"


def finish(path: Path) -> tuple[int, str]:
    """Run to the end: how many chunks were still to do, and the counts."""
    out, errors = start(path, save_every=1e9).communicate(timeout=120)
    assert errors == ""
    *chunks, counts = out.splitlines()
    return len(chunks), counts


def expected() -> str:
    return str(dict(simulate(cribbage, 5e5, seed=8, chunk=2000)))


@pytest.mark.slow
def test_kill_9_at_any_moment_changes_nothing(tmp_path: Path) -> None:
    path, moments = tmp_path / "run.json", random.Random(1)
    for workers in (0, 2):
        before = chunks_done(path)
        with start(path, save_every=0, workers=workers) as process:
            read_chunks(process, 20)
            while chunks_done(path) == before:
                assert process.poll() is None
            time.sleep(moments.uniform(0, 0.02))
            process.kill()
        assert process.returncode == -signal.SIGKILL
        assert before < chunks_done(path) < 250
    left = 250 - chunks_done(path)
    assert finish(path) == (left, expected())


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_ctrl_c_leaves_what_is_done(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "run.json"
    with start(path, save_every=1e9, workers=workers) as process:
        read_chunks(process, 50)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert errors.endswith("KeyboardInterrupt\n")
    done = chunks_done(path)
    assert 50 - 1 <= done < 250
    assert finish(path) == (250 - done, expected())


def dies(rng: np.random.Generator, n: int) -> Scores:
    os.kill(os.getpid(), signal.SIGKILL)
    return spread(rng, n)


@pytest.mark.slow
def test_a_broken_process_pool_is_said(tmp_path: Path) -> None:
    with spawned() as executor, pytest.raises(BrokenExecutor):
        simulate(dies, 10_000, seed=1, chunk=1000, executor=executor, checkpoint=tmp_path / "run.json")
    assert chunks_done(tmp_path / "run.json") == 0


@pytest.mark.slow
def test_a_dask_cluster_that_loses_a_worker_gives_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    calls = tmp_path / "calls"

    def fatal(rng: np.random.Generator, n: int) -> Scores:
        """Spread scores; the twentieth call kills its process."""
        with calls.open("ab") as file:
            file.write(b".")
            file.flush()
            if file.tell() == 20:
                os.kill(os.getpid(), signal.SIGKILL)
        return rng.integers(-3, 30, size=n)

    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )
    with cluster, distributed.Client(cluster) as client, client.get_executor() as executor:
        made = simulate(fatal, 99_500, seed=6, chunk=1000, executor=executor)
    assert calls.stat().st_size > 100  # the chunk that the worker died of was done again
    assert made == simulate(spread, 99_500, seed=6, chunk=1000)


@dataclass
class Dice:
    """A sample that only what it does tells from another."""

    table: Scores

    def throw(self, rng: np.random.Generator, n: int) -> Scores:
        return self.table[rng.integers(0, self.table.size, size=n)]


def test_a_checkpoint_is_told_by_what_the_sample_does(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    one, other = Dice(np.arange(6)), Dice(np.arange(6) + 1)
    made = simulate(one.throw, **RUN, checkpoint=path)
    assert simulate(partial(Dice.throw, one), **RUN, checkpoint=path) == made
    for sample in (other.throw, partial(Dice.throw, other)):
        before = path.read_bytes()
        with pytest.raises(CheckpointError, match="chunk 0 now has other counts"):
            simulate(sample, **RUN, checkpoint=path)
        assert path.read_bytes() == before


# Faults that an attack found


@pytest.mark.parametrize("threads", [0, 2])
def test_a_sample_that_raises_stop_iteration_is_an_error(threads: int) -> None:
    calls: list[int] = []

    def stops(rng: np.random.Generator, n: int) -> Scores:
        calls.append(n)
        return next(iter(())) if len(calls) == 4 else spread(rng, n)

    with ThreadPoolExecutor(threads or 1) as executor, pytest.raises(RuntimeError, match="StopIteration"):
        simulate(stops, **RUN, executor=executor if threads else None)


def test_a_failing_save_is_said_and_the_result_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, calls = tmp_path / "run.json", Counter[str]()

    def full(old: str, new: Path, replace: Callable[..., None] = os.replace) -> None:
        calls["saves"] += 1
        if calls["saves"] > 1:
            raise OSError(28, "No space left on device")
        replace(old, new)

    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(RuntimeWarning, match="checkpoint not saved: .*No space left"):
        made = simulate(spread, **RUN, checkpoint=path, save_every=0)
    assert made == simulate(spread, **RUN)
    assert calls["saves"] == 1 + 10 + 1
    assert os.listdir(tmp_path) == ["run.json"]
    assert json.loads(path.read_text())["first"] == 0


def test_another_process_cannot_use_the_same_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    said: list[str] = []
    code = (
        "import sys; from cardlab.checkpoint import Checkpoint\n"
        "try: Checkpoint(sys.argv[1], {}, 10).load()\n"
        "except ValueError as error: print(error)"
    )

    def tries(rng: np.random.Generator, n: int) -> Scores:
        if len(said) < 2:  # locked at the start, and after a save too
            command = [sys.executable, "-c", code, str(path)]
            said.append(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
        return spread(rng, n)

    made = simulate(tries, **RUN, checkpoint=path, save_every=0)
    assert said == [f"{path} is in use by another process\n"] * 2
    assert made == simulate(spread, **RUN)


def test_what_is_not_a_checkpoint_is_left_alone(tmp_path: Path) -> None:
    target, link, fifo = tmp_path / "target", tmp_path / "link", tmp_path / "fifo"
    target.write_text("mine")
    link.symlink_to(target)
    os.mkfifo(fifo)
    for path in (link, fifo, tmp_path):
        with pytest.raises(CheckpointError, match="a link or not a regular file"):
            simulate(spread, **RUN, checkpoint=path)
    assert (target.read_text(), link.is_symlink(), fifo.is_fifo()) == ("mine", True, True)


def test_neighbours_and_the_mode_of_a_checkpoint_are_kept(tmp_path: Path) -> None:
    path, beside = tmp_path / "run.json", tmp_path / "run.json.tmp"
    beside.symlink_to(tmp_path / "elsewhere")
    path.touch(mode=0o640)
    simulate(spread, **RUN, checkpoint=path)
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["run.json", "run.json.tmp"]


@pytest.mark.parametrize("wrong", [-1, math.nan, "1", None, True])
def test_a_bad_save_every_is_refused_before_the_work(wrong: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"save_every is .*: expected a number of seconds"):
        simulate(spread, **RUN, checkpoint=tmp_path / "run.json", save_every=wrong)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (np.array([2**63], dtype=np.uint64), "a score is 9223372036854775808: expected integers that fit int64"),
        (np.array([0.5, math.nan]), "a score is nan or infinite"),
    ],
)
def test_scores_that_cannot_be_counted_are_refused_at_once(scores: NDArray[Any], said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        simulate(lambda rng, n: scores, **RUN)
    assert caught.value.__notes__ == ["in chunk 0 of seed 4"]


class Cancelling(ThreadPoolExecutor):
    """Cancels whatever is handed in."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        return future


def test_a_cancelled_chunk_is_said() -> None:
    with Cancelling() as executor, pytest.raises(CancelledError, match="chunk 0 was cancelled by the executor"):
        simulate(spread, **RUN, executor=executor)


@pytest.mark.parametrize(("missing", "values"), [(True, 1), (False, 100_000)])
def test_a_tally_takes_the_same_time_a_chunk(missing: bool, values: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in items copied, with the first chunk missing or with many values."""
    copied, plus = [], Done.plus

    def counted(done: Done, chunks: Any) -> Done:
        copied.append(len(done.beyond) + len(done.counts))
        return plus(done, chunks)

    monkeypatch.setattr(Done, "plus", counted)
    counts: dict[float, int] = dict.fromkeys(range(values), 1)
    tally, chunks = Tally(), 2000 if values == 1 else 5
    for number in range(int(missing), chunks):
        tally.add(number, counts)
    done = tally.done
    assert done.counts == dict.fromkeys(range(values), chunks - missing)
    assert (done.first, len(done.beyond)) == ((0, chunks - 1) if missing else (chunks, 0))
    assert sum(copied) <= 2 * chunks * (values + 1)


# What is measured


def test_deals_may_be_left_out() -> None:
    def above(rng: np.random.Generator, n: int) -> Scores:
        scores = spread(rng, n)
        return scores[scores >= 20]

    made, every = simulate(above, **RUN), simulate(spread, **RUN)
    assert dict(made) == {value: count for value, count in every if value >= 20}
    assert (made.dealt, every.dealt) == (9_500, 0)
    with pytest.raises(ValueError, match="none of the 9,500 deals stayed"):
        simulate(lambda rng, n: np.zeros(0, int), **RUN)


def test_floats_are_measured_exactly_whoever_does_the_work(tmp_path: Path) -> None:
    def tenths(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
        return spread(rng, n) / 10

    made, whole = simulate(tenths, **RUN, checkpoint=tmp_path / "run.json"), simulate(spread, **RUN)
    assert dict(made) == {value / 10: count for value, count in whole}
    assert made.sd == pytest.approx(whole.sd / 10)
    with ThreadPoolExecutor(2) as executor:
        assert simulate(tenths, **RUN, executor=executor, checkpoint=tmp_path / "run.json") == made


def dice_frame(n: int, *, seed: np.random.Generator) -> pd.DataFrame:
    return pd.DataFrame({"left": seed.integers(1, 7, n), "right": seed.integers(1, 7, n)})


def test_a_frame_of_deals_is_measured() -> None:
    def of_sixes(dice: pd.DataFrame) -> "pd.Series[int]":
        return dice[dice.left == 6].right

    made = simulate(of_sixes, **RUN, of=dice_frame)
    assert list(made.values) == [1, 2, 3, 4, 5, 6]
    assert made.total < made.dealt == 9_500
    with pytest.raises(TypeError, match=r"<lambda> returned an array of int64 with shape \(1000, 2\)"):
        simulate(lambda dice: dice, **RUN, of=dice_frame)


@pytest.mark.parametrize("wrong", [None, "1", True, [1]])
@pytest.mark.parametrize("name", ["seed", "deals", "chunk"])
def test_numbers_of_another_type_are_named(name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"{name} is .*: expected a whole number"):
        simulate(spread, **{**RUN, name: wrong})


def test_scores_of_another_byte_order_are_counted() -> None:
    swapped = simulate(lambda rng, n: spread(rng, n).astype(">i4"), **RUN)
    assert swapped == simulate(spread, **RUN)
