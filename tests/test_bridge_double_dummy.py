"""The double dummy solver, and the tool that makes the file of solved deals."""

import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import pytest

from cardlab import CardError, bridge
from cardlab.bridge.tricks.sides import load
from tools import solve_deals
from tools.double_dummy import deal_text, read_deal, solve
from tools.solve_deals import digits, random_deal, solved

SUITS = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]
SETS = tuple(0x1FFF << shift for shift in (39, 26, 13, 0))


needs_solver = pytest.mark.skipif(find_spec("endplay") is None, reason="endplay cannot be installed here")


@needs_solver
def test_whoever_has_all_trumps_takes_all_tricks() -> None:
    table = solve(SUITS)
    for strain in range(4):
        assert table[strain].tolist() == ([13, 0, 13, 0] if strain % 2 == 0 else [0, 13, 0, 13])
    assert table[4].tolist() == [0, 0, 0, 0], "in notrump the leader runs the suit"


@needs_solver
def test_turning_the_table_turns_the_results() -> None:
    deal = random_deal(3, 7)
    hands = deal[2:].split()
    table = solve(deal)
    for turn, seat in enumerate("NESW"):
        assert (solve(f"{seat}:{' '.join(hands)}") == np.roll(table, turn, axis=1)).all()


@needs_solver
def test_a_deal_of_the_table_can_be_solved_as_it_is() -> None:
    stored = load().iloc[0]
    assert digits(solve(stored["deal"])) == "7676a2a2b2b27676b2b2"
    assert (solve(stored[["north", "east", "south", "west"]]) == solve(stored["deal"])).all()


@pytest.mark.parametrize(
    "deal",
    [
        SUITS,
        SETS,
        np.array(SETS, np.uint64),
        " ".join(SUITS),
        "N:" + " ".join(SUITS),
        "n: " + " ".join(SUITS),
        "North: " + " ".join(SUITS),
        "E:" + " ".join(SUITS[1:] + SUITS[:1]),
        "S:" + " ".join(SUITS[2:] + SUITS[:2]),
        "W:" + " ".join(SUITS[3:] + SUITS[:3]),
        "N:AKQJT98765432.-.-.- -.AKQJT98765432.-.- -.-.AKQJT98765432.- -.-.-.AKQJT98765432",
    ],
)
def test_deals_are_read_as_programs_write_them(deal: Any) -> None:
    assert read_deal(deal) == SETS


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        (SUITS[:3], "expected four hands, found 3"),
        ("N:" + " ".join(SUITS[:3]), "expected four hands, found 3"),
        (None, "None is not a deal: expected four hands"),
        ("Q:" + " ".join(SUITS), "'Q' is not a seat: expected N, E, S or W"),
        ("ES:" + " ".join(SUITS), "'ES' is not a seat"),
        (":" + " ".join(SUITS), "'' is not a seat"),
        ([*SUITS[:3], SUITS[2]], "both south and west have 2D 3D"),
        ([SUITS[0], "AKQ", *SUITS[2:]], "east: 'AKQ'"),
        ([SUITS[0], ".AKQJT9876543..", *SUITS[2:]], "east: 12 cards where 13 were expected"),
        ([0, 0, 0, 0], "north: 0 cards where 13 were expected"),
        ([1 << 52, 0, 0, 0], "north: 0x10000000000000 is"),
    ],
)
def test_what_is_not_a_deal_never_reaches_the_solver(deal: Any, said: str) -> None:
    """The solver brings its process down on a card that comes twice."""
    with pytest.raises(CardError, match=said):
        solve(deal)


def test_without_the_solver_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay.dds", None)
    with pytest.raises(ImportError, match=r"needs endplay: pip install 'cardlab\[tricks\]'"):
        solve(SUITS)


# The tool


def test_deals_are_whole_and_a_function_of_seed_and_number() -> None:
    deals = [random_deal(seed, number) for seed in (1, 2) for number in range(300)]
    assert len(set(deals)) == 600
    assert [deal_text(read_deal(deal)) for deal in deals] == deals


