"""Evidence about a census: people × items, each judged once, before all of it is judged.

Idea:
    Everybody judges the items of a pair in an order of their own. The n-th answers of all people are a *round*. If the
    mean of the whole census is at most h, what is left of it has a mean that is known to be bounded too: high so far
    means low from now on. So the bet against it moves with what is left, and at the end nothing is left to chance.

Formula:
    A people, N items, T = A·N answers. Before round c, with sum S of D answers so far, the mean of the next round is at
    most h_c = (hT − S)/(T − D). M = Σ_θ w Π_c Π_a (1 + θ(Y_a/h_c − 1)), θ = .02 · 48.5^(i/23) for i = 0 … 23, equal
    weights. Where S passes hT it is certain.

Guarantee:
    Given all rounds before, the answers of a round are independent draws from what each person has left, and all have
    the same number of items left, so that the mean of their means is what is left over all: E Π_a (1 + θ(Y_a/h − 1)) ≤
    (1 + θ(mean/h − 1))^A ≤ 1 by the inequality of means. M is a supermartingale over rounds: P(M ever ≥ c) ≤ 1/c. It
    grows with every answer, through h_c too, so a missing one counted as a loss keeps that for every look.
Assumptions: everybody has a random order of their own; people do not talk.
When not to use: where people come as they like, or items are to stand for others.
"""

import math

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled

STAKES = 24
_THETA = 0.02 * 48.5 ** (np.arange(STAKES) / (STAKES - 1))
ROUNDING = 1e-9
WIN, TIE, LOSS, LOST = range(4)


@compiled
def log_census(rounds: NDArray[np.float64], people: int, items: int, bound: float, strict: bool) -> float:
    """Logarithm of the greatest M of any number of rounds; ∞ where it is certain.

    Args:
        rounds: Round × (wins, ties, losses, slots left out); what is in none of them counts as lost.
        people: A.
        items: N.
        bound: h.
        strict: Whether a census mean of exactly h is not enough.
    """
    total = float(people * items) - rounds[:, LOST].sum()
    target = bound * total + (ROUNDING if strict else -ROUNDING)
    logs = np.zeros(STAKES)
    won, done, best = 0.0, 0.0, 0.0 if target > 0.0 else np.inf
    for c in range(len(rounds)):
        wins, ties = rounds[c, WIN], rounds[c, TIE]
        slots = people - rounds[c, LOST]
        if slots <= 0.0:
            continue
        losses = max(slots - wins - ties, 0.0)
        h = min((target - won) / (total - done), 1.0)
        won += wins + 0.5 * ties
        done += slots
        if won >= target:
            return np.inf
        highest = -np.inf
        for g in range(STAKES):
            logs[g] += wins * math.log1p(_THETA[g] * (1.0 / h - 1.0))
            logs[g] += ties * math.log1p(_THETA[g] * (0.5 / h - 1.0))
            logs[g] += losses * math.log1p(-_THETA[g])
            highest = max(highest, logs[g])
        best = max(best, highest + math.log(np.exp(logs - highest).sum() / STAKES))
    return best


@compiled
def can_reach(rounds: NDArray[np.float64], people: int, items: int, bound: float, strict: bool) -> bool:
    """Whether the census mean can still pass the bound, if everything that is open were won."""
    total = float(people * items) - rounds[:, LOST].sum()
    target = bound * total + (ROUNDING if strict else -ROUNDING)
    within: bool = total - rounds[:, LOSS].sum() - 0.5 * rounds[:, TIE].sum() >= target
    return within
