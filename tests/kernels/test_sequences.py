"""Empirical Bernstein and asymptotic intervals: their formulas written out, and what they do at the edges."""

import math

import numpy as np
import pytest

from quorate.kernels import asymptotic, bernstein


def bernstein_twin(values, level, population=None):
    """The closed form, value by value."""
    alpha, mean, variance = 1 - level, 0.5, 0.25
    total, seen, spread = 0.5, 0.0, 0.25
    weights = centre = paid = 0.0
    for t, x in enumerate(values, start=1):
        bet = min(math.sqrt(2 * math.log(2 / alpha) / (variance * t * math.log(1 + t))), 0.5)
        left = math.inf if population is None else population - t + 1
        weights += bet * (1 + (t - 1) / left)
        centre += bet * (x + seen / left)
        paid += (x - mean) ** 2 * (-math.log(1 - bet) - bet)
        total, seen = total + x, seen + x
        mean = total / (t + 1)
        spread += (x - mean) ** 2
        variance = spread / (t + 1)
    reach = (math.log(2 / alpha) + paid) / weights
    return max(centre / weights - reach, 0.0), min(centre / weights + reach, 1.0)


@pytest.mark.parametrize("population", [None, 80])
@pytest.mark.parametrize("n", [1, 2, 30, 79])
def test_bernstein_equals_the_formula(n, population):
    x = np.random.default_rng(n).beta(2, 5, n)
    assert bernstein.interval(x, 0.9, population) == pytest.approx(bernstein_twin(x, 0.9, population))


def test_bernstein_after_each_value_and_for_several_runs():
    x = np.random.default_rng(4).random((3, 20))
    many = bernstein.intervals(x, 0.95)
    assert many.shape == (3, 20, 2)
    assert many[1, 7] == pytest.approx(bernstein.interval(x[1, :8], 0.95))


def test_bernstein_knows_that_outputs_run_out():
    x = np.random.default_rng(5).random(190)
    finite = np.diff(bernstein.interval(x, 0.95, 200))
    assert finite < 0.5 * np.diff(bernstein.interval(x, 0.95))


def test_bernstein_without_values_is_the_scale_and_it_never_has_zero_width():
    assert bernstein.interval([], 0.95) == (0.0, 1.0)
    low, high = bernstein.interval(np.zeros(100), 0.95)
    assert low == 0.0 < high


def test_bernstein_refuses_what_cannot_be():
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        bernstein.interval([1.5], 0.95)
    with pytest.raises(ValueError, match="without replacement"):
        bernstein.interval([0.5, 0.5], 0.95, 1)


def test_asymptotic_equals_the_formula_and_is_tightest_where_asked():
    rho = math.sqrt((-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 200)
    n, variance = 150, 0.04 / 150
    reach = math.sqrt(variance * n) * math.sqrt(
        2 * (n * rho**2 + 1) / (n**2 * rho**2) * math.log(math.sqrt(n * rho**2 + 1) / 0.05)
    )
    assert asymptotic.interval(1.0, variance, n, 0.95, 200) == pytest.approx([1 - reach, 1 + reach])
    counts = np.array([20, 100, 200, 500, 5000])
    ratio = np.diff(asymptotic.interval(0.0, 1.0, counts, 0.95, 200))[:, 0]
    assert ratio.argmin() == 2
    assert (ratio > 2 * 1.96).all()


def test_asymptotic_wants_a_level():
    with pytest.raises(ValueError, match="between 0 and 1"):
        asymptotic.interval(0.0, 1.0, 10, 1.0)
