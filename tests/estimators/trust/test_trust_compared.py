"""Metrics held against comparisons: a slow twin, another order of systems, and what is wrong with a metric."""

import itertools

import numpy as np
import pytest
from scipy.stats import pearsonr

from quorate.errors import InputError
from quorate.estimators.trust.compared import mean_outcomes, trust_compared

SYSTEMS, ITEMS = 4, 60


@pytest.fixture(scope="module")
def world():
    """Three people a pair, and metrics that follow quality or not."""
    random = np.random.default_rng(0)
    quality = random.normal(size=(SYSTEMS, ITEMS))
    rows = []
    for item, (one, other) in itertools.product(range(ITEMS), itertools.combinations(range(SYSTEMS), 2)):
        for _ in range(3):
            left, right = (one, other) if random.random() < 0.5 else (other, one)
            gap = quality[left, item] - quality[right, item] + 0.5 * random.normal()
            rows.append((left, right, item, 0.5 if abs(gap) < 0.3 else float(gap > 0)))
    first, second, item, outcome = (np.array(column) for column in zip(*rows, strict=True))
    metrics = {
        "good": quality + 0.7 * random.normal(size=quality.shape),
        "noise": random.normal(size=quality.shape),
        "flat": np.ones_like(quality),
    }
    return (first, second, item, outcome), metrics


def test_figures_are_those_of_a_slow_twin(world):
    (first, second, item, outcome), metrics = world
    means = mean_outcomes((SYSTEMS, ITEMS), first, second, item, outcome)
    found = trust_compared("abcd", means, metrics)
    (one,) = (row for row in found.metrics if row.metric == "good")
    said, seen, right, by_pair = [], [], [], {}
    for where, (i, j) in itertools.product(range(ITEMS), itertools.combinations(range(SYSTEMS), 2)):
        rows = (item == where) & (((first == i) & (second == j)) | ((first == j) & (second == i)))
        mean = np.mean(np.where(first[rows] == i, outcome[rows], 1 - outcome[rows])) - 0.5
        gap = metrics["good"][i, where] - metrics["good"][j, where]
        said.append(mean)
        seen.append(gap)
        by_pair.setdefault((i, j), []).append((mean, gap))
        if mean != 0:
            right.append((mean > 0) == (gap > 0))
    assert one.agreement == pytest.approx(np.mean(right))
    assert one.correlations["outputs"][0] == pytest.approx(pearsonr(said, seen).statistic)
    within = {pair: pearsonr(*np.array(rows).T).statistic for pair, rows in by_pair.items()}
    assert one.correlations["systems"][0] == pytest.approx(np.mean(list(within.values())))
    assert one.by_system[2] == pytest.approx(np.mean([rho for pair, rho in within.items() if 2 in pair]))


def test_verdicts_about_metrics(world):
    judged, metrics = world
    found = trust_compared("abcd", mean_outcomes((SYSTEMS, ITEMS), *judged), metrics)
    assert found.about == "pairs"
    assert found.metrics[0].metric == "good"
    verdicts = {row.metric: row.verdict for row in found.metrics}
    assert verdicts == {"good": "yes", "noise": "no", "flat": "no"}
    notes = {row.metric: row.note for row in found.metrics}
    assert notes["flat"] == "it gives every output the same score"


def test_missing_and_infinite_scores_are_counted(world):
    judged, metrics = world
    scores = metrics["good"].copy()
    scores[0, :5], scores[1, 0] = np.nan, np.inf
    found = trust_compared("abcd", mean_outcomes((SYSTEMS, ITEMS), *judged), {"good": scores})
    assert found.metrics[0].lacking == 6
    assert "infinite" in found.metrics[0].note


def test_too_little_is_refused(world):
    _, metrics = world
    with pytest.raises(InputError, match="0 pairs of outputs"):
        trust_compared("abcd", np.full((6, ITEMS), np.nan), metrics)
    with pytest.raises(InputError, match="no metric"):
        trust_compared("abcd", np.zeros((6, ITEMS)), {})
