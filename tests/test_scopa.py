"""Scopa: the cases, a second definition over the whole primiera grid, invariances."""

import pickle
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, scopa
from cardlab.cards import HandLike
from cardlab.scopa import DECK, Outcome, Rules
from tests.cases import label, rows
from tests.scopa_rules import any_rules
from tests.second import scopa as second

BY_MISSING_SUIT = [Rules(missing_suit=name) for name in scopa.MISSING_SUIT_RULES]
KINDS = ("cards", "coins", "sette bello", "primiera")
piles = st.integers(0, DECK.mask).map(DECK.decode)


def points(captured: HandLike, rules: Rules = scopa.RULES) -> tuple[int, ...]:
    score = scopa.score(captured, rules=rules)
    return tuple(score.points(kind) for kind in rules.points)


def test_the_cases_are_there() -> None:
    challenge = [row for row in rows("scopa.csv") if row["source"].startswith("challenge")]
    assert len(challenge) == 8


@pytest.mark.parametrize("row", rows("scopa.csv"), ids=label)
def test_cases_by_every_input_form(row: dict[str, str]) -> None:
    text = row["captured"]
    rules = Rules(missing_suit=row["missing_suit"])
    wanted = tuple(int(row[f"{kind.replace(' ', '_')}_point"]) for kind in KINDS)
    cards = text.replace(",", "").split()
    forms: list[HandLike] = [
        text,
        ",".join(cards),
        ", ".join(reversed(cards)),
        cards,
        tuple(cards),
        iter(cards),
        DECK.parse(text),
    ]
    for form in [*forms, text.lower(), [card.lower() for card in cards]]:
        assert points(form, rules) == wanted
    assert int(scopa.score(text, rules=rules)) == int(row["points"])


@given(piles, any_rules())
def test_random_piles_against_the_second_definition(pile: tuple[Card, ...], rules: Rules) -> None:
    wanted = second.house_points(map(str, pile), rules.points, rules.primiera, rules.missing_suit)
    assert points(pile, rules) == wanted
    assert int(scopa.score(pile, rules=rules)) == sum(wanted)


@given(piles, any_rules())
def test_swapping_the_sides_mirrors_the_result(pile: tuple[Card, ...], rules: Rules) -> None:
    other = [card for card in DECK if card not in pile]
    mirror = {Outcome.WON: Outcome.LOST, Outcome.LOST: Outcome.WON, Outcome.TIED: Outcome.TIED}
    for here, there in zip(scopa.contests(pile, rules=rules), scopa.contests(other, rules=rules), strict=True):
        assert there.outcome is mirror[here.outcome]
        assert (there.mine, there.theirs) == (here.theirs, here.mine)
        assert (there.my_cards, there.their_cards) == (here.their_cards, here.my_cards)


@given(piles, st.permutations("CHS"))
def test_the_three_other_suits_may_be_renamed(pile: tuple[Card, ...], names: list[str]) -> None:
    renamed = dict(zip("CHS", names, strict=True)) | {"D": "D"}
    assert points(pile) == points([Card(card.rank, renamed[card.suit]) for card in pile])


@given(piles, st.data())
def test_one_more_card_never_loses_a_point_of_cards_or_coins(pile: tuple[Card, ...], data: st.DataObject) -> None:
    if len(pile) == len(DECK):
        return
    more = data.draw(st.sampled_from([card for card in DECK if card not in pile]))
    assert all(before <= after for before, after in zip(points(pile)[:3], points([*pile, more])[:3], strict=True))


@pytest.mark.parametrize("rules", BY_MISSING_SUIT, ids=str)
def test_a_pile_of_one_suit_or_of_none(rules: Rules) -> None:
    for size in (0, 1):
        for suits in product(DECK.suits, repeat=size):
            pile = [rank + suit for suit in suits for rank in DECK.ranks]
            assert points(pile, rules) == second.points(pile, rules.missing_suit)


def test_the_values_of_the_primiera_are_the_published_ones_and_read_only() -> None:
    assert dict(scopa.PRIMIERA) == second.PRIMIERA_VALUES
    with pytest.raises(TypeError):
        scopa.PRIMIERA["7"] = 22  # type: ignore[index]


