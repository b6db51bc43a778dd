"""The cards of a form: drawn as a deck, read from what was typed, clicked, dealt to try. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from cardlab import bridge, tichu
from cardlab.cards import RANK_WORDS, SYMBOLS, Card, CardError
from cardlab.display import COLOURS, cards_text
from cardlab.tichu.combinations import NAMES, RANK
from cardlab.web.form import form

__all__ = ["Face", "click", "deck", "face", "held", "random_values", "read"]

WORDS = {letter: word for word, letter in reversed([*RANK_WORDS.items()])} | {"0": "ten"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: its notation, rank and suit sign, its name read aloud, its colour (empty for black).

    >>> face("cribbage", Card("T", "H"))
    Face(card='TH', rank='10', suit='♥', name='ten of hearts', colour='#d62f2f')
    """

    card: str
    rank: str
    suit: str
    name: str
    colour: str


def face(game: str, card: Card) -> Face:
    """How a card of a game is drawn and named; Tichu's may have no suit."""
    suits = dict(zip(form(game).deck.suits, form(game).deck.suit_names, strict=True))
    if game == "tichu" and not card.suit:
        name = {"D": "dog", "P": "phoenix"}.get(card.rank) or NAMES[RANK[card.rank]]
    else:
        name = f"{WORDS[card.rank]} of {suits[card.suit]}"
    rank = card.rank.replace("T", "10")
    return Face(str(card), rank, SYMBOLS.get(card.suit, card.suit), name, COLOURS.get(card.suit, ""))


def deck(game: str) -> tuple[tuple[str, tuple[Face, ...]], ...]:
    """A game's deck as it is drawn: the rows, each with its name, suit by suit and then the specials.

    >>> [(name, len(faces)) for name, faces in deck("tichu")]
    [('jade', 13), ('swords', 13), ('pagodas', 13), ('stars', 13), ('specials', 4)]
    >>> deck("bridge")[0][1][0].name
    'ace of spades'
    """
    asked = form(game)
    rows = []
    for suit, name in zip(asked.deck.suits, asked.deck.suit_names, strict=True):
        faces = [face(game, card) for card in asked.deck if card.suit == suit]
        rows.append((name, tuple(reversed(faces) if asked.high_first else faces)))
    rows = rows[::-1] if asked.high_first else rows
    specials = tuple(face(game, card) for card in asked.deck if not card.suit)
    return (*rows, *([("specials", specials)] if specials else []))


def read(game: str, text: str) -> tuple[Card, ...]:
    """The cards of a field's text, any number of them; bridge's dots may still be missing.

    Raises `CardError` for what is no card and for a card that comes twice.

    >>> [str(card) for card in read("bridge", "AK.Q")]
    ['AS', 'KS', 'QH']
    """
    if game == "tichu":
        return tichu.parse(text)
    if game == "bridge":
        return bridge.parse(text + "." * (3 - text.count(".")) if "." in text else text, size=None)
    return form(game).deck.parse(text)


def held(game: str, text: str) -> tuple[Card, ...]:
    """The cards of a field's text as far as they can be read: what is drawn while somebody still types.

    >>> [str(card) for card in held("cribbage", "5H 5X 5h JD")]
    ['5H', 'JD']
    """
    with suppress(CardError):
        return read(game, text)
    return form(game).deck.readable(text)


def click(game: str, values: Mapping[str, str], target: str, card: str) -> dict[str, str]:
    """The values after a click on a card: out of the field that has it, else into `target`.

    A full target hands the card on to the next field with room; one for a single card changes it. Raises `CardError`
    for what is no card and for a target that is no field.

    >>> click("cribbage", {"hand": "5H 5S 5C JD"}, "hand", "5D")
    {'hand': '5H 5S 5C JD', 'starter': '5D', 'crib': ''}
    >>> click("bridge", {"hand": "AK.Q"}, "hand", "AS")["hand"]
    'K.Q..'
    """
    asked = form(game)
    filled, clicked = asked.filled(values), asked.deck.card(card)
    fields = {field: held(game, filled[field.name]) for field in asked.card_fields}
    for field, cards in fields.items():
        if clicked in cards:
            return filled | {field.name: _written(game, [one for one in cards if one != clicked])}
    goal = asked.field(target)
    cards = fields.get(goal, ())
    if len(cards) >= goal.cards:
        goal, cards = next((one for one in fields.items() if len(one[1]) < one[0].cards), (goal, cards))
    cards = () if goal.cards == 1 else cards
    return filled | {goal.name: _written(game, [*cards, clicked])}


def random_values(game: str, rng: Random) -> dict[str, str]:
    """Cards to try, by field: a deal; for Tichu a play from one hand and the answer, or a try, from another.

    >>> random_values("cribbage", Random(1))
    {'hand': '5H 9H TC JS', 'starter': '4D'}
    """
    whole = form(game).deck
    cards = rng.sample(whole.cards, len(whole))
    if game == "cribbage":
        hand = sorted(cards[:4], key=lambda card: whole.ranks.index(card.rank))
        return {"hand": cards_text(hand), "starter": str(cards[4])}
    if game == "scopa":
        pile = sorted(cards[: rng.randint(14, 26)], key=whole.bits.__getitem__)
        return {"captured": cards_text(pile), "sweeps": ""}
    if game == "bridge":
        return {"hand": _written(game, cards[:13])}
    mine, yours = cards[:14], cards[14:28]
    previous = _any_kind(rng, tichu.plays(mine, each_suit=False))
    answers = tichu.plays(yours, previous, each_suit=False) if rng.random() < 0.7 else []
    play = _any_kind(rng, answers or tichu.plays(yours, each_suit=False))
    return {"previous": cards_text(previous), "play": cards_text(play), "phoenix_value": ""}


def _any_kind(rng: Random, plays: list[tichu.Combination]) -> tuple[Card, ...]:
    """A play of a kind drawn first, so that singles do not crowd out the rest."""
    kind = rng.choice(sorted({play.kind.value for play in plays}))
    return rng.choice([play.cards for play in plays if play.kind.value == kind])


def _written(game: str, cards: list[Card]) -> str:
    """Cards as text in the notation of the game: dots for bridge, high cards first."""
    if game != "bridge" or not cards:
        return cards_text(cards)
    in_order = sorted(cards, key=bridge.DECK.bits.__getitem__, reverse=True)
    suits = [[card.rank for card in in_order if card.suit == suit] for suit in reversed(bridge.DECK.suits)]
    return ".".join(map("".join, suits))
