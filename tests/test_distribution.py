"""Distribution and Comparison, against the standard library's statistics and scipy's chi-square."""

import math
import pickle
import statistics
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardlab.distribution import Distribution

DRAWS = st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=60)
DIE = Distribution.exact(dict.fromkeys(range(1, 7), 1), name="die")


@given(DRAWS)
def test_moments_are_those_of_the_draws(draws: list[int]) -> None:
    exact, sample = Distribution.exact(Counter(draws)), Distribution.sample(Counter(draws))
    assert exact.exact_mean == sample.exact_mean == Fraction(sum(draws), len(draws))
    assert exact.mean == pytest.approx(statistics.fmean(draws))
    assert exact.sd == pytest.approx(statistics.pstdev(draws))
    assert sample.sd == pytest.approx(statistics.stdev(draws))
    assert sample.standard_error == pytest.approx(statistics.stdev(draws) / math.sqrt(len(draws)))
    assert exact.standard_error == 0.0
    assert exact.total == sample.total == len(draws)


@given(DRAWS, st.floats(0, 1), st.integers(-(10**6), 10**6))
def test_shares_are_those_of_the_draws(draws: list[int], q: float, value: int) -> None:
    made = Distribution.sample(Counter(draws))
    assert made.quantile(q) == sorted(draws)[max(math.ceil(Fraction(str(q)) * len(draws)) - 1, 0)]
    assert made.probability(draws[0]) == draws.count(draws[0]) / len(draws)
    assert made.at_least(value) == sum(draw >= value for draw in draws) / len(draws)


@given(DRAWS)
def test_any_order_and_either_form_make_the_same(draws: list[int]) -> None:
    counts = Counter(draws)
    by_columns = Distribution.exact(np.array(list(counts)), np.array(list(counts.values())))
    assert by_columns == Distribution.exact(counts) == Distribution.exact(dict(sorted(counts.items(), reverse=True)))
    assert list(by_columns) == sorted(counts.items())


@given(DRAWS, DRAWS)
def test_merging_samples_is_sampling_both(left: list[int], right: list[int]) -> None:
    merged = Distribution.sample(Counter(left), seed=1) + Distribution.sample(Counter(right), seed=2)
    assert merged == Distribution.sample(Counter(left + right))
    assert (merged.seeds, merged.seed) == ((1, 2), None)


def test_merging_refuses_what_would_be_wrong() -> None:
    sample = Distribution.sample({1: 1}, seed=3, name="a")
    with pytest.raises(ValueError, match="only samples can be merged, not <Distribution 'die'"):
        DIE + sample
    with pytest.raises(ValueError, match="drawn with seed 3"):
        sample + Distribution.sample({2: 1}, seed=3)
    assert (sample + Distribution.sample({2: 1}, name="a")).name == "a"
    assert (sample + Distribution.sample({2: 1}, name="b")).name == ""
    with pytest.raises(TypeError):
        sample + 1  # type: ignore[operator]


def test_counts_to_2_to_the_62_are_exact() -> None:
    big = 2**62
    made = Distribution.exact({-3: big, 0: big - 1, 10**6: big})
    assert made.total == 3 * big - 1
    assert made.exact_mean == Fraction((10**6 - 3) * big, 3 * big - 1)
    squares = Fraction(9 * big + 10**12 * big, 3 * big - 1) - made.exact_mean**2
    assert made.sd == pytest.approx(math.sqrt(squares), rel=1e-15)
    assert made.at_least(0) == pytest.approx(2 / 3, rel=1e-15)
    assert made.counts.tolist() == [big, big - 1, big]


def test_arrays_are_read_only_and_its_own() -> None:
    values, counts = np.array([2, 1]), np.array([5, 7])
    made = Distribution.exact(values, counts)
    values[0] = counts[0] = 100
    assert dict(made) == {1: 7, 2: 5}
    for array in (made.values, made.counts):  # noqa: PD011 - no pandas
        assert array.dtype == np.int64
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_equality_and_hash_go_by_content() -> None:
    gap = Distribution.exact({18: 1, 19: 0, 20: 2}, name="gap")
    assert gap == Distribution.exact({18: 1, 20: 2})
    assert hash(gap) == hash(Distribution.exact({18: 1, 20: 2}))
    assert gap != Distribution.exact({18: 1, 20: 3})
    assert gap != Distribution.sample({18: 1, 20: 2})
    assert gap != {18: 1, 20: 2}
    assert pickle.loads(pickle.dumps(gap)) == gap


