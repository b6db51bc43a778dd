"""What the README and the pages of the book tell to do can be done, and gives what they show.

The page "Extend it" is tried in `tests/test_games.py`.
"""

import re
from pathlib import Path

import nbformat
import pytest
import yaml

from tests.cases import ROOT
from tests.pages import FENCE, NAME, PROMPT, PYTHON, check, files
from tests.test_project import EXTRAS

README, BIGGER, SHELL, EXTEND = (
    ROOT / name for name in ("README.md", "book/bigger.md", "book/shell.md", "book/extend.md")
)
PAGES = [README, BIGGER, SHELL, EXTEND]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like a copy of the repository, to write in."""
    for name in ("notebooks", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").mkdir()
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_is_of_a_kind_that_is_tried(page: Path) -> None:
    shown = FENCE.findall(page.read_text(encoding="utf-8"))
    assert shown
    for kind, text in shown:
        begins = {"console": PROMPT, "python": PYTHON}.get(kind, "make ")
        assert text.startswith(begins) or NAME.match(text), f"{kind}: {text}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.stem)
def test_what_is_not_run_here_is_there_to_be_run(page: Path) -> None:
    text, targets = page.read_text(encoding="utf-8"), (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", targets, re.MULTILINE)
    assert phony
    assert {*re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)} <= {*phony[1].split()}
    assert {name for names in re.findall(r"(?:\.\[|--extra )([\w,]+)", text) for name in names.split(",")} <= {*EXTRAS}
    conda = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert {*re.findall(r"conda activate (\w+)", text)} <= {conda["name"]}


def test_the_readme_shows_what_happens(checkout: Path) -> None:
    check(README, checkout)


@pytest.mark.slow
def test_a_shell_prints_what_the_page_shows(checkout: Path) -> None:
    for name, text in files(SHELL).items():
        (checkout / name).write_text(text, encoding="utf-8")
    check(SHELL, checkout)


@pytest.mark.slow
def test_what_is_bigger_gives_what_the_page_shows(checkout: Path) -> None:
    """The notebook too: a number with an exponent arrives there as a float."""
    check(BIGGER, checkout)
    rerun = nbformat.read(checkout / "build" / "cribbage_bigger.ipynb", as_version=4)
    shown = [output.get("data", {}).get("text/plain", "") for cell in rerun.cells for output in cell.get("outputs", [])]
    assert "sample, seed 7, n = 2,000,000," in "".join(shown)
