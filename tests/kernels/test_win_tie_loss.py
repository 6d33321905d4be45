"""The mirrored model of win, tie and loss."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from quorate.kernels.win_tie_loss import chances, fit_chances

numbers = st.floats(-20, 20)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9))
def test_chances_add_up_and_a_swapped_pair_is_the_mirror(pairs):
    eta, width = np.array(pairs).T
    said = chances(eta, width)
    assert said.sum(axis=1) == pytest.approx(1)
    assert (said >= 0).all()
    assert np.array_equal(chances(-eta, width), said[:, ::-1])


def test_planted_weights_come_back():
    random = np.random.default_rng(0)
    sided, even = random.normal(size=(20_000, 2)), np.column_stack([np.ones(20_000), random.uniform(size=20_000)])
    said = chances(sided @ [1.5, -0.5], even @ [-1.0, 1.0])
    outcome = np.array([random.choice([1, 0.5, 0], p=row) for row in said])
    beta, gamma = fit_chances(sided, even, outcome, np.ones(20_000), penalty=1e-3)
    assert beta == pytest.approx([1.5, -0.5], abs=0.06)
    assert gamma == pytest.approx([-1, 1], abs=0.12)


def test_the_fit_is_where_the_likelihood_is_flat():
    random = np.random.default_rng(1)
    sided, even = random.normal(size=(60, 3)), np.column_stack([np.ones(60), random.normal(size=60)])
    outcome, weight = random.choice([0, 0.5, 1], size=60), random.exponential(size=60)

    def loss(found):
        said = chances(sided @ found[:3], even @ found[3:])
        right = said[np.arange(60), np.round(2 * (1 - outcome)).astype(int)]
        return -weight @ np.log(right) + 0.5 * (found[:3] @ found[:3] + found[4] ** 2)

    found = np.concatenate(fit_chances(sided, even, outcome, weight, penalty=1.0))
    assert np.abs(approx_fprime(found, loss, 1e-6)).max() < 1e-2