@pytest.mark.parametrize(
    ("values", "counts", "error", "message"),
    [
        ({}, None, ValueError, "nothing was counted"),
        ({1: 0}, None, ValueError, "nothing was counted"),
        ({1: 2, 5: -3}, None, ValueError, "value 5 has count -3"),
        ([1, 1], [2, 3], ValueError, "value 1 is repeated"),
        ([1, 2], [3], ValueError, r"values has shape \(2,\), counts \(1,\)"),
        ([[1]], [[2]], ValueError, "expected one length"),
        ({"1": 1}, None, TypeError, "values has dtype <U1"),
        ({1: 0.5}, None, TypeError, "counts has dtype float64"),
        ({1: 2**63}, None, TypeError, "counts has dtype uint64"),
        ({1: 2**70}, None, TypeError, "counts has dtype object"),
        ([1, 2], None, TypeError, "expected either a mapping"),
    ],
)
def test_bad_counts_are_refused(values: object, counts: object, error: type[Exception], message: str) -> None:
    for make in (Distribution.exact, Distribution.sample):
        with pytest.raises(error, match=message):
            make(values, counts)  # type: ignore[arg-type]


@pytest.mark.parametrize("q", [-0.01, 1.01, math.nan])
def test_quantiles_outside_0_to_1_are_refused(q: float) -> None:
    with pytest.raises(ValueError, match="expected 0 to 1"):
        DIE.quantile(q)


def test_a_quantile_occurs() -> None:
    gap = Distribution.exact({0: 0, 1: 1, 2: 0, 3: 1, 4: 0})
    assert [gap.quantile(q) for q in (0, 0.5, 0.51, 1)] == [1, 1, 3, 3]


def test_series() -> None:
    expected = pd.Series([1] * 6, index=pd.Index(range(1, 7), name="value", dtype="int64"), name="die")
    pd.testing.assert_series_equal(DIE.to_series(), expected)


def test_shows_itself() -> None:
    sample = Distribution.sample({-1: 1, 0: 1_999_998, 12: 1}, seed=7, name="a <b>")
    assert repr(sample) == (
        "<Distribution 'a <b>': sample, seed 7, n = 2,000,000, -1 to 12, mean 0.0000 ± 0.0000, sd 0.0085>"
    )
    assert str(sample) == sample.table()
    assert sample.table().splitlines() == [
        "value      count  percent",
        "-1             1  <0.0001",
        "0      1,999,998  99.9999",
        "12             1  <0.0001",
        "n = 2,000,000, mean 0.0000 ± 0.0000, sd 0.0085",
    ]
    html = sample._repr_html_()
    assert "<b>a &lt;b&gt;</b>" in html
    assert html.count("<tr>") == 1 + 3 + 1
    assert "mean 0.0000 ± 0.0000" in html
    assert "1,999,998" in html
    assert "±" not in DIE.table()
    assert repr(Distribution.sample({3: 1})) == "<Distribution: sample, n = 1, 3 to 3, mean 3.0000 ± nan, sd nan>"


def test_frames_are_put_together_by_one_call() -> None:
    coin = Distribution.sample({0: 60, 1: 40}, seed=1)
    frames = {"die": DIE.to_frame(), "coin": coin.to_frame()}
    frame = pd.concat(frames)
    assert list(frame.columns) == ["value", "count", "probability", "error"]
    assert frames["die"]["probability"].tolist() == [1 / 6] * 6
    assert frame["error"].tolist()[6:] == pytest.approx([math.sqrt(0.6 * 0.4 / 100)] * 2)
    assert "error" not in DIE.to_frame()


