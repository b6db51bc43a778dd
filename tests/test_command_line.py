"""The command line; in a process of its own where signals, pipes and closed files are concerned."""

import csv
import importlib
import json
import os
import signal
import subprocess
import sys

import pytest

import cardlab
from cardlab.games import GAMES
from tests.cases import DATA, ROOT, command, running


def test_the_contest_byte_for_byte() -> None:
    shows, expected = ((DATA / f"cribbage_show_{name}.txt").read_text() for name in ("input", "expected"))
    assert command("cribbage", stdin=shows) == (0, expected, "")


def test_cards_appear_as_they_were_given() -> None:
    assert command("cribbage", stdin="h 10h 5s 5d 5C jH\r\n")[1] == "Hand 10h 5s 5d 5C jH = 20\n"


def test_bad_lines_are_reported_and_the_others_scored() -> None:
    status, out, err = command("cribbage", stdin="h 8H 8S 8D 2C AH\n\n  \nh 8H 8S 8D 2C\nx\nc AD JS QC QH KH")
    assert status == 1
    assert out == "Hand 8H 8S 8D 2C AH =  6\nCrib AD JS QC QH KH =  8\n"
    assert [line.split(":")[0] for line in err.splitlines()] == ["line 4", "line 5"]
    assert "cannot read 'h 8H 8S 8D 2C': expected h or c, four cards and the starter" in err


def test_bytes_that_are_no_text_are_a_bad_line_only() -> None:
    status, out, err = command("cribbage", stdin=b"h 8H \xff 8D 2C AH\nh 8H 8S 8D 2C AH\n")
    assert (status, out) == (1, "Hand 8H 8S 8D 2C AH =  6\n")
    assert err.startswith("line 1: ")


def shell(line: str, stdin: bytes = b"") -> tuple[int, bytes, bytes]:
    python = f"'{sys.executable}' -m cardlab"
    done = subprocess.run(
        ["sh", "-c", line.replace("cardlab", python)], input=stdin, capture_output=True, cwd=ROOT, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_byte_order_mark_costs_no_line() -> None:
    assert command("cribbage", stdin=b"\xef\xbb\xbfh 8H 8S 8D 2C AH\n") == (0, "Hand 8H 8S 8D 2C AH =  6\n", "")


@pytest.mark.skipif(os.name != "posix", reason="a shell as on Unix")
def test_without_standard_error_the_output_holds_results_only() -> None:
    assert shell("cardlab cribbage 2>&-", b"x\nh 8H 8S 8D 2C AH\n")[:2] == (1, b"Hand 8H 8S 8D 2C AH =  6\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
def test_with_standard_error_full_the_good_lines_after_a_bad_one_are_scored() -> None:
    lines = b"x\nh 8H 8S 8D 2C AH\n" * 2
    assert shell("cardlab cribbage 2>/dev/full", lines)[:2] == (1, b"Hand 8H 8S 8D 2C AH =  6\n" * 2)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cardlab cribbage >/dev/full", b"No space left on device"),
        ("cardlab exact scopa >/dev/full", b"No space left on device"),
        ("cardlab cribbage >&-", b"there is no standard output"),
        ("cardlab cribbage <&-", b"there is no standard input"),
    ],
)
def test_what_cannot_be_read_or_written_is_said(line: str, said: bytes) -> None:
    status, out, err = shell(line, b"h 8H 8S 8D 2C AH\n")
    assert (status, out) == (2, b"")
    assert err.startswith(b"cardlab: ")
    assert said in err
    assert err.count(b"\n") == 1


def test_the_other_filters() -> None:
    assert command("scopa", stdin="7D 7C, 7H 7S\n-\n") == (0, "7D 7C, 7H 7S = 2\n- = 0\n", "")
    two = "7D 6D AD 5D 4D 3D 2D JD QD KD AH 2H 3H 4H 5H 6H 7H JH QH KH 7C"
    assert command("scopa", "--rule", "missing_suit=strict", stdin=two)[1] == f"{two} = 3\n"
    assert command("bridge", "--trump", "Clubs", stdin="3.QJ8.AJ96.AKJ95") == (
        0,
        "3.QJ8.AJ96.AKJ95 = 20  x QJx AJxx AKJxx\n",
        "",
    )
    assert command("bridge", stdin="3.QJ8.AJ96.AKJ95")[1].startswith("3.QJ8.AJ96.AKJ95 = 17 ")
    assert command("tichu", stdin="66, 7P\nJj Js,Qj\nP,9,9.5\n")[1] == (
        "66, 7P = legal\nJj Js,Qj = not legal\nP,9,9.5 = not legal\n"
    )


@pytest.mark.parametrize(
    ("game", "line", "shown"),
    [
        ("cribbage", "h 8H 8S 8D 2C AH", "pair   8H 8D  2"),
        ("scopa", "7D", "lost 1 to 39"),
        ("bridge", "3.QJ8.AJ96.AKJ95", "five clubs"),
        ("tichu", "9,3", "9,3 = not legal: a three is not higher than a nine"),
    ],
)
def test_explain_shows_what_makes_the_score(game: str, line: str, shown: str) -> None:
    assert shown in command(game, "--explain", stdin=line)[1]


