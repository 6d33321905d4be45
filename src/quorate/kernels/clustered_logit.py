"""What moves a choice between two, in logits, with intervals that know which rows belong together.

Idea:
    Each row is one choice. What it depends on adds up in logits; rows of one cluster are not independent, so the spread
    of the weights is taken from the clusters.

Formula:
    P(y = 1) = σ(x·β), β by maximum likelihood with a small penalty λ|β|²/2, which keeps separated rows finite. Variance
    (sandwich): H⁻¹ (G/(G − 1) Σ_g s_g s_gᵀ) H⁻¹ over G clusters, s_g the sum of x(y − p), H the penalised information.

Guarantee:
    Finite for any rows; intervals are asymptotic in the number of clusters.

Reference:
    Liang, Zeger (1986), Longitudinal data analysis using generalized linear models.
"""

import numpy as np
from scipy.special import expit

from quorate.arrays import Floats, Ints

PENALTY = 0.01
STEPS = 100


def clustered_logit(numbers: Floats, chosen: Floats, cluster: Ints) -> tuple[Floats, Floats]:
    """Weights and their standard errors; infinite ones where there are fewer than two clusters.

    Args:
        numbers: Row × number: x.
        chosen: 1 or 0 in each row.
        cluster: Number of each row's cluster.
    """
    width = numbers.shape[1]
    beta = np.zeros(width)
    information = np.eye(width)
    for _ in range(STEPS):
        p = expit(numbers @ beta)
        information = (numbers * (p * (1 - p))[:, None]).T @ numbers + PENALTY * np.eye(width)
        step = np.linalg.solve(information, numbers.T @ (chosen - p) - PENALTY * beta)
        beta = beta + step * min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < 1e-10:
            break
    groups = np.unique(cluster, return_inverse=True)[1]
    count = int(groups.max()) + 1 if len(groups) else 0
    if count < 2:
        return beta, np.full(width, np.inf)
    sums = np.zeros((count, width))
    np.add.at(sums, groups, numbers * (chosen - expit(numbers @ beta))[:, None])
    inverse = np.linalg.inv(information)
    variance = inverse @ (count / (count - 1) * sums.T @ sums) @ inverse
    return beta, np.sqrt(np.maximum(np.diagonal(variance), 0.0))
