"""From two scores to a preference: formulas, thresholds, and what cannot be fitted."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.preferences import WAYS, best_thresholds, fit_preference

FIRST = np.array([10.0, 20, 30, 40, 50, 5, 7, 30])
SECOND = np.array([0.0, 10, 30, 44, 40, 8, 7, 0])
OUTCOME = np.array([1.0, 1, 0.5, 0, 1, 0, 0.5, 1])


def test_formulas():
    linear = fit_preference(FIRST, SECOND, OUTCOME)
    assert linear.probability(np.array([10.0]), np.array([4.0])) == pytest.approx([0.5 + 6 / 60])
    btl = fit_preference(FIRST, SECOND, OUTCOME, "btl")
    assert btl.probability(np.array([30.0]), np.array([10.0])) == pytest.approx([0.75])
    logistic = fit_preference(FIRST, SECOND, OUTCOME, "logistic")
    expected = 1 / (1 + np.exp(-6 / 30 / logistic.temperature))
    assert logistic.probability(np.array([10.0]), np.array([4.0])) == pytest.approx([expected])


@pytest.mark.parametrize("way", WAYS)
def test_a_swapped_pair_has_the_other_chance_and_equal_scores_are_even(way):
    fitted = fit_preference(FIRST, SECOND, OUTCOME, way)
    assert fitted.probability(FIRST, SECOND) == pytest.approx(1 - fitted.probability(SECOND, FIRST))
    assert fitted.probability(np.array([3.0]), np.array([3.0])) == 0.5


@pytest.mark.parametrize("way", ["linear", "logistic"])
def test_another_scale_changes_nothing(way):
    plain, moved = (
        fit_preference(FIRST, SECOND, OUTCOME, way),
        fit_preference(5 + FIRST / 100, 5 + SECOND / 100, OUTCOME, way),
    )
    assert moved.probability(5 + FIRST / 100, 5 + SECOND / 100) == pytest.approx(plain.probability(FIRST, SECOND))
    assert moved.accuracy == plain.accuracy == 1


def test_thresholds_are_the_best_of_the_grid():
    random = np.random.default_rng(3)
    probability = np.round(random.uniform(0.35, 0.65, 300), 4)
    outcome = random.choice([0, 0.5, 1], size=300)
    best = 0.0
    for lower in np.arange(0.4, 0.5005, 0.001).round(3):
        for upper in np.arange(0.5, 0.6005, 0.001).round(3):
            said = np.where(probability > upper, 1, np.where(probability < lower, 0, 0.5))
            best = max(best, (said == outcome).mean())
    assert best_thresholds(probability, outcome)[2] == pytest.approx(best)


def test_without_comparisons_nothing_is_fitted():
    with pytest.raises(InputError, match="Give some that people have judged"):
        fit_preference(np.array([]), np.array([]), np.array([]))
    with pytest.raises(InputError, match="3 comparisons and 0 with both scores"):
        fit_preference(np.full(3, np.nan), np.ones(3), np.ones(3))
    with pytest.raises(InputError, match="cannot tell them apart"):
        fit_preference(np.ones(3), np.ones(3), np.array([1, 0, 0.5]))
    with pytest.raises(InputError, match="no way 'cubic'"):
        fit_preference(FIRST, SECOND, OUTCOME, "cubic")


def test_a_missing_score_is_left_out_and_counted():
    first = FIRST.copy()
    first[[0, 1]] = np.nan, np.inf
    fitted = fit_preference(first, SECOND, OUTCOME)
    assert (fitted.count, fitted.lacking) == (6, 2)
    assert np.isnan(fitted.outcome(first, SECOND)[0])
