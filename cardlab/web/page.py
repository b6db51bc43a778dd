"""What the page "Score a hand" asks of the package: JSON in, JSON out, so that its script knows no rule of any game.

`python -m cardlab.web.page FOLDER` writes what the page is made of: the forms, and this package for the browser.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from cardlab.cards import CardError
from cardlab.games import form_of, forms
from cardlab.web.answer import Answer
from cardlab.web.form import Form

__all__ = ["forms_json", "main", "reply"]

ROOT = Path(__file__).parents[2]
IMPORTED = """
import sys
import cardlab.web.page
cardlab.web.page.forms_json()
for name, module in sys.modules.items():
    if name.partition(".")[0] == "cardlab":
        print(module.__file__)
"""


def forms_json() -> str:
    """All forms as JSON: names, fields, example, deck as drawn.

    >>> [form["game"] for form in json.loads(forms_json())]
    ['cribbage', 'scopa', 'bridge', 'tichu']
    """
    return json.dumps([_drawn(form) for form in forms()])


def reply(question: str) -> str:
    """The reply to what was done on the page, both JSON: the values after it, their answer, the cards they hold.

    A question has `game`, `values` and `action`: `answer`, `deal`, or `click` with a `target` and a `card`. An unknown
    field is an error of the answer, and is not among the values of the reply.

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
        if asked["action"] == "deal":
            values |= form.deal(Random())
        if asked["action"] == "click":
            values = form.click(values, asked["target"], asked["card"])
    known = {name: text for name, text in values.items() if name in form.names and isinstance(text, str)}
    held = {field.name: form.held(known.get(field.name, "")) for field in form.card_fields}
    drawn = {name: [asdict(form.face(card)) for card in cards] for name, cards in held.items()}
    return _replied(known, form.answer(values), drawn)


def main(arguments: list[str]) -> None:
    """Write `forms.json` and `cardlab.zip` into a folder: the modules that a new interpreter imports for the forms."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "forms.json").write_text(forms_json(), encoding="utf-8")
    command = [sys.executable, "-c", IMPORTED]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    with ZipFile(folder / "cardlab.zip", "w", ZIP_DEFLATED) as archive:
        for path in map(Path, done.stdout.splitlines()):
            archive.write(path, path.relative_to(ROOT))


def _drawn(form: Form) -> dict[str, Any]:
    return {
        "game": form.game,
        "title": form.title,
        "question": form.question,
        "fields": [field.as_dict() for field in form.fields],
        "example": form.example,
        "deck": [{"name": name, "cards": [asdict(face) for face in faces]} for name, faces in form.rows()],
    }


def _replied(values: dict[str, str], answer: Answer, held: dict[str, Any]) -> str:
    return json.dumps(
        {
            "values": values,
            "headline": answer.headline,
            "spoken": answer.spoken,
            "html": answer.html,
            "rows": [[str(card) for card in cards] for cards in answer.rows],
            "error": answer.error,
            "field": answer.field,
            "unfinished": answer.unfinished,
            "held": held,
        }
    )


if __name__ == "__main__":
    main(sys.argv[1:])
