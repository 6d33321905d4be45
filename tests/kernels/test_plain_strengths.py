"""Strengths by maximum likelihood."""

import numpy as np
from scipy.special import expit

from quorate.kernels.plain_strengths import fit, is_connected


def test_two_systems_have_the_log_odds():
    found = fit(np.array([[0.0, 30.0], [10.0, 0.0]]))
    np.testing.assert_allclose(found.values, [np.log(3) / 2, -np.log(3) / 2], atol=1e-10)
    np.testing.assert_allclose(found.covariance[0, 0], 1 / (40 * 0.75 * 0.25) / 4, rtol=1e-9)


def test_expected_points_are_those_seen():
    rng = np.random.default_rng(0)
    wins = rng.integers(1, 20, size=(7, 7)) * 0.5
    np.fill_diagonal(wins, 0)
    values = fit(wins).values
    expected = ((wins + wins.T) * expit(values[:, None] - values[None, :])).sum(axis=1)
    np.testing.assert_allclose(expected, wins.sum(axis=1), atol=1e-8)


def test_a_system_that_won_everything_needs_a_prior():
    wins = np.array([[0.0, 5.0, 5.0], [0.0, 0.0, 3.0], [0.0, 2.0, 0.0]])
    assert not is_connected(wins)
    found = fit(wins, 1.0)
    assert np.isfinite(found.values).all()
    assert found.values.argmax() == 0
