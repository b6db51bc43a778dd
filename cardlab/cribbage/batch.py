"""Cribbage: the show of many hands at once.

A hand is one `uint64`, 13 bits a suit. Fifteens, pairs and runs depend on the ranks alone. Each rank has a key, such
that no two multisets of five ranks have the same sum of keys: a look-up for each suit and one for the starter add up to
an index into one table of the 6,175 multisets. Flush and nobs are read off the suits.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import Card, CardError
from cardlab.checks import true_or_false
from cardlab.compiled import compiled
from cardlab.cribbage.rules import DECK, PARTS, RULES, Rules, fifteens, pairs, runs
from cardlab.deal import deal
from cardlab.sets import HandsLike, answer_like, as_sets, shown

__all__ = ["PARTS", "Bytes", "Points", "Sets", "column", "parts_batch", "sample", "score_batch"]

KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""A key for each rank: the smallest that keeps apart all sums over five cards, at most four of them of a rank."""

CARDS = len(DECK)
WIDTH = DECK.width
HOLDING = np.uint64((1 << WIDTH) - 1)
JACK = np.uint64(DECK.ranks.index("J"))
ONE = np.uint64(1)

# The entry of a holding packs three numbers that are added over the suits: the keys, the number of cards, and whether
# it is four cards. That of a starter packs its key and the first bit of its suit.
LENGTH_AT, FOUR_AT, SUIT_AT = 20, 27, 20
LENGTH = np.uint32((1 << FOUR_AT - LENGTH_AT) - 1)
INDEX = np.uint32((1 << 19) - 1)

Sets: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.unsignedinteger]
T = TypeVar("T", bound=np.generic)


def score_batch(hands: HandsLike, starters: HandsLike, *, crib: bool = False, rules: Rules = RULES) -> Points:
    """Score the show of many hands, or cribs, each with its starter: `uint64[n]`, `uint8[n]` -> `uint8[n]`.

    A starter is the number of its bit, 0 to 51; or the starters are a Series of hands of one card. The points are those
    of `cribbage.score`, hand by hand; they are `uint16[n]` under rules that could give more than 255. Raises
    `TypeError` for another dtype, `ValueError` for another shape or index, `CardError` for a hand that is not four of
    the 52 cards and for a starter that is in the hand or is not one of the 52.

    >>> hands = DECK.encode_many(["5H 5S 5C JD", "5S 6S 7S 8S"])
    >>> starters = np.array([DECK.bits[DECK.card(card)] for card in ("5D", "9C")], dtype=np.uint8)
    >>> score_batch(hands, starters), score_batch(hands, starters, crib=True)
    (array([29, 13], dtype=uint8), array([29,  9], dtype=uint8))
    """
    sets, bits = _shows(hands, starters)
    points = _rank_points(rules)
    scores = np.empty(sets.size, points.dtype)
    _refuse(_score(sets, bits, _looked_up(), points, _suit_points(rules, crib), scores), sets, bits)
    return answer_like(hands, scores)


def parts_batch(hands: HandsLike, starters: HandsLike, *, crib: bool = False, rules: Rules = RULES) -> Points:
    """Score the show in parts, a column for each of `PARTS`: `uint8[n, 5]`.

    Arguments, errors and wider dtype as for `score_batch`.

    >>> parts_batch(DECK.encode_many(["5H 5S 5C JD"]), np.array([DECK.bits[DECK.card("5D")]], dtype=np.uint8))
    array([[16, 12,  0,  0,  1]], dtype=uint8)
    """
    sets, bits = _shows(hands, starters)
    points = _rank_parts(rules)
    parts = np.empty((sets.size, len(PARTS)), points.dtype)
    _refuse(_score_parts(sets, bits, _looked_up(), points, _suit_points(rules, crib), parts), sets, bits)
    return parts


def sample(rng: np.random.Generator, n: int, *, crib: bool = False, rules: Rules = RULES) -> Points:
    """Deal four cards and a starter n times at random and score them, as a hand or as a crib.

    The points are of the dtype that `score_batch` returns.

    >>> sample(np.random.default_rng(1), 3).dtype
    dtype('uint8')
    """
    hands, starters = deal(rng, n, DECK, (4, 1)).T
    return score_batch(hands, np.bitwise_count(starters - ONE), crib=crib, rules=rules)


def _shows(hands: HandsLike, starters: HandsLike) -> tuple[Sets, Bytes]:
    """The hands as sets, the starters as the numbers of their bits. Raises as `score_batch`."""
    sets, cards, bits = column("hands", hands, np.uint64), cast("Any", starters), starters
    if hasattr(getattr(cards, "dtype", None), "deck"):
        single = as_sets("starters", starters, DECK)
        if (wrong := np.bitwise_count(single) != 1).any():
            bad = int(wrong.argmax())
            raise CardError(f"starters[{bad}] is {shown(single[bad], DECK)}: expected one card")
        bits = np.bitwise_count(single - ONE)
    indices = [series.index for series in (cast("Any", hands), cards) if hasattr(series, "array")]
    if len(indices) == 2 and not indices[0].equals(indices[1]):
        raise ValueError("hands and starters have different indices: expected one index")
    return sets, column("starters", bits, np.uint8, like=sets)


