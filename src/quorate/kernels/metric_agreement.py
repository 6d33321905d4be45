"""How well automatic scores agree with people's: correlations by grouping, pairs ordered alike, and tests between two.

Idea:
    Both sides score the same outputs: a system × item table each. How alike they are depends on what is held against
    what: all outputs at once, the systems of each item, the items of each system, or systems by their means.

Formula:
    Correlations: Pearson's r and Kendall's τ_b within each group, their mean over the groups where both sides differ.
    Pairs: for each item all pairs of systems; a pair counts as a tie of the metric where its scores differ by at most
    ε. Accuracy is the share of pairs in which both sides say win, tie or loss alike, mean over items; ε is the one with
    the highest accuracy. Decided pairs: the share of the pairs that people did not tie which the metric orders alike,
    its ties counting one half. Soft accuracy: 1 − mean |p_people − p_metric| over pairs of systems, p the one-sided
    p-value of a paired test that turns the signs of differences on items. Two metrics: the signs of the differences of
    their accuracies on items are turned; p = (1 + number of means at least as far from 0)/(1 + number of turns).

Guarantee:
    The test between two metrics is exact where items are exchangeable between both. Missing scores (NaN) leave out the
    pairs they belong to. A group in which one side is constant has no correlation (NaN), never 0.

Reference:
    Deutsch, Foster, Freitag (2023), Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie
    calibration; Thompson, Mathur, Deutsch, Khayrallah (2024), Improving statistical significance in human evaluation of
    automatic metrics via soft pairwise accuracy; Deutsch, Dror, Roth (2021), A statistical analysis of summarization
    evaluation metrics using resampling methods.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats

TURNS = 1000


def pearson_of_columns(first: Floats, second: Floats) -> Floats:
    """Pearson's r of each column of two row × column tables; NaN where one side does not vary."""
    both = np.isfinite(first) & np.isfinite(second)
    count = np.maximum(both.sum(axis=0), 1)
    one, other = np.where(both, first, 0.0), np.where(both, second, 0.0)
    one = np.where(both, first - one.sum(axis=0) / count, 0.0)
    other = np.where(both, second - other.sum(axis=0) / count, 0.0)
    below = np.sqrt((one**2).sum(axis=0) * (other**2).sum(axis=0))
    flat = _is_flat(first, both) | _is_flat(second, both)
    result: Floats = np.divide(
        (one * other).sum(axis=0), below, out=np.full(len(below), np.nan), where=~flat & (below > 0)
    )
    return np.clip(result, -1.0, 1.0)


def kendall_of_columns(first: Floats, second: Floats) -> Floats:
    """Kendall's τ_b of each column of two row × column tables with few rows; NaN where one side does not vary."""
    one, other = pair_differences(first), pair_differences(second)
    known = np.isfinite(one) & np.isfinite(other)
    a, b = np.where(known, np.sign(one), 0.0), np.where(known, np.sign(other), 0.0)
    below = np.sqrt((a * a).sum(axis=0) * (b * b).sum(axis=0))
    result: Floats = np.divide((a * b).sum(axis=0), below, out=np.full(len(below), np.nan), where=below > 0)
    return result


def pair_differences(scores: Floats) -> Floats:
    """Pair of rows × column: the first row of a pair minus the second; NaN where either is not finite."""
    first, second = np.triu_indices(len(scores), 1)
    with np.errstate(invalid="ignore"):
        differences: Floats = scores[first] - scores[second]
    return np.where(np.isfinite(differences), differences, np.nan)


