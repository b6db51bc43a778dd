"""The commands `simulate` and `exact`."""

import csv
import io
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import cribbage, scopa
from cardlab.bridge import ADJUSTED
from cardlab.bridge.batch import sample as bridge_sample
from cardlab.cribbage.batch import sample as cribbage_sample
from cardlab.distribution import Distribution
from cardlab.games import GAMES, command_of
from cardlab.scopa import Rules
from cardlab.scopa.batch import sample as scopa_sample
from cardlab.simulate import simulate
from cardlab.tichu.batch import QUESTIONS
from cardlab.tichu.batch import sample as tichu_sample
from tests.cases import ROOT, command, running

HALF_TENS = replace(ADJUSTED, honours={**ADJUSTED.honours, "T": 0.5})


def words(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else ""


def counted(*arguments: str) -> Distribution:
    """What a command counts, read back from its JSON."""
    status, out, errors = command(*arguments, "--format", "json")
    assert (status, errors) == (0, "")
    found = json.loads(out)
    counts = {int(value): count for value, count in found["counts"].items()}
    made = Distribution.exact(counts) if found["is_exact"] else Distribution.sample(counts, seed=found["seed"])
    assert (found["total"], found["mean"], found["sd"]) == (made.total, made.mean, made.sd)
    assert found["standard_error"] == made.standard_error
    return made


@pytest.mark.parametrize(
    ("arguments", "sample"),
    [
        (["cribbage"], cribbage_sample),
        (["cribbage", "--crib"], partial(cribbage_sample, crib=True)),
        (["bridge", "--trump", "Hearts"], partial(bridge_sample, trump="hearts")),
        (["scopa"], scopa_sample),
        (
            ["scopa", "--cards", "20", "--rule", "missing_suit=raw"],
            partial(scopa_sample, cards=20, rules=Rules(missing_suit="raw")),
        ),
        (["tichu"], tichu_sample),
        (["tichu", "--what", "any", "--cards", "8"], partial(tichu_sample, what="any", cards=8)),
    ],
    ids=words,
)
def test_simulate_is_the_simulation(arguments: list[str], sample: Any) -> None:
    made = counted("simulate", *arguments, "--deals", "2e4", "--seed", "7", "--chunk", "3000")
    assert made == simulate(sample, 20_000, seed=7, chunk=3000)
    assert made.seed == 7


def test_workers_change_nothing() -> None:
    asked = ["simulate", "cribbage", "--deals", "300000", "--seed", "2"]
    assert counted(*asked, "--workers", "2") == counted(*asked) == simulate(cribbage_sample, 300_000, seed=2)


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["cribbage"], {}),
        (["cribbage", "--crib"], {"crib": True}),
        (["bridge", "--trump", "spades"], {"trump": "spades"}),
        (
            ["scopa", "--cards", "20", "--rule", "missing_suit=strict"],
            {"cards": 20, "rules": Rules(missing_suit="strict")},
        ),
        (["tichu", "--what", "four", "--cards", "8"], {"what": "four", "cards": 8}),
    ],
    ids=words,
)
def test_exact_is_the_exact_distribution(arguments: list[str], options: dict[str, Any]) -> None:
    assert counted("exact", *arguments) == import_module(f"cardlab.{arguments[0]}.exact").distribution(**options)


def test_formats() -> None:
    made = simulate(scopa_sample, 1000, seed=1)
    asked = ["simulate", "scopa", "--deals", "1000", "--seed", "1"]
    assert command(*asked) == (0, f"{made}\n", "")
    status, out, errors = command(*asked, "--format", "csv")
    assert (status, errors) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {int(row["value"]): int(row["count"]) for row in rows} == dict(made)
    assert [float(row["probability"]) for row in rows] == [count / 1000 for _, count in made]
    one = json.loads(command("simulate", "scopa", "--deals", "1", "--seed", "1", "--format", "json")[1])
    assert (one["total"], one["sd"], one["standard_error"]) == (1, None, None)
    assert one["name"] == "scopa"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "cribbage", "--deals", "0", "--seed", "1"], "cardlab: deals is 0: expected a whole number of 1"),
        (["simulate", "cribbage", "--deals", "1.5", "--seed", "1"], "'1.5' is not a whole number: expected one"),
        (
            ["simulate", "cribbage", "--deals", "many", "--seed", "1"],
            "'many' is not a whole number: expected one such as 1000000 or 1e9",
        ),
        (["simulate", "cribbage", "--deals", "１０", "--seed", "1"], "'１０' is not a whole number"),
        (["simulate", "cribbage", "--deals", "1_0", "--seed", "1"], "'1_0' is not a whole number"),
        (["simulate", "cribbage", "--deals", "9", "--seed", "１"], "'１' is not a whole number"),
        (["simulate", "cribbage", "--deals", "1e999", "--seed", "1"], "'1e999' is not a whole number"),
        (["simulate", "tichu", "--deals", "9", "--seed", "1", "--cards", "8.5"], "'8.5' is not a whole number"),
        (["simulate", "cribbage", "--deals", "9", "--seed", "-1"], "cardlab: seed is -1: expected a whole number of 0"),
        (["simulate", "cribbage", "--deals", "9", "--seed", "1", "--chunk", "0"], "cardlab: chunk is 0: expected"),
        (["simulate", "cribbage", "--deals", "9", "--seed", "1", "--workers", "0"], "cardlab: workers is 0: expected"),
        (["simulate", "cribbage", "--deals", "9"], "the following arguments are required: --seed"),
        (["simulate", "cribbage", "--deals", "9", "--seed", "1", "--trump", "spades"], "unrecognized arguments"),
        (["simulate", "whist", "--deals", "9", "--seed", "1"], "invalid choice: 'whist'"),
        (["simulate", "bridge", "--deals", "9", "--seed", "1", "--trump", "cups"], "unknown trump 'cups'"),
        (["simulate", "scopa", "--deals", "9", "--seed", "1", "--cards", "41"], "cardlab: "),
        (["exact", "scopa", "--cards", "41"], "cardlab: cards is 41: expected a whole number from 0 to 40"),
        (["exact", "tichu", "--cards", "57"], "cardlab: "),
        (["simulate", "cribbage", "--deals", "9", "--seed", "1", "--checkpoint", "no/such/file"], "No such file"),
    ],
    ids=words,
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: list[str], said: str) -> None:
    status, out, errors = command(*arguments)
    assert (status, out) == (2, "")
    assert said in errors
    assert "Traceback" not in errors


