"""The posterior of strengths against a slow, obvious twin."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.posterior import (
    LEAST_SHARE,
    STEEPEST,
    begin_posterior,
    believed_winner,
    chance_below,
    combine,
    draw_winner,
    learn_scales,
    new_posterior,
    observe,
    refit,
    stretch_of,
    with_deviation,
)
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.machine.state import new_state, record
from support.played import played


def twin(state, spread, tau2, rounds, mean, stretch):  # noqa: PLR0917
    """Iteratively reweighted least squares with plain matrices."""
    k = len(state.copeland)
    wins = state.wins - state.ties / 2
    n = wins + wins.T

    def working(mean):
        q = np.clip(1 / (1 + np.exp(-mean)), 0.02, 0.98)
        weight = n * q * (1 - q)
        step = np.divide(wins - n * q, weight, out=np.zeros_like(mean), where=weight > 0)
        most = 1 + np.divide(10, n, out=np.zeros_like(mean), where=n > 0)
        return weight, mean + np.clip(step, -most, most)

    for _ in range(rounds):
        weight, z = working(mean)
        g = np.divide(
            1.0, np.divide(1.0, weight, out=np.full_like(weight, np.inf), where=weight > 0) + tau2 * stretch**2
        )
        g = np.triu(g, 1)
        precision = np.eye(k) / spread
        pull = np.zeros(k)
        for i in range(k):
            for j in range(i + 1, k):
                e = np.zeros(k)
                e[i], e[j] = stretch[i, j], -stretch[i, j]
                precision += g[i, j] * np.outer(e, e)
                pull += g[i, j] * z[i, j] * e
        covariance = np.linalg.inv(precision)
        theta = covariance @ pull
        own = tau2 * stretch**2
        kappa = own * weight / (1 + own * weight)
        difference = stretch * (theta[:, None] - theta[None, :])
        mean = np.clip((1 - kappa) * difference + kappa * z, -STEEPEST, STEEPEST)
        diagonal = np.diagonal(covariance)
        of_difference = diagonal[:, None] + diagonal[None, :] - 2 * covariance
        variance = (1 - kappa) ** 2 * stretch**2 * of_difference + 1 / (weight + 1 / own)
    return theta, covariance, mean, variance


@settings(max_examples=25, deadline=None)
@given(k=st.integers(2, 7), comparisons=st.integers(0, 200), seed=st.integers(0, 10**6), has_shares=st.booleans())
def test_the_posterior_is_that_of_the_twin(k, comparisons, seed, has_shares):
    state = played(k, comparisons, seed)
    beliefs, stretch = new_posterior(k), np.ones((k, k))
    if has_shares:
        shares = np.random.default_rng(seed).uniform(0.02, 1, (k, k))
        shares = np.triu(shares, 1) + np.triu(shares, 1).T
        beliefs.stretch[:] = stretch_of(shares)
        stretch = 1 / np.maximum(shares, LEAST_SHARE)
        stretch /= np.exp(np.log(stretch[np.triu_indices(k, 1)]).mean())
        np.fill_diagonal(stretch, 1)
    begin_posterior(beliefs, state)
    start = beliefs.mean.copy()
    spread, tau2 = beliefs.scales
    refit(beliefs, state, 3)
    theta, covariance, mean, variance = twin(state, spread, tau2, 3, start, stretch)
    off = ~np.eye(k, dtype=bool)
    np.testing.assert_allclose(beliefs.theta, theta, atol=1e-9)
    np.testing.assert_allclose(beliefs.covariance, covariance, atol=1e-9)
    np.testing.assert_allclose(beliefs.mean[off], mean[off], atol=1e-9)
    np.testing.assert_allclose(beliefs.variance[off], variance[off], atol=1e-9)
    learn_scales(beliefs)
    assert 1e-4 <= beliefs.scales[1] <= 0.25
    assert beliefs.scales[0] > 0


def test_a_fit_that_begins_at_the_wrong_steep_end_comes_back():
    """Where the curve is flat a full step would go to the other end and back again, for ever."""
    state = new_state(2, ())
    for number in range(3000):
        record(state, 0, 1, float(number % 3 == 0))
    beliefs = new_posterior(2)
    begin_posterior(beliefs, state)
    beliefs.scales[:] = 4.0, 0.25
    beliefs.mean[0, 1], beliefs.mean[1, 0] = STEEPEST, -STEEPEST
    refit(beliefs, state, 12)
    assert beliefs.mean[0, 1] == pytest.approx(-math.log(2), abs=0.05)


def test_where_few_outputs_differ_the_same_strengths_make_a_steeper_pair():
    shares = np.array([[1, 0.2, 0.8], [0.2, 1, 0.8], [0.8, 0.8, 1]])
    stretch = stretch_of(shares)
    assert stretch[0, 1] / stretch[0, 2] == pytest.approx(4.0)
    assert np.log(stretch[np.triu_indices(3, 1)]).sum() == pytest.approx(0.0)
    assert (stretch_of(np.zeros((3, 3))) == 1).all()


def test_a_wider_deviation_lets_the_comparisons_of_a_pair_count_for_more():
    state = played(5, 60, 3)
    for counts in (state.plays, state.ties, state.wins):  # two that were never compared
        counts[0, 4] = counts[4, 0] = 0
    beliefs = new_posterior(5, np.full((5, 5), 0.4) + 0.3 * np.eye(5, k=1) + 0.3 * np.eye(5, k=-1))
    begin_posterior(beliefs, state)
    refit(beliefs, state, 20)
    learned = math.sqrt(beliefs.scales[1])
    pairs = [(i, j) for i in range(5) for j in range(i)]
    narrow = [with_deviation(beliefs, i, j, 0.5 * learned) for i, j in pairs]
    assert narrow == [pytest.approx((beliefs.mean[i, j], beliefs.noise[i, j] ** 2), abs=1e-6) for i, j in pairs]
    wide = [with_deviation(beliefs, i, j, 3.0 * learned) for i, j in pairs]
    kappa = 1.0 - beliefs.own / beliefs.stretch
    said = np.divide(beliefs.shift, kappa, out=np.zeros((5, 5)), where=kappa > 0.0)
    beliefs.scales[1] *= 9.0
    for i, j in pairs:
        observe(beliefs, i, j, beliefs.weight[i, j], said[i, j])
    combine(beliefs, STEEPEST)
    assert wide == [pytest.approx((beliefs.mean[i, j], beliefs.noise[i, j] ** 2), abs=1e-9) for i, j in pairs]
    assert all(more[1] > less[1] for more, less in zip(wide, narrow, strict=True))


def test_the_chance_that_the_believed_better_one_loses():
    assert chance_below(0.0, 0.3) == chance_below(-2.0, 0.3) == 0.5
    assert chance_below(1.96 * 0.2, 0.04) == pytest.approx(0.025, abs=1e-4)


def test_draws_have_the_posterior_mean_and_covariance():
    state = played(4, 80, 1)
    beliefs = new_posterior(4)
    begin_posterior(beliefs, state)
    refit(beliefs, state, 3)
    alive = np.ones(4, dtype=np.int64)
    chance = seed_rng(0, 0, 0, 0)
    counts = np.zeros(4)
    for _ in range(4000):
        chance, winner = draw_winner(beliefs, alive, np.uint64(chance))
        counts[winner] += 1
    rng = np.random.default_rng(0)
    drawn = rng.multivariate_normal(beliefs.theta, beliefs.covariance, 4000)
    logits = beliefs.own * (drawn[:, :, None] - drawn[:, None, :]) + beliefs.shift
    noise = np.triu(rng.normal(size=(4000, 4, 4)), 1)
    logits += beliefs.noise * (noise - np.swapaxes(noise, 1, 2))
    score = (logits > 0).sum(axis=2) - np.diagonal(logits > 0, axis1=1, axis2=2) + 1e-3 * drawn
    twin_counts = np.bincount(score.argmax(axis=1), minlength=4)
    error = np.sqrt(counts + twin_counts + 1)
    assert (np.abs(counts - twin_counts) < 5 * error).all()
    alive[int(counts.argmax())] = 0
    assert believed_winner(beliefs, alive) != counts.argmax()
