"""The solved deals that are stored, and what is read off them, against plain arithmetic."""

import hashlib
import importlib
import lzma
import math
import re
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import cardlab
from cardlab import bridge, data
from cardlab.bridge import TRUMPS
from cardlab.bridge.boards import SEATS
from cardlab.bridge.counts import COUNTS, HIGH_CARDS
from cardlab.bridge.tricks.regression import WIDTH, explained, interval, means, regress, worth
from cardlab.bridge.tricks.sides import FILE, SIDES, contracts, held, load, partnerships
from tests.cases import ROOT
from tools.double_dummy import read_deal, solve
from tools.solve_deals import random_deal

SEED = 1
DEALS: Any = load()
SIDES_OF: Any = partnerships(DEALS)
NOTRUMP = SIDES_OF[SIDES_OF["strain"] == "notrump"]
FIT = SIDES_OF[SIDES_OF["longest"] & (SIDES_OF["fit"] >= 8)]
NAMES = [count.name for count in COUNTS]


# What is stored


def test_the_file_is_the_one_that_the_readme_describes() -> None:
    content = lzma.decompress(data.path(FILE).read_bytes())
    readme = (ROOT / "data" / "README.md").read_text()
    assert hashlib.sha256(content).hexdigest() in readme
    assert f"{len(DEALS):,} deals" in readme
    assert re.search(rf"python tools/solve_deals.py --deals {len(DEALS)} --seed {SEED}", readme)


def test_there_are_ten_thousand_deals_and_none_was_passed_over() -> None:
    assert len(DEALS) >= 10_000
    assert [*DEALS.index] == [*range(len(DEALS))]


def test_every_deal_is_the_one_of_its_seed_and_number() -> None:
    assert DEALS["deal"].tolist() == [random_deal(SEED, number) for number in DEALS.index]
    for row in DEALS.head(200).itertuples():
        assert read_deal(row.deal) == read_deal((row.north, row.east, row.south, row.west))


def test_tricks_are_whole_and_partners_mostly_agree() -> None:
    tricks = DEALS[[f"{strain} {seat}" for strain in TRUMPS for seat in SEATS]].to_numpy()
    assert tricks.dtype == np.int8
    assert tricks.min() == 0
    assert tricks.max() == 13
    assert (SIDES_OF["most"] - SIDES_OF["fewest"]).mean() < 0.2


@pytest.mark.slow
def test_a_sample_solved_again_gives_the_same_tricks() -> None:
    for number in np.random.default_rng(len(DEALS)).choice(len(DEALS), 6, replace=False).tolist():
        stored = DEALS.loc[number, [f"{strain} {seat}" for strain in TRUMPS for seat in SEATS]]
        assert solve(random_deal(SEED, number)).ravel().tolist() == stored.tolist(), number


def test_reading_it_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardlab, "bridge", bridge)  # which the import below replaces
    for name in [name for name in sys.modules if re.match(r"endplay|pebble|cardlab\.bridge", name)]:
        monkeypatch.delitem(sys.modules, name)
    for solver in ("endplay", "pebble"):
        monkeypatch.setitem(sys.modules, solver, None)
    fresh = importlib.import_module("cardlab.bridge.tricks.sides")
    importlib.import_module("cardlab.bridge.tricks.regression")
    assert fresh.partnerships is not partnerships
    assert len(fresh.partnerships(fresh.load().head(10))) == 100


# What each side has


def test_the_adjusted_count_of_each_hand() -> None:
    for number in range(50):
        for seat, hand in zip(SEATS, DEALS.loc[number, "deal"][2:].split(), strict=True):
            assert DEALS.loc[number, f"points {seat}"] == bridge.score(hand, "notrump").total


def test_each_side_in_each_strain_by_plain_counting() -> None:
    rows = {(row.number, row.side, row.strain): row for row in SIDES_OF.itertuples()}
    for number in range(100):
        hands = DEALS.loc[number, "deal"][2:].split()
        for side, seats in SIDES.items():
            suits = [hands[seat].split(".") for seat in seats]
            fits = [len(suits[0][at]) + len(suits[1][at]) for at in range(4)]
            for at, strain in enumerate(TRUMPS):
                row = rows[number, side, strain]
                tricks = [DEALS.loc[number, f"{strain} {SEATS[seat]}"] for seat in seats]
                assert (row.fewest, row.most, row.tricks) == (min(tricks), max(tricks), sum(tricks) / 2)
                assert row.fit == ([*fits, 0][at])
                assert row.longest == (fits.index(max(fits)) == at)
                count = sum(bridge.score(hands[seat], strain).total for seat in seats)
                assert SIDES_OF.loc[row.Index, "adjusted count"] == count


