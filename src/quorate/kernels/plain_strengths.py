"""Strengths of systems from comparisons where a tie is half a win: Bradley–Terry by maximum likelihood.

Idea:
    The chance that one system beats another depends on the difference of their strengths alone.

Formula:
    P(i beats j) = 1 / (1 + e^{−(θ_i − θ_j)}). With s_ij wins of i over j, a tie counting ½ for each, maximise
    Σ s_ij ln P(i beats j) + prior · Σ_i ½ [ln σ(θ_i) + ln σ(−θ_i)]; centred to mean 0 (Newton).

Guarantee:
    Without prior the maximum exists and is the only one exactly where no systems can be split in two groups of which
    one never lost a point to the other (`is_connected`); with a prior always.

Assumptions:
    One strength for each system, the same on all items, no order effect.

Reference:
    Zermelo (1929); Bradley, Terry (1952), Rank analysis of incomplete block designs; Ford (1957); Hunter (2004), MM
    algorithms for generalized Bradley–Terry models.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import pinvh
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from quorate.arrays import Floats

MOST_STEPS = 200


class PlainStrengths(NamedTuple):
    """Strengths θ, centred, and their covariance if votes were independent (the inverse of the information)."""

    values: Floats
    covariance: Floats


def is_connected(wins: Floats) -> bool:
    """Whether strengths exist without a prior: every system won something, directly or not, from every other."""
    return int(connected_components(wins > 0, connection="strong")[0]) == 1


def fit(wins: Floats, prior: float = 0.0) -> PlainStrengths:
    """Fit strengths to points.

    Args:
        wins: `wins[i, j]` is how often i beat j, a tie counting one half in both directions.
        prior: Weight of one win and one loss, half each, against an imaginary system of strength 0.
    """
    n = len(wins)
    total, points = wins + wins.T, wins.sum(axis=1)
    theta = np.zeros(n)
    flat = np.full((n, n), 1.0 / n) if prior <= 0 else np.zeros((n, n))
    for _ in range(MOST_STEPS):
        chance = expit(theta[:, None] - theta[None, :])
        gradient = points - (total * chance).sum(axis=1) + prior * (0.5 - expit(theta))
        weight = total * chance * (1.0 - chance)
        information = np.diag(weight.sum(axis=1) + prior * expit(theta) * expit(-theta)) - weight
        step = np.linalg.solve(information + flat * max(1.0, float(np.trace(information)) / n), gradient)
        largest = float(np.abs(step).max(initial=0.0))
        theta = theta + step * min(1.0, 1.0 / largest) if largest > 0 else theta
        if largest <= 1e-11 * (1.0 + float(np.abs(theta).max(initial=0.0))):
            break
    else:
        raise ArithmeticError(f"No maximum was reached in {MOST_STEPS} steps.")
    centre = np.eye(n) - 1.0 / n
    return PlainStrengths(theta - theta.mean(), centre @ pinvh(information) @ centre)
