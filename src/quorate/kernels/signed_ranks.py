"""Wilcoxon's two tests by their normal approximation: does one system score higher than another?

Idea:
    Ranks instead of scores: a few very bad outputs do not decide. With the same items judged for both systems, rank the
    sizes of the differences and add the ranks of those in favour (signed-rank). Without shared items, rank all scores
    together and add the ranks of the first system (rank-sum).

Formula:
    Signed-rank over n differences that are not zero: W = Σ ranks of positive ones, mean n(n + 1)/4, variance
    n(n + 1)(2n + 1)/24 − Σ(t³ − t)/48 over ties of t. Rank-sum of n₁ against n₂ scores, n = n₁ + n₂:
    U = R₁ − n₁(n₁ + 1)/2, mean n₁n₂/2, variance n₁n₂/12 · (n + 1 − Σ(t³ − t)/(n(n − 1))).
    Both give z = (statistic − mean)/deviation.

Guarantee:
    Under "no difference" z is asymptotically normal; with nothing to rank it is 0, never NaN.

Assumptions:
    Items are independent. The tests speak about ranks: a system may score higher on most items and lower in the mean.

Reference:
    Wilcoxon (1945), Individual comparisons by ranking methods; Mann, Whitney (1947); Pratt, Gibbons (1981), Concepts of
    nonparametric theory.
"""

import math

import numpy as np

from quorate.arrays import Floats


def signed_rank(differences: Floats) -> float:
    """Statistic z of the signed-rank test; positive where differences are."""
    d = differences[differences != 0.0]
    n = d.size
    if n == 0:
        return 0.0
    ranks, ties = midranks(np.abs(d))
    variance = n * (n + 1) * (2 * n + 1) / 24 - ties / 48
    return float((ranks[d > 0].sum() - n * (n + 1) / 4) / math.sqrt(variance))


def rank_sum(first: Floats, second: Floats) -> float:
    """Statistic z of the rank-sum test; positive where the first scores are higher."""
    m, n = first.size, second.size
    if m == 0 or n == 0:
        return 0.0
    ranks, ties = midranks(np.concatenate([first, second]))
    variance = m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1))) if m + n > 1 else 0.0
    if variance <= 0.0:
        return 0.0
    return float((ranks[:m].sum() - m * (m + 1) / 2 - m * n / 2) / math.sqrt(variance))


def midranks(values: Floats) -> tuple[Floats, float]:
    """Ranks from 1, equal values sharing the mean of theirs, and Σ(t³ − t) over groups of t equal values."""
    _, code, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    shared = last - (count - 1) / 2.0
    return np.asarray(shared[code], dtype=np.float64), float(np.sum(count.astype(np.float64) ** 3 - count))
