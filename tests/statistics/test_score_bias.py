"""Bias, coverage and data efficiency of estimators of scores by seeded Monte Carlo, and faults that are found.

Runs are put side by side as systems where the estimator looks at one system at a time. A share of c runs out of n
covered by an interval of level p is acceptable above the binomial quantile that a correct one falls below with
probability 1e-6.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from quorate.estimators.scores import contribute
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.intervals import choose
from support.ratings import make_ratings

RUNS, ITEMS, JUDGED, LEVEL = 600, 300, 80, 0.9
LEAST = binom.ppf(1e-6, RUNS, LEVEL) / RUNS


@pytest.fixture(scope="module")
def population():
    rng = np.random.default_rng(5)
    metric = rng.normal(size=ITEMS)
    return metric, np.clip(0.5 + 0.12 * metric + 0.08 * rng.normal(size=ITEMS), 0, 1)


def drawn(population, seed, *, chance=None, **more):
    metric, truth = population
    rng = np.random.default_rng(seed)
    item = rng.choice(ITEMS, (RUNS, JUDGED), p=chance)
    weight = np.ones(RUNS * JUDGED) if chance is None else 1 / (ITEMS * chance[item.ravel()])
    return make_ratings(
        np.broadcast_to(truth, (RUNS, ITEMS)),
        item,
        metrics={"metric": np.broadcast_to(metric, (RUNS, ITEMS))},
        weight=weight,
        floor=1.0 if chance is None else float((chance * ITEMS).min()),
        cluster=np.arange(RUNS * JUDGED),
        is_replaced=True,
        **more,
    )


def covered(given, truth, interval="student"):
    ends = choose(interval)(given, LEVEL)
    return ((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean()


def bias(given, truth):
    """Mean error over its own standard error: a standard normal number where there is no bias."""
    error = summarise(given).mean - truth
    return abs(error.mean()) / (error.std(ddof=1) / np.sqrt(len(error)))


@pytest.mark.parametrize("name", ["mean", "control-variates", "tuned", "stratified"])
def test_uniform_draws(population, name):
    truth = population[1].mean()
    given = contribute(name, drawn(population, 1))
    assert covered(given, truth) >= LEAST
    assert bias(given, truth) < 5


@pytest.mark.parametrize("name", ["mean", "active", "active-plain"])
def test_unequal_draws(population, name):
    metric, scores = population
    chance = 0.3 / ITEMS + 0.7 * np.exp(0.5 * metric) / np.exp(0.5 * metric).sum()
    predicted = np.broadcast_to(0.5 + 0.1 * metric, (RUNS, ITEMS))
    given = contribute(name, drawn(population, 2, chance=chance, prediction=predicted))
    assert covered(given, scores.mean()) >= LEAST
    assert bias(given, scores.mean()) < 5


def test_data_efficiency_is_what_theory_says(population):
    metric, scores = population
    ratings = drawn(population, 3)
    plain, tuned = (summarise(contribute(name, ratings)).mean.var() for name in ("mean", "tuned"))
    expected = 1 / (1 - np.corrcoef(metric, scores)[0, 1] ** 2)
    assert plain / tuned == pytest.approx(expected, rel=0.25)  # sd of the ratio is about .05


def test_a_useless_metric_costs_nothing(population):
    ratings = drawn(population, 4)
    noise = np.random.default_rng(0).normal(size=(1, ITEMS))
    useless = replace(ratings, metrics={"noise": np.broadcast_to(noise, (RUNS, ITEMS))})
    plain, tuned = (summarise(contribute(name, useless)).mean.var() for name in ("mean", "tuned"))
    assert plain / tuned > 0.97


def test_a_forgotten_weight_is_found(population):
    metric, scores = population
    chance = 0.3 / ITEMS + 0.7 * np.exp(0.5 * metric) / np.exp(0.5 * metric).sum()
    ratings = drawn(population, 2, chance=chance)
    fault = contribute("mean", replace(ratings, weight=np.ones(ratings.count), floor=1.0))
    assert covered(fault, scores.mean()) < LEAST
    assert bias(fault, scores.mean()) > 5


def test_a_wrong_variance_is_found(population):
    given = contribute("tuned", drawn(population, 1))
    fault = replace(given, remaining=np.full(RUNS, 0.5))
    assert covered(fault, population[1].mean()) < LEAST


def test_a_dropped_metric_mean_is_found(population):
    """Centred on the judged outputs instead of all of them, the metric changes nothing: no efficiency is gained."""
    metric, _ = population
    ratings = drawn(population, 3)
    g = metric[ratings.item].reshape(RUNS, JUDGED)
    centred = (g - g.mean(axis=1, keepdims=True)).ravel()
    slope = 0.12
    fault = (ratings.score - slope * centred).reshape(RUNS, JUDGED).mean(axis=1)
    plain = summarise(contribute("mean", ratings)).mean
    assert plain.var() / fault.var() == pytest.approx(1.0)
