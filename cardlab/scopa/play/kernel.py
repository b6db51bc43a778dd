"""Scopa: the kernels that play whole rounds.

A card is one number: its bit, from bit 40 its value, from bit 45 its weight for the greedy player. So a set of cards is
a sum. A card looks for its equals first; if there are none, it asks whether cards on the table make its value, which is
a look-up of the ranks that lie there; and only then it goes through the sets of cards.

A round is an array `state` (the names below say what is where) and a row of hands: the table at the start, then hand by
hand, deal by deal; a card played leaves its hand. A game is (players, hand, plays, whether the last card can sweep).
Random numbers are SplitMix64's (G. Steele, D. Lea, C. Flood, 2014), one generator a round; a choice among k is a
product with 32 random bits, off by less than k / 2^32.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from cardlab.compiled import compiled
from cardlab.scopa.batch import points_of
from cardlab.scopa.play.strategies import SWEEP

__all__ = ["GREEDY", "LONGEST", "LOOKAHEAD", "RANDOM", "VALUE_AT", "WEIGHT_AT", "play_rounds"]

RANDOM, GREEDY, LOOKAHEAD = range(3)

VALUE_AT, VALUE_MASK, WEIGHT_AT = 40, 0x1F, 45
MASK = (1 << VALUE_AT) - 1
RANKS = (1 << 10) - 1
RANK = 1 | 1 << 10 | 1 << 20 | 1 << 30
"""The four aces; shifted, the four cards of any rank."""

LONGEST = 1 << 12
"""Room for all sets of cards that sum to 10 or less."""

TABLE, LAST, PILES, SWEEPS, SIZE = 0, 1, 2, 4, 6
"""Where the state keeps: the table; who captured last; by side, piles and sweeps."""


def _count_bits(context, cards):  # type: ignore[no-untyped-def]
    """The number of cards in a set."""
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _count_zeros(context, cards):  # type: ignore[no-untyped-def]
    """The number of the first card of a set."""

    def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


_size: Any = intrinsic(_count_bits)
_first: Any = intrinsic(_count_zeros)

_uncounted = compiled(arrays=False)
_inlined = compiled(arrays=False, inlined=True)


@_inlined
def _next(random):  # type: ignore[no-untyped-def]
    """A random 64-bit number."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    x = random[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@_inlined
def _below(half, size):  # type: ignore[no-untyped-def]
    """A number from 0 to below `size` from 32 random bits."""
    return np.int64(((half & np.uint64(0xFFFFFFFF)) * np.uint64(size)) >> np.uint64(32))


@_inlined
def _nth(cards, place, size):  # type: ignore[no-untyped-def]
    """The card at that place of a set of this size; the steps depend on the size alone, so that no branch is missed."""
    for i in range(1, size):
        cards &= cards - (i <= place)
    return cards & -cards


@_inlined
def _sums(table, cards, sums):  # type: ignore[no-untyped-def]
    """The sums that cards on the table make: one card of each rank looked up, then the others."""
    ranks = table | table >> 20
    reach = np.int64(sums[(ranks | ranks >> 10) & RANKS])
    others = table & (table << 10 | table << 20 | table << 30)
    while others:
        reach |= reach << (cards[_first(others)] >> VALUE_AT & VALUE_MASK)
        others &= others - 1
    return reach


@_inlined
def _find(table, value, cards, found):  # type: ignore[no-untyped-def]
    """Fill the first row of `found` with the sets of lower cards that sum to this value; return how many."""
    hits, parts = 0, 1
    found[1, 0] = 0
    lower = table & RANK * ((1 << value - 1) - 1)
    while lower:
        card = cards[_first(lower)]
        lower &= lower - 1
        for j in range(parts):
            longer = found[1, j] + card
            total = longer >> VALUE_AT & VALUE_MASK
            found[0, hits], found[1, parts] = longer, longer
            hits += total == value
            parts += total < value
    return hits


@_inlined
def _captures(table, value, cards, sums, found):  # type: ignore[no-untyped-def]
    """Fill the first row of `found` with the sets that a card of this value can take; return how many."""
    equal = table & RANK << value - 1
    if equal == 0:
        return _find(table, value, cards, found) if _sums(table, cards, sums) >> value & 1 else 0
    hits = 0
    while equal:
        found[0, hits] = cards[_first(equal)]
        equal &= equal - 1
        hits += 1
    return hits