def test_the_two_sides_share_the_high_cards() -> None:
    assert (NOTRUMP.groupby("number")["high-card points"].sum() == 40).all()
    assert len(SIDES_OF) == 10 * len(DEALS)
    assert (SIDES_OF.groupby(["number", "side"])["longest"].sum() == 1).all()


def test_the_contracts_are_apart_and_leave_out_fits_of_seven_alone() -> None:
    groups = contracts(SIDES_OF)
    rows = pd.concat(groups.values()).index
    assert rows.is_unique
    left_out = SIDES_OF[SIDES_OF["longest"]].index.difference(rows)
    assert (SIDES_OF.loc[left_out, "fit"] == 7).all()
    assert len(rows) + len(left_out) == 4 * len(DEALS)
    assert [sorted(set(group["fit"])) for group in list(groups.values())[:3]] == [[0], [8], [9]]


def test_every_side_has_a_suit_of_seven_cards_or_more() -> None:
    assert SIDES_OF.loc[SIDES_OF["longest"], "fit"].min() >= 7


# What is read off them


def test_the_spread_is_the_published_one() -> None:
    """Thomas Andrews, "Testing Binky Points", 100,000 deals: a constant guess in notrump is 2.78 tricks off."""
    assert NOTRUMP["tricks"].std() == pytest.approx(2.78, abs=0.05)


def errors(made: pd.DataFrame) -> Any:
    """The standard errors that made the intervals."""
    assert (made["low"] + made["high"]).to_numpy() == pytest.approx(2 * made["estimate"].to_numpy())
    return ((made["high"] - made["low"]) / 2 / WIDTH).to_numpy()


def test_regress_is_least_squares_with_a_clustered_sandwich() -> None:
    columns = ["high-card points", "controls"]
    x = np.column_stack([np.ones(len(FIT)), FIT[columns]])
    y = FIT["tricks"].to_numpy()
    weights, *_ = np.linalg.lstsq(x, y, rcond=None)
    scores = pd.DataFrame(x * (y - x @ weights)[:, np.newaxis]).groupby(FIT["number"].to_numpy()).sum().to_numpy()
    bread = np.linalg.inv(x.T @ x)
    groups, n, k = len(scores), len(x), x.shape[1]
    spread = bread @ (scores.T @ scores) @ bread * groups / (groups - 1) * (n - 1) / (n - k)
    made = regress(FIT, columns)
    assert made["estimate"].to_numpy() == pytest.approx(weights[1:])
    assert errors(made) == pytest.approx(np.sqrt(np.diag(spread))[1:])


def test_worth_is_the_quotient_and_its_error_is_that_of_a_bootstrap() -> None:
    columns = ["controls", "losing trick count"]
    made = worth(FIT, columns, unit="high-card points")
    weights: Any = regress(FIT, ["high-card points", *columns])["estimate"]
    quotients = weights[columns] / weights["high-card points"]
    assert made["estimate"].to_numpy() == pytest.approx(quotients.to_numpy())
    some = FIT.head(2000)
    x = np.column_stack([np.ones(len(some)), some[["high-card points", *columns]]])
    rows = [np.array(group) for group in some.groupby("number").indices.values()]
    rng, drawn = np.random.default_rng(1), []
    for _ in range(300):
        again = np.concatenate([rows[at] for at in rng.integers(0, len(rows), len(rows))])
        solution = np.linalg.lstsq(x[again], some["tricks"].to_numpy()[again], rcond=None)[0]
        drawn.append(solution[2:] / solution[1])
    small = worth(some, columns, unit="high-card points")
    assert errors(small) == pytest.approx(np.std(drawn, axis=0), rel=0.2)


