"""Counts as values, against second definitions and endplay's; any count, in its three faces."""

import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import convolve2d

from cardlab import CardError, bridge
from cardlab.bridge import ADJUSTED, BUM_RAP, CONTROLS, COUNTS, DECK, FIFTHS, HIGH_CARDS, LOSERS, TRUMPS, Count, exact
from cardlab.bridge.batch import sample, score_batch
from cardlab.bridge.counts import NOTRUMP_TERMS, RAP, SHORT_321, SHORT_531, TERMS, WORK
from cardlab.deal import deal
from cardlab.distribution import Distribution
from tests.second.bridge_counts import POINTS
from tools.double_dummy import deal_text

HANDS = deal(np.random.default_rng(5), 20_000, DECK, (13,))[:, 0]
SUITED = [deal_text([hand])[2:].split(".") for hand in HANDS[:1000].tolist()]


def points(count: Count, trump: str = "notrump") -> Any:
    return score_batch(HANDS[:1000], trump, rules=count) / count.unit


def test_every_count_has_a_second_definition() -> None:
    assert [count.name for count in COUNTS] == [ADJUSTED.name, *POINTS]


@pytest.mark.parametrize("count", COUNTS[1:], ids=lambda count: count.name)
@pytest.mark.parametrize("trump", TRUMPS)
def test_each_count_is_its_second_definition(count: Count, trump: str) -> None:
    expected = [POINTS[count.name](suits, trump) for suits in SUITED]
    assert points(count, trump) == pytest.approx(expected, abs=1e-9)
    one_by_one = [float(bridge.score(DECK.decode(hand), trump, rules=count)) for hand in HANDS[:50].tolist()]
    assert one_by_one == pytest.approx(expected[:50], abs=1e-9)


def test_endplay_counts_the_same() -> None:
    pytest.importorskip("endplay")
    from endplay.evaluate import controls, hcp, losers
    from endplay.types import Hand

    ours = {count: points(count) for count in (HIGH_CARDS, LOSERS, CONTROLS, FIFTHS, BUM_RAP)}
    for at, text in enumerate(SUITED[:300]):
        theirs = Hand(".".join(text))
        assert ours[HIGH_CARDS][at] == hcp(theirs)
        assert ours[LOSERS][at] == losers(theirs)
        assert ours[CONTROLS][at] == controls(theirs)
        assert ours[FIFTHS][at] == pytest.approx(hcp(theirs, [4, 2.8, 1.8, 1, 0.4]))
        assert ours[BUM_RAP][at] == pytest.approx(hcp(theirs, [4.5, 3, 1.5, 0.75, 0.25]))


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_terms_add_up_to_the_adjusted_count(trump: str) -> None:
    weights = {"aces": 4, "kings": 3, "queens": 2, "jacks": 1, "voids": 5, "singletons": 3}
    weights |= {"five-card suits": 1, "six-card suits": 2, "longer suits": 3, "flat hands": -1}
    total = sum(weights.get(term.name, 0) * points(term, trump) for term in TERMS)
    assert (total == points(ADJUSTED, trump)).all()


def test_in_notrump_the_terms_count_short_suits_too() -> None:
    lengths = np.array([[len(suit) for suit in suits] for suits in SUITED])
    for term, length in zip(NOTRUMP_TERMS[5:8], (0, 1, 2), strict=True):
        assert (points(term) == (lengths == length).sum(axis=1)).all()


@pytest.mark.parametrize(("count", "total"), [(HIGH_CARDS, 40), (CONTROLS, 12), (FIFTHS, 40), (BUM_RAP, 40)])
def test_the_mean_over_all_hands_is_a_quarter_of_the_deck(count: Count, total: int) -> None:
    assert exact.distribution(rules=count).exact_mean == Fraction(total * count.unit, 4)


# All hands, a second way: each holding of a suit from the second definition, the suits multiplied by length and points


BY_SUIT = [count for count in COUNTS if count.flat == 0 and not any(count.shape)]