@_inlined
def _play(state, card, taken, side, sweeps):  # type: ignore[no-untyped-def]
    """Play a card that takes these; `sweeps` is 1 unless a sweep would not count."""
    if taken:
        state[TABLE] ^= taken
        state[PILES + side] |= card & MASK | taken
        state[LAST] = side
        state[SWEEPS + side] += sweeps * (state[TABLE] == 0)
    else:
        state[TABLE] |= card & MASK


@_inlined
def _random(table, hand, size, cards, sums, found, word):  # type: ignore[no-untyped-def]
    """The random player: the card, with its numbers, and the set it takes."""
    card = cards[_first(_nth(hand, _below(word, size), size))]
    value = card >> VALUE_AT & VALUE_MASK
    hits = _captures(table, value, cards, sums, found)
    return card, found[0, _below(word >> np.uint64(32), hits)] & MASK if hits else 0


@_inlined
def _greedy(table, hand, cards, sums, found, sweep):  # type: ignore[no-untyped-def]
    """The greedy player: the card, with its numbers, and the set it takes; `sweep` is what one weighs now."""
    best, best_card, best_taken = -SWEEP, np.int64(0), np.int64(0)
    while hand:
        card = cards[_first(hand)]
        hand &= hand - 1
        weight = card >> WEIGHT_AT
        hits = _captures(table, card >> VALUE_AT & VALUE_MASK, cards, sums, found)
        for i in range(hits):
            taken = found[0, i] & MASK
            gain = weight + (found[0, i] >> WEIGHT_AT) + (sweep if taken == table else 0)
            if gain > best or (gain == best and card == best_card and taken < best_taken):
                best, best_card, best_taken = gain, card, taken
        if hits == 0 and -weight > best:
            best, best_card, best_taken = -weight, card, np.int64(0)
    return best_card, best_taken


@_uncounted
def _ahead(state, tables):  # type: ignore[no-untyped-def]
    """How many points side 0 is ahead of side 1 when all cards are captured."""
    points = points_of(np.uint64(state[PILES]), tables) - points_of(np.uint64(state[PILES + 1]), tables)
    return points + state[SWEEPS] - state[SWEEPS + 1]


@_inlined
def _seat(turn, game):  # type: ignore[no-untyped-def]
    """Where the hand of the player to move is in the row."""
    return 1 + turn // (game[0] * game[1]) * game[0] + turn % game[0]


@_uncounted
def _play_on(state, row, turns, game, strategies, setting, random):  # type: ignore[no-untyped-def]
    """Let players that do not look ahead play the turns from `turns[0]` to before `turns[1]`."""
    cards, sums, found = setting
    players, hand, plays, last_card_sweeps = game
    place = _seat(turns[0], game)
    left = hand - turns[0] // players % hand
    for turn in range(turns[0], turns[1]):
        side = turn & 1
        sweeps = 1 if turn + 1 < plays else last_card_sweeps
        if strategies[side] == RANDOM:
            card, taken = _random(state[TABLE], row[place], left, cards, sums, found, _next(random))
        else:
            card, taken = _greedy(state[TABLE], row[place], cards, sums, found, SWEEP * sweeps)
        row[place] ^= card & MASK
        _play(state, card, taken, side, sweeps)
        place += 1
        if (turn + 1) & (players - 1) == 0:  # all have played a card: players are two or four
            left -= 1
            if left > 0:
                place -= players
            else:
                left = hand


@_uncounted
def _list_plays(table, hand, setting, options):  # type: ignore[no-untyped-def]
    """Fill `options` with all plays, card by card, captures in any order: card and set taken; return how many."""
    cards, sums, found = setting
    count = 0
    while hand:
        card = cards[_first(hand)]
        hand &= hand - 1
        hits = _captures(table, card >> VALUE_AT & VALUE_MASK, cards, sums, found)
        for i in range(hits):
            options[count + i, 0], options[count + i, 1] = card, found[0, i] & MASK
        if hits == 0:
            options[count, 0], options[count, 1] = card, 0
        count += max(hits, 1)
    return count


