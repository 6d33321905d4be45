"""Intervals for a mean at one look, from its variance and, where scores are skewed, from its skewness.

Idea:
    Student's interval treats both tails alike. Scores with a long tail (error counts, seconds) rarely show their tail
    in a small sample; where they do not, mean and variance are both too small, and the interval ends too early on the
    side of the tail. Hall's transformation bends the studentised mean so that its skewness disappears, and the
    interval is bent back: the far end moves out. Hall would move the near end in as well; it stays where Student has
    it, because the samples that miss are those that saw little of the tail, and they estimate its skewness too small.
    For the same reason the caller may stretch the skewness. A sample that saw the tail at its worst needs no more: no
    end moves further than twice Student's, or what the caller says.

Formula:
    With a the skewness of the mean (that of one value over √n) and q Student's quantile, the bend is
    h(t) = t + a t²/3 + a² t³/27 + a/6 and its inverse h⁻¹(t) = (3/a)·((1 + a(t − a/6))^{1/3} − 1). For a ≥ 0 the ends
    are μ − q√V and μ + min(−h⁻¹(−q), rq)√V, r = 2, with the stretched a; for a < 0 mirrored. For a = 0 it is Student's.

Guarantee:
    Student's error of coverage is of order 1/√n times the skewness; the bend removes that order. Never narrower than
    Student's, at most half as wide again. Infinite variance gives an infinite interval; the caller cuts it.

Assumptions:
    A number of judgments fixed beforehand. Sampling without replacement changes the skewness of the mean and its
    correlation with the variance in opposite directions; the correction stays nearly the same, and so it is left alone.

Reference:
    Hall (1992), On the removal of skewness by transformation; Johnson (1978), Modified t tests and confidence intervals
    for asymmetrical populations; Babu, Singh (1985), Edgeworth expansions for sampling without replacement.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri, stdtrit

from quorate.arrays import Floats

NO_SKEWNESS = 1e-6
MOST_REACH = 2.0


def quantile(level: float, freedom: ArrayLike = np.inf) -> Floats:
    """Two-sided quantile: Student's with so many degrees of freedom, the normal one where they are infinite."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"The level must lie strictly between 0 and 1, not at {level}.")
    nu = np.asarray(freedom, dtype=np.float64)
    upper = 0.5 + 0.5 * level
    finite = np.isfinite(nu)
    return np.asarray(np.where(finite, stdtrit(np.where(finite, nu, 1.0), upper), ndtri(upper)))


def interval(mean: ArrayLike, variance: ArrayLike, level: float, freedom: ArrayLike = np.inf) -> Floats:
    """Mean ± quantile · standard error; the last axis holds the two ends."""
    y, v, q = np.broadcast_arrays(np.asarray(mean, dtype=np.float64), variance, quantile(level, freedom))
    reach = q * np.sqrt(v)
    return np.stack([y - reach, y + reach], axis=-1)


def skewed_interval(
    mean: ArrayLike,
    variance: ArrayLike,
    skewness: ArrayLike,
    level: float,
    freedom: ArrayLike = np.inf,
    *,
    most: ArrayLike = MOST_REACH,
) -> Floats:
    """Student's interval bent by the skewness of the mean (stretched by the caller); the last axis holds the ends.

    `most` says how many times as far as Student's an end may lie.
    """
    y, v, a, q = np.broadcast_arrays(
        np.asarray(mean, dtype=np.float64), variance, np.asarray(skewness, dtype=np.float64), quantile(level, freedom)
    )
    error = np.sqrt(v)
    far = np.minimum(-inverse_hall_transform(np.abs(a), -q), most * q)
    far = np.maximum(far, q)
    is_above = a >= 0.0
    low = y - np.where(is_above, q, far) * error
    high = y + np.where(is_above, far, q) * error
    return np.stack([low, high], axis=-1)


def inverse_hall_transform(skewness: ArrayLike, t: ArrayLike) -> Floats:
    """Inverse of Hall's transformation, h⁻¹(t), for a skewness of the mean of 0 or more."""
    a = np.maximum(np.asarray(skewness, dtype=np.float64), NO_SKEWNESS)
    q = np.asarray(t, dtype=np.float64)
    return np.asarray(3.0 / a * (np.cbrt(1.0 + a * (q - a / 6.0)) - 1.0))
