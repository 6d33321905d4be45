"""Pooling bias: what a team loses that was not pooled, and half of the teams scored by a pool of the other half.

*Any document* takes a fact for right wherever it stands, once it is right somewhere (the lenient score of the paper).
*Left out*: what is not in the pool does not count at all, instead of as wrong. The paper prints a median of 2.05 % F1
with the lenient score, and 1.5 % for the largest gap between neighbours.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import Collection, read_collection, restricted
from sets_sections.made import make_systems, make_world
from sets_sections.playing import listed_all, median_error, some_listed

from quorate.arrays import Floats
from quorate.estimators.sets.pooled import leave_teams_out, score_by_pool
from quorate.estimators.sets.scores import score_sets
from quorate.selection.statements import draw_statements


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Leave one team out, then the experiment of figure 3.12."""
    world = make_world(seed)
    made = make_systems(world, seed)
    for name in ("trec-covid-r1", "trec-covid-r3", "clef-tar-2017", "made"):
        found = made if name == "made" else read_collection(data, name, least=20)
        for lenient in (False, True) if name == "made" else (False,):
            facts = world.relation if name == "made" else None
            bias = leave_teams_out(found.statements, found.truth, found.team, facts, any_document=lenient)
            case = f"{name}{', any document' if lenient else ''}, {len(bias.f1)} systems"
            for number, change in (("F1", bias.f1), ("precision", bias.precision), ("recall", bias.recall)):
                off = np.abs(change)
                results.at_most(
                    f"left out of the pool: median bias of {number}", case, 100 * float(np.median(off)), "points"
                )
                results.at_most(
                    f"left out of the pool: median bias of {number}, standard error",
                    case,
                    100 * median_error(off),
                    "points",
                )
            order = np.sort(bias.whole.f1)
            results.at_most("median gap between neighbours, F1", case, 100 * float(np.median(np.diff(order))), "points")
    half_pooled(results, made, 10 if quick else 120, seed)


def half_pooled(results: Results, made: Collection, runs: int, seed: int) -> None:
    """Figure 3.12: 9 of 18 teams; pooled by the other half's statements, simple and joint by 150 draws each."""
    rows: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for number in range(runs):
        rng = np.random.default_rng([seed + 10, number])
        teams = rng.permutation(made.team.max() + 1)[:9]
        mine = np.isin(made.team, teams)
        chosen = restricted(made, np.flatnonzero(mine))
        pooled = np.zeros(made.statements.count, dtype=bool)
        pooled[made.statements.statement[~mine[made.statements.owner]]] = True
        by_pool = score_by_pool(chosen.statements, made.truth, pooled)
        counted = pooled[chosen.statements.statement].astype(float)
        right = chosen.statements.total(counted * made.truth[chosen.statements.statement])
        left_out = right / np.maximum(chosen.statements.total(counted), 1)
        drawn = draw_statements(
            chosen.statements, np.full(len(chosen.statements.systems), 150), seed=number, replaced=True
        )
        draws = drawn.judged(made.truth)
        listed = some_listed(listed_all(chosen), rng.integers(len(made.statements.items), size=150))
        add(rows, "pooled", "precision", by_pool.precision - chosen.precision, None)
        add(rows, "pooled, left out", "precision", left_out - chosen.precision, None)
        add(rows, "pooled", "recall", by_pool.recall - chosen.recall, None)
        for method, precision in (("simple", "simple"), ("joint", "distinct")):
            scores = score_sets(chosen.statements, draws, listed, level=0.9, precision=precision, recall=method)
            add(
                rows,
                method,
                "precision",
                scores.precision.value - chosen.precision,
                scores.precision.high - scores.precision.low,
            )
            if scores.recall is not None:
                add(rows, method, "recall", scores.recall.value - chosen.recall, scores.recall.high - scores.recall.low)
    for (method, number), found in rows.items():
        table = np.array(found)
        case = f"{method}, {number}, {runs} trials"
        results.at_most("half of the teams pooled: mean error", case, 100 * float(table[:, 0].mean()), "points")
        error = 100 * float(table[:, 0].std(ddof=1) / np.sqrt(runs))
        results.at_most("half of the teams pooled: mean error, standard error", case, error, "points")
        if np.isfinite(table[:, 1]).all():
            results.at_most("half of the teams pooled: median width, 90 %", case, float(np.median(table[:, 1])), "")


def add(rows: dict, method: str, number: str, error: Floats, width: Floats | None) -> None:
    """One trial."""
    wide = np.nan if width is None else float(np.median(width))
    rows.setdefault((method, number), []).append((float(error.mean()), wide))
