"""Ridge with a penalty chosen on groups left out."""

import numpy as np
import pytest

from quorate.kernels import ridge
from quorate.kernels.grouped_ridge import FOLDS, fit_groups


def test_the_line_is_that_of_a_ridge_at_the_penalty_chosen():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(80, 4))
    target = rows @ [1.0, -2.0, 0.0, 0.5] + 3 + 0.5 * rng.normal(size=80)
    line = fit_groups(rows, target, np.arange(80))
    centred = rows - rows.mean(axis=0)
    penalties = ridge.PENALTIES * (rows**2).mean()
    lines = [
        np.linalg.solve(centred.T @ centred + penalty * np.eye(4), centred.T @ (target - target.mean()))
        for penalty in penalties
    ]
    assert min(np.abs(line.coefficients - one).max() for one in lines) < 1e-9
    assert line(rows).mean() == pytest.approx(target.mean())


def test_rows_of_one_group_do_not_vouch_for_each_other():
    """Ten copies of every row, with noise of the group: trusted as independent rows, not as groups."""
    rng = np.random.default_rng(1)
    rows = np.repeat(rng.normal(size=(25, 12)), 10, axis=0)
    target = np.repeat(rng.normal(size=25), 10) + 0.01 * rng.normal(size=250)
    grouped = fit_groups(rows, target, np.repeat(np.arange(25), 10))
    alone = fit_groups(rows, target, np.arange(250))
    assert np.abs(grouped.coefficients).sum() < 0.5 * np.abs(alone.coefficients).sum()


@pytest.mark.parametrize("count", [1, 2, FOLDS - 1])
def test_few_rows_give_the_mean_or_a_line_without_breaking(count):
    line = fit_groups(np.ones((count, 2)), np.arange(count, dtype=np.float64), np.arange(count))
    assert line(np.ones((1, 2)))[0] == pytest.approx((count - 1) / 2)


def test_a_constant_target_needs_no_line():
    rng = np.random.default_rng(0)
    line = fit_groups(rng.normal(size=(30, 3)), np.full(30, 2.0), np.arange(30))
    assert line(rng.normal(size=(4, 3))) == pytest.approx(np.full(4, 2.0))
