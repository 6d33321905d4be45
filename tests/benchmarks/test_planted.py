"""Planted inputs are what their page says."""

import numpy as np
import pytest
from planted import plant_candidates, plant_curves


def test_scores_follow_the_curves():
    planted = plant_curves(10, 2000, 0, noise=0.05)
    curve = planted.feasibility / (
        1 + np.exp(-planted.discriminability * (planted.ability[:, None] - planted.difficulty))
    )
    assert (planted.scores - curve).std() == pytest.approx(0.05, rel=0.05)
    assert planted.difficulty.std() == pytest.approx(1, rel=0.1)
    assert np.log(planted.discriminability).std() == pytest.approx(0.5, rel=0.1)
    assert planted.feasibility.mean() == pytest.approx(0.8, rel=0.05)
    assert (planted.ability.mean(), planted.ability.std()) == pytest.approx((0, 1))


def test_texts_have_the_length_asked_for_and_better_systems_keep_more():
    planted = plant_candidates(6, 150, 3, words=25)
    lengths = [len(source.split()) for source in planted.sources]
    assert 23 < np.mean(lengths) < 29
    kept = [
        np.mean(
            [
                len(set(out.lower().split()) & set(source.lower().split())) / len(set(source.split()))
                for out, source in zip(outputs, planted.sources, strict=True)
            ]
        )
        for outputs in planted.outputs
    ]
    assert np.corrcoef(kept, planted.scores.mean(axis=1))[0, 1] > 0.9


def test_the_same_seed_makes_the_same():
    one, other = plant_candidates(3, 9, 5), plant_candidates(3, 9, 5)
    assert one.outputs == other.outputs
    assert np.array_equal(one.human, other.human)
    assert plant_candidates(3, 9, 6).outputs != one.outputs
