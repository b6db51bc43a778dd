"""Dealing: disjoint hands of the sizes asked for, every outcome equally likely."""

import math
from importlib import import_module
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from cardlab import bridge, cribbage, scopa, tichu
from cardlab.cards import Deck
from cardlab.deal import BLOCK, FRACTION_BITS, _deal_block, _plan, deal, random_subsets
from cardlab.games import GAMES

SMALL = Deck("small", "A23456789T", "S", ("spades",))
FIVE = Deck("five", "A2345", "S", ("spades",))
FULL = Deck("full", "ABCDEFGHIJKLMNOP", "SHDC", ("spades", "hearts", "diamonds", "clubs"))
DECKS = [scopa.DECK, cribbage.DECK, bridge.DECK, tichu.DECK, SMALL, FIVE, FULL]
UNLIKELY = 1e-4


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def evenness(outcomes: NDArray[Any], possible: int) -> float:
    """The p-value of the chi-square test that the possible outcomes are equally likely."""
    counts = np.unique(outcomes, return_counts=True)[1]
    padded = np.concatenate([counts, np.zeros(possible - len(counts))])
    return float(stats.chisquare(padded).pvalue)


@st.composite
def decks_and_sizes(draw: st.DrawFn) -> tuple[Deck, list[int]]:
    deck = draw(st.sampled_from(DECKS))
    cuts = sorted(draw(st.lists(st.integers(0, len(deck)), max_size=6)))
    return deck, np.diff([0, *cuts]).tolist()


@settings(deadline=None)  # the first deal may compile
@given(decks_and_sizes(), st.integers(0, 50), st.integers(0, 2**64))
def test_hands_are_disjoint_and_of_their_sizes(given: tuple[Deck, list[int]], n: int, seed: int) -> None:
    deck, sizes = given
    hands = deal(generator(seed), n, deck, sizes)
    assert hands.shape == (n, len(sizes))
    assert hands.dtype == np.uint64
    assert np.array_equal(np.bitwise_count(hands), np.tile(sizes, (n, 1)))
    together = np.bitwise_or.reduce(hands, axis=1)
    assert np.all(np.bitwise_count(together) == sum(sizes))
    assert not np.any(together & np.uint64(2**64 - 1 - deck.mask))


def test_many_blocks_with_refused_words_fill_every_row() -> None:
    hands = deal(generator(5), 3 * BLOCK + 7, bridge.DECK, (13, 13, 13, 13))
    assert np.all(np.bitwise_count(hands) == 13)
    assert np.all(np.bitwise_or.reduce(hands, axis=1) == bridge.DECK.mask)
    assert len(np.unique(hands[:, 0])) > 3 * BLOCK


def test_columns_are_contiguous() -> None:
    assert all(column.flags.c_contiguous for column in deal(generator(1), 9, SMALL, (4, 1)).T)


