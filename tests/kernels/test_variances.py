"""Variance components: by hand, unbiased on made data, and the annotators' share by plain least squares."""

import numpy as np
import pytest

from quorate.kernels import variances


def made(rng, outputs, k, *, signal=1.0, noise=0.5, strictness=0.0, annotators=20):
    output = np.repeat(np.arange(outputs), k)
    annotator = np.concatenate([rng.choice(annotators, k, replace=False) for _ in range(outputs)])
    score = rng.normal(0, np.sqrt(signal), outputs)[output] + rng.normal(0, np.sqrt(noise), output.size)
    return output, annotator, score + rng.normal(0, np.sqrt(strictness), annotators)[annotator]


def test_by_hand():
    output, score = np.array([7, 7, 3, 3, 3, 1]), np.array([1.0, 3.0, 2.0, 4.0, 6.0, 9.0])
    gathered = variances.gather(output, score)
    assert sorted(gathered.judged) == [2.0, 3.0]
    found = variances.components(gathered)
    noise = (2 + 8) / (1 + 2)
    published = np.var([2.0, 4.0], ddof=1)
    assert found.noise == pytest.approx(noise)
    assert found.published_signal == pytest.approx(published)
    assert found.signal == pytest.approx(published - noise * (1 / 2 + 1 / 3) / 2)


def test_the_corrected_signal_is_unbiased_and_the_published_one_is_not():
    rng = np.random.default_rng(1)
    found = np.array([variances.components(variances.gather(*made(rng, 100, 2)[::2])) for _ in range(400)])
    error = found.std(axis=0) / np.sqrt(400)
    assert found[:, 0].mean() == pytest.approx(0.5, abs=5 * error[0])
    assert found[:, 1].mean() == pytest.approx(1.0, abs=5 * error[1])
    assert found[:, 2].mean() > 1.0 + 5 * error[2]


def test_drawing_outputs_again_spreads_as_new_data_would():
    rng = np.random.default_rng(2)
    fresh = np.array([variances.components(variances.gather(*made(rng, 150, 3)[::2])) for _ in range(300)])
    drawn = variances.resample(variances.gather(*made(rng, 150, 3)[::2]), 1000, 5)
    assert drawn.shape == (1000, 3)
    assert drawn.std(axis=0) == pytest.approx(fresh.std(axis=0), rel=0.3)


def test_annotators_share_equals_two_way_least_squares():
    output, annotator, score = made(np.random.default_rng(3), 60, 3, strictness=0.4, annotators=6)
    design = np.hstack([np.eye(60)[output], np.eye(6)[annotator]])
    fitted = design @ np.linalg.lstsq(design, score, rcond=None)[0]
    residual = np.sum((score - fitted) ** 2) / (score.size - np.linalg.matrix_rank(design))
    gathered = variances.gather(output, score)
    within = gathered.squares.sum() / (gathered.judged - 1).sum()
    assert variances.annotator_share(output, annotator, score) == pytest.approx(1 - residual / within)


def test_annotators_share_finds_strictness():
    rng = np.random.default_rng(4)
    share = variances.annotator_share(*made(rng, 800, 3, noise=0.5, strictness=0.5))
    assert share == pytest.approx(0.5, abs=0.15)
    assert variances.annotator_share(*made(rng, 800, 3)) == pytest.approx(0.0, abs=0.05)


def test_annotators_who_judged_once_leave_nothing_to_fit():
    output, score = np.repeat(np.arange(5), 2), np.arange(10.0)
    assert variances.annotator_share(output, np.arange(10), score) is None