@_uncounted
def _deal_unseen(state, row, mine, random, unseen, dealt):  # type: ignore[no-untyped-def]
    """Fill `dealt` with the row as the player to move could see it: all it cannot see dealt anew."""
    cards = MASK & ~(state[TABLE] | state[PILES] | state[PILES + 1] | row[mine])
    left = 0
    while cards:
        unseen[left] = cards & -cards
        cards &= cards - 1
        left += 1
    for place in range(1, len(row)):
        dealt[place] = row[place] if place == mine else 0
        for _ in range(0 if place == mine else _size(row[place])):
            other = _below(_next(random), left)
            left -= 1
            dealt[place] |= unseen[other]
            unseen[other] = unseen[left]


@compiled
def _look_ahead(state, row, turn, rules, setting, random, room):  # type: ignore[no-untyped-def]
    """The player that looks ahead: the card, with its numbers, and the set it takes."""
    tables, options, totals, unseen, dealt, row_then, state_then = room
    game, _, samples = rules
    greedily = np.int64(GREEDY), np.int64(GREEDY)  # of the type of all strategies: `_play_on` is compiled once
    place, side = _seat(turn, game), turn & 1
    sweeps = 1 if turn + 1 < game[2] else game[3]
    count = _list_plays(state[TABLE], row[place], setting, options)
    totals[:count] = 0
    for _ in range(samples if count > 1 else 0):
        _deal_unseen(state, row, place, random, unseen, dealt)
        for option in range(count):
            row_then[:], state_then[:] = dealt, state
            card, taken = options[option, 0], options[option, 1]
            row_then[place] ^= card & MASK
            _play(state_then, card, taken, side, sweeps)
            _play_on(state_then, row_then, (turn + 1, game[2]), game, greedily, setting, random)
            state_then[PILES + state_then[LAST]] |= state_then[TABLE]
            totals[option] += _ahead(state_then, tables) * (1 - 2 * side)
    best = 0
    for option in range(1, count):
        earlier = options[option, 0] == options[best, 0] and options[option, 1] < options[best, 1]
        if totals[option] > totals[best] or (totals[option] == totals[best] and earlier):
            best = option
    return options[best, 0], options[best, 1]


@compiled
def _play_by_turns(state, row, rules, setting, random, room, plays_made):  # type: ignore[no-untyped-def]
    """Play a round turn by turn: for who looks ahead, and for the record."""
    game, strategies, _ = rules
    for turn in range(game[2]):
        place, table = _seat(turn, game), state[TABLE]
        hand = row[place]
        if strategies[turn & 1] == LOOKAHEAD:
            card, taken = _look_ahead(state, row, turn, rules, setting, random, room)
            row[place] ^= card & MASK
            _play(state, card, taken, turn & 1, 1 if turn + 1 < game[2] else game[3])
        else:
            _play_on(state, row, (turn, turn + 1), game, strategies, setting, random)
        if len(plays_made):
            plays_made[turn, 0], plays_made[turn, 1] = hand ^ row[place], table & ~state[TABLE]


@compiled
def play_rounds(hands, words, rules, known, tables, piles, sweeps, record):  # type: ignore[no-untyped-def]
    """Play the rounds dealt in the columns of `hands`; fill both sides' `piles` and `sweeps`.

    `rules` are the game, a strategy for each side, and the samples of who looks ahead; `known` are the cards as numbers
    and, for each set of ranks, the sums that one card of each can make. If the rows of `record` have room, they are
    filled with card and set taken, play by play.
    """
    game, strategies, _ = rules
    state, row = np.zeros(SIZE, np.int64), np.zeros(len(hands), np.int64)
    random = np.zeros(1, np.uint64)
    setting = (*known, np.zeros((2, LONGEST), np.int64))
    options, totals, unseen = np.zeros((LONGEST, 2), np.int64), np.zeros(LONGEST, np.int64), np.zeros(40, np.int64)
    room = (tables, options, totals, unseen, np.zeros_like(row), np.zeros_like(row), np.zeros_like(state))
    by_turns = record.shape[1] > 0 or LOOKAHEAD in strategies
    for i in range(len(words)):
        row[:], random[0] = hands[:, i], words[i]
        state[:] = 0
        state[TABLE] = row[0]
        if by_turns:
            _play_by_turns(state, row, rules, setting, random, room, record[i])
        else:
            _play_on(state, row, (0, game[2]), game, strategies, setting, random)
        state[PILES + state[LAST]] |= state[TABLE]
        for side in range(2):
            piles[i, side], sweeps[i, side] = state[PILES + side], state[SWEEPS + side]
