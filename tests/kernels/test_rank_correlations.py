"""Kendall's τ_c of many columns, against scipy."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from quorate.kernels.rank_correlations import kendall_with


@pytest.mark.parametrize("seed", range(20))
def test_it_is_scipys_with_ties_and_gaps(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(2, 16))
    columns = rng.integers(0, rng.integers(2, 8), size=(rows, 12)).astype(float)
    columns[rng.random(columns.shape) < 0.15] = np.nan
    target = np.round(rng.normal(size=rows), 1)
    found = kendall_with(columns, target)
    for column, value in zip(columns.T, found, strict=True):
        known = np.isfinite(column)
        is_plain = len(set(column[known])) > 1 and len(set(target[known])) > 1
        wanted = kendalltau(column[known], target[known], variant="c").statistic if is_plain else 0.0
        assert value == pytest.approx(wanted, abs=1e-12)


def test_perfect_orders_are_1_and_minus_1():
    target = np.arange(5.0)
    assert kendall_with(np.stack([target, -target, np.ones(5)], axis=1), target) == pytest.approx([1, -1, 0])
