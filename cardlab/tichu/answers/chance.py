"""Tichu: the exact chance that a random hand can answer a play.

The hands that cannot are counted. A hand cannot answer if it has too few cards of each rank or, for straights and
tractors, too few ranks in a row. So ranks are added one by one, and states remember what is in a row: see
`tichu.answers.states`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import HandLike
from cardlab.checks import true_or_false, whole
from cardlab.tichu.answers import states
from cardlab.tichu.batch import COPIES
from cardlab.tichu.combinations import Combination, Kind, parse
from cardlab.tichu.reading import ACE, DECK, DRAGON, PHOENIX, RANK, TWO, set_of_play
from cardlab.tichu.rules import previous_combination

__all__ = ["answer_probability"]

SUITS = len(DECK.suits)
RANKS = range(TWO, ACE + 1)

Copies = tuple[range, ...]
"""How many cards a hand may have of each rank, two to ace."""


class Case(NamedTuple):
    """Hands that cannot answer.

    They hold of each rank one of the numbers in `copies`, the phoenix or not, and any of `specials` other special
    cards; and from the rank `first` on, no run that `runs` forbids.
    """

    phoenix: bool
    specials: int
    copies: Copies
    runs: NDArray[np.int64]
    first: int = TWO


def answer_probability(
    previous: HandLike, *, phoenix_value: float | None = None, bombs: bool = True, cards: int = 14
) -> Fraction:
    """The chance that a random hand, dealt from the cards other than the previous play's, can answer it.

    It is the exact mean of `batch.sample(what="answer")`, whose arguments these are: cards of the previous play without
    a suit are taken to be of the four suits in turn, and `bombs=False` leaves the bombs out. It is 0 on the
    dog. Raises `ValueError` for the lead, for a play that is not a combination, and for more cards than are left;
    otherwise as `is_legal`.

    >>> f"{float(answer_probability('QQ')):.6f}", f"{float(answer_probability('QQ', bombs=False)):.6f}"
    ('0.630793', '0.604333')
    >>> answer_probability("AA", bombs=False), f"{float(answer_probability('7777')):.6f}"
    (Fraction(0, 1), '0.036697')
    """
    before, bombs = parse(previous), true_or_false("bombs", bombs)
    old = previous_combination(before, phoenix_value=phoenix_value)
    if old is None:
        what = "no combination" if before else "the lead"
        raise ValueError(f"{what} as the previous play: expected a combination")
    seen = set_of_play(before)
    cards = whole("cards", cards, 0, len(DECK) - seen.bit_count())
    if old.kind is Kind.DOG or (old.is_bomb and not bombs):
        return Fraction(0)
    if old.kind is Kind.STRAIGHT_FLUSH_BOMB:
        cannot = _no_higher_flush(old, seen, cards)
    else:
        cannot = sum(_hands(case, seen, cards, bombs=bombs) for case in _cases(old, seen, bombs=bombs))
    return 1 - Fraction(cannot, comb(len(DECK) - seen.bit_count(), cards))


def _cases(old: Combination, seen: int, *, bombs: bool) -> Iterator[Case]:
    """The hands without a higher play of the same kind, in parts that have no hand in common."""
    specials = {card for card in DECK.decode(DECK.mask & ~seen) if not card.suit}
    if old.kind is Kind.SINGLE and old.rank < RANK[DRAGON.rank]:
        specials -= {PHOENIX, DRAGON}  # each of them would answer
    most = SUITS - 1 if bombs and not old.is_bomb else SUITS  # four of a rank are a bomb
    for phoenix in (False, True) if PHOENIX in specials else (False,):
        others = len(specials - {PHOENIX})
        if old.kind is Kind.FULL_HOUSE:
            for copies in _no_full_house(int(old.rank), phoenix, most):
                yield Case(phoenix, others, copies, states.any_cards())
        else:
            copies = (range(most + 1),) * len(RANKS)
            yield Case(phoenix, others, copies, *_no_higher_run(old, phoenix, bombs=bombs))


def _no_higher_run(old: Combination, phoenix: bool, *, bombs: bool) -> tuple[NDArray[np.int64], int]:
    """The states of no higher run, equal cards being a run of one rank; and the lowest rank that one can start at."""
    copies = SUITS if old.kind is Kind.FOUR_BOMB else COPIES[old.kind]
    length = old.length // copies
    if old.kind is Kind.STRAIGHT and not (bombs or phoenix):
        runs = states.no_run_of_several_suits(length)
    else:
        runs = states.no_run(length, copies, phoenix=phoenix and not old.is_bomb)
    return runs, int(old.rank) - length + 2


def _no_full_house(above: int, phoenix: bool, most: int) -> Iterator[Copies]:
    """No triple above the rank to beat; or one, and no pair to go with it. The phoenix is a card more of either."""
    yield tuple(range(1 + (min(most, 2 - phoenix) if rank > above else most)) for rank in RANKS)
    three = range(3, most + 1)
    triples = [(range(2, 3), 1), (three, 0)] if phoenix else [(three, 1)]
    for triple, (of_rank, of_others) in product(range(above + 1, ACE + 1), triples):
        yield tuple(of_rank if rank == triple else range(of_others + 1) for rank in RANKS)


def _hands(case: Case, seen: int, cards: int, *, bombs: bool) -> int:
    """How many hands are of a case, and hold no straight flush if bombs count."""
    if cards < case.phoenix:
        return 0
    allowed = []
    for row, copies in enumerate(case.copies):
        gone = sum(1 << suit for suit in range(SUITS) if seen >> suit * DECK.width + row & 1)
        allowed.append([subset for subset in states.SUBSETS if states.SIZES[subset] in copies and not subset & gone])
    flushes = states.no_flush() if bombs else states.any_cards()
    found = states.ways(flushes, case.runs, case.first - TWO, allowed, cards - case.phoenix).tolist()
    return sum(number * comb(case.specials, more) for more, number in enumerate(reversed(found)))


def _no_higher_flush(old: Combination, seen: int, cards: int) -> int:
    """How many hands hold no straight flush that is longer, or as long and higher: suit by suit, each by itself."""
    gone = [seen >> suit * DECK.width & (1 << DECK.width) - 1 for suit in range(SUITS)]
    of_size = reduce(np.convolve, (_safe_holdings(old.length, int(old.rank), cards) for cards in gone)).tolist()
    free = len(DECK.specials)
    return sum(number * comb(free, cards - size) for size, number in enumerate(of_size) if size <= cards)


@cache
def _safe_holdings(length: int, rank: int, gone: int) -> NDArray[np.int64]:
    """How many holdings of one suit, by size, have no run of `length` above a rank and none that is longer."""
    holdings = np.arange(1 << DECK.width)
    starts = holdings
    for _ in range(length - 1):
        starts = starts & starts >> 1
    higher = starts >> max(0, rank - length + 2 - TWO) | starts & starts >> 1
    safe = holdings[(higher == 0) & (holdings & gone == 0)]
    return np.bincount(np.bitwise_count(safe))
