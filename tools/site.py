"""What the page "Score a hand" is made of: `python -m tools.site BOOK PYODIDE` writes it into the book.

The cards' faces, Python with this package for the browser, and what keeps all of it for a visit without a network.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from cardlab.cards import Card
from cardlab.data import rows as rows_of
from cardlab.faces import hand
from cardlab.games import forms
from cardlab.web.form import Form

__all__ = ["faces_of", "main", "offline", "write_archive"]

ROOT = Path(__file__).parents[1]
PAGE = "score_a_hand.html"
IMPORTED = """
import sys
import cardlab.web.page
from cardlab.games import forms, puzzles
for form in (*forms(), *puzzles()):
    form.answer(form.example)
for name, module in sys.modules.items():
    if name.partition(".")[0] == "cardlab":
        print(module.__file__)
"""


def faces_of(form: Form) -> dict[str, str]:
    """The picture of each card of a game's deck by its notation, and of each rank that the form reads without a suit.

    A picture is a file of its own, for a browser that shows a part of a picture goes through the whole of it.

    >>> from cardlab.games import form_of
    >>> len(faces_of(form_of("cribbage")))
    52
    """
    plain = [Card(rank, "") for rank in form.deck.ranks]
    cards = dict.fromkeys([*form.deck, *(card for card in plain if form.held(str(card)) == (card,))])
    return {str(card): hand([card], form.deck).svg for card in cards}


def write_archive(path: Path) -> None:
    """Write a zip of the modules that a new interpreter imports for the forms, and of the tables that they read."""
    command = [sys.executable, "-c", IMPORTED]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for module in map(Path, done.stdout.splitlines()):
            archive.write(module, module.relative_to(ROOT))
        archive.writestr("cardlab/datafiles/crib_tables.csv", _crib_tables())


def _crib_tables() -> str:
    """The crib tables that the form uses, and no others."""
    kept = [row for row in rows_of("crib_tables.csv") if row["model"] == "best"]
    columns = ("model", "crib", "rank1", "rank2", "suited", "mean")
    return "\n".join([",".join(columns), *(",".join(row[column] for column in columns) for row in kept)])


def offline(book: Path, script: str) -> str:
    """The script that keeps the page's files, with their names and a digest of what is in them.

    >>> offline(Path("."), "const FILES = [];")
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] No such file or directory: 'score_a_hand.html'
    """
    names = [PAGE, *(f"_static/{name}" for name in ("score_a_hand.css", "score_a_hand.js", "worker.js", "favicon.svg"))]
    written = sorted(path.relative_to(book).as_posix() for path in (book / "_static" / "score_a_hand").rglob("*.*"))
    digest = hashlib.sha256(b"".join((book / name).read_bytes() for name in [*names, *written])).hexdigest()[:16]
    files = json.dumps([*names, *written])
    return script.replace("const FILES = []", f"const FILES = {files}").replace('DIGEST = ""', f'DIGEST = "{digest}"')


def main(arguments: list[str]) -> None:
    """Write everything into a built book; needs Node.js, which tries out what Python there imports."""
    book, pyodide = map(Path, arguments)
    folder = book / "_static" / "score_a_hand"
    for form in forms():
        faces = folder / "faces" / form.game
        faces.mkdir(parents=True, exist_ok=True)
        for card, svg in faces_of(form).items():
            (faces / f"{card}.svg").write_text(svg, encoding="utf-8")
    archive = book.parent / "cardlab.zip"
    write_archive(archive)
    subprocess.run(["node", ROOT / "book" / "python.mjs", pyodide, archive, folder], check=True)
    script = book / "_static" / "offline.js"
    (book / "offline.js").write_text(offline(book, script.read_text(encoding="utf-8")), encoding="utf-8")
    script.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
