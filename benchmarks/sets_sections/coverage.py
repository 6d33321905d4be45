"""Coverage of 95 % intervals of precision, in the mean over systems, and by how many it is missed."""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import read_collection
from sets_sections.made import make_systems, make_world
from sets_sections.playing import play_precision


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Precision on TREC-COVID and on made systems."""
    runs = 20 if quick else 1000
    for name, methods, many in (
        ("trec-covid-r1", ("distinct", "simple"), runs),
        ("trec-covid-r3", ("distinct", "simple"), runs),
        ("trec-covid-r1", ("published", "balance"), runs // 5),
        ("made", ("distinct", "simple"), runs // 5),
    ):
        found = make_systems(make_world(seed), seed) if name == "made" else read_collection(data, name, least=20)
        for method, one in play_precision(found, methods, many, 0.95, seed + 1).items():
            held = one.coverage(found.precision)
            case = f"precision, {name}, {method}, {many:,} draws"
            results.at_least("coverage of 95 % intervals", case, 100 * float(held.mean()), "%", 94)
            error = 100 * float(one_error(one.low, one.high, found.precision))
            results.at_most("coverage, standard error", case, error, "points")
            results.at_least("coverage, worst system", case, 100 * float(held.min()), "%")


def one_error(low: np.ndarray, high: np.ndarray, truth: np.ndarray) -> float:
    """Standard error of the mean over systems, draws being what repeats."""
    per_draw = ((low <= truth) & (truth <= high)).mean(axis=1)
    return float(per_draw.std(ddof=1) / np.sqrt(len(per_draw)))
