"""Scopa: the kernels that play whole rounds.

A card is one number: its bit, from bit 40 its value, from bit 45 its weight for the greedy player. So a set of cards is
a sum. The table is kept as a set, as a list of its cards, `laid`, and as the set of sums that its cards make. A play
asks for an equal card first, then whether there is a sum, and only then goes through the sets of cards that make it.

A round is an array `state` (the names below say what is where), `laid`, and a row of hands: the table at the start,
then hand by hand, deal by deal; a card played leaves its hand. A game is (players, hand, plays, whether the last card
can sweep). Random numbers are SplitMix64's (G. Steele, D. Lea, C. Flood, 2014), one generator a round; a choice among
k is a product with 32 random bits, off by less than k / 2^32.

All that makes a play is inlined: numba's calls with arrays would take as long again. Numbers imported from
other modules are compiled in; numba's cache sees changes of this file alone, so who changes one there clears it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from cardlab.scopa.batch import CARDS_AT, CARDS_MASK, COINS_AT, OUTCOME_MASK, PRIMIERA_MASK, SETTE_BELLO_AT
from cardlab.scopa.playing import SWEEP

__all__ = ["GREEDY", "LONGEST", "LOOKAHEAD", "RANDOM", "VALUE_AT", "WEIGHT_AT", "play_rounds"]

RANDOM, GREEDY, LOOKAHEAD = range(3)
GREEDILY = GREEDY, GREEDY

VALUE_AT, VALUE_MASK, WEIGHT_AT = 40, 0x1F, 45
MASK = (1 << VALUE_AT) - 1
SUMS = (1 << 11) - 1
RANK = 1 | 1 << 10 | 1 << 20 | 1 << 30
"""The four aces; shifted, the four cards of any rank."""

LONGEST = 1 << 12
"""Room for all sets of cards that sum to 10 or less."""

MOST_LAID = 16
"""Room for the cards on the table: the first ones and, equal ranks being taken, no more than one of each rank."""

TABLE, COUNT, REACH, LAST, PILES, SWEEPS, SIZE = 0, 1, 2, 3, 4, 6, 8
"""Where the state keeps: the table; the length of `laid`; the sums; who captured last; by side, piles and sweeps."""


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


@njit(cache=True, nogil=True, inline="always")
def _next(random):  # type: ignore[no-untyped-def]
    """A random 64-bit number."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    x = random[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(cache=True, nogil=True, inline="always")
def _below(half, size):  # type: ignore[no-untyped-def]
    """A number from 0 to below `size` from 32 random bits."""
    return np.int64(((half & np.uint64(0xFFFFFFFF)) * np.uint64(size)) >> np.uint64(32))


@njit(cache=True, nogil=True, inline="always")
def _nth(cards, place):  # type: ignore[no-untyped-def]
    """The card at that place of a set."""
    for _ in range(place):
        cards &= cards - 1
    return cards & -cards


@njit(cache=True, nogil=True, inline="always")
def _put(state, laid, card):  # type: ignore[no-untyped-def]
    """Lay a card on the table."""
    state[TABLE] |= card & MASK
    laid[state[COUNT]] = card
    state[COUNT] += 1
    state[REACH] |= state[REACH] << (card >> VALUE_AT & VALUE_MASK) & SUMS


@njit(cache=True, nogil=True, inline="always")
def _take(state, laid, taken):  # type: ignore[no-untyped-def]
    """Take cards from the table."""
    state[TABLE] ^= taken
    count, reach = np.int64(0), np.int64(1)
    for i in range(state[COUNT]):
        card = laid[i]
        stays = np.int64(card & taken == 0)
        laid[count] = card
        count += stays
        reach |= stays * reach << (card >> VALUE_AT & VALUE_MASK) & SUMS
    state[COUNT], state[REACH] = count, reach


@njit(cache=True, nogil=True, inline="always")
def _find(state, laid, value, found):  # type: ignore[no-untyped-def]
    """Fill the first row of `found` with the sets of the table's cards that sum to this value; return how many."""
    hits, parts = 0, 1
    found[1, 0] = 0
    for i in range(state[COUNT]):
        card = laid[i]
        for j in range(parts):
            longer = found[1, j] + card
            total = longer >> VALUE_AT & VALUE_MASK
            found[0, hits], found[1, parts] = longer, longer
            hits += total == value
            parts += total < value
    return hits


@njit(cache=True, nogil=True, inline="always")
def _play(state, laid, card, taken, side, sweeps):  # type: ignore[no-untyped-def]
    """Play a card that takes these; `sweeps` is 1 unless a sweep would not count."""
    if taken == 0:
        _put(state, laid, card)
        return
    _take(state, laid, taken)
    state[PILES + side] |= card & MASK | taken
    state[LAST] = side
    if state[TABLE] == 0:
        state[SWEEPS + side] += sweeps