def test_floats_are_counted_exactly() -> None:
    made = Distribution.sample({0.1: 10, 0.25: 1, 1e16: 1})
    assert made.exact_mean == (10 * Fraction(0.1) + Fraction(1, 4) + 10**16) / 12
    drawn = [0.5, 0.5, 2.25]
    assert (Distribution.sample({0.5: 2, 2.25: 1}).mean, Distribution.sample({0.5: 2, 2.25: 1}).sd) == pytest.approx(
        (statistics.mean(drawn), statistics.stdev(drawn))
    )
    with pytest.raises(ValueError, match="nan or infinite"):
        Distribution.sample({math.nan: 1})


def test_floats_are_counted_in_bins() -> None:
    drawn = np.random.default_rng(1).normal(size=300)
    measured = Distribution.sample(drawn, np.ones(300, int), seed=1, name="a")
    counts, edges = np.histogram(drawn, np.arange(-4, 4.1, 0.5))
    binned = measured.binned(0.5)
    assert dict(binned) == {(low + 0.25): count for low, count in zip(edges, counts, strict=False) if count}
    assert (binned.total, binned.seed, binned.name) == (300, 1, "a")
    assert [*Distribution.sample({0.3: 1}).binned(0.1)] == [(pytest.approx(0.35), 1)]
    for width in (0, -1, math.nan):
        with pytest.raises(ValueError, match="wide: expected more than 0"):
            measured.binned(width)
    html = measured._repr_html_()
    assert html.count("<tr>") == 1 + 30 + 1 + 30 + 1
    assert "…" in html


def test_deals_left_out_are_shown_and_added() -> None:
    some = Distribution.sample({1: 3}, seed=1, dealt=10) + Distribution.sample({2: 3}, seed=2)
    assert (some.total, some.dealt) == (6, 13)
    assert "n = 6 of 13 deals" in repr(some)
    assert Distribution.sample({1: 3}, dealt=3).dealt == 0


def test_differences_have_the_error_of_both() -> None:
    one, other = Distribution.sample({0: 60, 1: 40}), Distribution.sample({0: 80, 1: 20})
    assert (one - other).mean == pytest.approx(0.2)
    assert (one - other).standard_error == pytest.approx(math.hypot(one.standard_error, other.standard_error))
    assert (DIE - one).standard_error == one.standard_error
    assert str(DIE - DIE) == "0.0000"


def test_chi_square_is_scipys() -> None:
    observed = [18, 25, 11, 23, 22, 21]
    test = stats.chisquare(observed)
    compared = Distribution.sample(range(1, 7), observed).compare(DIE)
    assert compared.chi_square == pytest.approx(test.statistic)
    assert compared.p_value == pytest.approx(test.pvalue)
    assert compared.degrees_of_freedom == 5
    assert compared.largest_at == 3
    assert compared.largest_deviation == pytest.approx((11 - 20) / math.sqrt(120 / 6 * 5 / 6))
    mean = sum(face * count for face, count in enumerate(observed, 1)) / 120
    assert compared.mean_deviation == pytest.approx((mean - 3.5) / (math.sqrt(35 / 12) / math.sqrt(120)))


def test_rare_values_share_a_bin() -> None:
    exact = Distribution.exact({0: 600, 1: 340, 2: 30, 3: 20, 4: 9, 5: 1})
    sample = Distribution.sample({0: 50, 1: 40, 2: 4, 3: 3, 4: 3})
    compared = sample.compare(exact)  # expected: 60, 34, and 3 + 2 + 0.9 + 0.1 together
    assert compared.degrees_of_freedom == 2
    assert compared.chi_square == pytest.approx(100 / 60 + 36 / 34 + 16 / 6)
    assert compared.largest_at == 0


def test_a_bin_of_rare_values_that_stays_small_takes_the_next() -> None:
    exact = Distribution.exact({0: 60, 1: 32, 2: 6, 3: 1, 4: 1})
    compared = Distribution.sample({0: 60, 1: 30, 2: 10}).compare(exact)  # expected: 60, 32, 6 + 1 + 1
    assert compared.degrees_of_freedom == 2
    assert compared.chi_square == pytest.approx(4 / 32 + 4 / 8)


def test_too_few_draws_say_nothing() -> None:
    compared = Distribution.sample({1: 3}).compare(DIE)
    assert (compared.degrees_of_freedom, compared.chi_square, compared.p_value) == (0, 0.0, 1.0)
    assert (compared.largest_deviation, compared.largest_at) == (0.0, None)


