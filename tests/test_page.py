"""What the page "Score a hand" is made of: replies in JSON, and a package that needs the standard library alone."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab import CardError
from cardlab.games import form_of, forms
from cardlab.web.page import forms_json, main, reply
from tests.cases import ROOT


def ask(action: str, game: str, values: dict[str, str], **more: str) -> dict[str, Any]:
    question = {"action": action, "game": game, "values": values} | more
    answer: dict[str, Any] = json.loads(reply(json.dumps(question)))
    return answer


@pytest.mark.parametrize("game", [form.game for form in forms()])
def test_a_reply_is_the_answer(game: str) -> None:
    answer, wanted = ask("answer", game, form_of(game).example), form_of(game).answer(form_of(game).example)
    assert answer["values"] == form_of(game).example
    assert (answer["headline"], answer["spoken"]) == (wanted.headline, wanted.spoken)
    assert answer["html"] == wanted.html
    assert answer["rows"] == [[str(card) for card in cards] for cards in wanted.rows]
    assert set(answer["held"]) == {field.name for field in form_of(game).card_fields}


def test_a_click_and_a_deal_change_the_values() -> None:
    answer = ask("click", "cribbage", {"hand": "5H"}, target="hand", card="5S")
    assert answer["values"] == {"hand": "5H 5S", "starter": "", "crib": ""}
    assert [card["name"] for card in answer["held"]["hand"]] == ["five of hearts", "five of spades"]
    assert answer["unfinished"]
    dealt = ask("deal", "bridge", {"trump": "hearts"})
    assert dealt["values"]["trump"] == "hearts"
    assert len(dealt["held"]["hand"]) == 13


@pytest.mark.parametrize("action", ["answer", "deal", "click"])
@pytest.mark.parametrize(
    ("game", "values"), [("snap", {}), ("", {"hand": "5H"}), ("cribbage", {"hands": "<b>", "hand": "5S"})]
)
def test_an_unknown_game_or_field_is_said(action: str, game: str, values: dict[str, str]) -> None:
    answer = ask(action, game, values, target="hand", card="5H")
    assert (answer["field"], answer["html"]) == ("game", "")
    if game == "cribbage":
        assert answer["error"] == form_of(game).answer(values).error
    else:
        with pytest.raises(CardError, match=re.escape(answer["error"])):
            form_of(game)
    assert answer["values"] == ({"hand": "5S"} if game == "cribbage" else {})
    assert ask(action, "cribbage", answer["values"], target="hand", card="5H")["field"] != "game"


def test_the_forms_are_all_there() -> None:
    for drawn, form in zip(json.loads(forms_json()), forms(), strict=True):
        assert drawn["example"] == form.example
        assert [field["name"] for field in drawn["fields"]] == list(form.names)
        assert sum(len(row["cards"]) for row in drawn["deck"]) == len(form.deck)


def test_the_archive_scores_alone_with_the_standard_library(tmp_path: Path) -> None:
    main([str(tmp_path)])
    assert json.loads((tmp_path / "forms.json").read_text()) == json.loads(forms_json())
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(tmp_path / "cardlab.zip")!r})
        from cardlab.web.page import reply
        imported = {{name.split(".")[0] for name in sys.modules}}
        assert imported <= sys.stdlib_module_names | {{"cardlab", "__main__"}}, imported
        assert sys.modules["cardlab"].__file__.startswith({str(tmp_path)!r})
        print(reply(sys.argv[1]))
    """
    for form in forms():
        question = json.dumps({"action": "answer", "game": form.game, "values": form.example})
        command = [sys.executable, "-I", "-S", "-c", script, question]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == json.loads(reply(question))


def test_the_lock_file_names_no_address() -> None:
    lock = json.loads((ROOT / "book" / "package-lock.json").read_text())
    package = json.loads((ROOT / "book" / "package.json").read_text())
    assert lock["packages"][""]["dependencies"] == package["dependencies"]
    assert "://" not in json.dumps(lock)
    for name, fields in lock["packages"].items():
        assert name == "" or {"version", "integrity"} <= set(fields)
