"""Means by group, with strata and clusters, against the textbook's formulas."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.influence import grouped_means


def slow_twin(value, weight, stratum, cluster):
    """One group, written out."""
    total = weight.sum()
    mean = (weight * value).sum() / total
    squares = 0.0
    residuals = {}
    for place in range(len(value)):
        peers = stratum == stratum[place]
        inside = len(set(cluster[peers].tolist()))
        if inside < 2:
            centre, stretch = mean, 1.0
        else:
            centre = (weight[peers] * value[peers]).sum() / weight[peers].sum()
            stretch = np.sqrt(inside / (inside - 1))
        key = cluster[place]
        residuals[key] = residuals.get(key, 0.0) + weight[place] * (value[place] - centre) * stretch
    squares = sum(residual**2 for residual in residuals.values())
    return mean, squares / total**2 if len(residuals) >= 2 else np.inf, len(residuals)


rows = st.lists(
    st.tuples(st.floats(-5, 5), st.floats(0.1, 3), st.integers(0, 2), st.integers(0, 4), st.integers(0, 1)),
    min_size=1,
    max_size=25,
)


@given(rows)
def test_groups_are_what_each_alone_would_be(drawn):
    value, weight, stratum, cluster, group = (np.array(column) for column in zip(*drawn, strict=True))
    found = grouped_means(group, 2, value, weight, stratum=stratum, cluster=cluster)
    for number in range(2):
        mine = group == number
        if not mine.any():
            assert (found.mean[number], found.variance[number], found.clusters[number]) == (0, np.inf, 0)
            continue
        mean, variance, clusters = slow_twin(value[mine], weight[mine], stratum[mine], cluster[mine])
        assert found.mean[number] == pytest.approx(mean, abs=1e-9)
        assert found.variance[number] == pytest.approx(variance, rel=1e-9, abs=1e-12)
        assert found.clusters[number] == clusters


def test_one_row_in_each_cluster_gives_the_variance_of_a_mean():
    value = np.random.default_rng(0).normal(size=40)
    zeros = np.zeros(40, dtype=np.int64)
    found = grouped_means(zeros, 1, value, np.ones(40), stratum=zeros, cluster=np.arange(40))
    assert found.variance[0] == pytest.approx(value.var(ddof=1) / 40)


def test_tiny_values_have_no_skewness_and_no_warning():
    zeros = np.zeros(3, dtype=np.int64)
    value = np.array([0.0, 1e-110, 3e-110])
    found = grouped_means(zeros, 1, value, np.ones(3), stratum=zeros, cluster=np.arange(3))
    assert found.skewness[0] == 0
    assert found.variance[0] > 0


def test_without_rows_nothing_is_known():
    empty = np.empty(0, dtype=np.int64)
    found = grouped_means(empty, 3, np.empty(0), np.empty(0), stratum=empty, cluster=empty)
    assert np.isinf(found.variance).all()
    assert found.mean.tolist() == [0, 0, 0]
