"""Evidence against "a loses to nobody", one e-process for each system.

Idea:
    H_a says that a wins at least half of its decisive comparisons against everybody. Whoever bets that a loses gains
    only if H_a is wrong. Bets are placed on every decisive comparison of a before its outcome is seen.

Formula:
    E_a is multiplied by 2q̄ if a won and by 2(1 − q̄) if it lost, q̄ ≤ ½ predicted before. q̄ is the average of two
    bettors' predictions weighted by what they have won so far (start .7, .3). The first predicts √(p r): p from the
    posterior on condition that a loses to its strongest rival, r from a mixture of fixed odds on all comparisons with
    opponents that seemed to beat a by half a standard deviation, as if they were one (½ against others). The second
    takes the posterior mean m/√(1 + πv/8). The stake is cut so that a win lands exactly on the threshold.

    p: the posterior of the gap g to the strongest rival is weighed by 1/(g² + (s/2)²). Dropping a takes
    about 8 (ln 1/δ + ln 1/π(g) + …)/g² decisive judgments where π is the density bet on: whoever expects g to have the
    density f needs fewest of them on average with π(g) ∝ f(g)/g², since small gaps take most of the judgments. Below
    half a spread the weight is level, or vanishing gaps would take it all.

    Every further opponent's gap costs something to learn, and one of them is enough. So against others than the
    strongest rival the posterior is moved towards a tie by half a standard deviation, and r learns a single gap: with
    several opponents that a loses to narrowly, their comparisons together say soonest that it loses.

Guarantee:
    Under H_a every factor has mean ≤ 1 given the past: P(E_a ever ≥ 1/δ) ≤ δ (Ville), whatever chooses the pairs.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import Posterior

BETTORS = 2
NODES = 16  # of the sum over gaps
CAUTION = 0.5  # standard deviations: opponents count for so much less than they seem to be
SHORT = 0.5  # of the spread of strengths: smaller gaps weigh no more
SHARES = (math.log(0.7), math.log(0.3))


def _fixed_odds() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Logarithms of 2q, 2(1 − q) and the prior weight of the fixed odds that are mixed."""
    logits = -np.linspace(0.04, 1.6, 24)
    q = 1.0 / (1.0 + np.exp(-logits))
    weight = np.zeros(logits.size)
    for scale in (0.15, 0.35, 0.8):
        density = np.exp(-(logits**2) / (2.0 * scale**2)) / scale
        weight += density / density.sum()
    return np.log(2.0 * q), np.log(2.0 * (1.0 - q)), np.log(weight / weight.sum())


LOG_WIN, LOG_LOSS, LOG_PRIOR = _fixed_odds()


class Wagers(NamedTuple):
    """The e-processes of all systems; changed in place."""

    log_e: Floats  # ln E of each system
    gains: Floats  # system × bettor: what each has won
    counts: Floats  # system × (wins, losses) against those that seemed better


def new_wagers(systems: int) -> Wagers:
    """Nothing bet yet."""
    return Wagers(np.zeros(systems), np.zeros((systems, BETTORS)), np.zeros((systems, 2)))


@compiled
def log_mixture(wins: float, losses: float) -> float:
    """Logarithm of what fixed odds have won on average after so many wins and losses."""
    highest = -np.inf
    for g in range(LOG_WIN.size):
        highest = max(highest, wins * LOG_WIN[g] + losses * LOG_LOSS[g] + LOG_PRIOR[g])
    total = 0.0
    for g in range(LOG_WIN.size):
        total += math.exp(wins * LOG_WIN[g] + losses * LOG_LOSS[g] + LOG_PRIOR[g] - highest)
    return highest + math.log(total)


@compiled
def likely_loss(mean: float, variance: float, short: float) -> tuple[float, float]:
    """Mean and variance of a normal number x given that it is negative, weighed by 1/(x² + short²)."""
    deviation, mode = math.sqrt(variance), max(-mean, 0.0)
    low = max(0.0, -mean - 4.0 * deviation)
    step = (mode + 6.0 * variance / (1.5 * deviation + max(mean, 0.0)) - low) / NODES
    total = first = second = 0.0
    for node in range(NODES):
        x = low + (node + 0.5) * step
        weight = math.exp(-0.5 * ((x + mean) ** 2 - (mode + mean) ** 2) / variance) / (x * x + short * short)
        total += weight
        first += weight * x
        second += weight * x * x
    centre = first / total
    return -centre, max(second / total - centre * centre, 1e-6 * variance)


@compiled
def win_probability(mean: float, variance: float) -> float:
    """Probability of a win whose logit is normal, at most ½."""
    return min(1.0 / (1.0 + math.exp(-mean / math.sqrt(1.0 + math.pi * variance / 8.0))), 0.5)


@compiled
def strongest_rival(beliefs: Posterior, a: int) -> int:
    """Who most surely beats a."""
    rival, strongest = -1, -np.inf
    for j in range(beliefs.theta.size):
        if j != a:
            z = beliefs.mean[j, a] / math.sqrt(beliefs.variance[j, a])
            if z > strongest:
                strongest, rival = z, j
    return rival


