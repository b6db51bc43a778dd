"""Files of deals: what programs write and people paste, faults with their lines, and back to PBN."""

import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pandas.testing import assert_frame_equal

from cardlab import CardError, bridge
from cardlab.bridge import frame
from cardlab.bridge.boards import SEATS, boards
from cardlab.bridge.deals import read, to_pbn
from tests.cases import command

DEAL = "N:AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"
TURNED = "E:QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654 AKJ52.KQ3.84.A73"
OTHER = "W:QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654 AKJ52.KQ3.84.A73"

STANDARD = f"""\
% PBN 2.1
% EXPORT
; a comment of a line
{{a comment
of two lines with [Deal "N:- - - -"] in it}}
[Event "##The \\"open\\" final"]
[Site "#"]
[Board "1"]
[West "?"] [North "?"] [East "?"] [South "?"]
[Dealer "E"]
[Vulnerable "Both"]
[Deal "{DEAL}"] ; behind a tag
[Declarer "N"]
[Contract "4SX"]
[Result "NS 9"]
{{[Result "12"]}}
[Auction "E"]
1D =1= 1S X XX
AP
[Note "1:weak {{as always"]
[Play "E"]
SA S2 -
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 9
N  S 10

%[Deal "N:- - - -"]
[Event "#"]
[Board "#"]
[Dealer "w"]
[Vulnerable "-"]
[Deal "{TURNED}"]
[Declarer ""]
[Contract "Pass"]
[Result ""]
"""


def hands(text: str) -> list[str]:
    """The hands of the first board as PBN writes them, `-` if one is missing."""
    found = boards(text)[0].hands
    return [bridge.DECK.show(found[seat]) if seat in found else "-" for seat in SEATS]


