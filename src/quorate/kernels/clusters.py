"""Weighted means of judgments that are not independent within clusters.

Idea:
    Judgments of one question, document or annotator move together. Count the cluster, not the judgment: add the
    residuals of each cluster first and square the sums.

Formula:
    Mean μ = Σ wᵢyᵢ / Σ wᵢ (a ratio of two sums, Hájek). With residual sums r_g = Σ_{i∈g} wᵢ(yᵢ − μ) over G clusters,
    variance V = G/(G−1) · Σ_g r_g² / (Σ wᵢ)². Effective size (Σ W_g)² / Σ W_g² with cluster weights W_g.

Guarantee:
    V is consistent for the variance of μ as the number of clusters grows, whatever the dependence within them. The
    order of rows does not matter, and a row counted twice in its cluster equals weight two. Never NaN: a group with
    fewer than two clusters has infinite variance, one without weight has mean 0, size 0 and no clusters.

Assumptions:
    Independent clusters; weights fixed by the design, not by the outcome.

Reference:
    Hájek (1971); Särndal, Swensson, Wretman (1992), Model assisted survey sampling, ch. 5; Cameron, Miller (2015),
    A practitioner's guide to cluster-robust inference.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class RatioMeans(NamedTuple):
    """Weighted means, their variances, and how many independent clusters stand behind each; 0 where nothing does."""

    mean: NDArray[np.float64]
    variance: NDArray[np.float64]
    n_effective: NDArray[np.float64]
    n_clusters: NDArray[np.int64]


def grouped_ratio_mean(
    groups: ArrayLike, n_groups: int, values: ArrayLike, weights: ArrayLike, clusters: ArrayLike
) -> RatioMeans:
    """Means of `n_groups` groups at once; row i belongs to group `groups[i]` in [0, n_groups).

    A cluster that has rows in several groups counts once in each of them.
    """
    group = np.asarray(groups, dtype=np.int64)
    cluster = np.asarray(clusters, dtype=np.int64)
    y = np.asarray(values, dtype=np.float64)
    w = np.asarray(weights, dtype=np.float64)
    if not group.shape == cluster.shape == y.shape == w.shape or y.ndim != 1:
        raise ValueError("Groups, values, weights and clusters must be one-dimensional and equally long.")
    if not np.all((w >= 0.0) & np.isfinite(w)) or not np.all(np.isfinite(y)):
        raise ValueError("Values must be finite and weights finite and not negative.")
    if group.size and not 0 <= group.min() <= group.max() < n_groups:
        raise ValueError(f"Groups must be numbered from 0 to {n_groups - 1}.")
    if np.any(w == 0.0):
        kept = w > 0.0
        group, cluster, y, w = group[kept], cluster[kept], y[kept], w[kept]

    total = np.bincount(group, weights=w, minlength=n_groups)
    weighted = np.bincount(group, weights=w * y, minlength=n_groups)
    mean = np.divide(weighted, total, out=np.zeros(n_groups), where=total > 0.0)

    group, cluster_weight, cluster_residual = _cluster_sums(group, cluster, w, w * (y - mean[group]))
    n_clusters = np.bincount(group, minlength=n_groups).astype(np.int64)
    weight_squares = np.bincount(group, weights=cluster_weight**2, minlength=n_groups)
    residual_squares = np.bincount(group, weights=cluster_residual**2, minlength=n_groups)
    n_effective = np.divide(total**2, weight_squares, out=np.zeros(n_groups), where=total > 0.0)
    enough = n_clusters >= 2
    variance = np.full(n_groups, np.inf)
    G = n_clusters[enough]
    variance[enough] = G / (G - 1.0) * residual_squares[enough] / total[enough] ** 2
    return RatioMeans(mean, variance, n_effective, n_clusters)


def _cluster_sums(
    group: NDArray[np.int64], cluster: NDArray[np.int64], weights: NDArray[np.float64], residuals: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """One row per (group, cluster) pair that occurs: its group, sum of weights and sum of residuals."""
    if group.size == 0:
        return group, weights, residuals
    span = int(cluster.max()) + 1
    is_one_key = cluster.min() >= 0 and (int(np.abs(group).max()) + 1) * span < 2**62
    # One key is sorted twice as fast as two, into the same order.
    order = np.argsort(group * span + cluster, kind="stable") if is_one_key else np.lexsort((cluster, group))
    group, cluster = group[order], cluster[order]
    is_first = np.empty(group.size, dtype=np.bool_)
    is_first[0] = True
    is_first[1:] = (group[1:] != group[:-1]) | (cluster[1:] != cluster[:-1])
    starts = np.flatnonzero(is_first)
    return group[starts], np.add.reduceat(weights[order], starts), np.add.reduceat(residuals[order], starts)
