"""Bridge: the form for the point count and the shorthand of a hand, or for the counts of all hands of a deal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from random import Random
from types import MappingProxyType

from cardlab.bridge.boards import Board, boards, dotted
from cardlab.bridge.counts import BUM_RAP, HIGH_CARDS, LOSERS, ZAR
from cardlab.bridge.rules import DECK, TRUMPS, parse, score, shorthand, strain
from cardlab.cards import Card, CardError, quote
from cardlab.display import table_html, table_text
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]

OTHERS = MappingProxyType({"high cards": HIGH_CARDS, "BUM-RAP": BUM_RAP, "Zar": ZAR, "losers": LOSERS})
"""The counts beside the adjusted one; none of them depends on the trumps."""

TAG = re.compile(r'\[\s*deal\s*["“]([^"”\]]*)', re.IGNORECASE)
LIN = re.compile(r"\bmd(\||%7c)|[?&=][nesw]=", re.IGNORECASE)
SIDES = (("north", "south"), ("east", "west"))


def _score(values: Mapping[str, str]) -> Answer:
    with errors_of("hand"):
        deals = _deals_in(values["hand"])
        hand = () if deals else parse(values["hand"])
    with errors_of("trump"):
        trump = strain(values["trump"])
    with errors_of("deal"):
        number = values["deal"].strip() or "1"
        if number not in map(str, range(1, max(len(deals), 1) + 1)):
            raise CardError(f"{quote(values['deal'])} is not one of the deals: there {_are(len(deals))}")
    return _of_several(deals, int(number), trump) if deals else _one_scored(hand, trump)


def _are(deals: int) -> str:
    return f"are {deals}" if deals > 1 else "is one"


def _deals_in(text: str) -> list[Board]:
    """The deals that a text has, if it has any: PBN, with its tags or bare, or LIN."""
    found = TAG.findall(text) or ([text] if text.count(".") > 3 and len(text.split()) > 1 else [])
    if not found and not LIN.search(text):
        return []
    return boards("".join(f'[Deal "{deal}"]' for deal in found) or text)


def _of_several(deals: list[Board], number: int, trump: str) -> Answer:
    """The counts of one of the deals, by its number; says how many there are, and leads to the next."""
    board = deals[number - 1]
    with errors_of("hand"):
        if board.error:
            raise CardError(re.sub("line 1[:,] ", "", board.error))
    answer = _all_scored({seat: DECK.decode(hand)[::-1] for seat, hand in board.hands.items()}, trump)
    if len(deals) == 1:
        return answer
    following = {"deal": str(number % len(deals) + 1)}
    return replace(answer, spoken=f"deal {number} of {len(deals)}: {answer.spoken}", following=following)


def _one_scored(hand: tuple[Card, ...], trump: str) -> Answer:
    """The adjusted count, item by item, and the others below."""
    answer = scored(score(hand, trump), shorthand(hand))
    table = [("another count", "value"), *_others(hand).items()]
    return replace(
        answer,
        text=f"{answer.text}\n\n{table_text(table)}",
        html=answer.html + table_html(table[0], table[1:]),
        rows=(*answer.rows, *(() for _ in OTHERS)),
    )


def _others(hand: tuple[Card, ...]) -> dict[str, str]:
    return {name: f"{float(score(hand, 'notrump', rules=count)):g}" for name, count in OTHERS.items()}


def _all_scored(deal: Mapping[str, tuple[Card, ...]], trump: str) -> Answer:
    """The counts of each hand, and the points of two partners together."""
    points = {seat: score(hand, trump).total for seat, hand in deal.items()}
    sides = [(side, sum(map(points.__getitem__, side))) for side in SIDES if points.keys() >= {*side}]
    said = ", ".join(f"{' and '.join(side)} {total} together" for side, total in sides)
    head = ("hand", "points", *OTHERS)
    lines = [
        (f"{seat} {DECK.show(DECK.encode(hand))}", str(points[seat]), *_others(hand).values())
        for seat, hand in deal.items()
    ]
    return Answer(
        f"points: {', '.join(f'{seat} {total}' for seat, total in points.items())}",
        said or "the partners' hands are not known",
        table_text([head, *lines]),
        table_html(head, [[*map(escape, line)] for line in lines], right=len(head) - 1),
        tuple(deal.values()),
    )


def _parse(text: str) -> tuple[Card, ...]:
    """Any number of cards; dots may still be missing; none for a whole deal."""
    if deals := _deals_in(text):
        if all(deal.error for deal in deals):
            raise CardError(deals[0].error)
        return ()
    return parse(text + "." * (3 - text.count(".")) if "." in text else text, size=None)


def _write(cards: Sequence[Card]) -> str:
    """Cards as suits with dots between, high cards first."""
    return dotted(DECK.encode(cards)) if cards else ""


def _deal(rng: Random) -> dict[str, str]:
    return {"hand": _write(rng.sample(DECK.cards, 13)), "deal": ""}


FORM = Form(
    game="bridge",
    title="Bridge",
    question="What is it worth before the bidding?",
    fields=(
        Field(
            "hand",
            "Hand",
            "text",
            "13 cards, suit by suit: ♠.♥.♦.♣, or a deal as PBN or LIN",
            "AKQ2.T98..J76543",
            cards=13,
            least=13,
        ),
        Field("trump", "Trumps", "choice", "Short suits count with trumps only", choices=TRUMPS, spelling=strain),
        Field("deal", "Deal", "text", "Of several deals, the number of one", keypad="numeric", place="several"),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=_parse,
    write=_write,
    high_first=True,
)
"""Thirteen cards, or deals of which one is asked for, and the trumps."""
