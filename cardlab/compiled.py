"""How the kernels are compiled: by numba, without the interpreter's lock, and kept on disk; large tables beside them.

A compiled kernel has the constants and functions of other modules built in, so what is kept is good for one state of
the whole package: each state has a folder of its own, named by a digest of all its sources.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import Any, ParamSpec, TypeVar, overload

import numba
import numpy as np
from numpy.typing import NDArray

__all__ = ["cache_folder", "compiled", "kept"]

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=np.generic)

PACKAGE = Path(__file__).parent
SETTINGS: Any = numba.config
KEPT = 4
"""States of the package whose kernels stay on disk."""


@overload
def compiled(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def compiled(*, arrays: bool = True, inlined: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def compiled(function: Any = None, /, *, arrays: bool = True, inlined: bool = False) -> Any:
    """Compile a function when it is first called, for the types it is called with; threads can run it at once.

    - `arrays`: False promises that the function makes no array and keeps none. No references to arrays are counted
      then, which is most of the time of a function that is called for every card.
    - `inlined`: put the function into each of its callers.

    A function outside of the package is compiled anew in each process.

    >>> @compiled
    ... def double(number):
    ...     return 2 * number
    >>> double(21)
    42
    """
    if function is None:
        return lambda function: _compile(function, arrays=arrays, inlined=inlined)
    return _compile(function, arrays=arrays, inlined=inlined)


def _compile(function: Callable[P, R], *, arrays: bool, inlined: bool) -> Callable[P, R]:
    options: dict[str, Any] = {"nogil": True}
    if inlined:
        options["forceinline"] = True
    if not arrays:
        options["_nrt"] = False  # private to numba: were it renamed, compiling would fail, not give wrong results
    folder = cache_folder() if PACKAGE in Path(function.__code__.co_filename).parents else None
    with _cached_in(folder):
        dispatcher: Callable[P, R] = numba.njit(cache=folder is not None, **options)(function)
    return dispatcher


def kept(name: str, make: Callable[[], NDArray[T]]) -> NDArray[T]:
    """The array of this name that is kept beside the kernels; made, and kept if possible, where there is none yet.

    It must follow from the package's sources and its name alone.

    >>> kept("squares", lambda: np.arange(4) ** 2).tolist()
    [0, 1, 4, 9]
    """
    path = (cache_folder() or Path(os.devnull)) / f"{name}.npy"
    with suppress(OSError, ValueError, EOFError):
        array: NDArray[T] = np.load(path)
        return array
    made = make()
    with suppress(OSError), tempfile.TemporaryDirectory(dir=path.parent) as folder:
        np.save(Path(folder, path.name), made)
        os.replace(Path(folder, path.name), path)  # no other process reads half a file
    return made


@cache
def cache_folder() -> Path | None:
    """The folder for the kernels of this state of the package; None, with a warning, if there is nowhere to write.

    It is in `NUMBA_CACHE_DIR` if that is set, else in the package, else in the user's cache folder.
    """
    name = f"kernels-{_digest()}"
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    chosen = [Path(SETTINGS.CACHE_DIR) / "cardlab"] if SETTINGS.CACHE_DIR else []
    for parent in (*chosen, PACKAGE / "__pycache__", Path(home) / "cardlab"):
        folder = parent / name
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            _forget_old(parent)
            return folder
    warnings.warn("kernels are compiled anew in each process: no folder to keep them can be written", stacklevel=2)
    return None


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[None]:
    """Let numba keep what is decorated meanwhile in this folder."""
    before = SETTINGS.CACHE_DIR
    SETTINGS.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        SETTINGS.CACHE_DIR = before


def _digest() -> str:
    """A digest of all sources of the package."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(PACKAGE)} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _forget_old(parent: Path) -> None:
    """Remove the kernels of all states but the latest; another process that still uses one compiles again."""
    with suppress(OSError):
        folders = sorted(parent.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[KEPT:]:
            rmtree(folder, ignore_errors=True)
