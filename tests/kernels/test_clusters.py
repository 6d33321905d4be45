"""Clustered means: equal to a slow twin, order-free, weights as counts, defined without data."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.kernels.clusters import grouped_ratio_mean

rows = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0, 0.3]), st.integers(0, 3), st.integers(-2, 3)),
    max_size=40,
)


def ratio_mean(values, weights, clusters):
    """Mean, variance, effective size and clusters of one group."""
    return [part[0] for part in grouped_ratio_mean(np.zeros(np.shape(values), dtype=int), 1, values, weights, clusters)]


def columns(table):
    table = np.array(table, dtype=float).reshape(-1, 4)
    return table[:, 0].astype(int), table[:, 1], table[:, 2], table[:, 3].astype(int)


def twin(values, weights, clusters):
    kept = [(y, w, c) for y, w, c in zip(values, weights, clusters, strict=True) if w > 0]
    total = sum(w for _, w, _ in kept)
    if not kept:
        return 0.0, np.inf, 0.0, 0
    mean = sum(w * y for y, w, _ in kept) / total
    names = {c for _, _, c in kept}
    residuals = [sum(w * (y - mean) for y, w, c in kept if c == name) for name in names]
    sizes = [sum(w for _, w, c in kept if c == name) for name in names]
    G = len(names)
    variance = G / (G - 1) * sum(r * r for r in residuals) / total**2 if G > 1 else np.inf
    return mean, variance, total**2 / sum(s * s for s in sizes), G


@given(rows)
def test_groups_equal_the_twin_and_never_contain_nan(table):
    group, y, w, cluster = columns(table)
    means = grouped_ratio_mean(group, 5, y, w, cluster)
    assert not any(np.isnan(column).any() for column in means)
    for g in range(5):
        mine = group == g
        expected = twin(y[mine], w[mine], cluster[mine])
        assert tuple(column[g] for column in means) == pytest.approx(expected, abs=1e-12)
        assert tuple(ratio_mean(y[mine], w[mine], cluster[mine])) == pytest.approx(expected, abs=1e-12)


@given(rows, st.randoms(use_true_random=False))
def test_row_order_and_cluster_names_do_not_matter(table, random):
    shuffled = table[:]
    random.shuffle(shuffled)
    renamed = [(g, y, w, 1_000_000_007 * (c + 9)) for g, y, w, c in shuffled]
    for before, after in zip(grouped_ratio_mean(*parts(table)), grouped_ratio_mean(*parts(renamed)), strict=True):
        assert after == pytest.approx(before, abs=1e-12)


@given(rows)
def test_a_row_counted_twice_equals_weight_two(table):
    doubled = [(g, y, 2 * w, c) for g, y, w, c in table]
    for before, after in zip(
        grouped_ratio_mean(*parts(table + table)), grouped_ratio_mean(*parts(doubled)), strict=True
    ):
        assert after == pytest.approx(before, abs=1e-12)


def parts(table):
    group, y, w, cluster = columns(table)
    return group, 5, y, w, cluster


def test_single_rows_give_the_textbook_variance_and_size():
    y = np.array([0.0, 1.0, 1.0, 0.5])
    mean, variance, size, n_clusters = ratio_mean(y, np.ones(4), np.arange(4))
    assert (mean, variance, size, n_clusters) == pytest.approx((y.mean(), y.var(ddof=1) / 4, 4.0, 4))


def test_wrong_input_is_refused():
    with pytest.raises(ValueError, match="negative"):
        ratio_mean([1.0], [-1.0], [0])
    with pytest.raises(ValueError, match="equally long"):
        ratio_mean([1.0, 0.0], [1.0], [0])
    with pytest.raises(ValueError, match="numbered"):
        grouped_ratio_mean([2], 2, [1.0], [1.0], [0])
