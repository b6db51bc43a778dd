"""A new game is a folder and a line, as the page "Extend it" shows: what stands there is what is tried here."""

import shutil
from pathlib import Path

import pytest

from cardlab.games import GAMES
from tests.cases import ROOT
from tests.pages import check, files, run

PAGE = ROOT / "book" / "extend.md"
LIST = "cardlab/games.py"
SCRIPT = """
import json
from cardlab.games import forms
from tools.drawn import page_html
from cardlab.web.page import reply
from tools.site import faces_of
from cardlab.web.widget import explore

print(forms()[-1].title, "queen of spades" in page_html(), "QS" in faces_of(forms()[-1]))
clicked = {"action": "click", "game": "hearts", "values": {"taken": "QS"}, "target": "taken", "card": "2H"}
print(json.loads(reply(json.dumps(clicked)))["headline"])
print(explore("hearts").answer.headline, explore("hearts").game.options[4])
"""


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the game of the page."""
    folder = tmp_path_factory.mktemp("extended")
    for part in ("cardlab", "data", "tools"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    shown = files(PAGE)
    _, line = shown.pop(LIST).splitlines()
    games, before = folder / LIST, f"GAMES = {GAMES}".replace("'", '"')
    assert before in games.read_text(encoding="utf-8")
    games.write_text(games.read_text(encoding="utf-8").replace(before, line), encoding="utf-8")
    for name, text in shown.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_its_files_are_clean(extended: Path) -> None:
    assert run("ruff check cardlab/hearts tests && ruff format --check cardlab/hearts tests", extended, extended) == (
        f"All checks passed!\n{len(files(PAGE)) - 1} files already formatted"
    )


@pytest.mark.slow
def test_it_does_what_the_page_shows(extended: Path) -> None:
    check(PAGE, extended, extended)


def test_the_form_the_page_and_the_widget_find_it(extended: Path) -> None:
    (extended / "script.py").write_text(SCRIPT, encoding="utf-8")
    found = run("python script.py", extended, extended).splitlines()
    assert found == ["Hearts True True", "14 points", "15 points ('Hearts', 'hearts')"]
