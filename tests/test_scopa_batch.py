"""Scopa in arrays: every holding, the whole grid of primiere, the cases, the mirror, bad input."""

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cardlab import CardError, scopa
from cardlab.deal import deal, random_subsets
from cardlab.frames import hands
from cardlab.scopa import DECK, Outcome, Rules
from cardlab.scopa.batch import outcomes, parts_batch, sample, score_batch
from cardlab.scopa.tables import suit_classes
from tests.cases import label, rows
from tests.scopa_rules import any_rules
from tests.second import scopa as second

BY_MISSING_SUIT = [Rules(missing_suit=name) for name in scopa.MISSING_SUIT_RULES]
HOUSE = Rules(points=("napola", "settanta", "cards", "donna bella", "primiera", "re bello"))
SIGN = {Outcome.WON: 1, Outcome.TIED: 0, Outcome.LOST: -1}
DECK_MASK = np.uint64(DECK.mask)

piles = st.integers(0, DECK.mask)


def scalar_outcomes(pile: int, rules: Rules) -> list[int]:
    return [SIGN[contest.outcome] for contest in scopa.contests(DECK.decode(pile), rules=rules)]


def random_piles(n: int) -> NDArray[np.uint64]:
    return random_subsets(np.random.default_rng(40), n, DECK)


@pytest.mark.parametrize("rules", [*BY_MISSING_SUIT, HOUSE], ids=str)
def test_every_holding_of_every_suit_goes_as_in_the_scalar_rule(rules: Rules) -> None:
    others = int(random_piles(1)[0])
    suits = [[others & ~(1023 << 10 * place) | held << 10 * place for held in range(1024)] for place in range(4)]
    hands = np.array(suits, dtype=np.uint64).ravel()
    wanted = [scalar_outcomes(int(pile), rules) for pile in hands]
    assert outcomes(hands, rules=rules).tolist() == wanted
    assert score_batch(hands, rules=rules).tolist() == [
        int(scopa.score(DECK.decode(int(pile)), rules=rules)) for pile in hands
    ]


class Shown(NamedTuple):
    """A pair of best cards, mine and theirs, that a suit can show (ranks; nothing where a side lacks the suit)."""

    mine: str
    theirs: str
    holdings: list[int]


def best(ranks: list[str]) -> str:
    """The rank that counts most in the primiera, or nothing."""
    return max(ranks, key=second.PRIMIERA_VALUES.__getitem__, default="")


@pytest.fixture(scope="module")
def classes() -> list[Shown]:
    """Every pair of best values that a suit can show, with all holdings that show it."""
    found: dict[tuple[int, int], Shown] = {}
    values = second.PRIMIERA_VALUES | {"": 0}
    for holding in range(1024):
        mine = best([rank for place, rank in enumerate(second.RANKS) if holding >> place & 1])
        theirs = best([rank for place, rank in enumerate(second.RANKS) if not holding >> place & 1])
        found.setdefault((values[mine], values[theirs]), Shown(mine, theirs, [])).holdings.append(holding)
    return list(found.values())


def test_a_suit_has_16_classes(classes: list[Shown]) -> None:
    assert len(classes) == 16
    assert sum(len(one.holdings) for one in classes) == 1024


@pytest.fixture(scope="module")
def grid(classes: list[Shown]) -> NDArray[np.uint64]:
    """A pile for each of the 16^4 ways to combine the classes, its holdings drawn at random from the classes."""
    rng = np.random.default_rng(65_536)
    suits = np.indices((16,) * 4).reshape(4, -1)
    holdings = np.zeros_like(suits)
    for number, one in enumerate(classes):
        holdings[suits == number] = rng.choice(one.holdings, size=16**3 * 4)
    piles = np.zeros(suits.shape[1], np.uint64)
    for place, suit in enumerate(holdings):
        piles |= suit.astype(np.uint64) << np.uint64(10 * place)
    return piles


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_the_whole_grid_of_primiere(rules: Rules, grid: NDArray[np.uint64], classes: list[Shown]) -> None:
    wanted, rule = [], rules.missing_suit
    for suits in product(classes, repeat=4):
        mine = frozenset(one.mine + suit for one, suit in zip(suits, second.SUITS, strict=True) if one.mine)
        theirs = frozenset(one.theirs + suit for one, suit in zip(suits, second.SUITS, strict=True) if one.theirs)
        wanted.append(second.primiera_point(mine, theirs, rule) - second.primiera_point(theirs, mine, rule))
    assert outcomes(grid, rules=rules)[:, 3].tolist() == wanted


@pytest.mark.parametrize("row", rows("scopa.csv"), ids=label)
def test_cases(row: dict[str, str]) -> None:
    hands = DECK.encode_many([row["captured"]])
    rules = Rules(missing_suit=row["missing_suit"])
    assert score_batch(hands, rules=rules).tolist() == [int(row["points"])]
    points = [int(row[f"{contest.replace(' ', '_')}_point"]) for contest in rules.points]
    assert (outcomes(hands, rules=rules) == 1).astype(int).tolist() == [points]


