"""The worked example of the dissertation, figure 3.2: a pool of A, B and people; C finds what nobody pooled."""

from pathlib import Path

import numpy as np
from frame import Results

from quorate.data.statements import Statements
from quorate.estimators.sets.pooled import score_by_pool

SETS = ((0, 1), (1, 2, 4), (0, 3, 5))  # i1 i2 | i2 i3 i5 | i1 i4 i6
TRUTH = np.array([1.0, 1.0, 0.0, 1.0, 0.0, 1.0])
FACT = np.array([0, 1, 2, 2, 3, 4])  # i4, found by people, states what i3 says wrongly


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """True and pooled scores of system C."""
    statements = Statements(
        systems=("A", "B", "C"),
        starts=np.array([0, 2, 5, 8]),
        statement=np.concatenate([np.array(one) for one in SETS]),
        chance=np.concatenate([np.full(len(one), 1 / len(one)) for one in SETS]),
        item=np.zeros(6, dtype=np.int64),
        items=("documents",),
    )
    pool = np.array([True, True, True, True, True, False])
    for case, mask, precision, recall in (
        ("true", np.ones(6, dtype=bool), 3 / 3, 3 / 4),
        ("pooled", pool, 2 / 3, 2 / 3),
    ):
        found = score_by_pool(statements, TRUTH, mask, FACT)
        off = max(abs(found.precision[2] - precision), abs(found.recall[2] - recall))
        results.at_most("figure 3.2: distance from the printed precision and recall", case, off, "", 1e-12)
