"""Controlled means: the jackknife written out, and what slopes do when there is nothing to learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.controls import controlled


def regression(t, z):
    """Intercept of t on z, by least squares."""
    design = np.column_stack([np.ones(len(t)), z])
    return np.linalg.lstsq(design, t, rcond=None)[0][0]


def slow_twin(t, z):
    """Pseudo-values of the jackknife, leaving out each row for real, mixed with the plain values."""
    n, q = z.shape
    whole = regression(t, z)
    without = np.array([regression(np.delete(t, i), np.delete(z, i, axis=0)) for i in range(n)])
    values = n * whole - (n - 1) * without
    design = np.column_stack([np.ones(n), z])
    left = ((t - design @ np.linalg.lstsq(design, t, rcond=None)[0]) ** 2).sum()
    explained = ((t - t.mean()) ** 2).sum() - left
    kappa = max(0.0, 1 - q * left / ((n - q - 1) * explained))
    return kappa * values + (1 - kappa) * t


@given(st.integers(0, 10_000), st.integers(12, 40), st.integers(1, 3))
def test_values_are_those_of_the_jackknife(seed, n, q):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, q))
    t = z @ rng.normal(size=q) + rng.normal(size=n)
    found = controlled(np.zeros(n, dtype=np.int64), 1, t, z)
    assert found == pytest.approx(slow_twin(t, z), rel=1e-6, abs=1e-6)


def test_groups_do_not_see_each_other():
    rng = np.random.default_rng(0)
    z, group = rng.normal(size=(60, 1)), np.repeat([0, 1], 30)
    t = rng.normal(size=60) + z[:, 0]
    together = controlled(group, 2, t, z)
    zeros = np.zeros(30, dtype=np.int64)
    assert together[:30] == pytest.approx(controlled(zeros, 1, t[:30], z[:30]))
    assert together[30:] == pytest.approx(controlled(zeros, 1, t[30:], z[30:]))


@pytest.mark.parametrize("z", [np.zeros((10, 1)), np.full((10, 2), 3.0), np.empty((10, 0))])
def test_controls_that_do_not_vary_change_nothing(z):
    t = np.arange(10.0)
    assert controlled(np.zeros(10, dtype=np.int64), 1, t, z) == pytest.approx(t)


def test_three_rows_are_too_few_for_a_slope():
    t = np.array([1.0, 2.0, 4.0])
    assert controlled(np.zeros(3, dtype=np.int64), 1, t, np.array([[1.0], [2.0], [4.5]])) == pytest.approx(t)


def test_a_pull_keeps_the_slope_of_a_tiny_control_small():
    rng = np.random.default_rng(3)
    z = rng.normal(size=(50, 1))
    t = 2 * z[:, 0] + rng.normal(size=50)
    zeros = np.zeros(50, dtype=np.int64)
    tiny = controlled(zeros, 1, t, 1e-3 * z, pull=(1.0,))
    assert tiny == pytest.approx(t, abs=1e-2)
    assert controlled(zeros, 1, t, 1e-3 * z).std() < 0.7 * t.std()
