"""Counts as values, against second definitions, against the scorer and against endplay's."""

from typing import Any

import numpy as np
import pytest

from cardlab import CardError
from cardlab.bridge import DECK, TRUMPS
from cardlab.bridge.batch import score_batch
from cardlab.bridge.evaluators import (
    BUM_RAP,
    CONTROLS,
    EVALUATORS,
    EXERCISE,
    FIFTHS,
    HIGH_CARDS,
    LOSERS,
    NOTRUMP_TERMS,
    TERMS,
    Evaluator,
)
from cardlab.bridge.tricks.double_dummy import deal_text, random_deal
from cardlab.deal import deal
from tests.second.bridge_evaluators import COUNTS

HANDS = deal(np.random.default_rng(5), 20_000, DECK, (13,))[:, 0]
SUITED = [deal_text([hand])[2:].split(".") for hand in HANDS[:2000].tolist()]


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_exercise_s_count_is_the_scorer_s(trump: str) -> None:
    assert (EXERCISE.count(HANDS, trump) == score_batch(HANDS, trump)).all()


def test_every_other_count_has_a_second_definition() -> None:
    assert [one.name for one in EVALUATORS] == [EXERCISE.name, *COUNTS]


@pytest.mark.parametrize("evaluator", EVALUATORS[1:], ids=lambda one: one.name)
@pytest.mark.parametrize("trump", TRUMPS)
def test_each_count_is_its_second_definition(evaluator: Evaluator, trump: str) -> None:
    expected = [COUNTS[evaluator.name](suits, trump) for suits in SUITED]
    assert evaluator.count(HANDS[:2000], trump) == pytest.approx(expected, abs=1e-9)


def test_endplay_counts_the_same() -> None:
    from endplay.evaluate import controls, hcp, losers
    from endplay.types import Hand

    for text, hand in zip(SUITED[:500], HANDS[:500], strict=True):
        theirs = Hand(".".join(text))
        ours = {one.name: one.count(hand[np.newaxis])[0] for one in (HIGH_CARDS, LOSERS, CONTROLS, FIFTHS, BUM_RAP)}
        assert ours["high-card points"] == hcp(theirs)
        assert ours["losing trick count"] == losers(theirs)
        assert ours["controls"] == controls(theirs)
        assert ours["Fifths"] == pytest.approx(hcp(theirs, [4, 2.8, 1.8, 1, 0.4]))
        assert ours["BUM-RAP"] == pytest.approx(hcp(theirs, [4.5, 3, 1.5, 0.75, 0.25]))


def test_the_terms_add_up_to_the_exercise_s_count() -> None:
    weights = {"aces": 4, "kings": 3, "queens": 2, "jacks": 1, "voids": 5, "singletons": 3}
    weights |= {"five-card suits": 1, "six-card suits": 2, "longer suits": 3, "flat hands": -1}
    for trump in TRUMPS:
        total = np.sum([weights.get(one.name, 0) * one.count(HANDS, trump) for one in TERMS], axis=0)
        assert (total == EXERCISE.count(HANDS, trump)).all()


def test_in_notrump_the_terms_count_short_suits_too() -> None:
    lengths = np.array([[len(suit) for suit in suits] for suits in SUITED])
    for term, length in zip(NOTRUMP_TERMS[5:8], (0, 1, 2), strict=True):
        assert (term.count(HANDS[:2000]) == (lengths == length).sum(axis=1)).all()


def test_hands_may_stand_in_any_shape() -> None:
    deals = np.array([random_deal(1, number) for number in range(50)], dtype=np.uint64)
    for one in EVALUATORS:
        assert (one.count(deals, "hearts") == np.stack([one.count(hand, "hearts") for hand in deals.T], axis=1)).all()
        assert one.count(deals[:0]).shape == (0, 4)


def test_all_hands_of_a_deal_have_forty_high_card_points() -> None:
    deals = np.array([random_deal(2, number) for number in range(200)], dtype=np.uint64)
    for one, total in ((HIGH_CARDS, 40), (CONTROLS, 12), (FIFTHS, 40), (BUM_RAP, 40)):
        assert one.count(deals).sum(axis=1) == pytest.approx(np.full(200, total))


def test_bad_input() -> None:
    with pytest.raises(CardError, match="'sword' is no trump"):
        HIGH_CARDS("AKQJT98765432...", "sword")
    with pytest.raises(CardError, match="12 cards where 13 were expected"):
        HIGH_CARDS("AKQJT9876543...")
    with pytest.raises(TypeError, match="hands has dtype int64: expected uint64"):
        HIGH_CARDS.count(np.array([8191]))
    for bad in (0, 8190, 8190 | 1 << 60):
        with pytest.raises(CardError, match=f"{bad:#x} is no hand: expected 13 cards"):
            HIGH_CARDS.count(np.array([8191, bad], dtype=np.uint64))


@pytest.mark.parametrize(
    "wrong",
    [
        {"honours": {"X": 1}},
        {"honours": {"QK": 1}},
        {"honours": {"": 1}},
        {"honours": {"A": 4}, "needs": {"K": 2}},
        {"honours": {"A": 4}, "needs": {"A": 14}},
        {"honours": {}, "length": {14: 1}},
        {"honours": {}, "shortness": {"0": 1}},
        {"honours": {"A": float("nan")}},
        {"honours": {}, "shape": (1, 2, 3)},
    ],
)
def test_weights_that_would_never_count_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"odd: .*expected ranks of 23456789TJQKA, lengths 0 to 13, finite weights"):
        Evaluator("odd", **wrong)
