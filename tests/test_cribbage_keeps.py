"""What is kept of six cards: totals, spreads and the tie rule against the scalar rules; bad input."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, cribbage
from cardlab.cribbage import DECK
from cardlab.cribbage.batch import Sets
from cardlab.cribbage.discard.keeps import best_spreads, keep_totals, spread, throws
from cardlab.cribbage.rules import MOST
from cardlab.deal import deal

DEALS = deal(np.random.default_rng(3), 12, DECK, (6,))[:, 0]


def plain_spread(hand: tuple[Card, ...], seen: tuple[Card, ...]) -> list[int]:
    counts = [0] * 30
    for starter in DECK:
        if starter not in seen:
            counts[int(cribbage.score(hand, starter))] += 1
    return counts


def plain_keeps(mask: int) -> list[list[int]]:
    """The spread of each keep, in the order of the pairs thrown."""
    six = DECK.decode(mask)
    thrown = combinations(six, 2)
    return [plain_spread(tuple(card for card in six if card not in pair), six) for pair in thrown]


def total(counts: list[int]) -> int:
    return sum(score * count for score, count in enumerate(counts))


def test_throws_are_the_pairs_in_order() -> None:
    for deal_, thrown in zip(DEALS.tolist(), throws(DEALS).tolist(), strict=True):
        assert thrown == [DECK.encode(pair) for pair in combinations(DECK.decode(deal_), 2)]


def test_totals_and_spreads_against_the_rules() -> None:
    for mask, thrown, totals in zip(DEALS, throws(DEALS), keep_totals(DEALS).tolist(), strict=True):
        expected = plain_keeps(int(mask))
        assert totals == [total(counts) for counts in expected]
        assert spread(mask & ~thrown, np.repeat(mask, 15)).tolist() == expected


def test_a_spread_over_all_48_starters() -> None:
    hand = DECK.parse("JH 5H 6H 7H")
    mask = DECK.encode_many([hand])
    assert spread(mask, mask)[0].tolist() == plain_spread(hand, hand)


@pytest.mark.parametrize("tie", ["3H 8H JH TD QD 2S", "JH KH 6D TD TS 8C", "TH KH AD TD 2S 8S", "AH 7H JH JD 9S 2C"])
def test_of_equal_keeps_the_one_with_the_better_best_chances(tie: str) -> None:
    deals = DECK.encode_many([tie])
    keeps = plain_keeps(int(deals[0]))
    best = max(map(total, keeps))
    equals = sorted((keep for keep in keeps if total(keep) == best), key=lambda counts: counts[::-1])
    assert equals[0] != equals[-1]
    assert best_spreads(deals, keep_totals(deals))[0].tolist() == equals[-1]


def test_the_best_by_other_values() -> None:
    values = np.random.default_rng(1).permuted(np.tile(np.arange(15.0), (DEALS.size, 1)), axis=1)
    kept = DEALS & ~throws(DEALS)[np.arange(DEALS.size), values.argmax(axis=1)]
    assert np.array_equal(best_spreads(DEALS, values), spread(kept, DEALS))


@given(st.permutations(DECK.cards), st.permutations(DECK.suits))
def test_the_names_of_suits_do_not_matter(cards: list[Card], suits: list[str]) -> None:
    names = dict(zip(DECK.suits, suits, strict=True))
    deals = DECK.encode_many([cards[:6], [Card(card.rank, names[card.suit]) for card in cards[:6]]])
    totals = keep_totals(deals)
    assert sorted(totals[0].tolist()) == sorted(totals[1].tolist())
    one, other = best_spreads(deals, totals).tolist()
    assert one == other


def test_none_and_one() -> None:
    for size in (0, 1):
        deals = DEALS[:size]
        assert throws(deals).shape == keep_totals(deals).shape == (size, 15)
        assert best_spreads(deals, keep_totals(deals)).shape == spread(deals & ~throws(deals)[:, 0], deals).shape
        assert best_spreads(deals, keep_totals(deals)).shape == (size, 30)


@pytest.mark.parametrize("call", [throws, keep_totals, lambda deals: best_spreads(deals, np.zeros((2, 15)))])
@pytest.mark.parametrize(
    ("deals", "error", "message"),
    [
        (DEALS.astype(np.float64), TypeError, "deals has dtype float64: expected cards.cribbage. or uint64"),
        (-DEALS.astype(np.int64), CardError, r"deals\[0\] is -\d+: expected a set of cards"),
        (DEALS.reshape(2, 6), ValueError, r"deals has shape \(2, 6\): expected one dimension"),
        (np.array([63, 31], np.uint64), CardError, r"deals\[1\] is A♥ 2♥ 3♥ 4♥ 5♥: expected six cards"),
        (np.array([63, 31 | 1 << 52], np.uint64), CardError, r"deals\[1\] is 0x1000000000001f: expected six cards"),
    ],
)
def test_what_is_no_deal(call: Callable[[Sets], Any], deals: Sets, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call(deals)


def test_signed_numbers_without_a_sign_are_sets_too() -> None:
    assert (keep_totals(DEALS.astype(np.int64)) == keep_totals(DEALS)).all()


def test_values_of_another_shape() -> None:
    with pytest.raises(ValueError, match=r"values has shape \(12, 14\): expected \(12, 15\)"):
        best_spreads(DEALS, np.zeros((12, 14)))


@pytest.mark.parametrize(("hand", "seen"), [(31, 63), (15, 7), (7 | 1 << 52, (1 << 53) - 1)])
def test_what_has_no_spread(hand: int, seen: int) -> None:
    with pytest.raises(CardError, match=r"hands\[1\] is .*, seen .*: expected four cards, all seen"):
        spread(np.array([15, hand], np.uint64), np.array([15, seen], np.uint64))


def test_totals_under_the_rules_that_give_most() -> None:
    """The sums of 48 shows still fit 16 bits, and the scores have a column each."""
    rules = cribbage.Rules(MOST, MOST, MOST, MOST, MOST)
    deals = DECK.encode_many(["5H 5S 5C JD 5D JS", "3H 4H 5H 6H 7H 8S"])
    for deal_, thrown, totals in zip(
        deals.tolist(), throws(deals).tolist(), keep_totals(deals, rules=rules), strict=True
    ):
        for pair, total_ in zip(thrown, totals.tolist(), strict=True):
            six, kept = DECK.decode(deal_), DECK.decode(deal_ & ~pair)
            scores = [int(cribbage.score(kept, up, rules=rules)) for up in DECK if up not in six]
            assert total_ == sum(scores)
            counts = spread(np.array([deal_ & ~pair], np.uint64), np.array([deal_], np.uint64), rules=rules)[0]
            assert counts.tolist() == np.bincount(scores, minlength=counts.size).tolist()
