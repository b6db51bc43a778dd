"""What stands beside cardlab: other packages, and the limits of the machine.

A peer takes hands as tuples of cards and returns a function without arguments that does the work. Before that it puts
the hands into its own words: its own work alone is measured. A benchmark of a package that is not there is skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import numpy as np
import pytest
from numba import njit

from cardlab import Card, bridge, cribbage
from tests.second import cribbage as second

Hand: TypeAlias = tuple[Card, ...]
Show: TypeAlias = tuple[Hand, Card]
Scores: TypeAlias = Callable[[], list[int]]
T = TypeVar("T")

PACKAGES = ("cribbage-scorer", "cribbage", "endplay")
READING = "limit: only reading the hands"


@njit(nogil=True)
def read(hands):  # type: ignore[no-untyped-def]
    """Read all hands and do next to nothing with them: as fast as memory is."""
    seen = np.uint64(0)
    for hand in hands:
        seen ^= hand
    return seen


def python(code: str, **environment: str) -> str:
    """What a new Python process prints that runs this code."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def plain_show(shows: Iterable[Show]) -> Scores:
    given = _in_words(shows, {card: str(card) for card in cribbage.DECK})
    return lambda: [second.points(hand, starter) for hand, starter in given]


def cribbage_scorer(shows: Iterable[Show]) -> Scores:
    score = pytest.importorskip("cribbage_scorer.cribbage_scorer").show_calc_score
    given = _in_words(shows, {card: (cribbage.DECK.ranks.index(card.rank) + 1, card.suit) for card in cribbage.DECK})
    return lambda: [score(starter, hand)[0] for hand, starter in given]


def cribbage_package(shows: Iterable[Show]) -> Scores:
    score = pytest.importorskip("cribbage.score").score_hand
    make = pytest.importorskip("cribbage.card").Card
    given = _in_words(shows, {card: make(bit) for card, bit in cribbage.DECK.bits.items()})
    return lambda: [score(hand, starter) for hand, starter in given]


def _in_words(shows: Iterable[Show], words: dict[Card, T]) -> list[tuple[list[T], T]]:
    return [([words[card] for card in hand], words[starter]) for hand, starter in shows]


def endplay_hcp(hands: Iterable[Hand]) -> Scores:
    hcp = pytest.importorskip("endplay.evaluate").hcp
    given = [pytest.importorskip("endplay.types").Hand(_dotted(hand)) for hand in hands]
    return lambda: [hcp(hand) for hand in given]


def _dotted(hand: Hand) -> str:
    return ".".join("".join(card.rank for card in hand if card.suit == suit) for suit in reversed(bridge.DECK.suits))


def endplay_deals(n: int) -> Callable[[], list[Any]]:
    generate_deals = pytest.importorskip("endplay.dealer").generate_deals
    return lambda: list(generate_deals(produce=n, seed=1))
