"""Scopa: the kernels that play rounds, and the player that looks ahead.

A round is an array `state`; the names below say what is where. From `HANDS` on it holds what was dealt: the hands in
the order of the deal, of which those of a player are `players` apart. A card played leaves its hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.scopa.batch import Tables, points_of
from cardlab.scopa.play.kernel import captures
from cardlab.scopa.play.kernel.captures import CARDS, VALUE_AT, VALUE_MASK, greedy_play, inlined, random_play, uncounted
from cardlab.scopa.play.strategies import SWEEP

RANDOM, GREEDY, DEFENSIVE, LOOKAHEAD = range(4)

TURN, TABLE, LAST, PILES, SWEEPS, HANDS = 0, 1, 2, 3, 5, 7
"""Where the state keeps: plays made; the table; the side that captured last; by side, piles and sweeps; the hands."""

CARD, TAKEN = 0, 1
"""The columns of plays: the card, and the set it takes."""


class Trials(NamedTuple):
    """What the player that looks ahead has beside the desk: how many deals it samples, the points, and room.

    - `options`: its plays, `int64[LONGEST, 2]`; `totals`: how far ahead each was over all samples, `int64[LONGEST]`.
    - `unseen`: the cards it cannot see, `int64[40]`; `dealt`, `tried`: a state as it could be, before and after a play.
    """

    samples: int
    tables: Tables
    options: NDArray[np.int64]
    totals: NDArray[np.int64]
    unseen: NDArray[np.int64]
    dealt: NDArray[np.int64]
    tried: NDArray[np.int64]


class Ended(NamedTuple):
    """How rounds ended: by side, piles and sweeps; and their plays, where `plays` has room for them.

    `uint64[n, 2]`, `uint8[n, 2]`, `int64[n, plays or 0, 2]`.
    """

    piles: NDArray[np.uint64]
    sweeps: NDArray[np.uint8]
    plays: NDArray[np.int64]


@inlined
def _seat(turn, desk):  # type: ignore[no-untyped-def]
    """Where in the state the hand of the player to move is."""
    return HANDS + turn // (desk.players * desk.hand) * desk.players + turn % desk.players


@inlined
def _sweep_counts(turn, desk):  # type: ignore[no-untyped-def]
    """1 if the card of this turn can make a sweep, else 0."""
    return 1 if turn + 1 < desk.plays else desk.last_card_sweeps


@inlined
def _play(state, place, card, taken, desk):  # type: ignore[no-untyped-def]
    """Play a card from the hand at this place."""
    turn = state[TURN]
    side = turn & 1
    state[place] ^= card & CARDS
    state[TURN] = turn + 1
    if taken:
        state[TABLE] ^= taken
        state[PILES + side] |= card & CARDS | taken
        state[LAST] = side
        state[SWEEPS + side] += _sweep_counts(turn, desk) * (state[TABLE] == 0)
    else:
        state[TABLE] |= card & CARDS


@inlined
def _play_on(state, until, strategies, desk):  # type: ignore[no-untyped-def]
    """Let players that do not look ahead play up to before this turn."""
    turn = state[TURN]
    place = _seat(turn, desk)
    left = desk.hand - turn // desk.players % desk.hand
    while turn < until:
        strategy = strategies[turn & 1]
        if strategy == RANDOM:
            card, taken = random_play(state[TABLE], state[place], left, desk)
        elif strategy == GREEDY:  # with a guard of 0 the compiler leaves out what only the guard needs
            card, taken = greedy_play(state[TABLE], state[place], SWEEP * _sweep_counts(turn, desk), 0, desk)
        else:
            sweep, guard = SWEEP * _sweep_counts(turn, desk), SWEEP * _sweep_counts(turn + 1, desk)
            card, taken = greedy_play(state[TABLE], state[place], sweep, guard, desk)
        _play(state, place, card, taken, desk)
        turn += 1
        place += 1
        if turn & (desk.players - 1) == 0:  # all have played a card: players are two or four
            left -= 1
            if left > 0:
                place -= desk.players
            else:
                left = desk.hand


@inlined
def _take_rest(state):  # type: ignore[no-untyped-def]
    """At the end the side that captured last takes what lies on the table."""
    state[PILES + state[LAST]] |= state[TABLE]


@inlined
def _copy(state, into):  # type: ignore[no-untyped-def]
    for i in range(len(state)):
        into[i] = state[i]


@uncounted
def _lead(state, tables):  # type: ignore[no-untyped-def]
    """How many points side 0 is ahead of side 1 when all cards are captured."""
    points = points_of(np.uint64(state[PILES]), tables) - points_of(np.uint64(state[PILES + 1]), tables)
    return points + state[SWEEPS] - state[SWEEPS + 1]


@uncounted
def _list_plays(table, hand, options, desk):  # type: ignore[no-untyped-def]
    """Fill `options` with all plays; return how many."""
    count = 0
    while hand:
        card = desk.cards[captures.first_of(hand)]
        hand &= hand - 1
        for i in range(captures.takes(table, card >> VALUE_AT & VALUE_MASK, desk)):
            options[count, CARD], options[count, TAKEN] = card, desk.found[0, i] & CARDS
            count += 1
    return count


@inlined
def _deal_unseen(state, mine, trials, desk):  # type: ignore[no-untyped-def]
    """Fill `dealt` with the state as the player to move could see it: all it cannot see dealt anew."""
    dealt, unseen = trials.dealt, trials.unseen
    cards = CARDS & ~(state[TABLE] | state[PILES] | state[PILES + 1] | state[mine])
    left = 0
    while cards:
        unseen[left] = cards & -cards
        cards &= cards - 1
        left += 1
    _copy(state, dealt)
    for place in range(HANDS, len(state)):
        if place != mine:
            dealt[place] = 0
            for _ in range(captures.size_of(state[place])):
                other = captures.below(captures.next_random(desk.random), left)
                left -= 1
                dealt[place] |= unseen[other]
                unseen[other] = unseen[left]


@uncounted
def _best(count, trials, desk):  # type: ignore[no-untyped-def]
    """The number of the play that was furthest ahead."""
    totals, options, best, equals = trials.totals, trials.options, 0, 1
    for i in range(1, count):
        if totals[i] > totals[best]:
            best, equals = i, 1
        elif totals[i] == totals[best]:
            equals += 1
            play, other = options[i], options[best]
            if captures.replaces(play[CARD], play[TAKEN], other[CARD], other[TAKEN], equals, desk):
                best = i
    return best


@uncounted
def _look_ahead(state, trials, desk):  # type: ignore[no-untyped-def]
    """Play what is furthest ahead over sampled deals of the unseen cards, greedy players playing them to the end."""
    tried, options, totals = trials.tried, trials.options, trials.totals
    place, side = _seat(state[TURN], desk), state[TURN] & 1
    count = _list_plays(state[TABLE], state[place], options, desk)
    totals[:count] = 0
    for _ in range(trials.samples if count > 1 else 0):
        _deal_unseen(state, place, trials, desk)
        for i in range(count):
            _copy(trials.dealt, tried)
            _play(tried, place, options[i, CARD], options[i, TAKEN], desk)
            _play_on(tried, desk.plays, (GREEDY, GREEDY), desk)
            _take_rest(tried)
            totals[i] += _lead(tried, trials.tables) * (1 - 2 * side)
    best = _best(count, trials, desk)
    _play(state, place, options[best, CARD], options[best, TAKEN], desk)


@uncounted
def _play_by_turns(state, strategies, trials, plays, desk):  # type: ignore[no-untyped-def]
    """Play a round turn by turn: for players that look ahead, and for the record."""
    for turn in range(desk.plays):
        place, table = _seat(turn, desk), state[TABLE]
        hand = state[place]
        if strategies[turn & 1] == LOOKAHEAD:
            _look_ahead(state, trials, desk)
        else:
            _play_on(state, turn + 1, strategies, desk)
        if len(plays):
            plays[turn, CARD], plays[turn, TAKEN] = hand ^ state[place], table & ~state[TABLE]


@compiled
def play_rounds(rows, words, strategies, ended, trials, desk):  # type: ignore[no-untyped-def]
    """Play the rounds dealt in these rows, table first, a random word for each; fill `ended`."""
    state = np.zeros(HANDS - 1 + rows.shape[1], np.int64)
    by_turns = ended.plays.shape[1] > 0 or LOOKAHEAD in strategies
    for i in range(len(words)):
        state[:HANDS] = 0
        state[TABLE], state[HANDS:], desk.random[0] = rows[i, 0], rows[i, 1:], words[i]
        if by_turns:
            _play_by_turns(state, strategies, trials, ended.plays[i], desk)
        else:
            _play_on(state, desk.plays, strategies, desk)
        _take_rest(state)
        for side in range(2):
            ended.piles[i, side], ended.sweeps[i, side] = state[PILES + side], state[SWEEPS + side]
