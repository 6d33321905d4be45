"""The robust line against a direct minimisation of Huber's loss."""

import numpy as np
import pytest
from scipy.optimize import minimize

from quorate.kernels.robust_line import BEND, fit_robust_line


def by_minimising(x, y, group, spread):
    """The twin: Huber's loss at a given spread, all offsets and the slope at once."""
    groups = int(group.max()) + 1

    def loss(numbers):
        r = (y - numbers[:-1][group] - numbers[-1] * x) / spread
        return np.where(np.abs(r) <= BEND, r**2 / 2, BEND * np.abs(r) - BEND**2 / 2).sum()

    found = minimize(loss, np.zeros(groups + 1), method="BFGS", options={"gtol": 1e-7})
    return found.x[:-1], found.x[-1]


@pytest.mark.parametrize("seed", range(5))
def test_the_line_minimises_hubers_loss(seed):
    rng = np.random.default_rng(seed)
    group = rng.integers(0, 4, 120)
    x = rng.lognormal(2, 0.6, 120)
    y = np.array([3.0, 9.0, -2.0, 0.5])[group] + 0.7 * x + rng.standard_t(2, 120)
    line = fit_robust_line(x, y, group, np.arange(120))
    offsets, slope = by_minimising(x, y, group, line.spread)
    assert line.slope == pytest.approx(slope, abs=1e-4)
    assert line.offsets == pytest.approx(offsets, abs=1e-3)
    assert line.residuals == pytest.approx(y - line.offsets[group] - line.slope * x)


def test_wild_points_hardly_move_it():
    rng = np.random.default_rng(0)
    x = rng.random(300) * 50
    y = 10 + 0.3 * x + rng.normal(0, 2, 300)
    group, cluster = np.zeros(300, dtype=int), np.arange(300)
    before = fit_robust_line(x, y, group, cluster).slope
    y[np.argsort(x)[-15:]] += 1000
    assert abs(fit_robust_line(x, y, group, cluster).slope - before) < 0.05
    assert np.polyfit(x, y, 1)[0] - before > 1


def test_the_interval_of_the_slope_covers():
    covered = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        item = np.repeat(np.arange(60), 4)
        x = rng.lognormal(3, 0.5, 60)[item]
        y = 20 + rng.normal(0, 5, 4)[np.tile(np.arange(4), 60)] + 0.4 * x + rng.normal(0, 6, 60)[item]
        y += rng.normal(0, 6, 240)
        line = fit_robust_line(x, y, np.tile(np.arange(4), 60), item)
        covered += abs(line.slope - 0.4) <= 2.0 * np.sqrt(line.variance)
    assert covered >= 344, covered  # 93 % would fall below 86 % with a probability under 1e-6
    alone = fit_robust_line(x, y, np.tile(np.arange(4), 60), np.arange(240))
    assert alone.variance < line.variance * 0.7, "judgments of one item are not independent"


def test_nothing_to_fit_is_said_by_numbers():
    line = fit_robust_line(np.ones(4), np.arange(4.0), np.zeros(4, dtype=int), np.arange(4))
    assert line.slope == 0
    assert line.variance == np.inf
    exact = fit_robust_line(np.arange(4.0), 2 * np.arange(4.0) + 1, np.zeros(4, dtype=int), np.arange(4))
    assert exact.slope == pytest.approx(2)
    assert exact.offsets == pytest.approx([1])
