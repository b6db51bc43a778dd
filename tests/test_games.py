"""A new game is a folder and one line: the command line, the forms, the page and the widget find it."""

import shutil
import subprocess
import sys
from pathlib import Path

from cardlab.games import GAMES
from tests.cases import ROOT

FILES = {
    "__init__": "from cardlab.snap.rules import DECK, score_line\n",
    "rules": """
from cardlab.cards import Deck
from cardlab.score import Item, Score

DECK = Deck("snap", "A23", "HS", ("hearts", "spades"))

def score(hand):
    cards = DECK.parse(hand)
    return Score((Item("cards", cards, len(cards)),))

def score_line(line, *, explain=False):
    return f"{line.strip()} = {score(line).total}"
""",
    "batch": """
import numpy as np

def sample(rng, n):
    return rng.integers(0, 2, size=n)
""",
    "exact": """
from cardlab.distribution import Distribution

def distribution():
    return Distribution.exact({0: 1, 1: 1}, name="snap")
""",
    "form": """
from cardlab.snap.rules import DECK, score
from cardlab.web.answer import errors_of, scored
from cardlab.web.form import Field, Form

def answer(values):
    with errors_of("hand"):
        return scored(score(values["hand"]))

FORM = Form(
    game="snap", title="Snap", question="How many?", fields=(Field("hand", "Hand", "text", "", "AH", cards=6),),
    deck=DECK, score=answer, deal=lambda rng: {"hand": str(rng.choice(DECK.cards))}, parse=DECK.parse,
)
""",
    "command": """
from cardlab.cli.options import Command
from cardlab.snap.rules import score

def row(line):
    return {"hand": line.strip(), "points": score(line).total}

COMMAND = Command(line="some cards", counts="heads", row=row)
""",
}
SCRIPT = """
import io, json, sys
from cardlab.__main__ import main
from cardlab.games import forms
from cardlab.web.drawn import page_html
from cardlab.web.page import reply
from cardlab.web.widget import explore

sys.stdin = io.StringIO("AH 2H\\n")
assert main(["snap"]) == 0
assert main(["exact", "snap", "--format", "csv"]) == 0
assert main(["simulate", "snap", "--deals", "10", "--seed", "1", "--format", "csv"]) == 0
print(forms()[-1].title, "ace of hearts" in page_html())
clicked = {"action": "click", "game": "snap", "values": {"hand": "AH"}, "target": "hand", "card": "2S"}
print(json.loads(reply(json.dumps(clicked)))["headline"])
print(explore("snap").answer.headline, explore("snap").game.options[-1])
"""


def test_a_fifth_game_costs_a_folder_and_a_line(tmp_path: Path) -> None:
    package = tmp_path / "cardlab"
    shutil.copytree(ROOT / "cardlab", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "snap").mkdir()
    for name, text in FILES.items():
        (package / "snap" / f"{name}.py").write_text(text)
    games = package / "games.py"
    line = f"GAMES = {GAMES}".replace("'", '"')
    assert line in games.read_text()
    games.write_text(games.read_text().replace(line, line.replace(")", ', "snap")')))
    command, environment = [sys.executable, "-c", SCRIPT], {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    filtered, _, *exact = done.stdout.splitlines()[:4]
    assert (filtered, exact) == ("AH 2H = 2", ["0,1,0.5", "1,1,0.5"])
    assert done.stdout.splitlines()[-3:] == ["Snap True", "2 points", "1 point ('Snap', 'snap')"]
