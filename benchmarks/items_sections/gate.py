"""The gate: the default against random items and their plain mean on every set with complete scores of four systems.

Where metrics and people disagree about systems, leaning on metrics would cost; the gate keeps that small. Sets of fewer
than 200 items have budgets from 25 to 75 %, the others from 5 to 50 %. Differences are means over ten budgets; their
standard errors over draws stand beside the smallest.
"""

from pathlib import Path

import numpy as np
from frame import Results
from items_sections.playing import Job, curves_of
from items_sections.sets import SETS
from items_sections.ways import DEFAULT, RANDOM

from quorate.simulation.subsets import Curve

BAR = -0.5


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Add the section's figures."""
    draws = 25 if quick else 300
    results.runs["draws for each set and budget, gate"] = draws
    names = tuple(SETS)
    ways = (RANDOM, DEFAULT)
    curves = curves_of(
        data, [Job(name=name, way=way, draws=draws, clusters="none") for name in names for way in ways], seed
    )
    rows = [curves[place : place + len(ways)] for place in range(0, len(curves), len(ways))]
    above = []
    for name, (random, default) in zip(names, rows, strict=True):
        above.append(100 * (default.mean("spearman") - random.mean("spearman")))
        results.at_least("default above random, mean", name, above[-1], "points", BAR)
        results.at_least("coverage of 95 %", f"{name}, default", 100 * default.mean("coverage"), "%")
        error = 100 * np.hypot(*(deviation(curve) for curve in (random, default))) / np.sqrt(draws)
        results.at_most("standard error of the difference", name, float(error), "points")
    case = f"{len(names)} sets"
    results.at_least("default above random, least of all sets", case, min(above), "points", BAR)
    results.at_least("default above random, mean of all sets", case, float(np.mean(above)), "points")


def deviation(curve: Curve) -> float:
    """Standard deviation of the mean over budgets of one draw each."""
    return curve.deviation("spearman")
