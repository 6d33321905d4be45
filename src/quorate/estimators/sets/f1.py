"""F1 of every system from its precision and recall, with what moves both.

Formula: F = 2πr/(π + r); to first order it moves by 2r²/(π + r)² per unit of precision and 2π²/(π + r)² per unit of
recall. Judgments that move both move F by the sum: the covariance of precision and recall is in it. Where precision
comes from draws and recall from judged statements, it is not known, and the largest there can be is taken.

Guarantee: asymptotic, as far as those of precision and recall go. 0 where both are 0; the whole scale where either is.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.estimators.sets.measured import Measured, blended_pieces


def measure_f1(precision: Measured, recall: Measured) -> Measured:
    """F1 of every system."""
    p, r = np.clip(precision.value, 0.0, 1.0), np.clip(recall.value, 0.0, 1.0)
    both = p + r
    safe = np.where(both > 0, both, 1.0)
    by_precision = np.where(both > 0, 2 * r**2 / safe**2, 0.5)
    by_recall = np.where(both > 0, 2 * p**2 / safe**2, 0.5)
    nothing = (precision.missing >= 1.0) | (recall.missing >= 1.0)
    missing = np.where(nothing, 1.0, 1.0 - (1.0 - precision.missing) * (1.0 - recall.missing))
    pieces = blended_pieces(
        by_precision**2 * precision.variances, precision.pieces, by_recall**2 * recall.variances, recall.pieces
    )
    slack = by_precision**2 * precision.slack + by_recall**2 * recall.slack
    if not precision.influence.joins(recall.influence):
        slack = slack + 2 * by_precision * by_recall * np.sqrt(precision.variances * recall.variances)
    return Measured(
        value=np.where(nothing, 0.5, f1(p, r)),
        influence=precision.influence.times(by_precision).plus(recall.influence.times(by_recall)),
        slack=slack,
        pieces=np.where(nothing, 0.0, pieces),
        missing=missing,
    )


def f1(precision: Floats, recall: Floats) -> Floats:
    """Harmonic mean; 0 where both are 0."""
    both = precision + recall
    return np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
