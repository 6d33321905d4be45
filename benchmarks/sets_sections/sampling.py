"""How statements are drawn: without replacement or with, by several distributions, and scores for other distributions.

*As if with* takes draws without replacement for draws with, as the reference service did.
"""

from pathlib import Path

import numpy as np
from frame import Results
from sets_sections.collections import Collection, read_collection, renumbered, restricted
from sets_sections.made import make_systems, make_world
from sets_sections.playing import Played, played

from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.sets.distributions import NAMES, distribution
from quorate.estimators.sets.intervals import one_look
from quorate.estimators.sets.precision import measure_precision
from quorate.selection.statements import draw_statements


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Bias and coverage by design."""
    runs = 20 if quick else 200
    found = read_collection(data, "trec-covid-r1", least=200)
    few = renumbered(
        restricted(found, np.sort(np.random.default_rng(seed + 8).permutation(len(found.statements.systems))[:20]))
    )
    for words, replaced, claimed in (("with", True, True), ("without", False, False)):
        for method in ("simple", "distinct"):
            one = play(few, runs, seed, few.statements.chance, method, replaced=replaced, claimed=claimed)
            case = f"trec-covid-r1, 20 systems, {method}, {runs} runs"
            show(results, f"drawn {words} replacement", case, one, few.precision)
    one = play(few, runs, seed, few.statements.chance, "balance", replaced=False, claimed=True)
    show(
        results,
        "drawn without replacement, scored as if with",
        f"trec-covid-r1, balance, {runs} runs",
        one,
        few.precision,
        barred=False,
    )
    world = make_systems(make_world(seed), seed)
    some = renumbered(restricted(world, np.arange(0, 69, 7)))
    for drawn in NAMES:
        chance = distribution(some.statements, drawn)
        for meant in ("instance", "mixed"):
            target = distribution(some.statements, meant)
            truth = some.statements.total(target * some.truth[some.statements.statement])
            one = play(some, runs // 3, seed, chance, "distinct", replaced=False, claimed=False, target=target)
            show(
                results,
                f"drawn by {drawn}, scored for {meant}",
                f"made, {len(truth)} systems, {runs // 3} runs",
                one,
                truth,
            )


def show(results: Results, words: str, case: str, one: Played, truth: np.ndarray, *, barred: bool = True) -> None:
    """Largest |z| and coverage."""
    results.at_most(f"{words}: largest |z|", case, float(np.abs(one.z(truth)).max()), "", 4.5 if barred else None)
    held = 100 * float(one.coverage(truth).mean())
    results.at_least(f"{words}: coverage of 95 % intervals", case, held, "%", 94 if barred else None)
    results.at_most(f"{words}: median width", case, float(np.median(one.width)), "")


def play(
    found: Collection,
    runs: int,
    seed: int,
    chance: np.ndarray,
    method: str,
    *,
    replaced: bool,
    claimed: bool,
    target: np.ndarray | None = None,
) -> Played:
    """Draw again and again, and score as drawn, or as claimed."""
    old = found.statements
    statements = Statements(
        systems=old.systems, starts=old.starts, statement=old.statement, chance=chance, item=old.item, items=old.items
    )
    counts = np.full(len(old.systems), 100)
    rows = []
    for run_number in range(runs):
        drawn = draw_statements(statements, counts, seed=1000 * (seed + 9) + run_number, replaced=replaced)
        draws = DrawnStatements(
            source=drawn.source,
            statement=drawn.statement,
            value=found.truth[drawn.statement],
            replaced=claimed,
            inclusion=None if claimed else drawn.inclusion,
        )
        measured = measure_precision(statements, draws, method, target=target)
        rows.append(np.column_stack([measured.value, one_look(measured, 0.95)]))
    return played(rows)
