"""Strengths of systems from comparisons with ties: Bradley–Terry in Davidson's form.

Idea:
    Every system has a strength; the chance that one beats another depends on the difference, and a tie is likeliest
    between equals. A weak prior keeps everything finite where the record alone would not.

Formula:
    With θ = ln π and η = ln ν, P(i beats j) = π_i / D, P(tie) = ν√(π_iπ_j) / D, D = π_i + π_j + ν√(π_iπ_j).
    Prior: half a win and half a loss of every system against an imaginary one of strength 0 (a logistic comparison
    without ties), and η ~ N(−1, 2²). The fit is the mode of the posterior (damped Newton).

Guarantee:
    The log posterior is strictly concave, so the mode exists and is the only one: with systems that never won, lost
    or played, with separate groups of systems, with nothing but ties, and without data. `sandwich` stays consistent
    when judgments of a cluster move together; see there.

Assumptions:
    One strength per system (no cycles among three), the same on all items, and no order effect.

Reference:
    Davidson (1970), On extending the Bradley–Terry model to accommodate ties; Caron, Doucet (2012), Efficient
    Bayesian inference for generalized Bradley–Terry models; White (1982), Maximum likelihood estimation of
    misspecified models; Cameron, Miller (2015), A practitioner's guide to cluster-robust inference.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import cho_factor, cho_solve, cholesky, eigh, solve_triangular
from scipy.special import expit

from quorate.kernels.compiling import compiled

PRIOR_LOG_NU = -1.0
PRIOR_LOG_NU_VARIANCE = 4.0
SMALL_STEP = 0.25  # a Newton step this short changes no probability much: it needs no line search
MOST_ITERATIONS = 500


@dataclass(frozen=True)
class Fit:
    """Mode of the posterior and its curvature there.

    Attributes:
        strengths: θ of every system, centred to mean 0.
        log_nu: η, the logarithm of the tie parameter.
        covariance: Of the centred strengths, from the inverse information: right when judgments are independent.
        information: Negative second derivatives of the log posterior in (θ, η), before centring.
        iterations: Newton steps taken.
        log_posterior: Its value at the mode, up to a constant.
    """

    strengths: NDArray[np.float64]
    log_nu: float
    covariance: NDArray[np.float64]
    information: NDArray[np.float64]
    iterations: int
    log_posterior: float


@dataclass(frozen=True)
class _Pairs:
    """Pairs of systems that met, first < second: decisive difference, ties and number of judgments of each."""

    n_systems: int
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lead: NDArray[np.float64]  # (wins of the first − wins of the second) / 2
    ties: NDArray[np.float64]
    total: NDArray[np.float64]


def fit(wins: ArrayLike, ties: ArrayLike) -> Fit:
    """Fit strengths to counts.

    Args:
        wins: `wins[i, j]` is the (weighted) number of times system i beat system j.
        ties: Symmetric; `ties[i, j]` and `ties[j, i]` both hold the number of ties between i and j.
    """
    pairs = _met_pairs(np.asarray(wins, dtype=np.float64), np.asarray(ties, dtype=np.float64))
    k = pairs.n_systems
    n = float(pairs.total.sum())
    parameters = np.append(np.zeros(k), PRIOR_LOG_NU)
    value = _log_posterior(pairs, parameters)
    for iteration in range(MOST_ITERATIONS):
        gradient, information = _derivatives(pairs, parameters)
        factor = cho_factor(information)
        step = cho_solve(factor, gradient)
        decrement = float(gradient @ step)
        if decrement <= 1e-18 and float(np.abs(gradient).max()) <= 1e-9 * (1.0 + n):
            inverse = cho_solve(factor, np.eye(k + 1))
            centred = parameters[:k] - parameters[:k].mean()
            return Fit(centred, float(parameters[k]), _centred(inverse[:k, :k]), information, iteration, value)
        scale = 1.0
        if float(np.abs(step).max()) > SMALL_STEP:
            rounding = 1e-14 * (1.0 + n)
            while _log_posterior(pairs, parameters + scale * step) < value + 0.25 * scale * decrement - rounding:
                scale *= 0.5
        parameters = parameters + scale * step
        value = _log_posterior(pairs, parameters)
    raise ArithmeticError(f"No mode was reached in {MOST_ITERATIONS} steps; are the counts finite and of usable size?")


def win_probability(strength_difference: ArrayLike, log_nu: ArrayLike) -> NDArray[np.float64]:
    """Expected outcome of a comparison, P(win) + ½ P(tie), for θ_first − θ_second."""
    win, tie = _probabilities(np.asarray(strength_difference, dtype=np.float64), np.asarray(log_nu, dtype=np.float64))
    return np.asarray(win + 0.5 * tie, dtype=np.float64)


def score_meat(
    fitted: Fit,
    *,
    first: ArrayLike,
    second: ArrayLike,
    outcome: ArrayLike,
    weight: ArrayLike,
    clusters: ArrayLike,
) -> tuple[NDArray[np.float64], int]:
    """Sum over clusters of s sᵀ, s the summed scores of a cluster's judgments; and the number of clusters.

    Args:
        fitted: Where the scores in (θ, η) are taken.
        first: System of every judgment whose outcome is given.
        second: The system it met.
        outcome: 1 where the first won, 0 where it lost, ½ for a tie.
        weight: Weight of every judgment; weight 0 leaves it out.
        clusters: Integers, equal where judgments belong together; sorted input saves the sorting.
    """
    i, j, g = (np.asarray(each, dtype=np.int64) for each in (first, second, clusters))
    y, w = (np.asarray(each, dtype=np.float64) for each in (outcome, weight))
    if not i.shape == j.shape == g.shape == y.shape == w.shape or i.ndim != 1:
        raise ValueError("First, second, outcome, weight and clusters must be one-dimensional and equally long.")
    k = fitted.strengths.size
    if i.size and not (min(i.min(), j.min()) >= 0 and max(i.max(), j.max()) < k):
        raise ValueError(f"Systems must be numbered from 0 to {k - 1}.")
    if not np.all((y == 0.0) | (y == 0.5) | (y == 1.0)) or not np.all((w >= 0.0) & np.isfinite(w)):
        raise ValueError("Outcomes must be 0, ½ or 1; weights must be finite and not negative.")
    kept = w > 0.0
    if not kept.all():
        i, j, y, w, g = i[kept], j[kept], y[kept], w[kept], g[kept]
    if np.any(g[1:] < g[:-1]):
        order = np.argsort(g, kind="stable")
        i, j, y, w, g = i[order], j[order], y[order], w[order], g[order]
    starts = np.flatnonzero(np.append(True, g[1:] != g[:-1])) if g.size else np.zeros(0, dtype=np.intp)
    parameters = np.append(fitted.strengths, fitted.log_nu)
    judgments = (np.ascontiguousarray(i), np.ascontiguousarray(j), np.ascontiguousarray(y), np.ascontiguousarray(w))
    meat: NDArray[np.float64] = _meat(parameters, judgments, np.append(starts, g.size))
    return meat, int(starts.size)


def sandwich(fitted: Fit, meat: NDArray[np.float64], n_clusters: int, floor: float = 1.0) -> NDArray[np.float64]:
    """Covariance of the centred strengths when only clusters of judgments are independent.

    I⁻¹ · G/(G−1) · meat · I⁻¹ with the information I and G clusters, raised in every direction to at least `floor`
    times the model's own variance. Without a floor the formula calls a system that always lost, or never played,
    almost perfectly known (its scores vanish); `floor=0` gives it plain. Fewer than two clusters: infinite variances.
    """
    k = fitted.strengths.size
    if n_clusters < 2:
        return np.diag(np.full(k, np.inf))
    root = cholesky(fitted.information, lower=True)
    half = solve_triangular(root, meat * (n_clusters / (n_clusters - 1.0)), lower=True)
    inflation, directions = eigh(solve_triangular(root, half.T, lower=True))
    spread = solve_triangular(root, directions, lower=True, trans="T")
    return _centred(((spread * np.maximum(inflation, floor)) @ spread.T)[:k, :k])


def _met_pairs(wins: NDArray[np.float64], ties: NDArray[np.float64]) -> _Pairs:
    if wins.ndim != 2 or wins.shape[0] != wins.shape[1] or wins.shape != ties.shape or wins.shape[0] == 0:
        raise ValueError(f"Wins and ties must be square and of one size, not {wins.shape} and {ties.shape}.")
    if not all(np.all((counts >= 0.0) & np.isfinite(counts)) for counts in (wins, ties)):
        raise ValueError("Counts of wins and ties must be finite and not negative.")
    if not np.allclose(ties, ties.T, rtol=1e-9, atol=0.0) or np.any(np.diag(wins)) or np.any(np.diag(ties)):
        raise ValueError("Ties must be symmetric, and no system meets itself: the diagonals must be 0.")
    total = wins + wins.T + ties
    first, second = np.nonzero(np.triu(total, 1))
    lead = 0.5 * (wins[first, second] - wins[second, first])
    return _Pairs(len(wins), first, second, lead, ties[first, second], total[first, second])


def _probabilities(
    difference: NDArray[np.float64], log_nu: NDArray[np.float64] | float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Chances that the first wins and that there is a tie."""
    top = np.maximum(0.5 * np.abs(difference), log_nu)
    win, tie = np.exp(0.5 * difference - top), np.exp(log_nu - top)
    all_ways = win + np.exp(-0.5 * difference - top) + tie
    return win / all_ways, tie / all_ways


