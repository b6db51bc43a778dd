"""Tichu in arrays: the scalar rule over all subsets of a hand, all sets of ranks, all plays; samples; bad input."""

from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cardlab import Card, CardError, tichu
from cardlab.deal import deal
from cardlab.tichu import DECK, Combination, Kind, batch
from cardlab.tichu.reading import set_of_play
from tests.second import tichu as second

RANKS = DECK.ranks
PLAYS = second.plays_of_a_hand()
COMBINATIONS = {play: tichu.combination(play) for play in PLAYS}
LEADS_OF_EACH_KIND = ["", "1", "2", "9", "K", "A", "R", "P", "D", "22", "9P", "QQ", "AA", "222", "88P", "AAA"]
LEADS_OF_EACH_KIND += ["22233", "4455P", "QQQAA", "AAAKK", "12345", "3456P", "67890", "0JQKA", "123456", "5678P0J"]
LEADS_OF_EACH_KIND += ["2233", "344P", "QQKK", "KKAA", "223344", "5566P7", "2222", "9999", "AAAA", "678", "JP9", "DR"]
LEADS_OF_EACH_KIND += ["2j 3j 4j 5j 6j", "5t 6t 7t 8t 9t", "0s Js Qs Ks As", "3p 4p 5p 6p 7p 8p", "5t 6t 7s 8t 9t"]
PHOENIX_VALUES = [n + 0.5 for n in range(1, 15)]

Hands = NDArray[np.uint64]


def random_hands(seed: int, n: int, cards: int = 14) -> Hands:
    return deal(np.random.default_rng(seed), n, DECK, (cards,))[:, 0]


