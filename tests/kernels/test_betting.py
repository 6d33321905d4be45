"""Betting: equal to closed forms and slow quadrature; order-free, mirrored, defined at every corner."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import gammaln, logsumexp

from quorate.kernels import betting

counts_of_outcomes = st.tuples(*[st.integers(0, 3000)] * 3)
OUTCOMES = np.array([0.0, 0.5, 1.0])


def log_payoff(values, counts, m, angle):
    payoffs = np.sin(angle) ** 2 * values / m + np.cos(angle) ** 2 * (1 - values) / (1 - m)
    with np.errstate(divide="ignore"):
        return float(np.sum(np.where(counts > 0, counts, 0.0) * np.where(counts > 0, np.log(payoffs), 0.0)))


def twin(values, counts, m, least_bet=0.0):
    """The integral by adaptive quadrature, split at the peak of a fine grid."""
    values, counts = np.asarray(values, float), np.asarray(counts, float)
    first = np.arcsin(np.sqrt(least_bet))
    grid = np.linspace(first, np.pi / 2, 4001)
    heights = np.array([log_payoff(values, counts, m, angle) for angle in grid])
    peak, at = heights.max(), heights.argmax()
    width = np.pi / 2 / np.sqrt(1 + counts.sum())
    knots = np.unique(
        np.clip(grid[at] + width * np.array([-np.inf, -20, -8, -3, 0, 3, 8, 20, np.inf]), first, np.pi / 2)
    )

    def height(angle):
        return np.exp(log_payoff(values, counts, m, angle) - peak)

    mass = sum(quad(height, a, b, epsabs=0, epsrel=1e-11, limit=200)[0] for a, b in pairwise(knots))
    return peak + np.log(mass / (np.pi / 2 - first))


@pytest.mark.parametrize("counts", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1), (2, 0, 1), (30, 50, 11), (0, 900, 9)])
@pytest.mark.parametrize("m", [0.003, 0.4, 0.5, 0.97])
def test_wealth_and_evidence_equal_adaptive_quadrature(counts, m):
    assert betting.log_wealth(OUTCOMES, counts, m) == pytest.approx(twin(OUTCOMES, counts, m), abs=1e-9)
    assert betting.log_evidence(OUTCOMES, counts, m) == pytest.approx(twin(OUTCOMES, counts, m, m), abs=1e-9)


@pytest.mark.parametrize("m", [0.5, 0.501, 0.61])
def test_a_million_judgments_equal_adaptive_quadrature(m):
    counts = (200_000, 600_000, 200_000)
    assert betting.log_wealth(OUTCOMES, counts, m) == pytest.approx(twin(OUTCOMES, counts, m), abs=1e-7)
    assert betting.log_evidence(OUTCOMES, counts, m) == pytest.approx(twin(OUTCOMES, counts, m, m), abs=1e-7)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40)), min_size=1, max_size=4), st.floats(0.001, 0.999))
@settings(max_examples=30, deadline=None)
def test_any_values_equal_adaptive_quadrature(table, m):
    values, counts = np.array(table).T
    assert betting.log_wealth(values, counts, m) == pytest.approx(twin(values, counts, m), abs=1e-8)


@given(st.integers(0, 100_000), st.integers(0, 100_000), st.floats(1e-6, 1 - 1e-6))
def test_wins_and_losses_give_the_beta_binomial_closed_form(wins, losses, m):
    beta = gammaln(wins + 0.5) + gammaln(losses + 0.5) - gammaln(wins + losses + 1) - np.log(np.pi)
    expected = beta - wins * np.log(m) - losses * np.log1p(-m)
    got = betting.log_wealth([1.0, 0.0], [wins, losses], m)
    assert got == pytest.approx(expected, rel=1e-11, abs=1e-12 * (10 + 12 * (wins + losses)))


@pytest.mark.parametrize("m", [0.2, 0.5, 0.9])
def test_fair_values_keep_wealth_one_on_average(m):
    """Exact expectation over 12 independent values with mean m; evidence is 1 at m and less below it."""
    n, log_wealths, log_evidences, log_chances = 12, [], [], []
    for mean in (m, 0.7 * m):
        for ties in range(n + 1):
            for wins in range(n + 1 - ties):
                counts = (n - wins - ties, ties, wins)
                tie = min(mean, 1 - mean)
                chances = [1 - mean - tie / 2, tie, mean - tie / 2]
                ways = gammaln(n + 1) - gammaln(np.array(counts) + 1).sum()
                log_chances.append(ways + counts @ np.log(chances))
                log_wealths.append(betting.log_wealth(OUTCOMES, counts, m))
                log_evidences.append(betting.log_evidence(OUTCOMES, counts, m))
    chances, wealths, evidences = (np.array(each).reshape(2, -1) for each in (log_chances, log_wealths, log_evidences))
    assert logsumexp(chances, axis=1) == pytest.approx([0.0, 0.0], abs=1e-12)
    assert logsumexp(chances[0] + wealths[0]) == pytest.approx(0.0, abs=1e-10)
    assert logsumexp(chances[0] + evidences[0]) == pytest.approx(0.0, abs=1e-10)
    assert logsumexp(chances[1] + evidences[1]) < 0.0


@given(counts_of_outcomes, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
@settings(deadline=None)
def test_interval_ends_lie_on_the_threshold_and_contain_the_mean(counts, level):
    low, high = betting.interval(OUTCOMES, counts, level)
    assert 0.0 <= low < high <= 1.0
    threshold = -np.log1p(-level)
    if sum(counts):
        mean = OUTCOMES @ counts / sum(counts)
        assert low <= mean <= high
        for end in (low, high):
            if 0.0 < end < 1.0:
                assert betting.log_wealth(OUTCOMES, counts, end) == pytest.approx(threshold, abs=1e-5)
                assert betting.log_wealth(OUTCOMES, counts, end) >= threshold - 1e-9
    else:
        assert (low, high) == (0.0, 1.0)


@given(counts_of_outcomes, st.floats(0.01, 0.99))
@settings(deadline=None)
def test_mirroring_and_splitting_counts_change_nothing(counts, m):
    low, high = betting.interval(OUTCOMES, counts, 0.95)
    assert betting.interval(1 - OUTCOMES, counts, 0.95) == pytest.approx((1 - high, 1 - low), abs=1e-8)
    split = betting.log_wealth(np.tile(OUTCOMES[::-1], 2), np.tile(np.array(counts[::-1]) / 2, 2), m)
    assert split == pytest.approx(betting.log_wealth(OUTCOMES, counts, m), rel=1e-9, abs=1e-9)


def test_one_sided_ends_reach_the_end_of_the_scale():
    assert betting.interval([1.0], [1], 0.95) == pytest.approx((0.025, 1.0), abs=1e-8)
    assert betting.interval([0.0], [1], 0.95) == pytest.approx((0.0, 0.975), abs=1e-8)
    low, high = betting.interval([1.0], [1e18], 0.95)
    assert 0.999 < low < high == 1.0
    low, high = betting.interval([0.5], [1e6], 0.95)
    assert 0.499 < low < 0.5 < high < 0.501
    assert betting.interval([1.0], [1e-3], 0.95) == (0.0, 1.0)


def test_limits_of_the_hypothetical_mean():
    assert betting.log_wealth(OUTCOMES, [0, 1, 3], 0.0) == np.inf
    assert betting.log_wealth(OUTCOMES, [0, 1, 3], 1.0) == np.inf
    assert betting.log_wealth([1.0], [1.0], 1.0) == pytest.approx(np.log(0.5))
    assert betting.log_evidence(OUTCOMES, [0, 0, 1], 0.0) == np.inf
    assert betting.log_evidence(OUTCOMES, [0, 0, 9], 1.0) == 0.0
    assert betting.log_evidence([], [], 0.5) == 0.0


@pytest.mark.parametrize("m", [0.0, 5e-324, 1e-300, 1e-17, 0.5, 1 - 2**-53, 1.0])
@pytest.mark.parametrize("counts", [(0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 1e12, 1e12), (1e-9, 1e-9, 0)])
def test_extreme_means_and_counts_are_never_nan(counts, m):
    assert not np.isnan(betting.log_wealth(OUTCOMES, counts, m))
    assert not np.isnan(betting.log_evidence(OUTCOMES, counts, m))
    low, high = betting.interval(OUTCOMES, counts, 0.95)
    assert 0.0 <= low < high <= 1.0


def test_fractional_counts_stay_close_to_the_integral():
    for counts in ([0.1, 0.3, 0.05], [0.5, 0.0, 0.7], [10.5, 3.3, 7.7]):
        assert betting.log_wealth(OUTCOMES, counts, 0.3) == pytest.approx(twin(OUTCOMES, counts, 0.3), abs=1e-4)


def test_batches_equal_single_groups():
    rng = np.random.default_rng(3)
    starts = np.array([0, 3, 3, 4, 9])
    values, counts = rng.random(9), rng.integers(0, 50, 9)
    ends = betting.intervals(starts, values, counts, 0.9)
    evidences = betting.log_evidences(starts, values, counts, [0.2, 0.5, 0.6, 0.7])
    for g, m in enumerate([0.2, 0.5, 0.6, 0.7]):
        rows = slice(starts[g], starts[g + 1])
        assert tuple(ends[g]) == betting.interval(values[rows], counts[rows], 0.9)
        assert evidences[g] == betting.log_evidence(values[rows], counts[rows], m)


@pytest.mark.parametrize(
    "call",
    [
        lambda: betting.log_wealth([1.1], [1], 0.5),
        lambda: betting.log_wealth([np.nan], [1], 0.5),
        lambda: betting.log_wealth([1.0], [-1], 0.5),
        lambda: betting.log_wealth([1.0], [1], 1.5),
        lambda: betting.interval([1.0, 0.0], [1], 0.9),
        lambda: betting.interval([1.0], [1], 1.0),
        lambda: betting.intervals([0, 2], [1.0], [1], 0.9),
    ],
)
def test_wrong_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
