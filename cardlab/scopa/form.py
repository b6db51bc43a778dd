"""Scopa: the form for the points of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from cardlab.cards import CardError, quote
from cardlab.display import cards_text
from cardlab.scopa.rules import DECK, MISSING_SUIT_RULES, RULES, most_sweeps, score
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]


def _score(values: Mapping[str, str]) -> Answer:
    with errors_of("captured"):
        captured = DECK.parse(values["captured"])
    with errors_of("missing_suit"):
        rules = replace(RULES, missing_suit=values["missing_suit"])
    with errors_of("sweeps"):
        own = score(captured, sweeps=_sweeps(values["sweeps"]), rules=rules)
    with errors_of("their_sweeps"):
        others = [card for card in DECK if card not in captured]
        other = score(others, sweeps=_sweeps(values["their_sweeps"]), rules=rules)
    return scored(own, f"{int(other)} to the other side")


def _sweeps(text: str) -> int:
    """A number of sweeps, none for empty text. Raises `CardError` for more than any pile can have."""
    text = text.strip() or "0"
    if not (text.isascii() and text.isdecimal()):
        raise CardError(f"{quote(text)} sweeps: expected a whole number, 0 or more")
    if len(text.lstrip("0")) > 2:
        raise CardError(f"{quote(text)} sweeps: expected at most {most_sweeps(len(DECK))}")
    return int(text.lstrip("0") or "0")


def _deal(rng: Random) -> dict[str, str]:
    pile = sorted(rng.sample(DECK.cards, rng.randint(14, 26)), key=DECK.bits.__getitem__)
    return {"captured": cards_text(pile), "sweeps": "", "their_sweeps": ""}


FORM = Form(
    game="scopa",
    title="Scopa",
    question="Who takes the points of the round?",
    fields=(
        Field(
            "captured",
            "Captured",
            "text",
            "One side's cards; the other has the rest",
            "7D 6D AD 5D 4D 3D 7C 7H 7S",
            cards=40,
        ),
        Field(
            "sweeps", "Sweeps", "text", "How many this side made: at most one for two cards captured", keypad="numeric"
        ),
        Field("their_sweeps", "Their sweeps", "text", "How many the other side made", keypad="numeric"),
        Field(
            "missing_suit",
            "Missing suit",
            "choice",
            "Forfeit: a side that lacks one loses to four suits. Strict: nobody scores if both lack one. "
            "Raw: the sums decide.",
            choices=MISSING_SUIT_RULES,
        ),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=DECK.parse,
)
"""One side's cards, its sweeps, and the rule for a missing suit."""
