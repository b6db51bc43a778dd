"""What is played out: Scopa rounds, the fewest Tichu plays, a cribbage discard."""

from random import Random

import numpy as np
import pytest

from benchmarks.measure import Measure
from cardlab.cribbage import score
from cardlab.cribbage.discard.advice import advise
from cardlab.cribbage.rules import DECK as CRIBBAGE
from cardlab.deal import deal
from cardlab.scopa.play.match import Match, Strategy
from cardlab.scopa.play.plays import deal_round
from cardlab.scopa.play.records import play_round
from cardlab.scopa.play.rounds import play_rounds
from cardlab.scopa.play.strategies import random_player
from cardlab.tichu import DECK as TICHU
from cardlab.tichu.going_out import fewest_plays
from cardlab.tichu.plays import plays

ROUNDS, SOME = 1 << 17, 200
HANDS = 1 << 14
SIX = "5H 5S 6D 7C JC KD"


def played(strategy: Strategy) -> object:
    return play_rounds(np.random.default_rng(1), ROUNDS, Match(strategy, strategy))


def played_one_by_one() -> None:
    rng = Random(1)
    for _ in range(SOME):
        play_round(deal_round(rng), [random_player(rng), random_player(rng)])


@pytest.mark.work("Scopa: random players, rounds dealt and played", show="rate", unit="rounds", reach=1e6)
class TestRandomRounds:
    def test_cardlab(self, measure: Measure) -> None:
        measure("cardlab", lambda: played("random"), of=ROUNDS)

    def test_plain(self, measure: Measure) -> None:
        measure("`play_round`, a round at a time", played_one_by_one, of=SOME)

    def test_greedy(self, measure: Measure) -> None:
        measure("greedy players", lambda: played("greedy"), of=ROUNDS)


@pytest.mark.work("Tichu: `fewest_plays`, random hands of 14", show="rate", unit="hands")
class TestGoingOut:
    def test_cardlab(self, measure: Measure) -> None:
        hands = deal(np.random.default_rng(1), HANDS, TICHU, (14,))[:, 0]
        measure("cardlab", lambda: fewest_plays(hands), of=HANDS)

    def test_listing(self, measure: Measure) -> None:
        hands = deal(np.random.default_rng(1), SOME, TICHU, (14,))[:, 0].tolist()
        measure("only listing the hand's `plays`", lambda: [plays(TICHU.decode(hand)) for hand in hands], of=SOME)


@pytest.mark.work("Cribbage: `advise` on one hand, tables loaded", show="time", reach=0.02)
class TestAdvice:
    def test_cardlab(self, measure: Measure) -> None:
        measure("cardlab", lambda: advise(SIX, dealer=True), of=1)

    def test_plain(self, measure: Measure) -> None:
        hand = CRIBBAGE.parse(SIX)
        starters = [card for card in CRIBBAGE if card not in hand]
        measure("`score` of one keep with all starters", lambda: [score(hand[:4], card) for card in starters], of=1)