@settings(max_examples=40, deadline=None)
@given(piles, any_rules(3))
def test_any_pile_goes_as_in_the_scalar_rule(pile: int, rules: Rules) -> None:
    hands = np.array([pile], dtype=np.uint64)
    assert outcomes(hands, rules=rules).tolist() == [scalar_outcomes(pile, rules)]
    score = scopa.score(DECK.decode(pile), rules=rules)
    assert score_batch(hands, rules=rules).tolist() == [int(score)]
    assert parts_batch(hands, rules=rules).tolist() == [[item.points for item in score]]


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_the_other_side_has_the_opposite_outcome(rules: Rules) -> None:
    hands = random_piles(100_000)
    assert np.array_equal(outcomes(hands, rules=rules), -outcomes(DECK_MASK ^ hands, rules=rules))


def test_the_score_is_the_number_of_points_won() -> None:
    hands = random_piles(100_000)
    assert np.array_equal(score_batch(hands), (outcomes(hands) == 1).sum(axis=1))
    assert set(score_batch(hands).tolist()) == {0, 1, 2, 3, 4}


def test_any_length_any_stride_and_read_only_arrays() -> None:
    hands = random_piles(1000)
    scores, results = score_batch(hands), outcomes(hands)
    assert scores.dtype == score_batch(hands[:0]).dtype == np.uint8
    assert results.dtype == outcomes(hands[:0]).dtype == np.int8
    assert scores.shape == (1000,)
    assert results.shape == (1000, 4)
    assert score_batch(hands[:0]).shape == (0,)
    assert outcomes(hands[:0]).shape == (0, 4)
    assert score_batch(hands[:1]).tolist() == [scores[0]]
    assert np.array_equal(score_batch(hands[::-3]), scores[::-3])
    hands.flags.writeable = False
    assert np.array_equal(score_batch(hands), scores)


@pytest.mark.parametrize("function", [score_batch, outcomes])
@pytest.mark.parametrize(
    ("hands", "error", "message"),
    [
        (np.array([1.0]), TypeError, "captured has dtype float64: expected cards.scopa. or uint64"),
        ([-1], CardError, r"captured\[0\] is -1: expected a set of cards"),
        (np.ones((3, 2), np.uint64), ValueError, r"captured has shape \(3, 2\): expected one dimension"),
        (np.uint64(1), ValueError, r"captured has shape \(\): expected one dimension"),
    ],
)
def test_another_dtype_or_shape_is_refused(function: Any, hands: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        function(hands)


def test_piles_are_read_from_lists_and_series_and_answered_alike() -> None:
    piles = hands(["7D 7C 7H 7S", "KD"], DECK).set_axis(["a", "b"])
    sets = DECK.encode_many(["7D 7C 7H 7S", "KD"])
    assert pd.Series(score_batch(piles), dtype=int).to_dict() == {"a": 2, "b": 0}
    assert score_batch(sets.tolist()).tolist() == [2, 0]
    assert outcomes(piles).tolist() == outcomes(sets).tolist()


@pytest.mark.parametrize("function", [score_batch, outcomes])
@pytest.mark.parametrize("bad", [1 << 40, 1 << 63, (1 << 64) - 1])
@pytest.mark.parametrize("place", [0, 7])
def test_what_is_no_pile_is_refused_by_its_place(function: Any, bad: int, place: int) -> None:
    hands = np.full(9, DECK_MASK)
    hands[[place, 8]] = bad
    with pytest.raises(CardError, match=rf"captured\[{place}\] is {bad:#x}: expected cards of bits 0 to 39"):
        function(hands)


def test_a_sample_is_the_score_of_dealt_piles() -> None:
    def rng() -> np.random.Generator:
        return np.random.default_rng(7)

    assert np.array_equal(sample(rng(), 100), score_batch(random_subsets(rng(), 100, DECK)))
    assert np.array_equal(sample(rng(), 100, cards=20), score_batch(deal(rng(), 100, DECK, (20,))[:, 0]))
    assert sample(rng(), 3, cards=40).tolist() == [4, 4, 4]
    assert sample(rng(), 3, cards=0).tolist() == [0, 0, 0]
    assert sample(rng(), 0).shape == (0,)
    with pytest.raises(ValueError, match="41"):
        sample(rng(), 3, cards=41)


def test_a_sample_follows_the_rule_on_a_missing_suit() -> None:
    forfeit, strict, raw = (
        sample(np.random.default_rng(7), 500_000, cards=20, rules=rules) for rules in BY_MISSING_SUIT
    )
    assert 0 < np.count_nonzero(forfeit != strict) < 100
    assert 0 < np.count_nonzero(forfeit != raw) < 100
    assert np.all(strict <= forfeit)


def test_rules_with_the_most_classes_and_points_fit_the_tables() -> None:
    values = dict(zip(DECK.ranks, (2, 9, 4, 8, 6, 7, 1, 5, 3, 10), strict=True))  # the seven is worth least
    rules = Rules(tuple(scopa.POINTS), values)
    assert len(suit_classes(rules)[0]) ** 4 <= 1 << 22
    hands = random_piles(2000)
    wanted = [int(scopa.score(DECK.decode(pile), rules=rules)) for pile in hands.tolist()]
    assert score_batch(hands, rules=rules).tolist() == wanted
    assert score_batch(np.array([DECK.mask], np.uint64), rules=rules).tolist() == [7 + 10]
