"""Coverage of the kernels' intervals, with thresholds from the binomial and a planted fault beside each check.

A method passes when its number of misses is at most `most_misses`: a method that misses with at most the allowed
chance fails with probability below 1e-6. Every test also runs a faulty method and shows that it does not pass, and
that its measured chance of missing would fail the check with probability above .99 on other seeds.
"""

import numpy as np
import pytest
from numba import njit
from scipy.stats import binom

from quorate.kernels import betting, bradley_terry, clusters, portfolio, wilson

LEVEL = 0.95


def most_misses(runs, allowed):
    return int(binom.isf(1e-6, runs, allowed))


def assert_covers(misses, runs, allowed):
    assert misses <= most_misses(runs, allowed)


def assert_fault_is_found(misses, runs, allowed):
    """The fault fails here, and a true chance two standard errors below the measured one still fails surely."""
    chance = misses / runs - 2 * np.sqrt(misses / runs * (1 - misses / runs) / runs)
    assert misses > most_misses(runs, allowed)
    assert binom.sf(most_misses(runs, allowed), runs, chance) > 0.99


def outcomes(rng, shape, win_share, tie_rate):
    """Wins, ties and losses; `win_share` is the share of wins among decisive judgments."""
    decisive = np.where(rng.random(shape) < win_share, 1.0, 0.0)
    return np.where(rng.random(shape) < tie_rate, 0.5, decisive)


def wilson_misses(y, cluster, mean, shrink=1.0):
    """Runs (rows of y) whose interval misses the mean; `shrink` divides the variance, 1 in the right method."""
    runs, n = y.shape
    found = clusters.grouped_ratio_mean(
        np.repeat(np.arange(runs), n), runs, y.ravel(), np.ones(y.size), np.tile(cluster, runs)
    )
    share = found.mean * (1 - found.mean)
    floor = wilson.tie_ratio(found.mean, (y == 0.5).mean(axis=1), n)
    effect = np.divide(found.variance * found.n_effective, share, out=np.zeros(runs), where=share > 0)
    size = shrink * found.n_effective / np.maximum(effect, floor)
    low, high = wilson.interval(found.mean, size, LEVEL, found.n_clusters - 1)
    return int(np.sum((low > mean) | (high < mean)))


@pytest.mark.parametrize("n", [20, 50, 200])
@pytest.mark.parametrize(("win_share", "tie_rate"), [(0.5, 0.0), (0.5, 0.4), (0.8, 0.0), (0.8, 0.4)])
@pytest.mark.parametrize("copies", [1, 3])
def test_score_interval_covers_with_ties_and_clusters(n, win_share, tie_rate, copies):
    runs, allowed = 4000, 1 - LEVEL + 0.015  # outcomes are discrete: the score interval is right up to this
    rng = np.random.default_rng([n, int(10 * win_share), int(10 * tie_rate), copies])
    y = np.repeat(outcomes(rng, (runs, n), win_share, tie_rate), copies, axis=1)
    cluster = np.repeat(np.arange(n), copies)
    mean = (1 - tie_rate) * win_share + tie_rate / 2
    assert_covers(wilson_misses(y, cluster, mean), runs, allowed)
    assert_fault_is_found(wilson_misses(y, cluster, mean, shrink=4.0), runs, allowed)
    if copies > 1:
        assert_fault_is_found(wilson_misses(y, np.arange(n * copies), mean), runs, allowed)


@njit
def betting_misses(y, mean, threshold, times_counted):
    """Runs in which the mean lies outside the interval after any of the judgments; and outside one-sidedly."""
    values = np.array([0.0, 0.5, 1.0])
    missed, rejected = 0, 0
    for run in range(y.shape[0]):
        counts = np.zeros(3)
        is_missed, is_rejected = False, False
        for t in range(y.shape[1]):
            counts[int(2 * y[run, t])] += times_counted
            is_missed |= portfolio.log_wealth(values, counts, mean) >= threshold
            is_rejected |= portfolio.log_evidence(values, counts, mean) >= threshold
        missed += is_missed
        rejected += is_rejected
    return missed, rejected


