"""Cribbage counted over all hands: published figures, second derivations, relations, simulation."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cribbage import DECK, RULES, Rules
from cardlab.cribbage.batch import PARTS, sample, score_batch
from cardlab.cribbage.discard.keeps import best_keep, best_spreads, keep_totals
from cardlab.cribbage.exact import distribution, hand_classes, parts
from cardlab.cribbage.rules import MOST
from cardlab.deal import deal
from cardlab.distribution import Distribution
from tests.cases import rows
from tests.second import cribbage as second

SHOWS = comb(52, 4) * 48
CRIB = pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])


def test_the_published_hands() -> None:
    published = {int(row["score"]): int(row["hands"]) for row in rows("cribbage_published.csv")}
    assert dict(distribution()) == published
    assert sum(published.values()) == SHOWS == 12_994_800


def test_the_published_means_with_and_without_flush() -> None:
    assert f"{distribution().mean:.4f}" == "4.7692"
    assert f"{distribution(rules=Rules(flush=0)).mean:.4f}" == "4.7249"
    assert distribution().exact_mean - parts()["flush"].exact_mean == distribution(rules=Rules(flush=0)).exact_mean


def test_the_published_cribs_of_zero() -> None:
    assert distribution(crib=True).count(0) == 1_022_208


@CRIB
def test_the_scores_that_cannot_be(crib: bool) -> None:
    counts = distribution(crib=crib)
    assert [score for score in range(30) if not counts.count(score)] == [19, 25, 26, 27]


def closed_form() -> Iterator[tuple[dict[str, int], int]]:
    """The parts of every hand's score, each with its number of hands, by ranks instead of suits.

    Of one multiset of ranks and one rank turned up, all hands have the same points from the ranks. The flush and the
    nobs follow from how many ways there are to give the cards suits.
    """
    for ranks in combinations_with_replacement(DECK.ranks, 4):
        held = Counter(ranks)
        for turned in DECK.ranks:
            cards = [rank + suit for rank, suit in zip((*ranks, turned), "HDSCH", strict=True)]
            points = second.parts(cards[:4], cards[4]) | {"flush": 0, "nobs": 0}
            left = 4 - held[turned]
            ways = prod(comb(4, count) for count in held.values()) * left
            # A starter's suit is one of four; that of a jack in hand is it in held["J"] of four cases.
            nobs = ways * held["J"] // 4 if turned != "J" else 0
            flush = len(held) == 4
            five = 4 if flush and not held[turned] else 0
            four = 4 * left - five if flush else 0
            five_nobs = five if held["J"] else 0
            for value, jack, count in (
                (5, 1, five_nobs),
                (5, 0, five - five_nobs),
                (4, 0, four),
                (0, 1, nobs - five_nobs),
                (0, 0, ways - five - four - nobs + five_nobs),
            ):
                yield points | {"flush": value, "nobs": jack}, count


def in_a_crib(points: dict[str, int]) -> dict[str, int]:
    return points | {"flush": points["flush"] if points["flush"] == 5 else 0}


@CRIB
def test_the_closed_form(crib: bool) -> None:
    score, by_part = Counter[int](), {part: Counter[int]() for part in PARTS}
    without_runs_and_nobs = Counter[int]()
    for shown, count in closed_form():
        points = in_a_crib(shown) if crib else shown
        score[sum(points.values())] += count
        without_runs_and_nobs[sum(points.values()) - points["run"] - points["nobs"]] += count
        for part, counts in by_part.items():
            counts[points[part]] += count
    assert distribution(crib=crib) == Distribution.exact(score)
    assert distribution(crib=crib, rules=Rules(nobs=0, run=0)) == Distribution.exact(without_runs_and_nobs)
    assert parts(crib=crib) == {part: Distribution.exact(counts) for part, counts in by_part.items()}


@pytest.mark.slow
@CRIB
def test_every_hand_with_every_starter_one_by_one(crib: bool) -> None:
    hands = np.array([sum(1 << card for card in four) for four in combinations(range(52), 4)], dtype=np.uint64)
    counts = np.zeros(30, np.int64)
    for starter in range(52):
        free = hands[hands >> np.uint64(starter) & np.uint64(1) == 0]
        counts += np.bincount(score_batch(free, np.full(free.size, starter, np.uint8), crib=crib), minlength=30)
    assert distribution(crib=crib) == Distribution.exact(np.arange(30), counts)


@CRIB
def test_the_mean_splits_into_the_parts(crib: bool) -> None:
    split = parts(crib=crib)
    assert tuple(split) == PARTS
    assert sum(points.exact_mean for points in split.values()) == distribution(crib=crib).exact_mean
    assert {points.total for points in split.values()} == {SHOWS}


def test_the_means_that_can_be_reckoned_by_hand() -> None:
    split = parts()
    assert split["pair"].exact_mean == 2 * comb(5, 2) * Fraction(3, 51)
    assert split["nobs"].exact_mean == Fraction(4, 52) * Fraction(48, 51)
    suited = Fraction(4 * comb(13, 4), comb(52, 4))
    assert split["flush"].exact_mean == suited * (4 + Fraction(9, 48))
    assert parts(crib=True)["flush"].exact_mean == suited * 5 * Fraction(9, 48)


def test_without_every_part_nothing_is_left() -> None:
    assert dict(distribution(rules=Rules(0, 0, 0, 0, 0))) == {0: SHOWS}


POINTS = st.integers(0, MOST)
RULES_DRAWN = st.builds(Rules, POINTS, POINTS, POINTS, POINTS, POINTS, st.booleans())


@settings(deadline=None, max_examples=10)
@given(RULES_DRAWN, st.booleans())
def test_other_rules_follow_from_the_default_parts(rules: Rules, crib: bool) -> None:
    """A second way to each mean: it is linear in the points, and no flush counts in a crib without a crib flush."""
    default = {part: points.exact_mean for part, points in parts(crib=crib).items()}
    worth = {part: Fraction(getattr(rules, part), getattr(RULES, part)) for part in PARTS}
    if crib and not rules.crib_flush:
        worth["flush"] = Fraction(0)
    expected = {part: worth[part] * default[part] for part in PARTS}
    assert {part: points.exact_mean for part, points in parts(crib=crib, rules=rules).items()} == expected
    assert distribution(crib=crib, rules=rules).exact_mean == sum(expected.values())


def test_the_name_says_which_rules_differ() -> None:
    assert (
        distribution(crib=True, rules=Rules(nobs=2, crib_flush=False)).name
        == "cribbage cribs, nobs=2, crib_flush=False"
    )


@CRIB
def test_a_simulation_fits(crib: bool) -> None:
    counts = np.bincount(sample(np.random.default_rng(2026), 1_000_000, crib=crib))
    comparison = Distribution.sample(np.arange(counts.size), counts).compare(distribution(crib=crib))
    assert comparison.p_value > 0.001
    assert abs(comparison.mean_deviation) < 3
    assert abs(comparison.largest_deviation) < 4


def renamed(mask: int, order: tuple[int, ...]) -> int:
    return sum((mask >> 13 * suit & 8191) << 13 * place for suit, place in enumerate(order))


@pytest.mark.parametrize("size", range(4))
def test_hand_classes_are_the_orbits_of_renaming_suits(size: int) -> None:
    every = {sum(1 << card for card in cards) for cards in combinations(range(52), size)}
    hands, weights = hand_classes(size)
    for hand, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        orbit = {renamed(hand, order) for order in permutations(range(4))}
        assert len(orbit) == weight
        assert orbit <= every
        every -= orbit
    assert not every


@pytest.mark.parametrize(("size", "classes"), [(2, 169), (3, 1_755), (4, 16_432), (5, 134_459), (6, 962_988)])
def test_as_many_hand_classes_as_published(size: int, classes: int) -> None:
    hands, weights = hand_classes(size)
    assert hands.size == weights.size == np.unique(hands).size == classes
    assert weights.sum(dtype=np.int64) == comb(52, size)
    assert set(np.bitwise_count(hands).tolist()) == {size}


@pytest.mark.parametrize("size", [-1, 14])
def test_hand_classes_of_another_size(size: int) -> None:
    with pytest.raises(ValueError, match=f"size is {size}: expected a whole number from 0 to 13"):
        hand_classes(size)


def test_the_known_mean_of_the_best_keep() -> None:
    best = best_keep()
    assert best.mean == Fraction(7_767_205_480, 936_491_920)
    assert best.distribution.total == comb(52, 6) * 46 == 936_491_920
    assert best.totals.total == comb(52, 6)
    assert best.totals.exact_mean == 46 * best.mean
    assert 0 < best.ties < best.totals.total


def test_the_best_and_the_worst_deals() -> None:
    best = best_keep()
    totals = keep_totals(DECK.encode_many(["3H TH 7D 9D KS QC", "5H 5D 5S 5C 2H AD"])).max(axis=1).tolist()
    assert [best.totals.values[0], best.totals.values[-1]] == totals
    assert best.distribution.count(29) == 4 * comb(47, 2)
    assert [score for score in range(30) if not best.distribution.count(score)] == [19, 25, 26, 27]


def test_random_deals_fit_the_best_keep() -> None:
    deals = deal(np.random.default_rng(11), 200_000, DECK, (6,))[:, 0]
    totals = keep_totals(deals)
    expected = best_keep()
    counts = np.bincount(totals.max(axis=1))
    means = Distribution.sample(np.arange(counts.size), counts).compare(expected.totals)
    assert means.p_value > 0.001
    assert abs(means.mean_deviation) < 3
    shares = best_spreads(deals, totals) / 46
    exact = np.array([expected.distribution.probability(score) for score in range(30)])
    common = exact > 0.0001
    error = shares.std(axis=0) / np.sqrt(deals.size)
    assert np.all(np.abs(shares.mean(axis=0) - exact)[common] < 4 * error[common])


def test_an_executor_changes_nothing() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert best_keep(executor=threads) == best_keep()


@pytest.mark.slow
def test_processes_change_nothing() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert best_keep(executor=processes) == best_keep()
