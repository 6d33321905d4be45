"""Sums of squares along several lines against an obvious twin."""

import numpy as np
import pytest

from quorate.kernels import multiway
from quorate.kernels.multiway import dense, groupings, intersect, squares


def twin(systems, moved, cluster, n):
    """One grouping, vote by vote."""
    votes = np.bincount(np.concatenate(systems), minlength=n)
    meat = np.zeros((n, n))
    for group in set(cluster.tolist()):
        score, size = np.zeros(n), np.zeros(n)
        for row in np.flatnonzero(cluster == group):
            for side in (0, 1):
                score[systems[side][row]] += moved[side][row]
                size[systems[side][row]] += 1
        score /= 1 - np.minimum(size / np.maximum(votes, 1), 0.9)
        meat += np.outer(score, score)
    return meat


@pytest.mark.parametrize("seed", range(3))
def test_every_grouping_is_that_of_the_twin(seed):
    rng = np.random.default_rng(seed)
    first = rng.integers(5, size=80)
    second = (first + rng.integers(1, 5, size=80)) % 5
    moved = rng.normal(size=80), rng.normal(size=80)
    lines = dense(rng.integers(9, size=80)), dense(rng.integers(20, size=80)), dense(rng.integers(40, size=80))
    groups = groupings(lines)
    assert [sign for sign, _ in groups] == [1, 1, 1, -1, -1, -1, 1]
    found = squares((first, second), moved, 3, groups, 6)
    for (_, cluster), meat in zip(groups, found.meats, strict=True):
        np.testing.assert_allclose(meat, twin((first, second), moved, cluster, 6), atol=1e-12)
    least = np.zeros(6)
    variances = found.variances(lambda meat: np.diagonal(meat).copy(), least)
    for meat in found.meats[:3]:
        assert (variances >= np.diagonal(meat)).all()


def test_combinations_are_numbered_without_gaps():
    one, two = np.array([0, 0, 1, 1, 0]), np.array([0, 1, 0, 1, 0])
    assert intersect((one, two)).tolist() == [0, 1, 2, 3, 0]
    assert dense(np.array([7, 3, 7, 10**9])).tolist() == [1, 0, 1, 2]


def test_full_tables_and_sparse_ones_say_the_same():
    rng = np.random.default_rng(5)
    place = rng.integers(60, size=900), rng.integers(7, size=900)
    score, votes = rng.normal(size=900), np.maximum(np.bincount(place[1], minlength=7), 1.0)
    few, many = (make(place, score, votes, (60, 7)) for make in (multiway._few, multiway._many))
    assert np.allclose(few[0], many[0], rtol=1e-12)
    assert np.allclose(few[1], many[1], rtol=1e-12)
