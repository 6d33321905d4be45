"""How likely each statement was to be judged at all, whoever it was drawn from.

Formula: nⱼ draws with replacement from system j miss statement x with probability (1 − pⱼ(x))^nⱼ; draws without
replacement with 1 − πⱼ(x), πⱼ(x) = nⱼ/Nⱼ where all rows of the system were as likely. Systems are drawn from
independently: π(x) = 1 − Π_j of what misses. The balance heuristic needs the expected number of draws
D(x) = Σ_j nⱼ pⱼ(x).
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import DrawnStatements, Statements

_CERTAIN = 1e-15


def inclusion(statements: Statements, draws: DrawnStatements) -> Floats:
    """π(x) of every statement; 0 where nobody who makes it was drawn from."""
    counts = draws.per_system(len(statements.systems))
    if draws.replaced:
        return with_replacement(statements, counts)
    share = counts / np.maximum(statements.sizes, 1)
    rows: Floats = share[statements.owner] if draws.inclusion is None else draws.inclusion
    missed = np.log(np.maximum(1.0 - rows, _CERTAIN))
    return _chance(_per_statement(statements, missed))


def with_replacement(statements: Statements, counts: Ints | Floats) -> Floats:
    """π(x) after so many independent draws from each system."""
    often = np.asarray(counts, dtype=np.float64)[statements.owner]
    missed = often * np.log(np.maximum(1.0 - statements.chance, _CERTAIN))
    return _chance(_per_statement(statements, missed))


def expected_draws(statements: Statements, counts: Ints | Floats) -> Floats:
    """D(x): how often each statement is expected to be drawn."""
    rows: Floats = np.asarray(counts, dtype=np.float64)[statements.owner] * statements.chance
    return _per_statement(statements, rows)


def _per_statement(statements: Statements, rows: Floats) -> Floats:
    """Sum over the rows of each statement."""
    sums: Floats = np.bincount(statements.statement, weights=rows, minlength=statements.count).astype(np.float64)
    return sums


def _chance(log_missed: Floats) -> Floats:
    chance = -np.expm1(log_missed)
    return np.where(chance > 1 - 1e-12, 1.0, chance)
