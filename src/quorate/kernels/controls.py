"""Means sharpened by controls: numbers with a known mean of zero that move with what is averaged.

Idea:
    If judged outputs happen to have better metric scores than all outputs together, their judgments are probably too
    good as well. Take off as much as the slope of judgments on the metric says. The slope is learned from the same
    judgments, so it is drawn to zero where it may be chance, and what remains of its bias is removed by leaving out
    each judgment once (the jackknife).

Formula:
    In a group with n rows, tᵢ has the mean wanted and zᵢ (q numbers) the mean 0. With slopes β = S⁻¹c from the centred
    products S = Σ z̃z̃ᵀ and c = Σ z̃t̃, θ = t̄ − βᵀz̄. Leaving out row i moves θ by aᵢeᵢ/(1 − hᵢ), with the residual
    eᵢ = t̃ᵢ − βᵀz̃ᵢ, aᵢ = 1/n − z̄ᵀS⁻¹z̃ᵢ and the leverage hᵢ = 1/n + z̃ᵢᵀS⁻¹z̃ᵢ: the jackknife's values are
    ψᵢ = θ + (n − 1) aᵢeᵢ/(1 − hᵢ). They are mixed with the plain tᵢ, κψᵢ + (1 − κ)tᵢ, by κ = max(0, 1 − p/F), F being q
    times the usual test statistic of the slopes and p = q + log m where they were chosen among m.

Guarantee:
    The mean of ψ is an estimate with bias of order 1/n², and their variance over n is its variance (like HC3, on the
    careful side in small groups). Useless controls cost a factor of about 1 + 1/n² · const instead of 1 + q/n. With too
    few rows for the slopes, or controls that do not vary, ψ = t.

Reference:
    Ripley (1987), Stochastic simulation, ch. 5; Hinkley (1977), Jackknifing in unbalanced situations; James, Stein
    (1961) for the mixing.
"""

import math
from collections.abc import Sequence

import numpy as np

from quorate.arrays import Floats, Ints

SMALLEST_GAP = 0.1  # 1 − h is never taken to be smaller: one row cannot move the estimate without end


def controlled(
    group: Ints, groups: int, target: Floats, controls: Floats, *, pull: Sequence[float] = (), tried: int = 1
) -> Floats:
    """One value ψ for each row, whose mean over a group is its controlled mean.

    Args:
        group: Group of each row.
        groups: How many groups.
        target: What is averaged.
        controls: Row × q: numbers whose true mean is 0.
        pull: By how many judgments' worth of noise each slope is pulled to 0 beforehand: s² times this is added to
            the diagonal of S. A control on the scale of the target should have a slope of about 1; a pull of 1 keeps
            one that hardly varies from having a large slope.
        tried: Among how many controls these were chosen by how well they do; chance is expected to explain more then.
    """
    q = controls.shape[1]
    if not len(target) or not q:
        return target.astype(np.float64)
    count = np.bincount(group, minlength=groups).astype(np.float64)
    shared = np.maximum(count, 1.0)
    target_mean = np.bincount(group, weights=target, minlength=groups) / shared
    control_mean = _sums(group, groups, controls) / shared[:, None]
    t = target - target_mean[group]
    z = controls - control_mean[group]
    total = np.bincount(group, weights=t**2, minlength=groups)
    products = _products(group, groups, z)
    if len(pull):
        products += (total / shared)[:, None, None] * np.diag(pull)
    inverse = _inverses(products, count, q)
    c = _sums(group, groups, z * t[:, None])
    slope = np.einsum("gij,gj->gi", inverse, c)
    explained = np.maximum(np.einsum("gi,gi->g", slope, c), 0.0)
    left = np.maximum(total - explained, 0.0)
    trust = _trust(explained, left, count, q, by_chance=q + math.log(tried))
    theta = target_mean - np.einsum("gi,gi->g", slope, control_mean)
    turned = np.einsum("nij,nj->ni", inverse[group], z) if q > 1 else inverse[group, :, 0] * z
    n = count[group]
    reach = 1 / n - np.einsum("ni,ni->n", control_mean[group], turned)
    gap = np.maximum(1 - 1 / n - np.einsum("ni,ni->n", z, turned), SMALLEST_GAP)
    residual = t - np.einsum("ni,ni->n", slope[group], z)
    values: Floats = theta[group] + (n - 1) * reach * residual / gap
    kappa = trust[group]
    return kappa * values + (1 - kappa) * target


def _trust(explained: Floats, left: Floats, count: Floats, q: int, *, by_chance: float) -> Floats:
    """κ: how far the slopes are believed, when chance alone explains so many judgments' worth."""
    freedom = np.maximum(count - q - 1, 0.0)
    evidence = freedom * explained
    doubt = np.divide(by_chance * left, evidence, out=np.ones(len(count)), where=evidence > 0)
    trust: Floats = np.clip(1 - doubt, 0.0, 1.0)
    return trust


def _products(group: Ints, groups: int, z: Floats) -> Floats:
    """Σ z zᵀ of every group."""
    q = z.shape[1]
    products = np.empty((groups, q, q))
    for i in range(q):
        for j in range(i + 1):
            products[:, i, j] = np.bincount(group, weights=z[:, i] * z[:, j], minlength=groups)
            products[:, j, i] = products[:, i, j]
    return products


def _inverses(products: Floats, count: Floats, q: int) -> Floats:
    """S⁻¹ of every group; 0 where there are too few rows, and along directions that do not vary."""
    if q == 1:
        spread = products[:, 0, 0]
        usable = (count >= 4) & (spread > 1e-12)
        return np.divide(1.0, spread, out=np.zeros_like(spread), where=usable)[:, None, None]
    inverse = np.asarray(np.linalg.pinv(products, rcond=1e-9, hermitian=True), dtype=np.float64)
    inverse[count < q + 3] = 0.0
    return inverse


def _sums(group: Ints, groups: int, columns: Floats) -> Floats:
    return np.column_stack([np.bincount(group, weights=column, minlength=groups) for column in columns.T])
