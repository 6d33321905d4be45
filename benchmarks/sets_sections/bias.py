"""Bias over many draws: estimates by draws have none, a pool that a team was not in has."""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import read_collection
from sets_sections.playing import play_precision

from quorate.estimators.sets.pooled import leave_teams_out

METHODS = ("simple", "published", "balance", "distinct")


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """z-values of mean errors, and what a pool does to those who were not in it."""
    runs = 20 if quick else 500
    for name in ("trec-covid-r1", "trec-covid-r3"):
        found = read_collection(data, name, least=20)
        played = play_precision(found, METHODS, runs, 0.95, seed)
        for method, one in played.items():
            z = np.abs(one.z(found.precision))
            case = f"{name}, {method}, {runs} draws"
            results.at_most("systems with |z| > 2", case, 100 * float((z > 2).mean()), "%", 8)
            results.at_most("largest |z|", case, float(z.max()), "", 4.5)
            error = np.abs((one.value - found.precision).mean(axis=0))
            results.at_most("median |bias|", case, float(np.median(error)), "")
        bias = leave_teams_out(found.statements, found.truth, found.team)
        case = f"{name}, team left out of the pool"
        off = np.abs(bias.precision)
        least = float(np.median(np.abs((played["distinct"].value - found.precision).mean(axis=0))))
        results.at_least("pooled: median |bias| of precision", case, float(np.median(off)), "", 2 * least)
        results.at_most("pooled: 90th percentile of |bias|", case, float(np.quantile(off, 0.9)), "")
        results.at_most("pooled: largest |bias|", case, float(off.max()), "")
        gaps = np.diff(np.sort(found.precision))
        results.at_most("median gap between neighbours", name, float(np.median(gaps)), "")
