"""Votes of every pair: points, rates, and how surely these are known."""

from dataclasses import dataclass, replace

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.past import PastJudgments
from quorate.estimators.vote_clusters import Lines
from quorate.kernels import wilson
from quorate.kernels.clusters import grouped_ratio_mean


@dataclass(frozen=True, kw_only=True)
class VoteCounts:
    """Votes of every ordered pair.

    Attributes:
        points: `points[i, j]` of i against j; a tie is ½ for both.
        met: Number of votes, symmetric.
        spread: Variance of the rate of each pair if votes were independent; positive where they met.
        rate: Rate of each pair, ½ where they never met.
        smooth: The same as if one win and one loss had been seen before.
        agree: Whether all votes of the pair say the same.
    """

    points: Floats
    met: Floats
    spread: Floats
    rate: Floats
    smooth: Floats
    agree: Mask


@dataclass(frozen=True, kw_only=True)
class VotePairs:
    """VotePairs that met, the system with the lower number first, with what clusters say about the first's rate.

    Attributes:
        first: The first system.
        second: The second.
        variance: Variance of the rate; infinite with fewer than two clusters along a line, 0 without lines.
        size: Effective number of clusters, the least over the lines; infinite without lines.
    """

    first: Ints
    second: Ints
    variance: Floats
    size: Floats


def count_votes(votes: PastJudgments) -> VoteCounts:
    """Points, votes and rates of every pair."""
    n = len(votes.systems)
    cell = votes.first * n + votes.second

    def sums(weights: Floats | None = None) -> Floats:
        return np.bincount(cell, weights=weights, minlength=n * n).reshape(n, n).astype(np.float64)

    forward, square, often = sums(votes.value), sums(votes.value**2), sums()
    points = forward + (often - forward).T
    met = often + often.T
    squares_ = square + (often - 2 * forward + square).T
    there = met > 0
    rate = np.divide(points, met, out=np.full((n, n), 0.5), where=there)
    smooth = (points + 1.0) / (met + 2.0)
    second = np.divide(squares_, met, out=rate.copy(), where=there)
    ratio = wilson.tie_ratio(rate, 4.0 * (rate - second), met)
    spread = np.divide(smooth * (1 - smooth) * ratio, met, out=np.zeros((n, n)), where=there)
    return VoteCounts(
        points=points, met=met, spread=spread, rate=rate, smooth=smooth, agree=there & (second - rate**2 < 1e-12)
    )


def pairs_of(votes: PastJudgments, lines: Lines) -> VotePairs:
    """Every pair that met."""
    n = len(votes.systems)
    low, high = np.minimum(votes.first, votes.second), np.maximum(votes.first, votes.second)
    towards = np.where(votes.first < votes.second, votes.value, 1 - votes.value)
    cells, group = np.unique(low * n + high, return_inverse=True)
    alone, together = np.zeros(len(cells)), np.zeros(len(cells))
    size = np.full(len(cells), np.inf)
    for place, (sign, cluster) in enumerate(lines.groups):
        fit = grouped_ratio_mean(group, len(cells), towards, np.ones(len(towards)), cluster)
        together = together + sign * np.where(np.isfinite(fit.variance), fit.variance, 0.0)
        if place < len(lines.names):
            alone, size = np.maximum(alone, fit.variance), np.minimum(size, fit.n_effective)
    first, second = np.divmod(cells, n)
    return VotePairs(first=first, second=second, variance=np.maximum(alone, together), size=size)


def cautious(counts: VoteCounts, pairs: VotePairs) -> VoteCounts:
    """Where all votes of a pair agree their spread says nothing, and the clusters count instead of the votes."""
    size = counts.met.copy()
    size[pairs.first, pairs.second] = np.minimum(size[pairs.first, pairs.second], pairs.size)
    size[pairs.second, pairs.first] = size[pairs.first, pairs.second]
    smooth = np.where(counts.agree, (counts.rate * size + 1.0) / (size + 2.0), counts.smooth)
    fewer = np.divide(counts.met, size, out=np.ones_like(size), where=size > 0)
    ratio = smooth * (1 - smooth) / (counts.smooth * (1 - counts.smooth))
    spread = np.where(counts.agree, counts.spread * fewer * ratio, counts.spread)
    return replace(counts, smooth=smooth, spread=spread)