def dense_hands(seed: int, n: int, cards: int) -> list[tuple[Card, ...]]:
    """Random hands full of combinations: of six ranks, of nine in two suits, of nine in one; every other a phoenix."""
    rng = np.random.default_rng(seed)
    hands = []
    for number in range(n):
        width, suits, specials = [(6, "jspt", "1DR"), (9, "sp", "1"), (9, "t", "")][number // 2 % 3]
        low = int(rng.integers(0, len(RANKS) - width + 1))
        ranks = RANKS[low : low + width]
        pool = [card for card in DECK if (card.rank in ranks and card.suit in suits) or card.rank in specials]
        chosen = [pool[i] for i in rng.choice(len(pool), size=cards - number % 2, replace=False)]
        hands.append((*chosen, Card("P")) if number % 2 else tuple(chosen))
    return hands


@cache
def plays_of(hand: tuple[Card, ...]) -> list[Combination]:
    """All subsets of a hand that are a combination; anything else is never legal."""
    subsets = (subset for size in range(1, len(hand) + 1) for subset in combinations(hand, size))
    return [play for play in map(tichu.combination, subsets) if play]


def holds_four(hand: tuple[Card, ...]) -> bool:
    return 4 in Counter(card.rank for card in hand if card.suit).values()


def holds_flush(hand: tuple[Card, ...]) -> bool:
    windows = [RANKS[low : low + 5] for low in range(9)]
    return any(all(Card(rank, suit) in hand for rank in window) for window in windows for suit in DECK.suits)


# Bombs


def test_bombs_against_their_plain_definition() -> None:
    hands = np.concatenate(
        [random_hands(1, 500), random_hands(2, 300, cards=28), DECK.encode_many(dense_hands(3, 300, 9))]
    )
    cards = [DECK.decode(hand) for hand in hands]
    fours, flushes = [holds_four(hand) for hand in cards], [holds_flush(hand) for hand in cards]
    assert 50 < sum(fours) < 700
    assert 50 < sum(flushes) < 700
    assert batch.holds_four_bomb(hands).tolist() == fours
    assert batch.holds_straight_flush_bomb(hands).tolist() == flushes
    assert batch.holds_bomb(hands).tolist() == [four or flush for four, flush in zip(fours, flushes, strict=True)]


def test_every_holding_of_every_suit_for_straight_flushes() -> None:
    holdings = np.arange(1 << 13, dtype=np.uint64)
    expected = ["11111" in f"{holding:b}" for holding in range(1 << 13)]
    rest_between_suits = np.uint64(DECK.encode("1 D P R"))
    for suit in range(4):
        hands = holdings << np.uint64(13 * suit) | rest_between_suits
        assert batch.holds_straight_flush_bomb(hands).tolist() == expected


def test_a_run_from_one_suit_into_the_next_is_no_straight_flush() -> None:
    crossing = ["Qj Kj Aj 2s 3s", "Jp Qp Kp Ap 2t", "Qt Kt At 1 D", "Kt At 1 D P R"]
    assert not batch.holds_straight_flush_bomb(DECK.encode_many(crossing)).any()


@pytest.mark.parametrize("rank", RANKS)
def test_every_set_of_suits_of_every_rank_for_fours(rank: str) -> None:
    suits = [subset for size in range(5) for subset in combinations(DECK.suits, size)]
    hands = DECK.encode_many([[*(rank + suit for suit in subset), "1", "D", "P", "R"] for subset in suits])
    assert batch.holds_four_bomb(hands).tolist() == [len(subset) == 4 for subset in suits]


def test_the_smallest_bombs_are_what_the_rule_calls_bombs() -> None:
    smallest = [[rank + suit for suit in DECK.suits] for rank in RANKS]
    smallest += [[rank + suit for rank in RANKS[low : low + 5]] for suit in DECK.suits for low in range(9)]
    assert all(made and made.is_bomb for made in map(tichu.combination, smallest))
    assert batch.holds_bomb(DECK.encode_many(smallest)).all()
    broken = [[*(card for card in bomb if card != gone), "P"] for bomb in smallest for gone in bomb]
    assert not batch.holds_bomb(DECK.encode_many(broken)).any()


# Straights


@cache
def straights() -> list[tuple[int, int]]:
    """Every straight, the phoenix in it or not, as a set in which all cards with a suit are jade; and its length."""
    made = [(play, found) for play, found in COMBINATIONS.items() if found and found.kind is Kind.STRAIGHT]
    return sorted((DECK.encode([c if c in "1P" else c + "j" for c in play]), found.length) for play, found in made)


@pytest.mark.parametrize("phoenix", [True, False])
def test_longest_straight_of_every_set_of_ranks(phoenix: bool) -> None:
    ranks = np.arange(1 << 13, dtype=np.uint64)
    specials = [DECK.encode(held) for held in ("", "1", "P", "1 P", "D R", "1 D P R")]
    hands = np.concatenate([ranks | np.uint64(held) for held in specials])
    expected = np.zeros(len(hands), np.uint8)
    usable = hands if phoenix else hands & ~np.uint64(DECK.encode("P"))
    for cards, length in straights():
        expected[(usable & np.uint64(cards)) == cards] = np.maximum(
            expected[(usable & np.uint64(cards)) == cards], length
        )
    np.testing.assert_array_equal(batch.longest_straight(hands, phoenix=phoenix), expected)


def test_suits_make_no_difference_to_straights() -> None:
    hands = random_hands(5, 2_000)
    one_suit = [{card.rank + ("j" if card.suit else "") for card in DECK.decode(hand)} for hand in hands]
    np.testing.assert_array_equal(batch.longest_straight(hands), batch.longest_straight(DECK.encode_many(one_suit)))


@given(st.sets(st.sampled_from(DECK.cards)), st.sampled_from(DECK.cards))
def test_a_card_more_never_makes_it_worse(hand: set[Card], card: Card) -> None:
    before, after = DECK.encode_many([hand]), DECK.encode_many([hand | {card}])
    assert batch.longest_straight(after) >= batch.longest_straight(before)
    assert batch.holds_bomb(after) >= batch.holds_bomb(before)
    for previous in ("", "9", "QQ", "3456P", "4455", "77788", "8888", "R"):
        assert batch.can_answer(after, previous) >= batch.can_answer(before, previous)


@given(st.sets(st.sampled_from(DECK.cards)), st.permutations(DECK.suits), st.sampled_from(["9", "QQ", "34567", "R"]))
def test_suits_can_be_renamed(hand: set[Card], suits: list[str], previous: str) -> None:
    renamed = {Card(card.rank, suits[DECK.suits.index(card.suit)] if card.suit else "") for card in hand}
    hands = DECK.encode_many([hand, renamed])
    for answers in (batch.holds_bomb(hands), batch.longest_straight(hands), batch.can_answer(hands, previous)):
        assert answers[0] == answers[1]


# Answers


def check_against_all_subsets(hands: list[tuple[Card, ...]], previous: str, value: float | None = None) -> set[bool]:
    """Hold `can_answer` against the rule, and against the second definition of it, over all subsets of each hand."""
    old = tichu.previous_combination(previous, phoenix_value=value)
    found = batch.can_answer(DECK.encode_many(hands), previous, phoenix_value=value).tolist()
    without_bombs = batch.can_answer(DECK.encode_many(hands), previous, phoenix_value=value, bombs=False).tolist()
    before = [str(card) for card in tichu.parse(previous)]
    for i, hand in enumerate(hands):
        plays = plays_of(hand)
        legal = [play for play in plays if (play.beats(old) if old else not before)]
        assert found[i] == bool(legal), (previous, value, hand)
        assert without_bombs[i] == any(not play.is_bomb for play in legal), (previous, value, hand)
        if reading := second.previous_reading(before, value):
            assert legal == [play for play in plays if second.legal_on(reading, tuple(map(str, play.cards)))]
    return set(found)


@pytest.mark.parametrize("previous", LEADS_OF_EACH_KIND)
def test_answers_against_all_subsets(previous: str) -> None:
    taken = set(tichu.parse(previous))
    hands = [hand for hand in dense_hands(6, 36, 8) if not taken & set(hand)]
    found = check_against_all_subsets(hands, previous)
    assert (True in found) == (previous == "" or (previous != "D" and tichu.combination(previous) is not None))


@pytest.mark.parametrize("value", PHOENIX_VALUES)
def test_answers_on_a_phoenix_against_all_subsets(value: float) -> None:
    hands = [hand for hand in dense_hands(7, 40, 6) if Card("P") not in hand]
    found = check_against_all_subsets(hands, "P", value)
    assert found == ({False, True} if value > 7 else {True})


@pytest.mark.slow
def test_answers_of_many_hands_against_all_subsets() -> None:
    rng = np.random.default_rng(8)
    suited = [" ".join(map(str, play.cards)) for hand in dense_hands(900, 20, 8) for play in plays_of(hand)[-1:]]
    leads = [*rng.choice(PLAYS, 30), *suited]
    hands = dense_hands(100, 5 * len(leads), 8)
    for i, previous in enumerate(leads):
        taken = set(tichu.parse(previous))
        check_against_all_subsets([hand for hand in hands[5 * i : 5 * i + 5] if not taken & set(hand)], previous)


@cache
def legal_plays(before: second.Reading) -> NDArray[np.bool_]:
    """Which of the suitless plays are legal on a combination, by the second definition."""
    return np.array([second.legal_on(before, tuple(play)) for play in PLAYS])


@pytest.mark.slow
def test_answers_of_whole_hands_on_every_suitless_play() -> None:
    """A hand has an answer if it contains one of the 1,217 suitless plays that is legal, or a straight flush."""
    hands = random_hands(9, 300)
    ranks = ["".join(card.rank for card in DECK.decode(hand)) for hand in hands]
    have, need = (
        [[text.count(rank) for rank in second.VALUES | {"P": 0}] for text in texts] for texts in (ranks, PLAYS)
    )
    held = np.asarray(np.all(np.array(have)[:, np.newaxis] >= np.array(need), axis=2))
    flushes = np.array([holds_flush(DECK.decode(hand)) for hand in hands])
    for previous in PLAYS:
        before = second.previous_reading(previous, None)
        legal = legal_plays(before) if before else np.zeros(len(PLAYS), np.bool_)
        beside = ~held[:, PLAYS.index("P")] if previous == "P" else np.full(len(hands), True)  # there is one phoenix
        expected = (held[:, legal].any(axis=1) | flushes) & (previous != "D")
        np.testing.assert_array_equal(batch.can_answer(hands, previous)[beside], expected[beside], err_msg=previous)


def test_straight_flushes_on_straight_flushes_over_every_holding_of_a_suit() -> None:
    ends = [(low, high) for low in range(13) for high in range(low + 5, 14)]
    flushes = {suit: [[rank + suit for rank in RANKS[low:high]] for low, high in ends] for suit in "jp"}
    holdings = np.arange(1 << 13, dtype=np.uint64)
    sets = DECK.encode_many(flushes["j"])
    held = holdings[:, np.newaxis] & sets == sets
    for previous in flushes["p"]:
        higher = [tichu.is_legal(previous, flush) for flush in flushes["j"]]
        found = batch.can_answer(holdings, previous)
        np.testing.assert_array_equal(found, held[:, higher].any(axis=1), err_msg=str(previous))
        assert not batch.can_answer(holdings, previous, bombs=False).any()


def test_a_straight_that_can_only_be_of_one_suit_is_no_straight() -> None:
    hands = DECK.encode_many(["3j 4j 5j 6j 7j", "3j 4j 5j 6j 7j 7s", "3j 4j 5j 6j P", "3j 4j 5j 6j 7j P"])
    assert batch.can_answer(hands, "23456", bombs=False).tolist() == [False, True, True, True]
    assert batch.can_answer(hands, "23456").tolist() == [True, True, True, True]


def test_nothing_answers_what_is_no_combination() -> None:
    hands = DECK.encode_many(["9j 9s 9p 9t", "R", "2j 3j 4j 5j 6j"])
    assert not batch.can_answer(hands, "78").any()
    assert not any(tichu.is_legal("78", play) for play in ("9999", "R"))


def test_with_the_lead_any_card_will_do() -> None:
    hands = np.append(DECK.encode_many([[card] for card in DECK]), np.uint64(0))
    for bombs in (True, False):
        assert batch.can_answer(hands, "-", bombs=bombs).tolist() == [True] * 56 + [False]


# Sampling


@pytest.mark.parametrize("what", ["straight", "four", "flush", "any"])
def test_a_sample_asks_the_question_of_random_hands(what: str) -> None:
    answers = batch.sample(np.random.default_rng(11), 1_000, what=what, cards=20)
    hands = deal(np.random.default_rng(11), 1_000, DECK, (20,))[:, 0]
    assert answers.dtype == np.uint8
    assert answers.tolist() == batch.QUESTIONS[what](hands).tolist()


def test_a_sample_passes_the_options_on() -> None:
    with_it, without = (batch.sample(np.random.default_rng(12), 1_000, phoenix=phoenix) for phoenix in (True, False))
    assert (with_it >= without).all()
    assert (with_it > without).any()
    only_bombs = batch.sample(np.random.default_rng(12), 1_000, what="answer", previous="R", bombs=False)
    assert not only_bombs.any()


def test_the_cards_of_the_previous_play_are_not_dealt() -> None:
    for previous in ("A", "AAAKK", "2222", "0JQKAP", "Kj Kp"):
        rest = len(DECK) - len(tichu.parse(previous))
        options: dict[str, Any] = {"what": "answer", "previous": previous}
        assert batch.sample(np.random.default_rng(13), 20, cards=rest, **options).all()
        with pytest.raises(ValueError, match=f"at most {rest} cards"):
            batch.sample(np.random.default_rng(13), 20, cards=rest + 1, **options)


@pytest.mark.parametrize(
    ("previous", "higher"), [("Qs", 10), ("K", 6), ("Aj", 2), ("A", 2), ("R", 0), ("D", 0), ("22", 0), ("1", 54)]
)
def test_the_share_of_single_cards_that_answer(previous: str, higher: int) -> None:
    """One card is dealt of those left: the higher ones, the dragon and the phoenix are those that answer."""
    n = 20_000
    answers = batch.sample(np.random.default_rng(14), n, what="answer", previous=previous, cards=1)
    share = higher / (len(DECK) - len(tichu.parse(previous)))
    assert abs(answers.mean() - share) <= 4 * np.sqrt(share * (1 - share) / n)


def test_a_sample_of_pairs_on_queens_against_counting() -> None:
    """Two cards of the 54 left: a pair of kings or of aces, or the phoenix with one of these."""
    n = 200_000
    answers = batch.sample(np.random.default_rng(15), n, what="answer", previous="QQ", cards=2)
    share = (6 + 6 + 8) / (54 * 53 / 2)
    assert abs(answers.mean() - share) <= 4 * np.sqrt(share * (1 - share) / n)


def test_two_hands_of_one_deal_answer_if_either_can() -> None:
    """One card each of the 54 left: at least one of the ten that beat a queen, by counting the pairs without."""
    n = 200_000
    answers = batch.sample(np.random.default_rng(19), n, what="answer", previous="Q", cards=1, hands=2)
    share = 1 - (45 * 44) / (55 * 54)
    assert abs(answers.mean() - share) <= 4 * np.sqrt(share * (1 - share) / n)


def test_two_hands_share_no_card() -> None:
    """All the cards that are left, dealt to two: either or both can answer, and none of them has a queen seen."""
    seen = set_of_play(tichu.parse("Qj Qs"))
    hands = deal(np.random.default_rng(20), 50, DECK, (27, 27), without=seen)
    assert (hands[:, 0] & hands[:, 1] == 0).all()
    assert (hands[:, 0] | hands[:, 1] == np.uint64(DECK.mask & ~seen)).all()
    with pytest.raises(ValueError, match="hands is 0: expected a whole number, 1 or more"):
        batch.sample(np.random.default_rng(1), 1, hands=0)


def test_another_question() -> None:
    with pytest.raises(ValueError, match="what='bomb': expected one of 'straight', 'four', 'flush', 'any', 'answer'"):
        batch.sample(np.random.default_rng(1), 1, what="bomb")


# What is no hand

ASK = [*(f for name, f in batch.QUESTIONS.items() if name != "answer"), partial(batch.can_answer, previous="QQ")]


@pytest.mark.parametrize("ask", ASK)
def test_shapes(ask: Callable[[Any], NDArray[Any]]) -> None:
    assert ask(np.empty(0, np.uint64)).shape == (0,)
    assert ask(random_hands(16, 1)).shape == (1,)
    hands = random_hands(16, 9)
    read_only = hands.copy()
    read_only.flags.writeable = False
    for same in (read_only, np.repeat(hands, 3)[::3], hands[::-1].copy()[::-1]):
        np.testing.assert_array_equal(ask(same), ask(hands))


@pytest.mark.parametrize("ask", ASK)
def test_what_is_no_array_of_hands(ask: Callable[[Any], NDArray[Any]]) -> None:
    with pytest.raises(CardError, match=r"hands\[1\] is -1: expected a set of cards"):
        ask(np.array([0, -1]))
    with pytest.raises(TypeError, match=r"hands has dtype float64: expected cards\[tichu\] or uint64"):
        ask([0.5])
    with pytest.raises(ValueError, match=r"hands has shape \(3, 2\): expected one dimension"):
        ask(np.zeros((3, 2), np.uint64))
    with pytest.raises(ValueError, match=r"hands has shape \(\): expected one dimension"):
        ask(np.uint64(3))


@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize("bit", [56, 60, 63])
def test_bits_that_are_no_card(ask: Callable[[Any], NDArray[Any]], bit: int) -> None:
    hands = random_hands(17, 5)
    hands[3] |= np.uint64(1 << bit)
    with pytest.raises(CardError, match=rf"hands\[3\] is {int(hands[3]):#x}: expected cards of bits 0 to 55"):
        ask(hands)


def test_a_previous_play_that_is_no_play() -> None:
    hands = random_hands(18, 5)
    with pytest.raises(CardError, match="'X' in 'QX' is not a card"):
        batch.can_answer(hands, "QX")
    with pytest.raises(CardError, match="phoenix_value=3 cannot be"):
        batch.can_answer(hands, "P", phoenix_value=3)
    with pytest.raises(CardError, match="needs a single phoenix"):
        batch.can_answer(hands, "Q", phoenix_value=3.5)


def test_a_previous_play_may_be_any_iterable_read_once() -> None:
    hands = DECK.encode_many(["Kj P", "3s 4s"])
    no_combination = ["2", "3"]
    assert batch.can_answer(hands, no_combination).tolist() == [False, False]
    assert batch.can_answer(hands, iter(no_combination)).tolist() == [False, False]
    for previous in (["Qj", "Qs"], ["Q", "Q"]):
        listed, once = (
            batch.sample(np.random.default_rng(1), 1000, what="answer", previous=one)
            for one in (previous, iter(previous))
        )
        assert np.array_equal(listed, once)
