"""What the page "Score a hand" asks of the package: JSON in, JSON out, so that its script knows no rule of any game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

from cardlab.cards import CardError
from cardlab.games import form_of
from cardlab.web.answer import Answer

__all__ = ["plain_table", "reply"]


def plain_table(html: str) -> str:
    """A table as the page shows it: styles are data, as its policy bars them from HTML; empty cells are not headers.

    >>> plain_table('<th style="text-align:left"></th>')
    '<td data-style="text-align:left"></td>'
    """
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html.replace(' style="', ' data-style="'))


def reply(question: str) -> str:
    """The reply to what was done on the page, both JSON: the values after it, their answer, the cards they hold.

    A question has `game`, `values` and `action`: `answer`, `deal`, or `click` with a `target` and a `card`. A puzzle
    without cards is dealt. An unknown field is an error of the answer, and is not among the values of the reply.

    >>> question = {"action": "answer", "game": "tichu", "values": {"previous": "66", "play": "7P"}}
    >>> answered = json.loads(reply(json.dumps(question)))
    >>> answered["headline"], answered["rows"]
    ('legal', [['6', '6'], ['7', 'P']])
    """
    asked = json.loads(question)
    values = asked["values"]
    try:
        form = form_of(asked["game"])
    except CardError as error:
        return _replied({}, Answer("", str(error), error=str(error), field="game"), {})
    with suppress(CardError):  # of a field's name, which the answer says, or of a card
        values = form.filled(values)
        if asked["action"] == "deal" or (form.guesses and not any(values.values())):
            values |= form.fresh(Random())
        if asked["action"] == "click":
            values = form.click(values, asked["target"], asked["card"])
    known = {name: text for name, text in values.items() if name in form.names and isinstance(text, str)}
    held = {field.name: form.held(known.get(field.name, "")) for field in form.card_fields}
    drawn = {name: [asdict(form.face(card)) for card in cards] for name, cards in held.items()}
    answer = form.answer(values)
    hidden = [field.name for field in form.fields if not field.shown(answer)]
    return _replied(known, answer, drawn, hidden)


def _replied(values: dict[str, str], answer: Answer, held: dict[str, Any], hidden: Sequence[str] = ()) -> str:
    return json.dumps(
        {
            "values": values,
            "headline": answer.headline,
            "spoken": answer.spoken,
            "html": plain_table(answer.html),
            "rows": [[str(card) for card in cards] for cards in answer.rows],
            "error": answer.error,
            "field": answer.field,
            "unfinished": answer.unfinished,
            "cost": answer.cost,
            "following": answer.following,
            "held": held,
            "hidden": hidden,
        }
    )
