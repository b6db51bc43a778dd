"""Bridge in arrays: the scalar rule on every holding of every suit, the course's digest, suits renamed, bad input."""

from dataclasses import replace
from hashlib import sha256
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cardlab import CardError, bridge
from cardlab.bridge import DECK, TRUMPS
from cardlab.bridge.batch import sample, score_batch
from cardlab.bridge.counts import Count
from cardlab.deal import deal
from cardlab.sets import shown
from tests.second import bridge as second
from tests.test_bridge import POINTS_DIGEST

HOLDINGS = np.arange(1 << 13, dtype=np.uint64)
FIRST_HAND = np.uint64(0x1FFF)


def joined(*suits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hands with these holdings of clubs, diamonds, hearts, spades."""
    hands = np.zeros_like(suits[0])
    for place, suit in enumerate(suits):
        hands |= suit << np.uint64(13 * place)
    return hands


def suits_of(hands: NDArray[np.uint64]) -> list[NDArray[np.uint64]]:
    return [hands >> np.uint64(13 * place) & np.uint64(0x1FFF) for place in range(4)]


def random_hands(n: int) -> NDArray[np.uint64]:
    return deal(np.random.default_rng(52), n, DECK, (13,))[:, 0]


def second_points(hand: np.uint64, trump: str) -> int:
    return second.points(map(str, DECK.decode(int(hand))), trump)


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_holding_of_every_suit_counts_as_in_the_scalar_rule(trump: str) -> None:
    rest = HOLDINGS[::-1]  # a holding and the ranks it lacks are 13 cards
    none = np.zeros_like(HOLDINGS)
    hands = np.concatenate([joined(HOLDINGS, rest, none, none), joined(none, none, HOLDINGS, rest)])
    assert all(len(np.unique(suit)) == 8192 for suit in suits_of(hands))
    assert score_batch(hands, trump).tolist() == [int(bridge.score(DECK.decode(hand), trump)) for hand in hands]


@pytest.mark.parametrize("trump", TRUMPS)
def test_all_560_patterns_of_lengths_count_as_in_the_second_definition(trump: str) -> None:
    rng = np.random.default_rng(560)
    patterns = [lengths for lengths in product(range(14), repeat=4) if sum(lengths) == 13]
    picks = [[sum(1 << int(rank) for rank in rng.permutation(13)[:k]) for k in lengths] for lengths in patterns]
    hands = joined(*np.array(picks, dtype=np.uint64).T)
    assert len(hands) == 560
    assert score_batch(hands, trump).tolist() == [second_points(hand, trump) for hand in hands]


@pytest.mark.parametrize("trump", TRUMPS)
def test_random_hands_count_as_in_the_second_definition(trump: str) -> None:
    hands = random_hands(2000)
    assert score_batch(hands, trump).tolist() == [second_points(hand, trump) for hand in hands]


def test_the_course_accepts_the_points() -> None:
    hands = DECK.encode_many(second.course_hands())
    trumps = ("clubs", "diamonds", "hearts", "spades", "notrump")
    points = np.stack([score_batch(hands, trump) for trump in trumps], axis=1)
    assert sha256("".join(map(str, points.ravel().tolist())).encode()).hexdigest() == POINTS_DIGEST


def test_renaming_the_suits_and_the_trump_with_them_changes_nothing() -> None:
    hands = random_hands(10_000)
    for order in permutations(range(4)):
        renamed = joined(*(suits_of(hands)[place] for place in order))
        assert np.array_equal(score_batch(renamed), score_batch(hands))
        for place, was in enumerate(order):
            trump, before = DECK.suit_names[place], DECK.suit_names[was]
            assert np.array_equal(score_batch(renamed, trump), score_batch(hands, before))


def test_the_trump_is_read_as_in_the_scalar_rule() -> None:
    hands = random_hands(1000)
    assert np.array_equal(score_batch(hands, "NT"), score_batch(hands))
    assert np.array_equal(score_batch(hands, "♥"), score_batch(hands, "hearts"))
    with pytest.raises(CardError, match="unknown trump 'stars'"):
        score_batch(hands, "stars")
    with pytest.raises(CardError, match="unknown trump 'stars'"):
        sample(np.random.default_rng(1), 3, trump="stars")


def test_any_length_any_stride_and_read_only_arrays() -> None:
    hands = random_hands(1000)
    scores = score_batch(hands)
    assert scores.dtype == np.int16
    assert scores.shape == (1000,)
    assert score_batch(hands[:0]).shape == (0,)
    assert score_batch(hands[:0]).dtype == np.int16
    assert score_batch(hands[:1]).tolist() == [scores[0]]
    assert np.array_equal(score_batch(hands[::-3]), scores[::-3])
    hands.flags.writeable = False
    assert np.array_equal(score_batch(hands), scores)


def test_whole_numbers_in_a_list_or_of_another_dtype_are_sets_too() -> None:
    scores = score_batch(np.array([FIRST_HAND], np.uint64)).tolist()
    for same in ([int(FIRST_HAND)], np.array([FIRST_HAND]).astype(np.int64)):
        assert score_batch(same).tolist() == scores


@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        (np.array([FIRST_HAND]).astype(np.int64) * -1, CardError, r"hands\[0\] is -\d+: expected a set of cards"),
        (np.array([1.0]), TypeError, "hands has dtype float64: expected cards.bridge. or uint64"),
        (np.array(["AS"]), TypeError, "hands has dtype <U2: expected cards.bridge. or uint64"),
        (np.full((3, 2), FIRST_HAND), ValueError, r"hands has shape \(3, 2\): expected one dimension"),
        (FIRST_HAND, ValueError, r"hands has shape \(\): expected one dimension"),
    ],
)
def test_another_dtype_or_shape_is_refused(hands: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        score_batch(hands)


@pytest.mark.parametrize("bad", [0, 0xFFF, 0x3FFF, (1 << 52) - 1, 1 << 52 | 0x1FFF, 1 << 63 | 0xFFF, (1 << 64) - 1])
@pytest.mark.parametrize("place", [0, 7])
def test_what_is_not_13_cards_is_refused_by_its_place(bad: int, place: int) -> None:
    hands = np.full(9, FIRST_HAND)
    hands[[place, 8]] = bad
    with pytest.raises(
        CardError, match=rf"hands\[{place}\] is {shown(np.uint64(bad), DECK)}: expected 13 cards, of bits 0 to 51"
    ):
        score_batch(hands)


@pytest.mark.parametrize("trump", ["notrump", "spades"])
def test_a_sample_is_the_score_of_dealt_hands(trump: str) -> None:
    hands = deal(np.random.default_rng(7), 100, DECK, (13,))[:, 0]
    assert np.array_equal(sample(np.random.default_rng(7), 100, trump=trump), score_batch(hands, trump))
    assert sample(np.random.default_rng(7), 0, trump=trump).shape == (0,)


def test_points_go_up_to_the_largest_int16() -> None:
    most = Count("most", length={13: 32.767}, flat=0.001)
    spades = DECK.encode_many(["AKQJT98765432..."])
    assert score_batch(spades, rules=most).tolist() == [(1 << 15) - 1]
    with pytest.raises(CardError, match="too large for int16 in steps of 1/1000 point"):
        score_batch(spades, rules=replace(most, length={13: 32.768}))
