"""Mixtures of constant bets: a slow twin, monotone in every answer, and a threshold that errs as often as it says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from quorate.kernels.mixtures import calibrated, log_beats, log_evidence, log_near

counts = st.integers(0, 400)


def twin(wins, ties, losses, margin):
    """The formula, bet by bet."""
    h = 0.5 - margin
    if margin:
        stakes = np.exp(np.linspace(math.log(0.03), math.log(0.97 / h), 40))
        focus = np.exp(-0.5 * ((np.log(stakes) - math.log(1.3 * margin / (h * (1 - h)))) / 0.5) ** 2)
        weights = 0.6 * focus / focus.sum() + 0.4 / 40
    else:
        stakes, weights = 4 * 0.01 * 49.0 ** (np.arange(60) / 59), np.full(60, 1 / 60)
    money = wins * np.log1p(stakes * (1 - h)) + ties * np.log1p(stakes * (0.5 - h)) + losses * np.log1p(-stakes * h)
    return float(np.log((weights * np.exp(money - money.max())).sum()) + money.max())


@given(counts, counts, counts, st.sampled_from([0.0, 0.02, 0.05, 0.2]))
def test_the_kernel_is_the_formula(wins, ties, losses, margin):
    assert log_evidence(wins, ties, losses, margin) == pytest.approx(twin(wins, ties, losses, margin), abs=1e-8)


@given(counts, counts, counts, st.sampled_from([0.0, 0.05]))
def test_every_answer_that_is_better_adds_evidence(wins, ties, losses, margin):
    worse = log_evidence(wins, ties, losses + 1, margin)
    middle = log_evidence(wins, ties + 1, losses, margin)
    better = log_evidence(wins + 1, ties, losses, margin)
    assert worse <= middle <= better


def test_a_margin_of_a_half_is_no_question():
    assert log_evidence(0, 0, 5, 0.5) == math.inf


def crossings(threshold, evidence, p, *, studies, rng, steps=600):
    """Studies in which the evidence ever reaches the threshold, for answers that win with probability p."""
    wins = np.cumsum(rng.random((studies, steps)) < p, axis=1)
    looks = np.unique(np.geomspace(5, steps, 60).astype(int))
    return sum(any(evidence(w[n - 1], n - w[n - 1]) >= threshold for n in looks) for w in wins)


@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_evidence_is_rarely_wrong_at_its_bound(margin):
    studies, rng = 1500, np.random.default_rng(1)
    most = binom.isf(1e-6, studies, 0.05)

    def evidence(w, l):
        return log_evidence(float(w), 0.0, float(l), margin)

    assert crossings(math.log(20), evidence, 0.5 - margin, studies=studies, rng=rng) <= most
    assert crossings(math.log(2), evidence, 0.5 - margin, studies=studies, rng=rng) > most, (
        "a threshold that is too low is found"
    )


def test_the_calibrated_threshold_is_lower_and_errs_as_it_says():
    assert math.exp(calibrated(0.05)) == pytest.approx(36.1, abs=0.3)
    assert math.exp(calibrated(0.05, strict=True)) == pytest.approx(18.25, abs=0.2)
    assert calibrated(0.01) < math.log(2 / 0.01)
    studies, rng = 1500, np.random.default_rng(2)

    def either(w, l):
        return max(log_beats(float(w), float(l)), log_beats(float(l), float(w)))

    assert crossings(calibrated(0.05), either, 0.5, studies=studies, rng=rng) <= binom.isf(1e-6, studies, 0.05)


def test_near_needs_less_than_beats():
    assert log_near(100.0, 0.0, 90.0, 0.05) > log_beats(100.0, 90.0)