ROWS = {
    "cribbage": (
        ["h 8H,8S,8D,2C | AH", "crib AD JS QC QH KH"],
        "show,hand,starter,fifteen,pair,run,flush,nobs,points\n"
        "hand,8H 8S 8D 2C,AH,0,6,0,0,0,6\ncrib,AD JS QC QH,KH,0,2,6,0,0,8\n",
    ),
    "scopa": (
        ["7D 7C, 7H 7S", "-"],
        'captured,cards,coins,sette bello,primiera,points\n"7D 7C, 7H 7S",0,0,1,1,2\n-,0,0,0,0,0\n',
    ),
    "bridge": (["3.QJ8.AJ96.AKJ95"], "hand,points,shorthand\n3.QJ8.AJ96.AKJ95,17,x QJx AJxx AKJxx\n"),
    "tichu": (
        ["66, 7P", "-,46"],
        "previous,play,legal,why\n66,7P,True,a pair of sevens beats a pair of sixes\n"
        "-,46,False,4 6 is not a combination\n",
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_filters_write_tables(game: str) -> None:
    lines, expected = ROWS[game]
    status, out, errors = command(game, "--format", "csv", stdin="\n".join([lines[0], "?", *lines[1:]]))
    assert (status, out) == (1, expected)
    assert errors.startswith("line 2: ")
    status, out, errors = command(game, "--format", "json", stdin="\n".join(lines))
    assert (status, errors) == (0, "")
    objects = [json.loads(line) for line in out.splitlines()]
    assert [list(map(str, one.values())) for one in objects] == list(csv.reader(expected.splitlines()))[1:]
    assert ",".join(objects[0]) == expected.splitlines()[0]


def test_rows_follow_the_options_and_the_rules() -> None:
    asked = ["--format", "csv", "--trump", "clubs", "--rule", "honours.A=4.5"]
    assert command("bridge", *asked, stdin="3.QJ8.AJ96.AKJ95")[1].splitlines()[1].split(",")[1] == "21"
    asked = ["--format", "csv", "--rule", "nobs=3"]
    assert command("cribbage", *asked, stdin="h 5H 5S 5C JD 5D")[1].endswith(",3,31\n")
    assert "not allowed with" in command("cribbage", "--format", "csv", "--explain")[2]


def test_wrong_arguments_are_refused_in_words() -> None:
    assert "unknown trump 'swords'" in command("bridge", "--trump", "swords")[2]
    assert command("poker")[0] == command()[0] == 2
    assert command("--version")[1] == f"cardlab {cardlab.__version__}\n"


def test_it_streams() -> None:
    with running("cribbage") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(b"h 8H 8S 8D 2C AH\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"Hand 8H 8S 8D 2C AH =  6\n"
        process.stdin.close()
        assert process.wait(timeout=120) == 0


def test_a_broken_pipe_ends_quietly() -> None:
    lines = b"h 8H 8S 8D 2C AH\n" * 50_000
    with running("cribbage") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(lines[:17])
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"Hand")
        process.stdout.close()
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(timeout=120) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="signals as on Unix")
def test_ctrl_c_ends_quietly() -> None:
    with running("cribbage") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"h 8H 8S 8D 2C AH\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
        assert process.stderr.read() == b""


def test_scoring_imports_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import cardlab.__main__; cardlab.scopa.score('7D');"
        "cardlab.cribbage.score('5H 5S 5C JD', '5D'); cardlab.bridge.score('A6.K954.A93.A984', 'hearts');"
        "cardlab.tichu.is_legal('66', '7P');"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(tops - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["cardlab"]


def test_a_game_is_imported_when_it_is_first_asked_for() -> None:
    code = "import sys; from cardlab import cribbage; print(*(g for g in sys.argv if f'cardlab.{g}' in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code, *GAMES], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["cribbage"]
    assert cardlab.bridge is importlib.import_module("cardlab.bridge")
    with pytest.raises(AttributeError, match="module 'cardlab' has no attribute 'whist'"):
        _ = cardlab.whist  # type: ignore[attr-defined]


def test_a_rule_can_be_changed() -> None:
    assert command("cribbage", "--rule", "nobs=3", "--rule", "flush=0", stdin="h 5H 6H 7H JH KH")[1].endswith("= 10\n")
    assert command("bridge", "--rule", "honours.A=5", stdin="A6.K954.A93.A984")[1].split("=")[1].split()[0] == "18"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("nobs", "'nobs': expected NAME=VALUE with a name of fifteen, pair, run, flush, nobs, crib_flush"),
        ("nob=2", "'nob=2': expected NAME=VALUE"),
        ("nobs.J=2", "'nobs.J=2': expected NAME=VALUE"),
        ("nobs=２", "'nobs=２': expected a number, not '２'"),
        ("nobs=nan", "'nobs=nan': expected a number, not 'nan'"),
        ("nobs=two", "'nobs=two': expected a number, not 'two'"),
        ("nobs=-1", "nobs is -1: expected a whole number from 0 to 40"),
        ("crib_flush=2", "'crib_flush=2': expected yes or no"),
    ],
)
def test_a_rule_that_cannot_be_changed_so_is_said(rule: str, said: str) -> None:
    for arguments in (["cribbage"], ["exact", "cribbage"], ["discard", "5H 5S 6D 7C JC KD"]):
        status, out, errors = command(*arguments, "--rule", rule, stdin="h 8H 8S 8D 2C AH")
        assert (status, out) == (2, "")
        assert said in errors
