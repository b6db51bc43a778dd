"""Scopa: the play of a round, card by card, for two or for four in partnerships.

Rules: pagat.com, "Scopa" and "Scopone". In turn each player plays a card. It takes one card of equal value from the
table; if there is none it takes cards that sum to its value; among several captures the choice is the player's, but a
card that can capture must. A card that cannot stays on the table. A capture that clears the table is a sweep, a point,
except with the very last card of the round. When the hands are empty the next are dealt; when all cards are played,
whoever captured last takes what lies on the table.

Left out on purpose: three players (three sides, no partnerships), the player's right to take several equal cards at
once, and the many local games with points of their own (asso piglia tutto, napola, re bello).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from cardlab.cards import Card, CardError, HandLike, quote
from cardlab.display import cards_text
from cardlab.scopa.play.match import SCOPA, Game
from cardlab.scopa.points import DECK

__all__ = ["Play", "State", "View", "captures", "deal_round", "legal_plays", "opening", "step", "value"]


@dataclass(frozen=True, slots=True)
class Play:
    """A card played, and the cards it takes from the table, in the order of the deck.

    >>> print(Play(Card("7", "D"), (Card("3", "C"), Card("4", "H"))))
    7D takes 3C 4H
    """

    card: Card
    captured: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.card} takes {cards_text(self.captured)}" if self.captured else f"{self.card} stays"


@dataclass(frozen=True, slots=True)
class View:
    """What the player to move knows: their hand, the table and, with a good memory, both sides' piles."""

    game: Game
    turn: int
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], tuple[Card, ...]]
    sweeps: tuple[int, int]
    last: int | None

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards in the other hands and in the stock, in the order of the deck."""
        seen = {*self.hand, *self.table, *self.piles[0], *self.piles[1]}
        return tuple(card for card in DECK if card not in seen)

    def sweeps_with(self, play: Play) -> bool:
        """Whether the play is a sweep."""
        counts = self.game.last_card_sweeps or self.turn + 1 < self.game.plays
        return counts and bool(play.captured) and len(play.captured) == len(self.table)


@dataclass(frozen=True, slots=True)
class State:
    """All of a round at one moment; hands, table and piles in the order of the deck, the stock in that of its deals."""

    game: Game
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    sweeps: tuple[int, int] = (0, 0)
    turn: int = 0
    last: int | None = None

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.turn % self.game.players

    @property
    def side(self) -> int:
        """The side whose turn it is: 0 or 1."""
        return self.turn % 2

    @property
    def is_over(self) -> bool:
        """Whether all cards are played."""
        return self.turn == self.game.plays

    @property
    def view(self) -> View:
        """What the player to move knows."""
        hand = self.hands[self.player]
        return View(self.game, self.turn, hand, self.table, self.piles, self.sweeps, self.last)


def value(card: Card) -> int:
    """What a card counts in captures: ace 1, 2 to 7, jack 8, queen 9, king 10."""
    return DECK.ranks.index(card.rank) + 1


def captures(card: Card, table: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """All captures the card can make, none if it must stay, in the order of their sets of bits.

    >>> [cards_text(taken) for taken in captures(Card("7", "D"), DECK.parse("3C 4H 4S 2S AS QD"))]
    ['3C 4H', '4H AS 2S', '3C 4S', 'AS 2S 4S']
    >>> [cards_text(taken) for taken in captures(Card("7", "D"), DECK.parse("3C 4H 7S 7H"))]
    ['7H', '7S']
    """
    table = _sorted(table)
    equal = tuple((other,) for other in table if other.rank == card.rank)
    return equal or tuple(sorted(_sums(value(card), table), key=DECK.encode))


def _sums(wanted: int, table: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The sets of cards that sum to what is wanted."""
    if wanted == 0:
        yield ()
    for place, card in enumerate(table):
        if value(card) <= wanted:
            for rest in _sums(wanted - value(card), table[place + 1 :]):
                yield (card, *rest)


def legal_plays(view: View) -> tuple[Play, ...]:
    """All that the player may play: card by card in the order of the deck, and of each its captures."""
    return tuple(Play(card, taken) for card in view.hand for taken in captures(card, view.table) or ((),))


def opening(order: HandLike, *, game: Game = SCOPA) -> State:
    """The start of a round dealt from a deck in this order: the table, then hand by hand, deal by deal.

    Raises `CardError` unless it is all 40 cards.
    """
    cards = DECK.parse(order, size=len(DECK))
    hands, stock = _deal(game, cards[game.table :])
    return State(game, hands, stock, _sorted(cards[: game.table]))


def deal_round(rng: Random, *, game: Game = SCOPA) -> State:
    """Shuffle and deal, again while more kings lie on the table than the game allows.

    >>> start = deal_round(Random(1))
    >>> cards_text(start.table), [cards_text(hand) for hand in start.hands], len(start.stock)
    ('5D QD 7C 7S', ['JD QH 2S', '5H 6H AS'], 30)
    """
    while True:
        start = opening(rng.sample(DECK.cards, len(DECK)), game=game)
        if sum(card.rank == "K" for card in start.table) <= game.most_kings:
            return start


def step(state: State, play: Play) -> State:
    """The round after this play. Raises `CardError` for a card not in the hand and for what it cannot capture."""
    _check(state, play)
    view, taken = state.view, set(play.captured)
    piles, sweeps = list(state.piles), list(state.sweeps)
    table = tuple(card for card in state.table if card not in taken)
    if taken:
        piles[state.side] = _sorted((*piles[state.side], play.card, *play.captured))
        sweeps[state.side] += view.sweeps_with(play)
    else:
        table = _sorted((*table, play.card))
    hands = tuple(tuple(card for card in hand if card != play.card) for hand in state.hands)
    after = replace(
        state,
        hands=hands,
        table=table,
        piles=(piles[0], piles[1]),
        sweeps=(sweeps[0], sweeps[1]),
        turn=state.turn + 1,
        last=state.side if taken else state.last,
    )
    return _close(after) if after.is_over else _deal_next(after)


def _check(state: State, play: Play) -> None:
    if state.is_over:
        raise CardError(f"{play}: the round is over")
    hand = state.hands[state.player]
    if play.card not in hand:
        raise CardError(f"{quote(str(play.card))} is not in the hand of player {state.player}: {cards_text(hand)}")
    allowed = captures(play.card, state.table)
    if play.captured not in (allowed or ((),)):
        choices = " or ".join(map(cards_text, allowed)) or "nothing"
        raise CardError(f"{quote(str(play))}: with {cards_text(state.table)} on the table it takes {choices}")


def _deal_next(state: State) -> State:
    """The state with new hands if all were empty."""
    if any(state.hands) or not state.stock:
        return state
    hands, stock = _deal(state.game, state.stock)
    return replace(state, hands=hands, stock=stock)


def _deal(game: Game, cards: tuple[Card, ...]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    ends = range(game.hand, game.hand * game.players + 1, game.hand)
    return tuple(_sorted(cards[end - game.hand : end]) for end in ends), cards[game.hand * game.players :]


def _close(state: State) -> State:
    """The end: the side that captured last takes the table. One has captured, as there are more cards than ranks."""
    piles = list(state.piles)
    piles[state.last or 0] = _sorted((*piles[state.last or 0], *state.table))
    return replace(state, table=(), piles=(piles[0], piles[1]))


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=DECK.bits.__getitem__))
