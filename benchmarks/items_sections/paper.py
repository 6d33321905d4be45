"""The random rows of the paper's tables 10 and 11 again, and the selectors' rows with the deviation of one draw.

A top-utility row is one draw: its items are fixed, and another set of as good items would have given another number.
Beside each stands the standard deviation of one random draw, nested over budgets as the top items are. The paper takes
the metric that was best in the row after the fact; here it is MetricX-23 (G-Eval for SummEval, chrF for WMT24), and for
top variance the best and the median of all metrics stand beside it. The published cluster count is that of the
published package, which tells two systems apart that are equal on every chosen item.
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.playing import Job, curves_of
from items_sections.sets import MAIN, RECENT, SUMMARIES, read_set
from items_sections.ways import NESTED, Way, top

#                       random, average, variance, consistency, diversity, difficulty × discriminability
PUBLISHED = {
    "WMT23 en-de DA-SQM": ((93.1, 2.25), (91.4, 2.6), (96.6, 2.8), (85.2, 3.3), (88.9, 2.8), (94.5, 2.5)),
    "WMT23 zh-en DA-SQM": ((91.7, 2.30), (94.2, 3.9), (96.4, 3.2), (88.2, 3.5), (91.4, 3.2), (92.1, 2.7)),
    "WMT24 en-zh ESA": ((86.1, 2.48), (75.5, 3.2), (85.0, 2.3), (89.8, 2.1), (73.5, 3.0), (78.3, 2.0)),
    "SummEval relevance": ((97.0, 1.87), (97.5, 2.2), (98.1, 2.0), (97.4, 2.6), (96.3, 2.5), (94.5, 2.58)),
    "SummEval coherence": ((96.9, 3.14), (97.8, 3.3), (96.5, 4.1), (96.8, 3.4), (97.0, 4.1), (97.2, 3.22)),
    "SummEval consistency": ((91.9, 3.14), (95.2, 3.2), (94.5, 2.9), (94.4, 2.6), (93.7, 3.0), (93.7, 2.6)),
    "SummEval fluency": ((91.2, 2.32), (97.0, 2.0), (94.7, 3.0), (96.4, 2.5), (92.9, 2.3), (97.1, 2.14)),
    "SummEval sum": ((97.6, 3.64), (97.9, 3.9), (98.1, 3.9), (97.7, 4.4), (98.0, 4.0), (95.5, 3.54)),
}
BARRED = tuple(name for name in PUBLISHED if not name.startswith("WMT24"))
SELECTORS = (
    "metric-average",
    "metric-variance",
    "metric-consistency",
    "diversity-unigram",
    "difficulty-discriminability",
)


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 200 if quick else 1000
    results.runs["random draws for each set and budget, paper"] = draws
    names = (*SUMMARIES, *MAIN, *RECENT)
    for name in names:
        ways = [NESTED, *(top(utility) for utility in SELECTORS)]
        jobs = [Job(name=name, way=way, draws=draws, splits_equal=True) for way in ways]
        random, *chosen = curves_of(data, jobs, seed)
        published = PUBLISHED.get(name, ())
        spread = random.deviation("spearman")
        lines = zip(("random", *SELECTORS), (random, *chosen), strict=True)
        for place, (label, curve) in enumerate(lines):
            said = f", published {published[place][0]}/{published[place][1]}" if published else ""
            case = f"{name}, {label}{said}"
            results.at_least("rank correlation", case, 100 * curve.mean("spearman"), "%")
            results.at_least("clusters as published", case, curve.mean("clusters"), "")
            if curve is not random:
                apart = (curve.mean("spearman") - random.mean("spearman")) / spread
                results.at_least("above random, in s.d. of one random draw", case, apart, "s.d.")
        results.at_most("s.d. of one random draw", f"{name}, rank correlation", 100 * spread, "points")
        results.at_most("s.d. of one random draw", f"{name}, clusters", random.deviation("clusters"), "clusters")
        if name in BARRED:
            off = abs(100 * random.mean("spearman") - published[0][0])
            results.at_most("distance from the published random row", f"{name}, rank correlation", off, "points", 1.0)
            off = abs(random.mean("clusters") - published[0][1])
            results.at_most("distance from the published random row", f"{name}, clusters", off, "clusters", 0.3)
        other_counts(results, data, name, min(draws, 200), seed)
        if name in MAIN:
            every_metric(results, data, name, seed)


def other_counts(results: Results, data: Path, name: str, draws: int, seed: int) -> None:
    """Clusters of random items counted otherwise, and the other measures."""
    job = Job(name=name, way=NESTED, draws=draws, clusters="all")
    (random,) = curves_of(data, [job], seed)
    case = f"{name}, random"
    results.at_least("clusters of Algorithm 1, equal systems together", case, random.mean("clusters"), "")
    results.at_least("clusters with Holm", case, random.mean("held_clusters"), "")
    results.at_least("Kendall", case, 100 * random.mean("kendall"), "%")
    results.at_least("soft pairwise accuracy", case, 100 * random.mean("soft_accuracy"), "%")
    results.at_least("top-1 accuracy", case, 100 * random.mean("top"), "%")


def every_metric(results: Results, data: Path, name: str, seed: int) -> None:
    """Top variance by each metric: what choosing the best after the fact is worth."""
    metrics = sorted(read_set(data, name).candidates.metrics)
    jobs = [
        Job(name=name, way=Way(name=metric, chooser="top", utility="metric-variance", metric=metric), draws=1)
        for metric in metrics
    ]
    found = np.array([curve.mean("spearman") for curve in curves_of(data, jobs, seed)])
    case = f"{name}, top metric-variance, {len(metrics)} metrics"
    best = metrics[int(np.argmax(found))]
    results.at_least("rank correlation by the best metric after the fact", f"{case}, {best}", 100 * found.max(), "%")
    results.at_least("rank correlation by the median metric", case, 100 * float(np.median(found)), "%")
