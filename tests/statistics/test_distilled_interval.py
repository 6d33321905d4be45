"""The interval of a distilled utility's correlation, where there is nothing to learn.

Over permutations of the target the variance of the correlation is compared with the variance that the intervals imply.
If both are the same, (runs − 1) times their ratio is about χ²: it passes the threshold with probability 10⁻⁶. Without
the stretch by √2 the ratio is twice as large, and passes the threshold with probability > .99.
"""

from dataclasses import replace

import numpy as np
import pytest
from planted import plant_candidates
from scipy.stats import chi2, norm

from quorate.selection.distillation import linear
from quorate.selection.distillation.features import describe
from quorate.selection.distillation.training_set import prepare_training_set

RUNS, ITEMS = 210, 60
THRESHOLD = chi2.isf(1e-6, RUNS - 1) / (RUNS - 1)


@pytest.fixture(scope="module")
def runs():
    """Correlations of permuted targets on Fisher's scale, with the standard errors that their intervals imply."""
    training = prepare_training_set("metric-average", [plant_candidates(4, ITEMS, 8, words=12)])
    training = replace(training, group=np.arange(ITEMS))
    rows = describe(training.sources)
    patch = pytest.MonkeyPatch()
    patch.setattr(linear, "describe", lambda _: rows)
    found = []
    for run in range(RUNS):
        target = np.random.default_rng([7, run]).permutation(training.target)
        found.append(linear.train(replace(training, target=target), seed=run).agreement)
    patch.undo()
    middle, low, high = (np.arctanh([getattr(one, end) for one in found]) for end in ("correlation", "low", "high"))
    return found, middle, (high - low) / (2 * norm.ppf(0.975))


def test_intervals_are_as_wide_as_the_correlation_varies(runs):
    _, middle, implied = runs
    assert middle.var(ddof=1) / np.mean(implied**2) < THRESHOLD


def test_intervals_without_the_stretch_would_be_noticed(runs):
    _, middle, implied = runs
    unstretched = np.mean(implied**2) / 2
    assert middle.var(ddof=1) / unstretched > THRESHOLD
    assert chi2.sf((RUNS - 1) * THRESHOLD / 2, RUNS - 1) > 0.99  # if the ratio is 2, as it should be


def test_what_is_useless_is_seldom_called_useful(runs):
    found, _, _ = runs
    assert np.mean([one.is_useful for one in found]) < 0.1


@pytest.mark.parametrize("level", [0.5, 0.9])
def test_a_higher_level_is_wider(level):
    training = prepare_training_set("metric-average", [plant_candidates(4, 60, 8, words=12)])
    low, high = (linear.train(training, level=one).agreement for one in (level, 0.99))
    assert high.low < low.low < low.high < high.high
