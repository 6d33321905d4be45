"""Crossed effects: strictness is found, drawn to zero where little is known, and moves no mean."""

import numpy as np
import pytest

from quorate.kernels.crossed import annotator_effects


def crossed(rng, *, outputs=200, annotators=8, per_output=3, strict=0.5, noise=0.3):
    effect = strict * rng.normal(size=annotators)
    output = np.repeat(np.arange(outputs), per_output)
    annotator = np.concatenate([rng.choice(annotators, per_output, replace=False) for _ in range(outputs)])
    score = rng.normal(size=outputs)[output] + effect[annotator] + noise * rng.normal(size=len(output))
    return effect, np.zeros_like(output), output, annotator, score


def test_strict_annotators_are_found():
    effect, group, output, annotator, score = crossed(np.random.default_rng(0))
    found = annotator_effects(group, output, annotator, score)
    counts = np.bincount(annotator)
    centred = effect - (counts * effect).sum() / counts.sum()
    assert np.abs(found - centred).max() < 0.12
    assert (counts * found).sum() == pytest.approx(0, abs=1e-9)


def test_without_differences_nothing_is_taken_off():
    _, group, output, annotator, score = crossed(np.random.default_rng(1), strict=0.0)
    assert np.abs(annotator_effects(group, output, annotator, score)).max() < 0.1


def test_annotators_with_one_judgment_hardly_move():
    rng = np.random.default_rng(2)
    score = rng.normal(size=100)
    found = annotator_effects(np.zeros(100, dtype=np.int64), np.arange(100), np.arange(100), score)
    assert np.abs(found).max() < np.abs(score - score.mean()).max()
    assert np.isfinite(found).all()


@pytest.mark.parametrize("score", [np.ones(5), np.empty(0)])
def test_equal_scores_or_none_have_no_effects(score):
    count = np.arange(len(score))
    assert np.abs(annotator_effects(np.zeros_like(count), count, count, score)).sum() == 0