def test_a_deal_that_kills_its_process_or_hangs_is_passed_over() -> None:
    assert [*solved([3, 4], solver=os._exit)] == [None, None]
    assert [*solved([600, 0.0], solver=time.sleep, limit=2)] == [None, None]
    assert [*solved(["7", "8"], solver=int)] == [7, 8]


def test_an_error_of_the_solver_costs_its_deal_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert [*solved(["7", "x", "8"], solver=int)] == [7, None, 8]
    assert capsys.readouterr().err.startswith("the solver fails on x: ValueError(")


@pytest.mark.parametrize("wrong", [14, -1])
def test_tricks_that_cannot_be_are_not_kept(wrong: int) -> None:
    found = np.full((5, 4), 7)
    assert digits(found) == "7" * 20
    found[4, 3] = wrong
    assert digits(found) == ""


def test_neighbours_of_the_file_are_left_alone(
    tmp_path: Path, fast: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_deals, "uuid4", lambda: UUID(int=1))
    beside = tmp_path / f"{UUID(int=1).hex}-some.csv.xz"
    beside.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        tricks(tmp_path / "some.csv.xz", 1)
    assert beside.is_symlink()
    assert not (tmp_path / "elsewhere").exists()


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The deals that were solved, without processes; deal 1 of the first run is not solved in time."""
    seen: list[str] = []

    def solved_here(deals: list[str], **_: object) -> list[Any]:
        hard = random_deal(4, 1) if not seen else ""
        seen.extend(deals)
        return [None if deal == hard else np.full((5, 4), 13) for deal in deals]

    monkeypatch.setattr(solve_deals, "solved", solved_here)
    return seen


def tricks(path: Path, deals: int, seed: int = 4) -> int:
    return solve_deals.main(["--deals", str(deals), "--seed", str(seed), "--output", str(path)])


def test_the_same_command_solves_what_is_missing(
    tmp_path: Path, fast: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solve_deals, "BLOCK", 2)
    path = tmp_path / "some.csv.xz"
    assert tricks(path, 3) == 0
    assert "not solved: 1" in capsys.readouterr().err
    assert load(path).index.tolist() == [0, 2]
    assert tricks(path, 5) == 0
    assert fast[3:] == [random_deal(4, number) for number in (1, 3, 4)]
    assert load(path)["deal"].tolist() == [random_deal(4, number) for number in range(5)]
    assert tricks(path, 2) == 0
    assert len(fast) == 6
    assert len(load(path)) == 5
    assert [one.name for one in tmp_path.iterdir()] == ["some.csv.xz"]
    lines = pd.read_csv(path, header=None, dtype=str).to_numpy().tolist()
    assert lines[:2] == [["number", "deal", "tricks"], ["0", random_deal(4, 0), "d" * 20]]


def test_a_file_of_another_seed_is_left_alone(
    tmp_path: Path, fast: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.csv.xz"
    tricks(path, 1)
    before = path.read_bytes()
    with pytest.raises(SystemExit):
        tricks(path, 1, seed=5)
    assert "some.csv.xz has other deals than seed 5 gives" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_the_tool_solves_the_stored_deals_again(tmp_path: Path) -> None:
    path = tmp_path / "some.csv.xz"
    assert tricks(path, 2, seed=1) == 0
    pd.testing.assert_frame_equal(load(path), load().head(2))


def test_hands_and_deals_of_endplay_are_read() -> None:
    types = pytest.importorskip("endplay.types")
    text = "N:AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"
    theirs = types.Deal(text)
    assert read_deal(theirs) == read_deal(text)
    hand = types.Hand("AKJ52.KQ3.84.A73")
    assert bridge.DECK.encode(hand) == bridge.DECK.encode("AKJ52.KQ3.84.A73")
    assert int(bridge.score(hand, "spades")) == int(bridge.score("AKJ52.KQ3.84.A73", "spades"))
    assert bridge.DECK.encode_many([hand]).tolist() == [bridge.DECK.encode(hand)]
