"""How few judgments can be enough: the lower bound on any rule that names the winner with a small error.

Idea:
    To name i* every other system a must be shown to lose to somebody. The opponent j that beats a most clearly shows it
    soonest; ties say nothing about who is better.

Formula:
    d_aj = (w_ja + w_aj) · KL(Bernoulli(w_ja / (w_ja + w_aj)) ‖ ½) where j beats a, w the share of wins among all
    judgments of the pair. T* = Σ_{a ≠ i*} 1 / max_j d_aj. Bound: T* · kl(δ, 1 − δ).

Guarantee:
    Every rule that is right with probability ≥ 1 − δ whichever system beats every other, drawing judgments
    independently, needs at least so many in the mean.

Assumptions:
    Some system beats every other. Without one there is nothing to name, and the bound is infinite.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from quorate.errors import InputError
from quorate.simulation.pools import Pool


def lower_bound(pool: Pool, error: float = 0.05) -> float:
    """Judgments that any rule with this error needs in the mean; infinite where no system beats every other.

    `pool.why_no_winner()` says in words why it is infinite. Leave out ties that nobody would be asked about: they make
    the bound too large.

    Raises:
        InputError: The error is not between 0 and ½.
    """
    if not 0.0 < error < 0.5:
        raise InputError(f"An error of {error:g} is not between 0 and 0.5.")
    winner = pool.condorcet_winner
    if winner is None:
        return math.inf
    evidence = loss_evidence(pool).max(axis=1)
    losers = np.arange(len(pool.systems)) != winner
    return float((1.0 / evidence[losers]).sum()) * information_needed(error)


def loss_evidence(pool: Pool) -> NDArray[np.float64]:
    """d_aj: what one judgment of (a, j) says in the mean against "a loses to nobody"; 0 where j does not beat a."""
    won, lost = pool.shares[:, :, 0], pool.shares[:, :, 2]
    decisive = won + lost
    share = np.divide(lost, decisive, out=np.full_like(lost, 0.5), where=decisive > 0)
    divergence = xlogy(share, 2.0 * share) + xlogy(1.0 - share, 2.0 * (1.0 - share))
    return np.where(pool.beats.T, decisive * divergence, 0.0)


def information_needed(error: float) -> float:
    """kl(δ, 1 − δ) = (1 − 2δ) ln((1 − δ)/δ): 2.65 for δ = .05."""
    return (1.0 - 2.0 * error) * math.log((1.0 - error) / error)