def test_explained_is_the_square_of_the_correlation() -> None:
    made = explained(NOTRUMP, NAMES, seed=1, draws=20)
    for name in NAMES:
        r = np.corrcoef(NOTRUMP[name], NOTRUMP["tricks"])[0, 1]
        assert made.r2[name][0] == pytest.approx(r**2)
        line = stats.linregress(NOTRUMP[name], NOTRUMP["tricks"])
        left = NOTRUMP["tricks"] - line.intercept - line.slope * NOTRUMP[name]
        assert made.error[name][0] == pytest.approx(math.sqrt((left**2).mean()))


def test_a_row_of_the_bootstrap_is_the_same_for_every_column() -> None:
    drawn = explained(NOTRUMP.assign(again=2 * NOTRUMP["controls"]), ["controls", "again"], seed=1, draws=20)
    for made in (drawn.r2, drawn.error):
        assert len(made) == made["controls"].nunique() == 21
        assert made["again"].to_numpy() == pytest.approx(made["controls"].to_numpy())


def test_the_interval_of_r2_is_the_known_one_for_normal_values() -> None:
    """By Fisher's transformation, for independent rows."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=4000)
    toy = pd.DataFrame({"number": range(4000), "x": x, "tricks": x + rng.normal(size=4000)})
    made: Any = interval(explained(toy, ["x"], seed=1).r2).loc["x"]
    z = np.arctanh(np.sqrt(made["estimate"])) + np.array([-1.96, 1.96]) / math.sqrt(4000 - 3)
    assert made[["low", "high"]].to_numpy(float) == pytest.approx(np.tanh(z) ** 2, abs=0.004)


def test_the_rows_of_a_deal_hang_together() -> None:
    """A deal that stands in the table four times tells no more than one that stands there once."""
    once = pd.DataFrame({"number": range(500), "x": np.arange(500) % 7, "tricks": np.arange(500) % 11 + 0.0})
    four = pd.concat([once] * 4, ignore_index=True)
    names = ["x"]
    for one, other in (
        (explained(once, names, seed=2).r2, explained(four, names, seed=2).r2),
        (explained(once, names, seed=2).error, explained(four, names, seed=2).error),
        (means(once, "tricks", by="x").drop(columns="sides"), means(four, "tricks", by="x").drop(columns="sides")),
    ):
        pd.testing.assert_frame_equal(one, other)
    assert errors(regress(four, names)) == pytest.approx(errors(regress(once, names)), rel=0.01)


def test_means_by_plain_counting() -> None:
    made: Any = means(NOTRUMP, "tricks", by="high-card points")
    for points in (12, 20, 25):
        rows = NOTRUMP[NOTRUMP["high-card points"] == points]
        assert made.loc[points, "mean"] == pytest.approx(rows["tricks"].mean())
        assert made.loc[points, "sides"] == len(rows)
    alone = NOTRUMP[NOTRUMP["high-card points"] == 25]
    assert made.loc[25, "error"] == pytest.approx(alone["tricks"].std(ddof=0) / math.sqrt(len(alone)))


def test_the_count_is_named_as_its_value() -> None:
    assert {*NAMES, HIGH_CARDS.name} <= {*SIDES_OF.columns}


def test_what_cannot_be_told_is_refused() -> None:
    toy = pd.DataFrame({"number": range(4), "x": [1, 2, 3, 4], "one": 1, "tricks": [1.0, 3.0, 2.0, 5.0]})
    for columns in (["x", "one"], ["x", "x"], ["one"]):
        with pytest.raises(ValueError, match="no column that is a sum of others"):
            regress(toy, columns)
    with pytest.raises(ValueError, match="no column that is a sum of others"):
        worth(toy, ["x"], unit="x")
    with pytest.raises(ValueError, match="two deals or more"):
        regress(toy.head(1), ["x"])
    with pytest.raises(ValueError, match="one does not vary"):
        explained(toy, ["x", "one"], seed=1)
    with pytest.raises(ValueError, match="0 draws"):
        explained(toy, ["x"], seed=1, draws=0)
    with pytest.raises(ValueError, match="tricks has fractions"):
        held(toy.assign(tricks=0.5), "tricks")
    with pytest.raises(ValueError, match="a count is called 'tricks'"):
        partnerships(DEALS.head(1), [replace(HIGH_CARDS, name="tricks")])
    assert math.isnan(means(toy, "tricks", by="x")["error"].iloc[0])
    assert len(partnerships(DEALS.head(0))) == 0
