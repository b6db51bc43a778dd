"""Tichu: whether a play is legal on the play before it, and why.

Rules: the challenge "Is this a valid Tichu play?" on Code Golf Stack Exchange, with the publisher's rules (Abacus,
Fata Morgana) where it is silent.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType

from cardlab.card import strange
from cardlab.cards import Card, CardError, HandLike, quote, text_of
from cardlab.display import cards_text
from cardlab.tichu.combinations import NAMES, Combination, Kind, combination_of, parse
from cardlab.tichu.reading import ACE, DECK, PHOENIX, RANK

__all__ = ["Verdict", "explain", "is_legal", "previous_combination", "read_line", "read_phoenix_value", "score_line"]

CAPITALS = MappingProxyType({"p": "the phoenix", "j": "the jack", "t": "the ten"})
"""Small letters of suits whose capitals are cards."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a play is legal, and why; true where it is.

    >>> bool(explain("9", "3")), str(explain("9", "3"))
    (False, 'not legal: a three is not higher than a nine')
    """

    legal: bool
    why: str
    previous: Combination | None
    play: Combination | None

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return f"{'legal' if self.legal else 'not legal'}: {self.why}"


def is_legal(previous: HandLike, play: HandLike, *, phoenix_value: float | None = None) -> bool:
    """Whether a play may follow the previous one; an empty previous play is the lead.

    `phoenix_value` says what a single phoenix as the previous play is worth: 1.5 when led (the default), n + 0.5 on a
    single n. Raises `CardError` as `parse` does, for a card with a suit or a special that is in both plays, and for any
    other `phoenix_value`. Nothing is legal on the dog.
    Rule: "Is this a valid Tichu play?" on Code Golf Stack Exchange.

    >>> is_legal("JJ", "QQ"), is_legal("44499", "777"), is_legal("R", "5555"), is_legal("", "D")
    (True, False, True, True)
    >>> is_legal("P", "9"), is_legal("P", "9", phoenix_value=10.5)
    (True, False)
    """
    return explain(previous, play, phoenix_value=phoenix_value).legal


def explain(previous: HandLike, play: HandLike, *, phoenix_value: float | None = None) -> Verdict:
    """Whether a play is legal, and why. Arguments and errors as `is_legal`.

    >>> print(explain("45678", "34567"))
    not legal: a straight of 5 cards up to the seven is not higher than a straight of 5 cards up to the eight
    >>> print(explain("P", "9", phoenix_value=10.5))
    not legal: a nine is not higher than the phoenix at 10.5
    >>> print(explain("-", "5p 6 7 9 0").why)
    5p 6 7 9 0 is not a combination (5p is the five of pagodas; for the phoenix write 5P 6 7 9 0)
    """
    before = parse(previous)
    verdict = _explain_cards(before, parse(play), phoenix_value)
    if verdict.legal or not isinstance(play, str):
        return verdict
    for small, meant in CAPITALS.items():
        other = re.sub(f"(?<=[{DECK.ranks}T]){small}", small.upper(), play)
        with suppress(CardError):
            if other != play and _explain_cards(before, parse(other), phoenix_value):
                hint = f"{_read_as(play, small)}; for {meant} write {other.strip()}"
                return replace(verdict, why=f"{verdict.why} ({hint})")
    return verdict


def _read_as(play: str, small: str) -> str:
    """What a small letter in a play was read as."""
    card = next(card for card in parse(play) if card.suit == small)
    return f"{card} is the {NAMES[RANK[card.rank]]} of {DECK.suit_names[DECK.suits.index(small)]}"


def _explain_cards(before: tuple[Card, ...], played: tuple[Card, ...], phoenix_value: float | None) -> Verdict:
    _check_apart(before, played)
    old, new = _at_value(before, phoenix_value), combination_of(played)
    new = new and new.on(old)
    legal, why = _judge(before, played, old, new)
    return Verdict(legal, why, old, new)


def score_line(line: str, *, explain: bool = False) -> str:
    """The line with `legal` or `not legal` behind it: the previous play, a comma, the play; `-` is the lead.

    A third field gives the value of a single phoenix as the previous play. `explain` says why.

    >>> score_line("66, 7P"), score_line("-, 1234", explain=True)
    ('66, 7P = legal', '-, 1234 = not legal: 1 2 3 4 is not a combination')
    """
    line = text_of(line)
    previous, play, value = read_line(line)
    verdict = _explain(previous, play, phoenix_value=value)
    return f"{line} = {verdict if explain else str(verdict).partition(':')[0]}"


_explain = explain


def read_line(line: str) -> tuple[str, str, float | None]:
    """A line's previous play, the play on it, and the phoenix's value if there is a third field.

    Errors as `score_line`, but for the plays, which stay text.
    """
    previous, *rest = text_of(line).split(",")
    if len(rest) not in (1, 2):
        raise CardError(f"{quote(line)}: expected the previous play (- for the lead), a comma, the play")
    return previous.strip(), rest[0].strip(), read_phoenix_value(rest[1]) if len(rest) == 2 else None


def read_phoenix_value(text: str) -> float:
    """The value of a single phoenix, read from text in plain digits. Raises `CardError` for anything else.

    >>> read_phoenix_value(" 10.5 ")
    10.5
    """
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text.strip(" \t\r\n")):
        raise CardError(f"{quote(text.strip())} is not a value of the phoenix{strange(text)}: expected 1.5 to 14.5")
    return float(text)


def previous_combination(previous: HandLike, *, phoenix_value: float | None = None) -> Combination | None:
    """What the previous play is, a single phoenix at its value; None for the lead and for what is not a combination.

    Errors as `is_legal`.

    >>> print(previous_combination("P", phoenix_value=10.5), previous_combination("66"), previous_combination(""))
    the phoenix at 10.5 a pair of sixes None
    """
    return _at_value(parse(previous), phoenix_value)


def _at_value(before: tuple[Card, ...], phoenix_value: float | None) -> Combination | None:
    if phoenix_value is None:
        return combination_of(before)
    option = f"phoenix_value={quote(phoenix_value)}"
    if isinstance(phoenix_value, bool) or not isinstance(phoenix_value, (int, float)):
        raise CardError(f"{option} is not a number: expected 1.5, 2.5, ... 14.5")
    if before != (PHOENIX,):
        raise CardError(f"{option} needs a single phoenix as the previous play, not {quote(cards_text(before))}")
    if phoenix_value not in {n + 0.5 for n in range(1, ACE + 1)}:
        raise CardError(f"{option} cannot be: expected 1.5, 2.5, ... 14.5")
    return Combination(Kind.SINGLE, phoenix_value, 1, before, phoenix=phoenix_value)


def _check_apart(before: tuple[Card, ...], played: tuple[Card, ...]) -> None:
    """Refuse a card that is in both plays: with a suit, or a special."""
    for card in played:
        if card in DECK and card in before:
            raise CardError(f"{quote(str(card))} is in both plays: the deck has 1")


def _judge(
    before: tuple[Card, ...], played: tuple[Card, ...], old: Combination | None, new: Combination | None
) -> tuple[bool, str]:
    """Legal or not, and the reason."""
    if new is None:
        return False, f"{cards_text(played)} is not a combination" if played else "nothing was played"
    if not before:
        return True, f"{new} may be led"
    if old is None:
        return False, f"the previous play {cards_text(before)} is not a combination"
    if old.kind is Kind.DOG:
        return False, "nothing is played on the dog, not even a bomb: it has passed the lead to the partner"
    if new.beats(old):
        return True, f"{new} beats {old}"
    if new.kind is Kind.DOG:
        return False, "the dog is played only with the lead"
    if new.is_single_phoenix and old.kind is Kind.SINGLE:
        return False, f"the phoenix does not beat {old}"
    if old.is_bomb:
        return False, f"{new} is not a higher bomb than {old}"
    if (new.kind, new.length) != (old.kind, old.length):
        return False, f"{new} does not answer {old}: another {'length' if new.kind is old.kind else 'kind'}"
    return False, f"{new} is not higher than {old}"
