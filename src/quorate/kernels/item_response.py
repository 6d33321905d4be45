"""Logistic item-response curves fitted to continuous scores.

Idea:
    A system has an ability, an item a curve that says which score to expect at which ability: where it rises
    (difficulty), how steeply (discriminability) and up to what (feasibility). In turn, every item's curve is fitted to
    the abilities (damped Gauss–Newton steps, after Levenberg and Marquardt), and every ability to the curves. Fifteen
    scores say little about a curve of three numbers, so how uncertain each curve is goes into the fit of the abilities
    (fitting both to their mode lets the ability of the best system run away); and how much items differ, and how noisy
    scores are, is learned from the same scores (empirical Bayes), so that a curve about which little is known is drawn
    towards the others.

Formula:
    r_mx = c_x / (1 + exp(−a_x (θ_m − b_x))) + N(0, σ²); θ ~ N(0, 1), and u_x = (b, ln a, logit c) normal with means and
    variances that are learned. With parameters = 2, c = 1; with 1, a is the same everywhere.
    Items: u_x = argmax of the posterior given θ, Σ_x the inverse of its curvature. Abilities: θ_m = argmin of
    Σ_x ((r − f)² + gᵀΣ_x g)/σ² + θ², g = ∂f/∂u, an EM step with the curve linear in u. Means, variances and σ²
    likewise. Abilities are kept at mean 0 and standard deviation 1.

Guarantee:
    Deterministic, finite; derivatives are analytic; every step of an item raises its posterior. Missing scores are left
    out. A curve without scores is that of the prior mean.

Assumptions:
    Scores on a scale from 0 to 1, rising with ability (a > 0); normal noise of the same size everywhere.

Reference:
    Lord, Novick (1968), Statistical theories of mental test scores; Noel, Dauvier (2007), A beta item response model
    for continuous bounded responses; Bock, Aitkin (1981), Marginal maximum likelihood estimation of item parameters;
    Marquardt (1963), An algorithm for least-squares estimation of nonlinear parameters.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled

PRIOR_MEAN = np.array([0.0, 0.0, 2.0])  # of b, ln a and logit c, before anything is learned
PRIOR_VARIANCE = np.array([4.0, 0.25, 1.0])
LEAST_VARIANCE = np.array([1e-2, 1e-3, 1e-2])
FIRST_NOISE = 0.1**2
LEAST_NOISE = 1e-3**2
ROUNDS = 80
STEPS = 2  # of each item and each ability in a round
LARGEST_STEP = 0.5  # of an ability
CLOSE_ENOUGH = 5e-3


@dataclass(frozen=True, kw_only=True)
class Curves:
    """What was fitted.

    Attributes:
        ability: θ of each system; mean 0 and standard deviation 1; all 0 where systems do not differ.
        difficulty: b of each item, on the same scale.
        discriminability: a of each item.
        feasibility: c of each item.
        noise: Standard deviation of the scores about the curves.
        rounds: How often items and abilities were fitted in turn.
    """

    ability: Floats
    difficulty: Floats
    discriminability: Floats
    feasibility: Floats
    noise: float
    rounds: int


def fit_curves(scores: Floats, parameters: int = 3) -> Curves:
    """Fit curves to system × item scores; NaN where there is none.

    Args:
        scores: On a scale from 0 to 1.
        parameters: How many numbers an item has: 1 (difficulty), 2 (and discriminability) or 3 (and feasibility).
    """
    if parameters not in (1, 2, 3):
        raise ValueError(f"An item has 1, 2 or 3 parameters, not {parameters}.")
    p = parameters
    scores = np.ascontiguousarray(scores, dtype=np.float64)
    known = np.isfinite(scores)
    ability, items = _start(scores, known)
    mean, variance, noise = PRIOR_MEAN.copy(), PRIOR_VARIANCE.copy(), FIRST_NOISE
    rounds = 0
    for rounds in range(1, ROUNDS + 1):  # noqa: B007 - how many it took is told
        items, covariance, left = fit_items(scores, ability, items, mean, 1 / variance, noise, p, STEPS)
        before = np.array([*mean, np.log(noise)])
        noise = max(left / max(int(known.sum()), 1), LEAST_NOISE)
        mean[:p] = items[:, :p].mean(axis=0)
        spread = (items - mean) ** 2 + np.diagonal(covariance, axis1=1, axis2=2)
        variance[:p] = np.maximum(spread.mean(axis=0), LEAST_VARIANCE)[:p]
        moved = fit_abilities(scores, ability, items, covariance, noise, p, STEPS)
        # Kept at one scale: smaller abilities with items closer together would always be a little likelier.
        centre, scale = float(moved.mean()), float(moved.std())
        scale = scale if scale > 1e-6 else 1.0  # systems that do not differ stay at 0
        items[:, 0] = (items[:, 0] - centre) / scale
        items[:, 1] += np.log(scale)
        mean[0], mean[1], variance[0] = (mean[0] - centre) / scale, mean[1] + np.log(scale), variance[0] / scale**2
        learned = float(np.abs(np.array([*mean, np.log(noise)]) - before).max())
        change = max(float(np.abs((moved - centre) / scale - ability).max()), learned)
        ability = (moved - centre) / scale
        if change < CLOSE_ENOUGH:
            break
    return Curves(
        ability=ability,
        difficulty=items[:, 0].copy(),
        discriminability=np.exp(items[:, 1]),
        feasibility=1 / (1 + np.exp(-items[:, 2])) if p > 2 else np.ones(len(items)),
        noise=float(np.sqrt(noise)),
        rounds=rounds,
    )


def _start(scores: Floats, known: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Abilities from mean scores, difficulties from the items' means."""
    filled = np.where(known, scores, 0.0)
    overall = filled.sum() / max(known.sum(), 1)
    item_mean = np.where(known.any(axis=0), filled.sum(axis=0) / np.maximum(known.sum(axis=0), 1), overall)
    centred = np.where(known, filled - item_mean, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    spread = float(centred.std())
    ability = (centred - centred.mean()) / spread if spread > 1e-12 else np.zeros(len(centred))
    share = np.clip(item_mean, 0.05, 0.95)
    items = np.stack([-np.log(share / (1 - share)), np.zeros(len(share)), np.full(len(share), PRIOR_MEAN[2])], axis=1)
    return ability, items


@compiled
def curve(ability: float, item: Floats, parameters: int, slope: Floats, bend: Floats) -> float:
    """The expected score; `slope` gets its derivatives by b, ln a, logit c and θ, `bend` those of `slope` by θ."""
    a = np.exp(item[1])
    c = 1 / (1 + np.exp(-item[2])) if parameters > 2 else 1.0
    z = a * (ability - item[0])
    q = 1 / (1 + np.exp(-z))
    rise = c * q * (1 - q)
    slope[0], slope[1], slope[2], slope[3] = -rise * a, rise * z, c * (1 - c) * q, rise * a
    turn = rise * a * (1 - 2 * q)
    bend[0], bend[1], bend[2], bend[3] = -turn * a, rise * a + turn * z, (1 - c) * rise * a, turn * a
    return float(c * q)


@compiled
def item_posterior(  # noqa: PLR0917 - compiled functions take arguments by position
    scores: Floats, ability: Floats, x: int, item: Floats, mean: Floats, precision: Floats, noise: float, p: int
) -> float:
    """Minus the logarithm of an item's posterior density given the abilities, up to a constant."""
    slope, bend, total = np.empty(4), np.empty(4), 0.0
    for k in range(p):
        total += 0.5 * precision[k] * (item[k] - mean[k]) ** 2
    for m in range(len(ability)):
        if not np.isnan(scores[m, x]):
            total += 0.5 * (scores[m, x] - curve(ability[m], item, p, slope, bend)) ** 2 / noise
    return total


@compiled
def _invert(matrix: Floats, size: int, inverse: Floats) -> None:
    """Inverse of the leading block of a positive definite matrix of size 1 to 3."""
    if size == 1:
        inverse[0, 0] = 1 / matrix[0, 0]
    elif size == 2:
        det = matrix[0, 0] * matrix[1, 1] - matrix[0, 1] ** 2
        inverse[0, 0], inverse[1, 1] = matrix[1, 1] / det, matrix[0, 0] / det
        inverse[0, 1] = inverse[1, 0] = -matrix[0, 1] / det
    else:
        for i in range(3):
            for j in range(3):
                r, s, t, u = (i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3
                inverse[j, i] = matrix[r, t] * matrix[s, u] - matrix[r, u] * matrix[s, t]
        inverse /= matrix[0, 0] * inverse[0, 0] + matrix[0, 1] * inverse[1, 0] + matrix[0, 2] * inverse[2, 0]


@compiled
def fit_items(  # noqa: C901, PLR0912, PLR0917 - the inner loops of one formula
    scores: Floats,
    ability: Floats,
    items: Floats,
    mean: Floats,
    precision: Floats,
    noise: float,
    p: int,
    steps: int,
) -> tuple[Floats, Floats, float]:
    """Steps of every item towards the mode of its posterior: items, their covariances, expected squared residuals."""
    items = items.copy()
    covariance = np.zeros((len(items), 3, 3))
    slope, bend, down, tried = np.empty(4), np.empty(4), np.empty(3), np.empty(3)
    block, damped, inverse = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))
    left = 0.0
    for x in range(len(items)):
        value = item_posterior(scores, ability, x, items[x], mean, precision, noise, p)
        damping = 1e-3
        for step in range(steps + 1):
            block[:] = 0.0
            squares = 0.0
            for k in range(p):
                block[k, k] = precision[k]
                down[k] = -precision[k] * (items[x, k] - mean[k])
            for m in range(len(ability)):
                if np.isnan(scores[m, x]):
                    continue
                residual = scores[m, x] - curve(ability[m], items[x], p, slope, bend)
                squares += residual**2
                for k in range(p):
                    down[k] += residual * slope[k] / noise
                    for l in range(p):
                        block[k, l] += slope[k] * slope[l] / noise
            if step == steps:
                break
            for _ in range(8):
                damped[:] = block
                for k in range(p):
                    damped[k, k] *= 1 + damping
                _invert(damped, p, inverse)
                tried[:] = items[x]
                for k in range(p):
                    for l in range(p):
                        tried[k] += inverse[k, l] * down[l]
                reached = item_posterior(scores, ability, x, tried, mean, precision, noise, p)
                if reached < value:
                    items[x], value, damping = tried, reached, damping / 5
                    break
                damping *= 8
        _invert(block, p, inverse)
        covariance[x] = inverse
        left += squares
        for k in range(p):
            for l in range(p):
                own = block[k, l] - (precision[k] if k == l else 0.0)
                left += inverse[k, l] * own * noise
    return items, covariance, left


