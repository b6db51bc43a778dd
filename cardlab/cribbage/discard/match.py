"""Cribbage: players against each other, over random deals: what the hands and the crib score, and who gains.

A deal is twelve cards and a starter; both throw by their policies, and three shows are counted: the dealer's hand, the
other player's (the pone's), and the crib. The play of the cards is left out, and the two points for a jack turned up.
`sample` and `gain` are samples for `simulate`. Under rules for which there are no crib tables, "best" throws by the
default rules' tables and the hand's mean under its own.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cardlab.compiled import compiled
from cardlab.cribbage.discard.crib_tables import published, tables_for
from cardlab.cribbage.discard.hands import BINOMIALS, HANDS, OTHERS, free_cards, hold, place_of_four, shows, six_cards
from cardlab.cribbage.discard.policies import FIRST, SECOND, Policy, policy, random_policy
from cardlab.cribbage.rules import DECK, RULES, Rules

__all__ = ["PLAYERS", "SHOWS", "gain", "sample"]

SHOWS = ("dealer", "pone", "crib")
"""What is counted in a deal: the dealer's hand, the pone's hand, the crib."""

PLAYERS = ("best", "Hessel", "Schell", "crib ignored", "random")
"""How they throw: by our tables, by the published ones, what is best for the hand alone, any two cards."""

CARDS = len(DECK)
STARTERS = CARDS - 12


def sample(
    rng: np.random.Generator,
    n: int,
    *,
    what: str = "crib",
    dealer: str = "best",
    pone: str = "best",
    rules: Rules = RULES,
) -> NDArray[np.int16]:
    """The points of one of `SHOWS` in n random deals between two of `PLAYERS`: `int16[n]`.

    Raises `ValueError` for another show or player.

    >>> sample(np.random.default_rng(1), 3, what="pone").dtype
    dtype('int16')
    """
    if what not in SHOWS:
        raise ValueError(f"unknown show {what!r}: expected one of {', '.join(SHOWS)}")
    return _shows(_deals(rng, n), dealer, pone, rules)[:, SHOWS.index(what)]


def gain(
    rng: np.random.Generator, n: int, *, player: str = "best", against: str = "crib ignored", rules: Rules = RULES
) -> NDArray[np.int16]:
    """What one of `PLAYERS` scores more than another in two deals, n times: `int16[n]`.

    Each is the dealer once, with the same cards. Raises `ValueError` for another player.

    >>> gain(np.random.default_rng(1), 3, player="best", against="best").tolist()
    [0, 0, 0]
    """
    deals = _deals(rng, n)
    as_dealer, as_pone = _shows(deals, player, against, rules), _shows(deals, against, player, rules)
    return (as_dealer - as_pone) @ np.array([1, -1, 1], np.int16)


@lru_cache(maxsize=10)
def _policy(player: str, rules: Rules, *, dealer: bool) -> Policy:
    if player == "best":
        return tables_for(rules).policy(dealer=dealer, rules=rules)
    if player in ("Hessel", "Schell"):
        table = published(player)[0 if dealer else 1]
        worth = np.where(np.isnan(table), table.T, table)
        return policy(worth if dealer else -worth, rules=rules)
    if player == "crib ignored":  # the same for both: counted once
        if not dealer:
            return _policy(player, rules, dealer=True)
        return policy(np.zeros((DECK.width, DECK.width)), rules=rules)
    return random_policy(np.random.default_rng(int(dealer)))


def _deals(rng: np.random.Generator, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The dealer's hand, the pone's among those left, the starter among the cards left then: their places."""
    return rng.integers(HANDS, size=n), rng.integers(OTHERS, size=n), rng.integers(STARTERS, size=n)


def _shows(deals: tuple[NDArray[np.int64], ...], dealer: str, pone: str, rules: Rules) -> NDArray[np.int16]:
    """The points of the three shows, a column each."""
    for player in (dealer, pone):
        if player not in PLAYERS:
            raise ValueError(f"unknown player {player!r}: expected one of {', '.join(PLAYERS)}")
    points = np.empty((len(deals[0]), 3), np.int16)
    policies = _policy(dealer, rules, dealer=True), _policy(pone, rules, dealer=False)
    tables = six_cards(), shows(crib=False, rules=rules), shows(crib=True, rules=rules)
    _play(deals, policies, tables, points)
    return points


@compiled
def _play(deals, policies, tables, points):  # type: ignore[no-untyped-def]
    """Fill the rows of `points`."""
    mine, others, turned = deals
    hands, hand_shows, crib_shows = tables
    free, theirs = np.empty(46, np.int64), np.empty(6, np.int64)
    for i in range(len(mine)):
        dealers = hands[mine[i]]
        free_cards(dealers, free)
        place = hold(free, hands[others[i]], theirs)
        starter = _starter(free, theirs, turned[i])
        throw, other = policies[0][mine[i]], policies[1][place]
        points[i, 0] = hand_shows[_place_of_kept(dealers, throw), starter]
        points[i, 1] = hand_shows[_place_of_kept(theirs, other), starter]
        low, high = np.int64(dealers[FIRST[throw]]), np.int64(dealers[SECOND[throw]])
        crib = place_of_four(low, high, theirs[FIRST[other]], theirs[SECOND[other]])
        points[i, 2] = crib_shows[crib, starter]


@compiled
def _starter(free, hand, turned):  # type: ignore[no-untyped-def]
    """The card so far up among those free that are not in the hand, which is sorted."""
    place = turned
    for k in range(6):
        place += hand[k] <= free[place]
    return free[place]


@compiled
def _place_of_kept(hand, throw):  # type: ignore[no-untyped-def]
    """The place of the four cards kept among the 270,725 hands."""
    place, size = 0, 0
    for k in range(6):
        if k not in (FIRST[throw], SECOND[throw]):
            size += 1
            place += BINOMIALS[hand[k], size]
    return place
