"""Student's interval bent by skewness: the textbook's where there is none, mirrored, and never backwards."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from quorate.kernels import student


def bend(a, t):
    """Hall's transformation, as the paper has it."""
    return t + a * t**2 / 3 + a**2 * t**3 / 27 + a / 6


@given(st.floats(0.001, 3), st.floats(-5, 5))
def test_the_inverse_hall_transform_undoes_the_transform(a, t):
    assert bend(a, student.inverse_hall_transform(a, t)) == pytest.approx(t, abs=1e-6)


def test_without_skewness_it_is_students():
    scores = np.array([3.0, 4.0, 4.5, 2.0, 5.0, 3.5])
    expected = stats.ttest_1samp(scores, 0).confidence_interval(0.9)
    variance = scores.var(ddof=1) / len(scores)
    plain = student.interval(scores.mean(), variance, 0.9, len(scores) - 1)
    bent = student.skewed_interval(scores.mean(), variance, 0.0, 0.9, len(scores) - 1)
    assert plain == pytest.approx([expected.low, expected.high])
    assert bent == pytest.approx(plain, abs=1e-5)


def test_infinite_freedom_is_normal():
    assert student.quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert student.quantile(0.95, [np.inf, 10]) == pytest.approx([1.959964, 2.228139], abs=1e-6)


@given(st.floats(-3, 3), st.floats(0.5, 0.999), st.integers(1, 300))
def test_mirroring_the_tail_mirrors_the_interval_and_the_mean_stays_inside(a, level, freedom):
    low, high = student.skewed_interval(0.0, 1.0, a, level, freedom)
    mirrored = student.skewed_interval(0.0, 1.0, -a, level, freedom)
    assert (low, high) == pytest.approx((-mirrored[1], -mirrored[0]))
    assert low < 0 < high
    if abs(a) > 1e-5:
        assert (high > -low) == (a > 0)


def test_many_groups_at_once():
    many = student.skewed_interval(np.zeros(3), np.ones(3), [0.0, 0.5, -0.5], 0.95, [10, 20, 30])
    assert many.shape == (3, 2)
    assert many[1] == pytest.approx(student.skewed_interval(0.0, 1.0, 0.5, 0.95, 20))


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0])
def test_a_level_is_a_probability(level):
    with pytest.raises(ValueError, match="between 0 and 1"):
        student.quantile(level)


def test_an_end_reaches_no_further_than_the_caller_says():
    free = student.skewed_interval(0.0, 1.0, 0.9, 0.95, 19)
    cut = student.skewed_interval(0.0, 1.0, 0.9, 0.95, 19, most=1.3)
    plain = student.interval(0.0, 1.0, 0.95, 19)
    assert cut[0] == plain[0] == free[0]
    assert cut[1] == pytest.approx(1.3 * plain[1])
    assert free[1] > cut[1]
