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
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import cardlab
from cardlab.cards import CardError
from cardlab.cli.counts import BAD_ARGUMENTS, MISSING_SUIT, TRUMP, add_commands, complain, with_rules
from cardlab.cli.discard import add_discard_commands

__all__ = ["main"]

INTERRUPTED = 130
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0, or 1 if a line was bad.

    A broken pipe and Ctrl-C end it quietly, with the statuses that a shell expects: 141 and 130. What can't be read
    or written is said, with status 2.
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


def filter_lines(lines: Iterable[str], answer: Callable[[str], str]) -> int:
    """Print the answer to each line; report a bad line on standard error with its number and go on.

    Blank lines are passed over. Returns 1 if a line was bad, else 0.

    >>> filter_lines(["h 8H 8S 8D 2C AH", ""], cardlab.cribbage.score_line)
    Hand 8H 8S 8D 2C AH =  6
    0
    """
    status = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            print(answer(line))
        except CardError as error:
            complain(f"line {number}: {error}")
            status = 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardlab",
        description="Score hands of cards, standard input to standard output, a line a hand; or count over many deals.",
    )
    parser.add_argument("--version", action="version", version=f"cardlab {cardlab.__version__}")
    games = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_filter(games, "cribbage", "the show: h or c, four cards and the starter")
    scopa = _add_filter(games, "scopa", "a round: the cards that one side captured; - is none")
    scopa.add_argument("--missing-suit", **MISSING_SUIT)
    bridge = _add_filter(games, "bridge", "points and shorthand: 13 cards, or spades.hearts.diamonds.clubs")
    bridge.add_argument("--trump", **TRUMP)
    _add_filter(
        games,
        "tichu",
        "legal or not: the previous play (- is the lead), a comma, the play",
    )
    add_commands(games)
    add_discard_commands(games)
    return parser


def _add_filter(
    games: argparse._SubParsersAction[argparse.ArgumentParser], name: str, line: str
) -> argparse.ArgumentParser:
    made = games.add_parser(name, help=line, description=f"Each line is {line}.")
    made.add_argument("--explain", action="store_true", help="show what makes the score")
    made.set_defaults(run=_run_filter, game=name)
    return made


def _run_filter(options: argparse.Namespace) -> int:
    chosen = {name: value for name, value in vars(options).items() if name not in ("run", "game")}
    answer = partial(getattr(cardlab, options.game).score_line, **with_rules(chosen))
    if sys.stdin is None:
        complain("cardlab: there is no standard input")
        return BAD_ARGUMENTS
    return filter_lines(sys.stdin, answer)


if __name__ == "__main__":
    sys.exit(main())
