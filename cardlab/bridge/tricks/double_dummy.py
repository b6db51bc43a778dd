"""Bridge: the tricks that each player takes in each strain when all four see all cards (double dummy).

The solving is done by endplay, which holds Bo Haglund's double dummy solver; it comes with the extra `tricks` and is
imported when a deal is solved, not before. One deal takes a tenth of a second or many minutes, and a call can't be
interrupted, so many deals are solved in processes of their own, with a time limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from multiprocessing import get_context
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardlab.bridge.rules import DECK, SUITS, TRUMPS, parse
from cardlab.cards import CardError, HandLike, quote
from cardlab.deal import deal

__all__ = ["SEATS", "Solved", "check_deal", "deal_text", "random_deal", "solve", "solve_many"]

SEATS = ("north", "east", "south", "west")

Solved: TypeAlias = tuple[int, "NDArray[np.int8] | None"]
"""The number of a deal and its tricks, `int8[5, 4]`; None if it was not solved in time."""


def random_deal(seed: int, number: int) -> tuple[int, ...]:
    """Deal `number` of a seed: four hands as sets, north's first; a function of the two numbers alone.

    >>> deal_text(random_deal(1, 0))
    'N:.AT76.KJT974.QT9 KQ653.8432.5.A64 AJ842.KJ5.A86.82 T97.Q9.Q32.KJ753'
    """
    rng = np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(number,))))
    return tuple(deal(rng, 1, DECK, (13, 13, 13, 13))[0].tolist())


def check_deal(hands: Sequence[HandLike | int]) -> tuple[int, ...]:
    """The four hands of a deal as sets. Raises `CardError` unless they are 13 cards each, and no card twice.

    >>> check_deal(["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"])[3]
    8191
    """
    given = list(hands) if isinstance(hands, Iterable) and not isinstance(hands, str) else [hands]
    if len(given) != len(SEATS):
        raise CardError(f"{quote(hands)} is no deal: {len(given)} where four hands were expected, {', '.join(SEATS)}")
    masks: list[int] = []
    for seat, hand in zip(SEATS, given, strict=True):
        try:
            mask = DECK.encode(parse(DECK.decode(int(hand)) if isinstance(hand, (int, np.integer)) else hand))
        except CardError as error:
            raise CardError(f"{seat}: {error}") from None
        for other, taken in zip(SEATS, masks, strict=False):
            if twice := DECK.decode(mask & taken):
                raise CardError(f"{' '.join(map(str, twice))}: both {other} and {seat} have it")
        masks.append(mask)
    return tuple(masks)


def deal_text(hands: Sequence[int]) -> str:
    """A deal in the notation of PBN (portable bridge notation): north's hand first, spades first in each."""
    return "N:" + " ".join(map(_dotted, hands))


def _dotted(hand: int) -> str:
    cards = DECK.decode(hand)[::-1]
    return ".".join("".join(card.rank for card in cards if card.suit == suit) for suit in SUITS.values())


def solve(hands: Sequence[HandLike | int]) -> NDArray[np.int8]:
    """The tricks that each declarer takes in each strain: `int8[5, 4]`, as in `TRUMPS` and `SEATS`.

    Raises `CardError` for what is no deal and `ImportError` without endplay.

    >>> solve(["AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"])[0].tolist()
    [13, 0, 13, 0]
    """
    masks = check_deal(hands)
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    table = calc_dd_table(Deal(deal_text(masks)))
    strains = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
    players = [Player.north, Player.east, Player.south, Player.west]
    assert len(strains) == len(TRUMPS)
    return np.array([[table[strain, player] for player in players] for strain in strains], dtype=np.int8)


def solve_many(
    deals: Iterable[tuple[int, Sequence[int]]], *, workers: int = 1, limit: float = 600.0
) -> Iterator[Solved]:
    """Solve numbered deals in `workers` processes, in the order in which they are done.

    A deal that takes more than `limit` seconds, or brings its process down, comes back as None; the others go on.
    Raises `ImportError` without endplay.

    >>> dict(solve_many([])), [(number, table[4].tolist()) for number, table in solve_many([(0, random_deal(1, 0))])]
    ({}, [(0, [11, 2, 11, 2])])
    """
    import endplay  # noqa: F401 - said here if it is not there, not by each process
    from pebble import ProcessExpired, ProcessPool

    todo = iter(deals)
    waiting: dict[Future[NDArray[np.int8]], int] = {}
    with ProcessPool(max_workers=workers, context=get_context("spawn")) as pool:
        try:
            while True:
                for number, hands in islice(todo, 2 * workers - len(waiting)):
                    waiting[pool.schedule(solve, args=[hands], timeout=limit)] = number
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    lost = isinstance(future.exception(), (TimeoutError, ProcessExpired))
                    yield waiting.pop(future), None if lost else future.result()
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