@compiled
def conditional_on_loss(
    beliefs: Posterior, a: int, opponent: int, rival: int, short: float, caution: float
) -> tuple[float, float]:
    """Mean and variance of a against its opponent on condition that a loses to its strongest rival.

    Gaps weigh as much as the judgments that they take, those below `short` (of the spread of strengths) no more.
    Against others than the rival the mean is moved towards a tie by `caution` standard deviations.
    """
    short *= beliefs.stretch[a, rival] * math.sqrt(beliefs.scales[0])
    mean, variance = likely_loss(beliefs.mean[a, rival], beliefs.variance[a, rival], short)
    if rival == opponent:
        return mean, variance
    C = beliefs.covariance
    stretch = beliefs.stretch[a, rival] * beliefs.stretch[a, opponent]
    shared = stretch * (C[a, a] - C[a, rival] - C[opponent, a] + C[opponent, rival])
    slope = shared / beliefs.variance[a, rival]
    kept = 1.0 - variance / beliefs.variance[a, rival]
    shifted = beliefs.mean[a, opponent] + slope * (mean - beliefs.mean[a, rival])
    shifted += caution * math.sqrt(beliefs.variance[a, opponent])
    return shifted, max(beliefs.variance[a, opponent] - shared * slope * kept, 1e-6)


@compiled
def mixture_prediction(wins: float, losses: float) -> float:
    """Chance of a win that a mixture of fixed odds predicts after so many wins and losses, at most ½."""
    return min(0.5 * math.exp(log_mixture(wins + 1.0, losses) - log_mixture(wins, losses)), 0.5)


@compiled
def quote(bets: Wagers, beliefs: Posterior, a: int, opponent: int, threshold: float) -> float:
    """The chance q̄ of winning that the bets give a in its next comparison with an opponent, from what is known now."""
    q0, q1 = _predictions(bets, beliefs, a, opponent)
    highest = max(SHARES[0] + bets.gains[a, 0], SHARES[1] + bets.gains[a, 1])
    w0 = math.exp(SHARES[0] + bets.gains[a, 0] - highest)
    w1 = math.exp(SHARES[1] + bets.gains[a, 1] - highest)
    q = (w0 * q0 + w1 * q1) / (w0 + w1)
    most = math.exp(threshold - bets.log_e[a])
    return 1.0 - 0.5 * most if 2.0 * (1.0 - q) > most else q


@compiled
def pay(bets: Wagers, beliefs: Posterior, a: int, opponent: int, outcome: float, q: float) -> float:
    """See the outcome (1, 0, or the mean of copies) of a bet that was quoted, and return log E_a.

    The factor is 2q̄ y + 2(1 − q̄)(1 − y): linear in the outcome y, so that copies of a question are one bet on their
    mean. What the bettors have won, and the odds on all opponents as one, only shape later quotes: they go by what is
    known when the answer comes, whatever was known at the quote.
    """
    q0, q1 = _predictions(bets, beliefs, a, opponent)
    if _cautious(beliefs, a, opponent) < 0.0:
        bets.counts[a, 0] += outcome
        bets.counts[a, 1] += 1.0 - outcome
    bets.gains[a, 0] += log_factor(q0, outcome)
    bets.gains[a, 1] += log_factor(q1, outcome)
    bets.log_e[a] += log_factor(q, outcome)
    return bets.log_e[a]


@compiled
def wager(bets: Wagers, beliefs: Posterior, a: int, opponent: int, outcome: float, threshold: float) -> float:
    """Bet that a loses this comparison, see the outcome and return log E_a."""
    return pay(bets, beliefs, a, opponent, outcome, quote(bets, beliefs, a, opponent, threshold))


@compiled
def _predictions(bets: Wagers, beliefs: Posterior, a: int, opponent: int) -> tuple[float, float]:
    """What the two bettors predict."""
    rival = strongest_rival(beliefs, a)
    cautious = _cautious(beliefs, a, opponent)
    as_one = mixture_prediction(bets.counts[a, 0], bets.counts[a, 1]) if cautious < 0.0 else 0.5
    q0 = math.sqrt(win_probability(*conditional_on_loss(beliefs, a, opponent, rival, SHORT, CAUTION)) * as_one)
    mean = beliefs.mean[a, opponent] if rival == opponent else cautious
    return q0, win_probability(mean, beliefs.variance[a, opponent])


@compiled
def _cautious(beliefs: Posterior, a: int, opponent: int) -> float:
    """How a stands against an opponent, moved towards it by half a standard deviation."""
    cautious: float = beliefs.mean[a, opponent] + CAUTION * math.sqrt(beliefs.variance[a, opponent])
    return cautious


@compiled
def log_factor(q: float, outcome: float) -> float:
    """Logarithm of what a bet wins that gives a the chance q."""
    return math.log(2.0 * q * outcome + 2.0 * (1.0 - q) * (1.0 - outcome))
