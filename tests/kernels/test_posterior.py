"""The posterior of strengths against a slow, obvious twin, and the bets against exact expectations."""

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
from quorate.policies.duels.machine.wagers import (
    SHORT,
    conditional_on_loss,
    likely_loss,
    log_factor,
    log_mixture,
    mixture_prediction,
    new_wagers,
    strongest_rival,
    wager,
    win_probability,
)


def played(k, comparisons, seed):
    rng = np.random.default_rng(seed)
    state = new_state(k, ())
    strength = rng.normal(0, 0.5, k)
    for _ in range(comparisons):
        i, j = rng.choice(k, 2, replace=False)
        tie = rng.random() < 0.2
        record(state, i, j, 0.5 if tie else float(rng.random() < 1 / (1 + math.exp(strength[j] - strength[i]))))
    return state


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


@settings(max_examples=60, deadline=None)
@given(mean=st.floats(-3, 3), variance=st.floats(0.001, 2), short=st.floats(0.35, 30))
def test_a_likely_loss_against_numbers(mean, variance, short):
    """Moments of a negative normal number weighed by 1/(x² + short²), as far as bettors go (in standard deviations)."""
    deviation = math.sqrt(variance)
    x = np.linspace(0.0, max(-mean, 0.0) + 10.0 * deviation, 20_001)[1:]
    exponent = -0.5 * (x + mean) ** 2 / variance
    weight = np.exp(exponent - exponent.max()) / (x * x + (short * deviation) ** 2)
    exact = np.average(x, weights=weight)
    loss, narrowed = likely_loss(mean, variance, short * deviation)
    assert -loss == pytest.approx(exact, rel=0.05)
    assert narrowed == pytest.approx(np.average((x - exact) ** 2, weights=weight), rel=0.25)


def test_fixed_odds_are_a_fair_mixture():
    assert log_mixture(0.0, 0.0) == pytest.approx(0.0)
    # Under even odds the mixture neither gains nor loses on average.
    assert 0.5 * math.exp(log_mixture(1.0, 0.0)) + 0.5 * math.exp(log_mixture(0.0, 1.0)) == pytest.approx(1.0)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), comparisons=st.integers(0, 60), log_e=st.floats(-2, 2.99), chance=st.floats(0.5, 1))
def test_no_bet_gains_where_a_loses_to_nobody(seed, comparisons, log_e, chance):
    """Expected factor ≤ 1 for every state and every chance of winning of at least ½, ties being no bet."""
    k = 4
    gains = []
    for outcome in (1.0, 0.0, 2 / 3):
        state = played(k, comparisons, seed)
        beliefs = new_posterior(k)
        begin_posterior(beliefs, state)
        refit(beliefs, state, 2)
        bets, rng = new_wagers(k), np.random.default_rng(seed)
        bets.gains[:], bets.counts[:] = rng.exponential(10.0, (k, 2)), rng.exponential(10.0, (k, 2))
        bets.log_e[0] = log_e
        gains.append(math.exp(wager(bets, beliefs, 0, 1, outcome, math.log(20)) - log_e))
    won, lost, mixed = gains
    assert chance * won + (1 - chance) * lost <= 1 + 1e-12
    assert mixed == pytest.approx(2 / 3 * won + 1 / 3 * lost)
    assert won <= 1 <= lost
    assert log_e + math.log(lost) <= math.log(20) + 1e-9, "a win never overshoots the threshold"


def test_bets_lean_towards_a_loss():
    state = played(4, 150, 3)
    beliefs = new_posterior(4)
    begin_posterior(beliefs, state)
    refit(beliefs, state, 3)
    for a in range(4):
        rival = strongest_rival(beliefs, a)
        for opponent in range(4):
            if a != opponent:
                mean, variance = conditional_on_loss(beliefs, a, opponent, rival, SHORT, 0.5)
                assert variance > 0
                assert 0 < win_probability(mean, variance) <= 0.5
                bold, _ = conditional_on_loss(beliefs, a, opponent, rival, SHORT, 0.0)
                lowered = 0.0 if opponent == rival else 0.5 * beliefs.variance[a, opponent] ** 0.5
                assert mean == pytest.approx(bold + lowered), "only the strongest rival is bet on without caution"
    assert log_factor(0.5, 1.0) == log_factor(0.5, 0.0) == pytest.approx(0.0)


def test_those_who_seem_better_are_bet_on_as_one():
    """System 0 loses narrowly to 1 and to 2, as it seems, and beats 3: losses to 1 raise the stake against 2 alone."""

    def stake(opponent, losses):
        state = new_state(4, ())
        beliefs = new_posterior(4)
        begin_posterior(beliefs, state)
        beliefs.mean[0] = 0.0, -0.1, -0.1, 0.5
        beliefs.mean[:, 0] = -beliefs.mean[0]
        beliefs.variance[:] = 0.01
        bets = new_wagers(4)
        for _ in range(losses):
            wager(bets, beliefs, 0, 1, 0.0, math.inf)
        bets.gains[:] = 0.0
        before = bets.log_e[0]
        return wager(bets, beliefs, 0, opponent, 0.0, math.inf) - before

    assert stake(2, 30) > stake(2, 0) + 0.05
    assert stake(3, 30) == pytest.approx(stake(3, 0))


def test_fixed_odds_follow_what_was_lost():
    assert mixture_prediction(0.0, 0.0) < 0.5
    assert mixture_prediction(40.0, 60.0) < mixture_prediction(50.0, 50.0) <= mixture_prediction(60.0, 40.0) <= 0.5
