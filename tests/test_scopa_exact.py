"""Scopa counted over all splits: second derivations, exhaustion of small piles, the mirror, simulation."""

from collections import Counter
from itertools import product
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from cardlab import CardError, scopa
from cardlab.distribution import Distribution
from cardlab.scopa import DECK, Rules
from cardlab.scopa.batch import outcomes as outcomes_of
from cardlab.scopa.batch import sample, score_batch
from cardlab.scopa.exact import distribution, outcomes, primiera_changes
from tests.scopa_rules import any_rules
from tests.second import scopa as second

MISSING_SUIT = scopa.MISSING_SUIT_RULES
BY_MISSING_SUIT = [Rules(missing_suit=name) for name in MISSING_SUIT]
HOUSE = Rules(points=("settanta", "napola", "cards", "donna bella"))
SPLITS = 2**40
Suit = tuple[int, int, int, bool, bool]
"""Cards, sette bello, primiera values mine less theirs, whether I lack the suit, whether they do."""


def suits(name: str) -> Counter[Suit]:
    """What the 1,024 holdings of a suit bring."""
    counts: Counter[Suit] = Counter()
    whole = frozenset(rank + name for rank in second.RANKS)
    for holding in product([False, True], repeat=10):
        mine = frozenset(rank + name for rank, held in zip(second.RANKS, holding, strict=True) if held)
        difference = second.primiera(mine) - second.primiera(whole - mine)
        counts[len(mine), second.sette_bello_point(mine), difference, not mine, mine == whole] += 1
    return counts


def join(some: Counter[Suit], others: Counter[Suit]) -> Counter[Suit]:
    counts: Counter[Suit] = Counter()
    for (a, b), (c, d) in product(some.items(), others.items()):
        counts[a[0] + c[0], a[1] + c[1], a[2] + c[2], a[3] or c[3], a[4] or c[4]] += b * d
    return counts


def primiera(suits: Suit, rule: str) -> int:
    """Won 1, tied 0, lost -1."""
    _, _, difference, mine_lack, theirs_lack = suits
    if rule != "raw" and mine_lack != theirs_lack:
        return 1 if theirs_lack else -1
    if rule == "strict" and mine_lack:
        return 0
    return (difference > 0) - (difference < 0)


@pytest.fixture(scope="module")
def splits() -> Counter[tuple[int, Suit]]:
    """All splits by diamonds and by what the four suits bring, joined suit by suit."""
    side_suits = join(join(suits("C"), suits("H")), suits("S"))
    counts: Counter[tuple[int, Suit]] = Counter()
    for diamonds, ways in suits("D").items():
        for whole, more in join(Counter({diamonds: ways}), side_suits).items():
            counts[diamonds[0], whole] += more
    return counts


def test_the_second_derivation_has_all_splits(splits: Counter[tuple[int, Suit]]) -> None:
    assert splits.total() == SPLITS


@pytest.mark.parametrize("captured", [None, 4, 20, 25])
@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_scores_and_outcomes_by_joining_suits(
    rules: Rules, captured: int | None, splits: Counter[tuple[int, Suit]]
) -> None:
    scores: Counter[int] = Counter()
    results = {contest: dict.fromkeys(("won", "tied", "lost"), 0) for contest in scopa.RULES.points}
    for (coins, whole), ways in splits.items():
        cards, sette_bello = whole[:2]
        if captured in (None, cards):
            signs = (cards - 20, coins - 5, 2 * sette_bello - 1, primiera(whole, rules.missing_suit))
            scores[sum(sign > 0 for sign in signs)] += ways
            for contest, sign in zip(scopa.RULES.points, signs, strict=True):
                results[contest]["won" if sign > 0 else "lost" if sign < 0 else "tied"] += ways
    assert distribution(captured, rules=rules) == Distribution.exact(scores)
    assert outcomes(captured, rules=rules) == results


@pytest.mark.parametrize("captured", [None, 3, 12, 20])
def test_the_primiere_that_a_rule_changes(captured: int | None, splits: Counter[tuple[int, Suit]]) -> None:
    for one, other in product(MISSING_SUIT, repeat=2):
        wanted = sum(
            ways
            for (_, whole), ways in splits.items()
            if captured in (None, whole[0]) and primiera(whole, one) != primiera(whole, other)
        )
        assert primiera_changes(one, against=other, cards=captured) == wanted


def test_the_published_shares_that_a_rule_changes() -> None:
    assert f"{primiera_changes('strict') / SPLITS:.1e}" == "9.5e-06"
    assert f"{primiera_changes('raw') / SPLITS:.1e}" == "2.3e-05"


