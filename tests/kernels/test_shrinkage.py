"""Strengths from means and metrics: the average over the grid written out, and when the gate is open."""

import itertools

import numpy as np
import pytest

from quorate.kernels import shrinkage
from quorate.kernels.shrinkage import pool_covariance, pool_variances, shrink, solve_positive


def world(seed=0, systems=10, *, error=0.1, agree=True):
    """Means of systems, residuals that fit their errors, and metrics that know the systems or do not."""
    rng = np.random.default_rng(seed)
    level = rng.normal(size=(systems, 3))
    level -= level.mean(axis=0)
    slope = np.array([0.6, 0.2, 0.1])
    truth = 1.3 * level @ slope * agree + 0.1 * rng.normal(size=systems)
    if not agree:
        truth += rng.normal(size=systems)
    residual = rng.normal(size=(60, systems)) * error / np.sqrt(60)
    residual -= residual.mean(axis=0)
    mean = truth + error * rng.normal(size=systems)
    return truth, mean, residual, slope, 0.001 * np.eye(3), level


def slow_strength(mean, residual, slope, slope_variance, level):
    centred = mean - mean.mean()
    systems = len(mean)
    alone = residual - residual.mean(axis=1, keepdims=True)
    covariance = pool_covariance(alone)
    scale = centred @ centred / (systems - 1)
    directions = level @ level.T / ((level**2).sum() / (systems - 1))
    expected, doubt = level @ slope, level @ slope_variance @ level.T
    weights, strengths = [], []
    grid = itertools.product(
        enumerate(shrinkage.FACTORS), enumerate(shrinkage.DIRECTIONS), enumerate(shrinkage.DEPARTURES)
    )
    for (a, factor), (b, direction), (c, departure) in grid:
        prior = scale * departure * np.eye(systems) + factor**2 * doubt + scale * direction * directions
        total = prior + covariance + shrinkage.FREE * scale
        surprise = centred - factor * expected
        weights.append(
            shrinkage._PRIOR[a, b, c]
            - 0.5 * np.linalg.slogdet(total)[1]
            - 0.5 * surprise @ np.linalg.solve(total, surprise)
        )
        if a == b == 0:
            usual = np.trace(covariance) / systems
            strengths.append(centred * scale * departure / (scale * departure + usual))
        else:
            strengths.append(factor * expected + prior @ np.linalg.solve(total, surprise))
    weights = np.exp(np.array(weights) - max(weights))
    return weights @ np.array(strengths) / weights.sum()


@pytest.mark.parametrize("seed", range(4))
def test_the_grid_written_out_gives_the_same(seed):
    _, *given = world(seed, agree=seed % 2 == 0)
    expected = slow_strength(*given)
    near = np.argsort(-expected)[: shrinkage.SERIOUS]
    best = int(near[given[0][near].argmax()])
    if expected.argmax() != best:  # the first place is the means' to give
        expected[best] = expected.max()
        expected -= expected.mean()
    assert shrink(*given).strength == pytest.approx(expected, rel=1e-6, abs=1e-7)


def test_solving_is_solving():
    rng = np.random.default_rng(0)
    root = rng.normal(size=(7, 7))
    matrix, right = root @ root.T + np.eye(7), rng.normal(size=7)
    solved, determinant = solve_positive(matrix.copy(), right)
    assert solved == pytest.approx(np.linalg.solve(matrix, right))
    assert determinant == pytest.approx(np.linalg.slogdet(matrix)[1])


def test_probabilities_of_the_grid_add_up_to_one():
    assert np.exp(shrinkage._PRIOR).sum() == pytest.approx(1.0)


def test_metrics_that_know_systems_open_the_gate_and_bring_the_strengths_nearer():
    gain, belief = [], []
    for seed in range(40):
        truth, mean, *rest = world(seed, error=0.4)
        found = shrink(mean, *rest)
        belief.append(found.belief)
        truth = truth - truth.mean()
        gain.append(((found.strength - truth) ** 2).mean() / ((mean - mean.mean() - truth) ** 2).mean())
    assert np.median(belief) > 0.9
    assert np.mean(gain) < 0.6


