"""The double dummy solver, run in processes of its own; the file of solved deals; the command that makes it."""

import fcntl
import lzma
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardlab import CardError
from cardlab.__main__ import main
from cardlab.bridge.tricks import double_dummy, solved
from cardlab.bridge.tricks.double_dummy import check_deal, deal_text, random_deal, solve, solve_many
from cardlab.bridge.tricks.sides import load

SUITS = ["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"]


def test_whoever_has_all_trumps_takes_all_tricks() -> None:
    table = solve(SUITS)
    for strain in range(4):
        holder = strain % 2
        assert table[strain].tolist() == [13, 0, 13, 0] if holder == 0 else [0, 13, 0, 13]
    assert table[4].tolist() == [0, 0, 0, 0], "in notrump the leader runs the suit"


def test_turning_the_table_turns_the_results() -> None:
    hands = random_deal(3, 7)
    table = solve(hands)
    for turn in range(1, 4):
        assert (solve(np.roll(hands, turn).tolist()) == np.roll(table, turn, axis=1)).all()


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (SUITS[:3], "3 where four hands were expected"),
        (" ".join(SUITS), "1 where four hands were expected"),
        (None, "None is no deal: 1 where four hands were expected"),
        ([*SUITS[:3], SUITS[2]], "both south and west have it"),
        ([SUITS[0], "AKQ", *SUITS[2:]], "east: 'AKQ'"),
        ([SUITS[0], ".AKQJT9876543..", *SUITS[2:]], "east: 12 cards where 13 were expected"),
        ([0, 0, 0, 0], "north: 0 cards where 13 were expected"),
        ([1 << 52, 0, 0, 0], "north: 0x10000000000000 is no hand"),
    ],
)
def test_what_is_no_deal_never_reaches_the_solver(hands: Any, said: str) -> None:
    """The solver brings its process down on a card that comes twice."""
    with pytest.raises(CardError, match=said):
        check_deal(hands)
    with pytest.raises(CardError, match=said):
        solve(hands)


def test_deals_are_whole_and_a_function_of_seed_and_number() -> None:
    hands = [random_deal(seed, number) for seed in (1, 2) for number in range(500)]
    assert len(set(hands)) == 1000
    assert all(check_deal(one) == one for one in hands)
    assert (solved.sets_of(map(deal_text, hands)) == np.array(hands, np.uint64)).all()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-1],
        lambda text: text.replace("A", "K", 1),
        lambda text: text[:2] + text[3:] + text[2],
        lambda text: text.replace("T", "é"),
        lambda text: "",
    ],
)
def test_text_that_is_no_deal_is_refused(damage: object) -> None:
    text = deal_text(random_deal(1, 0))
    assert callable(damage)
    with pytest.raises(ValueError, match=r"no deal|69 characters"):
        solved.sets_of([text, damage(text)])


def crashes(hands: Sequence[int]) -> NDArray[np.int8]:
    os._exit(3)


def hangs(hands: Sequence[int]) -> NDArray[np.int8]:
    if len(hands) == 0:
        time.sleep(600)
    return np.zeros((5, 4), np.int8)


def test_a_deal_that_kills_its_process_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "solve", crashes)
    assert dict(solve_many([(n, random_deal(1, n)) for n in range(3)])) == {0: None, 1: None, 2: None}


@pytest.mark.slow
def test_a_deal_that_hangs_is_passed_over_and_the_others_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "solve", hangs)
    made = dict(solve_many([(0, [1]), (1, []), (2, [1])], workers=2, limit=30))
    assert made.pop(1) is None
    assert all(table is not None and table.shape == (5, 4) for table in made.values())
    assert set(made) == {0, 2}


def test_an_error_of_the_solver_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CardError, match="four hands were expected"):
        dict(solve_many([(0, random_deal(1, 0)[:3])]))


# The command


def tricks(path: Path, *arguments: str) -> int:
    return main(["tricks", "--seed", "4", "--output", str(path), *arguments])


def content(path: Path) -> list[str]:
    return lzma.open(path, "rt").read().splitlines()


