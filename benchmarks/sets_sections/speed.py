"""A million rows of 100 systems: weights and all scores, and one more system. CPU seconds, one process.

Rows are what a system states, 10,000 for each of 100 systems, of 200,000 different statements; 150 draws from each, and
300 listed items. *All scores*: predictions, precision, recall, F1, with intervals, and published weights beside it.
"""

import resource
import time
from pathlib import Path

import numpy as np
from frame import Results

from quorate.data.statement_rows import index_statements
from quorate.data.statements import Listed, Statements
from quorate.estimators.sets.adaptive import draws_needed
from quorate.estimators.sets.precision import measure_precision
from quorate.estimators.sets.scores import score_sets
from quorate.selection.statements import draw_statements

SYSTEMS, EACH, DIFFERENT, ITEMS = 100, 10_000, 200_000, 20_000


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Seconds and memory."""
    rng = np.random.default_rng(seed + 11)
    ease = rng.gumbel(size=DIFFERENT)
    truth = (rng.random(DIFFERENT) < 1 / (1 + np.exp(-ease))).astype(float)
    sets = [np.sort(np.argsort(-(ease + rng.gumbel(size=DIFFERENT) * 2))[:EACH]) for _ in range(SYSTEMS + 1)]
    item = rng.integers(ITEMS, size=DIFFERENT)
    names = [f"system {number}" for number in range(SYSTEMS) for _ in range(EACH)]
    words = [f"statement {x}" for one in sets[:-1] for x in one.tolist()]
    documents = [f"d{d}" for one in sets[:-1] for d in item[one].tolist()]
    begin = time.process_time()
    index_statements(names, documents, words)
    results.at_most("1 M rows numbered by what they say", "made", time.process_time() - begin, "CPU s", 10)
    begin = time.process_time()
    statements = joined(sets[:-1], item)
    drawn = draw_statements(statements, np.full(SYSTEMS, 150), seed=seed, replaced=True)
    draws = drawn.judged(truth)
    some = rng.permutation(ITEMS)[:300]
    where = np.full(ITEMS, -1)
    where[some] = np.arange(300)
    right = np.flatnonzero((truth > 0) & (where[item] >= 0))
    listed = Listed.of(statements, right, where[item[right]], 300)
    score_sets(statements, draws, listed)
    first = time.process_time() - begin
    results.at_most("1 M rows, 100 systems: all scores, first time in a process", "made", first, "CPU s", 10)
    begin = time.process_time()
    measure_precision(statements, draws, "published")
    score_sets(joined(sets[:-1], item), draws, Listed.of(statements, right, where[item[right]], 300))
    results.at_most("1 M rows, 100 systems: weights and all scores", "made", time.process_time() - begin, "CPU s", 10)
    begin = time.process_time()
    more = joined(sets, item)
    needed = draws_needed(more, np.append(np.full(SYSTEMS, 150), 0), SYSTEMS, 0.25 / 150)
    extra = draw_statements(more, np.append(np.zeros(SYSTEMS, dtype=int), needed), seed=seed + 1, replaced=True)
    both = type(draws)(
        source=np.concatenate([draws.source, extra.source]),
        statement=np.concatenate([draws.statement, extra.statement]),
        value=truth[np.concatenate([draws.statement, extra.statement])],
    )
    score_sets(more, both)
    results.at_most("one more system: planned, drawn and scored", "made", time.process_time() - begin, "CPU s", 1)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    results.at_most("largest memory of the process", "made", memory, "GB", 2)


def joined(sets: list[np.ndarray], item: np.ndarray) -> Statements:
    """Statements of all systems, every row as likely."""
    sizes = np.array([len(one) for one in sets])
    return Statements(
        systems=tuple(f"system {number}" for number in range(len(sets))),
        starts=np.concatenate([[0], np.cumsum(sizes)]),
        statement=np.concatenate(sets),
        chance=1.0 / np.repeat(sizes, sizes),
        item=item,
        items=tuple(f"d{number}" for number in range(ITEMS)),
    )
