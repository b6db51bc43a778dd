"""The command line: filters that score a hand a line, and commands that count over many or all deals.

>>> main(["--version"])
Traceback (most recent call last):
SystemExit: 0
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

import cardlab
from cardlab.cli.counts import add_counts
from cardlab.cli.discard import add_discard_commands
from cardlab.cli.filters import add_filters
from cardlab.cli.options import BAD_ARGUMENTS, complain

__all__ = ["main"]

INTERRUPTED = 130
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0, or 1 if a line was bad.

    A broken pipe and Ctrl-C end it quietly, with the statuses that a shell expects: 141 and 130. A file that
    can't be read or written is reported, with status 2.
    """
    options = _parser().parse_args(arguments)
    if sys.stdout is None:
        complain("cardlab: there is no standard output")
        return BAD_ARGUMENTS
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", line_buffering=True)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        _drop_output()
        complain(f"cardlab: {': '.join(str(part) for part in (error.filename, error.strerror) if part)}")
        return BAD_ARGUMENTS
    return status


def _drop_output() -> None:
    """Let what is still to be written go nowhere, so that nothing fails at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardlab",
        description="Score hands of cards, standard input to standard output, a line a hand; or count over many deals.",
    )
    parser.add_argument("--version", action="version", version=f"cardlab {cardlab.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_filters(commands)
    add_counts(commands)
    add_discard_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
