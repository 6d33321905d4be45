"""What a choice of items is worth, where everybody's scores on all items are known.

Idea:
    A past evaluation judged every item. Choose some of them, read systems off these as a study would, and hold that
    against what all items say: the order of systems, who is best, how many clusters, the means and the differences,
    and whether intervals hold them. Do it often where chance chooses, once where it does not.

Formula:
    Rank correlations and clusters: `kernels.rank_agreement`. Soft pairwise accuracy: with h_ij = Φ(d_ij/s_ij) how sure
    the chosen items are that i is better than j, and H_ij the same from all items, 1 − mean |h_ij − H_ij| over pairs.
    Relative error: root mean square error over draws and pairs, over that of random items and their plain mean at the
    same budget. Share needed (equation 11): Ĉ/B, where Ĉ is the smallest budget whose value reaches random's at B.

Assumptions:
    The mean over the items that were judged is the truth. Every top-utility row is one draw: compare it with the
    deviation that one random draw has, and repeat on random parts of items and systems (`part_of`).

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, 2.1 and 5.4;
    Thompson, Mathur, Deutsch, Khayrallah (2024), Improving statistical significance in human evaluation of automatic
    metrics via soft pairwise accuracy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rank_agreement import held_clusters, kendall, published_clusters, spearman
from scipy.special import ndtr, stdtrit

from quorate.errors import InputError
from quorate.kernels import streams

ERROR = 0.05

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Clusters: TypeAlias = Literal["all", "published", "none"]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What some items say about systems.

    Attributes:
        chosen: Numbers of the items.
        order: One number for each system, the best the highest.
        means: Estimated mean of each system over all items.
        differences: Estimated difference of each pair, in the order of `pairs_of`.
        errors: Standard errors of the differences; NaN where nothing is said.
        ends: Pair × 2: interval of each difference at 95 %; NaN where there is none.
        clusters: Clusters that the estimated differences draw, under control; −1 where nothing is said.
    """

    chosen: Ints
    order: Floats
    means: Floats
    differences: Floats
    errors: Floats
    ends: Floats
    clusters: int = -1


Read: TypeAlias = Callable[[Floats, Ints], Reading]


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How readings compare with the truth, one entry for each draw.

    Attributes:
        spearman: Rank correlation.
        kendall: Rank correlation by pairs.
        soft_accuracy: Soft pairwise accuracy; NaN where a reading has no standard errors.
        top: Whether the system that is best on all items is called best.
        clusters: Cluster count as published, of plain means on the chosen items; NaN where it was not asked for.
        held_clusters: Cluster count under control, of the same; NaN where it was not asked for.
        estimated_clusters: Cluster count of the estimated differences, under control; −1 where there is none.
        items: How many items were chosen.
        mean_errors: Draw × system: estimated mean minus the true one.
        difference_errors: Draw × pair: estimated difference minus the true one.
        covered: Draw × pair: whether the interval holds the true difference; NaN where there is no interval.
    """

    spearman: Floats
    kendall: Floats
    soft_accuracy: Floats
    top: Floats
    clusters: Floats
    held_clusters: Floats
    estimated_clusters: Floats
    items: Ints
    mean_errors: Floats
    difference_errors: Floats
    covered: Floats

    @property
    def mean_error(self) -> float:
        """Root mean square error of means."""
        return float(np.sqrt(np.mean(self.mean_errors**2)))

    @property
    def difference_error(self) -> float:
        """Root mean square error of differences."""
        return float(np.sqrt(np.mean(self.difference_errors**2)))

    @property
    def coverage(self) -> float:
        """Share of intervals of differences that hold the truth; NaN without intervals."""
        return float(np.mean(self.covered))

    def value(self, measure: str) -> float:
        """Mean over draws of one of the measures, by name."""
        return float(np.mean(getattr(self, measure)))


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One way to choose and read, at each budget.

    Attributes:
        name: What to call it.
        shares: Budgets as shares of all items, increasing.
        qualities: What came of each.
    """

    name: str
    shares: tuple[float, ...]
    qualities: tuple[Quality, ...]

    def values(self, measure: str) -> Floats:
        """A measure at each budget, the mean over draws."""
        return np.array([quality.value(measure) for quality in self.qualities])

    def mean(self, measure: str) -> float:
        """A measure, the mean over budgets."""
        return float(self.values(measure).mean())

    def deviation(self, measure: str) -> float:
        """Standard deviation of the mean over budgets when every budget is one draw of the same run."""
        runs = np.array([getattr(quality, measure) for quality in self.qualities])
        return float(runs.mean(axis=0).std(ddof=1)) if runs.shape[1] > 1 else float("nan")


def budgets(items: int, *, least: float = 0.05, most: float = 0.5, count: int = 10) -> tuple[float, ...]:
    """Budgets spaced geometrically, as shares; each buys ⌊share · items⌋ items.

    Raises:
        InputError: A budget would buy fewer than two items.
    """
    if int(least * items) < 2:
        raise InputError(f"{100 * least:g} % of {items} items are fewer than two. Take larger budgets.")
    return tuple(float(share) for share in np.geomspace(least, most, count))


def pairs_of(systems: int) -> tuple[Ints, Ints]:
    """First and second system of every pair."""
    first, second = np.array(list(combinations(range(systems), 2)), dtype=np.int64).reshape(-1, 2).T
    return first, second


