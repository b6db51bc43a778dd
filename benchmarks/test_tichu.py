"""Tichu: one play, and what is asked of many hands."""

from collections import Counter
from functools import partial
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import peers
from benchmarks.measure import Measure
from benchmarks.peers import Hand
from cardlab import Card, tichu
from cardlab.deal import deal
from cardlab.simulate import simulate
from cardlab.tichu import DECK
from cardlab.tichu.answers.chance import answer_probability
from cardlab.tichu.batch import can_answer, holds_bomb, sample
from tests.second import tichu as second

MANY, SOME, FEW = 1 << 24, 2000, 5
QUEENS, LONGEST = "Qj Qs", "1234567890JQKA"
MILLION = 1_000_000
PLAYS = [play for play in second.all_suitless_plays() if len(play) <= 5]


@pytest.fixture(scope="module")
def many() -> NDArray[np.uint64]:
    return deal(np.random.default_rng(1), MANY, DECK, (14,))[:, 0]


@pytest.fixture(scope="module")
def others() -> NDArray[np.uint64]:
    """Hands that the queens on the table were not dealt to."""
    return deal(np.random.default_rng(1), MANY, DECK, (14,), without=DECK.encode(QUEENS))[:, 0]


@pytest.mark.work("Tichu: `holds_bomb`, random hands of 14", show="rate", unit="hands")
class TestBombs:
    def test_cardlab(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure("cardlab", lambda: holds_bomb(many), of=MANY)

    def test_plain(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        given = [DECK.decode(hand) for hand in many[:SOME].tolist()]
        found = measure("plain Python", lambda: [holds_four(hand) or holds_flush(hand) for hand in given], of=SOME)
        assert found == holds_bomb(many[:SOME]).tolist()

    def test_reading(self, measure: Measure, many: NDArray[np.uint64]) -> None:
        measure(peers.READING, lambda: peers.read(many), of=MANY)


def holds_four(hand: Hand) -> bool:
    return 4 in Counter(card.rank for card in hand if card.suit).values()


def holds_flush(hand: Hand) -> bool:
    cards = set(hand)
    runs = [DECK.ranks[low : low + 5] for low in range(9)]
    return any(cards.issuperset(Card(rank, suit) for rank in run) for run in runs for suit in DECK.suits)


@pytest.mark.work("Tichu: `can_answer` a pair of queens, random hands of 14", show="rate", unit="hands")
class TestAnswers:
    def test_cardlab(self, measure: Measure, others: NDArray[np.uint64]) -> None:
        measure("cardlab", lambda: can_answer(others, QUEENS), of=MANY)

    def test_plain(self, measure: Measure, others: NDArray[np.uint64]) -> None:
        given = [DECK.decode(hand) for hand in others[:FEW].tolist()]
        found = measure(
            "`is_legal` of every play of up to five cards", lambda: [answers(hand) for hand in given], of=FEW, rounds=2
        )
        assert found == can_answer(others[:FEW], QUEENS).tolist()

    def test_reading(self, measure: Measure, others: NDArray[np.uint64]) -> None:
        measure(peers.READING, lambda: peers.read(others), of=MANY)


def answers(hand: Hand) -> bool:
    """Whether some play is legal; a longer bomb holds one of five cards."""
    plays = (play for size in range(1, 6) for play in combinations(hand, size))
    return any(tichu.is_legal(QUEENS, play) for play in plays)


@pytest.mark.work("Tichu: exact chance of an answer to a pair of queens, `answer_probability`, warm", show="time")
class TestChance:
    def test_cardlab(self, measure: Measure) -> None:
        measure("cardlab", lambda: answer_probability(QUEENS))

    def test_longest(self, measure: Measure) -> None:
        measure("cardlab, to a straight of 14 cards", lambda: answer_probability(LONGEST))

    def test_sample(self, measure: Measure) -> None:
        answers = partial(sample, what="answer", previous=QUEENS)
        found = measure("`simulate` of a million hands", lambda: simulate(answers, MILLION, seed=1))
        measure.note(f"± {found.standard_error:.4f}")
        assert abs(found.mean - float(answer_probability(QUEENS))) < 4 * found.standard_error


@pytest.mark.work("Tichu: `is_legal` on a pair of queens, one play of up to five cards", show="time")
class TestOnePlay:
    def test_cardlab(self, measure: Measure) -> None:
        given = [tichu.parse(play) for play in PLAYS]
        measure("cardlab", lambda: [tichu.is_legal(QUEENS, play) for play in given], of=len(PLAYS))

    def test_plain(self, measure: Measure) -> None:
        found = measure(
            "plain Python, `tests/second`",
            lambda: [second.legal(["Q", "Q"], list(play)) for play in PLAYS],
            of=len(PLAYS),
        )
        assert found == [tichu.is_legal(QUEENS, play) for play in PLAYS]
