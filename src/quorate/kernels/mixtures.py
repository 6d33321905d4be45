"""Evidence that a mean lies above a bound, from counts of wins, ties and losses: a mixture of constant bets.

Idea:
    Whoever bets the same stake λ on every answer against "the mean is at most h" multiplies the money by 1 + λ(Y − h),
    Y = 1, ½ or 0. Spread the money over many stakes and never move it: what is left depends on the counts alone.

Formula:
    M = Σ_λ w_λ (1 + λ(1 − h))^W (1 + λ(½ − h))^T (1 − λh)^L. Two kinds of stakes:
    *beats*, h = ½: λ = 4g, g = .01 · 49^(i/59) for i = 0 … 59, equal weights (ties drop out);
    *near*, h = ½ − m: 40 values from .03 to .97/h evenly in the logarithm, weights .6 · normal in ln λ around the stake
    that suits a tie, ln(1.3 m/(h(1 − h))), with deviation ½, and .4 spread evenly.

Guarantee:
    If every answer has mean at most h given the past, M is a supermartingale: P(M ever ≥ c) ≤ 1/c. Three things follow
    from the stakes being constant.
    (1) *Order.* The past may be that of the order in which questions were asked. When, whether and to whom a question
    is put depends on answers to earlier questions, and how long its answer takes plays no part.
    (2) *Missing answers.* M grows with every answer, so M with each missing one counted as a loss is never above the M
    of the answers people would have given: whatever is claimed from it at whatever moment is as rarely false.
    (3) *Any crowd.* For any means p_i, E[1 + λ(Y_i − h)] ≤ exp(λ(p_i − h)), so Σ w_λ M^λ exp(−λ Σ(p_i − h)) is a
    supermartingale too: where M ≥ c is claimed wrongly with probability at most 1/c about the mean of the p_i over what
    was asked, whoever came, left, was quick or was asked more often.

Assumption: what somebody says to a question depends on the past only through the question.

Reference: Robbins (1970), Statistical methods related to the law of the iterated logarithm; Ville (1939), Étude
    critique de la notion de collectif.
"""

import math
from functools import lru_cache

import numpy as np

from quorate.kernels.compiling import compiled

BEATS, NEAR = 60, 40  # stakes in each kind of mixture
CENTRE, DEVIATION, FOCUSED = 1.3, 0.5, 0.6
_LOG_UP = np.log1p(2.0 * 0.01 * 49.0 ** (np.arange(BEATS) / (BEATS - 1)))
_LOG_DOWN = np.log1p(-2.0 * 0.01 * 49.0 ** (np.arange(BEATS) / (BEATS - 1)))
WALK = 20_000  # steps of the walk that a calibrated threshold is computed on


@compiled
def log_beats(wins: float, losses: float) -> float:
    """Logarithm of M against "the mean is at most ½"; ties are left out."""
    highest = -np.inf
    for g in range(BEATS):
        highest = max(highest, wins * _LOG_UP[g] + losses * _LOG_DOWN[g])
    total = 0.0
    for g in range(BEATS):
        total += math.exp(wins * _LOG_UP[g] + losses * _LOG_DOWN[g] - highest)
    return highest + math.log(total / BEATS)


@compiled
def log_near(wins: float, ties: float, losses: float, margin: float) -> float:
    """Logarithm of M against "the mean is at most ½ less the margin", for a margin between 0 and ½."""
    h = 0.5 - margin
    low, high = math.log(0.03), math.log(0.97 / h)
    centre = math.log(CENTRE * margin / (h * (1.0 - h)))
    logs, weights = np.empty(NEAR), np.empty(NEAR)
    for g in range(NEAR):
        stake = low + (high - low) * g / (NEAR - 1)
        weights[g] = math.exp(-0.5 * ((stake - centre) / DEVIATION) ** 2)
        bet = math.exp(stake)
        logs[g] = wins * math.log1p(bet * (1.0 - h)) + ties * math.log1p(bet * margin) + losses * math.log1p(-bet * h)
    focused, highest = weights.sum(), logs.max()
    total = 0.0
    for g in range(NEAR):
        weight = FOCUSED * weights[g] / focused + (1.0 - FOCUSED) / NEAR
        total += weight * math.exp(logs[g] - highest)
    evidence: float = highest + math.log(total)
    return evidence


@compiled
def log_evidence(wins: float, ties: float, losses: float, margin: float) -> float:
    """Logarithm of M against "the mean is at most ½ less the margin"; a margin of ½ or more is no question."""
    if margin <= 0.0:
        return log_beats(wins, losses)
    if margin >= 0.5:
        return np.inf
    return log_near(wins, ties, losses, margin)


@lru_cache(maxsize=64)
def calibrated(error: float, *, strict: bool = False) -> float:
    """Logarithm of the threshold at which "one of two systems beats the other" errs with this probability exactly.

    Two equal systems make a fair walk. The chance that `log_beats` of either ever crosses the threshold is summed up
    along it, beyond `WALK` steps by Ville's inequality, and the threshold lowered until the chance is the error. Holds
    where every decisive answer wins with probability at most ½ given the past (people alike, in the order asked).

    Args:
        strict: Whether exact equality is ruled out: then only one of the two can be claimed falsely.
    """
    sides = 1.0 if strict else 2.0
    low, high = math.log(0.5 * sides / error), math.log(sides / error)
    for _ in range(12):
        middle = 0.5 * (low + high)
        chance = _crossing(middle, WALK, _boundary(middle, WALK)) * sides / 2.0
        low, high = (middle, high) if chance > error else (low, middle)
    return high


@compiled
def _boundary(threshold: float, steps: int) -> np.ndarray:
    """For each number of decisive answers the least wins minus losses with log M ≥ threshold; more than n: none."""
    least = np.empty(steps + 1, dtype=np.int64)
    s = 1
    for n in range(steps + 1):
        s = max(s - 1, 0)
        if (n - s) % 2:
            s += 1
        while s <= n and log_beats(0.5 * (n + s), 0.5 * (n - s)) < threshold:
            s += 2
        least[n] = s
    return least


@compiled
def _crossing(threshold: float, steps: int, least: np.ndarray) -> float:
    """Chance that a fair walk ever crosses the boundary on either side: exact up to `steps`, bounded beyond."""
    reach = least.max() + 2
    mass = np.zeros(2 * reach + 1)
    mass[reach] = 1.0
    crossed = 0.0
    for n in range(1, steps + 1):
        edge = min(least[n - 1], n) + 1
        following = np.zeros(2 * reach + 1)
        for place in range(max(reach - edge, 1), min(reach + edge, 2 * reach - 1) + 1):
            following[place] = 0.5 * (mass[place - 1] + mass[place + 1])
        for s in range(least[n], reach):
            crossed += following[reach + s] + following[reach - s]
            following[reach + s] = following[reach - s] = 0.0
        mass = following
    left = 0.0
    for s in range(-reach, reach + 1):
        if mass[reach + s] > 0.0:
            up, down = 0.5 * (steps + s), 0.5 * (steps - s)
            left += mass[reach + s] * (math.exp(log_beats(up, down)) + math.exp(log_beats(down, up)))
    return crossed + left / math.exp(threshold)
