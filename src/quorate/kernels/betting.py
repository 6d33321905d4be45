"""Inference for the mean of values in [0, 1] that holds at every look, from counts of values alone.

Idea:
    To test a mean m, a gambler with one unit of money bets on every value, at odds that are fair if the mean is m.
    Wealth grows only where m is wrong. Nobody knows the best bet, so the money is spread over all constant bets and
    never moved (a universal portfolio): the wealth then depends on how often each value occurred, not on the order.

Formula:
    A bet b in [0, 1] multiplies its money by b·v/m + (1−b)·(1−v)/(1−m) when the value v comes, which has expectation
    1 under mean m. With count n_v of each value, wealth K(m) = ∫ Π_v (b·v/m + (1−b)(1−v)/(1−m))^{n_v} dBeta(b; ½, ½).
    The interval at a level is {m : K(m) < 1/(1−level)}.

Guarantee:
    K(m) is a nonnegative martingale, so P(K(m) ever reaches 1/α) ≤ α (Ville): the interval covers at all times at
    once and one may stop whenever one likes. log K is convex in m, being a mixture of products of log-convex
    functions, and K ≤ 1 at the observed mean (Jensen), so the set is an interval around the mean. The bets b ≥ m grow
    with v; alone (`log_evidence`) they are an e-process against every mean ≤ m. The root finder returns the outer end
    of its bracket.

Assumptions:
    Given the past, every value has the same mean. Fractional counts are weights; they keep the guarantee when no
    single value weighs more than one and its weight is known before the value is.

Reference:
    Cover, Ordentlich (1996), Universal portfolios with side information; Orabona, Jun (2024), Tight concentrations
    and confidence sequences from the regret of universal portfolio; Waudby-Smith, Ramdas (2024), Estimating means of
    bounded random variables by betting.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quorate.kernels import portfolio

FEW = 64  # groups for which looking for equal ones does not pay


def log_wealth(values: ArrayLike, counts: ArrayLike, m: float) -> float:
    """Logarithm of the wealth K(m) against "the mean is m", for m in [0, 1]."""
    v, n = _checked(values, counts)
    return float(portfolio.log_wealth(v, n, _checked_means(m, 1)[0]))


def log_evidence(values: ArrayLike, counts: ArrayLike, m: float) -> float:
    """Logarithm of the e-value against "the mean is at most m": the money lies on bets b ≥ m only."""
    v, n = _checked(values, counts)
    return float(portfolio.log_evidence(v, n, _checked_means(m, 1)[0]))


def interval(values: ArrayLike, counts: ArrayLike, level: float) -> tuple[float, float]:
    """Ends of the interval for the mean; (0, 1) without data, never of zero width."""
    v, n = _checked(values, counts)
    low, high = portfolio.interval(v, n, _threshold(level))
    return float(low), float(high)


def intervals(starts: ArrayLike, values: ArrayLike, counts: ArrayLike, level: float) -> NDArray[np.float64]:
    """Ends for many groups, one row each; group g owns the entries starts[g] to starts[g+1] of values and counts."""
    v, n = _checked(values, counts)
    s = _checked_starts(starts, v.size)
    parts, owner = _distinct(s, v, n)
    ends: NDArray[np.float64] = portfolio.intervals(*parts, _threshold(level))
    return ends[owner]


def log_evidences(starts: ArrayLike, values: ArrayLike, counts: ArrayLike, m: ArrayLike) -> NDArray[np.float64]:
    """`log_evidence` of many groups, laid out as in `intervals`; m is one number or one per group."""
    v, n = _checked(values, counts)
    s = _checked_starts(starts, v.size)
    means = _checked_means(m, s.size - 1)
    parts, owner = _distinct(s, v, n, means)
    first = np.empty(len(parts[0]) - 1)
    first[owner] = means
    evidences: NDArray[np.float64] = portfolio.log_evidences(*parts, first)
    return evidences[owner]


def _distinct(
    starts: NDArray[np.int64],
    values: NDArray[np.float64],
    counts: NDArray[np.float64],
    means: NDArray[np.float64] | None = None,
) -> tuple[tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]], NDArray[np.intp]]:
    """The groups that differ in what they hold (and in a mean), and which of them each group is.

    Of half a million pairs of systems most were never compared, or once. Groups are told apart by one whole number
    made of how often each value occurs; where that would be too large, or counts are fractions, all groups differ.
    """
    groups = starts.size - 1
    everything = (starts, values, counts), np.arange(groups)
    distinct, code = np.unique(values, return_inverse=True)
    levels, level = (np.zeros(1), np.zeros(groups, int)) if means is None else np.unique(means, return_inverse=True)
    base = int(counts.max(initial=0)) + 1
    if groups < FEW or base ** len(distinct) * len(levels) >= 2**62 or (counts != np.rint(counts)).any():
        return everything
    owner = np.repeat(np.arange(groups), np.diff(starts))
    key = np.zeros(groups, dtype=np.int64)
    np.add.at(key, owner, counts.astype(np.int64) * np.array([base**place for place in range(len(distinct))])[code])
    _, first, which = np.unique(key * len(levels) + level, return_index=True, return_inverse=True)
    sizes = np.diff(starts)[first]
    begins = np.append(0, np.cumsum(sizes))
    rows = np.repeat(starts[first] - begins[:-1], sizes) + np.arange(begins[-1])
    return (begins, values[rows], counts[rows]), which


def _checked(values: ArrayLike, counts: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    v = np.ascontiguousarray(values, dtype=np.float64)
    n = np.ascontiguousarray(counts, dtype=np.float64)
    if v.ndim != 1 or v.shape != n.shape:
        raise ValueError("Values and counts must be one-dimensional and equally long.")
    if not np.all((v >= 0.0) & (v <= 1.0)) or not np.all((n >= 0.0) & np.isfinite(n)):
        raise ValueError("Values must lie in [0, 1] and counts must be finite and not negative.")
    return v, n


def _checked_means(m: ArrayLike, size: int) -> NDArray[np.float64]:
    means = np.ascontiguousarray(np.broadcast_to(np.asarray(m, dtype=np.float64), (size,)))
    if not np.all((means >= 0.0) & (means <= 1.0)):
        raise ValueError("A hypothetical mean must lie in [0, 1].")
    return means


def _checked_starts(starts: ArrayLike, size: int) -> NDArray[np.int64]:
    s = np.ascontiguousarray(starts, dtype=np.int64)
    if s.ndim != 1 or s.size == 0 or s[0] != 0 or s[-1] != size or np.any(np.diff(s) < 0):
        raise ValueError("Starts must rise from 0 to the number of values, with one entry more than groups.")
    return s


def _threshold(level: float) -> float:
    if not 0.0 < level < 1.0:
        raise ValueError(f"The level must lie strictly between 0 and 1, not at {level}.")
    return -math.log1p(-level)
