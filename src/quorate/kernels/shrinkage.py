"""Strengths of systems from their means and from what metrics expect of them, believed as far as the judgments agree.

Idea:
    Metrics that know which of two outputs of one system is better mostly know which of two systems is better too, and
    then usually understate it. So the slope that was learned inside systems says what to expect between them, times
    a factor that is probably near 1.3. How far systems depart from that, whether other directions of the metrics
    matter, and whether metrics should be believed at all, is weighed by how likely each possibility makes the means
    that were seen. That weighing is the gate: it is closed (prior odds of nineteen to one) until the means open it.
    The first place is not the metrics' to give. Metrics that are right about most systems may be wrong about the best
    (they favour what resembles them), and no weighing of all systems shows it: where they favour another, strengths
    alone name the best less often than plain means do (benchmark of scores, section `best`). So the highest mean of the
    three highest strengths stands first, and strengths order the others. A mean that is the highest of all while its
    system is not among these three mostly is so by chance; where it is so by more than chance, it stands first.

Formula:
    m ~ N(θ, V), θ = κ f + e, e ~ N(0, τ² I + κ² L S Lᵀ + γ L Lᵀ), with L the systems' levels of the metrics, f = L b, b
    the slope with covariance S. Over a grid of κ (0 with probability .95, else log-normal around 1.3), τ² and γ (0 with
    probability .9), θ̂ = Σ P(κ, τ², γ | m) E(θ | m, κ, τ², γ). With κ = γ = 0 all are shrunk alike, so that the order is
    that of the means. Departures τ² near a tenth of the variance of the means are expected where metrics are believed.
    The logarithms of the variances in V are drawn together as far as chance explains how they differ, and correlations
    count ½ − M/n of what they are, nothing with fewer than 2M items for M systems. Last, one strength is
    raised to the highest of all: that of the highest mean among the three highest strengths, or of the highest mean of
    all where it leads that one by two standard errors.

Guarantee:
    Without metrics, with a slope of 0, or with fewer than four systems the order is that of the means. Where metrics
    are wrong about systems the means outweigh them as judgments grow. θ̂ is biased; its own interval would cover too
    little, and intervals belong to the calibrated means. Coverage and order on human scores are in the benchmark.

Reference:
    Efron, Morris (1973), Stein's estimation rule and its competitors; Fay, Herriot (1979), Estimates of income for
    small places; Hoeting et al. (1999), Bayesian model averaging.
"""

from typing import NamedTuple

import numpy as np

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled

FEWEST_SYSTEMS = 4
DOUBT = 0.95  # probability that metrics say nothing about systems, before anything is judged
OTHER_DIRECTIONS = 0.1  # that systems differ along the metrics in ways the slope does not say
FACTORS = np.array([0.0, 0.35, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0])
USUAL_FACTOR, FACTOR_SPREAD = 1.3, 0.6
DEPARTURES = np.array([0.003, 0.012, 0.05, 0.2, 0.8, 2.5])  # τ² over the variance of the means
EXPECTED_DEPARTURES = np.array([1.0, 2.0, 3.0, 3.0, 1.5, 0.5])  # odds of these where metrics are believed; else even
DIRECTIONS = np.array([0.0, 0.05, 0.2, 0.8])  # γ, likewise
SERIOUS = 3  # as many of the highest strengths may be first; more change little, two lose the winner where metrics err
CLEAR = 2.0  # standard errors by which the highest mean of all must lead these to be first all the same
LEAD = 1e-9  # of the range of strengths: by so much what is raised stands first, if at all
FREE = 100.0  # variance of what all systems have in common, likewise


class ShrunkenStrengths(NamedTuple):
    """What is believed of systems.

    `leader` is whom the strengths had first before another was raised.
    """

    strength: Floats
    belief: float
    factor: float
    leader: int


def shrink(mean: Floats, residual: Floats, slope: Floats, slope_variance: Floats, level: Floats) -> ShrunkenStrengths:
    """Strengths around 0, the probability that metrics are to be believed, and the expected factor κ.

    Args:
        mean: Mean of each system.
        residual: Independent piece × system: what each adds to the errors of the means; see `calibration`.
        slope: One for each component of the metrics.
        slope_variance: Its covariance.
        level: System × component: mean of each system's metrics over all items.
    """
    centred = mean - mean.mean()
    if len(mean) < FEWEST_SYSTEMS or not len(slope) or not slope.any() or len(residual) < 3 or not centred.any():
        return ShrunkenStrengths(centred, 0.0, 0.0, int(mean.argmax()))
    expected = level @ slope
    doubt = level @ slope_variance @ level.T
    total = float((level**2).sum()) / (len(mean) - 1)
    directions = level @ level.T / total if total > 0 else np.zeros((len(mean), len(mean)))
    alone = residual - residual.mean(axis=1, keepdims=True)  # what all systems share does not move their order
    strength, belief, factor = weigh(centred, pool_covariance(alone), expected, doubt, directions, _PRIOR)
    named, leader = first_place(mean, residual, strength), int(strength.argmax())
    if leader != named:
        strength[named] = strength[leader] + LEAD * np.ptp(strength)
        strength = strength - strength.mean()
    return ShrunkenStrengths(strength, belief, factor, leader)


