"""Tichu: what can be asked of many hands at once: bombs, the longest straight, whether a play can be answered.

A hand is one `uint64`, 13 bits a suit, the four specials on top. The loops over the hands are in `tichu.kernels`; here
is what is asked of them, the rules of `tichu.rules` put as sets of ranks and cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardlab.cards import CardError, HandLike
from cardlab.checks import true_or_false, whole
from cardlab.deal import deal
from cardlab.sets import HandsLike, answer_like, as_sets
from cardlab.tichu import kernels
from cardlab.tichu.combinations import SHORTEST, Combination, Kind, parse
from cardlab.tichu.kernels import DRAGON_RANK, EVERY_SUIT, RANKS, STAND_INS, Asked
from cardlab.tichu.reading import ACE, DECK, TWO, set_of_play
from cardlab.tichu.rules import previous_combination

__all__ = [
    "QUESTIONS",
    "can_answer",
    "holds_bomb",
    "holds_four_bomb",
    "holds_straight_flush_bomb",
    "longest_straight",
    "sample",
]

COPIES = MappingProxyType({Kind.SINGLE: 1, Kind.STRAIGHT: 1, Kind.PAIR: 2, Kind.TRACTOR: 2, Kind.TRIPLE: 3})
"""How often a kind has each of its ranks."""


def holds_four_bomb(hands: HandsLike) -> NDArray[np.bool_]:
    """Whether each hand holds four of a rank: `uint64[n]` -> `bool[n]`. The phoenix is never part of a bomb.

    Raises `TypeError` for another dtype, `ValueError` for another shape, `CardError` for bits that are not cards.

    >>> holds_four_bomb(DECK.encode_many(["9j 9s 9p 9t", "9j 9s 9p P"])).tolist()
    [True, False]
    """
    return _ask(hands, np.bool_, kernels.bombs, RANKS, 0)


def holds_straight_flush_bomb(hands: HandsLike) -> NDArray[np.bool_]:
    """Whether each hand holds five or more consecutive cards of one suit, 2 to A: `uint64[n]` -> `bool[n]`.

    Neither the Mah Jong nor the phoenix is ever part of one. Errors as `holds_four_bomb`.

    >>> holds_straight_flush_bomb(DECK.encode_many(["0j Jj Qj Kj Aj", "1 2j 3j 4j 5j", "2j 3j P 5j 6j"])).tolist()
    [True, False, False]
    """
    return _ask(hands, np.bool_, kernels.bombs, 0, _starts(SHORTEST))


def holds_bomb(hands: HandsLike) -> NDArray[np.bool_]:
    """Whether each hand holds a bomb of either kind: `uint64[n]` -> `bool[n]`. Errors as `holds_four_bomb`.

    >>> holds_bomb(DECK.encode_many(["9j 9s 9p 9t", "0j Jj Qj Kj Aj", "0j Jj Qj Kj As"])).tolist()
    [True, True, False]
    """
    return _ask(hands, np.bool_, kernels.bombs, RANKS, _starts(SHORTEST))


def longest_straight(hands: HandsLike, *, phoenix: bool = True) -> NDArray[np.uint8]:
    """The number of cards of the longest straight in each hand, 5 to 14, or 0: `uint64[n]` -> `uint8[n]`.

    Five or more consecutive ranks of any suits, the Mah Jong below the two. A phoenix in the hand fills a gap or
    prolongs the run, but never stands for the Mah Jong; `phoenix=False` does without it. A run of one suit counts as
    any other, though it is played as a bomb. Errors as `holds_four_bomb`.

    >>> hands = DECK.encode_many(["1 2j 3s 4j 5j", "2j 3s 4j 6j 7p P", "2j 3s 4j P"])
    >>> longest_straight(hands).tolist(), longest_straight(hands, phoenix=False).tolist()
    ([5, 6, 0], [5, 0, 0])
    """
    return _ask(hands, np.uint8, kernels.straights, bool(phoenix))


def can_answer(
    hands: HandsLike, previous: HandLike, *, phoenix_value: float | None = None, bombs: bool = True
) -> NDArray[np.bool_]:
    """Whether each hand holds a legal play on the previous one: `uint64[n]` -> `bool[n]`.

    True where `tichu.is_legal(previous, play, phoenix_value=phoenix_value)` is for some play from the hand;
    `bombs=False` leaves the bombs out. `previous` is any play that `tichu.parse` reads, with or without suits, or the
    empty one, which is the lead; nothing is legal on anything that is not a combination. The hands are taken as they
    are, even if they hold cards of the previous play. Raises `CardError` as `is_legal`; other errors as
    `holds_four_bomb`.

    >>> hands = DECK.encode_many(["Kj P", "Qs Ks", "2j 2s 2p 2t"])
    >>> can_answer(hands, "QQ").tolist(), can_answer(hands, "QQ", bombs=False).tolist()
    ([True, False, True], [True, False, False])
    >>> can_answer(hands, "Aj").tolist(), can_answer(hands, "P", phoenix_value=11.5).tolist()
    ([True, False, True], [True, True, True])
    """
    before = parse(previous)
    old = previous_combination(before, phoenix_value=phoenix_value)
    if old is not None:
        asked = _with_bombs(_higher(old), old) if true_or_false("bombs", bombs) else _higher(old)
    else:
        asked = Asked() if before else Asked(tops=_field(0, DRAGON_RANK))  # with the lead, any card will do
    return _ask(hands, np.bool_, kernels.answers, asked)


QUESTIONS: Mapping[str, Callable[..., NDArray[Any]]] = MappingProxyType(
    {
        "straight": longest_straight,
        "four": holds_four_bomb,
        "flush": holds_straight_flush_bomb,
        "any": holds_bomb,
        "answer": can_answer,
    }
)
"""What `sample` can ask of a hand."""


def sample(
    rng: np.random.Generator, n: int, *, what: str = "straight", cards: int = 14, hands: int = 1, **options: Any
) -> NDArray[np.uint8]:
    """Deal n times one hand, or several of the same deck, and put one of `QUESTIONS` to each: `uint8[n]`.

    The answer is the greatest of the hands' answers; 0 is no and 1 is yes, so with two `hands` it is 1 where at least
    one of two opponents can. `options` are those of the question: `phoenix` for "straight"; `previous`, `phoenix_value`
    and `bombs` for "answer". No hand is dealt a card of the previous play, as `reading.set_of_play` has it. Raises
    `ValueError` for another question, for no hand and for more cards than there are.

    >>> rng = np.random.default_rng(1)
    >>> sample(rng, 5).tolist(), sample(rng, 5, what="answer", previous="QQ", hands=2).tolist()
    ([8, 0, 0, 5, 0], [1, 1, 1, 1, 1])
    """
    if not isinstance(what, str) or what not in QUESTIONS:
        raise ValueError(f"what={what!r}: expected one of {', '.join(map(repr, QUESTIONS))}")
    hands = whole("hands", hands, 1)
    if "previous" in options:
        options["previous"] = parse(options["previous"])
    dealt = deal(rng, n, DECK, (cards,) * hands, without=set_of_play(options.get("previous", ())))
    answers = [QUESTIONS[what](dealt[:, hand], **options).view(np.uint8) for hand in range(hands)]
    return reduce(np.maximum, answers)


def _higher(old: Combination) -> Asked:
    """What beats a combination, bombs left out: nothing beats the dog, only bombs beat a bomb."""
    above = int(old.rank) + 1
    if old.kind is Kind.FULL_HOUSE:
        return Asked(tops=_field(above, ACE), house=True)
    if old.kind not in COPIES:
        return Asked()
    copies = COPIES[old.kind]
    tops = _field(above, DRAGON_RANK if old.kind is Kind.SINGLE else ACE)
    on_phoenix = old.kind is Kind.SINGLE and old.phoenix is not None
    return Asked(copies, old.length // copies, tops, stand_ins=0 if on_phoenix else STAND_INS)


def _with_bombs(asked: Asked, old: Combination) -> Asked:
    """Add the bombs that beat a combination: all of them, the higher ones on a bomb, none on the dog."""
    if old.kind is Kind.DOG:
        return asked
    above = int(old.rank) + 1
    if old.kind is Kind.STRAIGHT_FLUSH_BOMB:
        starts, longer_starts = _starts(old.length, lowest_top=above), _starts(old.length + 1)
        return asked._replace(flush=old.length, starts=starts, longer_starts=longer_starts)
    fours = _field(above, ACE) >> TWO if old.kind is Kind.FOUR_BOMB else RANKS
    return asked._replace(fours=fours, starts=_starts(SHORTEST))


def _field(low: int, high: int) -> int:
    """The ranks from low to high, bit r for rank r."""
    return sum(1 << rank for rank in range(low, high + 1))


def _starts(length: int, *, lowest_top: int = TWO) -> int:
    """The cards that `length` consecutive cards of one suit can start with if their top is `lowest_top` or higher."""
    first, last = max(TWO, lowest_top - length + 1), ACE - length + 1
    return EVERY_SUIT * (_field(first, last) >> TWO)


def _ask(hands: HandsLike, dtype: type[Any], kernel: Callable[..., int], *asked: object) -> NDArray[Any]:
    """Check the hands and let the kernel fill an array of their shape."""
    sets = as_sets("hands", hands, DECK)
    out: NDArray[Any] = np.empty(sets.shape, dtype)
    if kernel(sets.view(np.int64), *asked, out) & ~DECK.mask:
        bad = int(np.argmax(sets > np.uint64(DECK.mask)))
        raise CardError(f"hands[{bad}] is {int(sets[bad]):#x}: expected cards of bits 0 to {len(DECK) - 1}")
    return answer_like(hands, out)
