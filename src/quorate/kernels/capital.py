"""Intervals for means of bounded values that hold at every look, where each value has bounds and a chance of its own.

Idea:
    As in `betting`, a gambler bets against "the mean is m" and m is kept as long as nobody has become rich against it.
    Here the order matters: each value may have its own bounds, known before it comes (a control variate fitted on the
    past, a weight by a probability), and its own expectation (an output drawn without replacement is expected to be the
    mean of those that are left).

Formula:
    Given the past, value xₜ ∈ [lₜ, hₜ] has expectation mₜ = sₜ·m + oₜ. A fixed share c of the money bets up,
    1 + c(xₜ − mₜ)/(mₜ − lₜ), or down, 1 − c(xₜ − mₜ)/(hₜ − mₜ). K(m) is the mean over both directions and twelve shares
    c = sin²φ, φ evenly spread over a quarter circle. The interval at a level is {m : K(m) < 1/(1 − level)}.
    Without replacement from N outputs, sₜ = N/(N − t + 1) and oₜ = −(x₁ + … + xₜ₋₁)/(N − t + 1).

Guarantee:
    K(m) is a nonnegative martingale, so P(K(m) ever reaches 1/α) ≤ α (Ville): the interval covers at all looks at once.
    Each factor is log-convex in m, and so is K: the set is an interval. Bets up grow with every value, bets down with
    none, and half of K alone is never more than K: where values are missing, bets up on the least they may be refute no
    m that K would not refute once they have come (`side`). Without values it is all that the bounds allow.
    Should every m be refuted, which happens with a chance of at most α unless an assumption is broken, all of it is
    returned again: never an empty set.

Assumptions:
    Bounds, sₜ and oₜ are known before value t. Without replacement: the population is one number for each output
    (scope *judgments*), drawn uniformly.

Reference:
    Waudby-Smith, Ramdas (2024), Estimating means of bounded random variables by betting; Waudby-Smith, Ramdas (2020),
    Confidence sequences for sampling without replacement.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from quorate.arrays import Floats
from quorate.kernels.compiling import compiled

SHARES = np.sin(0.5 * math.pi * (np.arange(12) + 0.5) / 12) ** 2
STEPS = 60
RESCALED_EVERY = 8


def interval(
    values: ArrayLike,
    bounds: ArrayLike,
    level: float,
    *,
    slopes: ArrayLike = 1.0,
    offsets: ArrayLike = 0.0,
    limits: tuple[float, float] | None = None,
    side: int = 0,
) -> tuple[float, float]:
    """Ends of the interval for the mean after all these values.

    Args:
        values: The values in the order they came.
        bounds: The two bounds of every value, or one row for each value.
        level: Confidence level.
        slopes: sₜ of each value; 1 with replacement.
        offsets: oₜ of each value; 0 with replacement.
        limits: What the mean cannot leave; what the bounds imply where it is not given.
        side: 1 counts the bets up alone, whose capital grows with every value: for a lower end from values at their
            least. −1 counts the bets down alone, for an upper end from values at their greatest. 0 counts both.
    """
    x, low, high, s, o = _checked(values, bounds, slopes, offsets)
    lowest = float(np.max((low - o) / s, initial=-np.inf))
    highest = float(np.min((high - o) / s, initial=np.inf))
    if limits is not None:
        lowest, highest = max(lowest, limits[0]), min(highest, limits[1])
    if not math.isfinite(lowest) or not math.isfinite(highest):
        raise ValueError("Without values the limits of the mean must be given, and bounds must be finite.")
    if not x.size or lowest >= highest:
        return float(min(lowest, highest)), float(max(lowest, highest))
    ends = _interval(x, low, high, s, o, lowest, highest, -math.log1p(-level), side)
    return float(ends[0]), float(ends[1])


def log_capitals(
    values: ArrayLike, bounds: ArrayLike, m: float, *, slopes: ArrayLike = 1.0, offsets: ArrayLike = 0.0
) -> Floats:
    """Logarithm of K(m) after each of the values."""
    path: Floats = _path(*_checked(values, bounds, slopes, offsets), float(m))
    return path


def without_replacement(values: ArrayLike, population: int) -> tuple[Floats, Floats]:
    """Slopes and offsets of values drawn uniformly without replacement from so many outputs."""
    x = np.asarray(values, dtype=np.float64)
    if x.size > population:
        raise ValueError(f"{x.size} outputs cannot be drawn without replacement from {population}.")
    left = population - np.arange(x.size, dtype=np.float64)
    seen = np.concatenate([[0.0], np.cumsum(x)[:-1]]) if x.size else x
    return population / left, -seen / left


def _checked(
    values: ArrayLike, bounds: ArrayLike, slopes: ArrayLike, offsets: ArrayLike
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    x = np.ascontiguousarray(values, dtype=np.float64)
    pairs = np.broadcast_to(np.asarray(bounds, dtype=np.float64), (x.size, 2))
    low, high = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
    s = np.ascontiguousarray(np.broadcast_to(np.asarray(slopes, dtype=np.float64), x.shape))
    o = np.ascontiguousarray(np.broadcast_to(np.asarray(offsets, dtype=np.float64), x.shape))
    slack = 1e-9 * (high - low)
    if not np.all((x >= low - slack) & (x <= high + slack) & (low < high)) or not np.all(s > 0.0):
        raise ValueError("Every value must lie within its bounds, and slopes must be positive.")
    return np.clip(x, low, high), low, high, s, o


@compiled
def _interval(  # noqa: PLR0917 - compiled, by position
    x: Floats,
    low: Floats,
    high: Floats,
    s: Floats,
    o: Floats,
    lowest: float,
    highest: float,
    threshold: float,
    side: int,
) -> tuple[float, float]:
    """Bisect from where the capital is least to both sides; the outer end of each bracket counts."""
    middle = _least(x, low, high, s, o, lowest, highest, threshold, side)
    if _log_capital(x, low, high, s, o, middle, side) >= threshold:
        return lowest, highest
    ends = (lowest, highest)
    found = np.empty(2)
    for place in range(2):
        outside, inside = ends[place], middle
        if _log_capital(x, low, high, s, o, outside, side) >= threshold:
            for _ in range(STEPS):
                candidate = 0.5 * (inside + outside)
                if candidate in (inside, outside) or abs(outside - inside) <= 1e-9 * (highest - lowest):
                    break
                if _log_capital(x, low, high, s, o, candidate, side) >= threshold:
                    outside = candidate
                else:
                    inside = candidate
        found[place] = outside
    return found[0], found[1]


@compiled
def _least(  # noqa: PLR0917 - compiled, by position
    x: Floats,
    low: Floats,
    high: Floats,
    s: Floats,
    o: Floats,
    lowest: float,
    highest: float,
    threshold: float,
    side: int,
) -> float:
    """Some m that is not refuted: the mean of what the values say, or what golden sections of the capital find."""
    total, weight = 0.0, 0.0
    for t in range(x.size):
        total += x[t] - o[t]
        weight += s[t]
    first = min(max(total / weight, lowest), highest)
    if lowest < first < highest and _log_capital(x, low, high, s, o, first, side) < threshold:
        return first
    ratio = 0.5 * (math.sqrt(5.0) - 1.0)
    a, b = lowest, highest
    for _ in range(STEPS):
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        at_c, at_d = _log_capital(x, low, high, s, o, c, side), _log_capital(x, low, high, s, o, d, side)
        if min(at_c, at_d) < threshold:
            return c if at_c <= at_d else d
        if at_c <= at_d:
            b = d
        else:
            a = c
    return 0.5 * (a + b)


@compiled
def _log_capital(  # noqa: PLR0917 - compiled, by position
    x: Floats, low: Floats, high: Floats, s: Floats, o: Floats, m: float, side: int
) -> float:
    """Logarithm of K(m) after all values; infinite where m is impossible."""
    logs = np.zeros(2 * SHARES.size)
    products = np.ones(2 * SHARES.size)
    for t in range(x.size):
        if not _bet(products, x[t], low[t], high[t], s[t] * m + o[t]):
            return np.inf
        if t % RESCALED_EVERY == RESCALED_EVERY - 1:
            _bank(products, logs)
    _bank(products, logs)
    if side > 0:
        logs[SHARES.size :] = -np.inf
    elif side < 0:
        logs[: SHARES.size] = -np.inf
    return _log_mean(logs)


@compiled
def _path(x: Floats, low: Floats, high: Floats, s: Floats, o: Floats, m: float) -> Floats:  # noqa: PLR0917
    logs = np.zeros(2 * SHARES.size)
    products = np.ones(2 * SHARES.size)
    path = np.full(x.size, np.inf)
    for t in range(x.size):
        if not _bet(products, x[t], low[t], high[t], s[t] * m + o[t]):
            break
        _bank(products, logs)
        path[t] = _log_mean(logs)
    return path


@compiled
def _bet(products: Floats, x: float, low: float, high: float, m: float) -> bool:
    """Multiply what every share has by what it wins on one value; false where this mean is impossible."""
    if m < low or m > high or (m <= low and x > low) or (m >= high and x < high):
        return False
    above = (x - m) / (m - low) if m > low else 0.0
    below = (x - m) / (high - m) if m < high else 0.0
    for j in range(SHARES.size):
        products[j] *= 1.0 + SHARES[j] * above
        products[SHARES.size + j] *= 1.0 - SHARES[j] * below
    return True


@compiled
def _bank(products: Floats, logs: Floats) -> None:
    """Move what the shares have won into logarithms, before products leave the range of numbers."""
    for j in range(products.size):
        logs[j] += math.log(products[j]) if products[j] > 0.0 else -np.inf
        products[j] = 1.0


@compiled
def _log_mean(logs: Floats) -> float:
    highest: float = logs.max()
    if not math.isfinite(highest):
        return highest
    mean: float = np.exp(logs - highest).mean()
    return highest + math.log(mean)
