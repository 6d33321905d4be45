"""Metrics against MQM of WMT23, without human references.

Correlations and pairwise accuracy against scipy and a slow twin, the best metrics, and false positives of the test
between two metrics that are equally good by construction.
"""

import itertools
from pathlib import Path

import numpy as np
from frame import Results
from numpy.typing import NDArray
from scipy.stats import kendalltau, pearsonr

from quorate.estimators.trust.metrics import correlations_of, trust_metrics
from quorate.io import read_scores
from quorate.kernels.metric_agreement import accuracy_on_items, pair_differences, sign_test, signs, tie_calibrated

Floats = NDArray[np.float64]

TWINS = ("XCOMET-Ensemble", "BLEU", "GEMBA-MQM")
HUMAN = ("refA", "synthetic_ref")


def read_mqm(folder: Path) -> tuple[list[str], Floats, dict[str, Floats]]:
    """Systems, people's means and metrics, without references."""
    data = read_scores(folder)
    rows = data.criterion == data.criteria.index("mqm")
    shape = len(data.systems), len(data.items)
    total, count = np.zeros(shape), np.zeros(shape)
    np.add.at(total, (data.system[rows], data.item[rows]), data.score[rows])
    np.add.at(count, (data.system[rows], data.item[rows]), 1.0)
    people = np.divide(total, count, out=np.full(shape, np.nan), where=count > 0)
    kept = [place for place, name in enumerate(data.systems) if name not in HUMAN and count[place].any()]
    return (
        [data.systems[place] for place in kept],
        people[kept],
        {name: one[kept] for name, one in data.metrics.items()},
    )


def slow_twin(people: Floats, metric: Floats, epsilon: float) -> float:
    """Pairwise accuracy, pair by pair."""
    found = []
    for item in range(people.shape[1]):
        right = []
        for one, other in itertools.combinations(range(len(people)), 2):
            said, seen = people[one, item] - people[other, item], metric[one, item] - metric[other, item]
            if not np.isnan(said + seen):
                right.append(np.sign(said) == (0 if abs(seen) <= epsilon else np.sign(seen)))
        if right:
            found.append(float(np.mean(right)))
    return float(np.mean(found))


def by_scipy(people: Floats, metric: Floats) -> list[float]:
    """Pearson and Kendall of all outputs, within items and within systems, group by group."""
    both = np.isfinite(people) & np.isfinite(metric)
    found = [pearsonr(people[both], metric[both]).statistic, kendalltau(people[both], metric[both]).statistic]
    for turned in (True, False):
        one, other, known = (side.T if turned else side for side in (people, metric, both))
        rows = [row for row in range(len(one)) if known[row].sum() > 1]
        rows = [row for row in rows if np.ptp(one[row][known[row]]) > 0 and np.ptp(other[row][known[row]]) > 0]
        found += [
            float(np.mean([test(one[row][known[row]], other[row][known[row]]).statistic for row in rows]))
            for test in (pearsonr, kendalltau)
        ]
    return found


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Both language pairs, then null pairs."""
    for name in ("wmt23_ende",) if quick else ("wmt23_ende", "wmt23_zhen"):
        systems, people, metrics = read_mqm(data / "scores" / name)
        used = np.isfinite(people).any(axis=0)
        for metric in TWINS[:1] if quick else TWINS:
            scores = metrics[metric]
            made = correlations_of(people, scores)
            ours = [number for grouping in ("outputs", "items", "systems") for number in made[grouping]]
            off = float(np.abs(np.array(ours) - by_scipy(people, scores)).max())
            results.at_most("correlations: largest difference from scipy", f"{name}, {metric}", off, "", 1e-9)
            epsilon, accuracy, _ = tie_calibrated(pair_differences(people[:, used]), pair_differences(scores[:, used]))
            off = abs(accuracy - slow_twin(people[:, used], scores[:, used], epsilon))
            results.at_most("pairwise accuracy: difference from a slow twin", f"{name}, {metric}", off, "", 1e-9)
        found = trust_metrics(systems, people, metrics, seed=seed)
        for one in found.metrics[:3]:
            results.at_least("pairwise accuracy, ties calibrated", f"{name}, {one.metric}", one.accuracy, "")
        for one in found.metrics:
            if one.metric in (*TWINS, "Random-sysname"):
                case = f"{name}, {one.metric}, {one.low:.3f} to {one.high:.3f}"
                results.at_least("right where people decide", case, one.agreement, "")
                results.at_least("most that it saves", f"{name}, {one.metric}", one.saving, "×")
    random = np.random.default_rng(seed)
    pairs, items = 500, 100
    turned, rejected = signs(1000, items, random), 0
    for _ in range(pairs):
        quality = random.normal(size=(8, items))
        said, one, other = (pair_differences(quality + random.normal(size=quality.shape)) for _ in range(3))
        accuracies = [accuracy_on_items(said, side, tie_calibrated(said, side)[0]) for side in (one, other)]
        rejected += sign_test(*accuracies, turned) < 0.05
    rate = 100 * rejected / pairs
    results.at_most("false positives of the test between metrics", f"{pairs} null pairs", rate, "%", 7)
    results.at_least("false positives of the test between metrics", f"{pairs} null pairs, not too few", rate, "%", 3)
