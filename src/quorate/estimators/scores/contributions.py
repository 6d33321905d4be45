"""What judgments contribute to scores: one value each, whose weighted mean is the estimate.

Every estimator of scores ends here, and every interval begins here. A group is whatever has an estimate: a system, or
two systems of which the first's score minus the second's is meant.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.influence import GroupedMeans, ResidualSums, grouped_means, residual_sums


@dataclass(frozen=True, kw_only=True)
class Contributions:
    """Rows that contribute to groups. Arrays of rows come first, then arrays with one entry for each group.

    Attributes:
        group: Which group a row contributes to.
        value: ψ: the group's estimate is Σ weight·value / Σ weight. On the scale of the scores.
        weight: Its weight, known before the judgment.
        stratum: Rows with the same number in a group share an expected value; 0 where there are no strata.
        cluster: Rows with the same number are not independent.
        repeats: How many judgments stand behind a row: the copies of a question are one row.
        subjects: Whom each group is about: a system, or two.
        low: Lowest estimate possible.
        high: Highest estimate possible.
        bounds: Group × 2: no value can lie outside, known before any judgment; infinite where nothing is known.
        population: How many outputs (or shared items) the group is about.
        remaining: What part of the variance is left after the correction for a finite population; 1 without it.
        added: Variance to add to that: noise of annotators that judging every output would not remove.
        fitted: How many numbers were fitted on the same judgments; the degrees of freedom they cost.
        is_predictable: Whether each value was fixed by the past but for its own judgment, so that the sum of values
            minus the truth is a martingale and intervals for every look may be built on it.
        limits: Row × 2: bounds of each value alone, known before its judgment; those of the group where it is `None`.
        freedom: Degrees of freedom of each variance, where clusters differ so much in weight that their number says too
            much; counted from clusters, strata and fitted numbers where it is `None`.
        is_pooled: Whether what was fitted was fitted on the other items of all groups together, so that values are
            hardly more than single judgments.
        is_paired: For each group whether it is a difference of two systems on shared items, so that what makes one
            long tail mostly makes the other's; no group is where it is `None`.
        noise: For each group the standard deviation of what moves all values together: the noise of scores that were
            counted as known; it is in `added` already. None where it is `None`.
    """

    group: Ints
    value: Floats
    weight: Floats
    stratum: Ints
    cluster: Ints
    repeats: Ints
    subjects: tuple[tuple[str, ...], ...]
    low: float
    high: float
    bounds: Floats
    population: Ints
    remaining: Floats
    added: Floats
    fitted: Ints
    is_predictable: bool = False
    limits: Floats | None = None
    freedom: Floats | None = None
    is_pooled: bool = False
    is_paired: NDArray[np.bool_] | None = None
    noise: Floats | None = None

    @property
    def groups(self) -> int:
        """How many groups."""
        return len(self.subjects)

    def only(self, group: int) -> "Contributions":
        """One group alone."""
        mine = self.group == group
        rows = {name: getattr(self, name)[mine] for name in ("value", "weight", "stratum", "cluster", "repeats")}
        alone = {
            name: getattr(self, name)[group : group + 1]
            for name in ("bounds", "population", "remaining", "added", "fitted", "subjects")
        }
        limits = None if self.limits is None else self.limits[mine]
        freedom = None if self.freedom is None else self.freedom[group : group + 1]
        is_paired = None if self.is_paired is None else self.is_paired[group : group + 1]
        noise = None if self.noise is None else self.noise[group : group + 1]
        group_of = np.zeros(int(mine.sum()), dtype=np.int64)
        alone |= {"freedom": freedom, "is_paired": is_paired, "noise": noise}
        return replace(self, group=group_of, limits=limits, **rows, **alone)


@dataclass(frozen=True, kw_only=True)
class Summary:
    """One entry for each group.

    Attributes:
        mean: The estimate; the middle of the scale without data.
        variance: Its variance; infinite with fewer than two clusters.
        freedom: Degrees of freedom of the variance.
        clusters: How many independent pieces.
        judgments: How many judgments.
    """

    mean: Floats
    variance: Floats
    freedom: Floats
    clusters: Ints
    judgments: Ints


def of_ratings(
    ratings: Ratings,
    value: Floats,
    *,
    weight: Floats | None = None,
    bounds: Floats | None = None,
    fitted: Ints | None = None,
    stratum: Ints | None = None,
    cluster: Ints | None = None,
    limits: Floats | None = None,
    is_predictable: bool = False,
) -> Contributions:
    """Contributions of one system each: row i of the ratings contributes `value[i]` to its system's score.

    Args:
        ratings: The ratings, copies merged.
        value: One value for each row.
        weight: Its weight; 1 where it is not given.
        bounds: System × 2: what no value exceeds; the ends of the scale where it is not given.
        fitted: How many numbers were fitted for each system; none where it is not given.
        stratum: Stratum of each row.
        cluster: What is not independent, where it is not the cluster of the ratings.
        limits: Row × 2: bounds of each value alone.
        is_predictable: Whether each value was fixed by the past but for its own judgment.
    """
    systems = len(ratings.systems)
    remaining, added = finite_population(ratings, value)
    low, high = ratings.scale.low, ratings.scale.high
    return Contributions(
        group=ratings.system,
        value=value,
        weight=np.ones(ratings.count) if weight is None else weight,
        stratum=np.zeros(ratings.count, dtype=np.int64) if stratum is None else stratum,
        cluster=ratings.cluster if cluster is None else cluster,
        repeats=ratings.repeats,
        subjects=tuple((name,) for name in ratings.systems),
        low=low,
        high=high,
        bounds=np.tile([low, high], (systems, 1)) if bounds is None else bounds,
        population=ratings.outputs,
        remaining=remaining,
        added=added,
        fitted=np.zeros(systems, dtype=np.int64) if fitted is None else fitted,
        is_predictable=is_predictable,
        limits=limits,
    )


def finite_population(ratings: Ratings, value: Floats | None = None) -> tuple[Floats, Floats]:
    """What part of each system's variance is left because only so many outputs are not judged yet, and what to add.

    Where n of N outputs were drawn uniformly without replacement, the variance of their mean is (1 − n/N) s²/n. That is
    all when the scope is `judgments`. When it is `items`, judged again and again, the noise of annotators does not
    shrink with it: n/N of its part comes back. It can be seen only where outputs have copies (two-stage sampling), and
    counts as the most that these leave possible (`bound_noise`), and no more than how the values differ (one for each
    row; the scores where none are given), for metrics explain no noise. Without copies nothing is taken off, and the
    interval is too wide rather than too narrow. When the scope is the `population`, the N outputs are themselves drawn,
    and whatever metrics know about them adds nothing to that: the variance s²/N of N plain scores comes on top, so that
    with n = N metrics gain nothing.
    """
    systems = len(ratings.systems)
    whole, nothing = np.ones(systems), np.zeros(systems)
    if not ratings.count:
        return whole, nothing
    share = ratings.judged_outputs / np.maximum(ratings.outputs, 1)
    is_finite = ratings.is_uniform and not ratings.is_replaced
    if ratings.scope == "population":
        return 1 - share if is_finite else whole, spreads(ratings) / np.maximum(ratings.outputs, 1)
    if not is_finite:
        return whole, nothing
    if ratings.scope == "judgments":
        return 1 - share, nothing
    if not np.isfinite(ratings.noise_bound):
        return whole, nothing
    rows = np.bincount(ratings.system, minlength=systems)
    noise = np.minimum(ratings.noise_bound / ratings.repeats, spreads(ratings, value)[ratings.system])
    noise = np.bincount(ratings.system, weights=noise, minlength=systems)
    # Scores that were all equal say nothing about noise: then nothing is taken off.
    return np.where(noise > 0, 1 - share, 1.0), np.divide(share * noise, rows**2, out=nothing, where=rows > 0)


def spreads(ratings: Ratings, value: Floats | None = None) -> Floats:
    """Variance of the scores of each system, or of other values; 0 with fewer than two."""
    systems, value = len(ratings.systems), ratings.score if value is None else value
    weight = ratings.weight if ratings.has_probabilities else np.ones(ratings.count)
    total = np.maximum(np.bincount(ratings.system, weights=weight, minlength=systems), 1e-300)
    mean = np.bincount(ratings.system, weights=weight * value, minlength=systems) / total
    squares = weight * (value - mean[ratings.system]) ** 2
    rows = np.bincount(ratings.system, minlength=systems)
    return np.bincount(ratings.system, weights=squares, minlength=systems) / total * rows / np.maximum(rows - 1, 1)


def summarise(given: Contributions, fit: GroupedMeans | None = None) -> Summary:
    """Estimate, variance and degrees of freedom of every group; `fit` is what `sums` says, if that is known."""
    fit = sums(given) if fit is None else fit
    is_known = np.isfinite(fit.variance)
    variance = np.where(is_known, given.remaining * np.where(is_known, fit.variance, 0.0) + given.added, np.inf)
    freedom = np.maximum(fit.clusters - fit.strata - given.fitted, 1)
    # Numbers fitted on the same judgments make residuals too small, as in a regression.
    spent = np.where(fit.clusters > fit.strata, (fit.clusters - fit.strata) / freedom, 1.0)
    return Summary(
        mean=np.where(fit.clusters > 0, fit.mean, (given.low + given.high) / 2),
        variance=variance * np.maximum(spent, 1.0),
        freedom=(freedom if given.freedom is None else np.maximum(given.freedom, 1.0)).astype(np.float64),
        clusters=fit.clusters,
        judgments=np.bincount(given.group, weights=given.repeats, minlength=given.groups).astype(np.int64),
    )


def sums(given: Contributions) -> GroupedMeans:
    """Means and variances before any correction."""
    return grouped_means(
        given.group, given.groups, given.value, given.weight, stratum=given.stratum, cluster=given.cluster
    )


def residuals(given: Contributions) -> ResidualSums:
    """What each cluster adds to its group beyond what was expected of it; bootstraps draw these again."""
    return residual_sums(
        given.group, given.groups, given.value, given.weight, stratum=given.stratum, cluster=given.cluster
    )
