"""Intervals hold when a few outputs were judged twice, and a bound that trusts so few repeats is found."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.estimators.scores import contribute
from quorate.estimators.scores import ratings as module
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.questions import Criterion

ITEMS, JUDGED, STUDIES, LEVEL = 60, 54, 500, 0.95


def held(method, repeats, seed=0):
    """In how many studies the interval holds the expected score over all items; annotators differ as outputs do."""
    rng = np.random.default_rng(seed)
    count = 0
    for _ in range(STUDIES):
        quality = rng.normal(scale=1.0, size=ITEMS)
        item = rng.permutation(ITEMS)[:JUDGED]
        item = np.concatenate([item, item[:repeats]])
        score = np.clip(quality[item] + rng.normal(scale=1.0, size=len(item)), -6, 6)
        ratings = Ratings(
            systems=("A",),
            scale=Criterion(name="quality", low=-6, high=6),
            system=np.zeros(len(item), dtype=np.int64),
            item=item,
            annotator=np.full(len(item), -1),
            score=score,
            copy_of=item,
            cluster=item,
            weight=np.ones(len(item)),
            exists=np.ones((1, ITEMS), dtype=np.bool_),
        )
        low, high = choose("recommended")(contribute(method, ratings), LEVEL)[0]
        count += low <= quality.mean() <= high
    return count


@pytest.mark.parametrize("repeats", [0, 1, 3, 10, 54])
def test_intervals_hold_with_any_number_of_repeats(repeats):
    assert held("mean", repeats) >= binom.ppf(1e-6, STUDIES, LEVEL)


def test_noise_from_one_repeat_is_not_trusted(monkeypatch):
    monkeypatch.setattr(module, "bound_noise", lambda squares, freedom, spread: squares / freedom)  # noqa: ARG005
    assert held("mean", 1) < binom.ppf(1e-6, STUDIES, LEVEL)
