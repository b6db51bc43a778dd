"""Cribbage: the form for the show, of one hand or of all three, and for what to throw of six cards."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from types import MappingProxyType

from cardlab.cards import Card, CardError
from cardlab.cribbage.rules import DECK, read_line, score
from cardlab.cribbage.throws import rank_throws
from cardlab.display import cards_html, cards_text, table_html, table_text
from cardlab.score import Score
from cardlab.web.answer import Answer, errors_of, scored
from cardlab.web.form import Field, Form

__all__ = ["FORM"]


HEAD = ("throw", "keep", "hand", "crib", "net")
SHOWS = MappingProxyType({"hand": "your hand", "other": "the other's hand", "crib": "the crib"})


def _score(values: Mapping[str, str]) -> Answer:
    values, dealer = _apart(values), values["dealer"] == "yes"
    with errors_of("hand"):
        if six := _six(DECK.parse(values["hand"]), values["starter"]):
            return _advised(six, dealer=dealer)
    shown = _shown(values)
    with errors_of("starter"):
        if not values["starter"].strip():
            raise CardError("no starter: expected one card")
        starter = DECK.card(values["starter"], where="the starter")
        shows = {name: score(cards, starter, crib=name == "crib") for name, cards in shown.items()}
    heels = ["his heels: 2 to the dealer"] if starter.rank == "J" else []
    if len(shows) == 1:
        return scored(next(iter(shows.values())), *heels)
    return _all_scored(shows, *heels, dealer=dealer)


def _apart(values: Mapping[str, str]) -> Mapping[str, str]:
    """The values with a whole show in the field of the hand, such as a line of the filter, taken apart."""
    text = values["hand"]
    for line in () if values["starter"].strip() else (text, f"h {text}"):
        with suppress(CardError):
            name, cards, _ = read_line(line)
            field = "crib" if name == "Crib" else "hand"
            return {**values, "hand": "", field: cards_text(cards[:4]), "starter": str(cards[4])}
    return values


def _shown(values: Mapping[str, str]) -> dict[str, tuple[Card, ...]]:
    """The four cards of each field that has any, all of them different."""
    shown: dict[str, tuple[Card, ...]] = {}
    for name in SHOWS:
        with errors_of(name):
            if values[name].strip() or (name == "hand" and not any(values[each].strip() for each in SHOWS)):
                shown[name] = DECK.parse(values[name], size=4)
            DECK.parse([card for cards in shown.values() for card in cards])
    return shown


def _all_scored(shows: Mapping[str, Score], *more: str, dealer: bool) -> Answer:
    """Several shows with one starter, in the order of the show: the dealer's hand is the second."""
    order = ("other", "hand", "crib") if dealer else SHOWS
    made = {name: shows[name] for name in order if name in shows}
    owner = {"hand": "you", "other": "the other", "crib": "you" if dealer else "the other"}
    totals = {who: [int(made[name]) for name in made if owner[name] == who] for who in ("you", "the other")}
    won = [f"{who} {sum(points)}" for who, points in totals.items() if points]
    names = {name: f"{SHOWS[name]} {int(show)}" for name, show in made.items()}
    return Answer(
        "points: " + ", ".join([*won, *more]),
        ", ".join(names.values()),
        "\n\n".join(f"{names[name]}\n{show.table()}" for name, show in made.items()),
        "".join(f"<p><strong>{names[name]}</strong></p>{show._repr_html_()}" for name, show in made.items()),
        tuple(item.cards for show in made.values() for item in show),
    )


def _six(hand: tuple[Card, ...], starter: str) -> tuple[Card, ...]:
    """The six cards dealt, if it is six: all in the hand, or the last of them where a tap put it, with the starter."""
    if len(hand) == 5 and starter.strip():
        return DECK.parse([*hand, DECK.card(starter, where="the starter")])
    return hand if len(hand) == 6 and not starter.strip() else ()


def _advised(cards: tuple[Card, ...], *, dealer: bool) -> Answer:
    """The fifteen throws, and what the best of them makes."""
    throws = rank_throws(cards, dealer=dealer)
    best = throws[0]
    crib = "your crib adds" if dealer else "the other's crib takes"
    said = f"the hand makes {best.mean:.2f} on average, {best.low} to {best.high}; {crib} {best.crib:.2f}"
    points = [(f"{throw.mean:.2f}", f"{throw.crib:.2f}", f"{throw.net:.2f}") for throw in throws]
    lines, html = (
        [[shown(throw.thrown), shown(throw.kept), *row] for throw, row in zip(throws, points, strict=True)]
        for shown in (cards_text, cards_html)
    )
    return Answer(
        f"{best.net:.2f} points, throw {' '.join(card.symbol for card in best.thrown)}",
        said,
        table_text([HEAD, *lines]),
        table_html(HEAD, html, right=3),
        tuple(throw.thrown for throw in throws),
    )


def _renewed(values: dict[str, str]) -> dict[str, str]:
    """The crib in its own field, where it was a hand with a switch."""
    return values | {"hand": "", "crib": values["hand"]} if values["crib"] == "yes" else values


def _deal(rng: Random) -> dict[str, str]:
    *hand, starter = rng.sample(DECK.cards, 5)
    hand.sort(key=lambda card: DECK.ranks.index(card.rank))
    return {"hand": cards_text(hand), "starter": str(starter)}


FORM = Form(
    game="cribbage",
    title="Cribbage",
    question="What does it score?",
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
        Field("other", "Other hand", "text", "Four cards, with the same starter", cards=4, least=4, place="below"),
        Field("crib", "Crib", "text", "Four cards; a flush here is of five", cards=4, least=4, place="below"),
        Field("dealer", "I deal", "switch", "The crib is yours", place="below"),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=DECK.parse,
    renew=_renewed,
)
"""Both hands and the crib, those that there are, with the starter; or six cards, and whose the crib is."""
