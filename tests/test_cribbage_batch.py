"""Cribbage in arrays: equal to the scalar rules over every multiset of ranks and every class of suits; bad input."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import Card, CardError, cribbage
from cardlab.cribbage import DECK, Rules
from cardlab.cribbage.batch import KEYS, PARTS, Bytes, Sets, parts_batch, sample, score_batch
from cardlab.cribbage.rules import MOST
from cardlab.deal import deal
from tests.cases import rows

Cards = tuple[Card, ...]

HAND = DECK.encode_many(["5H 5S 5C JD"])
STARTER = np.array([DECK.bits[DECK.card("5D")]], dtype=np.uint8)


def arrays(shows: list[Cards]) -> tuple[Sets, Bytes]:
    """Hands and starters of shows, each with the starter last."""
    hands = np.array([sum(1 << DECK.bits[card] for card in show[:4]) for show in shows], dtype=np.uint64)
    return hands, np.array([DECK.bits[show[4]] for show in shows], dtype=np.uint8)


def assert_like_the_rules(shows: list[Cards]) -> None:
    hands, starters = arrays(shows)
    for crib in (False, True):
        scores = [cribbage.score(show[:4], show[4], crib=crib) for show in shows]
        assert score_batch(hands, starters, crib=crib).tolist() == [score.total for score in scores]
        expected = [[score.points(part) for part in PARTS] for score in scores]
        assert parts_batch(hands, starters, crib=crib).tolist() == expected


def test_the_cases() -> None:
    for row in rows("cribbage.csv"):
        starter = np.array([DECK.bits[DECK.card(row["starter"])]], dtype=np.uint8)
        scores = score_batch(DECK.encode_many([row["cards"]]), starter, crib=row["show"] == "crib")
        assert scores.tolist() == [int(row["points"])]


def test_every_multiset_of_ranks_with_each_rank_turned_up() -> None:
    multisets = [ranks for ranks in combinations_with_replacement(DECK.ranks, 5) if ranks[0] != ranks[4]]
    assert len(multisets) == 6_175
    shows = []
    for ranks in multisets:
        cards = [Card(rank, suit) for rank, suit in zip(ranks, "HDSCH", strict=True)]
        turned_up = {rank: place for place, rank in enumerate(ranks)}.values()
        shows += [(*cards[:place], *cards[place + 1 :], cards[place]) for place in turned_up]
    assert_like_the_rules(shows)


@pytest.mark.parametrize("ranks", ["2468K", "A358J", "J248T", "2J469", "5J8TQ"])
def test_every_pattern_of_suits(ranks: str) -> None:
    patterns = product(DECK.suits, repeat=5)
    assert_like_the_rules([tuple(map(Card, ranks, suits)) for suits in patterns])


def test_no_two_multisets_of_ranks_share_a_sum_of_keys() -> None:
    sums = [sum(five) for five in combinations_with_replacement(KEYS, 5) if five[0] != five[4]]
    assert len(set(sums)) == 6_175
    assert max(sums) == 4 * KEYS[12] + KEYS[11] < 1 << 19


@cache
def rank_points(ranks: tuple[str, ...]) -> int:
    """The points of the scalar rules that look at ranks alone, for sorted ranks."""
    cards = tuple(Card(rank, suit) for rank, suit in zip(ranks, "HDSCH", strict=True))
    fifteens, pairs, runs = cribbage.fifteens(cards), cribbage.pairs(cards), cribbage.runs(cards)
    return 2 * len(fifteens) + 2 * len(pairs) + sum(map(len, runs))


def classes_of_shows() -> list[tuple[int, int]]:
    """A hand and a starter for each class under renaming of suits: the starter is a heart, the other suits descend."""
    found = []
    by_length = [[sum(1 << rank for rank in ranks) for ranks in combinations(range(13), n)] for n in range(5)]
    for starter, hearts in product(range(13), range(5)):
        for lengths in product(range(5), repeat=3):
            if sum(lengths) == 4 - hearts:
                suits = [by_length[length] for length in (hearts, *lengths)]
                found += [
                    (a | b << 13 | c << 26 | d << 39, starter)
                    for a, b, c, d in product(*suits)
                    if b >= c >= d and not a >> starter & 1
                ]
    return found


@pytest.mark.slow
def test_all_652353_classes_of_hand_and_starter() -> None:
    shows = classes_of_shows()
    assert len(shows) == 652_353
    expected, held, low = [], cache(DECK.decode), (1 << 26) - 1
    for mask, turned in shows:
        hand, starter = held(mask & low) + held(mask & ~low), DECK.cards[turned]
        ranks = tuple(sorted((card.rank for card in (*hand, starter)), key=DECK.ranks.index))
        others = rank_points(ranks) + len(cribbage.nobs(hand, starter))
        expected.append([others + len(cribbage.flush(hand, starter, crib=crib)) for crib in (False, True)])
    hands, starters = (np.array(column) for column in zip(*shows, strict=True))
    for crib, points in enumerate(np.array(expected).T):
        scores = score_batch(hands.astype(np.uint64), starters.astype(np.uint8), crib=bool(crib))
        assert np.array_equal(scores, points)


POINTS = st.integers(0, MOST)
SOME = [
    tuple(map(Card, ranks, suits))
    for ranks in ("5555J", "6789T", "44556", "5J8TQ")
    for suits in ("HDSCH", "HHHHH", "HHHHD", "HHHDD")
]
SHOWS = [show for show in SOME if len(set(show)) == 5]


@settings(deadline=None, max_examples=25)
@given(st.builds(Rules, POINTS, POINTS, POINTS, POINTS, POINTS, st.booleans()), st.booleans())
def test_other_rules(rules: Rules, crib: bool) -> None:
    """What 5555J to a flush make, under any rules; the wider dtype where it takes one."""
    cards = deal(np.random.default_rng(5), 30, DECK, (4, 1)).tolist()
    shows = SHOWS + [(*DECK.decode(hand), *DECK.decode(starter)) for hand, starter in cards]
    scores = [cribbage.score(show[:4], show[4], crib=crib, rules=rules) for show in shows]
    points = score_batch(*arrays(shows), crib=crib, rules=rules)
    assert points.tolist() == [score.total for score in scores]
    parts = parts_batch(*arrays(shows), crib=crib, rules=rules)
    assert parts.tolist() == [[score.points(part) for part in PARTS] for score in scores]
    assert points.dtype == parts.dtype == (np.uint8 if points.max() <= 255 and parts.dtype == np.uint8 else np.uint16)
    assert all(item.points for score in scores for item in score)


def test_the_most_that_rules_can_give() -> None:
    most = Rules(MOST, MOST, MOST, MOST, MOST)
    assert score_batch(HAND, STARTER, rules=most).tolist() == [(8 + 6 + 1) * MOST]
    assert score_batch(HAND, STARTER, rules=most).dtype == np.uint16


@given(st.permutations(DECK.cards), st.permutations(DECK.suits), st.booleans())
def test_the_names_of_suits_do_not_matter(cards: list[Card], suits: list[str], crib: bool) -> None:
    names = dict(zip(DECK.suits, suits, strict=True))
    renamed = tuple(Card(card.rank, names[card.suit]) for card in cards[:5])
    one, other = (score_batch(*arrays([show]), crib=crib) for show in (tuple(cards[:5]), renamed))
    assert one == other == int(cribbage.score(cards[:4], cards[4], crib=crib))


@pytest.mark.parametrize("crib", [False, True], ids=["hand", "crib"])
def test_a_sample_scores_the_deals_of_its_generator(crib: bool) -> None:
    deals = deal(np.random.default_rng(7), 200, DECK, (4, 1)).tolist()
    expected = [int(cribbage.score(DECK.decode(hand), *DECK.decode(up), crib=crib)) for hand, up in deals]
    scores = sample(np.random.default_rng(7), 200, crib=crib)
    assert scores.dtype == np.uint8
    assert scores.tolist() == expected


@pytest.mark.parametrize("size", [0, 1, 2])
def test_as_many_come_out_as_went_in(size: int) -> None:
    hands, starters = np.repeat(HAND, size), np.repeat(STARTER, size)
    for array in (hands, starters):
        array.flags.writeable = False
    assert score_batch(hands, starters).tolist() == [29] * size
    assert parts_batch(hands, starters).tolist() == [[16, 12, 0, 0, 1]] * size
    assert sample(np.random.default_rng(1), size).shape == (size,)


def test_lists_and_whole_numbers_of_any_width_are_read() -> None:
    for starters in (STARTER.tolist(), STARTER.astype(np.int64), STARTER.astype(np.uint64)):
        assert score_batch(HAND.tolist(), starters).tolist() == score_batch(HAND, STARTER).tolist()


def test_what_lies_scattered_in_memory() -> None:
    deals = deal(np.random.default_rng(1), 9, DECK, (4, 1))
    starters = np.bitwise_count(deals[:, 1] - np.uint64(1))
    scores = score_batch(deals[:, 0], starters)
    assert scores[::-2].tolist() == score_batch(deals[::-2, 0], starters[::-2]).tolist()


@pytest.mark.parametrize(
    ("hands", "starters", "error", "message"),
    [
        (HAND.astype(np.float64), STARTER, TypeError, r"hands has dtype float64: expected cards\[cribbage\] or uint64"),
        (
            HAND,
            STARTER.astype(np.float64),
            TypeError,
            r"starters has dtype float64: expected cards\[cribbage\] or uint8",
        ),
        (HAND, STARTER.astype(np.int64) + 256, CardError, r"starters\[0\] is 273: expected uint8"),
        (HAND, [-1], CardError, r"starters\[0\] is -1: expected uint8"),
        ([-15], STARTER, CardError, r"hands\[0\] is -15: expected a set of cards"),
        (HAND.reshape(1, 1), STARTER, ValueError, r"hands has shape \(1, 1\): expected one dimension"),
        (HAND[0], STARTER, ValueError, r"hands has shape \(\): expected one dimension"),
        (HAND, np.repeat(STARTER, 2), ValueError, "starters has length 2, hands 1: expected one length"),
    ],
)
def test_another_dtype_or_shape(hands: Sets, starters: Bytes, error: type[Exception], message: str) -> None:
    for call in (score_batch, parts_batch):
        with pytest.raises(error, match=message):
            call(hands, starters)


@pytest.mark.parametrize(
    ("hand", "starter"),
    [
        (0, 0),
        (0b111, 9),
        (0b11111, 9),
        (0b11111, 4),
        (0b111 | 1 << 52, 9),
        (0b1111 | 1 << 63, 9),
        ((1 << 64) - 1, 255),
        (0b1111, 3),
        (0b1111, 52),
        (0b1111, 255),
    ],
)
def test_what_is_no_show(hand: int, starter: int) -> None:
    hands = np.array([0b1111, 0b1111, hand, hand], dtype=np.uint64)
    starters = np.array([4, 51, starter, starter], dtype=np.uint8)
    for call in (score_batch, parts_batch):
        with pytest.raises(CardError, match=r"^hands\[2\] is .*, starters\[2\] .*: expected four cards"):
            call(hands, starters)
