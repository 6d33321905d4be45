"""What we believe about the strengths behind decisive comparisons: hierarchical Bradley–Terry, Gaussian posterior.

Idea:
    Strengths explain most of who beats whom, and every pair may deviate a little on its own. With few comparisons a
    pair borrows from the strengths; with many its own comparisons take over, so that the winner is found for any
    preferences, Bradley–Terry or not. Where most outputs of two systems are identical, whatever sets the systems apart
    comes from the few that differ, and these are what is compared: strengths are quality over all items, and a pair's
    logit is their difference over the share d_ij of items whose outputs differ.

Formula:
    logit P(i beats j | decisive) = c_ij (θ_i − θ_j + ε_ij), θ ~ N(0, s²), ε ~ N(0, τ²), c_ij ∝ 1/max(d_ij, .1) with
    geometric mean 1 over the pairs; fitted by reweighted least squares. For a pair with n decisive outcomes at the
    current logit m: q = σ(m) cut to [.02, .98], W = n q (1 − q), z = m + (wins − n q)/W, no further from m than
    1 + 10/n so that the fit cannot swing from one steep end to the other. Precision of θ: A = I/s² + Σ g (e_i −
    e_j)(e_i − e_j)ᵀ, g = 1/(1/(c² W) + τ²). The pair's logit has mean (1 − κ) c (θ_i − θ_j) + κ z and variance
    (1 − κ)² c² Var(θ_i − θ_j) + 1/(W + 1/(c τ)²), κ = (c τ)² W/(1 + (c τ)² W). The scales follow the data (empirical
    Bayes): s² = (3 s₀² + Σ(θ_i − θ̄)² + tr C − k·mean C)/(3 + k − 1), τ² = (2 τ₀² + Σ_pairs[e² + 1/(c² W + 1/τ²) +
    κ² Var(θ_i − θ_j)])/(2 + pairs), e = m/c − (θ_i − θ_j), cut to [1e-4, .25].
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw_normals

FIRST_SPREAD, FIRST_DEVIATION = 0.25, 0.01  # s₀² and τ₀²
PRIOR_PAIRS = 2.0  # so many pairs the first guess of the deviation is worth
STEEPEST = 3.5  # logits are kept within ±3.5
BLOCK = 32  # rows of a matrix that are worked on together where there are many
LEAST_SHARE = 0.1  # of items whose outputs differ: the fewer, the more a comparison tells, but not without end


class Counts(NamedTuple):
    """What was seen of every pair: wins of the row (a tie is half a win), comparisons, ties."""

    wins: Floats
    plays: NDArray[np.int64]
    ties: NDArray[np.int64]


class Posterior(NamedTuple):
    """What is believed; changed in place."""

    theta: Floats  # mean of each strength
    scales: Floats  # s² and τ²
    root: Floats  # lower triangular root of the precision of θ
    covariance: Floats  # of θ
    mean: Floats  # of each pair's logit
    variance: Floats  # of each pair's logit
    own: Floats  # (1 − κ) c: how much of θ_i − θ_j is in the pair's logit
    shift: Floats  # κ z
    noise: Floats  # standard deviation of the pair's own part
    weight: Floats  # W
    stretch: Floats  # c


def stretch_of(shares: Floats) -> Floats:
    """C of every pair from the share of its items whose outputs differ.

    A pair without any (no common item, or all identical) is never asked about and counts as the others do on average.
    """
    known = np.triu(shares > 0.0, 1)
    logs = -np.log(np.maximum(shares, LEAST_SHARE))
    return np.exp(np.where(known | known.T, logs - (logs[known].mean() if known.any() else 0.0), 0.0))


def new_posterior(systems: int, shares: Floats | None = None) -> Posterior:
    """Nothing compared yet, and nothing fitted.

    Args:
        systems: How many.
        shares: System × system: share of the items whose outputs differ; all of them where it is `None`.
    """
    matrices = {name: np.zeros((systems, systems)) for name in Posterior._fields[2:]}
    matrices["stretch"][:] = 1.0 if shares is None else stretch_of(shares)
    return Posterior(theta=np.zeros(systems), scales=np.array([FIRST_SPREAD, FIRST_DEVIATION]), **matrices)


@compiled
def begin_posterior(beliefs: Posterior, counts: Counts) -> None:
    """Fit it for the first time."""
    beliefs.scales[0], beliefs.scales[1] = FIRST_SPREAD, FIRST_DEVIATION
    refit(beliefs, counts, 1)


@compiled
def refit(beliefs: Posterior, counts: Counts, rounds: int) -> None:
    """Fit to all decisive outcomes, from where it stands."""
    for _ in range(rounds):
        _weigh(beliefs, counts)
        solve_strengths(beliefs)
        combine(beliefs, STEEPEST)
    _weigh(beliefs, counts)


@compiled
def combine(beliefs: Posterior, steepest: float) -> None:
    """Mean and variance of every pair from the strengths and its own part."""
    k = beliefs.theta.size
    for i in range(k):
        for j in range(i + 1, k):
            own, noise = beliefs.own[i, j], beliefs.noise[i, j]
            mean = own * (beliefs.theta[i] - beliefs.theta[j]) + beliefs.shift[i, j]
            mean = min(max(mean, -steepest), steepest)
            beliefs.mean[i, j], beliefs.mean[j, i] = mean, -mean
            variance = own * own * difference_variance(beliefs, i, j) + noise * noise
            beliefs.variance[i, j] = beliefs.variance[j, i] = variance


@compiled
def difference_variance(beliefs: Posterior, i: int, j: int) -> float:
    """Variance of θ_i − θ_j."""
    variance: float = beliefs.covariance[i, i] + beliefs.covariance[j, j] - 2.0 * beliefs.covariance[i, j]
    return variance


@compiled
def with_deviation(beliefs: Posterior, i: int, j: int, deviation: float) -> tuple[float, float]:
    """Mean and variance of a pair's logit if strengths were as believed and pairs deviated by so much, or as learned.

    The wider the deviation, the more the pair's own comparisons count.
    """
    weight, stretch = beliefs.weight[i, j], beliefs.stretch[i, j]
    tau2 = max(deviation**2, beliefs.scales[1]) * stretch**2
    kappa = tau2 * weight / (1.0 + tau2 * weight)
    mean = (1.0 - kappa) * stretch * (beliefs.theta[i] - beliefs.theta[j])
    if weight > 0.0:
        mean += kappa * beliefs.shift[i, j] / (1.0 - beliefs.own[i, j] / stretch)
    return mean, 1.0 / (weight + 1.0 / tau2)


@compiled
def chance_below(mean: float, variance: float) -> float:
    """Probability that a normal number is negative, at most ½."""
    return 0.5 * math.erfc(max(mean, 0.0) / math.sqrt(2.0 * variance))


@compiled
def observe(beliefs: Posterior, i: int, j: int, weight: float, difference: float) -> None:
    """Set what the pair's own comparisons say: a difference, and how much it weighs (0: nothing yet)."""
    tau2 = beliefs.scales[1] * beliefs.stretch[i, j] ** 2
    kappa = tau2 * weight / (1.0 + tau2 * weight)
    beliefs.own[i, j] = beliefs.own[j, i] = (1.0 - kappa) * beliefs.stretch[i, j]
    beliefs.shift[i, j], beliefs.shift[j, i] = kappa * difference, -kappa * difference
    beliefs.noise[i, j] = beliefs.noise[j, i] = math.sqrt(1.0 / (weight + 1.0 / tau2))
    beliefs.weight[i, j] = beliefs.weight[j, i] = weight


