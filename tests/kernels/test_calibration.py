"""Corrected scores: the formula written out, and what must not change them."""

import numpy as np
import pytest

from quorate.kernels.calibration import (
    CAUTION,
    EVENNESS,
    FOLLOWING,
    MOST_FOLLOWING,
    PENALTY,
    calibrate,
    residual_sums,
    summarise_covariates,
)


def world(seed=0, items=200, systems=6, metrics=4, noise=1.0):
    rng = np.random.default_rng(seed)
    hard = rng.normal(size=(items, 1, 1))
    scores = rng.normal(size=(items, systems, metrics)) + hard + rng.normal(size=(systems, metrics)) * 0.5
    quality = (
        scores @ np.linspace(1, 0.2, metrics) + rng.normal(size=systems) + noise * rng.normal(size=(items, systems))
    )
    return rng, scores, quality


def slow_values(scores, item, weight, known, fold):
    """The formula, item by item."""
    weight = weight / weight.mean()
    mean = scores.mean(axis=1)
    own = scores - mean[:, None]
    parts = int(fold.max()) + 1
    slopes = [
        (
            slow_slope(known.own[item], own, weight, fold != part),
            slow_slope(known.shared[item][:, None], mean[:, None], weight, fold != part),
        )
        for part in range(parts + 1)  # the last without none
    ]

    def predict(row, system, part):
        gap = known.own[item[row], system] - known.level[system]
        return gap @ slopes[part][0] + known.shared[item[row]] @ slopes[part][1]

    count, systems = scores.shape
    predicted = np.array([[predict(row, system, fold[row]) for system in range(systems)] for row in range(count)])
    out = np.zeros_like(scores)
    for system in range(systems):
        follows = [slow_follow(scores[:, system], predicted[:, system], weight, fold != p) for p in range(parts + 1)]
        for row in range(count):
            out[row, system] = scores[row, system] - follows[fold[row]] * predicted[row, system]
        off = sum(weight[row] * predict(row, system, parts) for row in range(count)) / count
        wanted = (weight @ scores[:, system]) / count - follows[parts] * off
        out[:, system] += wanted - weight @ out[:, system] / count
    return out


def slow_follow(y, f, weight, others):
    share = weight[others] / weight[others].sum()
    y, f = y[others] - share @ y[others], f[others] - share @ f[others]
    doubt = FOLLOWING / others.sum() * (share @ (y - f) ** 2)
    return float(np.clip((share @ (f * y) + doubt) / (share @ f**2 + doubt), 0, MOST_FOLLOWING))


def slow_slope(x, y, weight, others):
    n, systems, width = x.shape
    x = x - sum(w * one for w, one in zip(weight, x, strict=True)) / n
    y = y - sum(w * one for w, one in zip(weight, y, strict=True)) / n
    spread = sum(w * one**2 for w, one in zip(weight, y, strict=True)) / n
    exact = 1 / (spread + EVENNESS * spread.mean())
    exact = exact / exact.mean()
    gram, target = np.zeros((width, width)), np.zeros(width)
    for row in np.flatnonzero(others):
        for system in range(systems):
            gram += weight[row] * exact[system] * np.outer(x[row, system], x[row, system])
            target += weight[row] * exact[system] * x[row, system] * y[row, system]
    inverse = np.linalg.inv(gram + PENALTY / others.sum() * np.trace(gram) / width * np.eye(width))
    slope = inverse @ target
    chance = np.zeros((width, width))
    for row in np.flatnonzero(others):
        lone = sum(weight[row] * exact[s] * x[row, s] * (y[row, s] - x[row, s] @ slope) for s in range(systems))
        chance += np.outer(lone, lone)
    chance *= n / (n - 1)
    return slope * max(0.0, 1 - CAUTION * np.trace(inverse @ chance) / (target @ slope))


def test_the_formula_item_by_item_gives_the_same():
    rng, scores, quality = world()
    known = summarise_covariates(scores, rng.normal(size=(200, 2)))
    item = rng.permutation(200)[:40]
    weight = rng.uniform(0.5, 2, 40)
    fold = np.random.default_rng(7).permutation(40) % 5
    found = calibrate(quality[item], item, weight, known, seed=7)
    assert found.value == pytest.approx(slow_values(quality[item], item, weight, known, fold), abs=1e-8)


