"""Means of bounded values for many groups at once, each with its two intervals.

Copies of a question are one piece of evidence: they are averaged before anything else. The interval for one look is
Wilson's with an effective sample size that ties and clusters have moved; the anytime-valid one bets on every question.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.kernels import betting, wilson
from quorate.kernels.clusters import grouped_ratio_mean

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Contributions:
    """What judgments contribute to the means of groups. All values lie in [0, 1].

    Attributes:
        group: Which mean each row contributes to.
        groups: How many means.
        value: The value.
        weight: Its weight.
        bound: No weight is larger than this, known before the judgment; 1 where all weights are 1.
        copy_of: Rows of one group with the same number are copies of one question.
        cluster: Rows with the same number are not independent.
    """

    group: Ints
    groups: int
    value: Floats
    weight: Floats
    bound: float
    copy_of: Ints
    cluster: Ints


@dataclass(frozen=True, kw_only=True)
class Means:
    """One entry for each group.

    Attributes:
        mean: The weighted mean; ½ without data.
        low: Lower end for one look.
        high: Upper end for one look.
        variance: Cluster-robust variance of the mean; infinite with fewer than two clusters.
        anytime: Group × 2: ends that hold at every look.
        clusters: How many clusters.
        judgments: How many judgments.
    """

    mean: Floats
    low: Floats
    high: Floats
    variance: Floats
    anytime: Floats
    clusters: Ints
    judgments: Ints


def estimate_means(given: Contributions, level: float, anytime: Floats | None = None) -> Means:
    """Means, Wilson intervals and betting intervals of all groups.

    Args:
        given: What judgments contribute.
        level: Level of the intervals.
        anytime: Ends that hold at every look, where they are not those of the judgments as they came.
    """
    judgments = np.bincount(given.group, minlength=given.groups)
    rows = merge_copies(given)
    fit = grouped_ratio_mean(rows.group, rows.groups, rows.value, rows.weight, rows.cluster)
    questions = _kish(rows)
    size = _effective_size(rows, fit.mean, fit.variance, fit.n_effective, questions)
    low, high = wilson.interval(fit.mean, size, level, np.maximum(fit.n_clusters - 1, 0))
    return Means(
        mean=np.where(fit.n_clusters > 0, fit.mean, 0.5),
        low=low,
        high=high,
        variance=fit.variance,
        anytime=anytime_intervals(rows, level) if anytime is None else anytime,
        clusters=fit.n_clusters,
        judgments=judgments,
    )


def merge_copies(given: Contributions) -> Contributions:
    """Average the copies of each question within each group; the weights of copies add up to one question's."""
    order = np.lexsort((given.copy_of, given.group))
    group, copy_of = given.group[order], given.copy_of[order]
    starts = np.flatnonzero(np.append(True, (np.diff(group) != 0) | (np.diff(copy_of) != 0))) if len(order) else order
    if len(starts) == len(order):
        return given
    weight, value, cluster = given.weight[order], given.value[order], given.cluster[order]
    total = np.add.reduceat(weight, starts)
    copies = np.diff(np.append(starts, len(order)))
    return Contributions(
        group=group[starts],
        groups=given.groups,
        value=np.add.reduceat(weight * value, starts) / total,
        weight=total / copies,
        bound=given.bound,
        copy_of=copy_of[starts],
        cluster=cluster[starts],
    )


def anytime_intervals(rows: Contributions, level: float) -> Floats:
    """Group × 2 ends from betting; with unequal weights on w·y and on w·(1 − y), half of the error each."""
    if rows.bound == 1.0:
        return betting.intervals(*value_counts(rows.group, rows.groups, rows.value), level)
    half = 0.5 + level / 2
    for_ones = betting.intervals(*value_counts(rows.group, rows.groups, rows.weight * rows.value / rows.bound), half)
    for_zeros = betting.intervals(
        *value_counts(rows.group, rows.groups, rows.weight * (1 - rows.value) / rows.bound), half
    )
    low = np.maximum(for_ones[:, 0], 1 / rows.bound - for_zeros[:, 1]) * rows.bound
    high = np.minimum(for_ones[:, 1], 1 / rows.bound - for_zeros[:, 0]) * rows.bound
    low, high = np.clip(low, 0, 1), np.clip(high, 0, 1)
    return np.column_stack([np.minimum(low, high), np.maximum(low, high)])


def log_evidences(rows: Contributions, above: Floats) -> Floats:
    """Logarithm of the e-value of each group against "the mean is at most `above`"; −∞ where `above` is 1 or more."""
    starts, values, counts = value_counts(rows.group, rows.groups, rows.weight * rows.value / rows.bound)
    limits = np.clip(above, 0, 1) / rows.bound
    evidence = betting.log_evidences(starts, values, counts, np.minimum(limits, 1 - 1e-12))
    return np.where(above >= 1, -np.inf, evidence)


def value_counts(group: Ints, groups: int, value: Floats) -> tuple[Ints, Floats, Floats]:
    """Distinct values of each group with how often they occur, one group after the other, and where each starts."""
    distinct, code = np.unique(value, return_inverse=True)
    width = max(len(distinct), 1)
    if groups * width <= 4 * max(len(value), 1000):
        table = np.bincount(group * width + code, minlength=groups * width).reshape(groups, width)
        owner, column = np.nonzero(table)
        counts = table[owner, column]
    else:
        keys, counts = np.unique(group * width + code, return_counts=True)
        owner, column = np.divmod(keys, width)
    starts = np.searchsorted(owner, np.arange(groups + 1))
    return starts, distinct[column], counts.astype(np.float64)


def _kish(rows: Contributions) -> Floats:
    """Effective number of questions in each group."""
    total = np.bincount(rows.group, weights=rows.weight, minlength=rows.groups)
    squares = np.bincount(rows.group, weights=rows.weight**2, minlength=rows.groups)
    return np.divide(total**2, squares, out=np.zeros(rows.groups), where=squares > 0)


def _effective_size(rows: Contributions, mean: Floats, variance: Floats, clusters: Floats, questions: Floats) -> Floats:
    """So many independent yes/no answers would make the mean as uncertain as it is.

    At most as many as the questions, made more by ties (whose variance is smaller than that of yes and no); where the
    answers do not differ the variance says nothing, and the clusters count.
    """
    total = np.bincount(rows.group, weights=rows.weight, minlength=rows.groups)
    second = np.bincount(rows.group, weights=rows.weight * rows.value**2, minlength=rows.groups)
    moment = np.divide(second, total, out=mean.copy(), where=total > 0)
    ratio = wilson.tie_ratio(mean, 4 * (mean - moment), questions)
    spread = mean * (1 - mean)
    usable = (variance > 0) & np.isfinite(variance) & (spread > 0)
    size = np.divide(spread, variance, out=clusters / ratio, where=usable)
    return np.minimum(size, questions / ratio)
