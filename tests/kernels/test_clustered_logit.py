"""Logits with clusters: planted effects, coverage, and rows that a line separates."""

import numpy as np
import pytest

from quorate.kernels.clustered_logit import clustered_logit


def planted(random, clusters: int = 150):
    cluster = np.repeat(np.arange(clusters), 4)
    numbers = np.column_stack([np.ones(len(cluster)), random.normal(size=len(cluster))])
    shared = 0.7 * random.normal(size=clusters)[cluster] * numbers[:, 1]
    chance = 1 / (1 + np.exp(-(0.5 + 1.0 * numbers[:, 1] + shared)))
    return numbers, (random.random(len(cluster)) < chance).astype(float), cluster


def test_planted_effects_are_covered():
    random, covered = np.random.default_rng(0), 0
    for _ in range(200):
        value, error = clustered_logit(*planted(random))
        covered += abs(value[0] - 0.48) < 1.96 * error[0]
    assert covered / 200 > 0.89


def test_clusters_that_repeat_rows_do_not_make_it_surer():
    numbers, chosen, cluster = planted(np.random.default_rng(1))
    once = clustered_logit(numbers, chosen, cluster)[1]
    twice = clustered_logit(np.vstack([numbers] * 2), np.tile(chosen, 2), np.tile(cluster, 2))[1]
    assert twice == pytest.approx(once, rel=0.01)


def test_separated_rows_stay_finite_and_one_cluster_says_nothing():
    x = np.array([[-1.0], [-2], [1], [2]])
    value, error = clustered_logit(x, (x[:, 0] > 0).astype(float), np.arange(4))
    assert np.isfinite(value).all()
    assert np.isfinite(error).all()
    assert np.isinf(clustered_logit(x, np.array([0.0, 1, 0, 1]), np.zeros(4, dtype=int))[1]).all()
