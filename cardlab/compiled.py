"""How the kernels are compiled: by numba, without the interpreter's lock, kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

__all__ = ["compiled"]

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called, for the types it is called with; threads can run it at once."""
    made: Callable[P, R] = njit(cache=True, nogil=True)(function)
    return made
