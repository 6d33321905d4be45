"""The gate: the default against random items and their plain mean on every set with complete scores of four systems.

Where metrics and people disagree about systems, leaning on metrics would cost; the gate keeps that small. Sets of fewer
than 200 items have budgets from 25 to 75 %, the others from 5 to 50 %. Differences are means over ten budgets, with
their standard errors over draws. Every set gets as many draws; as long as the difference minus three standard
errors lies below the bar, it gets as many again, up to 24 times as many in all.
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.playing import Job, curves_of, together
from items_sections.sets import SETS
from items_sections.ways import DEFAULT, RANDOM
from subsets import Curve

BAR = -0.5


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 40 if quick else 200
    results.runs["draws for each set and budget, gate, at least"] = draws
    names = tuple(SETS)
    found: dict[str, list[list[Curve]]] = {name: [[], []] for name in names}
    open_ones = list(names)
    for number in range(2 if quick else 24):
        jobs = [
            Job(name=name, way=way, draws=draws, first=draws * number, clusters="none")
            for name in open_ones
            for way in (RANDOM, DEFAULT)
        ]
        curves = curves_of(data, jobs, seed)
        for place, name in enumerate(open_ones):
            for way in (0, 1):
                found[name][way].append(curves[2 * place + way])
        open_ones = [name for name in open_ones if is_open(*above(found[name]))]
        if not open_ones:
            break
    gains = []
    for name in names:
        gain, error = above(found[name])
        gains.append(gain)
        default = together(found[name][1])
        results.at_least("default above random, mean", name, gain, "points", BAR)
        results.at_most("standard error of the difference", name, error, "points")
        results.at_least("coverage of 95 %", f"{name}, default", 100 * default.mean("coverage"), "%")
    results.runs["draws for each set and budget, gate, at most"] = draws * max(len(one[0]) for one in found.values())
    case = f"{len(names)} sets"
    results.at_least("default above random, least of all sets", case, min(gains), "points", BAR)
    results.at_least("default above random, mean of all sets", case, float(np.mean(gains)), "points")


def above(runs: list[list[Curve]]) -> tuple[float, float]:
    """By how many points the second way is above the first, and the standard error of that."""
    first, second = (together(one) for one in runs)
    error = np.hypot(*(one.deviation("spearman") for one in (first, second)))
    draws = len(first.qualities[0].spearman)
    return 100 * (second.mean("spearman") - first.mean("spearman")), 100 * float(error) / np.sqrt(draws)


def is_open(gain: float, error: float) -> bool:
    """Whether it cannot be said yet that the difference lies above the bar."""
    return gain - 3 * error < BAR