def test_a_system_that_never_errs_is_not_corrected_for_errors():
    _, scores, quality = world(noise=0.1)
    quality[:, 2] = 5.0
    found = calibrate(quality[:80], np.arange(80), np.ones(80), summarise_covariates(scores))
    assert found.value[:, 2].std() < 0.1 * quality[:80, 1].std()
    assert found.value[:, 2].mean() == pytest.approx(5.0, abs=0.02)
    assert found.value[:, 1].std() < 0.5 * quality[:80, 1].std()  # the others are corrected as ever


def test_with_all_items_judged_the_mean_is_the_plain_mean():
    _, scores, quality = world(items=60)
    found = calibrate(quality, np.arange(60), np.ones(60), summarise_covariates(scores))
    assert found.value.mean(axis=0) == pytest.approx(quality.mean(axis=0), abs=1e-12)


def test_renaming_systems_renames_values_and_a_metric_upside_down_changes_nothing():
    rng, scores, quality = world()
    item, weight = rng.permutation(200)[:50], np.ones(50)
    plain = calibrate(quality[item], item, weight, summarise_covariates(scores)).value
    order = rng.permutation(6)
    assert calibrate(
        quality[item][:, order], item, weight, summarise_covariates(scores[:, order])
    ).value == pytest.approx(plain[:, order], abs=1e-8)
    turned = scores * np.array([-1.0, 3.0, 1.0, -0.5]) + 7
    assert calibrate(quality[item], item, weight, summarise_covariates(turned)).value == pytest.approx(plain, abs=1e-7)


def test_a_better_system_is_better_by_as_much():
    """The slope cannot encode the ranking: a bonus for one system goes through unchanged."""
    rng, scores, quality = world()
    item, weight = rng.permutation(200)[:50], rng.uniform(0.5, 2, 50)
    bonus = np.array([0.0, 0, 5, 0, 0, -2])
    plain = calibrate(quality[item], item, weight, summarise_covariates(scores)).value
    assert calibrate(quality[item] + bonus, item, weight, summarise_covariates(scores)).value == pytest.approx(
        plain + bonus, abs=1e-8
    )


def test_metrics_that_know_everything_leave_little_error():
    rng, scores, quality = world(noise=0.05)
    known = summarise_covariates(scores)
    plain, corrected = [], []
    for _ in range(60):
        item = rng.permutation(200)[:40]
        value = calibrate(quality[item], item, np.ones(40), known).value
        plain.append(quality[item].mean(axis=0) - quality.mean(axis=0))
        corrected.append(value.mean(axis=0) - quality.mean(axis=0))
    assert np.std(corrected) < 0.35 * np.std(plain)


def test_metrics_that_know_nothing_change_next_to_nothing():
    rng, scores, quality = world()
    useless = rng.normal(size=scores.shape)
    known = summarise_covariates(useless)
    plain, corrected = [], []
    for _ in range(200):
        item = rng.permutation(200)[:30]
        plain.append(quality[item].mean(axis=0) - quality.mean(axis=0))
        corrected.append(calibrate(quality[item], item, np.ones(30), known).value.mean(axis=0) - quality.mean(axis=0))
    assert np.std(corrected) < 1.04 * np.std(plain)


@pytest.mark.parametrize("metrics", [0, 1, 3])
def test_missing_and_constant_metrics_do_no_harm(metrics):
    rng, scores, quality = world(metrics=max(metrics, 1))
    scores = scores[:, :, :metrics].copy()
    if metrics > 1:
        scores[:, :, 1] = 4.0
        scores[rng.random(scores.shape) < 0.1] = np.nan
    known = summarise_covariates(scores)
    item = np.arange(30)
    found = calibrate(quality[item], item, np.ones(30), known)
    assert np.isfinite(found.value).all()
    if not metrics:
        assert found.value == pytest.approx(quality[item])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_handful_of_items_is_no_error(count):
    _, scores, quality = world()
    found = calibrate(quality[:count], np.arange(count), np.ones(count), summarise_covariates(scores))
    assert np.isfinite(found.value).all()


def test_squares_of_residual_sums_are_the_textbook_s_variance():
    rng = np.random.default_rng(0)
    value = rng.normal(size=(25, 3))
    sums = residual_sums(value, np.ones(25), np.full(25, 0.2))
    assert (sums**2).sum(axis=0) == pytest.approx(0.8 * value.var(axis=0, ddof=1) / 25)
    piece = np.repeat(np.arange(5), 5)
    together = residual_sums(value, np.ones(25), np.zeros(25), piece)
    means = value.reshape(5, 5, 3).mean(axis=1)
    assert (together**2).sum(axis=0) == pytest.approx(means.var(axis=0, ddof=1) / 5)