@compiled
def ability_gradient(  # noqa: PLR0917
    scores: Floats, m: int, ability: float, items: Floats, covariance: Floats, noise: float, p: int
) -> tuple[float, float]:
    """Derivative of half of what an ability minimises, Σ_x ((r − f)² + gᵀΣ_x g)/σ² + θ², and nearly its curvature."""
    slope, bend = np.empty(4), np.empty(4)
    gradient, curvature = ability, 1.0
    for x in range(len(items)):
        if np.isnan(scores[m, x]):
            continue
        residual = scores[m, x] - curve(ability, items[x], p, slope, bend)
        gradient -= residual * slope[3] / noise
        curvature += slope[3] ** 2 / noise
        for k in range(p):
            for l in range(p):
                gradient += slope[k] * covariance[x, k, l] * bend[l] / noise
                curvature += bend[k] * covariance[x, k, l] * bend[l] / noise
    return gradient, curvature


@compiled
def fit_abilities(  # noqa: PLR0917
    scores: Floats, ability: Floats, items: Floats, covariance: Floats, noise: float, p: int, steps: int
) -> Floats:
    """Steps of every ability, given the items and how uncertain they are."""
    ability = ability.copy()
    for m in range(len(ability)):
        for _ in range(steps):
            gradient, curvature = ability_gradient(scores, m, ability[m], items, covariance, noise, p)
            ability[m] -= min(max(gradient / curvature, -LARGEST_STEP), LARGEST_STEP)
    return ability
