"""Item-response curves: derivatives, modes against scipy, planted curves found again, gaps and degenerate scores."""

import numpy as np
import pytest
from planted import plant_curves
from scipy.optimize import minimize

from quorate.kernels.item_response import ability_gradient, curve, fit_curves, fit_items, item_posterior

MEAN, PRECISION, NOISE = np.array([0.1, 0.3, 1.5]), np.array([1.0, 3.0, 2.0]), 0.004


def correlation(one, other):
    return float(np.corrcoef(one, other)[0, 1])


@pytest.mark.parametrize("parameters", [1, 2, 3])
def test_slopes_are_derivatives(parameters):
    item, ability, step = np.array([0.4, 0.2, 1.3]), -0.3, 1e-6
    slope, bend = np.empty(4), np.empty(4)
    curve(ability, item, parameters, slope, bend)
    kept, kept_bend = slope.copy(), bend.copy()
    for k in range(4):
        sides = []
        for sign in (1, -1):
            moved = item.copy()
            if k < 3:
                moved[k] += sign * step
            sides.append(curve(ability + sign * step * (k == 3), moved, parameters, slope, bend))
        if k < parameters or k == 3:
            assert (sides[0] - sides[1]) / (2 * step) == pytest.approx(kept[k], abs=1e-8)
    curve(ability + step, item, parameters, slope, bend)
    upper = slope.copy()
    curve(ability - step, item, parameters, slope, bend)
    assert (upper - slope) / (2 * step) == pytest.approx(kept_bend, abs=1e-7)


def test_the_gradient_of_an_ability_is_that_of_its_sum():
    planted = plant_curves(6, 30, 1)
    items = np.stack([planted.difficulty, np.log(planted.discriminability), np.full(30, 1.5)], axis=1)
    rng = np.random.default_rng(0)
    roots = rng.normal(size=(30, 3, 3)) * 0.2
    covariance = roots @ roots.transpose(0, 2, 1)
    scores = planted.scores.copy()
    scores[2, 5] = np.nan

    def half(ability):
        slope, bend, total = np.empty(4), np.empty(4), 0.5 * ability**2
        for x in range(30):
            if np.isfinite(scores[2, x]):
                residual = scores[2, x] - curve(ability, items[x], 3, slope, bend)
                total += (residual**2 + slope[:3] @ covariance[x] @ slope[:3]) / (2 * NOISE)
        return total

    gradient, curvature = ability_gradient(scores, 2, 0.7, items, covariance, NOISE, 3)
    assert gradient == pytest.approx((half(0.7 + 1e-5) - half(0.7 - 1e-5)) / 2e-5, rel=1e-5)
    assert curvature > 1


@pytest.mark.parametrize("parameters", [1, 2, 3])
def test_items_reach_the_mode_that_scipy_finds(parameters):
    planted = plant_curves(9, 12, 3)
    scores = planted.scores.copy()
    scores[::4, 3] = np.nan
    start = np.tile(MEAN, (12, 1))
    items, covariance, _ = fit_items(scores, planted.ability, start, MEAN, PRECISION, NOISE, parameters, 60)
    for x in range(12):

        def posterior(free, x=x):
            item = MEAN.copy()
            item[:parameters] = free
            return item_posterior(scores, planted.ability, x, item, MEAN, PRECISION, NOISE, parameters)

        found = minimize(posterior, MEAN[:parameters], method="BFGS", options={"gtol": 1e-8})
        assert posterior(items[x, :parameters]) <= found.fun + 1e-6
        assert (np.linalg.eigvalsh(covariance[x, :parameters, :parameters]) > 0).all()


@pytest.mark.parametrize("seed", [11, 12])
def test_planted_curves_are_found_again(seed):
    planted = plant_curves(15, 1100, seed)
    found = fit_curves(planted.scores)
    assert correlation(found.ability, planted.ability) > 0.99
    assert correlation(found.difficulty, planted.difficulty) > 0.95
    assert correlation(found.discriminability, planted.discriminability) > 0.95
    assert correlation(found.feasibility, planted.feasibility) > 0.75
    assert found.noise == pytest.approx(0.02, rel=0.1)


@pytest.mark.parametrize(("parameters", "least"), [(1, 0.99), (2, 0.97)])
def test_curves_with_fewer_numbers_are_found_in_more_noise(parameters, least):
    planted = plant_curves(15, 600, 5, noise=0.05, parameters=parameters)
    found = fit_curves(planted.scores, parameters)
    assert correlation(found.ability, planted.ability) > 0.99
    assert correlation(found.difficulty, planted.difficulty) > least
    assert (found.feasibility == 1).all()
    if parameters == 1:
        assert np.ptp(found.discriminability) < 1e-9
        assert found.discriminability[0] == pytest.approx(1.5, rel=0.05)
    else:
        assert correlation(found.discriminability, planted.discriminability) > 0.9


def test_cutting_scores_in_two_loses_what_continuous_scores_tell():
    planted = plant_curves(15, 400, 7)
    cut = (planted.scores > np.median(planted.scores)).astype(float)
    whole, halves = fit_curves(planted.scores), fit_curves(cut)
    assert correlation(whole.discriminability, planted.discriminability) > 0.9
    assert correlation(halves.discriminability, planted.discriminability) < 0.6


def test_gaps_are_left_out():
    planted = plant_curves(15, 500, 8)
    scores = planted.scores.copy()
    scores[np.random.default_rng(0).random(scores.shape) < 0.2] = np.nan
    scores[:, 7] = np.nan
    found = fit_curves(scores)
    assert correlation(found.ability, planted.ability) > 0.99
    assert correlation(found.difficulty, planted.difficulty) > 0.93
    assert all(np.isfinite(values).all() for values in (found.difficulty, found.discriminability, found.feasibility))


@pytest.mark.parametrize(
    "scores", [np.full((4, 6), 0.5), np.zeros((2, 3)), np.ones((5, 1)), np.eye(3), np.ones((1, 4))]
)
def test_scores_that_say_nothing_give_finite_curves(scores):
    found = fit_curves(scores)
    for values in (found.ability, found.difficulty, found.discriminability, found.feasibility):
        assert np.isfinite(values).all()


def test_an_item_has_one_to_three_parameters():
    with pytest.raises(ValueError, match="1, 2 or 3"):
        fit_curves(np.ones((2, 2)), 4)
