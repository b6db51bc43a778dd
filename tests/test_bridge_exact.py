"""Bridge counted over all hands: published tables, second derivations, relations, simulation."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, log2, prod, sqrt

import numpy as np
import pytest
from scipy import stats

from cardlab import CardError
from cardlab.bridge import BUM_RAP, CONTROLS, COUNTS, DECK, FIFTHS, HIGH_CARDS, TRUMPS, ZAR, Count, exact, shorthand
from cardlab.bridge.batch import sample, score_batch
from cardlab.bridge.exact import by_shape, distribution, shapes
from cardlab.deal import deal
from cardlab.distribution import Distribution
from tests.cases import rows
from tests.second import bridge as second

HANDS = comb(52, 13)
HIGH_CARD_WORTHS = tuple(second.HONOUR_POINTS.values())
Lengths = tuple[int, ...]


def test_the_published_high_card_points() -> None:
    points = distribution(rules=HIGH_CARDS)
    published = rows("bridge_hcp_published.csv")
    assert [int(row["high_card_points"]) for row in published] == list(range(31))
    for row in published:
        assert f"{100 * points.probability(int(row['high_card_points'])):.4f}" == row["percent"]


def test_the_published_shapes() -> None:
    published = [(row["shape"], int(row["hands"])) for row in rows("bridge_shapes_published.csv")]
    assert len(published) == 39
    assert list(shapes().items()) == published


def test_the_figures_that_everybody_quotes() -> None:
    points = distribution(rules=HIGH_CARDS)
    assert [points.count(value) for value in (0, 10, 37, 38)] == [2_310_789_600, 59_723_754_816, 4, 0]
    assert shapes()["4-4-3-2"] == 136_852_887_600
    assert points.total == sum(shapes().values()) == HANDS == 635_013_559_600


def test_the_mean_is_ten_whatever_the_shape() -> None:
    assert {points.exact_mean for points in by_shape(rules=HIGH_CARDS).values()} == {Fraction(10)}
    assert distribution(rules=HIGH_CARDS).exact_mean == 10


def test_the_shapes_add_up_to_all_hands() -> None:
    counts: Counter[int] = Counter()
    for points in by_shape(rules=HIGH_CARDS).values():
        counts.update(dict(points))
    assert Distribution.exact(counts) == distribution(rules=HIGH_CARDS)


@pytest.mark.parametrize(
    ("rules", "worths"),
    [
        (HIGH_CARDS, (4, 3, 2, 1, 0)),
        (CONTROLS, (2, 1, 0, 0, 0)),
        (FIFTHS, (20, 14, 9, 5, 2)),
        (BUM_RAP, (18, 12, 6, 3, 1)),
    ],
)
def test_the_points_of_honours_by_ranks_instead_of_suits(rules: Count, worths: tuple[int, ...]) -> None:
    """The worths of ace to ten are in steps: of a whole point, a fifth, a quarter."""
    counts: Counter[int] = Counter()
    for held in product(range(5), repeat=5):
        points = sum(worth * cards for worth, cards in zip(worths, held, strict=True))
        if sum(held) <= 13:
            counts[points] += prod(comb(4, cards) for cards in held) * comb(32, 13 - sum(held))
    assert Distribution.exact(counts) == distribution(rules=rules)


def test_the_shapes_by_binomials() -> None:
    for shape, hands in shapes().items():
        lengths = [int(length) for length in shape.split("-")]
        assert hands == len(set(permutations(lengths))) * prod(comb(13, length) for length in lengths)


@cache
def dealt(worths: tuple[int, ...]) -> Counter[tuple[Lengths, int]]:
    """How many hands have these lengths and points of high cards: each honour is taken or left, one after the other."""
    counts: Counter[tuple[Lengths, int]] = Counter()
    for lengths in product(range(10), repeat=4):
        if sum(lengths) <= 13:
            counts[lengths, 0] = prod(comb(9, length) for length in lengths)
    for place, worth in product(range(4), worths):
        for (lengths, points), hands in list(counts.items()):
            if sum(lengths) < 13:
                taken = tuple(length + (suit == place) for suit, length in enumerate(lengths))
                counts[taken, points + worth] += hands
    return Counter({(lengths, points): hands for (lengths, points), hands in counts.items() if sum(lengths) == 13})


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_points_by_dealing_the_honours_one_by_one(trump: str) -> None:
    counts: Counter[int] = Counter()
    for (lengths, high_cards), hands in dealt(HIGH_CARD_WORTHS).items():
        counts[high_cards + adjustments(lengths, trump)] += hands
    assert Distribution.exact(counts) == distribution(trump)


def test_the_points_with_the_longest_suit_as_trumps_by_dealing_the_honours_one_by_one() -> None:
    counts: Counter[int] = Counter()
    for (lengths, high_cards), hands in dealt(HIGH_CARD_WORTHS).items():
        counts[high_cards + adjustments(lengths, TRUMPS[lengths.index(max(lengths))])] += hands
    assert Distribution.exact(counts) == exact.longest_suit()


def test_zar_points_by_dealing_the_honours_one_by_one() -> None:
    counts: Counter[int] = Counter()
    for (lengths, high_cards), hands in dealt((6, 4, 2, 1)).items():
        longest, second_longest, _, shortest = sorted(lengths, reverse=True)
        counts[high_cards + longest + second_longest + longest - shortest] += hands
    assert Distribution.exact(counts) == distribution(rules=ZAR) == distribution("spades", rules=ZAR)


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
    assert distribution("♠").name == "adjusted count, spades"
    with pytest.raises(CardError, match="unknown trump 'stars'"):
        distribution("stars")


@pytest.mark.parametrize("trump", ["notrump", "hearts"])
def test_a_simulation_agrees(trump: str) -> None:
    values, counts = np.unique(sample(np.random.default_rng(13), 1_000_000, trump=trump), return_counts=True)
    comparison = Distribution.sample(values, counts, seed=13).compare(distribution(trump))
    assert abs(comparison.mean_deviation) < 4
    assert abs(comparison.largest_deviation) < 5
    assert comparison.p_value > 0.001


@pytest.mark.parametrize("rules", COUNTS, ids=lambda rules: rules.name)
def test_with_the_longest_suit_as_trumps_a_simulation_agrees(rules: Count) -> None:
    """Each hand counted in all four suits, and the points kept of one whose length is the greatest."""
    hands = deal(np.random.default_rng(14), 200_000, DECK, (13,))[:, 0]
    lengths = [np.bitwise_count(hands >> np.uint64(13 * at) & np.uint64(0x1FFF)) for at in range(4)]
    points = np.array([score_batch(hands, trump, rules=rules) for trump in DECK.suit_names])
    for longest in (np.argmax(lengths, axis=0), 3 - np.argmax(lengths[::-1], axis=0)):  # of equals the first, the last
        values, counts = np.unique(points[longest, np.arange(len(hands))], return_counts=True)
        comparison = Distribution.sample(values, counts, seed=14).compare(exact.longest_suit(rules=rules))
        assert abs(comparison.mean_deviation) < 4
        assert comparison.p_value > 0.0001


# The shorthand


def test_the_shorthands_by_listing_the_kinds_of_suits() -> None:
    """A kind of suit is a set of honours and a number of lower cards; four kinds with 13 cards are a shorthand."""
    kinds = [(low + honours.bit_count(), comb(9, low)) for honours in range(16) for low in range(10)]
    pairs = Counter((a + c, b * d) for (a, b), (c, d) in product(kinds, kinds))
    fours: Counter[int] = Counter()
    for (a, b), (c, d) in product(pairs, pairs):
        if a + c == 13:
            fours[b * d] += pairs[a, b] * pairs[c, d]
    assert exact.shorthands() == dict(fours)
    assert sum(hands * number for hands, number in fours.items()) == comb(52, 13)


def test_the_information_is_the_entropy() -> None:
    standing_for = exact.shorthands()
    shares = [hands / comb(52, 13) for hands, number in standing_for.items() for _ in range(number)]
    assert exact.information(standing_for) == pytest.approx(stats.entropy(shares, base=2))


def test_a_random_shorthand_tells_as_much_as_it_should() -> None:
    """The mean of log2(hands / hands that share the shorthand) over random hands."""
    hands = deal(np.random.default_rng(6), 20_000, DECK, (13,))[:, 0]
    words = [shorthand(DECK.decode(hand)).split() for hand in hands.tolist()]
    bits = [log2(comb(52, 13) / prod(comb(9, suit.count("x")) for suit in word)) for word in words]
    error = np.std(bits) / sqrt(len(bits))
    assert abs(np.mean(bits) - exact.information(exact.shorthands())) < 4 * error


@pytest.mark.parametrize("trump", TRUMPS)
def test_points_depend_on_the_shorthand_and_the_trump_alone(trump: str) -> None:
    """The lower cards of each suit become the lowest ones: another hand with the same shorthand."""
    hands = deal(np.random.default_rng(7), 200_000, DECK, (13,))[:, 0]
    honours = np.uint64(DECK.encode([rank + suit for rank in "AKQJ" for suit in DECK.suits]))
    lowest = hands & honours
    for at in range(4):
        low = np.bitwise_count(hands & ~honours & np.uint64(0x1FFF << 13 * at)).astype(np.uint64)
        lowest |= ((np.uint64(1) << low) - np.uint64(1)) << np.uint64(13 * at)
    assert (np.bitwise_count(lowest) == 13).all()
    assert (lowest != hands).mean() > 0.99
    assert (score_batch(lowest, trump) == score_batch(hands, trump)).all()
    for one, other in zip(hands[:200].tolist(), lowest[:200].tolist(), strict=True):
        assert shorthand(DECK.decode(one)) == shorthand(DECK.decode(other))


def test_the_points_of_a_suit_depend_on_its_shorthand_alone_in_all_its_holdings() -> None:
    """All 8,192 holdings of spades, the cards that they lack in hearts, by the points of both in all strains."""
    holdings = np.arange(1 << 13, dtype=np.uint64)
    hands = holdings << np.uint64(39) | (~holdings & np.uint64(0x1FFF)) << np.uint64(26)
    for trump in TRUMPS:
        points: dict[tuple[int, int], set[int]] = {}
        for holding, found in enumerate(score_batch(hands, trump).tolist()):
            points.setdefault((holding >> 9, holding.bit_count()), set()).add(found)
        assert all(len(found) == 1 for found in points.values())
