"""The crib tables: policies and measured means against plainer ways to the same, the stored tables against both."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import comb, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from cardlab.cribbage import DECK, Rules, exact, score
from cardlab.cribbage.batch import Sets, score_batch
from cardlab.cribbage.discard.crib_tables import FILE, MODELS, CribMeans, cell, crib_tables, published
from cardlab.cribbage.discard.hands import BINOMIALS, HANDS, OTHERS, shows, six_cards
from cardlab.cribbage.discard.keeps import keep_totals, throws
from cardlab.cribbage.discard.match import SHOWS, gain, sample
from cardlab.cribbage.discard.policies import CribTable, Policy, best_throws, cells, policy
from cardlab.data import path
from cardlab.deal import deal
from cardlab.simulate import simulate
from tools import crib_tables as tool
from tools.crib_tables import BEST, FIXED, Model, Turn, fixed_point, to_frame
from tools.mean_cribs import Sampling, mean_cribs

ZERO: CribTable = np.zeros((13, 13))
ONE = np.uint64(1)
CELLS = 169
PAIRS = np.triu_indices(13)
SUITED = np.tri(13, k=-1, dtype=bool)


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def sets(places: NDArray[np.int64]) -> Sets:
    """The hands at these places, as sets."""
    made: Sets = (ONE << six_cards()[places].astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return made


def cells_of(pairs: Sets) -> NDArray[np.int64]:
    """The cell of each set of two cards, row by row."""
    low = np.bitwise_count((pairs & ~pairs + ONE) - ONE).astype(np.int64)
    high = np.bitwise_count((pairs & pairs - ONE) - ONE).astype(np.int64)
    ranks = np.sort([low % 13, high % 13], axis=0)
    suited, unsuited = ranks[1] * 13 + ranks[0], ranks[0] * 13 + ranks[1]
    return np.asarray(np.where(low // 13 == high // 13, suited, unsuited))


def overall(means: CribMeans) -> float:
    """The mean crib over all hands."""
    return float(np.nansum(means.mean * means.hands) / means.hands.sum())


def mean_keep(table: CribTable) -> float:
    """The mean of the hands kept, over all hands, if a table is played by."""
    best = best_throws(table)
    return float(np.average(best.keeps, weights=best.weights))


@pytest.fixture(scope="module")
def best() -> tuple[Policy, Policy]:
    """What the dealer and the pone throw by the stored tables."""
    return crib_tables().policy(dealer=True), crib_tables().policy(dealer=False)


@pytest.fixture(scope="module")
def measured(best: tuple[Policy, Policy]) -> CribMeans:
    """The mean cribs of the dealer's throws, measured again."""
    return mean_cribs(*best, Sampling(10_000, 1))


def test_every_hand_stands_at_its_place() -> None:
    places = rng().integers(HANDS, size=1000)
    assert (BINOMIALS[six_cards()[places], np.arange(1, 7)].sum(axis=1) == places).all()
    assert len(six_cards()) == HANDS == comb(52, 6)
    assert (six_cards()[:OTHERS].max(), six_cards()[OTHERS].max()) == (45, 46)


@pytest.mark.parametrize("crib", [False, True])
def test_shows_are_those_of_the_rules(crib: bool) -> None:
    fours = [sorted(four.tolist()) for four in rng().permuted(np.tile(np.arange(52), (60, 1)), axis=1)[:, :5]]
    for *four, starter in [*(rng().permutation(four).tolist() for four in fours), [0, 1, 2, 3, 4], [0, 1, 2, 3, 20]]:
        made = score([DECK.cards[card] for card in four], DECK.cards[starter], crib=crib)
        place = sum(comb(card, k) for k, card in enumerate(sorted(four), 1))
        assert shows(crib=crib)[place, starter] == made.total
        assert shows(crib=crib, rules=Rules(flush=0))[place, starter] == made.total - made.points("flush")


def test_a_policy_throws_what_is_worth_most() -> None:
    table, places = rng().normal(size=(13, 13)), rng().integers(HANDS, size=20_000)
    hands, chosen = sets(places), policy(table)
    thrown = throws(hands)
    worth = keep_totals(hands) / 46 + table.ravel()[cells_of(thrown.ravel())].reshape(-1, 15)
    row = np.arange(hands.size)
    assert (worth[row, chosen[places]] == worth.max(axis=1)).all()
    assert (cells(chosen)[places] == cells_of(thrown[row, chosen[places]])).all()


