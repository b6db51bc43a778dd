"""Where the project is, short names for the rows of data/, the command line in a process of its own."""

import io
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from cardlab.__main__ import main
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


def command(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
    """Run the command line in this process: its status, standard output and standard error."""
    typed = stdin if isinstance(stdin, bytes) else stdin.encode()
    out, errors = (io.TextIOWrapper(io.BytesIO(), newline="") for _ in range(2))
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed))
    try:
        with redirect_stdout(out), redirect_stderr(errors):
            status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.stdin = before
    texts = []
    for file in (out, errors):
        file.flush()
        buffer = file.buffer
        assert isinstance(buffer, io.BytesIO)
        texts.append(buffer.getvalue().decode("utf-8", "surrogateescape"))
    return status, texts[0], texts[1]
