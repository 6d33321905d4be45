"""The bets of certified policies against exact expectations."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.kernels.posterior import begin_posterior, new_posterior, refit
from quorate.policies.duels.machine.state import new_state
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
from support.played import played


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
