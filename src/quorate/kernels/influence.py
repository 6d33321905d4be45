"""Weighted means of many groups, centred within strata and squared by cluster: the variance behind score intervals.

Idea:
    Whatever an estimator of a score does, to first order it is a mean of one value for each judgment. Its variance is
    that of sums of these values over what is independent (clusters), each value measured from what was expected of it
    (the mean of its stratum).

Formula:
    Mean μ = Σ wᵢψᵢ / Σ wᵢ. With the mean ψ̄_h of the rows of stratum h, which has G_h clusters, residuals
    rᵢ = wᵢ(ψᵢ − ψ̄_h) · √(G_h/(G_h − 1)), variance V = Σ_g (Σ_{i∈g} rᵢ)² / (Σ wᵢ)², skewness of the mean
    Σ_g (Σ_{i∈g} rᵢ)³ / (Σ_g (Σ_{i∈g} rᵢ)²)^{3/2}. A stratum with one cluster is
    measured from the group's mean, which is too large rather than too small. Values of a stratum that are all equal
    have residuals of exactly 0, whatever rounding makes of their mean. One stratum and one row in each cluster
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

from quorate.arrays import Floats, Ints, Mask

ROUNDING = 1e-14


class GroupedMeans(NamedTuple):
    """One entry for each group."""

    mean: Floats
    variance: Floats
    skewness: Floats
    clusters: Ints
    strata: Ints


class ResidualSums(NamedTuple):
    """Sums of residuals, one entry for each cluster of a group; then one entry for each group."""

    group: Ints
    cluster: Ints
    residual: Floats
    mean: Floats
    total: Floats
    strata: Ints


def grouped_means(
    group: Ints, groups: int, value: Floats, weight: Floats, *, stratum: Ints, cluster: Ints
) -> GroupedMeans:
    """Means of `groups` groups; a cluster or a stratum with rows in several groups counts once in each of them."""
    sums = residual_sums(group, groups, value, weight, stratum=stratum, cluster=cluster)
    squares = np.bincount(sums.group, weights=sums.residual**2, minlength=groups)
    cubes = np.bincount(sums.group, weights=sums.residual**3, minlength=groups)
    clusters = np.bincount(sums.group, minlength=groups)
    enough = (clusters >= 2) & (sums.total > 0)
    variance = np.full(groups, np.inf)
    variance[enough] = squares[enough] / sums.total[enough] ** 2
    spread = squares**1.5  # may vanish where the squares do not
    skewness = np.divide(cubes, spread, out=np.zeros(groups), where=enough & (spread > 0))
    return GroupedMeans(sums.mean, variance, skewness, clusters, sums.strata)


def residual_sums(
    group: Ints, groups: int, value: Floats, weight: Floats, *, stratum: Ints, cluster: Ints
) -> ResidualSums:
    """What each cluster adds to its group's sum beyond what was expected of it: Σ_{i∈g} rᵢ."""
    if not len(value):
        none, nothing = np.zeros(0, dtype=np.int64), np.zeros(groups)
        return ResidualSums(none, none, np.zeros(0), nothing, nothing, np.zeros(groups, dtype=np.int64))
    total = np.asarray(np.bincount(group, weights=weight, minlength=groups), dtype=np.float64)
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
    is_equal = np.where(alone, _is_equal(group, groups, value)[part_group], _is_equal(part, parts, value))
    residual = np.where(is_equal[part], 0.0, weight * (value - centre[part]) * stretch[part])
    names = np.empty(len(bundle_group), dtype=np.int64)
    names[bundle] = cluster
    added = np.asarray(np.bincount(bundle, weights=residual), dtype=np.float64)
    return ResidualSums(bundle_group, names, added, mean, total, np.bincount(part_group, minlength=groups))


def _is_equal(group: Ints, groups: int, value: Floats) -> Mask:
    """For each group whether all its values are the same, but for rounding: their variance is 0, and no less."""
    least, most = np.full(groups, np.inf), np.full(groups, -np.inf)
    np.minimum.at(least, group, value)
    np.maximum.at(most, group, value)
    is_equal: Mask = most - least <= ROUNDING * np.maximum(np.abs(least), np.abs(most))
    return is_equal


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
