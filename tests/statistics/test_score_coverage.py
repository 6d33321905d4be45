"""Do intervals for scores cover what they say, at one look and at every look, on scales with a long tail?

Scores are made: a share of outputs without errors, the others with a number of errors whose logarithm is normal, on a
scale from −25 to 0, or five points. Thresholds come from the binomial: a method that misses as often as allowed fails
with a probability below one in a million; each planted fault is found.
"""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.estimators.scores.intervals import choose
from quorate.kernels import asymptotic, bernstein, capital
from support.contributions import make_contributions

LEVEL = 0.95
RUNS = 3000


def error_counts(rng, shape):
    """Scores of error counts: many zeros, a long tail, skewness about −3."""
    errors = np.where(rng.random(shape) < 0.35, 0.0, np.exp(rng.normal(0.9, 0.9, shape)))
    return -np.minimum(errors, 25.0)


def five_points(rng, shape):
    """Scores from 1 to 5, most of them good."""
    return rng.choice([1.0, 2.0, 3.0, 4.0, 5.0], shape, p=[0.05, 0.1, 0.15, 0.3, 0.4])


SCALES = {"errors": (error_counts, -25.0, 0.0), "points": (five_points, 1.0, 5.0)}


def most_misses(runs, rate):
    return int(binom.isf(1e-6, runs, rate))


def misses(ends, truth):
    return int(np.sum((ends[:, 0] > truth) | (ends[:, 1] < truth)))


@pytest.mark.parametrize("n", [50, 100, 200])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("is_replaced", [True, False])
def test_the_recommended_interval_covers(scale, n, is_replaced):
    draw, low, high = SCALES[scale]
    rng = np.random.default_rng([1, n])
    outputs = draw(rng, 500)
    index = rng.integers(0, 500, (RUNS, n)) if is_replaced else rng.random((RUNS, 500)).argsort(axis=1)[:, :n]
    given = make_contributions(outputs[index], low=low, high=high, population=None if is_replaced else 500)
    limit = most_misses(RUNS, 0.06)
    assert misses(choose("recommended")(given, LEVEL), outputs.mean()) <= limit
    ends = choose("recommended")(given, LEVEL)
    middle = ends.mean(axis=1, keepdims=True)
    assert misses(middle + (ends - middle) * 0.75, outputs.mean()) > limit, "an interval a quarter too narrow is found"


def test_student_misses_the_tail_that_the_recommended_interval_covers():
    rng = np.random.default_rng(2)
    runs = 12_000
    x = error_counts(rng, (runs, 50))
    truth = error_counts(np.random.default_rng(3), 4_000_000).mean()
    given = make_contributions(x, low=-25, high=0)
    assert misses(choose("student")(given, LEVEL), truth) > most_misses(runs, 0.06)
    assert misses(choose("recommended")(given, LEVEL), truth) <= most_misses(runs, 0.06)


@pytest.mark.parametrize("name", ["bootstrap-t", "bootstrap-bca", "bootstrap"])
def test_bootstraps_by_item_cover_clustered_scores_and_by_judgment_do_not(name):
    rng = np.random.default_rng(4)
    runs, items, copies = 300, 60, 4
    quality = rng.normal(3, 0.6, (runs, items))
    x = np.clip(np.repeat(quality, copies, axis=1) + rng.normal(0, 0.5, (runs, items * copies)), 1, 5)
    truth = float(np.mean(np.clip(rng.normal(3, 0.6, 10**6) + rng.normal(0, 0.5, 10**6), 1, 5)))
    clustered = make_contributions(x, low=1, high=5, cluster=np.repeat(np.arange(items), copies))
    limit = most_misses(runs, 0.07)
    assert misses(choose(name)(clustered, LEVEL), truth) <= limit
    assert misses(choose(name)(make_contributions(x, low=1, high=5), LEVEL), truth) > limit, (
        "forgotten clusters are found"
    )


@pytest.mark.parametrize("scale", SCALES)
def test_bets_and_bernstein_cover_at_all_looks_at_once(scale):
    """From 20 to 1000 judgments, with replacement, and without until the outputs run out."""
    draw, low, high = SCALES[scale]
    rng = np.random.default_rng(5)
    runs = 300
    limit = most_misses(runs, 1 - LEVEL)
    outputs = draw(rng, 1000)
    truth = outputs.mean()
    missed = dict.fromkeys(("bets", "bets without", "bernstein", "bernstein without", "greedy"), 0)
    threshold = -np.log1p(-LEVEL)
    for _ in range(runs):
        x, y = rng.choice(outputs, 1000), rng.permutation(outputs)
        missed["bets"] += (capital.log_capitals(x, (low, high), truth)[19:] >= threshold).any()
        slopes, offsets = capital.without_replacement(y, 1000)
        path = capital.log_capitals(y, (low, high), truth, slopes=slopes, offsets=offsets)
        missed["bets without"] += (path[19:990] >= threshold).any()
        missed["greedy"] += (capital.log_capitals(x, (x.min(), x.max() + 1e-9), truth)[19:] >= np.log(2)).any()
        for name, values, population in (("bernstein", x, None), ("bernstein without", y, 1000)):
            ends = low + (high - low) * bernstein.intervals((values - low) / (high - low), LEVEL, population)
            missed[name] += ((ends[19:, 0] > truth) | (ends[19:, 1] < truth)).any()
    greedy = missed.pop("greedy")
    assert all(count <= limit for count in missed.values()), missed
    assert greedy > limit, "a threshold of 2 is found"


def test_asymptotic_intervals_cover_points_at_all_looks_and_one_look_intervals_do_not():
    rng = np.random.default_rng(6)
    runs = 1500
    x = five_points(rng, (runs, 1000)) - 3.9
    n = np.arange(1, 1001)
    mean = np.cumsum(x, axis=1) / n
    variance = np.maximum(np.cumsum(x**2, axis=1) / n - mean**2, 1e-12) / np.maximum(n - 1, 1)
    ends = asymptotic.interval(mean, variance, n, LEVEL, 500.0)[:, 19:]
    missed = int(((ends[..., 0] > 0) | (ends[..., 1] < 0)).any(axis=1).sum())
    assert missed <= most_misses(runs, 0.06)
    peeked = int((np.abs(mean[:, 19:]) > 1.96 * np.sqrt(variance[:, 19:])).any(axis=1).sum())
    assert peeked > most_misses(runs, 0.06), "looking every time at an interval for one look is found"