def test_with_the_crib_ignored_a_policy_keeps_what_scores_most() -> None:
    assert mean_keep(ZERO) == pytest.approx(7_767_205_480 / 936_491_920, abs=1e-9)


def test_equal_throws_are_taken_equally_often() -> None:
    places = rng().integers(HANDS, size=50_000)
    totals, chosen = keep_totals(sets(places)), policy(ZERO)[places]
    equal = totals == totals.max(axis=1, keepdims=True)
    count = equal.sum(axis=1)
    taken = (np.cumsum(equal, axis=1)[np.arange(places.size), chosen] - 1)[count > 1] / (count[count > 1] - 1)
    assert abs(taken.mean() - 1 / 2) < 4 * taken.std() / sqrt(taken.size)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: policy(np.zeros((13, 12))), r"a table of shape \(13, 12\): expected \(13, 13\)"),
        (lambda: policy(np.full((13, 13), np.nan)), r"table\[0, 0\] is nan: expected a finite number"),
        (lambda: cells(np.zeros(3, np.uint8)), r"uint8\[3\] is not a policy: expected uint8\[20358520\]"),
        (lambda: cells(np.full(HANDS, 15, np.uint8)), "is not a policy"),
        (lambda: mean_cribs(np.zeros(HANDS, np.uint8), np.zeros(HANDS, np.uint8), Sampling(0, 1)), "0 deals"),
        (lambda: crib_tables("Hessel"), "unknown model 'Hessel': expected one of best, "),
        (lambda: published("Rasmussen"), "no published tables of 'Rasmussen'"),
        (lambda: sample(rng(), 1, what="pegging"), "unknown show 'pegging': expected one of dealer, pone, crib"),
        (lambda: gain(rng(), 1, against="nobody"), "unknown player 'nobody': expected one of best, "),
    ],
)
def test_bad_input_is_refused_in_words(call: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


def test_means_are_those_of_plain_deals(measured: CribMeans) -> None:
    """Real deals with one starter each, hand by hand: no weights, no means over starters, no look-ups."""
    tables = crib_tables()
    dealt, pone, starters = (np.ascontiguousarray(column) for column in deal(rng(), 200_000, DECK, (6, 6, 1)).T)
    row, chosen = np.arange(dealt.size), []
    for hands, dealer in ((dealt, True), (pone, False)):
        thrown = throws(hands)
        worth = tables.worth(dealer=dealer).ravel()[cells_of(thrown.ravel())].reshape(-1, 15)
        chosen.append(thrown[row, (keep_totals(hands) / 46 + worth).argmax(axis=1)])
    points = score_batch(chosen[0] | chosen[1], np.bitwise_count(starters - ONE), crib=True).astype(float)
    mine = cells_of(chosen[0])
    count, total, squares = (np.bincount(mine, points**power, CELLS) for power in range(3))
    mean = total / count
    error = np.sqrt((squares / count - mean**2) / count + measured.error.ravel() ** 2)
    scores = (mean - measured.mean.ravel())[count > 200] / error[count > 200]
    assert np.abs(scores).max() < 4
    assert 0.8 < scores.std() < 1.2
    share = measured.hands.ravel() / HANDS
    assert (np.abs(count / count.sum() - share) < 5 * np.sqrt(share / count.sum())).all()


def test_the_executor_makes_no_difference(best: tuple[Policy, Policy]) -> None:
    with ThreadPoolExecutor(2) as executor:
        measures = [mean_cribs(*best, Sampling(200, 3, (1,), one)) for one in (None, executor)]
    other = mean_cribs(*best, Sampling(200, 4, (1,)))
    for field in ("mean", "error", "deals", "hands"):
        one, two = (getattr(made, field) for made in measures)
        assert (one == two).all()
    assert (other.mean != measures[0].mean).all()


def test_how_often_hands_are_dealt_does_not_matter(best: tuple[Policy, Policy], measured: CribMeans) -> None:
    other = mean_cribs(*best, Sampling(5000, 6), dealt=policy(ZERO))
    scores = (measured.mean - other.mean) / np.hypot(measured.error, other.error)
    assert np.abs(scores).max() < 4
    assert 0.8 < scores.std() < 1.2
    assert other.deals.min() < measured.deals.min() / 2


def test_the_turns_end_where_nothing_changes() -> None:
    turns = pd.read_csv(path("crib_tables_rounds.csv"))
    for model in FIXED:
        made = turns[turns["model"] == model.name]
        change = made[["rms_own", "rms_other"]].max(axis=1).to_numpy()
        error, same = made["error"].to_numpy(), np.flatnonzero(made["same"])
        assert made["number"].tolist() == list(range(1, 16))
        assert change[0] > 4
        assert change[same[-1]] < 0.25 * error[same[-1]]
        assert change[-1] < 1.5 * np.hypot(error[-2], error[-1])


@pytest.mark.parametrize("model", FIXED, ids=lambda model: model.name)
def test_the_stored_tables_are_what_they_lead_to(model: Model) -> None:
    tables = crib_tables(model.name)
    dealer, pone = (tables.policy(dealer=dealer, rules=model.hand) for dealer in (True, False))
    own = mean_cribs(dealer, pone, Sampling(3000, 7), rules=model.crib)
    other = mean_cribs(pone, dealer, Sampling(3000, 7, (1,)), rules=model.crib)
    for stored, measured in ((tables.own, own), (tables.other, other)):
        scores = (measured.mean - stored.mean) / np.hypot(measured.error, stored.error)
        assert np.abs(scores).max() < 4
        assert 0.85 < scores.std() < 1.15
        assert abs(scores.mean()) < 0.3


def test_the_stored_tables_are_complete_and_precise() -> None:
    for model in MODELS:
        for means in (crib_tables(model).own, crib_tables(model).other):
            assert means.hands.sum() == HANDS
            assert means.hands.min() > 0
            assert np.isfinite(means.mean).all()
            assert means.error.max() < (0.0031 if model in ("best", "no crib flush") else 0.01)


def test_the_file_holds_what_is_read_from_it() -> None:
    stored = pd.read_csv(path(FILE))
    made = to_frame({model: crib_tables(model) for model in stored["model"].unique()})
    pd.testing.assert_frame_equal(made, stored.drop(columns="source"), check_exact=True, check_dtype=False)


def test_both_tables_are_of_one_crib() -> None:
    """The mean crib is one number, whosever throws it is sorted by."""
    for model in ("best", "no crib flush"):
        tables = crib_tables(model)
        assert overall(tables.own) == pytest.approx(overall(tables.other), abs=0.001)


def test_the_means_that_are_published() -> None:
    tables = crib_tables()
    assert mean_keep(tables.worth(dealer=True)) == pytest.approx(7.99, abs=0.005)
    assert mean_keep(tables.worth(dealer=False)) == pytest.approx(8.14, abs=0.005)
    assert overall(tables.own) == pytest.approx(4.785, abs=0.005)


def test_hessels_cells() -> None:
    """He left out the flush in the crib, and took each throw over the hands that throw it."""
    tables = crib_tables("no crib flush")
    own, other = published("Hessel")
    assert difference(tables.own.by_rank, own) < 0.01
    assert difference(tables.other.by_rank, other) < 0.03
    assert difference(crib_tables("any hand").own.by_rank, own) > 0.05
    assert difference(crib_tables("any hand").other.by_rank, other) > 0.05


def test_hessel_ignored_suits_when_he_chose() -> None:
    """The cells of the other player's crib then differ from his by what rounding and sampling explain."""
    tables = crib_tables("suits ignored")
    for ours, theirs in zip((tables.own, tables.other), published("Hessel"), strict=True):
        assert abs((theirs - ours.by_rank)[PAIRS].mean()) < 0.003
        assert difference(ours.by_rank, theirs) < 0.006
    assert (published("Hessel")[1] - crib_tables("no crib flush").other.by_rank)[PAIRS].mean() > 0.02


def test_schells_cells_are_a_composite() -> None:
    own, other = published("Schell")
    assert difference(crib_tables().own.by_rank, own) < 0.07
    assert difference(crib_tables().other.by_rank, other) < 0.08


def difference(ours: CribTable, theirs: CribTable) -> float:
    """The mean absolute difference over the 91 pairs of ranks."""
    return float(np.abs(ours - theirs)[PAIRS].mean())


def test_random_players_make_other_tables() -> None:
    best, loose = crib_tables(), crib_tables("random")
    assert (loose.own.mean - best.own.mean).mean() == pytest.approx(0.4, abs=0.05)
    assert (loose.other.mean - best.other.mean).mean() == pytest.approx(-0.65, abs=0.05)
    assert overall(loose.own) == pytest.approx(exact.distribution(crib=True).mean, abs=0.005)


def test_a_flush_in_the_crib_is_worth_little_and_only_to_one_suit() -> None:
    more = crib_tables().own.mean - crib_tables("no crib flush").own.mean
    assert 0.03 < more[SUITED].mean() < 0.08
    assert abs(more[~SUITED].mean()) < 0.01


def test_pooled_means_weigh_by_hands() -> None:
    means = CribMeans(np.arange(169.0).reshape(13, 13), ZERO + 4, *np.ones((2, 13, 13), np.int64))
    means.hands[0, 1] = 3
    pooled = means.pooled
    assert pooled.mean[0, 1] == pooled.mean[1, 0] == means.by_rank[0, 1] == (3 * 1 + 13) / 4
    assert pooled.error[0, 1] == sqrt(12**2 + 4**2) / 4
    assert (pooled.deals[0, 1], pooled.deals[2, 2]) == (2, 1)
    assert (pooled.mean[2, 2], pooled.error[2, 2]) == (28, 4)
    assert np.isnan(means.by_rank[1, 0])
    assert overall(pooled) == pytest.approx(overall(means))


def test_cells_of_cards_are_those_of_policies() -> None:
    for hand in sets(rng().integers(HANDS, size=20)):
        for pair in throws(np.array([hand]))[0]:
            one, other = DECK.decode(int(pair))
            low, high = cell(one, other)
            assert low * 13 + high == cells_of(np.array([pair]))[0]
            assert cell(other, one) == (low, high)


@pytest.mark.parametrize(("what", "expected"), [("dealer", False), ("pone", False), ("crib", True)])
def test_shows_of_random_players_are_all_hands_and_cribs(what: str, expected: bool) -> None:
    made = simulate(partial(sample, what=what, dealer="random", pone="random"), 400_000, seed=8)
    everything = exact.distribution(crib=expected)
    assert abs(made.mean - everything.mean) < 4 * made.standard_error
    assert made.sd == pytest.approx(everything.sd, rel=0.01)


def test_shows_of_players_by_the_tables() -> None:
    tables = crib_tables()
    expected = [mean_keep(tables.worth(dealer=dealer)) for dealer in (True, False)]
    for what, mean in zip(SHOWS, [*expected, overall(tables.own)], strict=True):
        made = simulate(partial(sample, what=what), 400_000, seed=9)
        assert abs(made.mean - mean) < 4 * made.standard_error


def test_the_advice_is_worth_points() -> None:
    won = simulate(gain, 400_000, seed=10)
    assert won.mean > 100 * won.standard_error
    lost = gain(rng(), 1000, player="crib ignored", against="best")
    assert (lost == -gain(rng(), 1000)).all()


def test_published_tables_are_nearly_as_good() -> None:
    """Between players by tables that differ by a few hundredths there is next to nothing to win."""
    won = simulate(partial(gain, against="Hessel"), 400_000, seed=10)
    assert abs(won.mean) < 0.02
    assert won.count(0) > 0.9 * won.total


def test_a_gain_is_what_the_shows_say() -> None:
    players = {"player": "best", "against": "crib ignored"}
    shown = {
        (dealer, what): sample(rng(), 1000, what=what, dealer=players[dealer], pone=players[pone]).astype(int)
        for dealer, pone in (("player", "against"), ("against", "player"))
        for what in SHOWS
    }
    as_dealer, as_pone = (
        shown[one, "dealer"] + shown[one, "crib"] - shown[one, "pone"] for one in ("player", "against")
    )
    assert (gain(rng(), 1000, player="best", against="crib ignored") == as_dealer - as_pone).all()


@pytest.mark.slow
def test_a_fixed_point_from_scratch() -> None:
    """Few deals and turns: near the stored tables, and reported as it goes."""
    turns: list[Turn] = []
    with ThreadPoolExecutor(2) as executor:
        sampling = Sampling(3000, 11, executor=executor)
        made = fixed_point(BEST, sampling, stages=(0, 3), report=turns.append)
    assert [turn.deals for turn in turns] == [94, 3000]
    stored = crib_tables()
    assert np.abs(made.own.mean - stored.own.mean).mean() < 0.1
    assert np.abs(made.other.mean - stored.other.mean).mean() < 0.1


def test_shows_of_a_deal_are_those_of_its_cards() -> None:
    """Each deal dealt again card by card: six, six of the other 46, and one of the 40 that are left."""
    n, dice = 4000, rng()
    mine, others, turned = (dice.integers(size, size=n) for size in (HANDS, OTHERS, 40))
    dealt = sets(mine)
    free = [[card for card in range(52) if not hand >> card & 1] for hand in dealt.tolist()]
    others_held = six_cards()[others].tolist()
    pones = np.array(
        [sum(1 << cards[k] for k in held) for cards, held in zip(free, others_held, strict=True)], np.uint64
    )
    starters = [
        [card for card in cards if not pone >> card & 1][k]
        for cards, pone, k in zip(free, pones.tolist(), turned.tolist(), strict=True)
    ]
    kept, thrown = [], []
    for hands, player in ((dealt, np.random.default_rng(1)), (pones, np.random.default_rng(0))):
        places = (BINOMIALS[_sorted_cards(hands), np.arange(1, 7)]).sum(axis=1)
        chosen = player.integers(0, 15, size=HANDS, dtype=np.uint8)[places]
        thrown.append(throws(hands)[np.arange(n), chosen])
        kept.append(hands & ~thrown[-1])
    up = np.array(starters, np.uint8)
    expected = [*(score_batch(hand, up) for hand in kept), score_batch(thrown[0] | thrown[1], up, crib=True)]
    for what, points in zip(SHOWS, expected, strict=True):
        assert (sample(rng(), n, what=what, dealer="random", pone="random") == points).all()
    without = score_batch(thrown[0] | thrown[1], up, crib=True, rules=Rules(crib_flush=False))
    assert (without != expected[-1]).any()


def test_the_tool_writes_what_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the stored tables in place of what takes minutes; only their source may differ."""
    turns = pd.read_csv(path("crib_tables_rounds.csv")).drop(columns="source")

    def stored(sampling: Sampling, *, models: object, report: Any) -> dict[str, Any]:
        assert (sampling.deals, sampling.seed, models) == (2_000_000, 1, FIXED)
        for row in turns.to_dict("records"):
            report(Turn(**{str(name): value for name, value in row.items()}))
        return {model: crib_tables(model) for model in MODELS}

    monkeypatch.setattr(tool, "solve", stored)
    assert tool.main(["--deals", "2e6", "--seed", "1", "--output", str(tmp_path)]) == 0
    for name in (FILE, "crib_tables_rounds.csv"):
        written, kept = (pd.read_csv(file, dtype=str) for file in (tmp_path / name, path(name)))
        assert set(written.pop("source")) == {"python tools/crib_tables.py --deals 2000000 --seed 1"}
        pd.testing.assert_frame_equal(written, kept.drop(columns="source"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--deals", "1.5"], "deals is 1.5: expected a whole number of 1000 or more"),
        (["--deals", "20"], "deals is 20.0: expected a whole number of 1000 or more"),
        (["--deals", "2e6", "--output", "nowhere"], "nowhere is not a folder"),
    ],
)
def test_the_tool_refuses_before_the_work(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        tool.main([*arguments, "--seed", "1"])
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def _sorted_cards(hands: Sets) -> NDArray[np.int64]:
    return np.array([[card for card in range(52) if hand >> card & 1] for hand in hands.tolist()])