def holdings(count: Count, trump: str, place: int) -> Any:
    """How many holdings of the suit in this place have each length, and with three small cards elsewhere each points.

    `int64[14, steps]`, row by length.
    """
    table = np.zeros((14, 60 * count.unit), np.int64)
    for holding in range(1 << 13):
        suits = ["xxx"] * 4
        suits[place] = "".join(rank for bit, rank in enumerate(DECK.ranks) if holding >> bit & 1)
        table[len(suits[place]), round(POINTS[count.name](suits, trump) * count.unit)] += 1
    return table


@pytest.mark.parametrize("trump", ["notrump", "spades"])
@pytest.mark.parametrize("count", BY_SUIT, ids=lambda count: count.name)
def test_exact_counts_all_hands_as_the_second_definition_does(count: Count, trump: str) -> None:
    spades, hearts = (holdings(count, trump, place) for place in (0, 1))
    pairs = [convolve2d(one, hearts)[:14] for one in (spades, hearts)]
    hands = np.sum([np.convolve(pairs[0][n], pairs[1][13 - n]) for n in range(14)], axis=0)
    elsewhere = 3 * round(POINTS[count.name](["xxx"] * 4, trump) * count.unit)
    counted = {steps - elsewhere: ways for steps, ways in enumerate(hands.tolist()) if ways}
    assert Distribution.exact(counted) == exact.distribution(trump, rules=count)


# Any count: scalar, batch and exact agree

lengths = st.integers(0, 13)
weights = st.integers(-8, 8).flatmap(lambda whole: st.sampled_from([whole, whole / 4, whole / 5]))
honours = st.dictionaries(st.sampled_from("AKQJT92"), weights, max_size=5)
counts = honours.flatmap(
    lambda ranks: st.builds(
        Count,
        st.just("any"),
        st.just(ranks),
        needs=st.dictionaries(st.sampled_from(sorted(ranks)), lengths) if ranks else st.just({}),
        length=st.dictionaries(lengths, weights),
        shortness=st.dictionaries(lengths, weights),
        shape=st.tuples(weights, weights, weights, weights),
        flat=weights,
    )
)
PATTERNS = [lengths for lengths in product(range(14), repeat=4) if sum(lengths) == 13]


def plain(count: Count, suits: list[str], trump: str) -> Fraction:
    """The points of a hand, spades first, straight from the weights."""
    total = Fraction(str(count.flat)) * (sorted(map(len, suits)) == [3, 3, 3, 4])
    for weight, length in zip(count.shape, sorted(map(len, suits), reverse=True), strict=True):
        total += Fraction(str(weight)) * length
    for name, suit in zip(("spades", "hearts", "diamonds", "clubs"), suits, strict=True):
        total += Fraction(str(count.length.get(len(suit), 0)))
        if trump not in ("notrump", name):
            total += Fraction(str(count.shortness.get(len(suit), 0)))
        for rank in suit:
            total += Fraction(str(count.honours.get(rank, 0))) * (len(suit) >= count.needs.get(rank, 0))
    return total