def test_a_checkpoint_is_gone_on_from_and_another_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "run.json")
    asked = ["simulate", "cribbage", "--deals", "50000", "--chunk", "1000", "--checkpoint", path]
    assert counted(*asked, "--seed", "1") == simulate(cribbage_sample, 50_000, seed=1, chunk=1000)
    assert counted(*asked, "--seed", "1", "--workers", "2") == simulate(cribbage_sample, 50_000, seed=1, chunk=1000)
    status, out, errors = command(*asked, "--seed", "2")
    assert (status, out) == (2, "")
    assert errors.startswith(f"cardlab: {path} is of another simulation: seed 1, not 2")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_the_checkpoint(tmp_path: Path, workers: str) -> None:
    cribbage_sample(np.random.default_rng(1), 1)  # compiled here: numba may swallow a signal that comes meanwhile
    path = tmp_path / "run.json"
    arguments = ["simulate", "cribbage", "--deals", "1e12", "--seed", "1", "--checkpoint", str(path)]
    with running(*arguments, "--workers", workers, text=True) as process:
        while not (path.exists() and path.stat().st_size):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
    assert (process.returncode, out) == (130, "")
    assert errors == f"cardlab: {path} has the work done so far; the same command resumes it\n"
    assert json.loads(path.read_text())["parameters"]["deals"] == 10**12


@pytest.mark.parametrize("game", GAMES)
def test_the_options_are_those_of_the_functions(game: str) -> None:
    flags = {flag.removeprefix("--").replace("-", "_") for flag in command_of(game).count_options}
    assert flags <= set(signature(import_module(f"cardlab.{game}.batch").sample).parameters)
    assert flags <= set(signature(import_module(f"cardlab.{game}.exact").distribution).parameters)


def test_choices_are_those_of_the_games() -> None:
    assert set(command_of("tichu").count_options["--what"]["choices"]) == set(QUESTIONS) - {"answer"}


def test_a_changed_rule_changes_the_counts() -> None:
    changed = ["--rule", "nobs=2"]
    made = counted("exact", "cribbage", *changed)
    assert made == import_module("cardlab.cribbage.exact").distribution(rules=cribbage.Rules(nobs=2))
    asked = ["simulate", "cribbage", "--deals", "20000", "--seed", "1"]
    drawn = simulate(partial(cribbage_sample, rules=cribbage.Rules(nobs=2)), 20_000, seed=1)
    assert counted(*asked, *changed) == drawn != counted(*asked)


def test_steps_that_are_not_whole_points_are_said() -> None:
    status, out, errors = command("exact", "bridge", "--rule", "honours.T=0.5", "--format", "csv")
    assert (status, errors) == (0, "cardlab: the values are in steps of 1/2 point\n")
    assert dict(import_module("cardlab.bridge.exact").distribution(rules=HALF_TENS)) == {
        int(row["value"]): int(row["count"]) for row in csv.DictReader(io.StringIO(out))
    }


def test_scopa_is_counted_with_house_points() -> None:
    changed = ["--rule", "points=cards,settanta", "--rule", "primiera.7=22", "--cards", "20"]
    rules = scopa.Rules(points=("cards", "settanta"), primiera={**scopa.RULES.primiera, "7": 22})
    assert counted("exact", "scopa", *changed) == import_module("cardlab.scopa.exact").distribution(20, rules=rules)


def test_a_filter_starts_without_numpy() -> None:
    code = "import sys; from cardlab.__main__ import main; main(['cribbage']); assert 'numpy' not in sys.modules"
    line = f"h {' '.join(map(str, cribbage.DECK.cards[:5]))}\n"
    subprocess.run([sys.executable, "-c", code], input=line, text=True, cwd=ROOT, check=True, capture_output=True)
