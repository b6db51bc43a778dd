"""Checkpoints of a simulation: what is done so far, in a file that is whole at any moment.

The file is JSON: the parameters, which chunks are done, the counts, and a digest of it all. It is written to a new file
beside the old one, flushed to the disk and then renamed over it, so a kill at any moment leaves the old or the new one.
While a simulation uses it the file is locked (`cardlab.locks`).
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

import cardlab
from cardlab.locks import FileLock, InUseError

__all__ = ["Checkpoint", "CheckpointError", "Done", "Tally"]

FORMAT = "cardlab checkpoint 2"
FLAGS = os.O_RDONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class CheckpointError(ValueError):
    """A checkpoint that cannot be resumed: damaged, in use, or of another simulation; the message says which."""


@dataclass(frozen=True)
class Done:
    """What is done: all chunks below `first`, those of `beyond`, the counts of their values, and one chunk's alone.

    `chunk` and `alone` are the chunk done first, and its counts: they tell whether a sample still does the same.
    """

    first: int = 0
    beyond: frozenset[int] = frozenset()
    counts: Mapping[float, int] = field(default_factory=dict)
    chunk: int = -1
    alone: Mapping[float, int] = field(default_factory=dict)

    def plus(self, chunks: Mapping[int, Mapping[float, int]]) -> Done:
        """The same with more chunks done; takes time in proportion to all the counts and chunks held."""
        first, beyond = self.first, {*self.beyond, *chunks}
        while first in beyond:
            beyond.remove(first)
            first += 1
        counts = Counter(self.counts)
        for added in chunks.values():
            counts.update(added)
        number, alone = next(iter(chunks.items())) if self.chunk < 0 and chunks else (self.chunk, self.alone)
        return Done(first, frozenset(beyond), counts, number, alone)


class Tally:
    """What is done, and the chunks that came since; an interrupt at any moment leaves each chunk counted or not.

    What came is added in one go once it is as long as what is done, so the time a chunk takes stays the same.

    >>> tally = Tally()
    >>> tally.add(1, {7: 2})
    >>> tally.add(0, {7: 1, 9: 1})
    >>> tally.done.first, dict(tally.done.counts)
    (2, {7: 3, 9: 1})
    """

    def __init__(self, done: Done | None = None) -> None:
        self._state: tuple[Done, dict[int, Mapping[float, int]]] = (done or Done(), {})
        self._waiting = 0

    def add(self, chunk: int, counts: Mapping[float, int]) -> None:
        """Count one more chunk."""
        done, recent = self._state
        recent[chunk] = counts
        self._waiting += 1 + len(counts)
        if self._waiting > len(done.counts) + len(done.beyond):
            self._fold()

    @property
    def done(self) -> Done:
        """What is done, all chunks included."""
        self._fold()
        return self._state[0]

    def _fold(self) -> None:
        done, recent = self._state
        if recent:
            self._state = (done.plus(recent), {})
            self._waiting = 0


class Checkpoint:
    """What is done of a simulation, kept in a file with its parameters; without a path, nowhere.

    Versions of cardlab and numpy are parameters too: another one may deal or score differently. Raises `ValueError` if
    `every`, the seconds between two saves, is not a number of 0 or more.
    """

    def __init__(self, path: str | os.PathLike[str] | None, parameters: Mapping[str, object], every: float) -> None:
        if isinstance(every, bool) or not isinstance(every, (int, float)) or not every >= 0:
            raise ValueError(f"save_every is {every!r}: expected a number of seconds of 0 or more")
        self.path = None if path is None else Path(path)
        self.parameters = {**parameters, "cardlab": cardlab.__version__, "numpy": np.__version__}
        self.every = every
        self.saved = monotonic()
        self._lock: FileLock | None = None

    def load(self) -> Done:
        """Lock the file and read it; it is saved at once to see that it can be. A missing or empty file is a start.

        Raises `CheckpointError` for a file that is damaged, in use, a link, not a regular file or of other parameters,
        `OSError` if it can't be written.
        """
        if self.path is None:
            return Done()
        if self.path.is_symlink() or (self.path.exists() and not self.path.is_file()):
            raise CheckpointError(f"{self.path} is a link or not a regular file: name the checkpoint file itself")
        try:
            self._lock = FileLock(self.path)
        except InUseError as error:
            raise CheckpointError(str(error)) from error
        try:
            done = self._read(self.path)
            self.save(done)
        except BaseException:
            self.close()
            raise
        return done

    def save_if_due(self, tally: Tally) -> None:
        """Save if the last time is `every` seconds ago."""
        if monotonic() - self.saved >= self.every:
            self.try_to_save(tally)

    def try_to_save(self, tally: Tally) -> None:
        """Save; warn if that fails."""
        self.saved = monotonic()
        try:
            self.save(tally.done)
        except OSError as error:
            warnings.warn(f"checkpoint not saved: {error}", RuntimeWarning, stacklevel=3)

    def save(self, done: Done) -> None:
        """Save: wholly or not at all. Raises `OSError` if that fails."""
        if self.path is None:
            return
        body = {
            "format": FORMAT,
            "parameters": self.parameters,
            "first": done.first,
            "beyond": sorted(done.beyond),
            "counts": sorted(done.counts.items()),
            "chunk": done.chunk,
            "alone": sorted(done.alone.items()),
        }
        descriptor, name = tempfile.mkstemp(dir=self.path.parent, prefix=f"{self.path.name}.", suffix=".tmp")
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                json.dump({**body, "sha256": _digest(body)}, file)
                file.flush()
                os.fsync(descriptor)
            shutil.copymode(self.path, name)
            os.replace(name, self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        self.saved = monotonic()

    def close(self) -> None:
        """Release the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _read(self, path: Path) -> Done:
        """What the file holds, which is created if missing. Raises `CheckpointError` if it cannot be resumed."""
        with open(os.open(path, FLAGS, 0o666), encoding="utf-8") as file:
            try:
                text = file.read()
                if not text:
                    return Done()
                body = json.loads(text)
                if body.pop("sha256") != _digest(body) or body["format"] != FORMAT:
                    raise ValueError("its digest or format is wrong")
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise CheckpointError(f"{path} is damaged, or not a checkpoint of this version: {error}") from error
        there = body["parameters"]
        if differ := [name for name in self.parameters if there.get(name) != self.parameters[name]]:
            said = ", ".join(f"{name} {there.get(name)!r}, not {self.parameters[name]!r}" for name in differ)
            raise CheckpointError(f"{path} is of another simulation: {said}; choose another file or remove it")
        counts, alone = dict(body["counts"]), dict(body["alone"])
        return Done(body["first"], frozenset(body["beyond"]), counts, body["chunk"], alone)


def _digest(body: Mapping[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
