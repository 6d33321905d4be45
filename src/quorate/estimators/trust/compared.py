"""May I rely on these metrics? What people's comparisons of pairs of outputs say about each of them.

Idea:
    People said which of two outputs is better; a metric says so by the difference of its scores. Pairs are held against
    pairs: nobody's scores are needed.

Formula:
    People: the mean outcome of a pair of outputs (win 1, tie ½, loss 0) less ½. Agreement, pairwise accuracy with ties
    calibrated and soft accuracy as in `quorate.estimators.trust.metrics`. Correlations of these means with differences
    of the metric: over all pairs of outputs; within items, over pairs of systems; within pairs of systems, over items;
    and of the win shares of systems with the metric's means. At most 1/(1 − ρ²) times fewer judgments of a pair are
    needed, ρ the mean within pairs of systems.

Guarantee:
    As there: intervals have one cluster for each item.

Assumptions:
    As there. Where a policy chose what to ask, agreement is about what it asked.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import kendalltau

from quorate.arrays import Floats, Ints
from quorate.estimators.trust.metrics import MetricsTrust, Trust, held_against, mean_of, what_is_wrong
from quorate.kernels.metric_agreement import (
    TURNS,
    decided_alike,
    kendall_of_columns,
    pair_differences,
    pearson_of_columns,
    ratio_interval,
    soft_accuracy,
    tie_calibrated,
)


def trust_compared(
    systems: Sequence[str],
    means: Floats,
    metrics: Mapping[str, Floats],
    *,
    level: float = 0.95,
    turns: int = TURNS,
    seed: int = 0,
) -> MetricsTrust:
    """Hold metrics against comparisons.

    Args:
        systems: Names of the systems.
        means: Pair of systems (as `np.triu_indices`) × item: mean outcome less ½, NaN where nobody judged.
        metrics: System × item scores by metric, the higher the better.
        level: Of the intervals.
        turns: How many turns of signs the tests take.
        seed: What they are drawn from.

    Raises:
        InputError: There is too little to say anything.
    """
    return held_against(tuple(systems), means, metrics, _trust, level=level, turns=turns, seed=seed, about="pairs")


def mean_outcomes(shape: tuple[int, int], first: Ints, second: Ints, item: Ints, outcome: Floats) -> Floats:
    """Pair of systems × item: the mean outcome for the system with the smaller number, less ½; NaN where nobody judged.

    Args:
        shape: How many systems, and how many items, there are.
        first: System of each judgment whose outcome it is.
        second: The other.
        item: Its item.
        outcome: 1, ½ or 0.
    """
    systems, items = shape
    number = np.zeros((systems, systems), dtype=np.int64)
    one, other = np.triu_indices(systems, 1)
    number[one, other] = number[other, one] = np.arange(len(one))
    unit = number[first, second] * items + item
    value = np.where(first < second, outcome, 1 - outcome) - 0.5
    size = len(one) * items
    count = np.bincount(unit, minlength=size)
    total = np.bincount(unit, weights=value, minlength=size)
    means: Floats = np.divide(total, count, out=np.full(size, np.nan), where=count > 0)
    return means.reshape(len(one), items)


def _trust(name: str, said: Floats, scores: Floats, turned: Floats, z: float) -> Trust:
    systems = len(scores)
    one, other = np.triu_indices(systems, 1)
    judged = np.zeros(scores.shape, dtype=np.bool_)
    for side in (one, other):
        np.logical_or.at(judged, side, np.isfinite(said))
    notes, scores = what_is_wrong(scores, judged)
    lacking = int((judged & np.isnan(scores)).sum())
    seen = pair_differences(scores)
    agreement, low, high = ratio_interval(*decided_alike(said, seen), z)
    epsilon, accuracy, on_items = tie_calibrated(said, seen)
    within = pearson_of_columns(said.T, seen.T)
    rho = mean_of(within)
    return Trust(
        metric=name,
        agreement=agreement,
        low=low,
        high=high,
        accuracy=accuracy,
        epsilon=epsilon,
        soft=soft_accuracy(said, seen, turned) if np.isfinite(scores[judged]).any() else float("nan"),
        correlations=_correlations(said, seen, scores, systems),
        by_system=np.array([mean_of(within[(one == row) | (other == row)]) for row in range(systems)]),
        quadrants=(float("nan"),) * 4,
        saving=1 / (1 - min(rho * rho, 0.999)) if np.isfinite(rho) else 1.0,
        lacking=lacking,
        note=notes,
        on_items=on_items,
    )


def _correlations(said: Floats, seen: Floats, scores: Floats, systems: int) -> dict[str, tuple[float, float]]:
    one, other = np.triu_indices(systems, 1)
    both = np.isfinite(said) & np.isfinite(seen)
    flat = np.where(both, said, np.nan).reshape(-1, 1), np.where(both, seen, np.nan).reshape(-1, 1)
    shares, means = np.full(systems, np.nan), np.full(systems, np.nan)
    for row in range(systems):
        mine = np.concatenate([said[one == row].ravel(), -said[other == row].ravel()])
        shares[row], means[row] = mean_of(mine), mean_of(scores[row])
    of_systems = shares[:, None], means[:, None]
    known = both.ravel()
    varies = known.sum() > 1 and np.ptp(flat[0][known]) > 0 and np.ptp(flat[1][known]) > 0
    kendall = float(kendalltau(flat[0][known], flat[1][known]).statistic) if varies else float("nan")
    return {
        "outputs": (float(pearson_of_columns(*flat)[0]), kendall),
        "items": (mean_of(pearson_of_columns(said, seen)), mean_of(kendall_of_columns(said, seen))),
        "systems": (mean_of(pearson_of_columns(said.T, seen.T)), _kendall_within(said, seen)),
        "means": (float(pearson_of_columns(*of_systems)[0]), float(kendall_of_columns(*of_systems)[0])),
    }


def _kendall_within(said: Floats, seen: Floats) -> float:
    """Kendall's τ_b over items, mean over pairs of systems where both sides vary."""
    found = []
    for row in range(len(said)):
        known = np.isfinite(said[row]) & np.isfinite(seen[row])
        if known.sum() > 1 and np.ptp(said[row][known]) > 0 and np.ptp(seen[row][known]) > 0:
            found.append(float(kendalltau(said[row][known], seen[row][known]).statistic))
    return float(np.mean(found)) if found else float("nan")