def tie_calibrated(people: Floats, metric: Floats) -> tuple[float, float, Floats]:
    """ε, the accuracy it reaches, and the accuracy on each item.

    Args:
        people: Pair × item differences of people's scores.
        metric: Pair × item differences of a metric.
    """
    known = np.isfinite(people) & np.isfinite(metric)
    pairs = known.sum(axis=0)
    items = int((pairs > 0).sum())
    if items == 0:
        return 0.0, float("nan"), np.full(people.shape[1], np.nan)
    weight = np.where(known, 1.0 / (np.maximum(pairs, 1) * items), 0.0)[known]
    said, seen = people[known], metric[known]
    size = np.abs(seen)
    gain = np.where(said == 0, weight, np.where(np.sign(said) == np.sign(seen), -weight, 0.0))
    order = np.argsort(size, kind="stable")
    ends = np.flatnonzero(np.diff(size[order], append=np.inf) > 0)  # the last of each run of equal sizes
    reached = np.cumsum(gain[order])[ends]
    sizes = size[order][ends]
    if sizes[0] > 0:
        reached, sizes = np.append(0.0, reached), np.append(0.0, sizes)
    epsilon = float(sizes[int(np.argmax(reached))])
    by_item = accuracy_on_items(people, metric, epsilon)
    return epsilon, float(np.nanmean(by_item)), by_item


def accuracy_on_items(people: Floats, metric: Floats, epsilon: float) -> Floats:
    """Share of pairs said alike on each item; NaN where there is none."""
    known = np.isfinite(people) & np.isfinite(metric)
    said = np.where(np.abs(metric) <= epsilon, 0.0, np.sign(metric))
    alike = ((said == np.sign(people)) & known).sum(axis=0)
    count = known.sum(axis=0)
    share: Floats = np.divide(alike, count, out=np.full(len(count), np.nan), where=count > 0)
    return share


def decided_alike(people: Floats, metric: Floats) -> tuple[Floats, Floats]:
    """Of each item: how many pairs that people decided the metric orders alike (ties ½), and how many there are."""
    known = np.isfinite(people) & np.isfinite(metric) & (people != 0)
    alike = np.where(known, 0.5 + 0.5 * np.sign(people) * np.sign(metric), 0.0)
    return alike.sum(axis=0), known.sum(axis=0).astype(np.float64)


def ratio_interval(part: Floats, whole: Floats, z: float) -> tuple[float, float, float]:
    """Σ part/Σ whole over clusters, and an interval z standard errors wide, inside 0 and 1."""
    total = float(whole.sum())
    clusters = int((whole > 0).sum())
    if total == 0:
        return float("nan"), 0.0, 1.0
    ratio = float(part.sum()) / total
    if clusters < 2:
        return ratio, 0.0, 1.0
    spread = float(np.sqrt(((part - ratio * whole) ** 2).sum() * clusters / (clusters - 1))) / total
    least = z * z / (z * z + clusters) / 2  # equal clusters say no more than so many can: no zero width
    reach = max(z * spread, least if spread == 0 else 0.0)
    return ratio, max(0.0, ratio - reach), min(1.0, ratio + reach)


def signs(turns: int, items: int, random: np.random.Generator) -> Floats:
    """Turn × item: 1 or −1."""
    return 1.0 - 2.0 * random.integers(0, 2, size=(turns, items)).astype(np.float64)


def sign_p_values(differences: Floats, turned: Floats) -> Floats:
    """One-sided p-value of each row of differences on items: how often turned signs give at least its mean."""
    plain = np.nan_to_num(differences, nan=0.0)
    null = plain @ turned.T
    observed = plain.sum(axis=1, keepdims=True)
    result: Floats = (null >= observed - 1e-12 * np.maximum(1.0, np.abs(observed))).mean(axis=1)
    return result


def soft_accuracy(people: Floats, metric: Floats, turned: Floats) -> float:
    """1 − mean |p_people − p_metric| over pairs of systems, from their differences on items."""
    both = np.isfinite(people) & np.isfinite(metric)
    one, other = (sign_p_values(np.where(both, side, np.nan), turned) for side in (people, metric))
    return 1.0 - float(np.abs(one - other).mean()) if len(one) else float("nan")


def sign_test(first: Floats, second: Floats, turned: Floats) -> float:
    """Two-sided p-value of the difference of two means over items, by turning signs."""
    difference = np.nan_to_num(first - second, nan=0.0)
    observed = abs(float(difference.sum()))
    null = np.abs(turned @ difference)
    return float(1 + (null >= observed - 1e-12).sum()) / (1 + len(null))


def _is_flat(values: Floats, known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    high = np.where(known, values, -np.inf).max(axis=0)
    low = np.where(known, values, np.inf).min(axis=0)
    flat: NDArray[np.bool_] = ~(high > low)
    return flat
