"""Simulation: any number of random deals, in chunks, on any executor, with the same result.

Chunk i draws from its own generator, a PCG64DXSM (numpy's choice for many parallel streams) seeded by
`SeedSequence(seed, spawn_key=(i,))`. Only the counts of a chunk come back, and counts are added: their order does not
matter, and memory stays the same from a thousand deals to a trillion, as long as the values that occur are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, closing
from functools import partial
from itertools import islice
from os import PathLike
from queue import SimpleQueue
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.checkpoint import Checkpoint, CheckpointError, Done, Tally
from cardlab.checks import whole_number
from cardlab.compiled import compiled
from cardlab.deal import deal, random_subsets
from cardlab.distribution import Distribution

__all__ = ["CheckpointError", "deal", "random_subsets", "simulate", "whole_number"]

CHUNK = 1 << 18
"""Deals in a chunk: some milliseconds of work, some megabytes of hands."""

IN_FLIGHT = 1024
"""Chunks handed to an executor and not yet back: enough for a large cluster, next to nothing in memory."""

LONG = 2.0
"""Seconds after which a run is long enough for a progress bar."""

WIDE = 1 << 16
"""Scores that span more are sorted to be counted, not counted into a table."""

TRIES = 4
"""How often a chunk is handed to an executor that fails on it."""

Counted: TypeAlias = tuple[int, dict[float, int]]
"""The number of a chunk, and how often each score occurred in it."""

Task: TypeAlias = Callable[[int], "Counted | Exception"]


def simulate(  # noqa: PLR0913 - all but two by keyword
    sample: Callable[..., Any],
    deals: float,
    *,
    seed: int,
    of: Callable[..., Any] | None = None,
    executor: Executor | None = None,
    chunk: int = CHUNK,
    progress: bool | None = None,
    checkpoint: str | PathLike[str] | None = None,
    save_every: float = 10.0,
    name: str = "",
) -> Distribution:
    """Count the scores of random deals: a function of (sample, seed, deals, chunk) alone, whoever does the work.

    - `sample(rng, n)` returns the scores of n deals, as `<game>.batch.sample` does; `functools.partial` sets its
      options. Scores are integers or floats; floats are counted by value: round those that hardly ever repeat, or
      see `Distribution.binned`. It may leave out deals and return fewer scores: the mean is over those that stay, and
      `Distribution.dealt` is the number dealt. For processes and clusters it must be picklable.
    - `of`: deals to measure, `of(n, seed=rng)`, a DataFrame for one; `sample(deals)` returns their scores then.
    - `executor`: none is this process; threads, processes, or a Dask cluster's `client.get_executor()`. The chunks of a
      Dask worker that dies are done again; a process pool that loses a worker raises `BrokenExecutor`.
    - `progress`: a bar on standard error; None shows one on a terminal, after two seconds.
    - `checkpoint`: a file that keeps what is done, saved every `save_every` seconds and on every way out. The same call
      resumes it, after a kill too, to the same result: it repeats the chunk done first, and refuses the file if the
      counts differ. A save that fails later than at the start is a `RuntimeWarning` and never ends the run.

    Raises `ValueError` unless deals and chunk are whole numbers of 1 or more and the seed one of 0 or more, and if no
    deal stays; `TypeError` if the sample does not return numbers of shape (n,) or fewer; `CheckpointError` if the
    checkpoint is damaged, in use or of another simulation.

    >>> def coin(rng, n):
    ...     return rng.integers(0, 2, size=n)
    >>> simulate(coin, 1e6, seed=1, name="heads")
    <Distribution 'heads': sample, seed 1, n = 1,000,000, 0 to 1, mean 0.4997 ± 0.0005, sd 0.5000>
    """
    deals, chunk, seed = whole_number("deals", deals, 1), whole_number("chunk", chunk, 1), whole_number("seed", seed, 0)
    store = Checkpoint(checkpoint, {"name": name, "seed": seed, "deals": deals, "chunk": chunk}, save_every)
    task = partial(_count_chunk, sample if of is None else partial(_measure, sample, of), seed, deals, chunk)
    done = store.load()
    with closing(store):
        _check_same(done, executor, task, store)
        tally, chunks = Tally(done), -(-deals // chunk)
        todo = (i for i in range(done.first, chunks) if i not in done.beyond)
        before = min(deals, chunk * (done.first + len(done.beyond)))
        try:
            with _bar(progress, deals, before) as bar, closing(_completed(executor, task, todo)) as completed:
                for number, counts in completed:
                    tally.add(number, counts)
                    bar.update(min(chunk, deals - number * chunk))
                    store.save_if_due(tally)
        finally:
            store.try_to_save(tally)
    return _result(tally.done, chunks, deals, seed, name)


def _measure(measure: Callable[[Any], Any], of: Callable[..., Any], rng: np.random.Generator, n: int) -> Any:
    return measure(of(n, seed=rng))


def _check_same(done: Done, executor: Executor | None, task: Task, store: Checkpoint) -> None:
    """Repeat the chunk done first. Raises `CheckpointError` if its counts differ from those kept."""
    if done.chunk >= 0 and [counts for _, counts in _completed(executor, task, iter([done.chunk]))] != [done.alone]:
        raise CheckpointError(
            f"{store.path} is of another simulation: chunk {done.chunk} now has other counts; "
            "choose another file or remove it"
        )


def _result(done: Done, chunks: int, deals: int, seed: int, name: str) -> Distribution:
    if (done.first, len(done.beyond)) != (chunks, 0):
        raise RuntimeError(
            f"{done.first + len(done.beyond)} of {chunks} chunks are counted: this is an error of cardlab"
        )
    if not done.counts:
        raise ValueError(f"none of the {deals:,} deals stayed: expected scores of some")
    return Distribution.sample(done.counts, seed=seed, dealt=deals, name=name)


def _bar(progress: bool | None, deals: int, done: int) -> AbstractContextManager[Any]:
    from tqdm import tqdm

    hidden = None if progress is None else not progress  # None: shown on a terminal only
    delay = LONG if progress is None else 0
    return tqdm(total=deals, initial=done, unit=" deals", unit_scale=True, delay=delay, disable=hidden)


def _completed(executor: Executor | None, task: Task, numbers: Iterator[int]) -> Generator[Counted, None, None]:
    """Do the task for each number, in any order, never more than IN_FLIGHT at once; cancel the rest when closed.

    A task returns its own error. What a future raises is the executor's failure, a lost worker for one, and the chunk
    is handed in again, up to TRIES times in all.
    """
    if executor is None:
        for number in numbers:  # not map, which would take a StopIteration for its end
            yield _good(task(number))
        return
    back: SimpleQueue[Future[Counted | Exception]] = SimpleQueue()
    waiting: dict[Future[Counted | Exception], int] = {}
    failures: Counter[int] = Counter()

    def submit(number: int) -> None:
        future = executor.submit(task, number)
        waiting[future] = number
        future.add_done_callback(back.put)

    try:
        for number in islice(numbers, IN_FLIGHT):
            submit(number)
        while waiting:
            future = back.get()
            number = waiting.pop(future)
            if error := _failure(future, number):
                failures[number] += 1
                if failures[number] == TRIES or not isinstance(error, Exception):
                    raise error
                submit(number)
            else:
                yield _good(future.result())
                for following in islice(numbers, 1):
                    submit(following)
    finally:
        for future in waiting:
            future.cancel()


def _failure(future: Future[Counted | Exception], number: int) -> BaseException | None:
    """Why the executor has no result; None if it has one."""
    if future.cancelled():
        return CancelledError(f"chunk {number} was cancelled by the executor")
    return future.exception()


def _good(result: Counted | Exception) -> Counted:
    if isinstance(result, Exception):
        raise result
    return result


def _count_chunk(sample: Callable[..., Any], seed: int, deals: int, chunk: int, number: int) -> Counted | Exception:
    """Draw and count one chunk, the last one maybe shorter; an error of the sample is returned, with a note."""
    n = min(chunk, deals - number * chunk)
    bits = np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(number,)))
    try:
        scores = np.asarray(sample(np.random.Generator(bits), n))
        if scores.ndim != 1 or scores.size > n or scores.dtype.kind not in "biuf":
            returned = f"an array of {scores.dtype} with shape {scores.shape}"
            raise TypeError(f"{_called(sample)} returned {returned}: expected numbers with shape ({n},) or fewer")
        return number, _count(scores.astype(scores.dtype.newbyteorder("="), copy=False))
    except Exception as error:
        error.add_note(f"in chunk {number} of seed {seed}")
        return error


def _called(sample: object) -> str:
    while isinstance(sample, partial):
        sample = sample.args[0] if sample.func is _measure else sample.func
    return str(getattr(sample, "__qualname__", type(sample).__qualname__))


def _count(scores: NDArray[Any]) -> dict[float, int]:
    """How often each score occurs. Raises `ValueError` for integers that do not fit int64, and for nan and infinity.

    >>> _count(np.array([3, -1, 3], dtype=np.int16))
    {-1: 1, 3: 2}
    """
    if not scores.size:
        return {}
    if scores.dtype.kind == "f":
        if not np.isfinite(scores).all():
            raise ValueError("a score is nan or infinite: leave such deals out")
        return _unique(scores)
    low, high = int(scores.min()), int(scores.max())
    if high > np.iinfo(np.int64).max:
        raise ValueError(f"a score is {high}: expected integers that fit int64")
    if high - low > WIDE:
        return _unique(scores)
    table = np.zeros(high - low + 1, dtype=np.int64)
    _add_up(scores, low, table)
    return {low + i: int(table[i]) for i in np.flatnonzero(table).tolist()}


def _unique(scores: NDArray[Any]) -> dict[float, int]:
    values, counts = np.unique(scores, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


@compiled
def _add_up(scores, low, table):  # type: ignore[no-untyped-def]
    for score in scores:
        table[np.int64(score) - low] += 1
