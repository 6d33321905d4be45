"""Intervals for scores that hold at every look, so that a study may stop when they are narrow enough.

Betting and empirical Bernstein hold for any number of judgments on a bounded scale, however skewed; asymptotic
intervals are narrower on wide scales and promise nothing about the first few dozen looks. The first two need values
that were fixed by the past but for their own judgment: a coefficient fitted on the judgments it corrects breaks them.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.errors import RequirementError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import summarise
from quorate.kernels import asymptotic, bernstein, betting, capital

TIGHTEST_AT = 500.0  # the later it is tightest, the wider the first looks: 500 covers on scales of 3 to 7 points

Ends = NDArray[np.float64]
Way: TypeAlias = Callable[[Floats, Floats, float, int | None], tuple[float, float]]


def betting_interval(given: Contributions, level: float, *, side: int = 0) -> Ends:
    """Every mean that nobody has become rich betting against; without replacement the finite population counts.

    Args:
        side: 1 where the lower end alone is meant and bets go up, −1 mirrored, where values have bounds of their own.

    Raises:
        RequirementError: Values depend on each other's judgments, have no bounds, or were drawn from strata.
    """
    return _each(given, level, _bets, side)


def empirical_bernstein(given: Contributions, level: float) -> Ends:
    """The same in closed form, somewhat wider.

    Raises:
        RequirementError: Values depend on each other's judgments, have no bounds, or were drawn from strata.
    """
    return _each(given, level, _bernstein)


def asymptotic_interval(given: Contributions, level: float) -> Ends:
    """The interval of the central limit theorem, widened for every look; the whole scale below two clusters."""
    seen = summarise(given)
    known = np.isfinite(seen.variance)
    ends = asymptotic.interval(seen.mean, np.where(known, seen.variance, 1.0), seen.clusters, level, TIGHTEST_AT)
    flat = known & (seen.variance <= 0) & (given.remaining > 0)
    for group in np.flatnonzero(flat):
        ends[group] = fixed_bets(given, int(group), level)
    ends[~known] = given.low, given.high
    return np.clip(ends, given.low, given.high)


def fixed_bets(given: Contributions, group: int, level: float) -> tuple[float, float]:
    """Betting's ends for one group as if its values were fixed by the past; without bounds those of the scale count.

    Cut by what a finite population takes off the standard error. `one_look` leans on it where little was seen.
    """
    value, weight, bounds = _pieces(given, group, np.flatnonzero(given.group == group))
    low, span = bounds[0], bounds[1] - bounds[0]
    if not len(value):
        return given.low, given.high
    distinct, code = np.unique(np.clip((value - low) / span, 0, 1), return_inverse=True)
    ends = np.array(betting.interval(distinct, np.bincount(code, weights=weight / weight.max()), level)) * span + low
    middle = float(np.average(value, weights=weight))
    shrunk = middle + np.sqrt(given.remaining[group]) * (ends - middle)
    return float(shrunk[0]), float(shrunk[1])


def _each(given: Contributions, level: float, way: Way, side: int = 0) -> Ends:
    _check(given)
    ends = np.empty((given.groups, 2))
    order = np.argsort(given.group, kind="stable")
    starts = np.searchsorted(given.group[order], np.arange(given.groups + 1))
    whole = level
    for group in range(given.groups):
        mine = order[starts[group] : starts[group + 1]]
        noise = reach_of_noise(given, group, (1 - whole) / 2)
        level = whole if noise <= 0 else (1 + whole) / 2
        if given.limits is not None and way is _bets and len(mine):  # each bet by its own bounds, whatever the weights
            limits = float(given.low), float(given.high)
            ends[group] = capital.interval(given.value[mine], given.limits[mine], level, limits=limits, side=side)
            ends[group] += -noise, noise
            continue
        value, weight, bounds = _pieces(given, group, mine)
        if weight.size and weight.max() != weight.min():
            raise RequirementError(
                "Judgments have different weights, and intervals for every look are built on values of weight one. "
                "Use the active estimator, whose values contain the weights, or the asymptotic interval."
            )
        is_finite = bool(given.remaining[group] < 1 and given.added[group] <= 0)
        population = int(given.population[group]) if is_finite else None
        if not len(value):
            ends[group] = given.low, given.high
        elif population is not None and len(value) >= population:
            ends[group] = value.mean()
        else:
            ends[group] = way(value, bounds, level, population)
            ends[group] += -noise, noise
    return np.clip(ends, given.low, given.high)


def reach_of_noise(given: Contributions, group: int, error: float) -> float:
    """How far the noise of scores that were counted as known moves what values are about, at no look more than this.

    Formula: √(2 ln(2/ε)) standard deviations, with ε = 6·error/(π (k + 1))² at up to 2ᵏ judgments, which add up to the
    error. The standard deviation is estimated, so that this part is asymptotic.
    """
    if given.noise is None or given.noise[group] <= 0:
        return 0.0
    doublings = int(np.ceil(np.log2(max(int((given.group == group).sum()), 2))))
    share = error * 6 / (np.pi * (doublings + 1)) ** 2
    return float(given.noise[group] * np.sqrt(2 * np.log(2 / share)))


def _bets(value: Floats, bounds: Floats, level: float, population: int | None) -> tuple[float, float]:
    low, high = float(bounds[0]), float(bounds[1])
    if population is None:
        span = high - low
        ends = betting.interval(*np.unique(np.clip((value - low) / span, 0, 1), return_counts=True), level)
        return low + span * ends[0], low + span * ends[1]
    slopes, offsets = capital.without_replacement(value, population)
    return capital.interval(value, bounds, level, slopes=slopes, offsets=offsets, limits=(low, high))


def _bernstein(value: Floats, bounds: Floats, level: float, population: int | None) -> tuple[float, float]:
    low, span = float(bounds[0]), float(bounds[1] - bounds[0])
    ends = bernstein.interval(np.clip((value - low) / span, 0, 1), level, population)
    return low + span * ends[0], low + span * ends[1]


def _check(given: Contributions) -> None:
    if not given.is_predictable and bool((given.fitted > 0).any()):
        raise RequirementError(
            "Some numbers were fitted on the judgments that they correct, so this estimator has no betting or "
            "Bernstein interval. Use the asymptotic interval, or an estimator that fits on the past alone."
        )
    if not np.isfinite(given.bounds).all():
        raise RequirementError(
            "What this estimator averages is not bounded beforehand, so that of the intervals for every look only the "
            "asymptotic one is left. Use that, or the estimator mean."
        )
    if given.stratum.size and given.stratum.min() != given.stratum.max():
        raise RequirementError(
            "Outputs were drawn stratum by stratum, and a bet on the next one would depend on its stratum. Use the "
            "asymptotic interval, or another policy."
        )


def _pieces(given: Contributions, group: int, rows: NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
    """Values and weights of one group, averaged within clusters, in the order the clusters came, and their bounds."""
    value, weight, cluster = given.value[rows], given.weight[rows], given.cluster[rows]
    bounds = np.where(np.isfinite(given.bounds[group]), given.bounds[group], [given.low, given.high])
    _, first, code = np.unique(cluster, return_index=True, return_inverse=True)
    if len(first) == len(cluster):
        return value, weight, bounds
    total = np.bincount(code, weights=weight)
    average = np.bincount(code, weights=weight * value) / np.where(total > 0, total, 1.0)
    order = np.argsort(first)
    return average[order], (total / np.bincount(code))[order], bounds
