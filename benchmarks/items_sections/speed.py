"""How long utilities take, in CPU seconds of one process, on 15 systems × 1100 items made here; IRT recovers curves.

Reference speeds are those of the published package on as many items and systems. Scores and texts are made by
`quorate.simulation.inputs`, about 25 words an output, frequent words frequent as in language. What feasibility an item
has shows only where some system is able enough, so that c of hard items is not found again; it has no bar.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from frame import Results

from quorate.kernels.item_response import fit_curves
from quorate.selection.designs import draw, inclusion
from quorate.selection.utilities import measure_utility
from quorate.simulation.inputs import plant_candidates, plant_curves
from quorate.simulation.subsets import evaluate, read_plain

SYSTEMS, ITEMS = 15, 1100
#            utility → reference, bar
UTILITIES = {
    "difficulty-discriminability": ("about 89, scores binarised", 1.0),
    "metric-consistency": ("2.26", 0.05),
    "diversity-unigram": ("2.25", 0.5),
    "diversity-chrf": ("more than 1000", 5.0),
    "diversity-bleu": ("about 184", 10.0),
    "metric-average": (".009", None),
    "metric-variance": (".018", None),
    "diversity-embedding": ("not known", None),
}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Add the section's figures."""
    rng = np.random.default_rng(seed)
    given = plant_candidates(SYSTEMS, ITEMS, seed)
    scores = given.metrics["planted"]
    small = given.with_items(range(20))
    for name, (reference, bar) in UTILITIES.items():
        measure_utility(name, small)  # compiled code is brought in, and kept on disk
        seconds = timed(lambda name=name: measure_utility(name, given), 1 if (bar or 0) > 1 else 3)
        results.at_most(f"CPU s of {name}", f"15 × 1100, reference {reference}", seconds, "CPU s", bar)
    for parameters in (3, 2, 1):
        planted = plant_curves(SYSTEMS, ITEMS, seed, parameters=parameters)
        curves = fit_curves(planted.scores, parameters)
        for name, found, true, bar in (
            ("ability θ", curves.ability, planted.ability, 0.95),
            ("difficulty b", curves.difficulty, planted.difficulty, 0.95),
            ("ln a, discriminability", np.log(curves.discriminability), np.log(planted.discriminability), 0.95),
            ("feasibility c", curves.feasibility, planted.feasibility, None),
        ):
            if np.ptp(true) > 1e-9:
                case = f"{name}, {parameters}-parameter curves, 15 × 1100"
                r = float(np.corrcoef(found, true)[0, 1])
                results.at_least("correlation with what was planted, IRT", case, r, "", bar)
    equal = inclusion(np.ones(ITEMS), 110)
    columns = rng.normal(size=(ITEMS, 8))
    for name in ("random", "systematic", "cube", "balanced"):
        draw(name, equal, balance=columns, seed=0)
        seconds = timed(lambda name=name: draw(name, equal, balance=columns, seed=1), 5)
        results.at_most(f"CPU s of one draw, {name}", "110 of 1100 items, 8 columns", seconds, "CPU s")
    chosen = rng.permutation(ITEMS)[:550]
    seconds = timed(lambda: evaluate(scores, [read_plain(scores, chosen)], clusters="published"), 20)
    results.at_most(
        "CPU s of one evaluation with published clusters", "550 items, reference of clusters .028", seconds, "CPU s"
    )


def timed(work: Callable[[], object], repeats: int) -> float:
    """Seconds of CPU that one call takes, the quickest of so many: other processes only ever make it slower."""
    found = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)