def test_a_seed_gives_the_same_deals_and_another_gives_others() -> None:
    one, again, other = (deal(generator(seed), 100, cribbage.DECK, (4, 1)) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.any(np.all(one == other, axis=1))


def test_deals_go_on_where_the_generator_stands() -> None:
    rng = generator(1)
    one, two = (deal(rng, 100, cribbage.DECK, (4, 1)) for _ in range(2))
    assert not np.any(np.all(one == two, axis=1))


@pytest.mark.parametrize("size", range(1, 5))
def test_all_hands_of_a_small_deck_are_equally_likely(size: int) -> None:
    assert evenness(deal(generator(size), 50_000, FIVE, (size,)), math.comb(5, size)) > UNLIKELY


@pytest.mark.parametrize("sizes", [(2, 1), (1, 2), (2, 1, 2)])
def test_all_divisions_of_a_small_deck_are_equally_likely(sizes: tuple[int, ...]) -> None:
    hands = deal(generator(9), 60_000, FIVE, sizes).astype(np.int64)
    outcomes = hands @ (32 ** np.arange(len(sizes)))
    assert evenness(outcomes, math.factorial(5) // math.prod(map(math.factorial, (*sizes, 5 - sum(sizes))))) > UNLIKELY


@pytest.mark.parametrize(
    ("deck", "sizes", "hand"), [(cribbage.DECK, (4, 1), 0), (bridge.DECK, (13,) * 4, 3), (tichu.DECK, (14,) * 4, 1)]
)
def test_cards_and_pairs_of_cards_are_equally_likely(deck: Deck, sizes: tuple[int, ...], hand: int) -> None:
    n, size = 40_000, sizes[hand]
    hands = deal(generator(3), n, deck, sizes)[:, hand]
    held = (hands[:, None] >> np.arange(len(deck), dtype=np.uint64)) & np.uint64(1)
    together = held.astype(np.float64).T @ held.astype(np.float64)
    card, pair = size / len(deck), size * (size - 1) / (len(deck) * (len(deck) - 1))
    cards = (np.diag(together) - n * card) / math.sqrt(n * card * (1 - card))
    pairs = (together[np.triu_indices(len(deck), 1)] - n * pair) / math.sqrt(n * pair * (1 - pair))
    for deviations in (cards, pairs):  # each about normal; the largest of 1,540 stays under 4.9 with probability 0.998
        assert np.abs(deviations).max() < 4.9
        assert 0.8 < deviations.std() < 1.2


def test_the_starter_is_any_card_whatever_the_hand() -> None:
    hands, starters = deal(generator(4), 100_000, cribbage.DECK, (4, 1)).T
    assert evenness(starters, 52) > UNLIKELY
    assert evenness(starters[hands & np.uint64(1) == 1], 51) > UNLIKELY


# A second definition of the shuffle, in Python's integers: the steps of a word are the digits, in the mixed radix of
# the bounds, of floor(x * P / 2**58) for the word's lowest 58 bits x and the product P of the bounds; a word is refused
# if x * P mod 2**58 < 2**58 mod P.


def accepted(x: int, product: int) -> bool:
    words: int = 2**FRACTION_BITS
    return x * product % words >= words % product


def plain_shuffle(row: list[int], cuts: list[int], cards: list[int]) -> bool:
    good = True
    for word, (first, end) in zip(row, pairwise(cuts), strict=True):
        bounds = [len(cards) - step for step in range(first, end)]
        product, x = math.prod(bounds), word % 2**FRACTION_BITS
        good = good and accepted(x, product)
        digits = x * product >> FRACTION_BITS
        for step, bound in zip(range(first, end), bounds, strict=True):
            product //= bound
            digit, digits = divmod(digits, product)
            cards[step], cards[step + digit] = cards[step + digit], cards[step]
    return good


def edges(product: int, count: int) -> list[int]:
    """Words where the outcome changes, their neighbours, and one whose last fraction is the threshold itself."""
    outcomes = [0, 1, product - 1, *(product * k // count for k in range(1, count))]
    exact = [-(-(k << FRACTION_BITS) // product) for k in outcomes]
    at_threshold = 2**FRACTION_BITS - 2**FRACTION_BITS // product
    return [at_threshold, *((x + by) % 2**FRACTION_BITS for x in exact for by in (-1, 0, 1))]


@pytest.mark.parametrize("steps", [1, 2, 5, 9, 13, 39, 51])
def test_the_kernel_is_the_second_definition_at_the_edges_too(steps: int) -> None:
    cuts, thresholds = _plan(52, steps)
    products = [math.prod(range(52 - end + 1, 52 - first + 1)) for first, end in pairwise(cuts.tolist())]
    assert thresholds.tolist() == [2**FRACTION_BITS % product for product in products]
    rng = generator(steps)
    words = rng.integers(0, 2**64, size=(2_000, len(products)), dtype=np.uint64)
    for column, product in enumerate(products):
        at_edges = np.array(edges(product, 100), dtype=np.uint64)
        words[rng.choice(len(words), len(at_edges), replace=False), column] = at_edges
    cards, hands = np.uint64(1) << np.arange(52, dtype=np.uint64), np.empty((len(words), 1), np.uint64)
    done = _deal_block(words, (cuts, thresholds), np.array([steps]), cards, hands)
    plain = [1 << bit for bit in range(52)]
    expected = [sum(plain[:steps]) for row in words.tolist() if plain_shuffle(row, cuts.tolist(), plain)]
    assert hands[:done, 0].tolist() == expected
    assert 0 < done < len(words)
    assert cards.tolist() == plain


@pytest.mark.parametrize("product", [52, 52 * 51 * 50 * 49 * 48, math.perm(52, 9)])
def test_every_outcome_is_made_by_the_same_number_of_words(product: int) -> None:
    for outcome in [*range(20), product // 3, product - 2, product - 1]:
        first, end = (-(-(k << FRACTION_BITS) // product) for k in (outcome, outcome + 1))
        refused = next(i for i in range(end - first + 1) if i == end - first or accepted(first + i, product))
        assert all(accepted(x, product) for x in (first + refused, end - 1))
        assert end - first - refused == 2**FRACTION_BITS // product


def test_random_subsets_are_equally_likely() -> None:
    hands = random_subsets(generator(6), 64_000, FIVE)
    assert hands.shape == (64_000,)
    assert hands.dtype == np.uint64
    assert evenness(hands, 32) > UNLIKELY


def test_random_subsets_hold_each_card_half_the_time_and_independently() -> None:
    n = 100_000
    hands = random_subsets(generator(7), n, scopa.DECK)
    assert not np.any(hands >> np.uint64(40))
    for one, other in combinations(range(0, 40, 3), 2):
        both = (hands >> np.uint64(one) & np.uint64(1)) * 2 + (hands >> np.uint64(other) & np.uint64(1))
        assert evenness(both, 4) > UNLIKELY
    assert random_subsets(generator(8), 3, FULL).max() >= 2**62


@pytest.mark.parametrize("sizes", [(53,), (4, -1), (26, 27), (-1,)])
def test_sizes_that_do_not_fit_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected none below 0 and at most 52 cards in all"):
        deal(generator(1), 3, cribbage.DECK, sizes)


def test_other_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="deals is -1: expected a whole number of 0 or more"):
        deal(generator(1), -1, cribbage.DECK, (5,))
    with pytest.raises(ValueError, match="deals is -1: expected a whole number of 0 or more"):
        random_subsets(generator(1), -1, scopa.DECK)
    with pytest.raises(TypeError, match=r"rng is a RandomState: expected a numpy\.random\.Generator"):
        deal(np.random.RandomState(1), 1, cribbage.DECK, (5,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="float"):
        deal(generator(1), 1, cribbage.DECK, (5.0,))  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_of_1e3_deals_is_one_of_1000(game: str) -> None:
    frame = import_module(f"cardlab.{game}.frame")
    card = "7D" if game == "scopa" else ""
    assert frame.deals(1e3, seed=1, holding=card).equals(frame.deals(1000, seed=1, holding=card))
    with pytest.raises(ValueError, match=r"deals is 1\.5: expected a whole number of 0 or more"):
        frame.deals(1.5, seed=1)
