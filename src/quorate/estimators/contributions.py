"""What judgments contribute to means, and the means of bounded values for many groups at once.

Every estimator ends in `Contributions`, one row for each question, and every interval begins there, of comparisons and
of scores alike. Copies of a question are one piece of evidence: they are merged before anything else. Comparisons and
plain scores are bounded means, with two intervals: for one look Wilson's with an effective sample size that ties and
clusters have moved, anytime-valid by betting on every question.

An answer that takes longer because of what it says is missing when one looks, so the answers that are there are a
selection. In the order of asking nothing is selected, and an open question is counted as if it had gone the worst way:
the lower end comes from all answers with every open question at the least value there is, the upper end likewise;
the same from the questions before the oldest open one alone, which all have their answers. Both hold at all looks
together, so the narrower ends do. Assumption: questions that were given up are like the others. Designs that take
evidence as it arrives are left as they were.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
from quorate.data.from_history import Evidence
from quorate.data.judgments import Judgments, merge_copies
from quorate.kernels import betting, wilson
from quorate.kernels.clusters import grouped_ratio_mean

OF_ROWS = ("group", "value", "weight", "stratum", "cluster", "repeats", "limits")
OF_GROUPS = ("subjects", "bounds", "population", "remaining", "added", "fitted", "freedom", "is_paired", "noise")
_UNSET: NDArray[Any] = np.empty(0)


@dataclass(frozen=True, kw_only=True)
class Contributions:
    """Rows that contribute to groups. Arrays of rows come first, then arrays with one entry for each group.

    A group is whatever has an estimate: a system, or two systems of which the first against, or minus, the second is
    meant. What is not given is what it is where nothing special is known.

    Attributes:
        group: Which group a row contributes to.
        value: ψ: the group's estimate is Σ weight·value / Σ weight.
        weight: Its weight, known before the judgment.
        cluster: Rows with the same number are not independent.
        repeats: How many judgments stand behind a row: the copies of a question are one row.
        stratum: Rows with the same number in a group share an expected value; 0 where there are no strata.
        limits: Row × 2: bounds of each value alone, known before its judgment; those of the group where it is `None`.
        names: Names of all systems.
        subjects: Group × system: numbers of whom each group is about.
        low: Lowest estimate possible.
        high: Highest estimate possible.
        bounds: Group × 2: no value can lie outside, known before any judgment; infinite where nothing is known.
        heaviest: No weight is larger than this, known before the judgment; 1 where all weights are 1.
        population: How many outputs (or shared items) the group is about.
        remaining: What part of the variance is left after the correction for a finite population; 1 without it.
        added: Variance to add to that: noise of annotators that judging every output would not remove.
        fitted: How many numbers were fitted on the same judgments; the degrees of freedom they cost.
        freedom: Degrees of freedom of each variance, where clusters differ so much in weight that their number says too
            much; counted from clusters, strata and fitted numbers where it is `None`.
        is_paired: For each group whether it is a difference of two systems on shared items, so that what makes one
            long tail mostly makes the other's; no group is where it is `None`.
        noise: For each group the standard deviation of what moves all values together: the noise of scores that were
            counted as known; it is in `added` already. None where it is `None`.
        is_predictable: Whether each value was fixed by the past but for its own judgment, so that the sum of values
            minus the truth is a martingale and intervals for every look may be built on it.
        is_pooled: Whether what was fitted was fitted on the other items of all groups together, so that values are
            hardly more than single judgments.
    """

    group: Ints
    value: Floats
    weight: Floats
    cluster: Ints
    repeats: Ints
    stratum: Ints = field(default_factory=lambda: _UNSET)
    limits: Floats | None = None
    names: tuple[str, ...] = ()
    subjects: Ints
    low: float = 0.0
    high: float = 1.0
    bounds: Floats = field(default_factory=lambda: _UNSET)
    heaviest: float = 1.0
    population: Ints = field(default_factory=lambda: _UNSET)
    remaining: Floats = field(default_factory=lambda: _UNSET)
    added: Floats = field(default_factory=lambda: _UNSET)
    fitted: Ints = field(default_factory=lambda: _UNSET)
    freedom: Floats | None = None
    is_paired: Mask | None = None
    noise: Floats | None = None
    is_predictable: bool = False
    is_pooled: bool = False

    def __post_init__(self) -> None:
        groups = len(self.subjects)
        usual: dict[str, NDArray[Any]] = {
            "stratum": np.zeros(len(self.value), dtype=np.int64),
            "bounds": np.tile([self.low, self.high], (groups, 1)),
            "population": np.full(groups, np.iinfo(np.int64).max),
            "remaining": np.ones(groups),
            "added": np.zeros(groups),
            "fitted": np.zeros(groups, dtype=np.int64),
        }
        for name, column in usual.items():
            if getattr(self, name) is _UNSET:
                object.__setattr__(self, name, column)

    @property
    def groups(self) -> int:
        """How many groups."""
        return len(self.subjects)

    def rows(self, chosen: Mask) -> "Contributions":
        """Some of the rows, of all groups."""
        return replace(self, **self._of(OF_ROWS, chosen))

    def only(self, groups: slice) -> "Contributions":
        """Some groups next to each other."""
        numbers = np.arange(self.groups)[groups]
        mine = self.rows(np.isin(self.group, numbers))
        return replace(mine, group=np.searchsorted(numbers, mine.group), **self._of(OF_GROUPS, groups))

    def _of(self, names: Iterable[str], chosen: Mask | slice) -> dict[str, Any]:
        columns = {name: getattr(self, name) for name in names}
        return {name: None if column is None else column[chosen] for name, column in columns.items()}


RowsOf: TypeAlias = Callable[[Judgments], Contributions]


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
    """What a study's judgments contribute, in the order asked.

    Attributes:
        rows: What the answers that are there say.
        worst: These and every open question at its least value; `None` where open questions make no difference.
        best: These and every open question at its greatest value.
        early: What was asked before the oldest open question.
    """

    rows: Contributions
    worst: Contributions | None = None
    best: Contributions | None = None
    early: Contributions | None = None

    @classmethod
    def of(cls, evidence: Evidence, rows_of: RowsOf, scale: tuple[float, float] = (0.0, 1.0)) -> "InOrder":
        """What the evidence says.

        Args:
            rows_of: What judgments contribute.
            scale: The least and the greatest answer there is.
        """
        told, still_open = evidence.judgments, evidence.open
        merge = merge_copies if evidence.history.has_copies else lambda judgments: judgments
        if still_open is None:
            return cls(rows=rows_of(merge(told)))
        ends = [replace(still_open, values=np.full_like(still_open.values, end)) for end in scale]
        one, other = (rows_of(merge(told.and_also(end))) for end in ends)
        return cls(
            rows=rows_of(merge(told)),
            worst=replace(one, value=np.minimum(one.value, other.value)),
            best=replace(one, value=np.maximum(one.value, other.value)),
            early=rows_of(merge(told.only(told.copy_of < int(still_open.copy_of.min())))),
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
        judgments=np.bincount(rows.group, weights=rows.repeats, minlength=rows.groups).astype(np.int64),
    )


def anytime_intervals(rows: Contributions, level: float) -> Floats:
    """Group × 2 ends from betting; with unequal weights on w·y and on w·(1 − y), half of the error each."""
    if rows.heaviest == 1.0:
        return betting.intervals(*value_counts(rows.group, rows.groups, rows.value), level)
    half = 0.5 + level / 2
    for_ones = betting.intervals(*value_counts(rows.group, rows.groups, rows.weight * rows.value / rows.heaviest), half)
    for_zeros = betting.intervals(
        *value_counts(rows.group, rows.groups, rows.weight * (1 - rows.value) / rows.heaviest), half
    )
    low = np.maximum(for_ones[:, 0], 1 / rows.heaviest - for_zeros[:, 1]) * rows.heaviest
    high = np.minimum(for_ones[:, 1], 1 / rows.heaviest - for_zeros[:, 0]) * rows.heaviest
    low, high = np.clip(low, 0, 1), np.clip(high, 0, 1)
    return np.column_stack([np.minimum(low, high), np.maximum(low, high)])


def log_evidences(rows: Contributions, above: Floats, *, mirrored: bool = False) -> Floats:
    """Logarithm of the e-value of each group against "the mean is at most `above`"; −∞ where `above` is 1 or more."""
    value = 1 - rows.value if mirrored else rows.value
    starts, values, counts = value_counts(rows.group, rows.groups, rows.weight * value / rows.heaviest)
    limits = np.clip(above, 0, 1) / rows.heaviest
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
