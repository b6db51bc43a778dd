"""What the README and the pages of the book show: files, commands with what they print, sessions of Python."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tests.cases import ROOT

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"[#%] ([\w./-]+\.\w+)\n")
IMPORTED = re.compile(r"^>>> (?:from|import) (\w+)", re.MULTILINE)
PROMPT, PYTHON = "$ ", ">>> "
NEEDS = {"solve_deals": "endplay"}


class Command(NamedTuple):
    """A command of a page, the line where its block begins, and what it prints there."""

    line: int
    typed: str
    printed: str


def blocks(page: Path, kind: str) -> Iterator[tuple[int, str]]:
    """The blocks of one kind of code, each with the line where it begins."""
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        if found[1] == kind:
            yield text.count("\n", 0, found.start()) + 1, found[2]


def files(page: Path) -> dict[str, str]:
    """The files that a page shows, by the name in the comment that is their first line."""
    shown = [text for kind in ("", "python") for _, text in blocks(page, kind)]
    return {name[1]: text for text in shown if (name := NAME.match(text))}


def commands(page: Path) -> Iterator[Command]:
    """The commands that a page shows, without those for which something is not there."""
    for line, text in blocks(page, "console"):
        for shown in f"\n{text}".split(f"\n{PROMPT}")[1:]:
            typed, _, printed = shown.partition("\n")
            if not any(word in typed and find_spec(needed) is None for word, needed in NEEDS.items()):
                yield Command(line, typed, printed.rstrip("\n"))


def session(page: Path) -> str:
    """The examples of a page in Python as one session, without what needs a library that is not there."""
    shown = [text for _, text in blocks(page, "python") if text.startswith(PYTHON)]
    return "\n".join(text for text in shown if all(map(find_spec, IMPORTED.findall(text))))


def run(typed: str, folder: Path, package: Path = ROOT) -> str:
    """What a command prints, in a shell in this folder, with this interpreter and this copy of the package."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", typed],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(package)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout.rstrip("\n")


def check(page: Path, folder: Path, package: Path = ROOT) -> None:
    """Run a page's commands in their order, and then its session: each must print what is shown, `...` for anything."""
    for line, typed, shown in commands(page):
        printed = run(typed, folder, package)
        same = OutputChecker().check_output(f"{shown}\n", f"{printed}\n", ELLIPSIS)
        assert same, f"{page.name}, line {line}: {typed}\n{printed}"
    (folder / "session.txt").write_text(session(page), encoding="utf-8")
    printed = run("python -m doctest -o ELLIPSIS session.txt", folder, package)
    assert not printed, f"{page.name}: {printed}"
