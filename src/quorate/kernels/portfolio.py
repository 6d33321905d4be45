"""The wealth of a universal portfolio: money spread over all constant bets on a bounded mean and never moved.

Idea:
    The compiled core of `betting`, which explains what the wealth means and checks its input; here it is integrated.
    The integrand has a single peak that becomes as narrow as 1/√n, so the points of the quadrature go where the peak
    is.

Formula:
    log of the mean over bets b of Π_v (b·v/m + (1−b)·(1−v)/(1−m))^{n_v}, where b follows Beta(½, ½), possibly
    restricted to b ≥ a least bet. With b = sin²φ the prior is uniform in φ, from arcsin √(least bet) to π/2.

Guarantee:
    The log payoff is concave in b, so Newton's method finds its mode. 64 Gauss–Legendre points cover the window
    outside which the integrand is below e⁻³⁶ of its peak; leaving out the rest only lowers the wealth. For whole
    counts the integrand is analytic, and the logarithm is exact to about 1e-12 plus the rounding of a sum of
    logarithms; for fractional counts below one of the values 0 and 1 to about 1e-4.

Assumptions:
    Contiguous float arrays; values in [0, 1], counts not negative, m in [0, 1], none of it checked; m = 0 and
    m = 1 are taken as limits.

Reference:
    Cover, Ordentlich (1996), Universal portfolios with side information.
"""

import math

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled

NODES, NODE_WEIGHTS = np.polynomial.legendre.leggauss(64)
TOLERANCE = 1e-9  # of the distance between an end of the interval and the mean
LEAST_DROP = 36.0
MOST_DROP = 72.0
RIGHT_ANGLE = 0.5 * math.pi
LEAST_MEAN = 1e-300  # keeps payoffs finite; a larger m only lowers what a value above 0 pays


@compiled
def log_wealth(values: NDArray[np.float64], counts: NDArray[np.float64], m: float) -> float:
    """Log wealth against "the mean is m"."""
    return _log_mixture(values, counts, m, 0.0)


@compiled
def log_evidence(values: NDArray[np.float64], counts: NDArray[np.float64], m: float) -> float:
    """Log e-value against "the mean is at most m"."""
    if m >= 1.0:
        return 0.0  # nothing speaks against a mean of at most 1
    return _log_mixture(values, counts, m, m)


@compiled
def interval(values: NDArray[np.float64], counts: NDArray[np.float64], threshold: float) -> tuple[float, float]:
    """All means whose log wealth is below the threshold ln 1/(1−level): lower and upper end."""
    total = counts.sum()
    if total <= 0.0:
        return 0.0, 1.0
    mean = min(1.0, max(0.0, (counts * values).sum() / total))
    low = _boundary(values, counts, threshold, mean, 0.0)
    high = _boundary(values, counts, threshold, mean, 1.0)
    return low, high


@compiled
def _boundary(
    values: NDArray[np.float64], counts: NDArray[np.float64], threshold: float, mean: float, end: float
) -> float:
    """Where log wealth crosses the threshold between the mean and an end of the scale, rounded outwards.

    False position with the Illinois rule, and bisection where it does not halve the bracket in three steps.
    """
    inside, outside = mean, end
    above = _log_mixture(values, counts, end, 0.0) - threshold
    if above <= 0.0:
        return end
    below = _log_mixture(values, counts, mean, 0.0) - threshold
    total = counts.sum()
    spread = (counts * (values - mean) ** 2).sum() / total
    guess = math.sqrt(2.0 * (spread + 1.0 / (total + 2.0)) * (threshold + 0.5 * math.log1p(total)) / total)
    candidate, side = mean + math.copysign(guess, end - mean), 0
    checkpoint = abs(outside - inside)
    for step in range(400):
        if not min(inside, outside) < candidate < max(inside, outside):
            candidate = 0.5 * (inside + outside)
        if candidate in (inside, outside) or abs(outside - inside) <= TOLERANCE * abs(outside - mean):
            break
        excess = _log_mixture(values, counts, candidate, 0.0) - threshold
        if excess >= 0.0:
            outside, above = candidate, excess
            below = 0.5 * below if side == 1 else below
            side = 1
        else:
            inside, below = candidate, excess
            above = 0.5 * above if side == -1 else above
            side = -1
        if math.isinf(above):
            candidate = mean + 2.0 * (inside - mean)
        else:
            candidate = inside + (outside - inside) * below / (below - above)
        if step % 3 == 2:
            if abs(outside - inside) > 0.5 * checkpoint:
                candidate = 0.5 * (inside + outside)
            checkpoint = abs(outside - inside)
    return outside


@compiled
def intervals(
    starts: NDArray[np.int64], values: NDArray[np.float64], counts: NDArray[np.float64], threshold: float
) -> NDArray[np.float64]:
    """`interval` of many groups; group g owns the entries starts[g] to starts[g+1]."""
    ends = np.empty((starts.size - 1, 2))
    for g in range(starts.size - 1):
        rows = slice(starts[g], starts[g + 1])
        ends[g, 0], ends[g, 1] = interval(values[rows], counts[rows], threshold)
    return ends


