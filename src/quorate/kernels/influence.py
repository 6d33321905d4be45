"""Weighted means of many groups, centred within strata and squared by cluster: the variance behind score intervals.

Idea:
    Whatever an estimator of a score does, to first order it is a mean of one value for each judgment. Its variance is
    that of sums of these values over what is independent (clusters), each value measured from what was expected of it
    (the mean of its stratum).

Formula:
    Mean μ = Σ wᵢψᵢ / Σ wᵢ. With the mean ψ̄_h of the rows of stratum h, which has G_h clusters, residuals
    rᵢ = wᵢ(ψᵢ − ψ̄_h) · √(G_h/(G_h − 1)), variance V = Σ_g (Σ_{i∈g} rᵢ)² / (Σ wᵢ)². A stratum with one cluster is
    measured from the group's mean, which is too large rather than too small. One stratum and one row in each cluster
    give the textbook's variance of a mean; a difference of two systems with a stratum each and items as clusters has
    the covariance of shared items in it.

Guarantee:
    Consistent as the number of clusters grows. Never NaN: without data the mean is 0, and with fewer than two clusters
    the variance is infinite. The order of rows does not matter.

Assumptions:
    Clusters are independent. Weights are fixed by the design, not by the outcome.

Reference:
    Särndal, Swensson, Wretman (1992), Model assisted survey sampling, ch. 3 and 5; Cameron, Miller (2015), A
    practitioner's guide to cluster-robust inference.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class GroupedMeans(NamedTuple):
    """One entry for each group."""

    mean: Floats
    variance: Floats
    clusters: Ints
    strata: Ints


def grouped_means(
    group: Ints, groups: int, value: Floats, weight: Floats, *, stratum: Ints, cluster: Ints
) -> GroupedMeans:
    """Means of `groups` groups; a cluster or a stratum with rows in several groups counts once in each of them."""
    if not len(value):
        nothing = np.zeros(groups, dtype=np.int64)
        return GroupedMeans(np.zeros(groups), np.full(groups, np.inf), nothing, nothing)
    total = np.bincount(group, weights=weight, minlength=groups)
    weighted = weight * value
    mean = np.divide(
        np.bincount(group, weights=weighted, minlength=groups), total, out=np.zeros(groups), where=total > 0
    )
    part, part_group = _codes(group, stratum)
    parts = len(part_group)
    bundle, bundle_group = _codes(group, cluster)
    _, piece_part = _codes(part, bundle)
    inside = np.bincount(piece_part, minlength=parts)
    part_weight = np.bincount(part, weights=weight, minlength=parts)
    centre = np.bincount(part, weights=weighted, minlength=parts) / np.where(part_weight > 0, part_weight, 1.0)
    alone = inside < 2
    centre = np.where(alone, mean[part_group], centre)
    stretch = np.where(alone, 1.0, np.sqrt(inside / np.maximum(inside - 1.0, 1.0)))
    residual = weight * (value - centre[part]) * stretch[part]
    sums = np.bincount(bundle, weights=residual)
    squares = np.bincount(bundle_group, weights=sums**2, minlength=groups)
    clusters = np.bincount(bundle_group, minlength=groups)
    variance = np.full(groups, np.inf)
    enough = (clusters >= 2) & (total > 0)
    variance[enough] = squares[enough] / total[enough] ** 2
    return GroupedMeans(mean, variance, clusters, np.bincount(part_group, minlength=groups))


def _codes(outer: Ints, inner: Ints) -> tuple[Ints, Ints]:
    """Number the pairs (outer, inner) that occur, and say which outer number each of them has."""
    width = int(inner.max()) + 1
    if inner.min() < 0:
        raise ValueError("Strata and clusters are numbered from 0.")
    if width == 1:
        distinct, code = np.unique(outer, return_inverse=True)
        return code, distinct
    distinct, code = np.unique(outer * width + inner, return_inverse=True)
    return code, distinct // width
