"""Bad input: an error that quotes it, says where it stands and what was expected; never anything else."""

import contextlib
from collections.abc import Callable
from dataclasses import fields, replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cardlab
from cardlab import Card, CardError, bridge, cribbage, scopa, tichu
from cardlab.cribbage import batch as cribbage_batch
from cardlab.cribbage import exact as cribbage_exact
from cardlab.cribbage.discard.advice import advise
from cardlab.cribbage.discard.crib_tables import crib_tables
from cardlab.cribbage.discard.ranks import advise_ranks
from cardlab.tichu.answers.chance import answer_probability
from cardlab.tichu.batch import can_answer

HAND = "A6.K954.A93.A984"
TWELVE = "A6.K954.A93.A98"

BAD: list[tuple[Callable[[], object], str]] = [
    (
        lambda: scopa.score("7D TD"),
        "'TD' (card 2 of 2) is not a card of the Scopa deck: expected a rank of A 2 3 4 5 6 7 J",
    ),
    (lambda: scopa.score("TD"), "'TD' (card 1 of 1)"),
    (lambda: scopa.score("7X"), "'7X' (card 1 of 1)"),
    (lambda: scopa.score("7"), "'7' (card 1 of 1)"),
    (lambda: scopa.score("7D6HD"), "'7D6HD' (card 1 of 1)"),
    (lambda: scopa.score("7D 6H 7d"), "'7d' comes twice: as card 1 and card 3"),
    (lambda: scopa.score(["7D 6H"]), "'7D 6H' (card 1 of 1)"),
    (lambda: scopa.score(["7D", 7]), "7 (card 2 of 2) is not a card"),  # type: ignore[list-item]
    (lambda: scopa.score(["7D", None]), "None (card 2 of 2) is not a card"),  # type: ignore[list-item]
    (lambda: scopa.score(7), "7 is not a hand: expected text or a list of cards"),  # type: ignore[arg-type]
    (lambda: scopa.score(None), "None is not a hand"),  # type: ignore[arg-type]
    (lambda: scopa.score("7D", sweeps=-1), "sweeps is -1: expected a whole number, 0 or more"),
    (lambda: scopa.score("7D", sweeps=0.5), "sweeps is 0.5"),  # type: ignore[arg-type]
    (lambda: scopa.score("7D", sweeps=True), "sweeps is True"),
    (lambda: scopa.Rules(missing_suit="no"), "unknown missing-suit rule 'no': expected forfeit, strict, raw"),
    (lambda: scopa.score("7ſ"), "'7ſ' (card 1 of 1)"),
    (lambda: cribbage.score("5H 5S 5C", "5D"), "3 cards where 4 were expected: 5H 5S 5C"),
    (lambda: cribbage.score("", "5D"), "0 cards where 4 were expected: nothing"),
    (lambda: cribbage.score("5H 5S 5C JD", "5H"), "'5H' (the starter) is in the hand too: as card 1"),
    (lambda: cribbage.score("5H 5S 5C JD", "1H"), "'1H' (the starter) is not a card of the cribbage deck"),
    (lambda: cribbage.score("5H 5S 5C JD", ""), "'' (the starter) is not a card"),
    (lambda: cribbage.score("5H 5S 5C 5H", "JD"), "'5H' comes twice: as card 1 and card 4"),
    (lambda: cribbage.score_line("x 5H 5S 5C JD 5D"), "cannot read 'x 5H 5S 5C JD 5D': expected h or c, four cards"),
    (lambda: cribbage.score_line("h 5H 5S 5C JD"), "cannot read 'h 5H 5S 5C JD"),
    (lambda: cribbage.score_line("h 5H 5S 5C JD 5D 6D"), "cannot read 'h 5H 5S 5C JD"),
    (lambda: cribbage.score_line(""), "cannot read ''"),
    (lambda: bridge.score(TWELVE, "notrump"), "12 cards where 13 were expected"),
    (lambda: bridge.score("A6.K954.A93.AA84", "notrump"), "'AC' comes twice"),
    (lambda: bridge.score("A6.K954.A93.Ax84", "notrump"), "'X' in the clubs of 'A6.K954.A93.Ax84' is not a rank"),
    (lambda: bridge.score("A6.K954.A93", "notrump"), "'A6.K954.A93' has 3 suits: expected four with dots between"),
    (lambda: bridge.score("A6.K954.A93.A984.", "notrump"), "has 5 suits"),
    (lambda: bridge.score("-A6.K954.A93.A984", "notrump"), "'-' in the spades"),
    (lambda: bridge.score([("four", "swords")] * 13, "notrump"), "('four', 'swords') (card 1 of 13) is not a card"),
    (lambda: bridge.score([("eleven", "spades")], "notrump"), "('eleven', 'spades') (card 1 of 1) is not a card"),
    (
        lambda: bridge.score([("four", "spades")] * 13, "notrump"),
        "('four', 'spades') comes twice: as card 1 and card 2",
    ),
    (lambda: bridge.score([("four", "spades", "x")], "notrump"), "('four', 'spades', 'x') (card 1 of 1)"),  # type: ignore[list-item]
    (
        lambda: bridge.score(HAND, "swords"),
        "unknown trump 'swords': expected one of spades, hearts, diamonds, clubs, notr",
    ),
    (lambda: bridge.score(HAND, ""), "unknown trump ''"),
    (lambda: bridge.score(HAND, "\u0455pades"), "('\u0455' is CYRILLIC SMALL LETTER DZE): expected one of spades"),
    (lambda: tichu.score_line("P,9,1\u0665.5"), "is not a value of the phoenix ('\u0665' is ARABIC-INDIC DIGIT FIVE)"),
    (lambda: bridge.score(HAND, None), "unknown trump None"),  # type: ignore[arg-type]
    (lambda: bridge.shorthand("A6"), "'A6' (card 1 of 1) is not a card of the bridge deck"),
    (
        lambda: tichu.combination("8X"),
        "'X' in '8X' is not a card: expected a rank of 2 3 4 5 6 7 8 9 0 J Q K A with a suit",
    ),
    (lambda: tichu.combination("js"), "'j' in 'js' is not a card"),
    (lambda: tichu.combination("77777"), "'7' comes 5 times in '7 7 7 7 7': the deck has 4"),
    (lambda: tichu.combination("RR"), "'R' comes 2 times in 'R R': the deck has 1"),
    (lambda: tichu.combination("Jj Jj"), "'Jj' comes 2 times in 'Jj Jj': the deck has 1"),
    (lambda: tichu.combination("JJJJ Jj"), "'J' comes 5 times"),
    (lambda: tichu.combination(["Jj", "x"]), "'x' (card 2)"),
    (lambda: tichu.combination(5), "5 is not a play: expected text or a list of cards"),  # type: ignore[arg-type]
    (lambda: tichu.is_legal("P", "3", phoenix_value=3), "phoenix_value=3 cannot be: expected 1.5, 2.5, ... 14.5"),
    (lambda: tichu.is_legal("P", "3", phoenix_value=15.5), "phoenix_value=15.5 cannot be"),
    (lambda: tichu.is_legal("8", "9", phoenix_value=1.5), "needs a single phoenix as the previous play, not '8'"),
    (lambda: tichu.combination("9 j"), "'j' in '9 j' is not a card"),
    (lambda: tichu.combination("J s, J p"), "'s' in 'J s, J p' is not a card"),
    (lambda: tichu.is_legal("P", "3", phoenix_value=[1.5]), "phoenix_value=[1.5] is not a number"),  # type: ignore[arg-type]
    (lambda: tichu.is_legal("P", "3", phoenix_value=float("nan")), "phoenix_value=nan cannot be"),
    (lambda: bridge.DECK.card(("", "4S")), "('', '4S') is not a card"),
    (lambda: bridge.DECK.card(("1", "0S")), "('1', '0S') is not a card"),
    (lambda: scopa.DECK.decode("AD"), "'AD' is not a hand: expected an integer, a set of bits"),  # type: ignore[arg-type]
    (lambda: scopa.DECK.decode(1.0), "1.0 is not a hand: expected an integer"),  # type: ignore[arg-type]
    (lambda: scopa.DECK.decode(1 << 100_000), "an integer of 100001 bits is not a hand"),
    (lambda: scopa.score([10**5000]), "an object of type int (card 1 of 1) is not a card"),  # type: ignore[list-item]
    (lambda: scopa.score_line(None), "None is not a line: expected text"),  # type: ignore[arg-type]
    (lambda: cribbage.score_line(5), "5 is not a line: expected text"),  # type: ignore[arg-type]
    (lambda: cribbage.score_line("h 5D | 5H 5S 5C JD"), "two readings: the starter is 5D, or JD: expected the starter"),
    (lambda: cribbage.score_line("c 5D 5H + 5S 5C JD"), "two readings: the starter is 5D, or JD"),
    (lambda: bridge.score_line(b"A"), "b'A' is not a line: expected text"),  # type: ignore[arg-type]
    (lambda: tichu.score_line(["66", "77"]), "['66', '77'] is not a line: expected text"),  # type: ignore[arg-type]
    (lambda: tichu.score_line("66 77"), "'66 77': expected the previous play (- for the lead), a comma, the play"),
    (lambda: tichu.score_line("P,3,x"), "'x' is not a value of the phoenix: expected 1.5 to 14.5"),
    (lambda: tichu.score_line("1,2,3,4"), "'1,2,3,4': expected"),
    (lambda: tichu.plays("8X"), "'X' in '8X' is not a card"),
    (lambda: tichu.plays("8j 9"), "'9' (card 2 of 2) is not a card of the Tichu deck: expected a rank"),
    (lambda: tichu.plays("8j 8j"), "'8j' comes 2 times in '8j 8j': the deck has 1"),
    (lambda: tichu.plays(["8j", 5]), "5 (card 2) is not a card"),  # type: ignore[list-item]
    (lambda: tichu.plays(None), "None is not a play: expected text or a list of cards"),  # type: ignore[arg-type]
    (lambda: tichu.plays("8j", "5X"), "'X' in '5X' is not a card"),
    (lambda: tichu.plays("8j", 5), "5 is not a play: expected text or a list of cards"),  # type: ignore[arg-type]
    (lambda: tichu.plays("8j", "7", phoenix_value=1.5), "needs a single phoenix as the previous play, not '7'"),
    (lambda: tichu.plays("8j", "P", phoenix_value=3), "phoenix_value=3 cannot be: expected 1.5, 2.5, ... 14.5"),
    (lambda: tichu.plays("8j", wish="1"), "'1' is not a rank to wish for: expected one of 2 3 4 5 6 7 8 9 0 J Q K A"),
    (lambda: tichu.plays("8j", wish=8), "8 is not a rank to wish for"),  # type: ignore[arg-type]
    (lambda: scopa.score([Card("8", "")]), "'8' (card 1 of 1) is not a card of the Scopa deck"),
    (lambda: tichu.combination([Card([], "j")]), "'[]j' (card 1) is not a card"),  # type: ignore[arg-type]
    (lambda: scopa.score("7D", sweeps=2), "2 sweeps with 1 card captured: expected at most 0"),
    (lambda: scopa.score([Card(8, None)]), "'8None' (card 1 of 1) is not a card"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_input_is_quoted_and_placed(call: Callable[[], object], message: str) -> None:
    with pytest.raises(CardError) as caught:
        call()
    assert message in str(caught.value)


def test_a_card_error_is_a_value_error_and_short() -> None:
    with pytest.raises(ValueError, match=r"^'x{56}\.\.\. \(card 1 of 1\) is not a card") as caught:
        scopa.score("x" * 100_000)
    assert len(str(caught.value)) < 250


TEXT = st.text(max_size=30) | st.text("A23456789TJQK01PRDHSCjspt10,.;-♥ xof", max_size=40)
LISTS = st.lists(TEXT | st.tuples(TEXT, TEXT), max_size=14)
SCORERS: list[Callable[[str], object]] = [
    scopa.score,
    scopa.score_line,
    lambda hand: cribbage.score(hand, "5H"),
    lambda starter: cribbage.score("5H 5S 5C JD", starter),
    cribbage.score_line,
    lambda hand: bridge.score(hand, "hearts"),
    lambda trump: bridge.score(HAND, trump),
    bridge.shorthand,
    bridge.score_line,
    tichu.combination,
    lambda play: tichu.explain("77", play),
    lambda previous: tichu.explain(previous, "Jj Js"),
    tichu.score_line,
    lambda hand: tichu.plays(hand, "7"),
    lambda previous: tichu.plays("8j 9j 9s P", previous),
    lambda wish: tichu.plays("8j 9j 9s P", wish=wish),
]


@pytest.mark.parametrize("scorer", SCORERS)
@given(text=TEXT)
@example("four of of of")
@example("ß of ß")
@example("P,P,nan")
@example("P,P,1e999")
def test_no_text_raises_anything_else(scorer: Callable[[str], object], text: str) -> None:
    with contextlib.suppress(CardError):
        scorer(text)


@given(LISTS)
def test_no_list_raises_anything_else(cards: list[str | tuple[str, str]]) -> None:
    for score in (cardlab.scopa.score, bridge.shorthand, tichu.combination):
        with contextlib.suppress(CardError):
            score(cards)


def test_a_long_bad_line_is_answered_at_once() -> None:
    with pytest.raises(CardError, match=r"^'222.* has more than the 56 cards of the deck"):
        tichu.parse("2" * 1_000_000 + "x")


STRANGE: list[Any] = [
    *(None, "no", 10**5000, 10**400, float("nan"), float("inf"), 1j, object(), [[1]], (1,)),
    *(np.array([1, 2]), pd.Series([1, 2]), {"A": np.array([1])}, {"A": 10**5000}, {None: 1}, {(1,): 2}, {5: 10**400}),
    (np.array([1, 2]),) * 4,
]


@pytest.mark.parametrize("rules", [scopa.Rules(), cribbage.RULES, bridge.ADJUSTED], ids=["scopa", "cribbage", "bridge"])
def test_rules_take_or_refuse_any_value(rules: Any) -> None:
    names = [one.name for one in fields(rules) if one.name != "source"]
    refused = 0
    for name, value in product(names, STRANGE):
        try:
            hash(replace(rules, **{name: value}))
        except CardError:
            refused += 1
    assert refused >= len(names) * len(STRANGE) - 1  # a name may be any text


YES_OR_NO: list[tuple[str, Callable[[Any], object]]] = [
    ("crib", lambda given: cribbage.score("2H 4H 6H 8H", "KS", crib=given)),
    ("crib", lambda given: cribbage_batch.sample(np.random.default_rng(1), 2, crib=given)),
    ("crib", lambda given: cribbage_exact.distribution(crib=given)),
    ("crib_flush", lambda given: cribbage.Rules(crib_flush=given)),
    ("dealer", lambda given: advise("5H 5S 6D 7C JC KD", dealer=given)),
    ("dealer", lambda given: advise_ranks("A-2-7-9-J-Q", dealer=given)),
    ("dealer", lambda given: crib_tables().worth(dealer=given)),
    ("exact", lambda given: advise("5H 5S 6D 7C JC KD", dealer=True, exact=given)),
    ("bombs", lambda given: can_answer([0b1111], "7", bombs=given)),
    ("bombs", lambda given: answer_probability("7", bombs=given)),
]


@pytest.mark.parametrize(("name", "call"), YES_OR_NO)
def test_yes_or_no_is_a_bool(name: str, call: Callable[[Any], object]) -> None:
    values: list[object] = ["no", "False", "", 0, 2, None, [], np.array([True, False])]
    for value in values:
        with pytest.raises(CardError, match=rf"^{name} is .*: expected True or False"):
            call(value)


def test_yes_or_no_may_be_numpys() -> None:
    for crib in (True, np.True_):
        assert int(cribbage.score("2H 4H 6H 8H", "KS", crib=crib)) == 0  # type: ignore[arg-type]