@given(counts, st.sampled_from(TRUMPS), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_scalar_and_batch_agree_on_all_patterns_of_lengths(count: Count, trump: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    suits = [[sum(1 << int(bit) for bit in rng.permutation(13)[:n]) for n in pattern] for pattern in PATTERNS[::4]]
    hands = np.array([c | d << 13 | h << 26 | s << 39 for s, h, d, c in suits], np.uint64)
    found = score_batch(hands, trump, rules=count)
    for hand, steps in zip(hands.tolist(), found.tolist(), strict=True):
        score = bridge.score(DECK.decode(hand), trump, rules=count)
        assert int(score) == sum(item.points for item in score) == steps
        assert Fraction(steps, count.unit) == plain(count, deal_text([hand])[2:].split("."), trump)


@given(counts, st.sampled_from(TRUMPS))
@settings(max_examples=10, deadline=None)
def test_a_sample_agrees_with_the_exact_count(count: Count, trump: str) -> None:
    distribution = exact.distribution(trump, rules=count)
    assert distribution.total == comb(52, 13)
    steps = score_batch(HANDS, trump, rules=count)
    assert distribution.values.min() <= steps.min()
    assert distribution.values.max() >= steps.max()
    assert {*steps.tolist()} <= {value for value, ways in distribution if ways}
    if distribution.sd:
        assert abs(steps.mean() - distribution.mean) < 5 * distribution.sd / len(HANDS) ** 0.5


@given(counts)
@settings(max_examples=15, deadline=None)
def test_exact_counts_each_holding_of_the_suits_of_one_shape(count: Count) -> None:
    """All hands with 12 cards of a suit and one of another, each through the batch."""
    twelve = [0x1FFF & ~(1 << missing) for missing in range(13)]
    hands = [
        large << 13 * one | 1 << rank + 13 * other
        for one, other in product(range(4), repeat=2)
        if one != other
        for large in twelve
        for rank in range(13)
    ]
    steps = score_batch(np.array(hands, np.uint64), "clubs", rules=count)
    values, ways = np.unique(steps, return_counts=True)
    assert Distribution.exact(values, ways) == exact.by_shape("clubs", rules=count)["12-1-0-0"]


def test_a_changed_weight_moves_every_face() -> None:
    changed = replace(ADJUSTED, shortness={0: 4, 1: 3})
    hand = "AKQ2.T98..J76543"
    assert (int(bridge.score(hand, "spades")), int(bridge.score(hand, "spades", rules=changed))) == (17, 16)
    voids = Fraction(3 * comb(39, 13), comb(52, 13))
    before, after = exact.distribution("spades"), exact.distribution("spades", rules=changed)
    assert before.exact_mean - after.exact_mean == voids
    samples = [sample(np.random.default_rng(1), 200_000, trump="spades", rules=count) for count in (ADJUSTED, changed)]
    assert samples[0].mean() - samples[1].mean() == pytest.approx(float(voids), rel=0.05)
    assert "= 16" in bridge.score_line(hand, trump="spades", rules=changed)


def test_fractions_are_shown_in_points() -> None:
    score = bridge.score("AQT2.K53.K32.432", "notrump", rules=BUM_RAP)
    assert (int(score), float(score), str(score)) == (49, 12.25, "high cards are 12.25")
    said = str(bridge.score("A.T984.KQ92.J765", "notrump", rules=LOSERS))
    assert said.startswith("high cards are -3, one spade makes -2, four hearts make 1")
    assert bridge.score_line("AQT2.KJ3.K32.432", rules=FIFTHS) == "AQT2.KJ3.K32.432 = 12.8  AQxx KJx Kxx xxx"


# A value


@pytest.mark.parametrize("weights", [WORK, RAP, SHORT_531, SHORT_321])
def test_weights_that_counts_share_are_read_only(weights: Any) -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        weights["A"] = 5


def test_a_count_is_a_value() -> None:
    given = {0: 5, 1: 3}
    count = replace(ADJUSTED, shortness=given)
    given[0] = 4
    assert count == ADJUSTED
    assert hash(count) == hash(ADJUSTED)
    assert {count: 1}[ADJUSTED] == 1
    assert pickle.loads(pickle.dumps(count)) == count
    assert replace(count, flat=0) != count
    with pytest.raises(TypeError):
        count.shortness[0] = 4  # type: ignore[index]


@pytest.mark.parametrize(
    "wrong",
    [
        {"honours": {"X": 1}},
        {"honours": {"QK": 1}},
        {"honours": {"": 1}},
        {"honours": {"A": 4}, "needs": {"K": 2}},
        {"honours": {"A": 4}, "needs": {"A": 14}},
        {"length": {14: 1}},
        {"shortness": {"0": 1}},
        {"honours": {"A": float("nan")}},
        {"honours": {"A": float("inf")}},
        {"honours": {"A": "4"}},
        {"honours": {"A": 1 / 3}},
        {"shape": (1, 2, 3)},
    ],
)
def test_weights_that_cannot_count_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(CardError, match=r"odd: .*expected ranks of 23456789TJQKA, lengths 0 to 13, weights with"):
        Count("odd", **wrong)


def test_steps_that_do_not_fit_are_refused() -> None:
    with pytest.raises(CardError, match="odd: weights too large for int16 in steps of 1/1000 point"):
        score_batch(HANDS, rules=Count("odd", {"A": 40.001}))