@njit(cache=True, nogil=True, inline="always")
def _random(state, laid, found, hand, size, cards, word):  # type: ignore[no-untyped-def]
    """The random player: the card, with its numbers, and the set it takes."""
    card = cards[_first(_nth(hand, _below(word, size)))]
    value = card >> VALUE_AT & VALUE_MASK
    equal = state[TABLE] & RANK << value - 1
    if equal:
        return card, _nth(equal, _below(word >> np.uint64(32), _size(equal)))
    if state[REACH] >> value & 1:
        hits = _find(state, laid, value, found)
        return card, found[0, _below(word >> np.uint64(32), hits)] & MASK
    return card, np.int64(0)


@njit(cache=True, nogil=True, inline="always")
def _greedy(state, laid, found, hand, cards, sweep):  # type: ignore[no-untyped-def]
    """The greedy player: the card, with its numbers, and the set it takes; `sweep` is what one weighs now."""
    table = state[TABLE]
    best, best_card, best_taken = -SWEEP, np.int64(0), np.int64(0)
    while hand:
        card = cards[_first(hand)]
        hand &= hand - 1
        value, weight = card >> VALUE_AT & VALUE_MASK, card >> WEIGHT_AT
        equal = table & RANK << value - 1
        if equal:
            alone = sweep if equal == table and equal & equal - 1 == 0 else 0
            while equal:
                one = equal & -equal
                equal ^= one
                gain = weight + (cards[_first(one)] >> WEIGHT_AT) + alone
                if gain > best:
                    best, best_card, best_taken = gain, card, one
        elif state[REACH] >> value & 1:
            for i in range(_find(state, laid, value, found)):
                taken = found[0, i] & MASK
                gain = weight + (found[0, i] >> WEIGHT_AT) + (sweep if taken == table else 0)
                if gain > best or (gain == best and card == best_card and taken < best_taken):
                    best, best_card, best_taken = gain, card, taken
        elif -weight > best:
            best, best_card, best_taken = -weight, card, np.int64(0)
    return best_card, best_taken


@njit(cache=True, nogil=True)
def _ahead(state, tables):  # type: ignore[no-untyped-def]
    """How many points side 0 is ahead of side 1 when all cards are captured."""
    holdings, majority, primiera = tables
    packed = np.int64(0)
    for suit in range(4):
        packed += holdings[suit, state[PILES] >> suit * 10 & 1023]
    coins = (packed >> COINS_AT & OUTCOME_MASK) + (packed >> SETTE_BELLO_AT & OUTCOME_MASK) - 2
    points = majority[packed >> CARDS_AT & CARDS_MASK] + coins + primiera[packed & PRIMIERA_MASK]
    return points + state[SWEEPS] - state[SWEEPS + 1]


@njit(cache=True, nogil=True, inline="always")
def _seat(turn, game):  # type: ignore[no-untyped-def]
    """Where the hand of the player to move is in the row."""
    return 1 + turn // (game[0] * game[1]) * game[0] + turn % game[0]


@njit(cache=True, nogil=True)
def _play_on(state, laid, row, turns, game, strategies, setting):  # type: ignore[no-untyped-def]
    """Let players that do not look ahead play the turns from `turns[0]` to before `turns[1]`."""
    cards, found, random = setting
    players, hand, plays, last_card_sweeps = game
    place = _seat(turns[0], game)
    left = hand - turns[0] // players % hand
    for turn in range(turns[0], turns[1]):
        side = turn & 1
        sweeps = 1 if turn + 1 < plays else last_card_sweeps
        if strategies[side] == RANDOM:
            card, taken = _random(state, laid, found, row[place], left, cards, _next(random))
        else:
            card, taken = _greedy(state, laid, found, row[place], cards, SWEEP * sweeps)
        row[place] ^= card & MASK
        _play(state, laid, card, taken, side, sweeps)
        place += 1
        if (turn + 1) & (players - 1) == 0:  # all have played a card: players are two or four
            left -= 1
            if left > 0:
                place -= players
            else:
                left = hand


