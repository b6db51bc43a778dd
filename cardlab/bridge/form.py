"""Bridge: the form for the point count and the shorthand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from cardlab.bridge.rules import DECK, TRUMPS, parse, score, shorthand, strain
from cardlab.cards import Card
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]


def _score(values: Mapping[str, str]) -> Answer:
    with errors_of("hand"):
        hand = parse(values["hand"])
    with errors_of("trump"):
        return scored(score(hand, values["trump"]), shorthand(hand))


def _parse(text: str) -> tuple[Card, ...]:
    """Any number of cards; dots may still be missing."""
    return parse(text + "." * (3 - text.count(".")) if "." in text else text, size=None)


def _write(cards: Sequence[Card]) -> str:
    """Cards as suits with dots between, high cards first."""
    in_order = sorted(cards, key=DECK.bits.__getitem__, reverse=True)
    suits = [[card.rank for card in in_order if card.suit == suit] for suit in reversed(DECK.suits)]
    return ".".join(map("".join, suits)) if cards else ""


def _deal(rng: Random) -> dict[str, str]:
    return {"hand": _write(rng.sample(DECK.cards, 13))}


FORM = Form(
    game="bridge",
    title="Bridge",
    question="What is it worth before the bidding?",
    fields=(
        Field("hand", "Hand", "text", "13 cards, suit by suit: ♠.♥.♦.♣", "AKQ2.T98..J76543", cards=13, least=13),
        Field("trump", "Trumps", "choice", "Short suits count with trumps only", choices=TRUMPS, spelling=strain),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=_parse,
    write=_write,
    high_first=True,
)
"""Thirteen cards and the trumps."""
