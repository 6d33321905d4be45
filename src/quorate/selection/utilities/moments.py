"""Mean and variance of an item's metric scores over systems.

Idea:
    Hard items (low mean) show faults; items on which systems differ (high variance) show who is better.

Formula:
    metric-average: −(1/M) Σ_m r_mx. metric-variance: (1/M) Σ_m (r_mx − r̄_x)².
    Where scores are missing: for the mean, each system's own mean is taken off first, so that an item that a weak
    system has no output for does not look easy; the variance is (1 − 1/M) times the unbiased one of the scores there
    are. Without gaps both are the formulas above.

Guarantee:
    None about estimates: a subset of the highest is not a sample, and means on it are biased.

Assumptions:
    The metric agrees with people about what is hard, or where systems differ.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 3.1.

When not to use:
    metric-variance with metrics whose spread grows with the length or the kind of text: it then selects those.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility, fill_unknown


def measure_average(candidates: Candidates) -> Floats:
    """Minus the mean score: the hardest first."""
    scores = candidates.scores
    known = np.isfinite(scores)
    if not known.all():
        counts = known.sum(axis=1)
        means = np.divide(np.where(known, scores, 0.0).sum(axis=1), counts, out=np.zeros(len(counts)), where=counts > 0)
        scores = scores - means[:, None]
    counts = known.sum(axis=0)
    sums = np.where(known, scores, 0.0).sum(axis=0)
    values = -np.divide(sums, counts, out=np.zeros(len(counts)), where=counts > 0)
    return fill_unknown(values, counts > 0, candidates, "a metric score")


def measure_variance(candidates: Candidates) -> Floats:
    """Variance of the scores over systems."""
    scores = candidates.scores
    known = np.isfinite(scores)
    counts = known.sum(axis=0)
    filled = np.where(known, scores, 0.0)
    means = filled.sum(axis=0) / np.maximum(counts, 1)
    squares = np.where(known, (filled - means) ** 2, 0.0).sum(axis=0)
    systems = len(candidates.systems)
    values = squares / np.maximum(counts - 1, 1) * (systems - 1) / systems
    return fill_unknown(values, counts > 1, candidates, "metric scores of two systems")


AVERAGE = Utility(
    name="metric-average",
    words="where metric scores are low",
    needs=frozenset({"metrics"}),
    measure=measure_average,
)
VARIANCE = Utility(
    name="metric-variance",
    words="where systems differ by the metric",
    needs=frozenset({"metrics"}),
    measure=measure_variance,
)
