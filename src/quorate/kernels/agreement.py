"""How much annotators agree beyond chance, from how often each value was given to each unit.

Idea:
    A unit is something several annotators have judged. Disagreement is observed between the answers to the same unit
    and expected between answers to any two; agreement is one minus their ratio.

Formula:
    With n_c answers c to a unit of m ≥ 2 answers and n answers in all, Krippendorff's α = 1 − D_o/D_e, D_o =
    (1/n) Σ_units Σ_ck n_c n_k δ²(c, k)/(m − 1), D_e = Σ_ck n_c(n_k − [c = k]) δ²(c, k)/(n(n − 1)), δ² = [c ≠ k]
    (nominal), (c − k)² (interval), or the squared difference of mid-ranks (ordinal). Fleiss' κ = 1 − (1 − P)/(1 − P_e):
    P the mean share of agreeing pairs of a unit, P_e = Σ_c (mean share of c)². Units with one answer say nothing.

Mirrored values:
    In a comparison it is chance which system is called the first. The expected disagreement is then taken over both
    orders, δ² replaced by (δ²(c, k) + δ²(c, k̄))/2 with k̄ the mirror of k, so that renaming systems changes nothing.

Resampling:
    All functions take rows of weights, how often each unit is counted; one row for each resample.

Reference:
    Krippendorff (2011), Computing Krippendorff's alpha-reliability; Fleiss (1971), Measuring nominal scale agreement
    among many raters; Gwet (2014), Handbook of inter-rater reliability, ch. 2 (κ with unequal numbers of answers).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats


class Disagreement(NamedTuple):
    """Observed and expected disagreement, one entry for each row of weights."""

    observed: Floats
    expected: Floats

    @property
    def coefficient(self) -> Floats:
        """1 − observed/expected; 0 where the answers do not differ at all, so that nothing can be told from chance."""
        ratio = np.divide(self.observed, self.expected, out=np.ones_like(self.observed), where=self.expected > 0.0)
        return np.asarray(1.0 - ratio)


def nominal(counts: Floats, weights: Floats, *, mirrored: bool = False) -> Disagreement:
    """Krippendorff's alpha of values without order.

    Args:
        counts: Unit × value: answers of each unit, at least two in all.
        weights: Resample × unit.
        mirrored: Whether value v is the mirror of the v-th from behind.
    """
    size = counts.sum(axis=1)
    apart = (size**2 - (counts**2).sum(axis=1)) / (size - 1.0)
    total = weights @ size
    totals = weights @ counts
    mirror = totals[:, ::-1] if mirrored else totals
    same = (totals * (totals + mirror)).sum(axis=1) / 2.0
    own = _without_middle(totals).sum(axis=1) / 2.0 if mirrored else 0.0
    expected = (total**2 - same - own) / np.maximum(total - 1.0, 1.0)
    return Disagreement(weights @ apart / total, np.maximum(expected, 0.0) / total)


def ordinal(counts: Floats, weights: Floats, *, mirrored: bool = False) -> Disagreement:
    """Krippendorff's alpha of values in order: the distance of two is how many answers lie between them."""
    size = counts.sum(axis=1)
    totals = weights @ counts
    even = (totals + totals[:, ::-1]) / 2.0 if mirrored else totals
    ranks = np.cumsum(even, axis=1) - even / 2.0
    ranks -= totals.sum(axis=1, keepdims=True) / 2.0  # the mirror of a rank is its negative
    squares = (ranks**2) @ counts.T
    apart = 2.0 * (size * squares - (ranks @ counts.T) ** 2) / (size - 1.0)
    return _interval(
        (weights * apart).sum(axis=1),
        weights @ size,
        (totals * ranks).sum(axis=1),
        (totals * ranks**2).sum(axis=1),
        mirrored=mirrored,
    )


def interval(size: Floats, sums: Floats, squares: Floats, weights: Floats) -> Disagreement:
    """Krippendorff's alpha of numbers.

    Args:
        size: Answers of each unit, at least two.
        sums: Their sum; the numbers are best centred.
        squares: The sum of their squares.
        weights: Resample × unit.
    """
    apart = 2.0 * (size * squares - sums**2) / (size - 1.0)
    return _interval(weights @ apart, weights @ size, weights @ sums, weights @ squares, mirrored=False)


def kappa(counts: Floats, weights: Floats, *, mirrored: bool = False) -> Disagreement:
    """Fleiss' kappa; units may have unequal numbers of answers."""
    size = counts.sum(axis=1)
    agreeing = (counts * (counts - 1.0)).sum(axis=1) / (size * (size - 1.0))
    units = weights.sum(axis=1)
    shares = weights @ (counts / size[:, None]) / units[:, None]
    even = (shares + shares[:, ::-1]) / 2.0 if mirrored else shares
    return Disagreement(1.0 - weights @ agreeing / units, 1.0 - (even**2).sum(axis=1))


def resample(units: NDArray[np.int64], resamples: int, seed: int) -> Floats:
    """Weights of resamples drawn with replacement.

    Args:
        units: How many units there are of each pattern of answers.
        resamples: How many rows.
        seed: What they are drawn from.
    """
    total = int(units.sum())
    drawn = np.random.default_rng(seed).multinomial(total, units / total, size=resamples)
    return drawn.astype(np.float64)


def distances(unit: NDArray[np.int64], value: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Mean distance |x − y| of each answer x to the other answers y of its unit, and how many others there are.

    Without others the distance is 0. Sorted within units the sums come from running totals: Σ|x − y| =
    x·k − (sum of the k below) + (sum of the rest) − x·(m − k).
    """
    order = np.lexsort((value, unit))
    sorted_unit, x = unit[order], value[order]
    starts = np.flatnonzero(np.append(True, sorted_unit[1:] != sorted_unit[:-1])) if len(unit) else unit
    size = np.diff(np.append(starts, len(unit)))
    m = np.repeat(size, size)
    k = np.arange(len(unit)) - np.repeat(starts, size)
    running = np.concatenate([[0.0], np.cumsum(x)])
    below = running[:-1] - np.repeat(running[starts], size)
    total = np.repeat(running[starts + size] - running[starts], size) if len(unit) else below
    apart = np.maximum(x * k - below + (total - below) - x * (m - k), 0.0)
    result, others = np.empty(len(unit)), np.empty(len(unit), dtype=np.int64)
    result[order] = np.divide(apart, m - 1, out=np.zeros(len(unit)), where=m > 1)
    others[order] = m - 1
    return result, others


def _interval(apart: Floats, total: Floats, first: Floats, second: Floats, *, mirrored: bool) -> Disagreement:
    """From sums over all answers: of what is apart within units, of the numbers, and of their squares."""
    between = (total - 1.0) * second if mirrored else total * second - first**2
    expected = 2.0 * np.maximum(between, 0.0) / np.maximum(total - 1.0, 1.0)
    expected[expected <= 1e-12 * np.maximum(second, 1e-300)] = 0.0  # all numbers are the same but for rounding
    return Disagreement(np.maximum(apart, 0.0) / total, expected / total)


def _without_middle(totals: Floats) -> Floats:
    """The value that is its own mirror set to nothing."""
    kept = totals.copy()
    if kept.shape[1] % 2:
        kept[:, kept.shape[1] // 2] = 0.0
    return kept
