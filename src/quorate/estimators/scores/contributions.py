"""How ratings become contributions, and what their means and variances are.

What a finite population takes off the variance, and what the noise of annotators adds, belongs to the contributions.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.influence import GroupedMeans, ResidualSums, grouped_means, residual_sums


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
    cluster: Ints | None = None,
    **more: Any,  # noqa: ANN401 - whatever else contributions have
) -> Contributions:
    """Contributions of one system each: row i of the ratings contributes `value[i]` to its system's score.

    Args:
        ratings: The ratings, copies merged.
        value: One value for each row.
        weight: Its weight; 1 where it is not given.
        cluster: What is not independent, where it is not the cluster of the ratings.
        more: What else is known about the contributions.
    """
    remaining, added = finite_population(ratings, value)
    return Contributions(
        group=ratings.system,
        value=value,
        weight=np.ones(ratings.count) if weight is None else weight,
        cluster=ratings.cluster if cluster is None else cluster,
        repeats=ratings.repeats,
        names=ratings.systems,
        subjects=np.arange(len(ratings.systems))[:, None],
        low=ratings.scale.low,
        high=ratings.scale.high,
        population=ratings.outputs,
        remaining=remaining,
        added=added,
        **more,
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
