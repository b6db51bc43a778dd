"""Tichu: states that follow a hand rank by rank, for `answers.chance`, and the count of the hands they let pass.

At each rank from two to ace a hand has a set of suits, one of 16. A table says where that set leads from each state:
a row a state, a column a set, -1 where the hand now has what it must not have. States are numbered as they are reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.tichu.combinations import SHORTEST
from cardlab.tichu.reading import DECK

SUITS = len(DECK.suits)
SUBSETS = range(1 << SUITS)
SIZES = np.bitwise_count(np.array(SUBSETS))
"""The sets of suits, and how many cards each is."""
SIZES.flags.writeable = False

State = TypeVar("State")
Table = NDArray[np.int64]


@cache
def any_cards() -> Table:
    """One state that forbids nothing: `int64[1, 16]`.

    >>> any_cards().shape
    (1, 16)
    """
    return _table(0, lambda state, subset: state)


@cache
def no_flush() -> Table:
    """No five in a row of one suit; a state is how many each suit has just had in a row: `int64[625, 16]`.

    >>> no_flush().shape
    (625, 16)
    """

    def step(state: tuple[int, ...], subset: int) -> tuple[int, ...] | None:
        after = tuple((length + 1) * (subset >> suit & 1) for suit, length in enumerate(state))
        return None if SHORTEST in after else after

    return _table((0,) * SUITS, step)


@cache
def no_run(length: int, copies: int, *, phoenix: bool) -> Table:
    """No `length` ranks in a row with `copies` cards or more of each, of which the phoenix may be one.

    A state is how many in a row miss no card, and how many miss one at most.

    >>> no_run(5, 1, phoenix=False).shape, no_run(5, 1, phoenix=True).shape
    ((5, 16), (15, 16))
    """

    def step(state: tuple[int, int], subset: int) -> tuple[int, int] | None:
        whole, gapped = state
        if SIZES[subset] >= copies:
            whole, gapped = whole + 1, gapped + 1
        else:
            whole, gapped = 0, (whole + 1 if phoenix and SIZES[subset] == copies - 1 else 0)
        return None if gapped == length else (whole, gapped)

    return _table((0, 0), step)


@cache
def no_run_of_several_suits(length: int) -> Table:
    """No `length` ranks in a row, unless all cards of them are of one suit: then they are a bomb, not a straight.

    A state is how many ranks there have just been, how many of them with a card of one and the same suit alone, and
    which; longer ones than `length` count as that.

    >>> no_run_of_several_suits(5).shape
    (49, 16)
    """

    def step(state: tuple[int, int, int], subset: int) -> tuple[int, int, int] | None:
        whole, alone, suit = state
        whole = min(whole + 1, length) if subset else 0
        if SIZES[subset] == 1:
            alone, suit = (min(alone + 1, length) if subset == suit else 1), subset
        else:
            alone, suit = 0, 0
        return None if alone < whole == length else (whole, alone, suit)

    return _table((0, 0, 0), step)


def _table(start: State, step: Callable[[State, int], State | None]) -> Table:
    """Number the states that can be reached from `start`; it is number 0."""
    states, number = [start], {start: 0}
    rows = []
    for state in states:  # it grows
        row = []
        for subset in SUBSETS:
            after = step(state, subset)
            if after is not None and after not in number:
                number[after] = len(states)
                states.append(after)
            row.append(-1 if after is None else number[after])
        rows.append(row)
    return np.array(rows, dtype=np.int64)


def ways(suits: Table, runs: Table, first: int, allowed: Iterable[Sequence[int]], most: int) -> NDArray[np.int64]:
    """In how many ways the ranks make 0 to `most` cards, so that neither table forbids them: `int64[most + 1]`.

    `allowed` is for each rank the sets of suits that it may have; `runs` is followed from rank `first` on.

    >>> ways(any_cards(), any_cards(), 0, [range(16)], 4).tolist()
    [1, 4, 6, 4, 1]
    """
    found = np.zeros((len(suits), len(runs), most + 1), np.int64)
    found[0, 0, 0] = 1
    for rank, subsets in enumerate(allowed):
        after = np.zeros_like(found)
        _follow(found, suits, runs if rank >= first else np.zeros_like(runs), np.array(subsets, np.int64), after)
        found = after
    return np.asarray(found.sum(axis=(0, 1)))


@compiled(arrays=False)
def _follow(found, suits, runs, subsets, after):  # type: ignore[no-untyped-def]
    """Add to `after` the ways of `found`, each state where the tables lead it with one of the sets of suits."""
    for suit in range(len(suits)):
        for run in range(len(runs)):
            fewest = 0
            while fewest < found.shape[2] and found[suit, run, fewest] == 0:
                fewest += 1
            if fewest == found.shape[2]:
                continue
            for subset in subsets:
                suit_then, run_then = suits[suit, subset], runs[run, subset]
                if suit_then >= 0 and run_then >= 0:
                    size = SIZES[subset]
                    for cards in range(fewest + size, found.shape[2]):
                        after[suit_then, run_then, cards] += found[suit, run, cards - size]