def first_place(mean: Floats, residual: Floats, strength: Floats) -> int:
    """Whom to put first: the highest mean of the few highest strengths, or of all where that is no chance."""
    near = np.argsort(-strength, kind="stable")[:SERIOUS]
    named, best = int(near[mean[near].argmax()]), int(mean.argmax())
    error = np.sqrt(((residual[:, best] - residual[:, named]) ** 2).sum())
    return best if mean[best] - mean[named] > CLEAR * error else named


def pool_variances(residual: Floats) -> Floats:
    """Variances of the means, their logarithms drawn together as far as chance alone makes them differ."""
    variance = np.maximum((residual**2).sum(axis=0), 1e-300)
    chance = ((residual**2 / variance - 1 / len(residual)) ** 2).sum(axis=0)
    logarithm = np.log(variance)
    spread = float(logarithm.var(ddof=1))
    kept = max(0.0, 1.0 - float(chance.mean()) / spread) if spread > 0 else 0.0
    pooled = np.exp(logarithm.mean() + kept * (logarithm - logarithm.mean()))
    scaled: Floats = pooled * (variance.sum() / pooled.sum())
    return scaled


def pool_covariance(residual: Floats) -> Floats:
    """Covariance of the means: pooled variances, and correlations as far as there are items enough to know them."""
    pieces, systems = residual.shape
    spread = np.sqrt(np.maximum((residual**2).sum(axis=0), 1e-300))
    correlation = residual.T @ residual / np.outer(spread, spread) * max(0.0, 0.5 - systems / pieces)
    np.fill_diagonal(correlation, 1.0)
    root = np.sqrt(pool_variances(residual))
    covariance: Floats = correlation * np.outer(root, root)
    return covariance


def _prior() -> Floats:
    """Logarithm of the probability of each point of the grid: factor × direction × departure."""
    usual = np.exp(-0.5 * (np.log(FACTORS[1:] / USUAL_FACTOR) / FACTOR_SPREAD) ** 2)
    factor = np.append(DOUBT, (1 - DOUBT) * usual / usual.sum())
    other = np.full(len(DIRECTIONS) - 1, OTHER_DIRECTIONS / (len(DIRECTIONS) - 1))
    direction = np.append(1 - OTHER_DIRECTIONS, other)
    departure = np.tile(EXPECTED_DEPARTURES / EXPECTED_DEPARTURES.sum(), (len(FACTORS), len(DIRECTIONS), 1))
    departure[0, 0] = 1 / len(DEPARTURES)
    grid: Floats = np.log(factor[:, None, None] * direction[:, None] * departure)
    return grid


_PRIOR = _prior()


@compiled
def weigh(  # noqa: PLR0917 - compiled, by position
    centred: Floats,
    covariance: Floats,
    expected: Floats,
    doubt: Floats,
    directions: Floats,
    chances: Floats,
) -> tuple[Floats, float, float]:
    """Averages over the grid: strengths, probability of believing metrics, factor."""
    systems = len(centred)
    scale = np.sum(centred**2) / (systems - 1)
    usual_variance = np.trace(covariance) / systems
    shape = (len(FACTORS), len(DIRECTIONS), len(DEPARTURES))
    evidence = np.empty(shape)
    strengths = np.empty((*shape, systems))
    prior, total = np.empty((systems, systems)), np.empty((systems, systems))
    for first, factor in enumerate(FACTORS):
        surprise = centred - factor * expected
        for second, direction in enumerate(DIRECTIONS):
            for third, departure in enumerate(DEPARTURES):
                for i in range(systems):
                    for j in range(systems):
                        prior[i, j] = factor**2 * doubt[i, j] + scale * direction * directions[i, j]
                        total[i, j] = prior[i, j] + covariance[i, j] + FREE * scale
                    prior[i, i] += scale * departure
                    total[i, i] += scale * departure
                solved, determinant = solve_positive(total, surprise)
                likelihood = -0.5 * (determinant + np.dot(surprise, solved))
                evidence[first, second, third] = chances[first, second, third] + likelihood
                if first == 0 and second == 0:
                    kept = scale * departure / (scale * departure + usual_variance)
                    strengths[first, second, third] = kept * centred
                else:
                    strengths[first, second, third] = factor * expected + prior @ solved
    highest, mass, belief, mean_factor = evidence.max(), 0.0, 0.0, 0.0
    strength = np.zeros(systems)
    for first, factor in enumerate(FACTORS):
        for second in range(len(DIRECTIONS)):
            for third in range(len(DEPARTURES)):
                chance = np.exp(evidence[first, second, third] - highest)
                mass += chance
                strength += chance * strengths[first, second, third]
                mean_factor += chance * factor
                belief += 0.0 if first == 0 and second == 0 else chance
    return strength / mass, belief / mass, mean_factor / mass


@compiled
def solve_positive(matrix: Floats, right: Floats) -> tuple[Floats, float]:
    """Solution of a positive definite system by Cholesky, which overwrites the matrix, and its log determinant."""
    size = len(right)
    solved = right.copy()
    determinant = 0.0
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i, j]
            for k in range(j):
                rest -= matrix[i, k] * matrix[j, k]
            if i == j:
                matrix[i, i] = np.sqrt(max(rest, 1e-300))
                determinant += 2.0 * np.log(matrix[i, i])
            else:
                matrix[i, j] = rest / matrix[j, j]
        for k in range(i):
            solved[i] -= matrix[i, k] * solved[k]
        solved[i] /= matrix[i, i]
    for i in range(size - 1, -1, -1):
        for k in range(i + 1, size):
            solved[i] -= matrix[k, i] * solved[k]
        solved[i] /= matrix[i, i]
    return solved, determinant
