"""Intervals for scores: each is a function from contributions to the two ends of every group, at a level.

An estimator names the interval it recommends; `choose` gives it, or another by its name.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from quorate.errors import InputError
from quorate.estimators.scores.contributions import Contributions, summarise

Ends = NDArray[np.float64]
IntervalMethod: TypeAlias = Callable[[Contributions, float], Ends]


def student(given: Contributions, level: float) -> Ends:
    """Estimate ± t · standard error, within the scale; the whole scale with fewer than two clusters.

    Where all values are equal the variance says nothing: then the interval is that of n equal answers, one of which
    might have been the other end of the scale (a share of 1 − error^(1/n) could have stayed unseen).
    """
    seen = summarise(given)
    span = given.high - given.low
    known = np.isfinite(seen.variance)
    reach = stdtrit(seen.freedom, 0.5 + level / 2) * np.sqrt(np.where(known, seen.variance, 0.0))
    is_census = (given.remaining <= 0) & (given.added <= 0)
    unseen = span * (1 - (1 - level) ** (1 / np.maximum(seen.clusters, 1)))
    reach = np.where((reach <= 0) & ~is_census, unseen, reach)
    ends = np.column_stack([seen.mean - reach, seen.mean + reach])
    ends[~known] = given.low, given.high
    return np.clip(ends, given.low, given.high)


INTERVALS: dict[str, IntervalMethod] = {"student": student}


def choose(name: str) -> IntervalMethod:
    """The interval with this name.

    Raises:
        InputError: There is none.
    """
    if name not in INTERVALS:
        raise InputError(f"There is no interval {name!r}. Intervals: {', '.join(INTERVALS)}.")
    return INTERVALS[name]
