"""Means of bounded values for many groups at once, from what judgments contribute to them, each with two intervals.

Copies of a question are one piece of evidence: they are averaged before anything else. The interval for one look is
Wilson's with an effective sample size that ties and clusters have moved; the anytime-valid one bets on every question.

An answer that takes longer because of what it says is missing when one looks, so the answers that are there are a
selection. In the order of asking nothing is selected, and an open question is counted as if it had gone the worst way:
the lower end comes from all answers with every open question at the least value there is, the upper end likewise;
the same from the questions before the oldest open one alone, which all have their answers. Both hold at all looks
together, so the narrower ends do. Assumption: questions that were given up are like the others. Designs that take
evidence as it arrives are left as they were.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments
from quorate.kernels import betting, wilson
from quorate.kernels.clusters import grouped_ratio_mean


@dataclass(frozen=True, kw_only=True)
class BoundedContributions:
    """What judgments contribute to the means of groups. All values lie in [0, 1].

    Attributes:
        group: Which mean each row contributes to.
        groups: How many means.
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


RowsOf: TypeAlias = Callable[[Judgments], BoundedContributions]


@dataclass(frozen=True, kw_only=True)
class Means:
    """One entry for each group.

    Attributes:
        mean: The weighted mean; ½ without data.
        ends: Group × 2: ends for one look.
        variance: Cluster-robust variance of the mean; infinite with fewer than two clusters.
        anytime: Group × 2: ends that hold at every look.
        clusters: How many clusters.
        judgments: How many judgments.
    """

    mean: Floats
    ends: Floats
    variance: Floats
    anytime: Floats
    clusters: Ints
    judgments: Ints


@dataclass(frozen=True, kw_only=True)
class InOrder:
    """What a study's judgments contribute, in the order asked; copies are one row.

    Attributes:
        judgments: How many judgments each group has.
        rows: What the answers that are there say.
        worst: These and every open question at its least value; `None` where open questions make no difference.
        best: These and every open question at its greatest value.
        early: What was asked before the oldest open question.
    """

    judgments: Ints
    rows: BoundedContributions
    worst: BoundedContributions | None = None
    best: BoundedContributions | None = None
    early: BoundedContributions | None = None

    @classmethod
    def of(cls, evidence: Evidence, rows_of: RowsOf, scale: tuple[float, float] = (0.0, 1.0)) -> "InOrder":
        """What the evidence says.

        Args:
            rows_of: What judgments contribute.
            scale: The least and the greatest answer there is.
        """
        merge = merge_copies if evidence.history.has_copies else lambda rows: rows
        told, still_open = evidence.judgments, evidence.open
        rows = rows_of(told)
        judgments = np.bincount(rows.group, minlength=rows.groups)
        if still_open is None:
            return cls(judgments=judgments, rows=merge(rows))
        ends = [rows_of(replace(still_open, values=np.full_like(still_open.values, end))) for end in scale]
        least, greatest = (pick(ends[0].value, ends[1].value) for pick in (np.minimum, np.maximum))
        before = told.copy_of < int(still_open.copy_of.min())
        early = np.tile(before, len(rows.value) // max(told.count, 1))  # several rows for each judgment stand in blocks
        return cls(
            judgments=judgments,
            rows=merge(rows),
            worst=merge(_join(rows, replace(ends[0], value=least))),
            best=merge(_join(rows, replace(ends[0], value=greatest))),
            early=merge(_only(rows, early)),
        )

    def anytime(self, level: float) -> Floats:
        """Group × 2 ends of intervals that hold at every look."""
        if self.worst is None or self.best is None or self.early is None:
            return anytime_intervals(self.rows, level)
        early = anytime_intervals(self.early, level)
        low = np.maximum(anytime_intervals(self.worst, level)[:, 0], early[:, 0])
        high = np.minimum(anytime_intervals(self.best, level)[:, 1], early[:, 1])
        return np.column_stack([np.minimum(low, high), np.maximum(low, high)])

    def log_evidences(self, above: Floats, *, mirrored: bool) -> Floats:
        """Logarithm of the evidence of each group against "the mean is at most `above`"; of one minus it, mirrored."""
        worst = self.best if mirrored else self.worst
        if worst is None or self.early is None:
            return log_evidences(self.rows, above, mirrored=mirrored)
        early = log_evidences(self.early, above, mirrored=mirrored)
        return np.maximum(log_evidences(worst, above, mirrored=mirrored), early)


def estimate_means(given: InOrder, level: float) -> Means:
    """Means, Wilson intervals and betting intervals of all groups."""
    rows = given.rows
    fit = grouped_ratio_mean(rows.group, rows.groups, rows.value, rows.weight, rows.cluster)
    size = _effective_size(rows, fit.mean, fit.variance, fit.n_effective, _kish(rows))
    return Means(
        mean=np.where(fit.n_clusters > 0, fit.mean, 0.5),
        ends=np.column_stack(wilson.interval(fit.mean, size, level, np.maximum(fit.n_clusters - 1, 0))),
        variance=fit.variance,
        anytime=given.anytime(level),
        clusters=fit.n_clusters,
        judgments=given.judgments,
    )


def merge_copies(given: BoundedContributions) -> BoundedContributions:
    """Average the copies of each question within each group; the weights of copies add up to one question's."""
    order = np.lexsort((given.copy_of, given.group))
    group, copy_of = given.group[order], given.copy_of[order]
    starts = np.flatnonzero(np.append(True, (np.diff(group) != 0) | (np.diff(copy_of) != 0))) if len(order) else order
    if len(starts) == len(order):
        return given
    weight, value, cluster = given.weight[order], given.value[order], given.cluster[order]
    total = np.add.reduceat(weight, starts)
    copies = np.diff(np.append(starts, len(order)))
    return replace(
        given,
        group=group[starts],
        value=np.add.reduceat(weight * value, starts) / total,
        weight=total / copies,
        copy_of=copy_of[starts],
        cluster=cluster[starts],
    )


def anytime_intervals(rows: BoundedContributions, level: float) -> Floats:
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


def log_evidences(rows: BoundedContributions, above: Floats, *, mirrored: bool = False) -> Floats:
    """Logarithm of the e-value of each group against "the mean is at most `above`"; −∞ where `above` is 1 or more."""
    value = 1 - rows.value if mirrored else rows.value
    starts, values, counts = value_counts(rows.group, rows.groups, rows.weight * value / rows.bound)
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


def _kish(rows: BoundedContributions) -> Floats:
    """Effective number of questions in each group."""
    total = np.bincount(rows.group, weights=rows.weight, minlength=rows.groups)
    squares = np.bincount(rows.group, weights=rows.weight**2, minlength=rows.groups)
    return np.divide(total**2, squares, out=np.zeros(rows.groups), where=squares > 0)


def _effective_size(
    rows: BoundedContributions, mean: Floats, variance: Floats, clusters: Floats, questions: Floats
) -> Floats:
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


def _only(rows: BoundedContributions, mask: Mask) -> BoundedContributions:
    return _with(rows, lambda name: getattr(rows, name)[mask])


def _join(rows: BoundedContributions, more: BoundedContributions) -> BoundedContributions:
    return _with(rows, lambda name: np.concatenate([getattr(rows, name), getattr(more, name)]))


def _with(rows: BoundedContributions, column: Callable[[str], Any]) -> BoundedContributions:
    """The same with other columns."""
    parts: dict[str, Any] = {name: column(name) for name in ("group", "value", "weight", "copy_of", "cluster")}
    return replace(rows, **parts)
