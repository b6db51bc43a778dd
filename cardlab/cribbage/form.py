"""Cribbage: the form for the show."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from cardlab.cards import Card, CardError, quote
from cardlab.cribbage.rules import DECK, score
from cardlab.cribbage.throws import rank_throws
from cardlab.display import cards_html, cards_text, table_html, table_text
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]


HEAD = ["throw", "keep", "hand", "crib", "net"]


def _score(values: Mapping[str, str]) -> Answer:
    for switch in ("crib", "dealer"):
        with errors_of(switch):
            if values[switch] not in ("", "yes"):
                raise CardError(f"{quote(values[switch])} is neither yes nor empty")
    with errors_of("hand"):
        hand = DECK.parse(values["hand"])
        if six := _six(hand, values["starter"]):
            return _advised(six, dealer=values["dealer"] == "yes")
        DECK.parse(values["hand"], size=4)
    with errors_of("starter"):
        if not values["starter"].strip():
            raise CardError("no starter: expected one card")
        starter = DECK.card(values["starter"], where="the starter")
        heels = ["his heels: 2 to the dealer"] if starter.rank == "J" else []
        return scored(score(hand, starter, crib=values["crib"] == "yes"), *heels)


def _six(hand: tuple[Card, ...], starter: str) -> tuple[Card, ...]:
    """The six cards dealt, if it is six: all in the hand, or the last of them where a tap put it, with the starter."""
    if len(hand) == 5 and starter.strip():
        return DECK.parse([*hand, DECK.card(starter, where="the starter")])
    return hand if len(hand) == 6 and not starter.strip() else ()


def _advised(cards: tuple[Card, ...], *, dealer: bool) -> Answer:
    """The fifteen throws, and what the best of them makes."""
    made = rank_throws(cards, dealer=dealer)
    best = made[0]
    crib = "your crib adds" if dealer else "the other's crib takes"
    said = f"the hand makes {best.mean:.2f} on average, {best.low} to {best.high}; {crib} {best.crib:.2f}"
    figures = [(f"{one.mean:.2f}", f"{one.crib:.2f}", f"{one.net:.2f}") for one in made]
    lines = [[cards_text(one.thrown), cards_text(one.kept), *row] for one, row in zip(made, figures, strict=True)]
    html = [[cards_html(one.thrown), cards_html(one.kept), *row] for one, row in zip(made, figures, strict=True)]
    return Answer(
        f"{best.net:.2f} points, throw {' '.join(card.symbol for card in best.thrown)}",
        said,
        table_text([HEAD, *lines]),
        table_html(HEAD, html, right=3),
        tuple(one.thrown for one in made),
    )


def _deal(rng: Random) -> dict[str, str]:
    *hand, starter = rng.sample(DECK.cards, 5)
    hand.sort(key=lambda card: DECK.ranks.index(card.rank))
    return {"hand": cards_text(hand), "starter": str(starter)}


FORM = Form(
    game="cribbage",
    title="Cribbage",
    question="What does it score in the show?",
    fields=(
        Field(
            "hand",
            "Hand",
            "text",
            "Four cards, as in 5H or 10♠; six, to see what to throw",
            "5H 5S 5C JD",
            cards=4,
            least=4,
        ),
        Field("starter", "Starter", "text", "The card turned up", "5D", cards=1, least=1),
        Field("crib", "This is the crib", "switch", "In the crib only five of a suit are a flush"),
        Field("dealer", "I deal", "switch", "With six cards: the crib is yours"),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=DECK.parse,
)
"""Four cards, the starter, and whether it is the crib; or six cards, and whose the crib is."""
