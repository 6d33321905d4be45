"""Near-ties: who loses to nobody by more than a margin, and who is even with whom.

Formula: the e-process against "the win rate of i against j is at most ½ − ε" from the counts of the pair (a tie counts
½; the mean of copies counts as that share of a win, which bets no more than it may). Identical outputs are ties by
construction: ε over all items is ε/share over those that are asked about.

Guarantee, each with its own error δ at every look: "X loses to nobody by more than ε" needs k/δ against every other,
for whichever X is not such a system one true hypothesis would have to be rejected; "these are within ε of each other"
needs k(k − 1)/δ for every ordered pair of them.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.kernels import betting
from quorate.policies.duels.machine.state import State
from quorate.records.material import MaterialIndex

OUTCOMES = np.array([0.0, 0.5, 1.0])


def loses_to_nobody(state: State[Any], shares: NDArray[np.float64], system: int, margin: float, error: float) -> bool:
    """Whether a system is certain to lose to nobody by more than the margin."""
    k = len(shares)
    others = sorted((j for j in range(k) if j != system), key=lambda j: state.plays[system, j])
    threshold = math.log(k / error)
    return all(_evidence(state, shares, system, j, margin) >= threshold for j in others)


def are_even(
    state: State[Any], shares: NDArray[np.float64], systems: NDArray[np.int64], margin: float, error: float
) -> bool:
    """Whether no two of these systems are further than the margin from even."""
    k = len(shares)
    threshold = math.log(k * (k - 1) / error)
    pairs = sorted(((i, j) for i in systems for j in systems if i != j), key=lambda pair: state.plays[pair])
    return all(_evidence(state, shares, i, j, margin) >= threshold for i, j in pairs)


def differing_shares(index: MaterialIndex, systems: int) -> NDArray[np.float64]:
    """System × system: share of the common items whose outputs differ."""
    askable = index.askable_counts[:systems, :systems].astype(np.float64)
    common = askable + index.identical_counts[:systems, :systems]
    return np.divide(askable, common, out=np.zeros((systems, systems)), where=common > 0)


def _evidence(state: State[Any], shares: NDArray[np.float64], i: int, j: int, margin: float) -> float:
    """Logarithm of the evidence that i does not lose to j by more than the margin."""
    if margin >= 0.5 * shares[i, j]:
        return math.inf
    ties = state.ties[i, j]
    return log_evidence_near(state.wins[j, i] - ties / 2, ties, state.wins[i, j] - ties / 2, margin / shares[i, j])


def log_evidence_near(lost: float, tied: float, won: float, margin: float) -> float:
    """Logarithm of the evidence that somebody loses by no more than the margin, from how often they lost, tied, won."""
    return float(betting.log_evidence(OUTCOMES, np.array([lost, tied, won]), 0.5 - margin))
