"""Score interval: equal to an independent implementation, whole scale without information, never empty."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from quorate.kernels import wilson


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.5, 0.999))
def test_equals_scipy_for_whole_counts(shares, level):
    successes, n = shares
    expected = stats.binomtest(successes, n).proportion_ci(level, method="wilson")
    assert wilson.interval(successes / n, n, level) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(st.floats(0, 1), st.floats(1e-3, 1e9), st.floats(0.01, 0.999), st.floats(1, 1e6))
def test_solves_the_score_equation_with_student_quantile(mean, size, level, degrees):
    q = stats.t.ppf(0.5 + level / 2, degrees)
    low, high = wilson.interval(mean, size, level, degrees)
    assert 0.0 <= low <= mean <= high <= 1.0
    assert low < high
    for end in (low, high):
        if 1e-9 < end < 1 - 1e-9:
            assert size * (mean - end) ** 2 == pytest.approx(q * q * end * (1 - end), rel=1e-5, abs=1e-9 * size)


def test_no_information_gives_the_whole_scale_and_arguments_broadcast():
    low, high = wilson.interval([0.5, 0.5, 0.5, 0.2], [0.0, -1.0, 10.0, 10.0], 0.95, [5.0, 5.0, 0.5, np.inf])
    assert low[:3].tolist() == [0.0] * 3
    assert high[:3].tolist() == [1.0] * 3
    assert 0.0 < low[3] < 0.2 < high[3] < 1.0


def test_fewer_degrees_of_freedom_widen_and_mirroring_mirrors():
    few, many = wilson.interval(0.7, 30, 0.95, 4), wilson.interval(0.7, 30, 0.95, np.inf)
    assert few[0] < many[0] < many[1] < few[1]
    low, high = wilson.interval(0.3, 30, 0.95)
    assert (1 - high, 1 - low) == pytest.approx(many)


def test_a_level_outside_the_unit_interval_is_refused():
    with pytest.raises(ValueError, match="level"):
        wilson.interval(0.5, 10, 1.0)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_tie_ratio_is_the_variance_with_two_imaginary_wins_and_losses(wins, ties, losses):
    n = wins + ties + losses
    outcomes = np.repeat([1.0, 0.5, 0.0], [wins + 2, ties, losses + 2])
    centre = outcomes.mean()
    expected = np.clip(outcomes.var() / (centre * (1 - centre)), 0.05, 1.0)
    mean, share = ((wins + ties / 2) / n, ties / n) if n else (0.0, 0.0)
    assert wilson.tie_ratio(mean, share, n) == pytest.approx(expected)
