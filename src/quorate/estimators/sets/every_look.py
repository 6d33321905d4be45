"""Intervals for precision, recall and F1 that hold at every look.

Idea: draws from a system whose statements include all that is meant of another one, with chances that are not too
small, say something about both, one by one and whatever came before: bets on them are fair. Listed items are bet on
likewise.

Formula: a draw x from j counts for system i as tᵢ(x)f(x)/p_j(x), between 0 and B_ij = max_x tᵢ(x)/p_j(x), t the target;
mean tᵢ·f whatever was drawn before. Draws with B ≤ 4 are used, in the order asked, in the capital of `kernels.capital`.
Recall: with Student's jackknife of `recall`, widened to an asymptotic sequence (`kernels.asymptotic`). F1: both
sequences at half the error each; F1 grows with either, so it lies between F1 of the lower and of the upper ends, at
every look together.

Guarantee: precision covers at all looks with probability ≥ level, for draws with replacement. Recall, and with it F1,
asymptotically in the number of listed items.

Reference: Waudby-Smith, Ramdas (2024); Waudby-Smith et al. (2024), Time-uniform central limit theory.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.sets.f1 import f1
from quorate.estimators.sets.measured import Measured
from quorate.kernels import asymptotic, capital

LARGEST_RATIO = 4.0
TIGHTEST_AT = 30.0  # listed items


def precision_at_every_look(
    statements: Statements, draws: DrawnStatements, level: float, target: Floats | None = None
) -> Floats:
    """System × 2 ends; the whole scale where nothing was drawn, or without replacement."""
    systems = len(statements.systems)
    ends = np.tile([0.0, 1.0], (systems, 1))
    if not draws.replaced or not len(draws.source):
        return ends
    meant = statements.chance if target is None else target
    for i in range(systems):
        rows = slice(statements.starts[i], statements.starts[i + 1])
        aim = np.zeros(statements.count)
        aim[statements.statement[rows]] = meant[rows]
        if aim.sum() <= 0:
            continue
        ratios = _ratios(statements, aim, i)
        row_of = {j: ratio for j, ratio in ratios.items() if ratio <= LARGEST_RATIO or j == i}
        used = np.isin(draws.source, list(row_of))
        if not used.any():
            continue
        source, x = draws.source[used], draws.statement[used]
        chance = statements.chance[statements.rows_of(source, x)]
        bound = np.array([row_of[j] for j in source.tolist()])
        values = aim[x] * draws.value[used] / chance
        pairs = np.column_stack([np.zeros(len(bound)), bound])
        ends[i] = capital.interval(values, pairs, level, limits=(0.0, 1.0))
    return ends


def recall_at_every_look(recall: Measured, level: float) -> Floats:
    """System × 2 ends."""
    looked = asymptotic.interval(
        recall.value, recall.variances, np.maximum(recall.pieces, 1.0), level, tightest_at=TIGHTEST_AT
    )
    known = (recall.missing < 1.0) & (recall.pieces >= 2.0)
    whole = np.array([0.0, 1.0])
    return np.where(known[:, None], np.clip(looked, 0.0, 1.0), whole)


def f1_at_every_look(precision: Floats, recall: Floats) -> Floats:
    """From sequences of precision and recall at half the error each."""
    return np.column_stack([f1(precision[:, 0], recall[:, 0]), f1(precision[:, 1], recall[:, 1])])


def _ratios(statements: Statements, aim: Floats, system: int) -> dict[int, float]:
    """B_ij for each system j that makes all that is meant; itself always."""
    support = int((aim > 0).sum())
    covered = statements.total((aim[statements.statement] > 0).astype(np.float64))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(statements.chance > 0, aim[statements.statement] / statements.chance, 0.0)
    most = np.zeros(len(statements.systems))
    np.maximum.at(most, statements.owner, ratio)
    return {int(j): float(most[j]) for j in np.flatnonzero((covered >= support) | (np.arange(len(most)) == system))}