def small_piles(cards: int) -> NDArray[np.uint64]:
    """All piles of so many cards."""
    piles = np.zeros(1, np.uint64)
    for _ in range(cards):
        tops = [np.uint64(1 << bit) for bit in range(40)]
        piles = np.concatenate([piles[piles < top] | top for top in tops])
    return piles


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
@pytest.mark.parametrize("captured", [0, 1, 2, 3, 4, 5])
def test_all_small_and_all_large_piles(captured: int, rules: Rules) -> None:
    piles = small_piles(captured)
    assert len(piles) == comb(40, captured)
    for size, those in ((captured, piles), (40 - captured, np.uint64(DECK.mask) ^ piles)):
        counts = np.bincount(score_batch(those, rules=rules), minlength=5)
        assert Distribution.exact(range(5), counts) == distribution(size, rules=rules)
        results = outcomes_of(those, rules=rules)
        won, tied, lost = ((results == sign).sum(axis=0).tolist() for sign in (1, 0, -1))
        columns = dict(zip(scopa.RULES.points, zip(won, tied, lost, strict=True), strict=True))
        assert {kind: tuple(ways.values()) for kind, ways in outcomes(size, rules=rules).items()} == columns


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_the_piles_of_0_to_40_cards_add_up_to_all_splits(rules: Rules) -> None:
    scores: Counter[int] = Counter()
    for captured in range(41):
        by_size = distribution(captured, rules=rules)
        assert by_size.total == comb(40, captured)
        scores.update(dict(by_size))
    assert Distribution.exact(scores) == distribution(rules=rules)
    assert scores.total() == SPLITS


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_swapping_the_sides_mirrors_the_outcomes(rules: Rules) -> None:
    for captured in [None, *range(41)]:
        mine = outcomes(captured, rules=rules)
        theirs = outcomes(None if captured is None else 40 - captured, rules=rules)
        mirrored = {
            kind: dict(zip(("won", "tied", "lost"), list(ways.values())[::-1], strict=True))
            for kind, ways in theirs.items()
        }
        assert mine == mirrored


def test_cards_coins_and_sette_bello_by_binomials() -> None:
    ways = outcomes()
    more_than_half = (SPLITS - comb(40, 20)) // 2
    assert ways["cards"] == {"won": more_than_half, "tied": comb(40, 20), "lost": more_than_half}
    assert ways["coins"]["tied"] == comb(10, 5) * 2**30
    assert ways["sette bello"] == {"won": SPLITS // 2, "tied": 0, "lost": SPLITS // 2}
    assert outcomes(12)["coins"]["won"] == sum(comb(10, coins) * comb(30, 12 - coins) for coins in range(6, 11))
    assert outcomes(12)["sette bello"]["won"] == comb(39, 11)


def test_the_mean_score_is_the_sum_of_the_points_won() -> None:
    for captured in (None, 5, 20, 33):
        splits = distribution(captured)
        won = sum(ways["won"] for ways in outcomes(captured).values())
        assert splits.exact_mean * splits.total == won


@pytest.mark.parametrize("rules", [*BY_MISSING_SUIT, HOUSE], ids=str)
@pytest.mark.parametrize("captured", [None, 8, 21])
def test_a_simulation_agrees(captured: int | None, rules: Rules) -> None:
    scores = sample(np.random.default_rng(40), 1_000_000, cards=captured, rules=rules)
    values, counts = np.unique(scores, return_counts=True)
    comparison = Distribution.sample(values, counts, seed=40).compare(distribution(captured, rules=rules))
    assert abs(comparison.mean_deviation) < 4
    assert abs(comparison.largest_deviation) < 5
    assert comparison.p_value > 0.001


def test_the_names() -> None:
    assert distribution().name == "Scopa scores"
    assert distribution(20, rules=Rules(missing_suit="raw")).name == "Scopa scores, 20 cards captured, missing_suit=raw"


@pytest.mark.parametrize("function", [distribution, outcomes])
def test_what_is_no_pile_and_no_rule_is_refused(function: Any) -> None:
    for captured in (-1, 41):
        with pytest.raises(CardError, match=rf"cards is {captured}: expected a whole number from 0 to 40"):
            function(captured)
    with pytest.raises(CardError, match=r"cards is 20\.0"):
        function(20.0)


@settings(max_examples=15, deadline=None)
@given(any_rules(3))
def test_any_rules_over_the_small_piles_and_their_complements(rules: Rules) -> None:
    for cards in range(4):
        piles = small_piles(cards)
        for size, those in ((cards, piles), (40 - cards, np.uint64(DECK.mask) ^ piles)):
            scores = np.bincount(score_batch(those, rules=rules))
            assert Distribution.exact(range(len(scores)), scores) == distribution(size, rules=rules)
            signs = outcomes_of(those, rules=rules)
            wanted = {
                point: [int((column == sign).sum()) for sign in (1, 0, -1)]
                for point, column in zip(rules.points, signs.T, strict=True)
            }
            assert {point: [*ways.values()] for point, ways in outcomes(size, rules=rules).items()} == wanted


def test_house_points_by_hand() -> None:
    ways = outcomes(rules=HOUSE)
    assert ways["settanta"] == {"won": 5 * 2**36, "tied": 6 * 2**36, "lost": 5 * 2**36}
    assert ways["napola"] == {"won": SPLITS // 8, "tied": SPLITS * 3 // 4, "lost": SPLITS // 8}
    assert ways["donna bella"] == {"won": SPLITS // 2, "tied": 0, "lost": SPLITS // 2}
    runs = distribution(rules=Rules(points=("napola",)))
    assert dict(runs) == {0: SPLITS * 7 // 8, **{run: SPLITS >> run + 1 for run in range(3, 10)}, 10: SPLITS >> 10}
