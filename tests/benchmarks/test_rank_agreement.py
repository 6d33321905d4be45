"""Rank correlations and cluster counts equal SciPy's and the slow ones."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_agreement import (
    held_clusters,
    holm_threshold,
    kendall,
    published_clusters,
    ranks_of,
    signed_rank_statistic,
    spearman,
)
from scipy import stats

from quorate.estimators.scores.clusters import score_clusters
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.signed_ranks import signed_rank
from quorate.kernels.simultaneous import holm
from quorate.questions import Criterion

pytestmark = pytest.mark.slow

pairs = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=3, max_size=30)
tables = st.tuples(st.integers(2, 6), st.integers(3, 40), st.integers(0, 10_000), st.sampled_from([2, 5, 1000]))


def table_of(shape):
    systems, items, seed, values = shape
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(systems, 1)) * values / 4
    return np.round(rng.normal(size=(systems, items)) * values / 4 + ability)


@given(pairs)
@settings(deadline=None)
def test_correlations_equal_scipy(rows):
    a, b = np.array(rows, dtype=float).T
    np.testing.assert_allclose(ranks_of(a), stats.rankdata(a))
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        assert spearman(a, b) == kendall(a, b) == 0.0
        return
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic)


@given(pairs)
@settings(deadline=None)
def test_signed_rank_equals_the_one_in_plain_python(rows):
    a, b = np.array(rows, dtype=float).T
    found = signed_rank_statistic(a, b, np.empty(len(a)))
    if (a == b).all():
        assert np.isnan(found)
    else:
        assert found == pytest.approx(signed_rank(a - b))


def slow_published(scores, splits_equal):
    """Algorithm 1 line by line, with SciPy's test."""
    order = np.argsort(-scores.mean(axis=1), kind="stable")
    clusters = [[order[0]]]
    for system in order[1:]:
        d = scores[system] - scores[clusters[-1][-1]]
        if d.any():
            p = stats.wilcoxon(d, alternative="less", correction=False, method="asymptotic").pvalue
        else:
            p = 0.0 if splits_equal else 1.0
        if p < 0.05:
            clusters.append([system])
        else:
            clusters[-1].append(system)
    return len(clusters)


@given(tables, st.booleans())
@settings(deadline=None, max_examples=60)
def test_published_clusters_equal_the_algorithm_line_by_line(shape, splits_equal):
    scores = table_of(shape)
    assert published_clusters(scores, splits_equal) == slow_published(scores, splits_equal)


@given(tables)
@settings(deadline=None, max_examples=60)
def test_held_clusters_equal_those_of_score_clusters(shape):
    scores = table_of(shape)
    system, item = (axis.ravel() for axis in np.indices(scores.shape))
    rows = len(system)
    ratings = Ratings(
        systems=tuple(map(str, range(len(scores)))),
        scale=Criterion(name="quality", low=-10_000.0, high=10_000.0),
        system=system,
        item=item,
        annotator=np.full(rows, -1),
        score=scores.ravel(),
        copy_of=np.arange(rows),
        cluster=item,
        weight=np.ones(rows),
        exists=np.ones(scores.shape, dtype=bool),
    )
    expected = max(one.cluster for one in score_clusters(ratings, control="holm").ranked)
    assert held_clusters(scores, 0.05) == expected


@given(st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=20))
def test_holm_threshold_rejects_what_adjusted_chances_reject(chances):
    p = np.array(chances)
    assert (p <= holm_threshold(np.sort(p), 0.05)).tolist() == (holm(p) < 0.05).tolist()


def test_identical_systems_are_one_cluster_unless_counted_as_the_published_package_does():
    scores = np.tile(np.random.default_rng(1).normal(size=50), (15, 1))
    assert published_clusters(scores, splits_equal=False) == 1
    assert published_clusters(scores, splits_equal=True) == 15
    assert held_clusters(scores, 0.05) == 1


def test_two_equal_systems_are_told_apart_twice_as_often_as_the_published_test_says():
    tables = np.random.default_rng(3).normal(size=(4000, 2, 60))
    published = sum(published_clusters(one, splits_equal=False) > 1 for one in tables)
    held = sum(held_clusters(one, 0.05) > 1 for one in tables)
    # 4000 draws: .05 gives at most 269 but for a chance below 1e-6, .10 at least 313
    assert stats.binom.sf(269, 4000, 0.05) < 1e-6
    assert stats.binom.cdf(312, 4000, 0.10) < 1e-6
    assert held <= 269
    assert published >= 313


def test_many_equal_systems_hardly_get_a_line_under_control():
    tables = np.random.default_rng(4).normal(size=(200, 15, 60))
    held = sum(held_clusters(one, 0.05) > 1 for one in tables)
    assert held <= 27
    assert stats.binom.sf(27, 200, 0.05) < 1e-6


def test_two_items_separate_nothing():
    assert published_clusters(np.array([[1.0, 2.0], [5.0, 6.0]]), splits_equal=True) == 1
    assert held_clusters(np.array([[1.0, 2.0], [5.0, 6.0]]), 0.05) == 1