def test_the_standard_is_read() -> None:
    found = read(STANDARD)
    assert found.columns.tolist() == [
        *("board", "dealer", "vulnerability", *SEATS),
        *("contract", "declarer", "result", "line", "error"),
    ]
    assert found.board.tolist() == [1, 1]  # the second is a repeat
    assert found.dealer.tolist() == ["east", "west"]
    assert found.vulnerability.tolist() == ["all", "none"]
    assert found.contract.tolist() == ["4SX", "Pass"]
    assert found.declarer[0] == "north"
    assert found.result.isna().tolist() == [False, True]
    assert found.result[0] == 9
    assert found.line.tolist() == [6, 29]
    assert found.error.tolist() == ["", ""]
    assert [str(found[seat].dtype) for seat in SEATS] == ["cards[bridge]"] * 4
    assert (found.north == "AKJ52.KQ3.84.A73").all()
    assert (found.west == "43.J542.32.98654").all()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_are_read_as_systems_write_them(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "deals.pbn"
    path.write_bytes(STANDARD.replace("\n", end).encode(encoding))
    for source in (path, str(path)):
        assert_frame_equal(read(source), read(STANDARD))


def test_names_in_the_characters_of_the_standard_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deals.pbn"
    path.write_bytes(STANDARD.replace('West "?"', 'West "Söderström"').encode("latin-1"))
    assert_frame_equal(read(path), read(STANDARD))


@pytest.mark.parametrize(
    ("deal", "shown"),
    [
        (DEAL, "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"),
        (TURNED, "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"),
        (OTHER, "9876.9876.A765.2 43.J542.32.98654 AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT"),
        (DEAL.lower(), "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"),
        (DEAL.replace("T", "10"), "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"),
        (DEAL[2:], "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654"),
        ("N:25KAJ.3QK.48.37A - - -", "AKJ52.KQ3.84.A73 - - -"),
        ("W:- AKJ52.KQ3.84.A73 - 9876.9876.A765.2", "AKJ52.KQ3.84.A73 - 9876.9876.A765.2 -"),
        ("S:9876.9876.A765.2", "- - 9876.9876.A765.2 -"),
        ("N:AKJ52.KQ3.84.A73 ... ... ...", "AKJ52.KQ3.84.A73 - - -"),
        ("N:AKQJT98765432... - .AKQJT98765432.. -", "AKQJT98765432... - .AKQJT98765432.. -"),
        (
            "N:- QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654",
            "AKJ52.KQ3.84.A73 QT.AT.KQJT9.KQJT 9876.9876.A765.2 43.J542.32.98654",
        ),
    ],
)
def test_deals_are_read(deal: str, shown: str) -> None:
    assert hands(f'[Deal "{deal}"]') == [
        "-" if hand == "-" else bridge.DECK.show(bridge.DECK.encode(hand)) for hand in shown.split()
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("AKJ52.KQ3", "AKJ5.KQ3", "line 12, north: 12 cards where 13 were expected"),
        ("AKJ52.KQ3", "AKJ5X.KQ3", "line 12, north: 'X' in the spades of 'AKJ5X.KQ3.84.A73' is not a rank"),
        ("AKJ52.KQ3", "AKJ55.KQ3", "line 12, north: '5S' comes twice"),
        ("AKJ52.KQ3", "AKJ54.KQ3", "line 12: north and west both hold ♠4 ♥- ♦- ♣-"),
        ("AKJ52.KQ3", "AKJ52 KQ3", "line 12: 5 hands where four were expected"),
        ('Deal "N:A', 'Deal "X:A', "line 12: the deal is 'X:AKJ52"),
        (f'[Deal "{DEAL}"]', '[Deal ""]', "line 12: this board has no deal"),
        ('Dealer "E"', 'Dealer "East-West"', "line 10: 'East-West' is not a seat: expected N, E, S or W"),
        ('"Both"', '"Us"', "line 11: vulnerable is 'Us': expected None, NS, EW or All"),
        ('"4SX"', '"8S"', "line 14: contract '8S': expected one such as 3NT, 4SX or Pass"),
        ('"NS 9"', '"made"', "line 15: result 'made': expected the number of tricks, 0 to 13"),
        ('"NS 9"', '"14"', "line 15: result '14'"),
        ('"NS 9"', '"1\uff10"', "('\uff10' is FULLWIDTH DIGIT ZERO)"),
        ('"4SX"', '"4\u017f"', "('\u017f' is LATIN SMALL LETTER LONG S)"),
        ('Dealer "E"', 'Dealer "\u0415"', "('\u0415' is CYRILLIC CAPITAL LETTER IE)"),
    ],
)
def test_a_fault_is_told_with_its_line_and_costs_nothing_else(before: str, after: str, said: str) -> None:
    right, found = read(STANDARD), read(STANDARD.replace(before, after, 1))
    assert said in found.error[0]
    assert found.error[1] == ""
    assert_frame_equal(found[1:], right[1:][found.columns])
    changed = [name for name in found if name != "error" and not found[name].equals(right[name])]
    assert changed in ([], ["north"], [*SEATS], ["north", "west"], ["dealer"], ["vulnerability"], ["contract"])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(f'[Deal "{DEAL}"]', f'[Deal "{DEAL}"'),  # the bracket is missing
        lambda text: text.replace(f'[Deal "{DEAL}"]', f"[Deal “{DEAL}”]"),  # the quotes of a word processor
        lambda text: text.replace("Deal ", "DEAL "),
        lambda text: text.replace('[Deal "', '[ Deal  "'),
        lambda text: text.replace("two lines", "two lines {"),
        lambda text: text.replace("\n\n", "\n \t\n\n\n"),
        lambda text: text.replace("\n\n", "\n"),  # nothing between the boards
        lambda text: text.replace('[Site "#"]', '[Site "C:\\"]'),
        lambda text: text + "\n{not closed",
    ],
)
def test_slips_of_programs_are_forgiven(change) -> None:  # type: ignore[no-untyped-def]
    found, right = read(change(STANDARD)), read(STANDARD)
    assert_frame_equal(found.drop(columns="line"), right.drop(columns="line"))


LIN = (
    "pn|a,b,c,d|st||md|3S9876H9876DA765C2,S43HJ542D32C98654,SAKJ52HKQ3D84CA73,|rh||ah|Board 7|sv|n|"
    "mb|1S|an|five|mb|d!|mb|r|mb|2C|mb|4S|mb|d|mb|p|mb|p|mb|P|pg||pc|SA|pg||mc|9|"
)


@pytest.mark.parametrize(
    "text",
    [
        LIN,
        LIN.replace("|rh", "|\nrh").replace("|pg", "|\r\npg"),
        "qx|o7|" + LIN.replace("ah|Board 7|", ""),
        LIN.replace("C98654,SAKJ52HKQ3D84CA73,", "C98654,SAKJ52HKQ3D84CA73"),
        LIN.replace("CA73,|", "CA73,SQTHATDKQJT9CKQJT|"),
        LIN.lower(),
        "https://example.org/viewer?lin=" + LIN.replace("|", "%7C").replace(" ", "+"),
        "https://example.org/viewer?all=y&lin=" + LIN.replace(" ", "%20"),
        "ah|Board 7|" + LIN.replace("ah|Board 7|", ""),
    ],
)
def test_lin_is_read(text: str) -> None:
    (found,) = boards(text)
    assert (found.board, found.dealer, found.vulnerability) == ("7", "north", "NS")
    assert (found.contract, found.declarer, found.result, found.error) == ("4SX", "north", 9, "")
    assert hands(text) == hands(f'[Deal "{DEAL}"]')


