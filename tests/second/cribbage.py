"""A second definition of the cribbage show, for comparison with the package's.

It is written from the rule text alone, by another route than the package's: every
subset of the five cards is looked at in turn and asked, in the words of the rules,
whether it is a fifteen, a pair or a run. It is plain and slow on purpose. Cards are
valid and distinct, written as "5H" or "TD": rank A23456789TJQK, then suit HDSC.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise

RANKS = "A23456789TJQK"
COUNTS = {
    "A": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 10,
    "J": 10,
    "Q": 10,
    "K": 10,
}


def rank(card: str) -> str:
    """Return the rank of a card."""
    return card[0]


def suit(card: str) -> str:
    """Return the suit of a card."""
    return card[1]


def subsets(cards: Sequence[str]) -> list[list[str]]:
    """Return every subset of the cards, the empty one included."""
    return [list(subset) for size in range(len(cards) + 1) for subset in combinations(cards, size)]


def is_fifteen(cards: Sequence[str]) -> bool:
    """Tell whether these are two or more cards that sum to fifteen."""
    return len(cards) >= 2 and sum(COUNTS[rank(card)] for card in cards) == 15


def is_pair(cards: Sequence[str]) -> bool:
    """Tell whether these are two cards of equal rank."""
    return len(cards) == 2 and rank(cards[0]) == rank(cards[1])


def is_run(cards: Sequence[str]) -> bool:
    """Tell whether these are three or more cards of consecutive ranks, ace low."""
    places = sorted(RANKS.index(rank(card)) for card in cards)
    return len(cards) >= 3 and all(later == earlier + 1 for earlier, later in pairwise(places))


def is_inside(run: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether the ranks of the run all occur in another, longer run."""
    return len(other) > len(run) and {rank(card) for card in run} <= {rank(card) for card in other}


def longest_runs(cards: Sequence[str]) -> list[list[str]]:
    """Return every run among the cards that does not lie inside a longer run."""
    runs = [subset for subset in subsets(cards) if is_run(subset)]
    return [run for run in runs if not any(is_inside(run, other) for other in runs)]


def flush_points(hand: Sequence[str], starter: str, crib: bool) -> int:
    """Return 5 for five cards of a suit, 4 for a hand of one suit, not in the crib."""
    hand_suits = {suit(card) for card in hand}
    if hand_suits == {suit(starter)}:
        return 5
    if len(hand_suits) == 1 and not crib:
        return 4
    return 0


def nobs_points(hand: Sequence[str], starter: str) -> int:
    """Return 1 for the jack of the starter's suit in the hand or crib."""
    return 1 if "J" + suit(starter) in hand else 0


def parts(hand: Sequence[str], starter: str, crib: bool = False) -> dict[str, int]:
    """Return the points of a show by fifteen, pair, run, flush and nobs."""
    cards = [*hand, starter]
    every = subsets(cards)
    return {
        "fifteen": sum(2 for subset in every if is_fifteen(subset)),
        "pair": sum(2 for subset in every if is_pair(subset)),
        "run": sum(len(run) for run in longest_runs(cards)),
        "flush": flush_points(hand, starter, crib),
        "nobs": nobs_points(hand, starter),
    }


def points(hand: Sequence[str], starter: str, crib: bool = False) -> int:
    """Return the points of a show: four cards in hand or crib, and the starter."""
    return sum(parts(hand, starter, crib).values())
