"""Means of systems on some items, corrected by what metrics say about all items.

Idea:
    Systems that were judged on the same items. What a score has in common with the other systems' on the item (how hard
    is it?) and what it has of its own are predicted separately from the metrics, and each mean is corrected by how much
    the chosen items differ from all items in what is predicted. A slope of the systems' own parts is learned after the
    systems' means have been taken off, so that it cannot encode the ranking: it is what metrics say about outputs of
    one and the same system.

Formula:
    y_is = ȳ_i + yᶜ_is, metrics likewise x_is = x̄_i + xᶜ_is (principal components of all metrics), z_i = (x̄_i, columns).
    f_is = (xᶜ_is − mean of xᶜ_s over all items)ᵀ b + (z_i − z̄)ᵀ a, and μ_s = Σ w_i (y_is − c_s f_is)/Σ w_i, w = 1/π,
    with slopes a, b from all chosen items. Around that mean values scatter like y_is − c_s f_is with slopes from the
    other parts of the folds; the mean of these would keep a noise that does not vanish as all items are judged.
    How far a system follows what is predicted for it, c_s = (Σ w f̃ỹ + p v)/(Σ w f̃² + p v) (f, y centred, f from other
    parts; v the mean of (ỹ − f̃)², p = 8), lies between 0 and 1.5, near 1 until its own scores say otherwise: a system
    that never errs is not corrected for errors.
    With rows weighted by w and by how exact the system's scores are, 1/(v_s + v̄/10), and h = Σ x y, G = Σ x xᵀ, slopes
    are b = φ·G_λ⁻¹h where G_λ = G + (10/n)(tr G/p) I, and φ = max(0, 1 − 2 tr(G_λ⁻¹Ω)/hᵀG_λ⁻¹h) takes off twice what
    chance alone would explain (Ω the sum over independent pieces of squared scores of the regression): metrics that say
    nothing change next to nothing.

Guarantee:
    μ_s is unbiased but for terms of order 1/n, whatever the metrics are; to first order its error is that of the
    values, which slopes from elsewhere show as large as they are. With all items judged μ_s is the plain mean. Renaming
    systems or turning a metric upside down changes nothing.

Assumptions:
    All systems were judged on the same items, drawn with known probabilities.

Reference:
    Särndal, Swensson, Wretman (1992), Model assisted survey sampling, ch. 6; Breidt, Opsomer (2017), Model-assisted
    survey estimation with modern prediction techniques; James, Stein (1961), Estimation with quadratic loss.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints

COMPONENTS = 8
FOLDS = 5
PENALTY = 10.0  # worth so many items
EVENNESS = 0.1  # share of the mean variance that every system's variance is raised by
CAUTION = 2.0  # times what chance explains is taken off a slope
FOLLOWING = 8.0  # p: a system follows its prediction 1 to 1, give or take 1/√p
MOST_FOLLOWING = 1.5
FARTHEST = 4.0  # standard deviations: what lies beyond counts as this


@dataclass(frozen=True, kw_only=True)
class CovariateSummary:
    """Covariates of every item and output, summarised before anybody judges.

    Attributes:
        own: Item × system × component: what an output's metrics have of their own.
        level: System × component: mean of that over all items.
        shared: Item × column: what the item's metrics have in common and other columns; mean 0 over all items.
    """

    own: Floats
    level: Floats
    shared: Floats


@dataclass(frozen=True, kw_only=True)
class Calibrated:
    """Corrected scores.

    Attributes:
        value: Chosen item × system: ỹ; its weighted mean is the estimate.
        slope: Component: b, from all chosen items.
        slope_variance: Component × component: its covariance.
        shared_slope: Column: a, from all chosen items.
    """

    value: Floats
    slope: Floats
    slope_variance: Floats
    shared_slope: Floats


class PairDifferences(NamedTuple):
    """All pairs of systems: their numbers, the difference, its variance and skewness; and the degrees of freedom."""

    first: Ints
    second: Ints
    difference: Floats
    variance: Floats
    skewness: Floats
    freedom: float


def summarise_covariates(
    metrics: Floats, columns: Floats | None = None, components: int = COMPONENTS
) -> CovariateSummary:
    """Summarise metrics of all outputs by their principal components; done once for a population.

    Args:
        metrics: Item × system × metric scores, no matter which scale; NaN where there is none.
        columns: Item × column: what else is known about items as numbers (logarithm of the length, domain).
        components: How many components at most.
    """
    items, systems, count = metrics.shape
    rows = metrics.reshape(items * systems, count)
    known = np.isfinite(rows)
    total = np.maximum(known.sum(axis=0), 1)
    centred = np.where(known, rows - np.where(known, rows, 0.0).sum(axis=0) / total, 0.0)
    spread = np.sqrt((centred**2).sum(axis=0) / total)
    varies = spread > 1e-12 * np.maximum(np.abs(np.where(known, rows, 0.0)).max(axis=0, initial=0.0), 1e-300)
    even = np.clip(centred[:, varies] / spread[varies], -FARTHEST, FARTHEST)
    _, vectors = np.linalg.eigh(even.T @ even) if varies.any() else (None, np.zeros((0, 0)))
    scores = (even @ vectors[:, ::-1][:, :components]).reshape(items, systems, -1)
    mean = scores.mean(axis=1)
    own = scores - mean[:, None]
    other = np.zeros((items, 0)) if columns is None else np.asarray(columns, dtype=np.float64).reshape(items, -1)
    other = other - other.mean(axis=0)
    scale = other.std(axis=0)
    shared = np.column_stack([mean - mean.mean(axis=0), other[:, scale > 0] / scale[scale > 0]])
    return CovariateSummary(own=own, level=own.mean(axis=0), shared=shared)


def calibrate(
    scores: Floats,
    item: Ints,
    weight: Floats,
    known: CovariateSummary,
    *,
    piece: Ints | None = None,
    folds: int = FOLDS,
    seed: int = 0,
) -> Calibrated:
    """Correct the scores of chosen items.

    Args:
        scores: Chosen item × system.
        item: Which items they are.
        weight: One over the probability of each item, on any scale.
        known: What is known about all items.
        piece: Items with the same number are not independent (a document): they stay in one fold.
        folds: In how many parts items are divided; a slope is learned from the others.
        seed: Where the division comes from.
    """
    count = len(item)
    pieces, code = (count, np.arange(count)) if piece is None else _number(piece)
    folds = max(min(folds, pieces), 1)
    fold = (np.random.default_rng(seed).permutation(pieces) % folds)[code]
    parts: Any = {"fold": fold, "folds": folds, "piece": code, "pieces": pieces}
    even = weight / weight.mean()
    mean = scores.mean(axis=1)
    own = scores - mean[:, None]
    slopes, variance = fit_folds(known.own[item], own, even, **parts)
    shared_slopes, _ = fit_folds(known.shared[item][:, None], mean[:, None], even, **parts)
    own_away, shared_away = known.own[item] - known.level, known.shared[item]
    predicted = np.einsum("isp,ip->is", own_away, slopes[fold])
    predicted += np.einsum("ip,ip->i", shared_away, shared_slopes[fold])[:, None]
    follows = follow(scores, predicted, even, fold=fold, folds=folds)
    value = scores - follows[fold] * predicted
    # The mean is corrected by what all items taught; values scatter around it by what the others did.
    away = np.tensordot(even, own_away, 1) @ slopes[-1] + even @ shared_away @ shared_slopes[-1]
    value += (even @ (scores - value) - follows[-1] * away) / count
    return Calibrated(value=value, slope=slopes[-1], slope_variance=variance, shared_slope=shared_slopes[-1])


def follow(scores: Floats, predicted: Floats, weight: Floats, *, fold: Ints, folds: int) -> Floats:
    """Fold × system: c, how far scores on the items of other folds follow what is predicted; the last row with all."""
    found = np.ones((folds + 1, scores.shape[1]))
    for part in range(folds + 1):
        others = fold != part
        if not others.any():
            continue
        share = weight[others] / weight[others].sum()
        y, f = (rows[others] - share @ rows[others] for rows in (scores, predicted))
        doubt = FOLLOWING * (share @ (y - f) ** 2) / int(others.sum())
        products, squares = share @ (f * y), share @ f**2
        fits = np.divide(products + doubt, squares + doubt, out=found[part].copy(), where=squares + doubt > 0)
        found[part] = np.clip(fits, 0.0, MOST_FOLLOWING)
    return found


def fit_folds(
    x: Floats, y: Floats, weight: Floats, *, fold: Ints, folds: int, piece: Ints, pieces: int
) -> tuple[Floats, Floats]:
    """Slopes of y on x without each fold, the last row with all; and the covariance of the last.

    Args:
        x: Row × system × column.
        y: Row × system.
        weight: One for each row, mean 1.
        fold: Which fold a row is in.
        folds: How many there are.
        piece: Rows with the same number are not independent.
        pieces: How many there are.
    """
    rows, systems, width = x.shape
    slopes = np.zeros((folds + 1, width))
    if not width or pieces < 3:
        return slopes, np.zeros((width, width))
    x = x - np.tensordot(weight, x, 1) / rows
    y = y - weight @ y / rows
    spread = weight @ y**2 / rows
    exact = 1 / np.maximum(spread + EVENNESS * spread.mean(), 1e-300) if spread.any() else np.ones(systems)
    root = np.sqrt(weight[:, None] * exact / exact.mean())
    x, y = x * root[:, :, None], y * root
    products = np.stack([_square(x[fold == part]) for part in range(folds)])
    sums = np.einsum("isp,is->ip", x, y)
    variance = np.zeros((width, width))
    for part in range(folds + 1):
        others = fold != part
        gram = products.sum(axis=0) - (products[part] if part < folds else 0.0)
        target = sums[others].sum(axis=0)
        inside = max(int(others.sum()), 1)
        penalised = gram + np.eye(width) * max(PENALTY / inside * np.trace(gram) / width, 1e-300)
        inverse = np.linalg.inv(penalised)
        slope = inverse @ target
        residual = y[others] - x[others] @ slope
        lone = np.einsum("isp,is->ip", x[others], residual)
        if pieces < rows:
            lone = _add_up(lone, piece[others], pieces)
        chance = lone.T @ lone * (pieces / (pieces - 1.0))
        explained = float(target @ slope)
        doubt = float((inverse * chance).sum())
        slopes[part] = slope * (max(0.0, 1.0 - CAUTION * doubt / explained) if explained > 0 else 0.0)
        variance = inverse @ chance @ inverse
    return slopes, variance


def residual_sums(value: Floats, weight: Floats, probability: Floats, piece: Ints | None = None) -> Floats:
    """Independent piece × system: what each adds to the error of the weighted means; squared and added, their variance.

    Formula: r_g = √((1 − π_g) G/(G − 1)) Σ_{i∈g} w_i(ỹ_is − μ_s)/Σw, with π_g = 0 where nothing is to be taken off.
    """
    share = weight / weight.sum()
    lone = share[:, None] * (value - share @ value) * np.sqrt(np.maximum(1.0 - probability, 0.0))[:, None]
    if piece is not None:
        pieces, code = _number(piece)
        lone = _add_up(lone, code, pieces)
    sums: Floats = lone * np.sqrt(len(lone) / max(len(lone) - 1.0, 1.0))
    return sums


def compare(mean: Floats, residual: Floats, effective: float | None = None) -> PairDifferences:
    """Differences of all pairs of systems, for intervals: Student's, bent by 1.1 times the skewness.

    Formula: V = Σ_g (r_ga − r_gb)², to which max(0, V̄ − V)/G is added, V̄ the mean over all pairs: as though one more
    piece had been seen that varies as usual. Systems that rarely err often show no error in a sample, and their
    variance is then far too small. Two degrees of freedom are spent, and the variance is stretched accordingly; where
    pieces differ in weight, `effective` says how many equal ones would weigh as much, and Student's t goes by that.
    """
    first, second = np.triu_indices(len(mean), 1)
    pieces = len(residual)
    lone = residual[:, first] - residual[:, second]
    seen = (lone**2).sum(axis=0)
    left = max(pieces - 2.0, 1.0)
    freedom = left if effective is None else max(effective - 2.0, 1.0)
    variance = (seen + variance_inflation(seen, residual, pieces=pieces, is_pair=True)) * max(
        (pieces - 1.0) / left, 1.0
    )
    skewness = np.divide((lone**3).sum(axis=0), seen**1.5, out=np.zeros(len(first)), where=seen > 0)
    return PairDifferences(first, second, mean[first] - mean[second], variance, skewness, freedom)


def variance_inflation(variance: Floats, residual: Floats, *, pieces: int, is_pair: bool) -> Floats:
    """Variance inflation: max(0, V̄ − V)/G is added, with V̄ the mean of all systems, or of all pairs."""
    systems = residual.shape[1]
    squares = float((residual**2).sum())
    usual = squares / max(systems, 1)
    if is_pair:
        usual = 2.0 * (systems * squares - float((residual.sum(axis=1) ** 2).sum())) / max(systems * (systems - 1), 1)
    added: Floats = np.maximum(0.0, usual - variance) / max(pieces, 1)
    return added


def _square(x: Floats) -> Floats:
    rows = x.reshape(-1, x.shape[2])
    product: Floats = rows.T @ rows
    return product


def _number(piece: Ints) -> tuple[int, Ints]:
    distinct, code = np.unique(piece, return_inverse=True)
    return len(distinct), code


def _add_up(rows: Floats, code: Ints, pieces: int) -> Floats:
    added = np.zeros((pieces, rows.shape[1]))
    np.add.at(added, code, rows)
    return added
