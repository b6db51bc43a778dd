"""Hands as ranks alone: read as books write them, averaged over every way to give them suits."""

from itertools import product

import numpy as np
import pytest

from cardlab import Card, CardError
from cardlab.__main__ import main
from cardlab.cribbage import Rules
from cardlab.cribbage.discard.advice import advise
from cardlab.cribbage.discard.ranks import advise_ranks, read_ranks, ways


@pytest.mark.parametrize("text", ["A-2-7-9-J-T", "a 2 7 9 j 10", "A279JT", "A,2,7,9,J,10", "10/J–9—7‑2 A\n"])
def test_ranks_are_read_as_books_write_them(text: str) -> None:
    assert read_ranks(text) == "A279TJ"


@pytest.mark.parametrize("text", ["", "5H 5S 6D 7C JC KD", "A-2-7-9-J-1", "A2790J", "Á-2", "A-2-7-9-J-٢", "2-\u212a"])
def test_what_is_not_ranks_alone_is_not_read_so(text: str) -> None:
    assert read_ranks(text) is None


@pytest.mark.parametrize("dealer", [True, False])
def test_it_is_the_average_over_all_suits(dealer: bool) -> None:
    """Of four fives and a pair there are few enough to ask for advice on each."""
    frame = advise_ranks("5-5-5-5-J-J", dealer=dealer).set_index("throw")
    nets: dict[str, list[float]] = {throw: [] for throw in frame.index}
    fives = [Card("5", suit) for suit in "HDSC"]
    for one, other in product("HDSC", repeat=2):
        if one < other:
            found: dict[str, float] = {}
            for throw in advise([*fives, Card("J", one), Card("J", other)], dealer=dealer):
                found.setdefault(" ".join(sorted(card.rank for card in throw.thrown)), throw.net)
            for ranks, net in found.items():
                nets[ranks].append(net)
    assert ways("5555JJ") == 6 == len(nets["J J"])
    for ranks, made in nets.items():
        assert frame.net[ranks] == pytest.approx(np.mean(made))


def test_it_is_sorted_and_adds_up() -> None:
    frame = advise_ranks("3-4-7-7-K-K", dealer=False)
    assert frame.net.is_monotonic_decreasing
    assert np.allclose(frame["mean"] - frame.crib, frame.net)
    assert (frame["min"] <= frame["mean"]).all()
    assert (frame["mean"] <= frame["max"]).all()
    assert len(frame) == 8  # of 4 ranks any two that differ, and both pairs


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A-2-7-9-J", "'A-2-7-9-J': expected six ranks, such as A-2-7-9-J-Q"),
        ("555556", "'555556' has 5 cards of rank 5: expected at most 4"),
        ("AH 2H 3H 4H 5H 6S", "expected six ranks"),
    ],
)
def test_other_texts_are_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        advise_ranks(text, dealer=True)


def test_rules_without_tables_are_refused() -> None:
    with pytest.raises(CardError, match="no crib tables for"):
        advise_ranks("A-2-7-9-J-Q", dealer=True, rules=Rules(nobs=2))


def test_the_command_says_what_it_averaged_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discard", "A-2-7-9-J-Q", "--dealer"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["A", "2", "7", "9", "J", "Q", "2.46", "0", "10", "4.88", "7.34"]
    assert lines[-1] == "Averaged over the 4,096 ways to give these ranks suits."


@pytest.mark.parametrize("option", ["--exact", "--starters"])
def test_the_command_refuses_what_needs_suits(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discard", "A-2-7-9-J-Q", option]) == 2
    assert "'A-2-7-9-J-Q' has no suits" in capsys.readouterr().err