def seed_of(seed: int, budget: int, draw: int) -> int:
    """Seed of one draw: the same for every way to choose, wherever it is computed."""
    return int(streams.bits(np.uint64(seed), np.uint64(draw), np.uint64(budget), np.uint64(0)) >> np.uint64(1))


def read_plain(scores: Floats, chosen: Ints) -> Reading:
    """Plain means of the chosen items; differences by Student's t on shared items, for a finite population."""
    systems, items = scores.shape
    judged = scores[:, chosen]
    first, second = pairs_of(systems)
    means = judged.mean(axis=1)
    count = len(chosen)
    variance = np.cov(judged).reshape(systems, systems) if count > 1 else np.full((systems, systems), np.nan)
    spread = variance[first, first] + variance[second, second] - 2 * variance[first, second]
    errors = np.sqrt(np.maximum(spread, 0.0) * (1 - count / items) / count)
    differences = means[first] - means[second]
    reach = float(stdtrit(count - 1, 1 - ERROR / 2)) * errors if count > 1 else errors
    ends = np.column_stack([differences - reach, differences + reach])
    return Reading(chosen=chosen, order=means, means=means, differences=differences, errors=errors, ends=ends)


def evaluate(
    scores: Floats, readings: Sequence[Reading], *, splits_equal: bool = False, clusters: Clusters = "all"
) -> Quality:
    """How readings compare with what all items say.

    Args:
        scores: System × item, complete.
        readings: What each draw said.
        splits_equal: Whether the published cluster count tells systems apart that are equal on every chosen item.
        clusters: Which cluster counts to make: `all`, `published` alone or `none`; NaN where not. Those under control
            take most of the time.

    Raises:
        InputError: A score is missing, or there are fewer than two systems or no reading.
    """
    if not np.isfinite(scores).all():
        raise InputError(
            "Some scores are missing. Items are compared where every system has its score: leave out others."
        )
    if len(scores) < 2 or not readings:
        raise InputError(
            f"{len(scores)} systems and {len(readings)} readings leave nothing to compare. Give at least 2 and 1."
        )
    truth = scores.mean(axis=1)
    first, second = pairs_of(len(scores))
    everything = read_plain(scores, np.arange(scores.shape[1]))
    spread = (scores[first] - scores[second]).std(axis=1, ddof=1) / np.sqrt(scores.shape[1])
    sure = _sureness(everything.differences, spread)
    parts = [np.ascontiguousarray(scores[:, reading.chosen]) for reading in readings]
    true_differences = truth[first] - truth[second]
    best = truth == truth.max()
    ends = np.array([reading.ends for reading in readings])
    inside = (ends[:, :, 0] <= true_differences + 1e-9) & (true_differences <= ends[:, :, 1] + 1e-9)
    return Quality(
        spearman=np.array([spearman(reading.order, truth) for reading in readings]),
        kendall=np.array([kendall(reading.order, truth) for reading in readings]),
        soft_accuracy=np.array(
            [1 - np.abs(_sureness(reading.differences, reading.errors) - sure).mean() for reading in readings]
        ),
        top=np.array([float(best[int(np.argmax(reading.order))]) for reading in readings]),
        clusters=np.array([published_clusters(part, splits_equal) if clusters != "none" else np.nan for part in parts]),
        held_clusters=np.array([held_clusters(part, ERROR) if clusters == "all" else np.nan for part in parts]),
        estimated_clusters=np.array([float(reading.clusters) for reading in readings]),
        items=np.array([len(reading.chosen) for reading in readings]),
        mean_errors=np.array([reading.means - truth for reading in readings]),
        difference_errors=np.array([reading.differences - true_differences for reading in readings]),
        covered=np.where(np.isnan(ends).any(axis=2), np.nan, inside),
    )


def share_needed(
    values: Floats, shares: Floats, random: Floats, random_shares: Floats, *, lasting: bool = False
) -> float:
    """Mean over random's budgets B of Ĉ/B, where Ĉ is the smallest budget whose value reaches random's at B.

    A budget beyond all that were tried counts as the largest tried.

    Args:
        values: Measure of a way to choose at each of its budgets; many budgets close together, or Ĉ is coarse.
        shares: These budgets, increasing.
        random: Random's measure, the mean of many draws.
        random_shares: Its budgets.
        lasting: Whether Ĉ must be reached for good. The published first crossing flatters a curve that is one draw:
            the more it jumps, the sooner it is above by chance.
    """
    needed = []
    for value, share in zip(random, random_shares, strict=True):
        reached = values >= value - 1e-12
        if lasting:
            reached = np.logical_and.accumulate(reached[::-1])[::-1]
        needed.append((shares[int(np.argmax(reached))] if reached.any() else shares[-1]) / share)
    return float(np.mean(needed))


def part_of(
    systems: int, items: int, seed: int, *, system_share: float = 0.75, item_share: float = 0.6
) -> tuple[Ints, Ints]:
    """A random part of systems and items: what a selector does on many of them is more than one draw."""
    rng = np.random.default_rng(seed)
    some = max(4, round(system_share * systems))
    return (
        np.sort(rng.choice(systems, min(some, systems), replace=False)),
        np.sort(rng.choice(items, max(2, round(item_share * items)), replace=False)),
    )


def _sureness(differences: Floats, errors: Floats) -> Floats:
    """Φ(difference over its error): ½ where there is neither, 0 or 1 where there is no error."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z = differences / errors
    sure: Floats = np.where(errors > 0, ndtr(z), np.where(np.isnan(errors), np.nan, 0.5 + 0.5 * np.sign(differences)))
    return sure