def test_boards_of_lin_are_told_apart() -> None:
    second = LIN.replace("Board 7", "Board 8").replace("md|3", "md|1")
    for text in (LIN + second, f"{LIN}\n{second}", f"vg|a match|\nqx|o7|{LIN}\nqx|c8|{second}"):
        found = read(text)
        assert found.board.tolist() == [7, 8]
        assert found.dealer.tolist() == ["north", "south"]
    assert read(f"{LIN}\n{second}").line.tolist() == [1, 2]
    broken = read(LIN.replace("S9876H", "S987H") + "\n" + second)
    assert broken.error.str.startswith("line 1, south: 12 cards").tolist() == [True, False]
    assert broken.south.isna().tolist() == [True, False]


LINK = (
    "https://www.bridgebase.com/tools/handviewer.html?n=sakj52hkq3d84ca73&s=c2da765h9876s9876&e=sqthatdkqj109ckqjt"
    "&w=s43hj542d32c98654&d=n&v=n&b=7&a=1SD!R(weak)2C4S{what%20a%20bid}dppp&nn=O'Hara&sn=B C"
)


@pytest.mark.parametrize(
    "text",
    [
        LINK,
        LINK.replace("https://", ""),
        LINK.upper().replace("HTTPS", "https"),
        LINK.replace("&", "&amp;"),
        LINK.replace("&w=s43hj542d32c98654", ""),
        LINK.replace("&w=s43hj542d32c98654", "&w=shdc"),
        f'<iframe src="{LINK}"></iframe>?',
        f"[hv=pc=n&{LINK.partition('?')[2]}]399|300[/hv] What now?",  # in a forum
    ],
)
def test_links_are_read(text: str) -> None:
    found = read(text)
    assert found.error.tolist() == [""]
    assert found[["board", "dealer", "vulnerability"]].to_numpy().tolist() == [[7, "north", "NS"]]
    assert found[["contract", "declarer"]].to_numpy().tolist() == [["4SX", "north"]]
    assert hands(text) == hands(f'[Deal "{DEAL}"]')


def test_several_links_are_several_boards() -> None:
    text = f"one: {LINK} and {LINK.replace('b=7', 'b=8&p=')}\nx?lin={LIN}\nx?s=saj874ha986daca53&d=n&a=3cp?"
    found = read(text)
    assert found.board.tolist()[:3] == [7, 8, 7]
    assert found.line.tolist() == [1, 1, 2, 3]
    assert found.error.tolist() == [""] * 4
    assert (found.contract[3], found.south.notna()[3], found.north.notna()[3]) == (None, True, False)


@pytest.mark.parametrize(
    ("contract", "result", "tricks"),
    [
        *(("4S", "=", 10), ("4SX", "+1", 11), ("3NT", "-2", 7), ("4S", "=NS +1", 11), ("4S", "NS -1", 9)),
        *(("4S", "EW 4", 9), ("7NT", "+1", None), ("Pass", "=", None), ("", "+1", None), ("4S", "EW +1", None)),
    ],
)
def test_results_are_counted_from_the_contract(contract: str, result: str, tricks: int | None) -> None:
    (board,) = boards(f'[Deal "{DEAL}"][Declarer "N"][Contract "{contract}"][Result "{result}"]')
    assert board.result == tricks
    assert (tricks is None) == board.error.startswith("line 1: result")


@pytest.mark.parametrize(
    ("written", "vulnerability"),
    [("N-S", "NS"), ("n/s", "NS"), ("E & W", "EW"), ("Love all", "none"), ("Game All", "all"), ("-", "none")],
)
def test_vulnerability_is_read_as_it_is_written(written: str, vulnerability: str) -> None:
    (board,) = boards(f'[Deal "{DEAL}"][Vulnerable "{written}"][Contract "4\u2665 x"]')
    assert (board.vulnerability, board.contract, board.error) == (vulnerability, "4HX", "")


