"""Bootstrap and simultaneous intervals for scores.

What is drawn again are clusters: questions, items, documents or annotators. Ends are moved by what a finite population
takes off the standard error, and kept within the scale. The draws depend on the seed and on nothing else, so that a
number can be repeated.
"""

from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import residuals, summarise, sums
from quorate.estimators.scores.one_look import recommended, student
from quorate.kernels.bootstrap import WAYS
from quorate.kernels.simultaneous import bonferroni_level, largest_t

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


def simultaneous(given: Contributions, level: float, *, draws: int = DRAWS, seed: int = 0) -> Ends:
    """Recommended intervals of all groups, widened so that all hold at once: by the largest |t| of any group.

    Groups that share clusters (systems judged on the same items) move together, and then little widening is needed;
    Bonferroni's is never exceeded.
    """
    pieces = residuals(given)
    alone = 1 - bonferroni_level(level, given.groups)
    if given.groups < 2 or not (pieces.residual**2).sum() > 0:
        return recommended(given, 1 - alone)
    critical = largest_t(pieces.group, pieces.cluster, pieces.residual, level, draws=draws, seed=seed)
    error = 2 * (1 - float(ndtr(critical)))
    return recommended(given, 1 - min(max(error, alone), 1 - level))


percentile = partial(resample, way="percentile")
accelerated = partial(resample, way="accelerated")
studentised = partial(resample, way="studentised")
