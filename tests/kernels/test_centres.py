"""K-means and the greedy order, against what must be true of them."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import rankdata

from quorate.kernels.centres import find_centres, square_distances
from quorate.kernels.greedy_order import order_greedily


def test_groups_that_lie_apart_are_found():
    rng = np.random.default_rng(0)
    middles = np.array([[0.0, 0], [10, 0], [0, 10], [10, 10]])
    points = np.concatenate([middle + 0.1 * rng.normal(size=(20, 2)) for middle in middles])
    found = [find_centres(points, 4, seed) for seed in range(5)]
    best = min(found, key=lambda one: square_distances(points, one[0]).min(axis=1).sum())
    assert sorted(np.round(best[0]).tolist()) == sorted(middles.tolist())
    assert [len(set(best[1][k : k + 20].tolist())) for k in (0, 20, 40, 60)] == [1, 1, 1, 1]


def test_every_point_is_at_its_nearest_centre_and_every_centre_in_the_middle():
    points = np.random.default_rng(1).normal(size=(60, 5))
    centres, nearest = find_centres(points, 7, 3)
    assert (np.argmin(square_distances(points, centres), axis=1) == nearest).all()
    for k in range(7):
        assert centres[k] == pytest.approx(points[nearest == k].mean(axis=0))


def test_equal_points_and_a_centre_for_each_point_are_possible():
    centres, _ = find_centres(np.ones((5, 2)), 5, 0)
    assert centres == pytest.approx(np.ones((5, 2)))
    points = np.arange(6.0)[:, None]
    assert sorted(find_centres(points, 6, 0)[0].ravel().tolist()) == points.ravel().tolist()
    with pytest.raises(ValueError, match="at least one centre"):
        find_centres(points, 7, 0)


def slow_order(scores):
    items = scores.shape[1]
    full = scores.mean(axis=1)
    taken: list[int] = []
    while len(taken) < items:
        keys = []
        for item in range(items):
            if item not in taken:
                means = scores[:, [*taken, item]].mean(axis=1)
                distance = float(np.square(rankdata(means) - rankdata(full)).sum())
                error = float(np.square(means - means.mean() - full + full.mean()).sum())
                keys.append((round(distance, 6), error, item))
        taken.append(min(keys)[2])
    return taken


@pytest.mark.parametrize("seed", range(5))
def test_the_greedy_order_is_that_of_its_definition(seed):
    scores = np.random.default_rng(seed).normal(size=(6, 14))
    assert order_greedily(scores).tolist() == slow_order(scores)


def test_the_first_item_is_the_best_single_one():
    scores = np.random.default_rng(9).normal(size=(5, 30))
    full = rankdata(scores.mean(axis=1))
    first = order_greedily(scores)[0]
    agreement = [np.corrcoef(rankdata(column), full)[0, 1] for column in scores.T]
    assert agreement[first] == pytest.approx(max(agreement))
    assert len(list(combinations(set(order_greedily(scores).tolist()), 1))) == 30