def test_an_auction_without_an_end_gives_no_contract() -> None:
    assert boards(LIN.replace("mb|p|mb|p|mb|P|", ""))[0].contract is None
    (passed,) = boards("md|1SAKQJT98765432,,,|mb|p|mb|p|mb|p|mb|p|")
    assert (passed.contract, passed.declarer, [*passed.hands]) == ("Pass", None, ["south"])


def test_look_alikes_in_lin_are_not_read() -> None:
    (found,) = boards(LIN.replace("mb|1S|", "mb|1\u017f|"))
    assert (found.contract, found.declarer) == (None, None)
    assert "('\u017f' is LATIN SMALL LETTER LONG S)" in found.error
    (found,) = boards(LIN.replace("md|3", "md|\u0663"))
    assert (found.dealer, [*found.hands]) == (None, ["north", "west"])
    assert "ARABIC-INDIC DIGIT THREE" in found.error


def test_the_declarer_is_the_first_of_the_side_to_name_the_suit() -> None:
    start = "md|2SAKQJT98765432,,,|"
    for calls, contract in (
        ("1h p 2h p 4h p p p", ("4H", "west")),
        ("p 1n p 3n p p p", ("3NT", "north")),
        ("1s 2h 2s 3h p p p", ("3H", "north")),
        ("1c x 1d 2d 3d xx p p p", ("3DXX", "east")),
    ):
        (found,) = boards(start + "".join(f"mb|{call}|" for call in calls.split()))
        assert (found.contract, found.declarer) == contract


@pytest.mark.parametrize("text", ["\n", "no deal\n", '[Board "1"]\n', "md\n", "[Deaf]\n"])
def test_what_holds_no_deal_is_refused(text: str) -> None:
    with pytest.raises(CardError, match=r"holds no deal: expected PBN, \[Deal"):
        read(text)


def test_a_file_that_is_not_there_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError):
        read("nowhere.pbn")


def test_endplay_reads_what_is_written_and_is_read() -> None:
    """Its own writers and parsers, on random deals."""
    pbn = pytest.importorskip("endplay.parsers.pbn")
    lin = pytest.importorskip("endplay.parsers.lin")
    dealt = frame.deals(20, seed=1).assign(
        board=range(1, 21), dealer=[*SEATS] * 5, vulnerability=["none", "NS", "EW", "all"] * 5
    )
    theirs = pbn.loads(to_pbn(dealt))
    assert [board.deal.to_pbn() for board in theirs] == re.findall('Deal "(.*)"', to_pbn(dealt))
    for text in (pbn.dumps(theirs), lin.dumps(theirs)):
        found = read(text)
        assert found.error.tolist() == [""] * 20
        assert_frame_equal(found[dealt.columns], dealt, check_dtype=False)


def test_hands_that_endplay_leaves_empty_are_not_known() -> None:
    types, pbn = pytest.importorskip("endplay.types"), pytest.importorskip("endplay.parsers.pbn")
    found = read(pbn.dumps([types.Board(types.Deal("E:- 9876.9876.A765.2 - AKJ52.KQ3.84.A73"))]))
    assert found.error[0] == ""
    assert [seat for seat in SEATS if found[seat].notna()[0]] == ["north", "south"]


CARDS = st.permutations(range(52)).map(
    lambda order: [sum(1 << card for card in order[start : start + 13]) for start in (0, 13, 26, 39)]
)
SEEN = st.sampled_from([(), (0,), (0, 2), (1, 3), (2, 3), (0, 1, 2, 3)])
TEXTS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=9).filter(
    lambda text: text.strip() == text and not text.startswith("#") and text != "?"
)


@st.composite
def frames(draw: st.DrawFn) -> pd.DataFrame:
    """Frames of deals such as `read` gives."""
    rows = []
    for _ in range(draw(st.integers(1, 4))):
        sets, seen = draw(CARDS), draw(SEEN)
        row: dict[str, object] = {seat: sets[place] if place in seen else None for place, seat in enumerate(SEATS)}
        row["board"] = draw(TEXTS)
        row["dealer"], row["declarer"] = draw(st.sampled_from(SEATS)), draw(st.sampled_from(SEATS))
        row["vulnerability"] = draw(st.sampled_from(["none", "NS", "EW", "all"]))
        row["contract"], row["result"] = draw(st.sampled_from(["1C", "3NT", "7SXX", "Pass"])), draw(st.integers(0, 13))
        rows.append(row)
    return pd.DataFrame(rows, dtype=object).astype(dict.fromkeys(SEATS, "cards[bridge]"))


