"""Bridge counted over all hands: published tables, second derivations, relations, simulation."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import numpy as np
import pytest

from cardlab import CardError
from cardlab.bridge import TRUMPS
from cardlab.bridge.batch import sample
from cardlab.bridge.exact import distribution, high_card_points, high_card_points_by_shape, shapes
from cardlab.distribution import Distribution
from tests.cases import rows
from tests.second import bridge as second

HANDS = comb(52, 13)
Lengths = tuple[int, ...]


def test_the_published_high_card_points() -> None:
    points = high_card_points()
    published = rows("bridge_hcp_published.csv")
    assert [int(row["high_card_points"]) for row in published] == list(range(31))
    for row in published:
        assert f"{100 * points.probability(int(row['high_card_points'])):.4f}" == row["percent"]


def test_the_published_shapes() -> None:
    published = [(row["shape"], int(row["hands"])) for row in rows("bridge_shapes_published.csv")]
    assert len(published) == 39
    assert list(shapes().items()) == published


def test_the_figures_that_everybody_quotes() -> None:
    points = high_card_points()
    assert [points.count(value) for value in (0, 10, 37, 38)] == [2_310_789_600, 59_723_754_816, 4, 0]
    assert shapes()["4-4-3-2"] == 136_852_887_600
    assert points.total == sum(shapes().values()) == HANDS == 635_013_559_600


def test_the_mean_is_ten_whatever_the_shape() -> None:
    assert {points.exact_mean for points in high_card_points_by_shape().values()} == {Fraction(10)}
    assert high_card_points().exact_mean == 10


def test_the_shapes_add_up_to_all_hands() -> None:
    counts: Counter[int] = Counter()
    for points in high_card_points_by_shape().values():
        counts.update(dict(points))
    assert Distribution.exact(counts) == high_card_points()


def test_the_high_card_points_by_ranks_instead_of_suits() -> None:
    counts: Counter[int] = Counter()
    for held in product(range(5), repeat=4):
        points = sum(worth * cards for worth, cards in zip(second.HONOUR_POINTS.values(), held, strict=True))
        if sum(held) <= 13:
            counts[points] += prod(comb(4, cards) for cards in held) * comb(36, 13 - sum(held))
    assert Distribution.exact(counts) == high_card_points()


def test_the_shapes_by_binomials() -> None:
    for shape, hands in shapes().items():
        lengths = [int(length) for length in shape.split("-")]
        assert hands == len(set(permutations(lengths))) * prod(comb(13, length) for length in lengths)


@pytest.fixture(scope="module")
def dealt() -> Counter[tuple[Lengths, int]]:
    """How many hands have these lengths and high-card points: each honour is taken or left, one after the other."""
    counts: Counter[tuple[Lengths, int]] = Counter()
    for lengths in product(range(10), repeat=4):
        if sum(lengths) <= 13:
            counts[lengths, 0] = prod(comb(9, length) for length in lengths)
    for place, worth in product(range(4), second.HONOUR_POINTS.values()):
        for (lengths, points), hands in list(counts.items()):
            if sum(lengths) < 13:
                taken = tuple(length + (suit == place) for suit, length in enumerate(lengths))
                counts[taken, points + worth] += hands
    return Counter({(lengths, points): hands for (lengths, points), hands in counts.items() if sum(lengths) == 13})


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_points_by_dealing_the_honours_one_by_one(trump: str, dealt: Counter[tuple[Lengths, int]]) -> None:
    counts: Counter[int] = Counter()
    for (lengths, high_cards), hands in dealt.items():
        counts[high_cards + adjustments(lengths, trump)] += hands
    assert Distribution.exact(counts) == distribution(trump)


def adjustments(lengths: Lengths, trump: str) -> int:
    cards = [rank + suit for suit, length in zip(second.SUITS, lengths, strict=True) for rank in second.RANKS[:length]]
    return second.flat_points(cards) + second.long_suit_points(cards) + second.short_suit_points(cards, trump)


def test_the_extremes() -> None:
    assert distribution().count(-1) == 4 * comb(9, 4) * comb(9, 3) ** 3  # flat without an honour
    assert distribution("clubs").count(-1) == distribution().count(-1)
    flat, five_suit, two_fours = 4, 4 * 9 * 3, 6 * 2  # AKQJ AKQ AKQ AKQ less one; AKQJx AKQ AKQ AK; AKQJ AKQJ AKQ AK
    assert distribution().count(36) == flat + five_suit + two_fours
    assert distribution().values.max() == 36
    assert distribution("clubs").values.max() == 37  # AKQJ AKQJ AKQJ and a side ace
    assert distribution("clubs").values.min() == -1


def test_the_name_of_the_trump_suit_makes_no_difference() -> None:
    assert len({distribution(trump) for trump in ("clubs", "diamonds", "hearts", "spades")}) == 1
    assert distribution("NT") == distribution()
    assert distribution("♠").name == "bridge points, spades"
    with pytest.raises(CardError, match="'stars' is no trump"):
        distribution("stars")


@pytest.mark.parametrize("trump", ["notrump", "hearts"])
def test_a_simulation_agrees(trump: str) -> None:
    values, counts = np.unique(sample(np.random.default_rng(13), 1_000_000, trump=trump), return_counts=True)
    comparison = Distribution.sample(values, counts, seed=13).compare(distribution(trump))
    assert abs(comparison.mean_deviation) < 4
    assert abs(comparison.largest_deviation) < 5
    assert comparison.p_value > 0.001