@njit(cache=True, nogil=True)
def _list_plays(state, laid, found, hand, cards, options):  # type: ignore[no-untyped-def]
    """Fill `options` with all plays, card by card, captures in any order: card and set taken; return how many."""
    count = 0
    while hand:
        card = cards[_first(hand)]
        hand &= hand - 1
        value = card >> VALUE_AT & VALUE_MASK
        equal = state[TABLE] & RANK << value - 1
        first = count
        while equal:
            options[count, 0], options[count, 1] = card, equal & -equal
            equal &= equal - 1
            count += 1
        for i in range(_find(state, laid, value, found) if count == first else 0):
            options[count, 0], options[count, 1] = card, found[0, i] & MASK
            count += 1
        if count == first:
            options[count, 0], options[count, 1] = card, 0
            count += 1
    return count


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def _look_ahead(state, laid, row, turn, rules, setting, room):  # type: ignore[no-untyped-def]
    """The player that looks ahead: the card, with its numbers, and the set it takes."""
    tables, options, totals, unseen, dealt, row_then, state_then, laid_then = room
    game, _, samples = rules
    cards, found, random = setting
    place, side = _seat(turn, game), turn & 1
    sweeps = 1 if turn + 1 < game[2] else game[3]
    count = _list_plays(state, laid, found, row[place], cards, options)
    totals[:count] = 0
    for _ in range(samples if count > 1 else 0):
        _deal_unseen(state, row, place, random, unseen, dealt)
        for option in range(count):
            row_then[:], state_then[:], laid_then[:] = dealt, state, laid
            card, taken = options[option, 0], options[option, 1]
            row_then[place] ^= card & MASK
            _play(state_then, laid_then, card, taken, side, sweeps)
            _play_on(state_then, laid_then, row_then, (turn + 1, game[2]), game, GREEDILY, setting)
            state_then[PILES + state_then[LAST]] |= state_then[TABLE]
            totals[option] += _ahead(state_then, tables) * (1 - 2 * side)
    best = 0
    for option in range(1, count):
        earlier = options[option, 0] == options[best, 0] and options[option, 1] < options[best, 1]
        if totals[option] > totals[best] or (totals[option] == totals[best] and earlier):
            best = option
    return options[best, 0], options[best, 1]


@njit(cache=True, nogil=True)
def _play_by_turns(state, laid, row, rules, setting, room, plays_made):  # type: ignore[no-untyped-def]
    """Play a round turn by turn: for who looks ahead, and for the record."""
    game, strategies, _ = rules
    for turn in range(game[2]):
        place, table = _seat(turn, game), state[TABLE]
        hand = row[place]
        if strategies[turn & 1] == LOOKAHEAD:
            card, taken = _look_ahead(state, laid, row, turn, rules, setting, room)
            row[place] ^= card & MASK
            _play(state, laid, card, taken, turn & 1, 1 if turn + 1 < game[2] else game[3])
        else:
            _play_on(state, laid, row, (turn, turn + 1), game, strategies, setting)
        if len(plays_made):
            plays_made[turn, 0], plays_made[turn, 1] = hand ^ row[place], table & ~state[TABLE]


@njit(cache=True, nogil=True, inline="always")
def _start(state, laid, table, cards):  # type: ignore[no-untyped-def]
    state[:] = 0
    state[REACH] = 1
    while table:
        _put(state, laid, cards[_first(table)])
        table &= table - 1


@njit(cache=True, nogil=True)
def play_rounds(rows, words, rules, cards, tables, piles, sweeps, record):  # type: ignore[no-untyped-def]
    """Play the rounds dealt in `rows`; fill both sides' `piles` and `sweeps`.

    `rules` are the game, a strategy for each side, and the samples of who looks ahead. If the rows of `record` have
    room, they are filled with card and set taken, play by play.
    """
    game, strategies, _ = rules
    state, laid, row = np.zeros(SIZE, np.int64), np.zeros(MOST_LAID, np.int64), np.zeros(rows.shape[1], np.int64)
    random = np.zeros(1, np.uint64)
    setting = cards, np.zeros((2, LONGEST), np.int64), random
    options, totals, unseen = np.zeros((LONGEST, 2), np.int64), np.zeros(LONGEST, np.int64), np.zeros(40, np.int64)
    copies = np.zeros_like(row), np.zeros_like(row), np.zeros_like(state), np.zeros_like(laid)
    room = (tables, options, totals, unseen, *copies)
    by_turns = record.shape[1] > 0 or LOOKAHEAD in strategies
    for i in range(len(rows)):
        row[:], random[0] = rows[i], words[i]
        _start(state, laid, row[0], cards)
        if by_turns:
            _play_by_turns(state, laid, row, rules, setting, room, record[i])
        else:
            _play_on(state, laid, row, (0, game[2]), game, strategies, setting)
        state[PILES + state[LAST]] |= state[TABLE]
        for side in range(2):
            piles[i, side], sweeps[i, side] = state[PILES + side], state[SWEEPS + side]