def test_it_goes_on_and_extends_to_the_same_file(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.csv.xz", tmp_path / "twice.csv.xz"
    assert tricks(once, "--deals", "6", "--workers", "2") == 0
    assert tricks(twice, "--deals", "4") == 0
    part = tmp_path / "twice.csv.xz.part"
    part.write_text("\n".join([content(once)[0], content(once)[5], content(once)[6][:40]]))  # killed while writing
    assert tricks(twice, "--deals", "6") == 0
    assert content(once) == content(twice)
    assert once.read_bytes() == twice.read_bytes()
    assert list(tmp_path.iterdir()) in ([once, twice], [twice, once])
    number, deal, digits = content(once)[4].split(",")
    assert deal == deal_text(random_deal(4, int(number)))
    assert (solved.tricks_of([digits])[0] == solve(random_deal(4, int(number)))).all()


def test_nothing_is_solved_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.csv.xz"
    assert tricks(path, "--deals", "2") == 0
    monkeypatch.setattr(double_dummy, "solve_many", lambda deals, **_: iter([*deals][:0]))
    before = path.read_bytes()
    assert tricks(path, "--deals", "2") == 0
    assert path.read_bytes() == before


def test_a_deal_that_is_passed_over_is_said_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.csv.xz"
    with monkeypatch.context() as patch:
        patch.setattr(double_dummy, "solve_many", lambda deals, **_: ((number, None) for number, _ in deals))
        assert tricks(path, "--deals", "2") == 0
    errors = capsys.readouterr().err
    assert "deal 1 is not solved: passed over (limit 600 seconds)" in errors
    assert "in the file without tricks: 0, 1" in errors
    assert [line.split(",")[2] for line in content(path)[1:]] == ["", ""]
    assert tricks(path, "--deals", "2") == 0
    assert all(len(line.split(",")[2]) == 20 for line in content(path)[1:])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "0"], "deals is 0"),
        (["--deals", "1.5"], "deals is 1.5"),
        (["--deals", "1", "--workers", "0"], "workers is 0"),
        (["--deals", "1", "--seed", "-1"], "seed is -1"),
        (["--deals", "1", "--seed", "5"], "has other deals than seed 5 gives"),
        (["--deals", "1", "--output", "tricks.csv"], "expected a name that ends in .xz"),
        (["--deals", "1", "--limit", "0"], "limit is 0"),
    ],
)
def test_bad_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    path = tmp_path / "some.csv.xz"
    solved.write(path, {0: solved.row(random_deal(4, 0), np.zeros((5, 4), np.int8))})
    before = path.read_bytes()
    assert tricks(path, *arguments) == 2
    assert said in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_row_of_the_table_is_a_deal_too() -> None:
    assert check_deal(np.array(random_deal(1, 0), np.uint64)) == random_deal(1, 0)  # type: ignore[arg-type]


def test_one_file_has_one_run_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.csv.xz"
    with (tmp_path / "some.csv.xz.part").open("a") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        assert tricks(path, "--deals", "1") == 2
    assert "another run writes some.csv.xz.part" in capsys.readouterr().err


GOOD = ",".join(["0", *solved.row(random_deal(4, 0), np.full((5, 4), 13, np.int8))])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (GOOD[:-1], "20 digits from 0 to d"),
        (GOOD + "d", "20 digits from 0 to d"),
        (GOOD[:-1] + "e", "20 digits from 0 to d"),
        (GOOD.replace("N:", "W:"), "a deal from north"),
        ("-1" + GOOD[1:], "expected a number"),
        (GOOD + ",", "expected a number"),
        ("zero", "line 2 is 'zero'"),
        (GOOD + "\n" + GOOD, "line 3 has deal 0 again"),
    ],
)
def test_a_damaged_row_is_refused(tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "some.csv.xz"
    path.write_bytes(lzma.compress(f"number,deal,tricks\n{row}\n".encode()))
    with pytest.raises(ValueError, match=f"some.csv.xz is no file of solved deals: .*{said}"):
        load(path)
    assert tricks(path, "--deals", "1") == 2
    with pytest.raises(ValueError, match="no result: expected 20 digits"):
        solved.tricks_of(["d" * 10] * 2)


def test_a_deal_that_was_passed_over_is_left_out_of_the_table(tmp_path: Path) -> None:
    path = tmp_path / "some.csv.xz"
    solved.write(path, {n: solved.row(random_deal(4, n), np.zeros((5, 4), np.int8) if n else None) for n in range(3)})
    assert load(path).index.tolist() == [1, 2]


def test_a_file_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.csv.xz"
    for given in (b"hello", lzma.compress(b"a,b\n1,2\n"), lzma.compress(b"number,deal,tricks\nx,y,z\n")):
        path.write_bytes(given)
        assert tricks(path, "--deals", "1") == 2
        assert "some.csv.xz is no file of solved deals" in capsys.readouterr().err
        assert path.read_bytes() == given
