"""Where the project is, short names for the rows of data/, the command line in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardlab.data import rows

__all__ = ["DATA", "ROOT", "label", "rows", "running"]

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"


def label(row: dict[str, str]) -> str:
    """A short name for a row, for pytest's ids."""
    return " ".join(row.values())[:60]


CARDLAB = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test that runs in the background has it switched off
runpy.run_module("cardlab", run_name="__main__", alter_sys=True)
"""


@contextmanager
def running(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """The command line at work with these arguments; it never outlives the test."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", CARDLAB, *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, **options) as process:
        try:
            yield process
        finally:
            process.kill()
