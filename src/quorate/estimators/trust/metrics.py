"""May I rely on these metrics? What people's scores of the same outputs say about each of them.

Idea:
    A metric helps only as far as it agrees with people on outputs like these. What counts is agreement within an item
    (which output is better?) and within a system (how good is this output?); agreement of system means alone can come
    from one weak system.

Formula:
    See `quorate.kernels.metric_agreement`. At most 1/(1 − ρ²) times fewer judgments are needed, ρ the mean over systems
    of the correlation over items: no unbiased estimate with this one metric does better. Quadrants: both sides are cut
    at their medians.

Guarantee:
    The interval of the agreement covers items drawn like these (normal approximation, one cluster for each item). A
    metric is *near chance* where the interval of its agreement on decided pairs holds one half, *hardly better* where
    it holds .55.

Assumptions:
    Items are like those to come. Noise of people lowers every figure; it is not corrected for.

Reference:
    Chaganty, Mussmann, Liang (2018), The price of debiasing automatic metrics in natural language evaluation, table 1
    and figure 5; and those of `quorate.kernels.metric_agreement`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.stats import kendalltau, norm

from quorate.arrays import Floats, Mask
from quorate.errors import InputError
from quorate.kernels.metric_agreement import (
    TURNS,
    decided_alike,
    kendall_of_columns,
    pair_differences,
    pearson_of_columns,
    ratio_interval,
    sign_test,
    signs,
    soft_accuracy,
    tie_calibrated,
)

CHANCE, HARDLY = 0.5, 0.55
FEWEST = 10  # judged outputs


@dataclass(frozen=True, kw_only=True)
class Trust:
    """What people say about one metric.

    Attributes:
        metric: Its name.
        agreement: Share of the pairs that people decided which it orders alike.
        low: Lower end of the interval of the agreement.
        high: Upper end.
        accuracy: Pairwise accuracy with ties calibrated.
        epsilon: The difference up to which it calls a tie.
        soft: Soft pairwise accuracy of systems.
        correlations: Pearson and Kendall by grouping: `outputs`, `items`, `systems` and `means`.
        by_system: Pearson over items for each system.
        quadrants: Shares where both are high, people alone, metric alone, neither.
        saving: 1/(1 − ρ²).
        lacking: How many judged outputs have no score.
        note: What is wrong with its scores; empty where nothing is.
        on_items: Accuracy on each item.
    """

    metric: str
    agreement: float
    low: float
    high: float
    accuracy: float
    epsilon: float
    soft: float
    correlations: Mapping[str, tuple[float, float]]
    by_system: Floats
    quadrants: tuple[float, float, float, float]
    saving: float
    lacking: int
    note: str
    on_items: Floats

    @property
    def verdict(self) -> str:
        """`no` near chance, `hardly`, `turned` where lower is better, or `yes`: better than chance."""
        if not np.isfinite(self.agreement) or self.low <= CHANCE <= self.high:
            return "no"
        if self.high < CHANCE:
            return "turned"
        return "hardly" if self.low < HARDLY else "yes"


@dataclass(frozen=True, kw_only=True)
class MetricsTrust:
    """What people say about several metrics, the best first.

    Attributes:
        systems: Names of the systems.
        items: How many items were judged.
        judged: How many outputs were judged.
        level: Of the intervals.
        metrics: One row for each.
        p_values: Metric × metric: of the test that both are equally accurate on items.
        about: What people judged: outputs, or pairs of them.
    """

    systems: tuple[str, ...]
    items: int
    judged: int
    level: float
    metrics: tuple[Trust, ...]
    p_values: Floats
    about: Literal["outputs", "pairs"] = "outputs"


def trust_metrics(
    systems: Sequence[str],
    people: Floats,
    metrics: Mapping[str, Floats],
    *,
    level: float = 0.95,
    turns: int = TURNS,
    seed: int = 0,
) -> MetricsTrust:
    """Hold metrics against people.

    Args:
        systems: Names of the systems.
        people: System × item means of people's scores, NaN where nobody judged.
        metrics: System × item scores by metric, the higher the better.
        level: Of the intervals.
        turns: How many turns of signs the tests take.
        seed: What they are drawn from.

    Raises:
        InputError: There is too little to say anything.
    """
    return held_against(tuple(systems), people, metrics, _trust, level=level, turns=turns, seed=seed)


def held_against(
    systems: tuple[str, ...],
    people: Floats,
    metrics: Mapping[str, Floats],
    trust: Callable[[str, Floats, Floats, Floats, float], Trust],
    *,
    level: float,
    turns: int,
    seed: int,
    about: Literal["outputs", "pairs"] = "outputs",
) -> MetricsTrust:
    """Metrics held against people on the items that were judged: the best first, with tests between them.

    Args:
        systems: Names of the systems.
        people: What people said, in columns of items, NaN where nobody judged.
        metrics: System × item scores by metric.
        trust: Makes the row of a metric from its name, what people said, its scores, signs and the normal quantile.
        level: Of the intervals.
        turns: How many turns of signs the tests take.
        seed: What they are drawn from.
        about: What people judged.

    Raises:
        InputError: There is too little to say anything.
    """
    judged = int(np.isfinite(people).sum())
    if not metrics:
        raise InputError("There is no metric to hold against people: name a file with --metrics.")
    if judged < FEWEST:
        what = "outputs" if about == "outputs" else "pairs of outputs"
        raise InputError(f"{judged} {what} were judged by people; it takes at least {FEWEST} to say anything.")
    used = np.isfinite(people).any(axis=0)
    people = people[:, used]
    turned = signs(turns, people.shape[1], np.random.default_rng(seed))
    z = float(norm.ppf(0.5 + level / 2))
    found = [trust(name, people, scores[:, used], turned, z) for name, scores in metrics.items()]
    found = sorted(found, key=lambda one: -one.accuracy if np.isfinite(one.accuracy) else 1.0)
    p_values = np.ones((len(found), len(found)))
    for place, one in enumerate(found):
        for other in range(place):
            p_values[place, other] = p_values[other, place] = sign_test(one.on_items, found[other].on_items, turned)
    return MetricsTrust(
        systems=systems,
        items=turned.shape[1],
        judged=judged,
        level=level,
        metrics=tuple(found),
        p_values=p_values,
        about=about,
    )


def correlations_of(people: Floats, scores: Floats) -> dict[str, tuple[float, float]]:
    """Pearson, Kendall of all outputs, within items, within systems and of system means; NaN where there is none."""
    both = np.isfinite(people) & np.isfinite(scores)
    one, other = np.where(both, people, np.nan), np.where(both, scores, np.nan)
    flat = one[both][:, None], other[both][:, None]
    varied = [row for row in range(len(one)) if _varies(one[row], other[row])]
    within = [kendalltau(one[row][both[row]], other[row][both[row]]).statistic for row in varied]
    has = both.any(axis=1)
    means = (
        np.array([np.nanmean(row) for row in one[has]])[:, None],
        np.array([np.nanmean(row) for row in other[has]])[:, None],
    )
    kendall_flat = kendalltau(*flat).statistic if _varies(flat[0], flat[1]) else np.nan
    return {
        "outputs": (float(pearson_of_columns(*flat)[0]), float(kendall_flat)),
        "items": (mean_of(pearson_of_columns(one, other)), mean_of(kendall_of_columns(one, other))),
        "systems": (mean_of(pearson_of_columns(one.T, other.T)), mean_of(np.array(within, dtype=np.float64))),
        "means": (float(pearson_of_columns(*means)[0]), float(kendall_of_columns(*means)[0])),
    }


def _trust(name: str, people: Floats, scores: Floats, turned: Floats, z: float) -> Trust:
    note, scores = what_is_wrong(scores, np.isfinite(people))
    lacking = int((np.isfinite(people) & np.isnan(scores)).sum())
    there = scores[np.isfinite(scores) & np.isfinite(people)]
    said, seen = pair_differences(people), pair_differences(scores)
    agreement, low, high = ratio_interval(*decided_alike(said, seen), z)
    epsilon, accuracy, on_items = tie_calibrated(said, seen)
    by_system = pearson_of_columns(people.T, scores.T)
    correlations = correlations_of(people, scores) if len(there) > 1 else dict.fromkeys(GROUPINGS, (np.nan, np.nan))
    rho = correlations["systems"][0]
    return Trust(
        metric=name,
        agreement=agreement,
        low=low,
        high=high,
        accuracy=accuracy,
        epsilon=epsilon,
        soft=soft_accuracy(said, seen, turned) if len(there) else float("nan"),
        correlations=correlations,
        by_system=by_system,
        quadrants=_quadrants(people, scores),
        saving=1 / (1 - min(rho * rho, 0.999)) if np.isfinite(rho) else 1.0,
        lacking=lacking,
        note=note,
        on_items=on_items,
    )


def what_is_wrong(scores: Floats, judged: Mask) -> tuple[str, Floats]:
    """What is wrong with the scores of judged outputs, in words, and the scores without what is no number."""
    wild = int((np.isinf(scores) & judged).sum())
    scores = np.where(np.isfinite(scores), scores, np.nan)
    there = scores[np.isfinite(scores) & judged]
    notes = [f"{wild} scores are infinite and count as missing"] if wild else []
    if not len(there):
        notes.append("it scores none of the judged outputs")
    elif there.min() == there.max():
        notes.append("it gives every output the same score")
    return "; ".join(notes), scores


GROUPINGS = ("outputs", "items", "systems", "means")


def _quadrants(people: Floats, scores: Floats) -> tuple[float, float, float, float]:
    both = np.isfinite(people) & np.isfinite(scores)
    if not both.any():
        return (np.nan,) * 4
    said, seen = people[both] >= np.median(people[both]), scores[both] >= np.median(scores[both])
    return tuple(float(np.mean((said == a) & (seen == b))) for a, b in ((1, 1), (1, 0), (0, 1), (0, 0)))  # type: ignore[return-value]


def mean_of(values: Floats) -> float:
    """The mean of what is known; NaN where nothing is."""
    return float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")


def _varies(first: Floats, second: Floats) -> bool:
    both = np.isfinite(first) & np.isfinite(second)
    return bool(both.sum() > 1 and np.ptp(first[both]) > 0 and np.ptp(second[both]) > 0)
