"""How long utilities take, in CPU seconds of one process, on 15 systems × 1100 items made here; IRT recovers curves.

Reference speeds are those of the published package on as many items and systems. Scores and texts are made by
`benchmarks/planted.py`, about 25 words an output, frequent words frequent as in language. What feasibility an item
has shows only where some system is able enough, so that c of hard items cannot be found again: how much could be, with
abilities and noise known, follows from Fisher's information and stands beside it, and c has no bar. Flatter curves (a
around 1 instead of 1.5, c from .75 to 1) were tried first, and difficulty did not reach .95 on them: both are shown.
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from frame import Results
from planted import NOISE, plant_candidates, plant_curves
from subsets import evaluate, read_plain

from quorate.kernels.item_response import fit_curves
from quorate.selection.designs import draw, inclusion
from quorate.selection.utilities import measure_utility

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
    planted = plant_curves(SYSTEMS, ITEMS, seed)
    curve = (planted.difficulty, planted.discriminability, planted.feasibility)
    limits(results, "3-parameter curves", planted.ability, *curve, (1.0, 0.25, 8 * 2 / (10**2 * 11)))
    flat(results, seed)
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


def flat(results: Results, seed: int) -> None:
    """How well flatter three-parameter curves are found again."""
    rng = np.random.default_rng(seed)
    ability, difficulty = rng.normal(size=SYSTEMS), rng.normal(size=ITEMS)
    slope, feasibility = np.exp(0.4 * rng.normal(size=ITEMS)), rng.uniform(0.75, 1.0, size=ITEMS)
    true = feasibility / (1 + np.exp(-slope * (ability[:, None] - difficulty)))
    curves = fit_curves(np.clip(true + NOISE * rng.normal(size=true.shape), 0, 1), 3)
    for name, found, planted in (
        ("ability θ", curves.ability, ability),
        ("difficulty b", curves.difficulty, difficulty),
        ("ln a, discriminability", np.log(curves.discriminability), np.log(slope)),
        ("feasibility c", curves.feasibility, feasibility),
    ):
        r = float(np.corrcoef(found, planted)[0, 1])
        case = f"{name}, flatter 3-parameter curves, 15 × 1100"
        results.at_least("correlation with what was planted, IRT", case, r, "")
    limits(results, "flatter 3-parameter curves", ability, difficulty, slope, feasibility, (1.0, 0.16, 0.25**2 / 12))


def limits(results, words, ability, difficulty, slope, feasibility, variances) -> None:  # noqa: ANN001
    """What correlation the information in the scores allows, abilities, noise and variances of the curves known."""
    share = 1 / (1 + np.exp(-slope * (ability[:, None] - difficulty)))
    steep = feasibility * slope * share * (1 - share)
    moves = np.stack([-steep, steep * (ability[:, None] - difficulty), share], axis=-1)
    information = np.einsum("sni,snj->nij", moves, moves) / NOISE**2 + np.diag(1 / np.array(variances))
    unsure = np.diagonal(np.linalg.inv(information), axis1=1, axis2=2).mean(axis=0)
    planted = (difficulty, np.log(slope), feasibility)
    for name, doubt, true in zip(
        ("difficulty b", "ln a, discriminability", "feasibility c"), unsure, planted, strict=True
    ):
        most = float(np.sqrt(max(0.0, 1 - doubt / true.var())))
        results.at_least("most correlation that could be found, IRT", f"{name}, {words}, 15 × 1100", most, "")


def timed(work: Callable[[], object], repeats: int) -> float:
    """Seconds of CPU that one call takes, the quickest of so many: other processes only ever make it slower."""
    found = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)
