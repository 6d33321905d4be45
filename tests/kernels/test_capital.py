"""Betting in order: equal to a slow twin, to the portfolio's width, and right where outputs run out."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels import betting, capital

SHARES = [math.sin(math.pi / 2 * (j + 0.5) / 12) ** 2 for j in range(12)]
scores = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def twin(values, bounds, m):
    """The mean over all shares and both directions of the product of what they won."""
    money = []
    for share in SHARES:
        up = down = 1.0
        for x, (low, high) in zip(values, bounds, strict=True):
            up *= 1 + share * (x - m) / (m - low)
            down *= 1 - share * (x - m) / (high - m)
        money += [up, down]
    return math.log(sum(money) / len(money))


@given(scores, st.floats(0.01, 0.99))
@settings(max_examples=60, deadline=None)
def test_capital_equals_the_slow_twin(values, m):
    bounds = [(-0.5 * (i % 2), 1 + 0.25 * (i % 3)) for i in range(len(values))]
    path = capital.log_capitals(values, bounds, m)
    assert path[-1] == pytest.approx(twin(values, bounds, m), abs=1e-9)
    assert path[0] == pytest.approx(twin(values[:1], bounds[:1], m), abs=1e-9)


@given(scores, st.floats(0.5, 0.99))
@settings(max_examples=40, deadline=None)
def test_ends_are_where_the_capital_reaches_the_threshold(values, level):
    low, high = capital.interval(values, (0, 1), level)
    assert 0 <= low < high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert capital.log_capitals(values, (0, 1), end)[-1] == pytest.approx(-math.log1p(-level), abs=1e-3)


def test_it_is_about_as_narrow_as_the_universal_portfolio():
    rng = np.random.default_rng(1)
    for n in (30, 300):
        x = rng.beta(4, 2, n)
        mine = np.diff(capital.interval(x, (0, 1), 0.95))[0]
        theirs = np.diff(betting.interval(x, np.ones(n), 0.95))[0]
        assert mine < 1.1 * theirs


def test_scale_and_shift_do_not_matter():
    x = np.random.default_rng(2).random(40)
    low, high = capital.interval(x, (0, 1), 0.95)
    moved = capital.interval(100 * x - 30, (-30, 70), 0.95)
    assert moved == pytest.approx((100 * low - 30, 100 * high - 30), abs=1e-4)


def test_without_replacement_it_narrows_to_what_the_last_output_can_change():
    x = np.random.default_rng(3).random(200)
    widths = []
    for n in (50, 100, 150, 200):
        slopes, offsets = capital.without_replacement(x[:n], 200)
        low, high = capital.interval(x[:n], (0, 1), 0.95, slopes=slopes, offsets=offsets, limits=(0, 1))
        assert low <= x.mean() <= high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] <= 1 / 200 + 1e-9


def test_expectation_without_replacement_is_that_of_what_is_left():
    x = np.array([0.2, 0.9, 0.4, 0.7])
    slopes, offsets = capital.without_replacement(x, 4)
    left = [x[t:].mean() for t in range(4)]
    assert slopes * x.mean() + offsets == pytest.approx(left)


def test_without_values_the_limits_are_all_there_is():
    assert capital.interval([], (0, 1), 0.95, limits=(1, 5)) == (1.0, 5.0)


def test_equal_values_leave_width():
    low, high = capital.interval(np.ones(50), (0, 1), 0.95)
    assert high == 1.0
    assert 0.8 < low < 0.95


def test_when_every_mean_is_refuted_the_whole_range_comes_back():
    """Half of the values at one end for sure, then half at the other: no constant mean fits their changing bounds."""
    x = np.concatenate([np.ones(300), np.zeros(300)])
    bounds = np.concatenate([np.tile([0.6, 1.0], (300, 1)), np.tile([0.0, 0.7], (300, 1))])
    assert capital.interval(x, bounds, 0.95) == (0.6, 0.7)


def test_impossible_input_is_refused():
    with pytest.raises(ValueError, match="within its bounds"):
        capital.interval([2.0], (0, 1), 0.95)
    with pytest.raises(ValueError, match="without replacement"):
        capital.without_replacement([0.1, 0.2], 1)
    with pytest.raises(ValueError, match="limits"):
        capital.interval([], (0, 1), 0.95)


@pytest.mark.parametrize("seed", range(5))
def test_bets_in_one_direction_refute_no_more_and_an_end_at_the_least_values_is_never_higher(seed):
    rng = np.random.default_rng(seed)
    values = rng.uniform(size=80)
    both, up, down = (capital.interval(values, (0, 1), 0.95, side=side) for side in (0, 1, -1))
    assert up[0] <= both[0] + 1e-8
    assert down[1] >= both[1] - 1e-8
    assert up[0] == pytest.approx(both[0], abs=1e-3)
    is_open = rng.random(80) < 0.2
    worst = capital.interval(np.where(is_open, 0.0, values), (0, 1), 0.95, side=1)
    best = capital.interval(np.where(is_open, 1.0, values), (0, 1), 0.95, side=-1)
    assert worst[0] <= both[0] + 1e-8
    assert best[1] >= both[1] - 1e-8
