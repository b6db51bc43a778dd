"""Tichu over all hands and deals: each figure by a second way of counting, on small decks, and by simulation."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb, factorial, prod

import numpy as np
import pytest

from cardlab import CardError
from cardlab.deal import deal
from cardlab.simulate import simulate
from cardlab.tichu import DECK, batch, exact
from cardlab.tichu.answers.bombs import Deals

ASK = {"four": batch.holds_four_bomb, "flush": batch.holds_straight_flush_bomb, "any": batch.holds_bomb}
Counts = tuple[int, ...]
Polynomial = Counter[Counts]
"""Ways by numbers of cards, one number for each player."""


def multiplied(one: Polynomial, other: Polynomial, limit: int) -> Polynomial:
    ways: Polynomial = Counter()
    for (some, count), (more, times) in product(one.items(), other.items()):
        cards = tuple(a + b for a, b in zip(some, more, strict=True))
        if max(cards) <= limit:
            ways[cards] += count * times
    return ways


def deals(players: int, cards: int) -> int:
    return prod(comb(56 - cards * player, cards) for player in range(players))


# One hand


@pytest.mark.parametrize("cards", range(57))
def test_fours_of_one_hand_by_inclusion_and_exclusion_over_the_ranks(cards: int) -> None:
    terms = ((-1) ** k * comb(13, k) * comb(56 - 4 * k, cards - 4 * k) for k in range(1, cards // 4 + 1) if k <= 13)
    assert exact.bomb_probability("four", cards=cards) == Fraction(-sum(terms), comb(56, cards))


def test_straight_flushes_of_one_hand_by_the_holdings_of_a_suit() -> None:
    suit: Polynomial = Counter((holding.bit_count(),) for holding in range(1 << 13) if "11111" not in f"{holding:b}")
    specials: Polynomial = Counter({(k,): comb(4, k) for k in range(5)})
    two = multiplied(suit, suit, 56)
    bombless = multiplied(multiplied(two, two, 56), specials, 56)
    for cards in (4, 14, 40):
        expected = 1 - Fraction(bombless[cards,], comb(56, cards))
        assert exact.bomb_probability("flush", cards=cards) == expected


def by_transfer(d: Deals) -> int:
    """The bombless deals, rank by rank: the cards that each player has, whose run each suit is in, how long it is."""
    rest = d.players
    states: Counter[tuple[tuple[tuple[int, int], ...], Counts]] = Counter({(((rest, 0),) * d.suits, (0,) * rest): 1})
    for _ in range(d.ranks):
        after: Counter[tuple[tuple[tuple[int, int], ...], Counts]] = Counter()
        for ((runs, cards), ways), owners in product(states.items(), product(range(rest + 1), repeat=d.suits)):
            grown = tuple(number + owners.count(player) for player, number in enumerate(cards))
            lengths = [run + 1 if owner == last else 1 for owner, (last, run) in zip(owners, runs, strict=True)]
            new = [(o, length if d.flushes and o != rest else 0) for o, length in zip(owners, lengths, strict=True)]
            four = d.fours and len(set(owners)) == 1 and owners[0] != rest
            if not four and max(length for _, length in new) < d.shortest and max(grown) <= d.cards:
                after[tuple(sorted(new)), grown] += ways
        states = after
    return sum(
        ways
        for ((_, cards), ways), owners in product(states.items(), product(range(rest + 1), repeat=d.specials))
        if all(number + owners.count(player) == d.cards for player, number in enumerate(cards))
    )


@pytest.mark.parametrize("cards", [0, 5, 14])
def test_any_bomb_of_one_hand_by_a_transfer_over_the_ranks(cards: int) -> None:
    bombless = by_transfer(Deals(players=1, cards=cards, fours=True, flushes=True))
    assert exact.bomb_probability("any", cards=cards) == 1 - Fraction(bombless, comb(56, cards))


# Four hands


@pytest.mark.parametrize("cards", [0, 3, 4, 8, 11, 14])
def test_fours_of_any_player_by_inclusion_and_exclusion(cards: int) -> None:
    bombless = 0
    for fours in product(range(cards // 4 + 1), repeat=4):
        if sum(fours) <= 13:
            hands = [cards - 4 * k for k in fours]
            ranks = factorial(13) // prod(map(factorial, [*fours, 13 - sum(fours)]))
            rest = factorial(56 - 4 * sum(fours)) // prod(map(factorial, [*hands, 56 - 4 * cards]))
            bombless += (-1) ** sum(fours) * ranks * rest
    assert exact.bomb_probability("four", cards=cards, players=4) == 1 - Fraction(bombless, deals(4, cards))


def words(limit: int) -> Polynomial:
    """Which of four players can own the 13 cards of a suit, none of them five in a row."""
    states: Counter[tuple[Counts, int, int]] = Counter({((0,) * 4, 4, 0): 1})
    for _ in range(13):
        after: Counter[tuple[Counts, int, int]] = Counter()
        for ((cards, last, run), ways), owner in product(states.items(), range(4)):
            length = run + 1 if owner == last else 1
            grown = tuple(number + (i == owner) for i, number in enumerate(cards))
            if length < 5 and max(grown) <= limit:
                after[grown, owner, length] += ways
        states = after
    by_cards: Polynomial = Counter()
    for (cards, _, _), ways in states.items():
        by_cards[cards] += ways
    return by_cards


def test_straight_flushes_of_any_player_by_the_words_of_a_suit() -> None:
    cards = 14
    suit = words(cards)
    specials: Polynomial = Counter(tuple(map(four.count, range(4))) for four in product(range(4), repeat=4))
    half = multiplied(suit, suit, cards)
    other = multiplied(half, specials, cards)
    bombless = sum(ways * other[tuple(cards - number for number in counts)] for counts, ways in half.items())
    assert exact.bomb_probability("flush", cards=cards, players=4) == 1 - Fraction(bombless, deals(4, cards))


def test_any_bomb_of_any_player_of_five_cards_by_choosing_the_bombs() -> None:
    """With five cards nobody has two bombs: choose disjoint bombs, and players for them, with signs."""
    suits = [set(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
    bombs = [frozenset(range(rank, 52, 13)) for rank in range(13)]
    bombs += [frozenset(sorted(suit)[low : low + 5]) for suit in suits for low in range(9)]
    bombless = deals(4, 5)
    for number in range(1, 5):
        for chosen in combinations(bombs, number):
            cards = sum(map(len, chosen))
            if len(frozenset().union(*chosen)) == cards:
                rest = factorial(56 - cards) // prod([factorial(5)] * (4 - number)) // factorial(56 - 20)
                bombless += (-1) ** number * factorial(4) // factorial(4 - number) * rest
    assert exact.bomb_probability("any", cards=5, players=4) == 1 - Fraction(bombless, deals(4, 5))


# Small decks

SMALL = [
    {"players": 1, "cards": 7, "ranks": 8, "suits": 2, "specials": 1, "shortest": 2},
    {"players": 2, "cards": 3, "ranks": 4, "suits": 2, "specials": 1, "shortest": 2},
    {"players": 2, "cards": 7, "ranks": 7, "suits": 2, "specials": 0, "shortest": 3},
    {"players": 3, "cards": 3, "ranks": 3, "suits": 3, "specials": 1, "shortest": 2},
    {"players": 3, "cards": 3, "ranks": 5, "suits": 2, "specials": 0, "shortest": 3},
    {"players": 4, "cards": 2, "ranks": 4, "suits": 2, "specials": 1, "shortest": 2},
    {"players": 2, "cards": 4, "ranks": 2, "suits": 4, "specials": 1, "shortest": 2},
]
LARGER = [
    {"players": 2, "cards": 11, "ranks": 11, "suits": 2, "specials": 1, "shortest": 5},
    {"players": 2, "cards": 6, "ranks": 6, "suits": 3, "specials": 1, "shortest": 3},
    {"players": 3, "cards": 4, "ranks": 4, "suits": 3, "specials": 0, "shortest": 3},
    {"players": 4, "cards": 3, "ranks": 6, "suits": 2, "specials": 1, "shortest": 3},
]
WHICH = [{"fours": True, "flushes": False}, {"fours": False, "flushes": True}, {"fours": True, "flushes": True}]


def dealt_out(deck: frozenset[int], players: int, cards: int) -> Iterator[list[frozenset[int]]]:
    """All deals, hand by hand."""
    if players == 0:
        yield []
        return
    for hand in map(frozenset, combinations(sorted(deck), cards)):
        for others in dealt_out(deck - hand, players - 1, cards):
            yield [hand, *others]


@pytest.mark.parametrize("which", WHICH)
@pytest.mark.parametrize("small", SMALL)
def test_small_decks_dealt_out(small: dict[str, int], which: dict[str, bool]) -> None:
    d = Deals(**small, **which)  # type: ignore[arg-type]
    bombs = [[rank + d.ranks * suit for suit in range(d.suits)] for rank in range(d.ranks) if d.fours]
    lows = range(d.ranks - d.shortest + 1) if d.flushes else ()
    bombs += [[d.ranks * suit + low + i for i in range(d.shortest)] for suit in range(d.suits) for low in lows]
    sets = [frozenset(bomb) for bomb in bombs]
    bombless = total = 0
    for hands in dealt_out(frozenset(range(d.suits * d.ranks + d.specials)), d.players, d.cards):
        total += 1
        bombless += not any(bomb <= hand for bomb in sets for hand in hands)
    assert (d.bombless, d.total) == (bombless, total)
    assert 0 < bombless < total


@pytest.mark.slow
@pytest.mark.parametrize("larger", LARGER)
def test_larger_decks_by_a_transfer_over_the_ranks(larger: dict[str, int]) -> None:
    d = Deals(**larger, fours=True, flushes=True)
    assert d.bombless == by_transfer(d)
    assert 0 < d.bombless < d.total


# Straights


@cache
def straights(phoenix: bool) -> Counter[tuple[int, int]]:
    """Hands by their size and longest straight, rank by rank: run, run with a gap, the longest so far, cards."""
    counts: Counter[tuple[int, int]] = Counter()
    for joker in (0, 1):
        states: Counter[Counts] = Counter({(0, 0, 0, 0): 1})
        for copies in (1, *(4,) * 13):
            after: Counter[Counts] = Counter()
            for ((run, gapped, longest, held), ways), more in product(states.items(), range(copies + 1)):
                bridged = run + 1 if joker and phoenix and copies == 4 else 0
                grown = (run + 1, max(gapped + 1, bridged)) if more else (0, bridged)
                after[*grown, max(longest, *grown), held + more] += ways * comb(copies, more)
            states = after
        for ((_, _, longest, held), ways), others in product(states.items(), range(3)):
            counts[held + joker + others, longest if longest >= 5 else 0] += ways * comb(2, others)
    return counts


@pytest.mark.parametrize("cards", [4, 5, 8, 14, 30])
@pytest.mark.parametrize("phoenix", [True, False])
def test_straights_by_a_transfer_over_the_ranks(cards: int, phoenix: bool) -> None:
    lengths = exact.distribution(phoenix=phoenix, cards=cards)
    assert lengths.total == comb(56, cards)
    expected = {length: ways for (held, length), ways in straights(phoenix).items() if held == cards}
    assert {length: count for length, count in lengths if count} == expected


def test_the_longest_straight_of_all() -> None:
    """From the Mah Jong to the ace; the phoenix can be any of the thirteen ranks, but not the Mah Jong."""
    assert exact.distribution(phoenix=False).count(14) == 4**13
    assert exact.distribution().count(14) == 4**13 + 13 * 4**12


# Simulation


@pytest.mark.parametrize("phoenix", [True, False])
def test_a_simulation_of_straights(phoenix: bool) -> None:
    sample = simulate(partial(batch.sample, phoenix=phoenix), 200_000, seed=3)
    assert sample.compare(exact.distribution(phoenix=phoenix)).p_value > 0.001


@pytest.mark.parametrize("cards", [14, 20])
@pytest.mark.parametrize("kind", ASK)
def test_a_simulation_of_bombs(kind: str, cards: int) -> None:
    sample = simulate(partial(batch.sample, what=kind, cards=cards), 200_000, seed=4)
    expected = exact.distribution(what=kind, cards=cards)
    assert sample.compare(expected).p_value > 0.001
    assert expected.exact_mean == exact.bomb_probability(kind, cards=cards)


@pytest.mark.parametrize(
    ("kind", "cards", "players"), [("four", 14, 4), ("flush", 14, 4), ("any", 9, 4), ("any", 14, 2)]
)
def test_a_simulation_of_the_bombs_of_several_hands(kind: str, cards: int, players: int) -> None:
    n = 200_000
    hands = deal(np.random.default_rng(5), n, DECK, (cards,) * players)
    seen = np.mean(np.any([ASK[kind](hands[:, player]) for player in range(players)], axis=0))
    expected = float(exact.bomb_probability(kind, cards=cards, players=players))
    assert abs(seen - expected) <= 4 * np.sqrt(expected * (1 - expected) / n)


# What cannot be asked


def test_no_kind_of_bomb() -> None:
    with pytest.raises(ValueError, match="'fours' is not a kind of bomb: expected 'four', 'flush', 'any'"):
        exact.bomb_probability("fours")


def test_no_question() -> None:
    with pytest.raises(ValueError, match="'answer' is no"):
        exact.distribution(what="answer")


@pytest.mark.parametrize("cards", [-1, 57])
def test_hands_that_cannot_be_dealt(cards: int) -> None:
    for ask in (exact.bomb_probability, exact.distribution):
        with pytest.raises(ValueError, match=f"cards is {cards}: expected a whole number from 0 to 56"):
            ask(cards=cards)
    with pytest.raises(ValueError, match="cards is 15: expected a whole number from 0 to 14"):
        exact.bomb_probability("four", cards=15, players=4)
    with pytest.raises(CardError, match="players is 5: expected a whole number from 1 to 4"):
        exact.bomb_probability("four", cards=1, players=5)
    with pytest.raises(CardError, match=r"cards is 8\.5"):
        exact.bomb_probability("four", cards=8.5)  # type: ignore[arg-type]