def test_an_impossible_value_rules_it_out() -> None:
    exact = Distribution.exact({0: 1, 1: 1, 2: 0})
    for impossible in (2, 7):
        compared = Distribution.sample({0: 500, 1: 499, impossible: 1}).compare(exact)
        assert (compared.p_value, compared.chi_square) == (0.0, math.inf)
        assert (compared.largest_deviation, compared.largest_at) == (math.inf, impossible)


def test_a_constant_is_compared() -> None:
    always = Distribution.exact({4: 10})
    same = Distribution.sample({4: 100}).compare(always)
    assert (same.p_value, same.mean_deviation, same.largest_at) == (1.0, 0.0, None)
    other = Distribution.sample({3: 100}).compare(always)
    assert (other.p_value, other.mean_deviation) == (0.0, -math.inf)


def test_two_samples_are_compared_as_scipy_does() -> None:
    one, other = Distribution.sample(range(4), [400, 300, 250, 50]), Distribution.sample(range(4), [90, 50, 50, 10])
    test = stats.chi2_contingency([one.counts, other.counts], correction=False)
    for a, b, sign in ((one, other, 1), (other, one, -1)):
        compared = a.compare(b)
        assert (compared.chi_square, compared.p_value) == pytest.approx((test.statistic, test.pvalue))
        assert (compared.degrees_of_freedom, compared.difference, compared.largest_at) == (3, a - b, 1)
        error = math.sqrt(350 / 1200 * 850 / 1200 * (1 / 1000 + 1 / 200))
        assert compared.largest_deviation == pytest.approx(sign * 0.05 / error)
    few = one.compare(Distribution.sample(range(4), [9, 5, 5, 1]))  # expected: 8.02, 5.98, 5 and 1 together
    assert few.degrees_of_freedom == 2
    assert one.compare(one).p_value == 1


def test_only_a_sample_is_compared() -> None:
    for other in (DIE, Distribution.sample({1: 10})):
        with pytest.raises(ValueError, match="expected a sample to compare, not <Distribution 'die'"):
            DIE.compare(other)


def test_a_comparison_reads_well() -> None:
    compared = Distribution.sample({1: 90, 2: 100, 3: 110, 4: 105, 5: 95, 6: 100}).compare(DIE)
    assert str(compared) == (
        "chi-square 2.50 with 5 degrees of freedom, p = 0.776; "
        "largest deviation -1.10 standard errors, at 1; means differ by 0.0250 ± 0.0697, +0.36 standard errors"
    )
    assert repr(compared) == f"<Comparison: {compared}>"


def test_p_values_of_true_samples_are_uniform() -> None:
    rng = np.random.default_rng(20)
    exact = Distribution.exact({value: math.comb(6, value) for value in range(7)})
    p = [
        Distribution.sample(range(7), rng.multinomial(4000, exact.counts / 64)).compare(exact).p_value
        for _ in range(500)
    ]
    assert stats.kstest(p, "uniform").pvalue > 0.001
    drawn = [[Distribution.sample(range(7), rng.multinomial(n, exact.counts / 64)) for n in (4000, 1000)] for _ in p]
    assert stats.kstest([one.compare(other).p_value for one, other in drawn], "uniform").pvalue > 0.001


def test_importing_it_is_cheap() -> None:
    code = (
        "import sys, cardlab.distribution; print(sorted({'scipy', 'pandas', 'numba', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout == "[]\n"


def test_quantiles_and_arguments_are_exact() -> None:
    fifths = Distribution.exact({-1: 10, 0: 15})
    assert (fifths.quantile(0.4), fifths.quantile(Fraction(2, 5)), fifths.quantile(0.41)) == (-1, -1, 0)  # type: ignore[arg-type]
    assert Distribution.exact({0: 10**17, 1: 1}).quantile(1) == 1
    assert Distribution.exact({0: 5 * 10**16 - 1, 1: 5 * 10**16 + 1}).quantile(0.5) == 1
    with pytest.raises(TypeError, match="expected either a mapping"):
        Distribution.exact({1: 5}, [3])
    with pytest.raises(TypeError):
        Distribution.sample({1: 5}, seed=1.7)  # type: ignore[arg-type]
