"""The games. A new one is a folder beside this module, and its name in this list.

Each folder has a `form.py` with its `FORM` and a `command.py` with its `COMMAND`; the command line, the page and the
widget ask here, and know no game by name. A folder with puzzles has them in its `puzzles.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cardlab.cards import CardError, quote

if TYPE_CHECKING:
    from cardlab.cli.options import Command
    from cardlab.web.form import Form

__all__ = ["GAMES", "PUZZLED", "command_of", "form_of", "forms", "puzzles"]

GAMES = ("cribbage", "scopa", "bridge", "tichu")

PUZZLED = ("cribbage",)
"""The games with puzzles."""


def form_of(game: str) -> Form:
    """The form of a game, or of a puzzle by its name. Raises `CardError` for any other.

    >>> form_of("scopa").question, form_of("throw").question
    ('Who takes the points of the round?', 'What would you throw?')
    """
    if found := [form for form in puzzles() if form.game == game]:
        return found[0]
    if game not in GAMES:
        given = f"unknown game {quote(game)}" if game else "no game"
        raise CardError(f"{given}: expected {', '.join(GAMES)}")
    found_form: Form = import_module(f"cardlab.{game}.form").FORM
    return found_form


def forms() -> tuple[Form, ...]:
    """The forms of all games.

    >>> [form.title for form in forms()]
    ['Cribbage', 'Scopa', 'Bridge', 'Tichu']
    """
    return tuple(map(form_of, GAMES))


def puzzles() -> tuple[Form, ...]:
    """The puzzles of all games, as forms.

    >>> [form.title for form in puzzles()]
    ['Throw', 'Muggins']
    """
    modules = (import_module(f"cardlab.{game}.puzzles") for game in PUZZLED)
    return tuple(form for module in modules for form in module.PUZZLES)


def command_of(game: str) -> Command:
    """What the command line offers for a game.

    >>> command_of("bridge").counts
    'the points of a hand of 13 cards'
    """
    command: Command = import_module(f"cardlab.{game}.command").COMMAND
    return command