@compiled
def _weigh(beliefs: Posterior, counts: Counts) -> None:
    """Working weights and responses of the pairs at their current logits."""
    k = beliefs.theta.size
    for i in range(k):
        for j in range(i + 1, k):
            n = counts.plays[i, j] - counts.ties[i, j]
            weight = z = 0.0
            if n > 0:
                m = beliefs.mean[i, j]
                q = min(max(1.0 / (1.0 + math.exp(-m)), 0.02), 0.98)
                weight = n * q * (1.0 - q)
                step, most = (counts.wins[i, j] - 0.5 * counts.ties[i, j] - n * q) / weight, 1.0 + 10.0 / n
                z = m + min(max(step, -most), most)
            observe(beliefs, i, j, weight, z)


@compiled
def solve_strengths(beliefs: Posterior) -> None:
    """Mean, covariance and precision root of θ from the working weights and responses."""
    k = beliefs.theta.size
    beliefs.theta[:] = 0.0
    beliefs.root[:] = 0.0
    for i in range(k):
        beliefs.root[i, i] = 1.0 / beliefs.scales[0]
    for i in range(k):
        for j in range(i + 1, k):
            weight, stretch = beliefs.weight[i, j], beliefs.stretch[i, j]
            if weight > 0.0:
                g = 1.0 / (1.0 / (weight * stretch**2) + beliefs.scales[1])
                add_pair(beliefs.root, beliefs.theta, i, j, g, beliefs.shift[i, j] / (stretch - beliefs.own[i, j]))
    solve_precision(beliefs.root, beliefs.covariance, beliefs.theta)


