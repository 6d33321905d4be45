"""A study that learns while it asks is unbiased and covers at every look; what would bias it is found.

Thresholds: a correct method fails with a probability below one in a million, a planted fault is found.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom, norm

from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.mean import contribute as contribute_mean
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.scores.sequential import contribute
from quorate.kernels import capital
from quorate.questions import Criterion
from support.sequences import draw_sequence

SCALE = Criterion(name="quality", low=0.0, high=10.0)
SYSTEMS, ITEMS = 2, 30


def population(seed):
    """A third of the outputs is hard, and the metric knows which: there scores scatter, elsewhere they hardly do."""
    rng = np.random.default_rng(seed)
    metric = rng.uniform(size=(SYSTEMS, ITEMS))
    hard = np.where(rng.random(metric.shape) < 0.75, 1.0, 9.0)
    score = np.where(metric < 0.35, hard, 9 - 0.2 * rng.random(metric.shape))
    return score, {"metric": metric}


def standings(estimates, truth):
    """How many standard errors the mean estimate of each system lies from the truth."""
    error = np.asarray(estimates) - truth
    return error.mean(axis=0) / (error.std(axis=0) / math.sqrt(len(error)))


LIMIT = norm.isf(1e-6 / (2 * SYSTEMS))


@pytest.fixture(scope="module")
def runs():
    score, metrics = population(3)
    rng = np.random.default_rng(11)
    drawn = [draw_sequence(score, metrics, 40, rng, scale=SCALE) for _ in range(200)]
    return score, drawn, [contribute(ratings) for ratings in drawn]


def test_scores_are_unbiased_however_unevenly_outputs_were_drawn(runs):
    score, drawn, given = runs
    assert max(ratings.weight.max() for ratings in drawn) > 3, "the draws are uneven"
    truth = score.mean(axis=1)
    estimates = [summarise(one).mean for one in given]
    assert np.abs(standings(estimates, truth)).max() < LIMIT
    plain = [summarise(contribute_mean(replace(r, weight=np.ones(r.count)))).mean for r in drawn]
    assert np.abs(standings(plain, truth)).max() > 2 * LIMIT, "forgetting the probabilities is found"


def test_one_annotator_who_never_judges_twice_is_no_bias():
    score, metrics = population(3)
    rng = np.random.default_rng(12)
    truth = score.mean(axis=1)
    drawn = [draw_sequence(score, metrics, 20, rng, scale=SCALE, annotators=1) for _ in range(300)]
    estimates = [summarise(contribute(ratings)).mean for ratings in drawn]
    assert np.abs(standings(estimates, truth)).max() < LIMIT
    plain = [summarise(contribute_mean(replace(r, weight=np.ones(r.count)))).mean for r in drawn]
    assert np.abs(standings(plain, truth)).max() > LIMIT, "forgetting the probabilities is found"


def judged_by_one(seed, count, items=40):
    """Ratings by one annotator of most of the outputs there are, with much noise."""
    rng = np.random.default_rng(seed)
    expected = np.clip(3 + 0.6 * rng.normal(size=(2, items)), 2, 4)
    item = np.repeat(rng.permutation(items)[:count], 2)
    system = np.tile([0, 1], count)
    ratings = Ratings(
        systems=("a", "b"),
        scale=Criterion(name="quality", low=1.0, high=5.0),
        system=system,
        item=item,
        annotator=np.zeros(len(item), dtype=np.int64),
        score=expected[system, item] + rng.choice([-1.0, 1.0], len(item)),
        copy_of=np.arange(len(item)),
        cluster=item,
        weight=np.ones(len(item)),
        exists=np.ones((2, items), dtype=np.bool_),
        metrics={"metric": expected + rng.normal(size=expected.shape)},
        is_replaced=True,
    )
    return ratings, expected.mean(axis=1)


def covered(ratings, truth, interval):
    ends = choose(interval)(contribute(ratings), 0.95)
    return int(((ends[:, 0] <= truth) & (truth <= ends[:, 1])).sum())


@pytest.mark.parametrize("interval", ["recommended", "betting"])
def test_what_one_annotator_said_of_every_output_is_not_the_truth_about_the_items(interval):
    drawn = [judged_by_one(seed, 38) for seed in range(60)]
    least = binom.ppf(1e-6, 120, 0.94)
    assert sum(covered(ratings, truth, interval) for ratings, truth in drawn) >= least
    taken = [(replace(ratings, scope="judgments"), truth) for ratings, truth in drawn]
    assert sum(covered(ratings, truth, interval) for ratings, truth in taken) < least, (
        "taking it for the truth is found"
    )
    uneven = [(replace(ratings, floor=0.15), truth) for ratings, truth in drawn]  # draws that might have been uneven
    assert sum(covered(ratings, truth, interval) for ratings, truth in uneven) >= least


def test_metrics_that_say_much_save_judgments(runs):
    score, _, given = runs
    found = np.array([summarise(one).mean for one in given])
    ratio = ((found - score.mean(axis=1)) ** 2).mean(axis=0) / (score.var(axis=1) / 40)
    assert ratio.mean() < 0.8


def test_betting_covers_at_every_look_and_bounds_hold(runs):
    score, _, contributions = runs
    truth = score.mean(axis=1)
    threshold = -math.log(0.05)
    misses = wrong = total = 0
    for given in contributions:
        assert given.limits is not None
        assert ((given.value >= given.limits[:, 0] - 1e-9) & (given.value <= given.limits[:, 1] + 1e-9)).all()
        for system in range(SYSTEMS):
            mine = given.group == system
            values, limits = given.value[mine], given.limits[mine]
            misses += capital.log_capitals(values, limits, truth[system]).max() >= threshold
            wrong += capital.log_capitals(values + 2, limits + 2, truth[system]).max() >= threshold
            total += 1
    assert misses <= binom.isf(1e-6, total, 0.05)
    assert wrong > binom.isf(1e-6, total, 0.05), "a shifted estimate is found"


def test_metrics_that_say_nothing_cost_next_to_nothing():
    rng = np.random.default_rng(13)
    score, _ = population(3)
    noise = {str(number): rng.normal(size=score.shape) for number in range(6)}
    truth = score.mean(axis=1)
    drawn = [draw_sequence(score, noise, 15, rng, scale=SCALE) for _ in range(250)]
    found = np.array([summarise(contribute(ratings)).mean for ratings in drawn])
    ratio = ((found - truth) ** 2).mean(axis=0) / (score.var(axis=1) / 15)
    # 500 squared errors of a skewed score scatter around their mean by about 8 %.
    assert ratio.mean() < 1.4