def test_sweeps_are_points_of_their_own() -> None:
    sevens = "7D 7C 7H 7S 6D 6C"
    assert int(scopa.score(sevens, sweeps=3)) == int(scopa.score(sevens)) + 3
    assert scopa.score(sevens, sweeps=0).items == scopa.score(sevens).items
    assert str(scopa.score("AC 2C", sweeps=1)).endswith(", sweep is 1")
    assert str(scopa.score("AC 2C 3C 4C", sweeps=2)).endswith("2 sweeps are 2")
    assert int(scopa.score(sevens, sweeps=np.int64(2))) == int(scopa.score(sevens)) + 2  # type: ignore[arg-type]


def test_a_sweep_takes_two_cards_and_the_card_played_last_belongs_to_none() -> None:
    for cards in range(len(DECK) + 1):
        most = max(sweeps for sweeps in range(21) if 2 * sweeps <= cards and 2 * sweeps <= 39)
        assert scopa.score(DECK.cards[:cards], sweeps=most).points("sweeps") == most
        pile = "1 card" if cards == 1 else f"{cards} cards"
        with pytest.raises(CardError, match=f"{most + 1} sweeps with {pile} captured: expected at most {most},"):
            scopa.score(DECK.cards[:cards], sweeps=most + 1)


def test_rules_are_values() -> None:
    values = dict(reversed([*scopa.PRIMIERA.items()]))
    same = Rules(primiera=values, points=list(KINDS))  # type: ignore[arg-type]
    values["7"] = 22
    assert same == scopa.RULES != replace(same, primiera=values)
    assert hash(same) == hash(scopa.RULES)
    assert pickle.loads(pickle.dumps(replace(same, primiera=values))).primiera["7"] == 22
    with pytest.raises(TypeError):
        same.primiera["7"] = 22  # type: ignore[index]
    assert str(same) == ""
    changed = Rules(("cards", "napola"), values, "raw")
    assert str(changed) == "points=cards,napola primiera.7=22 missing_suit=raw"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"points": "cards"}, "points is 'cards': expected a tuple of names"),
        ({"points": ("cards", "aces")}, "unknown point 'aces': expected cards, coins, "),
        ({"points": ("cards", "cards")}, "the point 'cards' comes twice"),
        ({"primiera": {"7": 21}}, "the primiera has values for '7': expected all of A234567JQK"),
        ({"primiera": {**scopa.PRIMIERA, "T": 1}}, "expected all of A234567JQK"),
        ({"primiera": {**scopa.PRIMIERA, "K": 0}}, "primiera.K is 0: expected a whole number, 1 or more"),
        ({"primiera": {**scopa.PRIMIERA, "2": 1.5}}, "primiera.2 is 1.5: expected a whole number"),
        ({"primiera": {**scopa.PRIMIERA, "A": True}}, "primiera.A is True: expected a whole number"),
        ({"missing_suit": "lenient"}, "unknown missing-suit rule 'lenient': expected forfeit, strict, raw"),
    ],
)
def test_bad_rules_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError, match=message):
        Rules(**options)


def test_house_points_are_explained() -> None:
    house = replace(scopa.RULES, points=("settanta", "napola", "re bello", "donna bella"))
    score = scopa.score("AD 2D 3D 4D 6D KD 7C 7H 7S", rules=house)
    assert [(item.kind, item.points, item.note) for item in score] == [
        ("settanta", 1, "won 3 to 1"),
        ("napola", 4, "won 4 to 0"),
        ("re bello", 1, "won"),
        ("donna bella", 0, "lost"),
    ]
    assert (
        str(score) == "settanta won 3 to 1 is 1, napola won 4 to 0 is 5, re bello won is 6, donna bella lost, 6 in all"
    )
    assert points("AD 2D 4D 7C 7H", house) == (0, 0, 0, 0)
    assert [scopa.contests(pile)[3].note.split(": ")[1].split(" here")[0] for pile in ("7D", "7D 7C", "7D 7C 7H")] == [
        "no clubs, hearts or spades",
        "no hearts or spades",
        "no spades",
    ]
    assert scopa.contests("AD 2D 4D 7C 7H", rules=house)[0].outcome is Outcome.TIED
