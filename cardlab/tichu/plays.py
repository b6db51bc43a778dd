"""Tichu: every play that a hand can make, and what a wish leaves of them.

Without suits the deck has 1,217 plays of at most 14 cards. A hand is asked for each of them: does it have the ranks,
and with which cards? `tichu.combination` says what those are, so that there is one rulebook.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain, combinations, product
from types import MappingProxyType

from cardlab.cards import Card, CardError, HandLike, quote
from cardlab.tichu.combinations import SHORTEST, Combination, Kind, combination, combination_of, parse
from cardlab.tichu.reading import DECK, PHOENIX, PLAIN, RANK, read
from cardlab.tichu.rules import previous_combination

__all__ = ["leads", "plays"]

MOST_CARDS = 14
"""The cards of a hand: no play has more."""

ORDER = MappingProxyType({kind: place for place, kind in enumerate(Kind)})

Ranks = tuple[str, ...]
"""The ranks of a play's cards, one entry a card; a special is its own rank."""


def plays(
    hand: HandLike,
    previous: HandLike | None = None,
    *,
    phoenix_value: float | None = None,
    wish: str | None = None,
    each_suit: bool = True,
) -> list[Combination]:
    """Every legal play from a hand with suits on the previous play, none or an empty one being the lead.

    One `Combination` for each set of cards, in the order of kind, length and rank; `phoenix` names what the phoenix
    stands for, in the higher reading where there are two. Plays that differ in the suits of their cards alone are plays
    of their own; `each_suit=False` lists them once, with the suits that come first in the deck, but still keeps a
    straight apart from a straight flush. A pass is not listed. `phoenix_value` is that of `is_legal`.

    `wish` is the rank that the Mah Jong's player wished for and nobody has played yet. If some legal play has a card of
    that rank, only such plays are legal: a straight with the phoenix elsewhere in it, and a bomb, count. If none has,
    the wish forces nothing. The phoenix never stands in for the wished card. It holds for a player's own turn, with
    the lead too; a bomb out of turn is free of it. Source: the publisher's rules and answers to questions.

    Raises `CardError` for an unknown card, a card without its suit in the hand, a card that comes twice or is in the
    previous play too, a hand of more than 14 cards, and a wish other than a rank from 2 to A; for `previous` and
    `phoenix_value` as `is_legal`.

    >>> from cardlab.display import cards_text
    >>> [str(play) for play in plays("8j 9j 9s P", "7")]
    ['the phoenix at 7.5', 'an eight', 'a nine', 'a nine']
    >>> [cards_text(play.cards) for play in plays("8j 9j 9s P", "77")]
    ['8j P', '9j 9s', '9j P', '9s P']
    >>> [cards_text(play.cards) for play in plays("8j 9j 9s P", "77", each_suit=False)]
    ['8j P', '9j 9s', '9j P']
    >>> [cards_text(play.cards) for play in plays("8j 9j 9s P", "77", wish="8")]
    ['8j P']
    """
    held = DECK.parse(parse(hand))
    if len(held) > MOST_CARDS:
        raise CardError(f"a hand of {len(held)} cards: expected at most {MOST_CARDS}")
    before = () if previous is None else parse(previous)
    if both := set(held) & set(before):
        raise CardError(f"{quote(str(min(both, key=str)))} is in the hand and in the previous play: the deck has 1")
    wished = None if wish is None else _wished(wish)
    old = previous_combination(before, phoenix_value=phoenix_value)
    every = filter(None, map(combination_of, _candidates(held)))
    legal = [play.on(old) for play in every if (play.beats(old) if old else not before)]
    if not each_suit:  # the first of those that are alike but for suits
        alike = {(play.kind, tuple(card.rank for card in play.cards)): play for play in reversed(legal)}
        legal = list(alike.values())
    legal.sort(key=_place)
    forced = [play for play in legal if any(card.rank == wished for card in play.cards)]
    return forced or legal


def _wished(wish: object) -> str:
    """The rank that is wished for; `T` and `10` are the ten."""
    if isinstance(wish, str):
        with suppress(ValueError):
            (card,) = read(wish)
            if card in PLAIN:
                return card.rank
    raise CardError(f"{quote(wish)} is not a rank to wish for: expected one of {' '.join(DECK.ranks)}")


@cache
def leads() -> tuple[Ranks, ...]:
    """Every play of at most 14 cards, suits left out, as the ranks of its cards; the phoenix, `P`, is the last.

    Straight flushes are among them as straights, the pass is not.

    >>> len(leads()), sum("P" not in ranks for ranks in leads())
    (1217, 323)
    """
    whole = [ranks for ranks in _without_phoenix() if len(ranks) <= MOST_CARDS]
    fewer = (
        sorted(ranks[:gone] + ranks[gone + 1 :], key=RANK.__getitem__) for ranks in whole for gone in range(len(ranks))
    )
    wild = ((*ranks, PHOENIX.rank) for ranks in fewer)
    return tuple(dict.fromkeys(chain(whole, (ranks for ranks in wild if combination(ranks)))))


def _without_phoenix() -> Iterator[Ranks]:
    """The plays without the phoenix: specials, equal cards, full houses, straights, tractors."""
    yield from ((special,) for special in DECK.specials if special != PHOENIX.rank)
    yield from ((rank,) * copies for rank in DECK.ranks for copies in range(1, 5))
    yield from ((triple,) * 3 + (pair,) * 2 for triple in DECK.ranks for pair in DECK.ranks if triple != pair)
    yield from _windows("1" + DECK.ranks, SHORTEST)
    for window in _windows(DECK.ranks, 2):
        yield tuple(rank for rank in window for _ in range(2))


def _windows(ranks: str, shortest: int) -> Iterator[Ranks]:
    """All runs of consecutive ranks that are long enough."""
    for size in range(shortest, len(ranks) + 1):
        yield from (tuple(ranks[low : low + size]) for low in range(len(ranks) - size + 1))


def _candidates(held: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The sets of cards from a hand that are a play, each once."""
    of_rank: defaultdict[str, list[Card]] = defaultdict(list)
    for card in sorted(held, key=DECK.bits.__getitem__):
        of_rank[card.rank].append(card)
    for copies in _copies():
        if all(len(of_rank[rank]) >= number for rank, number in copies):
            choices = (combinations(of_rank[rank], number) for rank, number in copies)
            yield from (tuple(chain.from_iterable(choice)) for choice in product(*choices))


@cache
def _copies() -> tuple[tuple[tuple[str, int], ...], ...]:
    """The plays of `leads`, each as pairs of a rank and how many cards of it."""
    return tuple(tuple(Counter(ranks).items()) for ranks in leads())


def _place(play: Combination) -> tuple[int, int, float, list[int]]:
    """Where a play stands in the list: kind, length, rank, cards."""
    return ORDER[play.kind], play.length, play.rank, [DECK.bits[card] for card in play.cards]
