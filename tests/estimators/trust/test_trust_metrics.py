"""What is said about metrics: planted ones, useless ones, and broken ones."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.estimators.trust.metrics import correlations_of, trust_metrics


@pytest.fixture(scope="module")
def people():
    random = np.random.default_rng(0)
    return random.normal(size=(5, 1)) * 0.5 + random.normal(size=(5, 200))


@pytest.fixture(scope="module")
def found(people):
    random = np.random.default_rng(1)
    good, random_scores = people + random.normal(size=people.shape), random.normal(size=people.shape)
    holes = good.copy()
    holes[0, :50], holes[1, 0] = np.nan, np.inf
    metrics = {
        "random": random_scores, "good": good, "turned": -good, "constant": np.ones_like(good),
        "holes": holes, "nothing": np.full_like(good, np.nan), "other scale": 1e6 + 1e-3 * good,
    }  # fmt: skip
    made = trust_metrics(list("abcde"), people, metrics, turns=200)
    return {one.metric: one for one in made.metrics}


def test_a_metric_that_follows_people_is_told_from_one_that_does_not(found):
    assert found["good"].verdict == "yes"
    assert found["random"].verdict == "no"
    assert found["turned"].verdict == "turned"
    assert found["good"].agreement > 0.65
    assert found["good"].saving == pytest.approx(1 / (1 - found["good"].correlations["systems"][0] ** 2))
    assert 1.5 < found["good"].saving < 2.5
    assert sum(found["good"].quadrants) == pytest.approx(1)


def test_another_scale_changes_nothing(found):
    assert found["other scale"].agreement == found["good"].agreement
    assert found["other scale"].accuracy == pytest.approx(found["good"].accuracy)


def test_what_is_wrong_with_a_metric_is_said(found):
    assert found["constant"].note == "it gives every output the same score"
    assert found["nothing"].note == "it scores none of the judged outputs"
    assert found["holes"].note == "1 scores are infinite and count as missing"
    assert (found["holes"].lacking, found["nothing"].lacking) == (51, 1000)
    assert found["constant"].verdict == found["nothing"].verdict == "no"


def test_more_metrics_than_judgments(people):
    random = np.random.default_rng(4)
    few = np.where(np.arange(200) < 3, people, np.nan)
    metrics = {f"m{number}": random.normal(size=people.shape) for number in range(40)}
    made = trust_metrics(list("abcde"), few, metrics, turns=50)
    assert made.judged == 15
    assert len(made.metrics) == 40


def test_too_little_is_refused(people):
    with pytest.raises(InputError, match="at least 10"):
        trust_metrics(list("abcde"), np.where(np.arange(200) < 1, people, np.nan), {"m": people})
    with pytest.raises(InputError, match="--metrics"):
        trust_metrics(list("abcde"), people, {})


def test_correlations_by_grouping_of_a_metric_that_only_knows_the_system(people):
    only_means = np.tile(people.mean(axis=1, keepdims=True), (1, 200))
    found = correlations_of(people, only_means)
    assert found["means"] == (pytest.approx(1), pytest.approx(1))
    assert np.isnan(found["systems"][0])
