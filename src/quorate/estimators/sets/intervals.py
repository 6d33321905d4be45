"""Intervals for one look at precision, recall and F1.

Formula: Wilson's interval with the size m(1 − m)/V, m = (nv + 1)/(n + 2): so many independent yes/no judgments would
make the value v as uncertain as its variance V does. V has a slack (see `measured`), so that it is not 0 where n
effective judgments happen to agree. Student's t with n − 1 degrees. A share of what is meant that nothing drawn stands
for widens the ends by itself.

Guarantee: asymptotic coverage at numbers of judgments that do not depend on judgments; the whole scale without two
effective judgments; zero width only where all that is meant was judged for certain. Ends lie in [0, 1].

Reference: Wilson (1927); Korn, Graubard (1998).
"""

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.sets.measured import Measured
from quorate.kernels import wilson

LEAST_VARIANCE = 1e-18


def one_look(measured: Measured, level: float) -> Floats:
    """System × 2 ends."""
    n, variance = measured.pieces, measured.variances
    value = np.clip(measured.value, 0.0, 1.0)
    centre = (n * value + 1.0) / (n + 2.0)
    certain = (variance <= LEAST_VARIANCE) & (n > 0)
    size = np.divide(centre * (1 - centre), variance, out=np.zeros(len(n)), where=variance > LEAST_VARIANCE)
    low, high = wilson.interval(value, size, level, np.maximum(n - 1.0, 0.0))
    low, high = np.where(certain, value, low), np.where(certain, value, high)
    return widened(np.column_stack([low, high]), measured.missing)


def widened(ends: Floats, missing: Floats) -> Floats:
    """Ends for all that is meant from those for the share that draws stand for."""
    reached = 1.0 - missing
    low, high = reached * ends[:, 0], reached * ends[:, 1] + missing
    return np.column_stack([np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)])


def differences(measured: Measured, level: float) -> tuple[Floats, Floats, Floats]:
    """Of every two systems: value of the row less that of the column, and both ends.

    The variance is that of the difference, with what moves both taken off: judgments of statements that both make.
    """
    value = np.clip(measured.value, 0.0, 1.0)
    covariance = measured.influence.covariances
    own, slack = np.diagonal(covariance), measured.slack
    variance = own[:, None] + own[None, :] - 2 * covariance + slack[:, None] + slack[None, :]
    np.fill_diagonal(variance, 0.0)
    degrees = np.maximum(np.minimum(measured.pieces[:, None], measured.pieces[None, :]) - 1.0, 0.0)
    from scipy.special import stdtrit

    usable = degrees >= 1.0
    quantile = stdtrit(np.where(usable, degrees, 1.0), 0.5 + level / 2)
    gap = value[:, None] - value[None, :]
    reach = quantile * np.sqrt(np.maximum(variance, 0.0))
    missing = measured.missing[:, None] + measured.missing[None, :]
    low = np.where(usable, np.clip(gap - reach - missing, -1.0, 1.0), -1.0)
    high = np.where(usable, np.clip(gap + reach + missing, -1.0, 1.0), 1.0)
    return gap, low, high
