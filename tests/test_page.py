"""What the page "Score a hand" is made of: replies in JSON, and a package that needs the standard library alone."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab import CardError
from cardlab.games import form_of, forms, puzzles
from cardlab.web.page import plain_table, reply
from tests.cases import ROOT
from tools.drawn import page_html
from tools.site import faces_of, offline, write_archive


def ask(action: str, game: str, values: dict[str, str], **more: str) -> dict[str, Any]:
    question = {"action": action, "game": game, "values": values} | more
    answer: dict[str, Any] = json.loads(reply(json.dumps(question)))
    return answer


@pytest.mark.parametrize("game", [form.game for form in forms()])
def test_a_reply_is_the_answer(game: str) -> None:
    answer, wanted = ask("answer", game, form_of(game).example), form_of(game).answer(form_of(game).example)
    assert answer["values"] == form_of(game).example
    assert (answer["headline"], answer["spoken"]) == (wanted.headline, wanted.spoken)
    assert answer["html"] == plain_table(wanted.html)
    assert answer["rows"] == [[str(card) for card in cards] for cards in wanted.rows]
    assert set(answer["held"]) == {field.name for field in form_of(game).card_fields}


def test_a_click_and_a_deal_change_the_values() -> None:
    answer = ask("click", "cribbage", {"hand": "5H"}, target="hand", card="5S")
    assert answer["values"] == form_of("cribbage").filled({"hand": "5H 5S"})
    assert [card["name"] for card in answer["held"]["hand"]] == ["five of hearts", "five of spades"]
    assert answer["unfinished"]
    dealt = ask("deal", "bridge", {"trump": "hearts"})
    assert dealt["values"]["trump"] == "hearts"
    assert len(dealt["held"]["hand"]) == 13
    assert ask("deal", "cribbage", {"other": "5H", "dealer": "yes"})["values"] | {"hand": "", "starter": ""} == (
        form_of("cribbage").filled({"dealer": "yes"})
    )


@pytest.mark.parametrize("game", ["throw", "muggins"])
def test_a_puzzle_without_cards_is_dealt(game: str) -> None:
    dealt = ask("answer", game, {})
    assert (dealt["error"], dealt["cost"], dealt["rows"]) == ("", None, [])
    assert len(dealt["held"]["hand"]) == form_of(game).field("hand").cards
    assert ask("answer", game, dealt["values"])["values"] == dealt["values"]


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
    html = page_html()
    for form in (*forms(), *puzzles()):
        part = html.partition(f'<template data-game="{form.game}">')[2].partition("</template>")[0]
        assert sorted(re.findall('data-name="(.+?)"', part)) == sorted(form.names)
        assert part.count('<button type="button" class="sh-card') == (0 if form.guesses else len(form.deck))
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", html)


@pytest.mark.parametrize("game", [form.game for form in forms()])
def test_every_card_has_its_face(game: str) -> None:
    faces = faces_of(form_of(game))
    assert {str(card) for card in form_of(game).deck} <= faces.keys()
    assert all('viewBox="0 0 52 72"' in svg for svg in faces.values())
    names = {svg.partition('aria-label="')[2].partition('"')[0] for svg in faces.values()}
    assert len(names) == len(faces) == len({card.lower() for card in faces})  # a disk may not tell j from J


def test_what_is_kept_offline_changes_with_any_file(tmp_path: Path) -> None:
    for name in ("score_a_hand.css", "score_a_hand.js", "worker.js", "favicon.svg", "score_a_hand/python.zip"):
        (tmp_path / "_static" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "_static" / name).write_text(name)
    (tmp_path / "score_a_hand.html").write_text("1")
    script = (ROOT / "book" / "static" / "offline.js").read_text()
    before = offline(tmp_path, script)
    assert "_static/score_a_hand/python.zip" in before
    assert offline(tmp_path, script) == before
    (tmp_path / "score_a_hand.html").write_text("2")
    assert offline(tmp_path, script) != before


def test_the_archive_scores_alone_with_the_standard_library(tmp_path: Path) -> None:
    write_archive(tmp_path / "cardlab.zip")
    script = f"""if True:
        import sys
        sys.path.insert(0, {str(tmp_path / "cardlab.zip")!r})
        from cardlab.web.page import plain_table, reply
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
