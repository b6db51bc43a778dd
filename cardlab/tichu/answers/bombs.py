"""Tichu: in how many deals nobody holds a bomb, exactly, for one hand or for several of the same deal.

A bomb is four of a rank, or five consecutive cards of one suit, with one owner. Inclusion and exclusion: count the
deals in which some groups of cards are marked, each with one owner, and add them up with signs:

- a marked four counts -1;
- a marked block of five of a suit counts -1. It may go on with one card more, -1 again, or with another five, +1:
  blocks of 5, 6, 10, 11 cards count -1, +1, -1, +1. They are the terms of (x^6 - x^5) / (1 - x^5), with which words
  without five equal letters in a row are counted (I. Goulden and D. Jackson, Combinatorial Enumeration, 1983).

The other cards may go anywhere, so a marking stands for a multinomial number of deals, which only asks how many cards
of each player are marked. The markings are built rank by rank, from two to ace; all that are alike in the numbers of
marked cards and in the blocks that go on to the next rank are added up. That leaves a thousand cases for four hands of
8 cards and half a million for four hands of 14.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain, product
from math import comb, factorial, prod
from typing import NamedTuple, TypeAlias

__all__ = ["Deals"]


EXTRA = -1
"""In place of the number of a block's cards to come: this is its one card more, and none comes after it."""


class Player(NamedTuple):
    """How many of a player's cards are marked, and for each block that holds a card of this rank, how many are to come.

    The blocks ascend, so that players who are alike are equal.
    """

    marked: int = 0
    blocks: tuple[int, ...] = ()


State: TypeAlias = tuple[Player, ...]
"""The players, sorted, as it makes no difference who is who."""

Moves: TypeAlias = Callable[[Player, int, int], list[tuple[Player, int]]]
Spread: TypeAlias = Callable[[State, int], list[tuple[State, int]]]


@dataclass(frozen=True)
class Deals:
    """All deals of `cards` cards to each of some players, and the bombs looked for: `fours`, `flushes` or both.

    The other fields are the deck, and the fewest cards of a straight flush; a small deck can be dealt out in full.

    >>> deals = Deals(players=1, cards=4, fours=True, flushes=False)
    >>> deals.total, deals.total - deals.bombless
    (367290, 13)
    """

    players: int
    cards: int
    fours: bool
    flushes: bool
    ranks: int = 13
    suits: int = 4
    specials: int = 4
    shortest: int = 5

    @property
    def total(self) -> int:
        """How many deals there are."""
        return self._deals((0,) * self.players)

    @cached_property
    def bombless(self) -> int:
        """In how many deals no player holds a bomb."""
        states: dict[State, int] = {(Player(),) * self.players: 1}
        for left in range(self.ranks, 0, -1):
            states = self._next_rank(states, left)
        return sum(count * self._deals(tuple(player.marked for player in state)) for state, count in states.items())

    def _deals(self, marked: tuple[int, ...]) -> int:
        """In how many ways the cards that are not marked can be dealt."""
        deck = self.suits * self.ranks + self.specials
        hands = [self.cards - number for number in marked]
        return factorial(deck - sum(marked)) // prod(map(factorial, [*hands, deck - self.players * self.cards]))

    def _next_rank(self, states: dict[State, int], left: int) -> dict[State, int]:
        """Mark cards of one rank in all ways; `left` is the number of ranks from this one on."""
        moves = cache(partial(self._moves, left))
        spread = cache(lambda players, free: list(_without_four(moves, spread, players, free)))
        after: defaultdict[State, int] = defaultdict(int)
        for state, count in states.items():
            free = self.suits - sum(len(player.blocks) for player in state)
            fours = _with_four(moves, state, free) if self.fours else ()
            for players, weight in chain(_without_four(moves, spread, state, free), fours):
                after[tuple(sorted(players))] += count * weight
        return after

    def _moves(self, left: int, player: Player, starts: int, singles: int) -> list[tuple[Player, int]]:
        """The player at the next rank, weighted, if `starts` blocks start and `singles` cards are marked."""
        if starts and not (self.flushes and left >= self.shortest):
            return []
        blocks = [*player.blocks, *[self.shortest - 1] * starts]
        found: Counter[Player] = Counter()
        for steps in product(*(self._steps(left, block) for block in blocks)):
            marked = player.marked + singles + starts * self.shortest + sum(cards for cards, _, _ in steps)
            if marked <= self.cards:
                to_come = sorted(block for _, block, _ in steps if block is not None)
                found[Player(marked, tuple(to_come))] += (-1) ** starts * prod(sign for _, _, sign in steps)
        return list(found.items())

    def _steps(self, left: int, block: int) -> list[tuple[int, int | None, int]]:
        """How a block goes on after this rank: the cards that it marks then, what it is then, its sign."""
        if block > 0:
            return [(0, block - 1, 1)]
        one_more, as_many = (1, EXTRA, -1), (self.shortest, self.shortest - 1, 1)
        longer = [one_more] * (left > 1) + [as_many] * (left > self.shortest)
        return [(0, None, 1), *(longer if block != EXTRA else [])]


def _without_four(moves: Moves, spread: Spread, state: State, free: int) -> Iterable[tuple[State, int]]:
    """Let any number of blocks start in the suits that are free, for one player after the other."""
    if not state:
        return [((), 1)]
    return (
        ((after, *others), sign * comb(free, starts) * weight)
        for starts in range(free + 1)
        for after, sign in moves(state[0], starts, 0)
        for others, weight in spread(state[1:], free - starts)
    )


def _with_four(moves: Moves, state: State, free: int) -> Iterable[tuple[State, int]]:
    """Mark all cards of this rank for one player, who must have all the blocks that hold one; blocks may start."""
    busy = [place for place, player in enumerate(state) if player.blocks]
    for place in [] if len(busy) > 1 else busy or range(len(state)):
        for starts in range(free + 1):
            for after, sign in moves(state[place], starts, free - starts):
                yield (*state[:place], after, *state[place + 1 :]), -sign * comb(free, starts)
