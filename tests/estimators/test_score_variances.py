"""Variance components of scores as a user sees them, and how many annotators are worth their money."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.estimators.scores.variances import estimate_variances, worth_paying
from quorate.records.codec import to_json


def judged_twice(rng, outputs=300, signal=1.0, noise=1.0):
    output = np.repeat(np.arange(outputs), 2)
    annotator = np.tile([0, 1], outputs)
    score = rng.normal(0, np.sqrt(signal), outputs)[output] + rng.normal(0, np.sqrt(noise), 2 * outputs)
    return output, annotator, score


def test_intervals_cover_the_truth_and_the_published_formula_does_not():
    rng = np.random.default_rng(1)
    runs, missed, published = 60, 0, 0
    for _ in range(runs):
        output, annotator, score = judged_twice(rng)
        gamma = estimate_variances(output, annotator, score, draws=300).gamma
        missed += not gamma.low <= 1.0 <= gamma.high
        gamma = estimate_variances(output, annotator, score, draws=300, published=True).gamma
        published += not gamma.low <= 1.0 <= gamma.high
    limit = int(binom.isf(1e-6, runs, 0.08))  # the bootstrap of a ratio is right up to this
    assert missed <= limit < published


def test_everything_is_said():
    found = estimate_variances(*judged_twice(np.random.default_rng(2)), criterion="fluency", level=0.9)
    assert (found.criterion, found.outputs, found.judgments, found.level) == ("fluency", 300, 600, 0.9)
    assert found.gamma.value == pytest.approx(found.noise.value / found.signal.value)
    assert found.signal.low < found.signal.value < found.signal.high
    assert found.annotator_share == pytest.approx(0, abs=0.02)
    assert to_json(found)["is_published"] is False


def test_outputs_that_do_not_differ_have_no_gamma():
    output, annotator, _ = judged_twice(np.random.default_rng(3))
    found = estimate_variances(output, annotator, np.tile([1.0, 2.0], 300))
    assert found.signal.value == 0.0
    assert found.gamma.value is None
    assert found.gamma.high is None


def test_annotators_with_one_judgment_each_and_unknown_annotators():
    output, _, score = judged_twice(np.random.default_rng(4))
    assert estimate_variances(output, np.arange(600), score).annotator_share is None
    assert estimate_variances(output, None, score).annotator_share is None


def test_one_judgment_for_each_output_is_said_plainly():
    with pytest.raises(InputError, match=r"Only 0 outputs have two judgments of tone.*Ask several annotators"):
        estimate_variances(np.arange(10), None, np.arange(10.0), criterion="tone")


@pytest.mark.parametrize(
    ("gamma", "item_cost", "judgment_cost", "expected"),
    [(1, 0, 1, 1), (1, 1, 1, 1), (4, 1, 1, 2), (9, 4, 1, 6), (0.1, 1, 1, 1), (2, 1, 0.15, 4)],
)
def test_worth_paying(gamma, item_cost, judgment_cost, expected):
    costs = {m: (1 + gamma / m) * (item_cost + m * judgment_cost) for m in range(1, 50)}
    assert costs[expected] == min(costs.values())
    assert worth_paying(gamma, item_cost, judgment_cost) == expected


def test_a_judgment_costs_something():
    with pytest.raises(InputError, match="must cost something"):
        worth_paying(1.0, 1.0, 0.0)
