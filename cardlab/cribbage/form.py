"""Cribbage: the form for the show."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from cardlab.cards import CardError, quote
from cardlab.cribbage.rules import DECK, score
from cardlab.display import cards_text
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]


def _score(values: Mapping[str, str]) -> Answer:
    with errors_of("hand"):
        hand = DECK.parse(values["hand"], size=4)
    with errors_of("starter"):
        if not values["starter"].strip():
            raise CardError("no starter: expected one card")
        DECK.card(values["starter"], where="the starter")
    with errors_of("crib"):
        if values["crib"] not in ("", "yes"):
            raise CardError(f"{quote(values['crib'])} is neither yes nor empty")
    with errors_of("starter"):
        return scored(score(hand, values["starter"], crib=values["crib"] == "yes"))


def _deal(rng: Random) -> dict[str, str]:
    *hand, starter = rng.sample(DECK.cards, 5)
    hand.sort(key=lambda card: DECK.ranks.index(card.rank))
    return {"hand": cards_text(hand), "starter": str(starter)}


FORM = Form(
    game="cribbage",
    title="Cribbage",
    question="What does it score in the show?",
    fields=(
        Field("hand", "Hand", "text", "Four cards, as in 5H or 10♠", "5H 5S 5C JD", cards=4, least=4),
        Field("starter", "Starter", "text", "The card turned up", "5D", cards=1, least=1),
        Field("crib", "This is the crib", "switch", "In the crib only five of a suit are a flush"),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=DECK.parse,
)
"""Four cards, the starter, and whether it is the crib."""
