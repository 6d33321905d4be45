"""Whose turn it is: which part of the comparisons a metric answers, and which systems it leaves out.

Formula:
    Random mixing: chance p_m times the part of the pair's items on which the metric says anything. Uncertainty-aware:
    the metric answers where its doubt lies below a threshold, the quantile of all its doubts that leaves it the part
    p_m at most. (The paper says the part *above* the threshold; to let the metric answer it must be the part below.)
    Elimination: û_ij = p̂_ij + α σ̂_ij, p̂_ij the mean over the pair's items, σ̂²_ij = N⁻² Σ σ² of its ensemble (without
    one, the standard error of that mean); a system is kept where û_ij > ½ for a part τ of the others. Two at least are
    kept, since people must decide something. Of a pair that the metric says nothing about nothing is held against
    either.

Reference:
    Mohankumar, Khapra (2022), Active evaluation, sections 4.1 to 4.3 and appendix D.
"""

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.policies.duels.machine.policy import MetricTurns
from quorate.policies.duels.mixed.expectations import Expectations
from quorate.records.mixing import Mixing

FEWEST_KEPT = 2


def threshold_of(doubt: Floats, share: float) -> float:
    """Below which doubt the metric answers: so that it answers this share at most; of equals none, or all."""
    known = np.sort(doubt[np.isfinite(doubt)])
    place = int(np.floor(share * len(known) + 1e-9))
    return float(known[place]) if place < len(known) else np.inf


def is_sure(expectations: Expectations, mixing: Mixing) -> Mask:
    """Which comparisons the metric may answer."""
    if not mixing.answers:
        return np.zeros(len(expectations.first), dtype=np.bool_)
    if not mixing.divides:
        return expectations.is_known
    doubt = expectations.doubt(mixing.doubt)
    return doubt < threshold_of(doubt, mixing.share)


def turns_of(expectations: Expectations, mixing: Mixing, sure: Mask | None = None) -> MetricTurns:
    """What the four ways come to.

    Args:
        expectations: What the metric says of every comparison that a policy may draw, each as likely as the others of
            its pair.
        mixing: How the metric is used.
        sure: Which of them it may answer; `is_sure` without it.
    """
    k = expectations.systems
    sure = is_sure(expectations, mixing) if sure is None else sure
    size = np.bincount(expectations.pair, minlength=k * k)
    mine = np.bincount(expectations.pair[sure], minlength=k * k)
    share = np.divide(mine, size, out=np.zeros(k * k), where=size > 0).reshape(k, k)
    if not mixing.divides:
        share *= mixing.share
    said = np.where(expectations.first < expectations.second, expectations.answer, 1 - expectations.answer)[sure]
    kind = np.rint(2 - 2 * said).astype(np.int64)  # win, tie, loss of the system with the smaller number
    answers = np.bincount(expectations.pair[sure] * 3 + kind, minlength=k * k * 3).reshape(k, k, 3)
    return MetricTurns(
        share=share + share.T,
        answers=answers + answers.transpose(1, 0, 2)[:, :, ::-1],
        kept=kept_systems(expectations, mixing) if mixing.eliminates else np.ones(k, dtype=np.bool_),
    )


def kept_systems(expectations: Expectations, mixing: Mixing) -> Mask:
    """Systems that the metric does not take for bad, however it doubts."""
    k = expectations.systems
    mean, error, known = _expected_of_pairs(expectations)
    seems = np.where(known, mean + mixing.reach * error > 0.5, True) & ~np.eye(k, dtype=np.bool_)
    copeland = seems.sum(axis=1) / max(k - 1, 1)
    kept = copeland >= mixing.keep - 1e-12
    if kept.sum() < FEWEST_KEPT:
        order = np.lexsort((-np.where(known, mean, 0.5).mean(axis=1), -copeland))
        kept[order[:FEWEST_KEPT]] = True
    return np.asarray(kept)


def _expected_of_pairs(expectations: Expectations) -> tuple[Floats, Floats, Mask]:
    """System × system: p̂, σ̂, and whether the metric says anything."""
    k, rows = expectations.systems, expectations.is_known
    first, second = expectations.first[rows], expectations.second[rows]
    pair = np.concatenate([first * k + second, second * k + first])
    p = np.concatenate([expectations.expected[rows], 1 - expectations.expected[rows]])
    count = np.bincount(pair, minlength=k * k).astype(np.float64)
    divisor = np.maximum(count, 1)
    mean = np.bincount(pair, weights=p, minlength=k * k) / divisor
    spread = np.nan_to_num(expectations.spread[rows], nan=0.0)
    squares = np.tile(spread**2, 2) if (spread > 0).any() else (p - mean[pair]) ** 2
    error = np.sqrt(np.bincount(pair, weights=squares, minlength=k * k)) / divisor
    return mean.reshape(k, k), error.reshape(k, k), (count > 0).reshape(k, k)
