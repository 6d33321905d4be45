"""Bootstrap intervals for scores: what is drawn again are clusters (questions, items, documents or annotators).

Ends are moved by what a finite population takes off the standard error, and within the scale. The draws depend on the
seed and on nothing else, so that a number can be repeated.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.scores.contributions import Contributions, residuals, summarise, sums
from quorate.estimators.scores.one_look import student
from quorate.kernels.bootstrap import WAYS

DRAWS = 2000

Ends = NDArray[np.float64]


def resample(given: Contributions, level: float, way: str = "percentile", *, draws: int = DRAWS, seed: int = 0) -> Ends:
    """Ends by one of the ways of `kernels.bootstrap`; Student's where values do not differ or there are too few."""
    seen, fit, pieces = summarise(given), sums(given), residuals(given)
    ends = student(given, level)
    for group in np.flatnonzero(np.isfinite(fit.variance) & (fit.variance > 0)):
        mine = pieces.residual[pieces.group == group]
        moved = np.array(WAYS[way](mine, level, draws, seed)) / pieces.total[group]
        ends[group] = seen.mean[group] + np.sqrt(seen.variance[group] / fit.variance[group]) * moved
    return np.clip(ends, given.low, given.high)


percentile = partial(resample, way="percentile")
accelerated = partial(resample, way="accelerated")
studentised = partial(resample, way="studentised")
