"""The bootstrap: draws can be repeated, their spread is the standard error, and three ways agree where they must."""

import math

import numpy as np
import pytest

from quorate.kernels import bootstrap
from quorate.kernels.streams import integer

RESIDUALS = np.array([-3.0, -1.0, -1.0, 0.5, 4.5])
SKEWED = np.random.default_rng(0).exponential(size=200)
SKEWED = SKEWED - SKEWED.mean()


def test_draws_equal_a_slow_twin():
    moves, ratios = bootstrap.move(RESIDUALS, 4, np.uint64(9))
    for draw in range(4):
        drawn = [RESIDUALS[integer(np.uint64(9), 0, draw, g, 5)] for g in range(5)]
        total = sum(drawn)
        around = sum((r - total / 5) ** 2 for r in drawn)
        least = 0.01 * sum(RESIDUALS**2)
        assert moves[draw] == pytest.approx(total)
        assert ratios[draw] == pytest.approx(total / math.sqrt(max(around, least)))


def test_moves_have_the_standard_error_and_the_same_seed_gives_the_same():
    moves, _ = bootstrap.move(SKEWED, 20_000, np.uint64(1))
    assert moves.std() == pytest.approx(math.sqrt(np.sum(SKEWED**2)), rel=0.02)
    again, _ = bootstrap.move(SKEWED, 20_000, np.uint64(1))
    assert np.array_equal(moves, again)
    assert not np.array_equal(moves, bootstrap.move(SKEWED, 20_000, np.uint64(2))[0])


@pytest.mark.parametrize("way", bootstrap.WAYS)
def test_ends_surround_nothing_moved_and_widen_with_the_level(way):
    low, high = bootstrap.WAYS[way](SKEWED, 0.9, 2000, 1)
    wider = bootstrap.WAYS[way](SKEWED, 0.99, 2000, 1)
    assert wider[0] < low < 0 < high < wider[1]


def test_corrected_ways_reach_further_into_the_tail():
    plain = bootstrap.percentile(SKEWED, 0.95, 5000, 1)
    for way in (bootstrap.accelerated, bootstrap.studentised):
        assert way(SKEWED, 0.95, 5000, 1)[1] > plain[1]


def test_all_ways_agree_on_symmetric_pieces():
    pieces = np.concatenate([np.linspace(0.1, 2, 100), -np.linspace(0.1, 2, 100)])
    ends = [bootstrap.WAYS[way](pieces, 0.95, 10_000, 3) for way in bootstrap.WAYS]
    for low, high in ends:
        assert (low, high) == pytest.approx(ends[0], rel=0.06)