@compiled
def log_evidences(
    starts: NDArray[np.int64], values: NDArray[np.float64], counts: NDArray[np.float64], means: NDArray[np.float64]
) -> NDArray[np.float64]:
    """`log_evidence` of many groups, each against its own mean."""
    evidences = np.empty(starts.size - 1)
    for g in range(starts.size - 1):
        rows = slice(starts[g], starts[g + 1])
        evidences[g] = log_evidence(values[rows], counts[rows], means[g])
    return evidences


@compiled
def _log_mixture(values: NDArray[np.float64], counts: NDArray[np.float64], m: float, least_bet: float) -> float:
    """Log of the mean, over φ uniform from arcsin √least_bet to π/2, of the product of all payoffs."""
    win, loss, weight = np.empty(values.size), np.empty(values.size), np.empty(values.size)
    size, total, weighted = 0, 0.0, 0.0
    for v, n in zip(values, counts):  # noqa: B905 (equal lengths; compiled code has no strict zip)
        if n > 0.0:
            if (m <= 0.0 and v > 0.0) or (m >= 1.0 and v < 1.0):
                return np.inf
            win[size] = v / max(m, LEAST_MEAN) if v > 0.0 else 0.0
            loss[size] = (1.0 - v) / (1.0 - m) if v < 1.0 else 0.0
            weight[size] = n
            size += 1
            total += n
            weighted += n * v
    if size == 0:
        return 0.0
    win, loss, weight = win[:size], loss[:size], weight[:size]

    first = math.asin(math.sqrt(least_bet))
    if first >= RIGHT_ANGLE:
        return _log_payoff(win, loss, weight, RIGHT_ANGLE)
    mode = math.asin(math.sqrt(_best_bet(win, loss, weight, least_bet, weighted / total)))
    mode = min(max(mode, first), RIGHT_ANGLE)
    peak = _log_payoff(win, loss, weight, mode)
    low = _edge(win, loss, weight, mode, first)
    high = _edge(win, loss, weight, mode, RIGHT_ANGLE)
    centre, reach = 0.5 * (low + high), 0.5 * (high - low)
    mass = 0.0
    for node, share in zip(NODES, NODE_WEIGHTS):  # noqa: B905
        mass += share * math.exp(_log_payoff(win, loss, weight, centre + reach * node) - peak)
    return peak + math.log(mass * reach / (RIGHT_ANGLE - first))


@compiled
def _log_payoff(
    win: NDArray[np.float64], loss: NDArray[np.float64], weight: NDArray[np.float64], angle: float
) -> float:
    """Log of what the bet sin²φ has made of one unit."""
    bet, rest = math.sin(angle) ** 2, math.cos(angle) ** 2
    total = 0.0
    for i in range(win.size):
        payoff = bet * win[i] + rest * loss[i]
        if payoff <= 0.0:
            return -np.inf
        total += weight[i] * math.log(payoff)
    return total


@compiled
def _slope(
    win: NDArray[np.float64], loss: NDArray[np.float64], weight: NDArray[np.float64], bet: float
) -> tuple[float, float]:
    """First derivative and negative second derivative of the log payoff, which is concave in the bet."""
    slope, curvature = 0.0, 0.0
    for i in range(win.size):
        payoff = bet * win[i] + (1.0 - bet) * loss[i]
        if payoff <= 0.0:  # only at the ends 0 and 1
            return (np.inf if win[i] > loss[i] else -np.inf), np.inf
        ratio = (win[i] - loss[i]) / payoff
        slope += weight[i] * ratio
        curvature += weight[i] * ratio * ratio
    return slope, curvature


@compiled
def _best_bet(
    win: NDArray[np.float64], loss: NDArray[np.float64], weight: NDArray[np.float64], least: float, start: float
) -> float:
    """Bet of the largest payoff, to a hundredth of the width of the peak: it only places the window."""
    low, high = least, 1.0
    if _slope(win, loss, weight, low)[0] <= 0.0:
        return low
    if _slope(win, loss, weight, high)[0] >= 0.0:
        return high
    bet = start if low < start < high else 0.5 * (low + high)
    for _ in range(100):
        slope, curvature = _slope(win, loss, weight, bet)
        if slope > 0.0:
            low = bet
        else:
            high = bet
        candidate = bet + slope / curvature if curvature > 0.0 else bet
        if abs(candidate - bet) * math.sqrt(curvature) < 0.01:
            return min(max(candidate, low), high)
        bet = candidate if low < candidate < high else 0.5 * (low + high)
    return bet


@compiled
def _edge(
    win: NDArray[np.float64],
    loss: NDArray[np.float64],
    weight: NDArray[np.float64],
    mode: float,
    end: float,
) -> float:
    """End of the integration window: where the log payoff lies 36 to 72 below its peak, or the end of the range."""
    peak = _log_payoff(win, loss, weight, mode)
    inside, outside, candidate = mode, end, end
    for _ in range(100):
        drop = peak - _log_payoff(win, loss, weight, candidate)
        if drop > MOST_DROP:
            outside = candidate
        elif drop >= LEAST_DROP or candidate == end:
            return candidate
        else:
            inside = candidate
        if drop > 1.0 and drop < np.inf:
            candidate = mode + (candidate - mode) * math.sqrt(0.5 * (LEAST_DROP + MOST_DROP) / drop)
        if not min(inside, outside) < candidate < max(inside, outside):
            candidate = 0.5 * (inside + outside)
    return outside
