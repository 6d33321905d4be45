"""Intervals for scores: each is a function from contributions to the two ends of every group, at a level.

`INTERVALS` names them all. For one look, at a number of judgments fixed beforehand: `recommended` (see `one_look`),
`skewed`, `student`, `normal`, three kinds of bootstrap, and `simultaneous` for all groups at once. For every look:
`betting`, `empirical-bernstein` and `asymptotic` (see `every_look`). All give the whole scale with too little data, and
none has zero width unless every output was judged and there is nothing left to know.
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores import every_look, one_look, resampled

Ends: TypeAlias = NDArray[np.float64]
IntervalMethod: TypeAlias = Callable[[Contributions, float], Ends]

ONE_LOOK: dict[str, IntervalMethod] = {
    "recommended": one_look.recommended,
    "skewed": one_look.skewed,
    "student": one_look.student,
    "normal": one_look.normal,
    "bootstrap": resampled.percentile,
    "bootstrap-bca": resampled.accelerated,
    "bootstrap-t": resampled.studentised,
    "simultaneous": resampled.simultaneous,
}
EVERY_LOOK: dict[str, IntervalMethod] = {
    "betting": every_look.betting_interval,
    "empirical-bernstein": every_look.empirical_bernstein,
    "asymptotic": every_look.asymptotic_interval,
}
INTERVALS: dict[str, IntervalMethod] = ONE_LOOK | EVERY_LOOK


def choose(name: str) -> IntervalMethod:
    """The interval with this name.

    Raises:
        InputError: There is none.
    """
    if name not in INTERVALS:
        raise InputError(f"There is no interval {name!r}. Intervals: {', '.join(INTERVALS)}.")
    return INTERVALS[name]


def recommend(given: Contributions) -> tuple[str, ...]:
    """Which interval `recommended` takes for each group: `skewed`, `guarded`, or the whole `scale`."""
    return one_look.rules(given)