@compiled
def add_pair(  # noqa: PLR0917 - compiled, by position
    precision: Floats, pull: Floats, i: int, j: int, weight: float, difference: float
) -> None:
    """An observed difference of two strengths, with its weight."""
    precision[i, i] += weight
    precision[j, j] += weight
    precision[j, i] -= weight
    pull[i] += weight * difference
    pull[j] -= weight * difference


@compiled
def solve_precision(root: Floats, covariance: Floats, theta: Floats) -> None:
    """Turn a precision (lower triangle of `root`) into its Cholesky root, its inverse, and θ into inverse · θ."""
    if theta.size > 2 * BLOCK:
        _find_root(root)
        _square(_invert(root), covariance)
    else:
        _solve_at_once(root, covariance)
    theta[:] = covariance @ theta


@compiled
def _solve_at_once(root: Floats, covariance: Floats) -> None:
    k = len(root)
    for i in range(k):
        for j in range(i + 1):
            total = root[i, j]
            for c in range(j):
                total -= root[i, c] * root[j, c]
            root[i, j] = math.sqrt(max(total, 1e-12)) if i == j else total / root[j, j]
    inverse = np.zeros((k, k))  # of the root: lower triangular
    for column in range(k):
        inverse[column, column] = 1.0 / root[column, column]
        for i in range(column + 1, k):
            total = 0.0
            for c in range(column, i):
                total -= root[i, c] * inverse[c, column]
            inverse[i, column] = total / root[i, i]
    for i in range(k):
        for j in range(i, k):
            total = 0.0
            for c in range(j, k):
                total += inverse[c, i] * inverse[c, j]
            covariance[i, j] = covariance[j, i] = total


@compiled
def _find_root(root: Floats) -> None:
    """The same sums in the same order, but so many rows together that they stay in the processor's cache."""
    k = len(root)
    across = np.zeros((k, k))  # transposed
    for begin in range(0, k, BLOCK):
        end = min(begin + BLOCK, k)
        for c in range(end):
            if c >= begin:
                root[c, c] = across[c, c] = math.sqrt(max(root[c, c], 1e-12))
            for i in range(max(begin, c + 1), end):
                part = root[i, c] / across[c, c]
                root[i, c] = across[c, i] = part
                _subtract(root[i, c + 1 : i], part, across[c, c + 1 : i])
                root[i, i] -= part * part


@compiled
def _invert(root: Floats) -> Floats:
    k = len(root)
    inverse = np.zeros((k, k))
    for begin in range(0, k, BLOCK):
        end = min(begin + BLOCK, k)
        for c in range(end):
            if c >= begin:
                inverse[c, :c] /= root[c, c]
                inverse[c, c] = 1.0 / root[c, c]
            for i in range(max(begin, c + 1), end):
                _subtract(inverse[i, : c + 1], root[i, c], inverse[c, : c + 1])
    return inverse


@compiled
def _square(inverse: Floats, covariance: Floats) -> None:
    k = len(inverse)
    covariance[:] = 0.0
    for begin in range(0, k, BLOCK):
        for c in range(begin, k):
            for i in range(begin, min(begin + BLOCK, c + 1)):
                _subtract(covariance[i, i : c + 1], -inverse[c, i], inverse[c, i : c + 1])
    for i in range(k):
        for j in range(i + 1, k):
            covariance[j, i] = covariance[i, j]


