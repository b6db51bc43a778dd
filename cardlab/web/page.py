"""What the page "Score a hand" asks of the package: JSON in, JSON out, so that its script knows no rule of any game.

`python -m cardlab.web.page FOLDER` writes what the page is made of: the forms, and this package for the browser.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from cardlab.cards import CardError
from cardlab.web.answer import answer
from cardlab.web.cardtable import click, deck, face, held, random_values
from cardlab.web.form import FORMS, Form, form

__all__ = ["forms_json", "main", "reply"]

PACKAGE = Path(__file__).parents[1]
MODULES = (
    "__init__",
    "cards",
    "display",
    "notation",
    "score",
    *(f"web/{name}" for name in ("__init__", "answer", "cardtable", "form", "page")),
)
GAMES = {
    "bridge": ("counts", "rules"),
    "cribbage": ("rules",),
    "scopa": ("points", "rules"),
    "tichu": ("combinations", "plays", "rules"),
}
"""The modules that the page needs: the rules and what they import, all of the standard library alone."""


def forms_json() -> str:
    """All forms as JSON: names, fields, example, deck as drawn.

    >>> [one["game"] for one in json.loads(forms_json())]
    ['cribbage', 'scopa', 'bridge', 'tichu']
    """
    return json.dumps([_drawn(one) for one in FORMS])


def reply(question: str) -> str:
    """The reply to what was done on the page, both JSON: the values after it, their answer, the cards they hold.

    A question has `game`, `values` and `action`: `answer`, `deal`, or `click` with a `target` and a `card`. What is no
    field of the game has an error for its answer and is not among the values of the reply.

    >>> given = json.loads(reply('{"action": "answer", "game": "tichu", "values": {"previous": "66", "play": "7P"}}'))
    >>> given["headline"], given["rows"]
    ('legal', [['6', '6'], ['7', 'P']])
    """
    asked = json.loads(question)
    game, values = asked["game"], asked["values"]
    with suppress(CardError):  # of the game or of a field's name: the answer says it
        values = form(game).filled(values)
        if asked["action"] == "deal":
            values |= random_values(game, Random())
        if asked["action"] == "click":
            values = click(game, values, asked["target"], asked["card"])
    given = answer(game, values)
    return json.dumps(
        {
            "values": {name: text for name, text in values.items() if name in _names(game)},
            "headline": given.headline,
            "spoken": given.spoken,
            "html": given.table._repr_html_() if given.table else "",
            "rows": [[str(card) for card in cards] for cards in given.rows],
            "error": given.error,
            "field": given.field,
            "unfinished": given.unfinished,
            "held": _held(game, values),
        }
    )


def main(arguments: list[str]) -> None:
    """Write `forms.json` and `cardlab.zip` into a folder."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "forms.json").write_text(forms_json(), encoding="utf-8")
    names = [*MODULES, *(f"{game}/{module}" for game, modules in GAMES.items() for module in ("__init__", *modules))]
    with ZipFile(folder / "cardlab.zip", "w", ZIP_DEFLATED) as archive:
        for name in names:
            archive.write(PACKAGE / f"{name}.py", f"cardlab/{name}.py")


def _drawn(one: Form) -> dict[str, Any]:
    rows = [{"name": name, "cards": [asdict(card) for card in faces]} for name, faces in deck(one.game)]
    fields = [asdict(field) | {"default": field.default} for field in one.fields]
    return {
        "game": one.game,
        "title": one.title,
        "question": one.question,
        "fields": fields,
        "example": one.example,
        "deck": rows,
    }


def _names(game: str) -> tuple[str, ...]:
    """The names of a game's fields; none for what is no game."""
    with suppress(CardError):
        return form(game).names
    return ()


def _held(game: str, values: dict[str, str]) -> dict[str, list[dict[str, str]]]:
    """The cards in each field that takes some, drawn; none for what is no game or no field."""
    try:
        asked = form(game)
    except CardError:
        return {}
    return {
        field.name: [asdict(face(game, card)) for card in held(game, values.get(field.name, ""))]
        for field in asked.card_fields
    }


if __name__ == "__main__":
    main(sys.argv[1:])
