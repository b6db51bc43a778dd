"""Checkpoints of a simulation: what is done so far, in a file that is whole at any moment.

The file is JSON: the parameters, which chunks are done, the counts, and a digest of it all. It is written beside the
old one, flushed to the disk and then renamed over it, so a kill at any moment leaves the old or the new one.
"""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from types import CodeType, NoneType
from typing import Any

import numpy as np

import cardlab

__all__ = ["Checkpoint", "CheckpointError", "Tally", "name_of"]

FORMAT = "cardlab checkpoint 1"


class CheckpointError(ValueError):
    """A checkpoint that can't be gone on from: damaged, or of another simulation; the message says which."""


@dataclass(frozen=True)
class Tally:
    """What is done so far: all chunks below `first`, those of `beyond`, and the counts of their scores.

    A tally never changes, so an interrupt can't leave one half changed.

    >>> tally = Tally().plus(1, {7: 2}).plus(0, {7: 1, 9: 1})
    >>> tally.first, dict(tally.counts), 2 in tally
    (2, {7: 3, 9: 1}, False)
    """

    first: int = 0
    beyond: frozenset[int] = frozenset()
    counts: Mapping[int, int] = field(default_factory=dict)

    def __contains__(self, chunk: int) -> bool:
        return chunk < self.first or chunk in self.beyond

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return sum(self.counts.values())

    def plus(self, chunk: int, counts: Mapping[int, int]) -> Tally:
        """The tally with one more chunk done."""
        first, beyond = self.first, {*self.beyond, chunk}
        while first in beyond:
            beyond.remove(first)
            first += 1
        return Tally(first, frozenset(beyond), Counter(self.counts) + Counter(counts))


class Checkpoint:
    """A tally kept in a file, with the parameters of the simulation that it belongs to; without a path, nowhere.

    Versions of cardlab and numpy are parameters too: another one may deal or score differently.
    """

    def __init__(self, path: str | os.PathLike[str] | None, parameters: Mapping[str, object], every: float) -> None:
        self.path = None if path is None else Path(path)
        self.parameters = {**parameters, "cardlab": cardlab.__version__, "numpy": np.__version__}
        self.every = every
        self.saved = monotonic()

    def load(self) -> Tally:
        """The tally in the file, an empty one if there is no file; either is saved at once to see that it can be.

        Raises `CheckpointError` for a damaged file and for other parameters, `OSError` if the file can't be written.
        """
        tally = Tally()
        if self.path is not None and self.path.exists():
            tally = self._read(self.path)
        self.save(tally)
        return tally

    def save_if_due(self, tally: Tally) -> None:
        """Save the tally if the last time is `every` seconds ago."""
        if monotonic() - self.saved >= self.every:
            self.save(tally)

    def save(self, tally: Tally) -> None:
        """Save the tally: wholly or not at all."""
        if self.path is None:
            return
        body = {
            "format": FORMAT,
            "parameters": self.parameters,
            "first": tally.first,
            "beyond": sorted(tally.beyond),
            "counts": sorted(tally.counts.items()),
        }
        beside = self.path.with_name(self.path.name + ".tmp")
        with beside.open("w", encoding="utf-8") as file:
            json.dump({**body, "sha256": _digest(body)}, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self.path)
        self.saved = monotonic()

    def _read(self, path: Path) -> Tally:
        try:
            body = json.loads(path.read_text(encoding="utf-8"))
            if body.pop("sha256") != _digest(body) or body["format"] != FORMAT:
                raise ValueError("its digest or format is wrong")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise CheckpointError(f"{path} is damaged, or no checkpoint of this version: {error}") from error
        there = body["parameters"]
        if differ := [name for name in self.parameters if there.get(name) != self.parameters[name]]:
            said = ", ".join(f"{name} {there.get(name)!r}, not {self.parameters[name]!r}" for name in differ)
            raise CheckpointError(f"{path} is of another simulation: {said}; give another file or remove it")
        return Tally(body["first"], frozenset(body["beyond"]), dict(body["counts"]))


def _digest(body: Mapping[str, object]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def name_of(function: Callable[..., Any]) -> str:
    """A function with its module, and the arguments that a partial gives it: the same in every process.

    >>> name_of(partial(json.dumps, indent=2))
    'json.dumps(indent=2)'
    """
    if isinstance(function, partial):
        options = [
            *map(_value, function.args),
            *(f"{key}={_value(one)}" for key, one in sorted(function.keywords.items())),
        ]
        return f"{name_of(function.func)}({', '.join(options)})"
    name = getattr(function, "__qualname__", None)
    if name is None:
        return _value(function)
    code = f" {_code_digest(function.__code__)}" if "__main__" in function.__module__ or "<" in name else ""
    return f"{function.__module__}.{name}{code}"


def _value(value: object) -> str:
    """A value such that equal ones look alike and different ones do not; long or strange ones by a digest."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(_value, value)))}}}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_value, value))})"
    if callable(value) and (isinstance(value, partial) or hasattr(value, "__qualname__")):
        return name_of(value)
    if isinstance(value, (bool, int, float, str, bytes, NoneType)):
        return repr(value)
    if type(value).__repr__ is not object.__repr__ and not isinstance(value, np.ndarray):
        return repr(value)
    return f"{type(value).__name__} {sha256(pickle.dumps(value)).hexdigest()[:16]}"


def _code_digest(code: CodeType) -> str:
    """A digest of what a function does: its code, names and constants, those of inner functions too."""
    constants = [_code_digest(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return sha256(repr((code.co_code, code.co_names, constants)).encode()).hexdigest()[:16]
