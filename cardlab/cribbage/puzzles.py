"""Cribbage: two puzzles as forms: what would you throw, and muggins, what does your count leave."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from cardlab.cards import Card, CardError, quote
from cardlab.cribbage.rules import DECK, score
from cardlab.cribbage.throws import Throw, rank_throws
from cardlab.display import cards_html, cards_text, table_html, table_text
from cardlab.score import Score
from cardlab.web.answer import Answer, errors_of
from cardlab.web.form import Field, Form

__all__ = ["PUZZLES"]

CRIB = "the other's crib"


def _six(rng: Random) -> list[Card]:
    """Six cards, sorted as a player sorts them."""
    return sorted(rng.sample(DECK.cards, 6), key=lambda card: DECK.ranks.index(card.rank))


def _thrown(values: Mapping[str, str]) -> Answer:
    dealer = values["dealer"] == "yes"
    with errors_of("hand"):
        hand = DECK.parse(values["hand"], size=6)
    with errors_of("throw"):
        thrown = DECK.parse(values["throw"])
        if strange := [card for card in thrown if card not in hand]:
            raise CardError(f"{strange[0]} is not in the hand: expected two of {cards_text(hand)}")
        if len(thrown) < 2:
            return Answer(f"throw two into {'your own crib' if dealer else CRIB}", "press them, or type them")
        DECK.parse(thrown, size=2)
    return _judged(rank_throws(hand, dealer=dealer), {*thrown}, "your crib adds" if dealer else f"{CRIB} takes")


def _judged(made: list[Throw], thrown: set[Card], crib: str) -> Answer:
    """What a throw costs against the best, in a table of all."""
    best = made[0]
    yours = next(throw for throw in made if {*throw.thrown} == thrown)
    cost = round(best.net - yours.net, 2)
    named = " ".join(card.symbol for card in best.thrown)
    head = ("throw", "keep", "net", "costs")
    figures = [(f"{throw.net:.2f}", f"{best.net - throw.net:.2f}") for throw in made]
    marks = [", yours" if throw is yours else "" for throw in made]
    rows = [*zip(made, marks, figures, strict=True)]
    return Answer(
        f"{cost:.2f} points less than {named}" if cost else "there is no better throw",
        f"the hand makes {yours.mean:.2f} on average, {crib} {yours.crib:.2f}: {yours.net:.2f} in all",
        table_text([head, *((cards_text(one.thrown) + mark, cards_text(one.kept), *row) for one, mark, row in rows)]),
        table_html(
            head, [(cards_html(one.thrown) + mark, cards_html(one.kept), *row) for one, mark, row in rows], right=2
        ),
        tuple(throw.thrown for throw in made),
        cost=cost,
    )


def _deal_six(rng: Random) -> dict[str, str]:
    return {"hand": cards_text(_six(rng)), "dealer": rng.choice(["", "yes"]), "throw": ""}


def _counted(values: Mapping[str, str]) -> Answer:
    with errors_of("hand"):
        hand = DECK.parse(values["hand"], size=4)
    with errors_of("starter"):
        show = score(hand, values["starter"])
    with errors_of("count"):
        text = values["count"].strip()
        if not text:
            return Answer("how many points?", "count the hand with the starter, and type the sum")
        if not (text.isascii() and text.isdecimal()) or len(text) > 2:
            raise CardError(f"{quote(text)} points: expected a whole number, 0 to 29")
    return _compared(show, int(text))


def _compared(show: Score, count: int) -> Answer:
    """The items of a show with the running total, and what of them is beyond a count."""
    total, running, lines = int(show), 0, []
    for item in show:
        running += item.points
        left = min(item.points, running - count)
        lines.append((item, (str(item.points), str(running), str(left) if left > 0 else "")))
    head = ("what", "cards", "points", "so far", "left")
    headline, said = f"right: {total} points", str(show)
    if count < total:
        headline = f"you left {total - count} of {total} points"
        said = f"counted in this order you stopped at {count}: what is left stands in the last column"
    elif count > total:
        headline = f"{count - total} too many: {total} points"
    return Answer(
        headline,
        said,
        table_text([head, *((item.kind, cards_text(item.cards), *row) for item, row in lines)]),
        table_html(head, [(item.kind, cards_html(item.cards), *row) for item, row in lines], right=3),
        tuple(item.cards for item in show),
        cost=abs(total - count),
    )


def _deal_show(rng: Random) -> dict[str, str]:
    """The four cards that are best kept of six, so that there is something to count."""
    six = _six(rng)
    kept = rank_throws(six, dealer=rng.random() < 0.5)[0].kept
    starter = rng.choice([card for card in DECK if card not in six])
    return {"hand": cards_text(kept), "starter": str(starter), "count": ""}


THROW = Form(
    game="throw",
    title="Throw",
    question="What would you throw?",
    fields=(
        Field("hand", "Hand", "text", "Six cards", "5H 5S 6D 7C JC KD", cards=6, least=6),
        Field("throw", "Throw", "text", "Two of them", cards=2, guess=True),
        Field("dealer", "I deal", "switch", "The crib is yours"),
    ),
    deck=DECK,
    score=_thrown,
    deal=_deal_six,
    parse=DECK.parse,
)

MUGGINS = Form(
    game="muggins",
    title="Muggins",
    question="How many points are these?",
    fields=(
        Field("hand", "Hand", "text", "Four cards", "5H 5S 5C JD", cards=4, least=4),
        Field("starter", "Starter", "text", "The card turned up", "5D", cards=1, least=1),
        Field("count", "Your count", "text", "The points that you find", keypad="numeric", guess=True),
    ),
    deck=DECK,
    score=_counted,
    deal=_deal_show,
    parse=DECK.parse,
)

PUZZLES = (THROW, MUGGINS)
"""What two of six cards to throw, and what four cards and the starter are worth."""