@given(frames())
def test_what_is_written_is_read_back(deals: pd.DataFrame) -> None:
    found = read(to_pbn(deals))
    assert found.error.tolist() == [""] * len(deals)
    numbers = all(re.fullmatch("[0-9]{1,9}", board) for board in deals.board)
    assert found.board.tolist() == [int(board) if numbers else board for board in deals.board]
    same = [*SEATS, "dealer", "vulnerability", "contract", "declarer", "result"]
    assert_frame_equal(found[same], deals[same], check_dtype=False)


def test_a_board_may_be_called_none() -> None:
    assert read(to_pbn(frame.deals(1, seed=1).assign(board="none"))).board.tolist() == ["none"]


def test_a_frame_without_a_seat_is_refused() -> None:
    with pytest.raises(CardError, match="no column 'west': expected north, east, south, west"):
        to_pbn(frame.deals(1, seed=1).drop(columns="west"))
    with pytest.raises(CardError, match="12 cards where 13 were expected"):
        to_pbn(frame.deals(1, seed=1).assign(west="AKJ52.KQ3.84.A7"))


@given(
    st.lists(st.sampled_from([*'[]{};%"\\#\n |:', "[Deal ", "md|", "[Board ", 'Deal "N:', DEAL, LIN]), max_size=30).map(
        "".join
    )
)
@example('[Deal "')
@example("md|")
@example('[Deal "N:"')
def test_no_text_raises_anything_but_card_error(text: str) -> None:
    try:
        found = read(text + "\n")
    except CardError:
        return
    assert len(found) >= 1


def test_the_time_is_linear_in_the_text() -> None:
    """A minute and more if it were quadratic."""
    for piece in ("{", "[", '[A "', "[ ", "md|", "ab|", '\\"', "[Deal", "\n", ";", "[Deal [", "aa"):
        text = '[Deal "' + piece * (100_000 // len(piece))
        assert len(boards(text)) >= 1


def test_the_command_counts_every_hand(tmp_path: Path) -> None:
    path = tmp_path / "two.pbn"
    path.write_text(STANDARD.replace("AKJ52.KQ3", "AKJ5.KQ3", 1), encoding="utf-8")
    status, out, errors = command("bridge", str(path), "--trump", "spades")
    assert status == 1
    said = "line 12, north: 12 cards where 13 were expected: AS KS JS 5S KH QH 3H 8D 4D AC 7C 3C"
    assert errors == f"board 1: {said}\n"
    assert [line.split(" = ")[0] for line in out.splitlines()] == [
        *("1 east: QT.AT.KQJT9.KQJT", "1 south: 9876.9876.A765.2", "1 west: 43.J542.32.98654"),
        *("1 north: AKJ52.KQ3.84.A73", "1 east: QT.AT.KQJT9.KQJT"),
        *("1 south: 9876.9876.A765.2", "1 west: 43.J542.32.98654"),
    ]
    hand = "9876.9876.A765.2"
    points, short = int(bridge.score(hand, "notrump")), bridge.shorthand(hand)
    assert command("bridge", str(path), "--format", "csv")[1].splitlines()[:3:2] == [
        "board,seat,hand,points,shorthand",
        f"1,south,{hand},{points},{short}",
    ]
    assert '"seat": "north"' in command("bridge", str(path), "--format", "json")[1]
    assert "shorthand" not in command("bridge", str(path), "--explain")[1]


def test_a_dash_is_standard_input() -> None:
    hand = "AKJ52.KQ3.84.A73"
    assert command("bridge", "-", stdin=f'[Deal "N:{hand} - - -"]\n')[1].startswith(f"1 north: {hand} = 18")
    assert command("bridge", "-", stdin=f"{hand}\n") == command("bridge", stdin=f"{hand}\n")


def test_the_command_says_what_file_it_cannot_read(tmp_path: Path) -> None:
    path = tmp_path / "none.pbn"
    assert command("bridge", str(path)) == (2, "", f"cardlab: {path}: No such file or directory\n")
    path.write_text("nothing\n", encoding="utf-8")
    assert command("bridge", str(path)) == (
        *(2, ""),
        f"cardlab: {path}: 'nothing\\n' holds no deal: expected PBN, [Deal \"N:...\"], LIN, md|...|, or a link\n",
    )