@pytest.mark.parametrize(("win_share", "tie_rate"), [(0.5, 0.0), (0.5, 0.4), (0.9, 0.0), (0.9, 0.4)])
def test_betting_covers_at_every_look_from_the_first_judgment_on(win_share, tie_rate):
    runs, allowed = 600, 1 - LEVEL  # no tolerance: the guarantee is exact
    rng = np.random.default_rng([1, int(10 * win_share), int(10 * tie_rate)])
    y = outcomes(rng, (runs, 500), win_share, tie_rate)
    mean = (1 - tie_rate) * win_share + tie_rate / 2
    threshold = -np.log1p(-LEVEL)
    for misses in betting_misses(y, mean, threshold, 1.0):
        assert_covers(misses, runs, allowed)
    for misses in betting_misses(y, mean, threshold, 2.0):
        assert_fault_is_found(misses, runs, allowed)


def test_wealth_at_the_mean_says_whether_the_interval_covers_it():
    """The loop above asks for wealth at the true mean only; this is the same as looking at the interval."""
    rng = np.random.default_rng(8)
    values = np.array([0.0, 0.5, 1.0])
    counts = rng.multinomial(80, [0.3, 0.3, 0.4], size=300).astype(float)
    ends = betting.intervals(np.arange(0, 903, 3), np.tile(values, 300), counts.ravel(), LEVEL)
    for mean in (0.45, 0.66):
        wealth = np.array([betting.log_wealth(values, row, mean) for row in counts])
        is_outside = (ends[:, 0] > mean) | (ends[:, 1] < mean)
        assert 0 < is_outside.sum() < 300
        assert np.array_equal(is_outside, wealth >= -np.log1p(-LEVEL))


def strength_misses(rng, runs, n_clusters, copies):
    """Runs in which an interval for a difference of strengths misses: sandwich, and the model's own."""
    truth, log_nu = np.array([0.8, 0.2, -0.3, -0.7]), -0.7
    missed = np.zeros(2, dtype=int)
    for _ in range(runs):
        first = rng.integers(0, 4, n_clusters)
        second = (first + rng.integers(1, 4, n_clusters)) % 4
        expected = bradley_terry.win_probability(truth[first] - truth[second], log_nu)
        ways = 2 * np.cosh((truth[first] - truth[second]) / 2) + np.exp(log_nu)
        tie = np.exp(log_nu) / ways
        u = rng.random(n_clusters)
        outcome = np.where(u < expected - tie / 2, 1.0, np.where(u < expected + tie / 2, 0.5, 0.0))
        first, second, outcome = (np.repeat(each, copies) for each in (first, second, outcome))
        wins, ties = np.zeros((4, 4)), np.zeros((4, 4))
        np.add.at(wins, (first, second), outcome == 1.0)
        np.add.at(wins, (second, first), outcome == 0.0)
        np.add.at(ties, (first, second), outcome == 0.5)
        found = bradley_terry.fit(wins, ties + ties.T)
        meat, n = bradley_terry.score_meat(
            found,
            first=first,
            second=second,
            outcome=outcome,
            weight=np.ones(first.size),
            clusters=np.repeat(np.arange(n_clusters), copies),
        )
        error = abs(found.strengths[0] - found.strengths[3] - (truth[0] - truth[3]))
        for method, covariance in enumerate((bradley_terry.sandwich(found, meat, n), found.covariance)):
            variance = covariance[0, 0] + covariance[3, 3] - 2 * covariance[0, 3]
            missed[method] += error > 1.959964 * np.sqrt(variance)
    return missed


def test_sandwich_covers_strengths_when_judgments_come_in_copies_and_the_model_alone_does_not():
    runs, allowed = 600, 1 - LEVEL + 0.015
    robust, naive = strength_misses(np.random.default_rng(21), runs, n_clusters=200, copies=4)
    assert_covers(robust, runs, allowed)
    assert_fault_is_found(naive, runs, allowed)


def test_sandwich_and_model_agree_when_judgments_are_independent():
    runs, allowed = 600, 1 - LEVEL + 0.015
    for misses in strength_misses(np.random.default_rng(22), runs, n_clusters=300, copies=1):
        assert_covers(misses, runs, allowed)
