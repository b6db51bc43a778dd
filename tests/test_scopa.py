"""Scopa: the cases, a second definition over the whole primiera grid, invariances."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import Card, CardError, scopa
from cardlab.cards import HandLike
from cardlab.scopa import DECK, MissingSuit, Outcome
from tests.cases import label, rows
from tests.second import scopa as second

RULES = scopa.MISSING_SUIT_RULES
KINDS = ("cards", "coins", "sette bello", "primiera")
piles = st.integers(0, DECK.mask).map(DECK.decode)


def points(captured: HandLike, missing_suit: MissingSuit = "forfeit") -> tuple[int, ...]:
    score = scopa.score(captured, missing_suit=missing_suit)
    return tuple(score.points(kind) for kind in KINDS)


def test_the_cases_are_there() -> None:
    challenge = [row for row in rows("scopa.csv") if row["source"].startswith("challenge")]
    assert len(challenge) == 8


@pytest.mark.parametrize("row", rows("scopa.csv"), ids=label)
def test_cases_by_every_input_form(row: dict[str, str]) -> None:
    text = row["captured"]
    rule = scopa.missing_suit_rule(row["missing_suit"])
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
        assert points(form, rule) == wanted
    assert int(scopa.score(text, missing_suit=rule)) == int(row["points"])


@given(piles, st.sampled_from(RULES))
def test_random_piles_against_the_second_definition(pile: tuple[Card, ...], rule: MissingSuit) -> None:
    assert points(pile, rule) == second.points(map(str, pile), rule)


@given(piles, st.sampled_from(RULES))
def test_swapping_the_sides_mirrors_the_result(pile: tuple[Card, ...], rule: MissingSuit) -> None:
    other = [card for card in DECK if card not in pile]
    mirror = {Outcome.WON: Outcome.LOST, Outcome.LOST: Outcome.WON, Outcome.TIED: Outcome.TIED}
    for here, there in zip(
        scopa.contests(pile, missing_suit=rule), scopa.contests(other, missing_suit=rule), strict=True
    ):
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


@pytest.mark.parametrize("rule", RULES)
def test_a_pile_of_one_suit_or_of_none(rule: MissingSuit) -> None:
    for size in (0, 1):
        for suits in product(DECK.suits, repeat=size):
            pile = [rank + suit for suit in suits for rank in DECK.ranks]
            assert points(pile, rule) == second.points(pile, rule)


def test_the_values_of_the_primiera_are_the_published_ones_and_read_only() -> None:
    assert dict(scopa.PRIMIERA) == second.PRIMIERA_VALUES
    with pytest.raises(TypeError):
        scopa.PRIMIERA["7"] = 22  # type: ignore[index]


def test_sweeps_are_points_of_their_own() -> None:
    sevens = "7D 7C 7H 7S 6D 6C"
    assert int(scopa.score(sevens, sweeps=3)) == int(scopa.score(sevens)) + 3
    assert scopa.score(sevens, sweeps=0).items == scopa.score(sevens).items
    assert int(scopa.score(sevens, sweeps=np.int64(2))) == int(scopa.score(sevens)) + 2  # type: ignore[arg-type]


def test_a_sweep_takes_two_cards_and_the_card_played_last_belongs_to_none() -> None:
    for cards in range(len(DECK) + 1):
        most = max(sweeps for sweeps in range(21) if 2 * sweeps <= cards and 2 * sweeps <= 39)
        assert scopa.score(DECK.cards[:cards], sweeps=most).points("sweeps") == most
        with pytest.raises(CardError, match=f"{most + 1} sweeps with {cards} cards captured: expected at most {most},"):
            scopa.score(DECK.cards[:cards], sweeps=most + 1)