def column(name: str, values: HandsLike, dtype: type[T], *, like: Sets | None = None) -> NDArray[T]:
    """Whole numbers as a contiguous array of a dtype.

    Raises `TypeError` for another kind of number, `ValueError` for another shape, `CardError` for a number that does
    not fit.
    """
    column = as_sets(name, values, DECK) if dtype == np.uint64 else np.asarray(values)
    if column.dtype.kind not in "iu" and column.size:
        raise TypeError(f"{name} has dtype {column.dtype}: expected cards[cribbage] or {dtype.__name__}")
    if column.dtype != dtype and (unfit := column != column.astype(dtype)).any():
        place = int(unfit.ravel().argmax())
        raise CardError(f"{name}[{place}] is {column.ravel()[place]}: expected {dtype.__name__}")
    if column.ndim != 1:
        raise ValueError(f"{name} has shape {column.shape}: expected one dimension")
    if like is not None and column.shape != like.shape:
        raise ValueError(f"{name} has length {column.size}, hands {like.size}: expected one length")
    return cast("NDArray[T]", np.ascontiguousarray(column, dtype=dtype))


def _refuse(bad: int, hands: Sets, starters: Bytes) -> None:
    """Raise `CardError` for the show at `bad`, if there is one."""
    if bad < hands.size:
        starter = DECK.cards[starters[bad]].symbol if starters[bad] < CARDS else starters[bad]
        show = f"hands[{bad}] is {shown(hands[bad], DECK)}, starters[{bad}] {starter}"
        raise CardError(f"{show}: expected four cards, of bits 0 to {CARDS - 1}, and the bit of a fifth")


def _dtype(rules: Rules) -> np.dtype[np.unsignedinteger]:
    """Wide enough for the most that each part can come to: 8 fifteens, 6 pairs, 12 cards in runs, a flush, nobs."""
    return np.min_scalar_type(8 * rules.fifteen + 6 * rules.pair + 12 * rules.run + 5 * rules.flush + rules.nobs)


def _suit_points(rules: Rules, crib: bool) -> tuple[np.uint32, np.uint32, np.uint32]:
    """The points for four cards of a suit, what a fifth adds to them, and the points for nobs."""
    crib = true_or_false("crib", crib)
    five = 5 * rules.flush if rules.crib_flush or not crib else 0
    four = 0 if crib else 4 * rules.flush
    return np.uint32(four), np.uint32(five - four), np.uint32(rules.nobs)


@cache
def _looked_up() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """What each holding adds, `uint32[8192]`; what each starter adds, `uint32[256]`."""
    held = np.arange(1 << WIDTH)[:, np.newaxis] >> np.arange(WIDTH) & 1
    length = held.sum(axis=1)
    holdings = held @ KEYS | length << LENGTH_AT | (length == 4) << FOUR_AT
    starters = np.zeros(256, np.uint32)
    starters[:CARDS] = [KEYS[card % WIDTH] | card // WIDTH * WIDTH << SUIT_AT for card in range(CARDS)]
    return holdings.astype(np.uint32), starters


@cache
def _rank_counts() -> Bytes:
    """How many fifteens, pairs and cards in runs, by index: `uint8[524288, 3]`, of which 6,175 rows are filled."""
    counts = np.zeros((int(INDEX) + 1, 3), np.uint8)
    suits = DECK.suits + DECK.suits[0]
    for ranks in combinations_with_replacement(range(WIDTH), 5):
        if ranks[0] != ranks[4]:
            cards = tuple(Card(DECK.ranks[rank], suit) for rank, suit in zip(ranks, suits, strict=True))
            found = len(fifteens(cards)), len(pairs(cards)), sum(map(len, runs(cards)))
            counts[sum(KEYS[rank] for rank in ranks)] = found
    return counts


@lru_cache(maxsize=16)
def _rank_parts(rules: Rules) -> Points:
    """The points from fifteens, from pairs and from runs, by index: `[524288, 3]`."""
    worth = np.array([rules.fifteen, rules.pair, rules.run], _dtype(rules))
    parts: Points = _rank_counts() * worth
    return parts


@lru_cache(maxsize=16)
def _rank_points(rules: Rules) -> Points:
    """Their sums, by index."""
    parts = _rank_parts(rules)
    points: Points = parts.sum(axis=1, dtype=parts.dtype)
    return points


@compiled
def _look_up(hand, starter, holdings, starters):  # type: ignore[no-untyped-def]
    """The index of the ranks; whether the hand is of one suit, and of the starter's; nobs; whether all is in order."""
    held = holdings[hand & HOLDING]
    for suit in range(1, 4):
        held += holdings[(hand >> np.uint64(suit * WIDTH)) & HOLDING]
    turned = starters[starter]
    suited = hand >> np.uint64(turned >> SUIT_AT)
    nobs = np.uint32((suited >> JACK) & ONE)
    four = (held >> LENGTH_AT) & LENGTH == 4 and not hand >> np.uint64(CARDS)
    good = four and starter < CARDS and not (hand >> np.uint64(starter)) & ONE
    return (held + turned) & INDEX, held >> FOUR_AT, holdings[suited & HOLDING] >> FOUR_AT, nobs, good


@compiled
def _score(hands, starters, looked_up, points, worth, scores):  # type: ignore[no-untyped-def]
    """Fill `scores`; return the place of the first bad show, or the number of shows."""
    holdings, turned = looked_up
    four, fifth, jack = worth
    for i in range(hands.size):
        index, flush, all_five, nobs, good = _look_up(hands[i], starters[i], holdings, turned)
        if not good:
            return i
        scores[i] = points[index] + flush * four + all_five * fifth + nobs * jack
    return hands.size


@compiled
def _score_parts(hands, starters, looked_up, rank_parts, worth, parts):  # type: ignore[no-untyped-def]
    """Fill the rows of `parts`; return as `_score` does."""
    holdings, turned = looked_up
    four, fifth, jack = worth
    for i in range(hands.size):
        index, flush, all_five, nobs, good = _look_up(hands[i], starters[i], holdings, turned)
        if not good:
            return i
        for part in range(3):
            parts[i, part] = rank_parts[index, part]
        parts[i, 3] = flush * four + all_five * fifth
        parts[i, 4] = nobs * jack
    return hands.size
