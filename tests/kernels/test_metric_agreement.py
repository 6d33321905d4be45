"""Agreement of metrics with people against scipy and slow twins."""

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from quorate.kernels.metric_agreement import (
    accuracy_on_items,
    decided_alike,
    kendall_of_columns,
    pair_differences,
    pearson_of_columns,
    ratio_interval,
    sign_p_values,
    sign_test,
    signs,
    soft_accuracy,
    tie_calibrated,
)


@pytest.fixture(params=range(4))
def tables(request):
    """Scores by people and a metric, with ties and holes."""
    random = np.random.default_rng(request.param)
    people = random.integers(0, 4, size=(6, 25)).astype(float)
    metric = np.round(people + random.normal(scale=2, size=people.shape), 1)
    people[random.random(people.shape) < 0.1] = np.nan
    metric[random.random(people.shape) < 0.1] = np.nan
    return people, metric


def test_correlations_are_those_of_scipy(tables):
    people, metric = tables
    pearson, kendall = pearson_of_columns(people, metric), kendall_of_columns(people, metric)
    for column in range(people.shape[1]):
        both = ~np.isnan(people[:, column] + metric[:, column])
        one, other = people[both, column], metric[both, column]
        if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
            assert np.isnan(pearson[column])
            continue
        assert pearson[column] == pytest.approx(pearsonr(one, other).statistic, abs=1e-9)
        assert kendall[column] == pytest.approx(kendalltau(one, other).statistic, abs=1e-9)


def slow_accuracy(people, metric, epsilon):
    found = []
    for item in range(people.shape[1]):
        right = []
        for a, b in itertools.combinations(range(len(people)), 2):
            h, m = people[a, item] - people[b, item], metric[a, item] - metric[b, item]
            if not np.isnan(h + m):
                right.append(np.sign(h) == (0 if abs(m) <= epsilon else np.sign(m)))
        if right:
            found.append(np.mean(right))
    return float(np.mean(found))


def test_pairwise_accuracy_with_ties_calibrated_is_that_of_a_slow_twin(tables):
    people, metric = tables
    epsilon, accuracy, on_items = tie_calibrated(pair_differences(people), pair_differences(metric))
    candidates = [0.0, *np.unique(np.abs(pair_differences(metric)[~np.isnan(pair_differences(metric))]))]
    assert accuracy == pytest.approx(max(slow_accuracy(people, metric, one) for one in candidates), abs=1e-9)
    assert accuracy == pytest.approx(slow_accuracy(people, metric, epsilon), abs=1e-9)
    assert np.nanmean(on_items) == pytest.approx(accuracy)


def test_decided_pairs_are_counted_with_ties_as_halves():
    people, metric = np.array([[2.0], [1], [1], [0]]), np.array([[5.0], [5], [1], [9]])
    part, whole = decided_alike(pair_differences(people), pair_differences(metric))
    assert (part[0], whole[0]) == (1.5, 5)


def test_soft_accuracy_is_that_of_a_slow_twin(tables):
    people, metric = tables
    turned = signs(200, people.shape[1], np.random.default_rng(1))
    gaps = []
    for a, b in itertools.combinations(range(len(people)), 2):
        both = ~np.isnan(people[a] - people[b] + metric[a] - metric[b])
        p = []
        for side in (people, metric):
            d = (side[a] - side[b])[both]
            p.append(np.mean([(turn[both] * d).sum() >= d.sum() - 1e-9 for turn in turned]))
        gaps.append(abs(p[0] - p[1]))
    assert soft_accuracy(pair_differences(people), pair_differences(metric), turned) == pytest.approx(1 - np.mean(gaps))


def test_a_metric_that_is_people_themselves_is_perfect():
    people = np.random.default_rng(2).normal(size=(5, 30))
    differences = pair_differences(people)
    assert tie_calibrated(differences, differences)[1] == 1
    assert soft_accuracy(differences, differences, signs(100, 30, np.random.default_rng(0))) == 1


def test_p_values_are_small_where_all_differences_are_positive():
    turned = signs(1000, 20, np.random.default_rng(0))
    assert sign_p_values(np.ones((1, 20)), turned)[0] < 0.01
    assert sign_p_values(-np.ones((1, 20)), turned)[0] == 1


def test_false_positives_of_the_test_between_metrics_are_as_many_as_said():
    random, found = np.random.default_rng(7), 0
    turned = signs(400, 60, random)
    for _ in range(500):
        quality = random.normal(size=(5, 60))
        people, one, other = (quality + random.normal(size=quality.shape) for _ in range(3))
        said = pair_differences(people)
        found += (
            sign_test(*(accuracy_on_items(said, pair_differences(side), 0.0) for side in (one, other)), turned) < 0.05
        )
    assert 0.03 <= found / 500 <= 0.07


def test_an_interval_covers_and_never_has_no_width():
    assert ratio_interval(np.array([]), np.array([]), 1.96)[1:] == (0, 1)
    value, low, high = ratio_interval(np.ones(10), np.ones(10), 1.96)
    assert value == high == 1
    assert 0.7 < low < 0.95
    random, covered = np.random.default_rng(3), 0
    for _ in range(400):
        whole = random.integers(1, 6, size=80).astype(float)
        rate = random.beta(6, 4, size=80)
        _, low, high = ratio_interval(random.binomial(whole.astype(int), rate), whole, 1.96)
        covered += low <= 0.6 <= high
    assert covered / 400 > 0.91
