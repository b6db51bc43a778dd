"""What a Tichu hand can do: its plays against all its subsets, the way out, the chance of an answer, card points."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cardlab import Card, CardError, tichu
from cardlab.deal import deal
from cardlab.simulate import simulate
from cardlab.tichu import DECK, Combination, Kind, batch, frame, points
from cardlab.tichu.answers.chance import answer_probability
from cardlab.tichu.going_out import HIGH, RUNS, fewest_plays, way_out
from cardlab.tichu.plays import leads, plays
from cardlab.tichu.reading import set_of_play
from tests.second import tichu as second

Cards = tuple[Card, ...]
RANKS = DECK.ranks
ON = ["", "-", "1", "8", "A", "R", "P", "D", "66", "7P", "555", "66644", "44P55", "34567", "1234P6", "4455", "6677P8"]
ON += ["5555", "KKKK", "2j 3j 4j 5j 6j", "3t 4t 5t 6t 7t 8t", "9j 0j Jj Qj Kj", "47", "RP"]


def dense_hands(seed: int, n: int, cards: int) -> Iterator[Cards]:
    """Random hands of few ranks, so of many combinations; every other with the phoenix."""
    rng = np.random.default_rng(seed)
    for number in range(n):
        width, suits, specials = [(5, "jspt", "1DR"), (7, "sp", "1"), (8, "t", ""), (3, "jspt", "")][number // 2 % 4]
        low = int(rng.integers(0, len(RANKS) - width + 1))
        near = [c for c in DECK if (c.rank in RANKS[low : low + width] and c.suit in suits) or c.rank in specials]
        size = min(cards - number % 2, len(near))
        chosen = [near[i] for i in rng.choice(len(near), size=size, replace=False)]
        yield (*chosen, Card("P")) if number % 2 else tuple(chosen)


def random_hands(seed: int, n: int, cards: int = 14) -> NDArray[np.uint64]:
    return deal(np.random.default_rng(seed), n, DECK, (cards,))[:, 0]


def subsets(hand: Cards) -> Iterator[Cards]:
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def apart(hand: Cards, plays: list[str]) -> list[str]:
    """The plays that have no card of the hand."""
    return [play for play in plays if not {*tichu.parse(play)} & {*hand}]


def sets_of(found: list[Combination]) -> list[frozenset[Card]]:
    return [frozenset(play.cards) for play in found]


# Plays


def test_the_leads_of_the_deck_are_those_of_the_second_definition() -> None:
    mine = sorted("".join(sorted(ranks)) for ranks in leads())
    assert mine == second.plays_of_a_hand()
    assert (len(mine), sum("P" not in play for play in mine)) == (1217, 323)


def test_the_deck_has_227_different_values_with_the_pass() -> None:
    made = [tichu.combination("".join(ranks)) for ranks in leads()]
    values = {(play.kind, play.length, play.rank) for play in made if play}
    flushes = [RANKS[low : low + size] for size in range(5, 14) for low in range(14 - size)]
    suited = [tichu.combination([rank + "j" for rank in ranks]) for ranks in flushes]
    values |= {(play.kind, play.length, play.rank) for play in suited if play}
    assert Counter(kind for kind, _, _ in values) == {
        Kind.SINGLE: 16,
        Kind.DOG: 1,
        Kind.PAIR: 13,
        Kind.TRIPLE: 13,
        Kind.FULL_HOUSE: 13,
        Kind.STRAIGHT: 55,
        Kind.TRACTOR: 57,
        Kind.FOUR_BOMB: 13,
        Kind.STRAIGHT_FLUSH_BOMB: 45,
    }
    assert len(values) + 1 == 227


def test_plays_are_the_legal_subsets_of_small_hands() -> None:
    listed = 0
    for number, hand in enumerate(dense_hands(1, 24, 9)):
        on = apart(hand, ON[number % 4 :: 4])
        combos = [cards for cards in subsets(hand) if tichu.combination(cards)]
        for previous in on:
            expected = {frozenset(cards) for cards in combos if tichu.is_legal(previous, cards)}
            found = sets_of(plays(hand, previous))
            assert len(found) == len(set(found))
            assert set(found) == expected
            listed += len(found)
    assert listed > 1_000


def test_plays_agree_with_the_second_definition_on_the_lead() -> None:
    for hand in dense_hands(2, 16, 8):
        expected = [cards for cards in subsets(hand) if second.readings([str(card) for card in cards])]
        assert sorted(map(sorted, map(texts, sets_of(plays(hand))))) == sorted(map(sorted, map(texts, expected)))


def texts(cards: Cards | frozenset[Card]) -> list[str]:
    return [str(card) for card in cards]


def test_plays_are_what_the_rule_reads() -> None:
    for hand in dense_hands(3, 8, 10):
        for previous in apart(hand, ON[:-2]):
            for play in plays(hand, previous):
                assert tichu.explain(previous, play.cards).play == play


@pytest.mark.parametrize("value", [1.5, 7.5, 13.5, 14.5])
def test_the_phoenix_below_is_worth_what_is_given(value: float) -> None:
    singles = [play for play in plays("1 2j 8j Ks Ap R D", "P", phoenix_value=value) if play.kind is Kind.SINGLE]
    assert [play.rank for play in singles] == [rank for rank in (2, 8, 13, 14, 15) if rank > value]


def test_a_whole_hand_against_counts() -> None:
    # seven pairs: singles, pairs, straights of 5 to 7 ranks in any suits, tractors
    hand = [rank + suit for rank in RANKS[:7] for suit in "js"]
    expected = {Kind.SINGLE: 14, Kind.PAIR: 7, Kind.TRACTOR: 21, Kind.STRAIGHT: 3 * 30 + 2 * 62 + 126}
    assert Counter(play.kind for play in plays(hand)) == {**expected, Kind.STRAIGHT_FLUSH_BOMB: 12}
    once = Counter(play.kind for play in plays(hand, each_suit=False))
    assert once == {Kind.SINGLE: 7, Kind.PAIR: 7, Kind.TRACTOR: 21, Kind.STRAIGHT: 6, Kind.STRAIGHT_FLUSH_BOMB: 6}


def test_plays_that_differ_in_suits_alone_can_be_listed_once() -> None:
    for number, hand in enumerate(dense_hands(4, 24, 11)):
        previous = apart(hand, ON[number % 3 :])[0]
        every, once = plays(hand, previous), plays(hand, previous, each_suit=False)
        alike = {(play.kind, tuple(sorted(card.rank for card in play.cards))) for play in every}
        assert len(once) == len(alike)
        assert {(play.kind, tuple(sorted(card.rank for card in play.cards))) for play in once} == alike
        assert set(once) <= set(every)


def test_a_hand_can_answer_exactly_if_it_has_a_play() -> None:
    hands = random_hands(5, 10)
    for previous in ON[:-2]:
        free = [hand for hand in hands.tolist() if apart(DECK.decode(hand), [previous])]
        can = batch.can_answer(np.array(free, np.uint64), previous).tolist()
        assert can == [bool(plays(DECK.decode(hand), previous)) for hand in free]


def test_no_play_from_no_hand_and_on_no_combination() -> None:
    assert plays("") == plays("", "7") == plays("2j 2s 2p 2t", "47") == []


# Wishes


def test_a_wish_keeps_the_plays_with_the_wished_rank_if_there_is_one() -> None:
    kept = 0
    for number, hand in enumerate(dense_hands(6, 20, 10)):
        previous = apart(hand, ON[number % 20 :])[0]
        for wish in RANKS[number % 3 :: 3]:
            legal = plays(hand, previous)
            with_rank = [play for play in legal if wish in {card.rank for card in play.cards}]
            assert plays(hand, previous, wish=wish) == (with_rank or legal)
            kept += 0 < len(with_rank) < len(legal)
    assert kept > 15


@pytest.mark.parametrize(
    ("hand", "previous", "wish", "allowed"),
    [
        ("8j 9j", "7", "8", ["8j"]),
        ("8j 9j", "8", "8", ["9j"]),  # cannot be met: it forces nothing
        ("8j 9j", None, "8", ["8j"]),  # with the lead too
        ("P 9j", "7", "8", ["9j", "P"]),  # the phoenix is no eight
        ("8j P 9s", "77", "8", ["8j P"]),  # but it may go with one
        ("8j 8s 8p 8t R", "A", "8", ["8j 8s 8p 8t"]),  # even a bomb
        ("4j 5s 7p 8t P Aj Ap", "23456", "7", ["4j 5s 7p 8t P"]),  # even a straight with the phoenix
        ("4j 4s 4p 4t 5j 6s 7p 8t", "23456", "4", ["4j 5j 6s 7p 8t", "4j 4s 4p 4t"]),
    ],
)
def test_wishes_of_the_publishers_rules(hand: str, previous: str | None, wish: str, allowed: list[str]) -> None:
    found = {frozenset(play.cards) for play in plays(hand, previous, wish=wish)}
    some = {frozenset(DECK.parse(cards)) for cards in allowed}
    assert some <= found
    if len(hand.split()) < 5:
        assert some == found
    if any(Card(wish, suit) in cards for cards in found for suit in DECK.suits):
        assert all(any(card.rank == wish for card in cards) for cards in found)


@pytest.mark.parametrize("wish", ["1", "R", "P", "D", "", "23", "8j", "X", 8])
def test_what_cannot_be_wished_for(wish: str) -> None:
    with pytest.raises(CardError, match="is not a rank to wish for: expected one of 2 3 4 5 6 7 8 9 0 J Q K A"):
        plays("8j", wish=wish)


@pytest.mark.parametrize(
    ("hand", "previous", "message"),
    [
        ("8", "", r"'8' \(card 1 of 1\) is not a card"),
        ("8j 8j", "", "comes 2 times"),
        ("8x", "", "is not a card"),
        ("", "8x", "is not a card"),
        ("8j", "77777", "the deck has 4"),
        ("8j P", "66P", "'P' is in the hand and in the previous play"),
        (" ".join(map(str, DECK.cards[:15])), "", "a hand of 15 cards: expected at most 14"),
    ],
)
def test_bad_hands(hand: str, previous: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        plays(hand, previous)


# Going out


@cache
def suitless() -> list[Counter[str]]:
    return [Counter(play) for play in second.plays_of_a_hand()]


def by_trial(hand: Cards) -> int:
    """The fewest plays of a hand by trial: the first card goes in each of all suitless plays that have it."""
    held = Counter(card.rank for card in hand)
    usable = [play for play in suitless() if play <= held]

    @cache
    def fewest(left: tuple[str, ...]) -> int:
        cards = Counter(left)
        tried = (cards - play for play in usable if left[0] in play and play <= cards)
        return 1 + min(fewest(tuple(sorted(rest.elements()))) for rest in tried) if left else 0

    return fewest(tuple(sorted(held.elements())))


def test_the_fewest_plays_are_those_found_by_trial() -> None:
    hands = [*dense_hands(7, 50, 10), *map(DECK.decode, random_hands(8, 30, 9).tolist())]
    found = fewest_plays(DECK.encode_many(hands)).tolist()
    assert found == [by_trial(hand) for hand in hands]
    assert {1, 2, 3, 4, 5, 6, 7} <= set(found)


def test_the_fewest_plays_of_whole_hands_are_those_found_by_trial() -> None:
    hands = [*dense_hands(9, 80, 14), *map(DECK.decode, random_hands(10, 40).tolist())]
    assert fewest_plays(DECK.encode_many(hands)).tolist() == [by_trial(hand) for hand in hands]


@pytest.mark.parametrize(
    ("hand", "number"),
    [
        ("2j 2s 2p 2t 3j 3s 3p P", 2),  # two twos with the threes, two with the phoenix
        ("2j 2s 2p 2t P", 2),  # five of a rank are no full house
        ("2j 2s 2p P", 2),  # no bomb with the phoenix
        ("2j 2s 2p 2t 3j 3s 3p 4j 4s 4p", 2),  # a bomb is split for two full houses
        ("1 2j 3j 4j 5j", 1),
        ("P 2j 3j 4j 5j", 1),
        ("1 P 3j 4j 5j", 1),
        ("1 P", 2),
        ("1 2j 3j 4j 5j 6j 7j 8j 9j 0j Jj Qj Kj Aj", 1),
        ("R D 1 P", 4),
    ],
)
def test_the_fewest_plays_of_telling_hands(hand: str, number: int) -> None:
    assert fewest_plays(DECK.encode_many([hand])).tolist() == [number] == [by_trial(DECK.parse(hand))]


def ways_to_take_runs_out(counts: int, first: int = 0) -> int:
    fitting = [i for i in range(first, len(RUNS)) if (counts | HIGH) - int(RUNS[i]) & HIGH == HIGH]
    return 1 + sum(ways_to_take_runs_out(counts - int(RUNS[i]), i) for i in fitting)


def test_the_search_is_short() -> None:
    hands = [DECK.parse("1 2j 3j 4j 5j 6j 7j 8j 9j 0j Jj Qj Kj Aj"), *dense_hands(18, 200, 14)]
    ranks = "D1" + RANKS  # four bits a rank, as in the module
    counts = [sum(1 << 4 * ranks.index(card.rank) for card in hand if card.rank in ranks[1:]) for hand in hands]
    assert max(map(ways_to_take_runs_out, counts)) == ways_to_take_runs_out(counts[0]) == 126


def test_the_way_out_is_as_short_as_it_can_be() -> None:
    hands = [*dense_hands(11, 16, 14), *map(DECK.decode, random_hands(12, 30).tolist())]
    for hand, number in zip(hands, fewest_plays(DECK.encode_many(hands)).tolist(), strict=True):
        way = way_out(hand)
        assert len(way) == number
        assert sorted(map(str, hand)) == sorted(str(card) for play in way for card in play.cards)
        assert all(tichu.combination(play.cards) == play for play in way)


@settings(max_examples=200)
@given(st.integers(0, DECK.mask), st.permutations(range(4)), st.integers(4, 14))
def test_suits_make_no_difference_and_no_card_shortens_the_way(mask: int, order: list[int], size: int) -> None:
    hand = DECK.decode(mask)[:size]
    swap = {suit: DECK.suits[place] for suit, place in zip(DECK.suits, order, strict=True)} | {"": ""}
    turned = [Card(card.rank, swap[card.suit]) for card in hand]
    parts = [hand[:2], hand[2:]]
    whole, same, some, others = fewest_plays(DECK.encode_many([hand, turned, *parts])).tolist()
    assert whole == same <= some + others


def test_bad_arrays() -> None:
    with pytest.raises(TypeError, match=r"hands has dtype float64: expected cards\[tichu\] or uint64"):
        fewest_plays(np.zeros(1))
    with pytest.raises(ValueError, match=r"hands has shape \(1, 1\): expected one dimension"):
        fewest_plays(np.zeros((1, 1), np.uint64))
    with pytest.raises(CardError, match=r"hands\[1\] is .*: expected at most 14 cards"):
        fewest_plays(np.array([0, (1 << 15) - 1], np.uint64))
    with pytest.raises(CardError, match=r"hands\[0\]"):
        fewest_plays(np.array([1 << 56], np.uint64))
    assert fewest_plays(np.zeros(0, np.uint64)).shape == (0,)
    with pytest.raises(CardError, match="expected at most 14"):
        way_out(list(DECK)[:15])
    assert way_out("") == ()


def test_a_series_of_hands_gives_a_series_of_plays() -> None:
    dealt = frame.deals(50, seed=17).iloc[::2]
    found = fewest_plays(dealt.hand)
    assert isinstance(found, pd.Series)
    assert found.index.equals(dealt.index)
    assert found.tolist() == fewest_plays(dealt.hand.cards.sets).tolist()


# The chance of an answer

COUNTED = ["1", "2", "9", "K", "A", "R", "22", "7P", "QQ", "AA", "222", "88P", "AAA", "22233", "4455P", "QQQAA"]
COUNTED += ["AAAKK", "KKKP2", "2222", "9999", "AAAA", "2j 3j 4j 5j 6j", "5t 6t 7t 8t 9t", "0s Js Qs Ks As"]
COUNTED += ["3p 4p 5p 6p 7p 8p", "P", "12345", "34567", "9JQKP", "0JQKA", "234567", "456789", "34567890", "4567890JQ"]
COUNTED += [
    "234567890JQKA",
    "1234567890JQKA",
    "2233",
    "99PJJ0",
    "0PKKQQJJ",
    "KKAA",
    "223344",
    "55667788",
    "2P3344556677",
]


@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize("previous", COUNTED)
def test_the_chance_of_an_answer_is_that_of_a_sample(previous: str, bombs: bool) -> None:
    exact = float(answer_probability(previous, bombs=bombs))
    found = simulate(partial(batch.sample, what="answer", previous=previous, bombs=bombs), 100_000, seed=17).mean
    assert abs(found - exact) <= 4 * (exact * (1 - exact) / 100_000) ** 0.5 + 1e-5


def all_hands(deck: NDArray[np.uint64], cards: int) -> NDArray[np.uint64]:
    """All sets of so many cards, the last card the highest."""
    hands = np.zeros(1, np.uint64)
    for _ in range(cards):
        hands = np.concatenate([hands[hands < card] | card for card in deck])
    return hands


@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize("previous", ["K", "QQ", "QP", "KKK", "QQQJJ", "QQPKK", "KKKK", "9j 0j Jj Qj Kj"])
def test_the_chance_of_an_answer_over_all_hands_of_few_cards(previous: str, bombs: bool) -> None:
    seen = set_of_play(tichu.parse(previous))
    rest = np.array([1 << bit for bit in range(56) if not seen >> bit & 1], np.uint64)
    for cards in (1, 2, 3):
        hands = all_hands(rest, cards)
        can = int(batch.can_answer(hands, previous, bombs=bombs).sum())
        assert answer_probability(previous, bombs=bombs, cards=cards) * comb(len(rest), cards) == can


def test_nobody_answers_the_dog() -> None:
    assert answer_probability("D") == answer_probability("D", cards=55) == 0
    assert plays("7j 7s 7p 7t R", "D") == []
    assert not batch.sample(np.random.default_rng(1), 100, what="answer", previous="D", cards=50).any()


def test_the_phoenix_is_worth_what_is_given() -> None:
    dragon = comb(54, 13) / comb(55, 14)
    assert float(answer_probability("P", phoenix_value=14.5, bombs=False)) == pytest.approx(dragon)


@pytest.mark.parametrize("bombs", [True, False])
@pytest.mark.parametrize("previous", ["34567", "0JQKA", "34P67", "QQKK", "88P9"])
def test_the_chance_of_a_higher_run_over_all_hands_as_long(previous: str, bombs: bool) -> None:
    seen = set_of_play(tichu.parse(previous))
    rest = np.array([1 << bit for bit in range(56) if not seen >> bit & 1], np.uint64)
    cards = len(previous)
    hands = all_hands(rest, cards)
    can = int(batch.can_answer(hands, previous, bombs=bombs).sum())
    assert answer_probability(previous, bombs=bombs, cards=cards) * len(hands) == can


@pytest.mark.parametrize("previous", ["1", "R", "66", "666", "66655", "34567", "3344", "6666", "2j 3j 4j 5j 6j"])
def test_the_ends_of_the_chance_of_an_answer(previous: str) -> None:
    # no card answers nothing; all the other cards answer everything, if only with a bomb
    rest = 56 - len(tichu.parse(previous))
    for bombs in (True, False):
        assert answer_probability(previous, cards=0, bombs=bombs) == 0
        only_bombs = previous in ("R", "6666", "2j 3j 4j 5j 6j")
        assert answer_probability(previous, cards=rest, bombs=bombs) == (bombs or not only_bombs)


@pytest.mark.parametrize(("previous", "what"), [("", "the lead"), ("-", "the lead"), ("47", "no comb")])
def test_what_has_no_chance_of_an_answer(previous: str, what: str) -> None:
    with pytest.raises(ValueError, match=rf"{what}.* as the previous play: expected a combination"):
        answer_probability(previous)


@pytest.mark.parametrize("cards", [-1, 56])
def test_hands_that_cannot_be_dealt(cards: int) -> None:
    with pytest.raises(ValueError, match="expected a whole number from 0 to 55"):
        answer_probability("9", cards=cards)


# Card points


def test_card_points() -> None:
    assert int(points.card_points(DECK)) == 100
    assert int(points.card_points("")) == 0
    assert int(points.card_points("55500KKRP")) == 15 + 20 + 20
    assert [item.kind for item in points.card_points("2j R 5j P 5s").items] == ["fives", "dragon", "phoenix"]
    with pytest.raises(CardError):
        points.card_points("RR")


@given(st.integers(0, DECK.mask))
def test_what_one_side_lacks_of_a_hundred_the_other_has(mask: int) -> None:
    ours, theirs = DECK.decode(mask), DECK.decode(DECK.mask & ~mask)
    assert int(points.card_points(ours)) + int(points.card_points(theirs)) == 100


def test_points_over_all_small_hands() -> None:
    for cards in (0, 1, 2, 3):
        expected = Counter(int(points.card_points(hand)) for hand in combinations(DECK, cards))
        assert {value: count for value, count in points.distribution(cards=cards) if count} == expected


def test_points_of_half_the_deck() -> None:
    half = points.distribution()
    assert half.total == comb(56, 28)
    assert half.exact_mean == 50
    assert all(half.count(value) == half.count(100 - value) for value, _ in half)
    assert (dict(points.distribution(cards=56)), points.distribution(cards=55).total) == ({100: 1}, 56)
    with pytest.raises(ValueError, match="cards is 57: expected a whole number from 0 to 56"):
        points.distribution(cards=57)


def test_sampled_points_are_those_of_the_hands_and_fit_the_count() -> None:
    drawn = points.sample(np.random.default_rng(18), 200, cards=20)
    dealt = deal(np.random.default_rng(18), 200, DECK, (20,))[:, 0]
    assert drawn.tolist() == [int(points.card_points(DECK.decode(hand))) for hand in dealt]
    assert simulate(points.sample, 2e5, seed=19).compare(points.distribution()).p_value > 1e-4
    with pytest.raises(ValueError, match="57"):
        points.sample(np.random.default_rng(1), 1, cards=57)
