"""Tichu: the form for a play on a play."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from random import Random

from cardlab.cards import Card
from cardlab.display import cards_html, cards_text, table_html, table_text
from cardlab.tichu.combinations import DECK, NAMES, Combination, parse
from cardlab.tichu.plays import plays
from cardlab.tichu.reading import RANK
from cardlab.tichu.rules import explain, previous_combination, read_phoenix_value
from cardlab.web.answer import Answer, errors_of
from cardlab.web.form import Field, Form

__all__ = ["FORM"]

HEAD = ("what", "cards", "is")
MOST_SHOWN = 60


def _score(values: Mapping[str, str]) -> Answer:
    """The verdict on a play; or all plays of a hand, where there is one."""
    wish, text = values["wish"].strip() or None, values["phoenix_value"].strip()
    with errors_of("previous"):
        previous = parse(values["previous"])
    with errors_of("wish"):
        plays((), wish=wish)
    with errors_of("phoenix_value"):
        value = read_phoenix_value(text) if text else None
        previous_combination(previous, phoenix_value=value)
    if values["hand"].strip():
        with errors_of("hand"):
            return _all_plays(plays(values["hand"], previous, phoenix_value=value, wish=wish, each_suit=False))
    with errors_of("play"):
        play = parse(values["play"])
        verdict = explain(previous, play, phoenix_value=value)
    named = [_named(verdict.previous) if previous else "none: this is the lead", _named(verdict.play)]
    rows = list(zip(("previous", "play"), (previous, play), named, strict=True))
    lines = table_text([[*HEAD, ""], *([what, cards_text(cards), name, ""] for what, cards, name in rows)]).splitlines()
    html = table_html(HEAD, [[what, cards_html(cards), escape(name)] for what, cards, name in rows], right=0)
    headline, _, why = str(verdict).partition(": ")
    return Answer(headline, why, "\n".join(map(str.rstrip, lines)), html, (previous, play))


def _all_plays(found: list[Combination]) -> Answer:
    """Every legal play of a hand, those that differ in suits alone once."""
    bombs = sum(play.is_bomb for play in found)
    count = "1 legal play" if len(found) == 1 else f"{len(found)} legal plays"
    shown = found[:MOST_SHOWN]
    why = f"{bombs or 'none'} of them a bomb" if found else "there is nothing but to pass"
    if len(shown) < len(found):
        why += f"; the first {len(shown)} are listed"
    html = table_html(["cards", "is"], [[cards_html(play.cards), escape(_named(play))] for play in shown], right=0)
    text = "\n".join(f"{cards_text(play.cards)}: {_named(play)}" for play in shown)
    return Answer(count, why, text, html, tuple(play.cards for play in shown))


def _named(play: Combination | None) -> str:
    """What a play is, with what its phoenix stands for."""
    if play is None:
        return "no combination"
    stands = "" if play.phoenix is None or play.is_single_phoenix else f", the phoenix as {NAMES[int(play.phoenix)]}"
    return f"{play}{stands}"


def _deal(rng: Random) -> dict[str, str]:
    """A play from one hand, and the answer or a try from another."""
    cards = rng.sample(DECK.cards, 28)
    previous = _any_kind(rng, plays(cards[:14], each_suit=False))
    answers = plays(cards[14:], previous, each_suit=False) if rng.random() < 0.7 else []
    play = _any_kind(rng, answers or plays(cards[14:], each_suit=False))
    return {"previous": cards_text(previous), "play": cards_text(play), "phoenix_value": "", "hand": "", "wish": ""}


def _any_kind(rng: Random, found: list[Combination]) -> tuple[Card, ...]:
    """A play of a kind drawn first, so that singles do not crowd out the rest."""
    kind = rng.choice(sorted({play.kind.value for play in found}))
    return rng.choice([play.cards for play in found if play.kind.value == kind])


FORM = Form(
    game="tichu",
    title="Tichu",
    question="May this be played on that?",
    fields=(
        Field(
            "previous",
            "Previous play",
            "text",
            "Empty: the lead. 0 is ten, suits are optional",
            "66",
            cards=14,
            capitals=False,
        ),
        Field("play", "Play", "text", "1 Mah Jong, D dog, P phoenix, R dragon", "7P", cards=14, capitals=False),
        Field(
            "phoenix_value",
            "Value of the phoenix",
            "text",
            "If it was played alone before: 1.5 to 14.5",
            keypad="decimal",
            place="below",
        ),
        Field(
            "hand",
            "Hand",
            "text",
            "With suits, as in 8j 9s: its legal plays",
            cards=14,
            capitals=False,
            place="below",
        ),
        Field("wish", "Wish", "text", "The rank wished for, 2 to A, if nobody has played it", place="below"),
    ),
    deck=DECK,
    score=_score,
    deal=_deal,
    parse=parse,
    names_of_specials={rank: NAMES[place] for rank, place in RANK.items()} | {"D": "dog", "P": "phoenix"},
)
"""The previous play, the play on it, and the value of a phoenix that was played alone; or a hand, for all its plays."""