def test_metrics_that_know_nothing_about_systems_leave_the_gate_closed():
    belief, gain = [], []
    for seed in range(40):
        truth, mean, *rest = world(seed, error=0.3, agree=False)
        found = shrink(mean, *rest)
        belief.append(found.belief)
        truth = truth - truth.mean()
        gain.append(((found.strength - truth) ** 2).sum() - ((mean - mean.mean() - truth) ** 2).sum())
    assert np.median(belief) < 0.3
    assert np.mean(gain) < 0.1


@pytest.mark.parametrize("reason", ["few systems", "no metrics", "no slope"])
def test_without_metrics_or_systems_enough_the_order_is_that_of_the_means(reason):
    _, mean, residual, slope, variance, level = world(systems=3 if reason == "few systems" else 8)
    if reason == "no metrics":
        slope, variance, level = np.zeros(0), np.zeros((0, 0)), np.zeros((8, 0))
    if reason == "no slope":
        slope = np.zeros(3)
    found = shrink(mean, residual, slope, variance, level)
    assert found.belief == 0
    assert found.strength == pytest.approx(mean - mean.mean())


def torn(lead, error=0.1):
    """Ten systems that metrics know but for one: the seventh has the highest mean, by so many standard errors."""
    level = np.linspace(2, -2, 10)[:, None] * np.array([1.0])
    mean = level[:, 0].copy()
    residual = np.random.default_rng(0).normal(size=(60, 10)) * error / np.sqrt(60)
    residual -= residual.mean(axis=0)
    spread = np.sqrt(((residual[:, 6] - residual[:, 0]) ** 2).sum())
    mean[6] = mean[0] + lead * spread
    return mean, residual, np.array([1.0]), np.array([[1e-4]]), level


def test_the_highest_mean_is_first_where_the_strengths_have_it_among_three_or_it_leads_by_more_than_chance(monkeypatch):
    mean, residual, slope, variance, level = torn(1.0)
    monkeypatch.setattr(shrinkage, "weigh", lambda *given: (given[2].copy(), 0.9, 1.0))  # what metrics alone expect
    found = shrink(mean, residual, slope, variance, level)
    assert found.leader == 0
    assert found.strength.argmax() == 0  # nobody but chance put the seventh first
    mean, residual, slope, variance, level = torn(3.0)
    assert shrink(mean, residual, slope, variance, level).strength.argmax() == 6
    mean[6], mean[2] = 0.0, mean[0] + 0.001
    assert shrink(mean, residual, slope, variance, level).strength.argmax() == 2  # among three people say who


def test_renaming_systems_renames_strengths_and_the_unit_does_not_matter():
    _, mean, residual, slope, variance, level = world(5)
    plain = shrink(mean, residual, slope, variance, level).strength
    order = np.random.default_rng(0).permutation(len(mean))
    assert shrink(mean[order], residual[:, order], slope, variance, level[order]).strength == pytest.approx(
        plain[order]
    )
    scaled = shrink(50 * mean + 3, 50 * residual, 50 * slope, 2500 * variance, level).strength
    assert scaled == pytest.approx(50 * plain)


def test_what_all_systems_share_does_not_move_their_order():
    _, mean, residual, *rest = world(6)
    noisy = residual + np.random.default_rng(0).normal(size=(60, 1))
    assert shrink(mean, noisy, *rest).strength == pytest.approx(shrink(mean, residual, *rest).strength)


def test_variances_that_differ_by_chance_are_drawn_together_and_others_are_not():
    rng = np.random.default_rng(0)
    kept = []
    for _ in range(40):
        alike = rng.normal(size=(30, 12))
        kept.append(np.log(pool_variances(alike)).std() / np.log((alike**2).sum(axis=0)).std())
    assert np.mean(kept) < 0.4
    different = rng.normal(size=(300, 12)) * np.linspace(0.3, 3, 12)
    raw, pooled = (different**2).sum(axis=0), pool_variances(different)
    assert pooled.sum() == pytest.approx(raw.sum())
    assert np.log(pooled).std() > 0.9 * np.log(raw).std()
