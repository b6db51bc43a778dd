"""Which two cards to throw: the advice against counting everything, its invariances, bad input, the command line."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import Card, CardError
from cardlab.cribbage import DECK, Rules
from cardlab.cribbage.batch import score_batch
from cardlab.cribbage.discard.advice import advise
from cardlab.cribbage.discard.crib_tables import FILE, CribTables, crib_tables
from cardlab.cribbage.discard.cribs import cribs_given
from cardlab.cribbage.discard.hands import HANDS
from cardlab.cribbage.discard.keeps import keep_totals, throws
from cardlab.deal import deal
from tests.cases import ROOT, rows
from tests.second.cribbage import points

HANDS_TO_TRY = [
    "5H 5S 6D 7C JC KD",
    "AH 2H 3H 4H 5H 6H",
    "4D 4S 5D 5H 6C 6S",
    "TH JD QS KC AH 2S",
    "7H 8H 9H TD JC JS",
    "9H 9D 9S 9C 3H 3D",
]
HANDS_OF_SIX = st.permutations(list(DECK)).map(lambda cards: tuple(cards[:6]))


def table_value(pair: tuple[Card, ...], crib: str) -> float:
    """The mean crib for two cards, read off the file."""
    low, high = sorted(pair, key=lambda card: DECK.ranks.index(card.rank))
    for row in rows(FILE):
        if (row["model"], row["crib"], row["rank1"], row["rank2"]) == ("best", crib, low.rank, high.rank) and (
            row["suited"] == str(int(low.suit == high.suit))
        ):
            return float(row["mean"])
    raise AssertionError(f"no row for {pair}")


@pytest.mark.parametrize("hand", HANDS_TO_TRY)
@pytest.mark.parametrize("dealer", [True, False])
def test_advice_against_counting_everything(hand: str, dealer: bool) -> None:
    """Every throw, every starter, by the second definition of the show."""
    cards = DECK.parse(hand)
    advice = advise(hand, dealer=dealer)
    assert {throw.thrown for throw in advice} == set(combinations(cards, 2))
    for throw in advice:
        assert set(throw.kept) | set(throw.thrown) == set(cards)
        kept = [str(card) for card in throw.kept]
        scores = [points(kept, str(starter)) for starter in DECK if starter not in cards]
        assert throw.mean == pytest.approx(sum(scores) / 46)
        assert (throw.low, throw.high) == (min(scores), max(scores))
        crib = table_value(throw.thrown, "own" if dealer else "other")
        assert throw.crib == crib
        assert throw.net == pytest.approx(throw.mean + (crib if dealer else -crib))
    nets = [throw.net for throw in advice]
    assert nets == sorted(nets, reverse=True)
    assert advice.best is next(iter(advice))


def test_the_exact_crib_against_counting_everything() -> None:
    """The other throws the two lowest of his cards, which makes his hands easy to count by hand."""
    hand = DECK.parse("5H 5S 6D 7C JC KD")
    free = [DECK.bits[card] for card in DECK if card not in hand]
    made = cribs_given(hand, np.zeros(HANDS, np.uint8))
    for mine, mean in list(zip(throws(DECK.encode_many([hand]))[0], made, strict=True))[::5]:
        cribs, starters, ways = [], [], []
        for one, other in combinations(range(46), 2):
            for starter in set(range(46)) - {one, other}:
                above = 45 - other - (starter > other)
                cribs.append(int(mine) | 1 << free[one] | 1 << free[other])
                starters.append(free[starter])
                ways.append(comb(above, 4))
        scores = score_batch(np.array(cribs, np.uint64), np.array(starters, np.uint8), crib=True)
        assert sum(ways) == comb(46, 6) * 40
        assert mean == pytest.approx(np.dot(scores.astype(np.int64), ways) / sum(ways), abs=1e-12)


def test_the_exact_crib_against_random_deals() -> None:
    """The other throws by the tables, from random hands without my cards."""
    hand, tables = DECK.encode("AH AS 2H 2D 3C 4S"), crib_tables()
    dealt, turned = (np.ascontiguousarray(column) for column in deal(np.random.default_rng(2), 400_000, DECK, (6, 1)).T)
    fair = (dealt | turned) & np.uint64(hand) == 0
    dealt, turned = dealt[fair], turned[fair]
    cells = {int(pair): tables.own.mean[_cell(pair)] for pair in np.unique(throws(dealt))}
    thrown = throws(dealt)
    worth = keep_totals(dealt) / 46 + np.vectorize(cells.__getitem__)(thrown)
    theirs = thrown[np.arange(dealt.size), worth.argmax(axis=1)]
    for throw in list(advise(DECK.decode(hand), dealer=False, exact=True))[::4]:
        cribs = theirs | np.uint64(DECK.encode(throw.thrown))
        scores = score_batch(cribs, np.bitwise_count(turned - np.uint64(1)), crib=True)
        assert abs(scores.mean() - throw.crib) < 4 * scores.std() / np.sqrt(scores.size)


def _cell(pair: np.uint64) -> tuple[int, int]:
    one, other = DECK.decode(int(pair))
    low, high = sorted([DECK.ranks.index(one.rank), DECK.ranks.index(other.rank)])
    return (high, low) if one.suit == other.suit else (low, high)


@settings(deadline=None, max_examples=50)
@given(HANDS_OF_SIX, st.permutations(DECK.suits), st.booleans())
def test_the_names_of_suits_do_not_matter(hand: tuple[Card, ...], suits: list[str], dealer: bool) -> None:
    renamed = [Card(card.rank, suits[DECK.suits.index(card.suit)]) for card in hand]
    one, other = advise(hand, dealer=dealer), advise(renamed, dealer=dealer)
    assert [throw.net for throw in one] == [throw.net for throw in other]


def test_the_names_of_suits_do_not_matter_to_the_exact_crib() -> None:
    one, other = "5H 5S 6D 7C JC KD", "5D 5C 6S 7H JH KS"
    nets = ([throw.net for throw in advise(hand, dealer=True, exact=True)] for hand in (one, other))
    assert next(nets) == pytest.approx(next(nets), abs=1e-3)  # equal but for who of equal throws is taken


@settings(deadline=None, max_examples=50)
@given(HANDS_OF_SIX, st.data())
def test_starters_say_what_the_throw_does(hand: tuple[Card, ...], data: st.DataObject) -> None:
    advice = advise(hand, dealer=True)
    throw = data.draw(st.sampled_from(advice.throws))
    found = advice.breakdown(throw.thrown)
    assert sorted(" ".join(found.which).split()) == sorted(str(card) for card in DECK if card not in hand)
    assert [len(cards.split()) for cards in found.which] == found.starters.tolist()
    assert found.score.is_monotonic_increasing
    assert (found.score.min(), found.score.max()) == (throw.low, throw.high)
    assert (found.score * found.starters).sum() / 46 == pytest.approx(throw.mean)
    assert advice.breakdown().equals(advice.breakdown(advice.best.thrown))


def test_it_shows_itself() -> None:
    advice = advise("5H 5S 6D 7C JC KD", dealer=True)
    lines = repr(advice).splitlines()
    assert len(advice) == len(lines) - 1 == 15
    assert lines[0].split() == ["keep", "throw", "mean", "min", "max", "crib", "net"]
    assert (advice.to_frame().dtypes[["keep", "throw"]] == "cards[cribbage]").all()
    assert lines[1].split() == ["5H", "5S", "JC", "KD", "6D", "7C", "12.41", "10", "21", "4.95", "17.37"]
    assert advice._repr_html_().count("<tr") == 16
    assert advice.breakdown("JC KD").iloc[0].tolist() == [8, 4, "AH AD AS AC"]
    assert advice["KD JC"] is advice[["JC", "KD"]]


def test_other_tables_and_rules() -> None:
    hand = "AH 4H 5S TD QC KS"
    with_flush, without = (
        advise(hand, dealer=True, rules=Rules(crib_flush=flush))["AH 4H"].crib for flush in (True, False)
    )
    assert 0.02 < with_flush - without < 0.1
    assert advise(hand, dealer=True, table=crib_tables("no crib flush"))["AH 4H"].crib == without
    ignored = CribTables(crib_tables().own.filled(np.zeros((13, 13))), crib_tables().other)
    assert advise(hand, dealer=True, table=ignored)["AH 4H"].crib == with_flush


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("5H 5S 6D 7C JC", "5 cards where 6 were expected: 5H 5S 6D 7C JC"),
        ("5H 5S 6D 7C JC KD QD", "7 cards where 6 were expected"),
        ("5H 5S 6D 7C JC 5H", "'5H' comes twice: as card 1 and card 6"),
        ("5H 5S 6D 7C JC 1D", "'1D' .* is not a card of the cribbage deck"),
        ("", "nothing"),
    ],
)
@pytest.mark.parametrize("exact", [True, False])
def test_bad_hands_are_refused_in_words(hand: str, says: str, exact: bool) -> None:
    with pytest.raises(CardError, match=says):
        advise(hand, dealer=True, exact=exact)


def test_only_cards_in_hand_can_be_thrown() -> None:
    advice = advise("5H 5S 6D 7C JC KD", dealer=True)
    with pytest.raises(CardError, match="AH KD cannot be thrown from 5H 5S 6D 7C JC KD"):
        advice["AH KD"]
    with pytest.raises(CardError, match="1 card where 2 were expected"):
        advice.breakdown("KD")


def run(*arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "cardlab", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


def test_the_command_prints_the_advice() -> None:
    advice = advise("5H 5S 6D 7C JC KD", dealer=True)
    assert run("discard", "5H 5S 6D 7C JC KD", "--dealer") == (0, f"{advice}\n", "")
    pone = advise("5H 5S 6D 7C JC KD", dealer=False, rules=Rules(crib_flush=False))
    shown = run("discard", "5H", "5S", "6D", "7C", "JC", "KD", "--rule", "crib_flush=no", "--starters")
    assert shown == (0, f"{pone}\n\n{pone.breakdown().to_string(index=False)}\n", "")


def test_the_command_refuses_in_one_line() -> None:
    assert run("discard", "5H 5S 6D") == (2, "", "cardlab: 3 cards where 6 were expected: 5H 5S 6D\n")


def test_rules_without_tables_count_the_crib() -> None:
    """Nobs worth 0: the crib of each throw is the exact one under these rules, and advice says what starters make."""
    hand, rules = "5H 5S 6D 7C JC KD", Rules(nobs=0)
    advice = advise(hand, dealer=True, rules=rules)
    assert [throw.net for throw in advice] == [
        throw.net for throw in advise(hand, dealer=True, rules=rules, exact=True)
    ]
    usual = advise(hand, dealer=True, exact=True)
    assert all(throw.crib < usual[throw.thrown].crib for throw in advice)
    found = advice.breakdown()
    assert (found.score * found.starters).sum() / 46 == advice.best.mean
    given = advise(hand, dealer=True, rules=rules, table=crib_tables())
    assert given.best.crib == advise(hand, dealer=True)[given.best.thrown].crib
