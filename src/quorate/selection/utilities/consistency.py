"""Consistency: does the item order systems as all items together do, by the metric?

Idea:
    An item that ranks systems like the whole set is a small copy of it.

Formula:
    Kendall's τ_c between the item's scores over systems and the systems' total scores. Where scores are missing, a
    system's total is the mean of its scores less the items' means, so that who lacks hard items gains nothing.

Guarantee:
    None about estimates: a subset of the highest is not a sample.

Assumptions:
    The metric's ranking of systems is near the right one: an item is favoured for agreeing with it, right or wrong.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 3.2.

When not to use:
    Where the metric's ranking is what people are to check: the subset repeats the metric's opinion.
"""

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.kernels.rank_correlations import kendall_with
from quorate.selection.candidates import Candidates
from quorate.selection.utilities.utility import Utility, fill_unknown


def measure(candidates: Candidates) -> Floats:
    """Rank correlation of each item's scores with the systems' totals."""
    scores = candidates.scores
    known = np.isfinite(scores)
    values = kendall_with(scores, totals(scores, known))
    return fill_unknown(values, known.sum(axis=0) > 1, candidates, "metric scores of two systems")


def totals(scores: Floats, known: Mask) -> Floats:
    """What each system has altogether; NaN for one without any score."""
    if known.all():
        plain: Floats = scores.sum(axis=1)
        return plain
    filled = np.where(known, scores, 0.0)
    centred = np.where(known, filled - filled.sum(axis=0) / np.maximum(known.sum(axis=0), 1), 0.0)
    counts = known.sum(axis=1)
    mean: Floats = np.divide(centred.sum(axis=1), counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return mean


CONSISTENCY = Utility(
    name="metric-consistency",
    words="where the item ranks systems as all items do, by the metric",
    needs=frozenset({"metrics"}),
    measure=measure,
)