@compiled
def _subtract(row: Floats, factor: float, other: Floats) -> None:
    for j in range(row.size):
        row[j] -= factor * other[j]


@compiled
def learn_scales(beliefs: Posterior) -> None:
    """Empirical Bayes for the spread of strengths and of the pairs' deviations."""
    k = beliefs.theta.size
    centre = beliefs.theta.mean()
    squares = trace = 0.0
    for i in range(k):
        squares += (beliefs.theta[i] - centre) ** 2
        trace += beliefs.covariance[i, i]
    spread = 3.0 * FIRST_SPREAD + squares + trace - k * beliefs.covariance.mean()
    tau2 = beliefs.scales[1]
    total, count = PRIOR_PAIRS * FIRST_DEVIATION, PRIOR_PAIRS
    for i in range(k):
        for j in range(i + 1, k):
            weight = beliefs.weight[i, j]
            if weight > 0.0:
                stretch = beliefs.stretch[i, j]
                kappa = 1.0 - beliefs.own[i, j] / stretch
                deviation = beliefs.mean[i, j] / stretch - (beliefs.theta[i] - beliefs.theta[j])
                total += deviation**2 + kappa**2 * difference_variance(beliefs, i, j)
                total += 1.0 / (weight * stretch**2 + 1.0 / tau2)
                count += 1.0
    beliefs.scales[0] = spread / (3.0 + k - 1.0)
    beliefs.scales[1] = min(max(total / count, 1e-4), 0.25)


@compiled
def draw_strengths(beliefs: Posterior, rng: np.uint64) -> tuple[np.uint64, Floats]:
    """Strengths drawn from the posterior: θ + root⁻ᵀ e."""
    k = beliefs.theta.size
    drawn = np.empty(k)
    rng = draw_normals(rng, drawn)
    for i in range(k - 1, -1, -1):
        total = drawn[i]
        for c in range(i + 1, k):
            total -= beliefs.root[c, i] * drawn[c]
        drawn[i] = total / beliefs.root[i, i]
    for i in range(k):
        drawn[i] += beliefs.theta[i]
    return rng, drawn


@compiled
def draw_winner(beliefs: Posterior, alive: NDArray[np.int64], rng: np.uint64) -> tuple[np.uint64, int]:
    """Draw preferences from the posterior; who of those alive beats most others there (strength breaks ties)."""
    k = beliefs.theta.size
    rng, drawn = draw_strengths(beliefs, rng)
    score = 1e-3 * drawn
    spare, left = np.empty(2), 0
    for i in range(k):
        for j in range(i + 1, k):
            if alive[i] == 0 and alive[j] == 0:
                continue
            x = beliefs.own[i, j] * (drawn[i] - drawn[j]) + beliefs.shift[i, j]
            noise = beliefs.noise[i, j]
            if abs(x) < 5.0 * noise:  # beyond that the deviation decides once in three million draws
                if left == 0:
                    rng, left = draw_normals(rng, spare), 2
                left -= 1
                x += noise * spare[left]
            score[i if x > 0.0 else j] += 1.0
    best, winner = -np.inf, 0
    for i in range(k):
        if alive[i] == 1 and score[i] > best:
            best, winner = score[i], i
    return rng, winner


@compiled
def believed_winner(beliefs: Posterior, alive: NDArray[np.int64]) -> int:
    """The system still alive that the posterior means prefer to most others (strength breaks ties)."""
    k = beliefs.theta.size
    best, winner = -np.inf, 0
    for i in range(k):
        if alive[i] == 1:
            score = 1e-3 * beliefs.theta[i]
            for j in range(k):
                if j != i and beliefs.mean[i, j] > 0.0:
                    score += 1.0
            if score > best:
                best, winner = score, i
    return winner


@compiled
def last_alive(alive: NDArray[np.int64]) -> int:
    """The last of those still alive."""
    last = 0
    for i in range(alive.size):
        if alive[i] == 1:
            last = i
    return last
