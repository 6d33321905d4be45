"""Intervals for means that hold at every look once there are enough judgments: asymptotic confidence sequences.

Idea:
    The interval of the central limit theorem, widened so that it may be looked at after every judgment. It needs no
    bounds on the values, and it is narrower than betting where the scale is wide; the price is that it promises nothing
    about the first looks.

Formula:
    With mean μ̂, variance V of the mean, n values so far, and ρ² a fixed number, the reach is
    √V · √( (nρ² + 1)/(nρ²) · log((nρ² + 1)/α²) ). It is tightest around n* judgments when
    ρ² = (−2 log α + log(−2 log α + 1)) / n*.

Guarantee:
    P(the truth ever leaves the interval from look m on) → α as m → ∞, for martingale differences whose variance is
    estimated consistently. At a first look of a few dozen very skewed values it covers less.

Reference:
    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas (2024), Time-uniform central limit theory and asymptotic confidence
    sequences.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def interval(
    mean: ArrayLike, variance: ArrayLike, count: ArrayLike, level: float, tightest_at: float = 200.0
) -> NDArray[np.float64]:
    """Ends of the interval; the last axis holds the two. Variance is that of the mean, not of one value."""
    if not 0.0 < level < 1.0:
        raise ValueError(f"The level must lie strictly between 0 and 1, not at {level}.")
    alpha = 1.0 - level
    rho_squared = (-2.0 * math.log(alpha) + math.log(-2.0 * math.log(alpha) + 1.0)) / tightest_at
    y, v, n = np.broadcast_arrays(
        np.asarray(mean, dtype=np.float64), np.asarray(variance, dtype=np.float64), np.asarray(count, dtype=np.float64)
    )
    grown = np.maximum(n, 1.0) * rho_squared
    reach = np.sqrt(v * (grown + 1.0) / grown * np.log((grown + 1.0) / alpha**2))
    return np.stack([y - reach, y + reach], axis=-1)
