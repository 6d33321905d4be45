"""Do calibrated intervals cover what they say, for any design, and are the estimates unbiased to their order?

A population is made whose scores metrics explain in part; items are drawn again and again. A miss is counted by run,
not by system, because the systems of a run share their items. Thresholds come from the binomial: intervals that miss in
6 % of runs fail with a probability below one in a million, and each planted fault is found.
"""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.estimators.scores.one_look import PAIRED_REACH, STRETCH
from quorate.kernels.calibration import calibrate, compare, residual_sums, summarise_covariates
from quorate.kernels.student import skewed_interval
from quorate.selection.designs import draw, inclusion

ITEMS, SYSTEMS, RUNS = 240, 4, 800


def population(seed, documents=0.0):
    """Scores and metrics; hard items vary more; items of a document are alike in how far systems differ on them."""
    rng = np.random.default_rng(seed)
    spread = rng.uniform(0.3, 2.0, ITEMS)
    metrics = rng.normal(size=(ITEMS, SYSTEMS, 3)) * spread[:, None, None] + rng.normal(size=(ITEMS, 1, 3))
    alike = np.repeat(rng.normal(size=(ITEMS // 8, SYSTEMS)), 8, axis=0) * documents
    noise = rng.gamma(2.0, size=(ITEMS, SYSTEMS)) * spread[:, None]
    tilt = np.outer(spread - spread.mean(), np.linspace(-1.5, 1.5, SYSTEMS))
    scores = metrics @ np.array([1.0, 0.5, 0.0]) - noise + alike + tilt + np.arange(SYSTEMS) * 0.2
    return scores, summarise_covariates(metrics), spread


def estimate(scores, known, chosen, weight, probability, piece=None):  # noqa: PLR0917
    found = calibrate(scores[chosen], chosen, weight, known, piece=piece)
    mean = weight @ found.value / weight.sum()
    return compare(mean, residual_sums(found.value, weight, probability, piece))


def misses(pairs, scores, pair):
    bent = STRETCH * pairs.skewness
    ends = skewed_interval(pairs.difference, pairs.variance, bent, 0.95, pairs.freedom, most=PAIRED_REACH)[pair]
    truth = scores.mean(axis=0)
    gap = truth[pairs.first[pair]] - truth[pairs.second[pair]]
    return not ends[0] <= gap <= ends[1]


def most_misses(runs, rate=0.06):
    return int(binom.isf(1e-6, runs, rate))


@pytest.mark.parametrize("design", ["random", "systematic", "cube", "balanced"])
def test_intervals_of_differences_cover_whatever_the_design(design):
    scores, known, spread = population(0)
    is_equal = design in {"random", "balanced"}
    probability = inclusion(np.ones(ITEMS) if is_equal else spread, 40)
    missed, narrow = 0, 0
    for seed in range(RUNS):
        chosen = draw(design, probability, balance=known.shared, seed=seed)
        pairs = estimate(scores, known, chosen, 1 / probability[chosen], probability[chosen])
        missed += misses(pairs, scores, 2)
        narrow += misses(pairs._replace(variance=0.4 * pairs.variance), scores, 2)
    assert missed <= most_misses(RUNS)
    assert narrow > most_misses(RUNS), "a variance of less than half the size is found"


def test_forgotten_weights_are_found():
    scores, known, spread = population(1)
    probability = inclusion(spread, 80, floor=0.1)
    forgotten = 0
    for seed in range(RUNS):
        chosen = draw("systematic", probability, seed=seed)
        pairs = estimate(scores, known, chosen, np.ones(len(chosen)), probability[chosen])
        forgotten += misses(pairs, scores, 2)
    assert forgotten > most_misses(RUNS)


def test_documents_need_their_own_pieces():
    scores, known, _ = population(2, documents=2.0)
    units = np.arange(ITEMS) // 8
    probability = inclusion(np.ones(ITEMS), 96, units=units)
    missed, single = 0, 0
    for seed in range(RUNS):
        chosen = draw("random", probability, units=units, seed=seed)
        weight, share = np.ones(len(chosen)), probability[chosen]
        missed += misses(estimate(scores, known, chosen, weight, share, units[chosen]), scores, 2)
        single += misses(estimate(scores, known, chosen, weight, share), scores, 2)
    assert missed <= most_misses(RUNS, 0.07)
    assert single > most_misses(RUNS, 0.07), "items of a document taken as independent are found"


@pytest.mark.parametrize("design", ["random", "cube"])
def test_bias_is_of_a_smaller_order_than_the_standard_error(design):
    """Within five standard errors of the runs, and a tenth of the standard error of one; without weights it is not."""
    scores, known, spread = population(3)
    probability = inclusion(np.ones(ITEMS) if design == "random" else spread, 40, floor=0.1)
    found, forgotten = [], []
    for seed in range(RUNS):
        chosen = draw(design, probability, balance=known.shared, seed=seed)
        for weight, into in ((1 / probability[chosen], found), (np.ones(len(chosen)), forgotten)):
            value = calibrate(scores[chosen], chosen, weight, known).value
            into.append(weight @ value / weight.sum() - scores.mean(axis=0))

    def bias(errors):
        errors = np.array(errors) - np.mean(errors, axis=1, keepdims=True)
        return np.abs(errors.mean(axis=0) / errors.std(axis=0)).max()

    assert bias(found) < 0.1 + 5 / np.sqrt(RUNS)
    if design == "cube":
        assert bias(forgotten) > 0.1 + 5 / np.sqrt(RUNS)
