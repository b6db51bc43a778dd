"""The forms as HTML, as the page "Score a hand" has them from the start: its script draws nothing but answers."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from urllib.parse import urlencode

from cardlab.games import forms, puzzles
from cardlab.web.form import Face, Field, Form
from cardlab.web.page import plain_table

__all__ = ["form_html", "page_html"]


def page_html() -> str:
    """The page's form on the first game's example with its answer, and all forms as templates to change to.

    No script, no handler, no style stands in it, so that it works under a strict policy.

    >>> "<h1>" in page_html(), page_html().count("<template")
    (False, 6)
    """
    first = forms()[0]
    games = [(form.game, form.title) for form in forms()]
    templates = "".join(
        f'<template data-game="{form.game}">{form_html(form)}</template>' for form in (*forms(), *puzzles())
    )
    table = (
        f'<div class="sh-table"><div class="sh-holder">{form_html(first, first.example)}</div>{_result(first)}</div>'
    )
    return f"{_radios('Game', 'sh-game', games, first.game)}{_note('game', 'alert')}{table}{templates}"


def form_html(form: Form, values: Mapping[str, str] | None = None) -> str:
    """The form of a game, filled in; its example and its cards stand in attributes.

    >>> "5H 5S 5C JD" in form_html(forms()[0], forms()[0].example)
    True
    """
    held = form.filled(values or {})
    first, more = (
        "".join(_field(field, held[field.name]) for field in form.fields if (field.place == "above") == above)
        for above in (True, False)
    )
    pressed = {str(card) for field in form.card_fields for card in form.held(held[field.name])}
    deck = next(other.game for other in forms() if other.deck == form.deck)
    cards = "" if form.guesses else _targets(form) + _deck(form, pressed)
    return (
        f'<section class="sh-form" aria-label="The hand" data-deck="{deck}" '
        f'data-example="{escape(urlencode(form.example))}">{_question(form)}<div class="sh-fields">{first}</div>'
        f'{cards}<div class="sh-fields">{more}</div>{_actions(form)}</section>'
    )


def _question(form: Form) -> str:
    """What the form asks, with links to what else is asked with these cards."""
    others = [other for other in (*forms(), *puzzles()) if other.deck == form.deck and other.game != form.game]
    links = "".join(f'<a href="#game={other.game}">{escape(other.title)}</a>' for other in others)
    nav = f'<nav aria-label="Other questions">{links}</nav>' if links else ""
    return f'<div class="sh-question"><p>{escape(form.question)}</p>{nav}</div>'


def _field(field: Field, text: str) -> str:
    attributes = f'id="sh-{field.name}" data-field="{field.name}" aria-describedby="sh-note-{field.name}"'
    if field.kind == "choice":
        choices = [(choice, choice) for choice in field.choices]
        body = _radios(field.label, f"sh-{field.name}", choices, text, f'aria-describedby="sh-note-{field.name}"')
        body = body.replace('type="radio"', f'type="radio" data-field="{field.name}"')
    elif field.kind == "switch":
        checked = " checked" if text else ""
        body = f'<label class="sh-switch"><input type="checkbox" {attributes}{checked}>{escape(field.label)}</label>'
    else:
        body = f'<label for="sh-{field.name}">{escape(field.label)}</label>{_text_input(field, attributes, text)}'
    data = f'data-name="{field.name}" data-default="{escape(field.default)}" data-cards="{field.cards}"'
    data += " data-guess" if field.guess else ""
    data += " hidden" if field.place == "several" else ""
    wide = "sh-whole" if field.cards > 4 else "sh-wide" if field.cards > 1 or field.kind == "choice" else ""
    return (
        f'<div class="sh-field {wide}" {data} data-label="{escape(field.label)}">{body}'
        f"{_note(field.name, 'status', field.hint)}</div>"
    )


def _text_input(field: Field, attributes: str, text: str) -> str:
    capitals = "characters" if field.capitals else "off"
    return (
        f'<input type="text" {attributes} value="{escape(text)}" placeholder="{escape(field.example)}" '
        f'inputmode="{field.keypad}" autocapitalize="{capitals}" autocomplete="off" autocorrect="off" '
        'spellcheck="false" enterkeyhint="done">'
    )


def _note(name: str, role: str, hint: str = "") -> str:
    """A hint is read aloud with its field, an error as soon as it appears."""
    return (
        f'<p id="sh-note-{name}" class="sh-note" data-note="{name}" data-hint="{escape(hint)}">'
        f'<span class="sh-hint">{escape(hint)}</span><span class="sh-error" role="{role}"></span></p>'
    )


def _radios(legend: str, name: str, choices: list[tuple[str, str]], chosen: str, more: str = "") -> str:
    options = "".join(
        f'<label><input type="radio" name="{name}" value="{escape(value)}"{" checked" if value == chosen else ""}>'
        f"<span>{escape(label)}</span></label>"
        for value, label in choices
    )
    return f'<fieldset class="sh-radios" {more}><legend>{escape(legend)}</legend><div>{options}</div></fieldset>'


def _targets(form: Form) -> str:
    targets = [(field.name, field.label) for field in form.card_fields]
    return _radios("A card goes into", "sh-target", targets, targets[0][0]) if len(targets) > 1 else ""


def _deck(form: Form, pressed: set[str]) -> str:
    drawn = ((name, "".join(_button(face, pressed) for face in faces)) for name, faces in form.rows())
    rows = "".join(f'<div role="group" aria-label="{name}" class="sh-row">{cards}</div>' for name, cards in drawn)
    rows = rows.replace('tabindex="-1"', 'tabindex="0"', 1)
    return f'<div class="sh-deck" role="group" aria-label="The deck: arrow keys move, space picks">{rows}</div>'


def _button(face: Face, pressed: set[str]) -> str:
    """A card of the deck. Its rank and suit are drawn by the style sheet; its name is its text."""
    special = "" if face.suit else " sh-special"
    state = "true" if face.card in pressed else "false"
    return (
        f'<button type="button" class="sh-card{special}" data-card="{face.card}" data-rank="{face.rank}" '
        f'data-suit="{face.suit}" data-colour="{face.colour}" aria-pressed="{state}" tabindex="-1" '
        f'title="{escape(face.name)}"><span class="sh-name">{escape(face.name)}</span></button>'
    )


def _actions(form: Form) -> str:
    buttons = [("deal", "Random hand"), ("clear", "Clear"), ("copy", "Copy link")]
    if form.guesses:
        buttons = [("deal", "Next"), ("copy", "Copy link")]
    drawn = "".join(f'<button type="button" data-do="{what}">{label}</button>' for what, label in buttons)
    drawn += '<button type="button" data-do="follow" hidden>Next of these</button>'
    link = '<input type="text" class="sh-link" aria-label="The link" readonly hidden>'
    tally = '<span class="sh-tally"></span>' if form.guesses else ""
    return f'<div class="sh-actions">{drawn}<span id="sh-copied" role="status"></span>{link}{tally}</div>'


def _result(form: Form) -> str:
    """The answer to the example; the line below it says how far Python is."""
    answer = form.answer(form.example)
    return (
        '<section class="sh-result" aria-label="The score"><div class="sh-verdict">'
        f'<p class="sh-headline" role="status">{escape(answer.headline)}</p>'
        f'<p class="sh-spoken">{escape(answer.spoken)}</p>'
        '<p class="sh-state"><span role="status">Loading Python…</span> <span class="sh-size"></span>'
        '<progress max="1" value="0" aria-label="Loading Python"></progress></p></div>'
        '<p class="sh-trouble" role="alert"></p>'
        f'<div class="sh-hands"></div><div class="sh-items">{plain_table(answer.html)}</div></section>'
    )