def _log_posterior(pairs: _Pairs, parameters: NDArray[np.float64]) -> float:
    theta, eta = parameters[:-1], float(parameters[-1])
    difference = theta[pairs.first] - theta[pairs.second]
    log_ways = np.logaddexp(np.logaddexp(0.5 * difference, -0.5 * difference), eta)
    likelihood = pairs.lead @ difference + eta * pairs.ties.sum() - pairs.total @ log_ways
    prior = -np.logaddexp(0.5 * theta, -0.5 * theta).sum() - (eta - PRIOR_LOG_NU) ** 2 / (2.0 * PRIOR_LOG_NU_VARIANCE)
    return float(likelihood + prior)


def _derivatives(pairs: _Pairs, parameters: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient and negative Hessian of the log posterior in (θ, η).

    A judgment is an exponential family in s = ±½ (decisive) or 0 (tie) and t = 1 for a tie: the gradient is observed
    minus expected, the negative Hessian the covariance of (s, t).
    """
    k = pairs.n_systems
    theta, eta = parameters[:-1], float(parameters[-1])
    win, tie = _probabilities(theta[pairs.first] - theta[pairs.second], eta)
    lead = win + 0.5 * tie - 0.5  # expectation of s
    excess = pairs.lead - pairs.total * lead
    variance = pairs.total * (0.25 * (1.0 - tie) - lead**2)
    crossed = -pairs.total * lead * tie
    strength = expit(theta)

    def scatter(each: NDArray[np.float64], sign: float) -> NDArray[np.float64]:
        return np.bincount(pairs.first, each, minlength=k) + sign * np.bincount(pairs.second, each, minlength=k)

    gradient = np.empty(k + 1)
    gradient[:k] = scatter(excess, -1.0) + 0.5 - strength
    gradient[k] = (pairs.ties - pairs.total * tie).sum() - (eta - PRIOR_LOG_NU) / PRIOR_LOG_NU_VARIANCE
    information = np.zeros((k + 1, k + 1))
    information[pairs.first, pairs.second] = information[pairs.second, pairs.first] = -variance
    information[np.arange(k), np.arange(k)] = scatter(variance, 1.0) + strength * (1.0 - strength)
    information[k, :k] = information[:k, k] = scatter(crossed, -1.0)
    information[k, k] = pairs.total @ (tie * (1.0 - tie)) + 1.0 / PRIOR_LOG_NU_VARIANCE
    return gradient, information


def _centred(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Covariance after subtracting the mean of all coordinates."""
    rows = covariance.mean(axis=0)
    return np.asarray(covariance - rows[:, None] - rows[None, :] + rows.mean(), dtype=np.float64)


@compiled
def _meat(
    parameters: NDArray[np.float64],
    judgments: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]],
    starts: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Outer products of the clusters' scores; only coordinates that a cluster touches are visited."""
    first, second, outcome, weight = judgments
    size = parameters.size
    eta = parameters[size - 1]
    meat = np.zeros((size, size))
    score = np.zeros(size)
    is_touched = np.zeros(size, dtype=np.bool_)
    touched = np.empty(size, dtype=np.int64)
    for g in range(starts.size - 1):
        touched[0], n_touched = size - 1, 1
        for row in range(starts[g], starts[g + 1]):
            i, j = first[row], second[row]
            half = 0.5 * (parameters[i] - parameters[j])
            top = max(abs(half), eta)
            win, lose, tie = np.exp(half - top), np.exp(-half - top), np.exp(eta - top)
            all_ways = win + lose + tie
            excess = weight[row] * (outcome[row] - (win + 0.5 * tie) / all_ways)
            score[i] += excess
            score[j] -= excess
            score[size - 1] += weight[row] * ((1.0 if outcome[row] == 0.5 else 0.0) - tie / all_ways)
            for system in (i, j):
                if not is_touched[system]:
                    is_touched[system] = True
                    touched[n_touched] = system
                    n_touched += 1
        for a in touched[:n_touched]:
            for b in touched[:n_touched]:
                meat[a, b] += score[a] * score[b]
        score[touched[:n_touched]] = 0.0
        is_touched[touched[:n_touched]] = False
    return meat
