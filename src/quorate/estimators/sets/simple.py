"""Precision of each system from what was drawn from it alone.

Formula: π̂ᵢ = Σ wf / Σ w over its own draws, w = target over the chance drawn with (1 where both are the same), variance
from the residuals w(f − π̂ᵢ); drawn without replacement w is over the inclusion probability and residuals count
√(1 − π).

Guarantee: unbiased where all weights are equal, else nearly; other systems' judgments change nothing.

Reference: Chaganty et al. (2017), Importance sampling for unbiased on-demand evaluation of knowledge base population.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.sets.influence import Influence
from quorate.estimators.sets.measured import Measured, slack, sparse


def simple(statements: Statements, draws: DrawnStatements, target: Floats, _expected: Floats) -> Measured:
    """Precision of every system."""
    systems = len(statements.systems)
    counts = draws.per_system(systems)
    if not draws.replaced:
        return _own_distinct(statements, draws, target)
    row = statements.rows_of(draws.source, draws.statement)
    weight = target[row] / statements.chance[row]
    total = np.bincount(draws.source, weights=weight, minlength=systems)
    right = np.bincount(draws.source, weights=weight * draws.value, minlength=systems)
    value = np.divide(right, total, out=np.full(systems, 0.5), where=total > 0)
    scale = np.sqrt(counts / np.maximum(counts - 1, 1)) / np.where(total > 0, total, 1)
    moves = weight * (draws.value - value[draws.source]) * scale[draws.source]
    squares = np.bincount(draws.source, weights=weight**2, minlength=systems)
    unit = np.divide(squares, total**2, out=np.ones(systems), where=total > 0)
    pieces = np.where(total > 0, 1 / unit, 0.0)
    influence = Influence.of_pieces(sparse(draws.source, np.arange(len(row)), moves, (systems, len(row))))
    return Measured(
        value=value,
        influence=influence,
        slack=slack(value, unit, pieces, influence.variances),
        pieces=pieces,
        missing=np.where(total > 0, 0.0, 1.0),
    )


def _own_distinct(statements: Statements, draws: DrawnStatements, target: Floats) -> Measured:
    """What was drawn from each system itself without replacement, each row by how likely it was to be drawn."""
    systems = len(statements.systems)
    share = draws.per_system(systems) / np.maximum(statements.sizes, 1)
    row = statements.rows_of(draws.source, draws.statement)
    chance = share[draws.source] if draws.inclusion is None else draws.inclusion[row]
    weight = target[row] / chance
    total = np.bincount(draws.source, weights=weight, minlength=systems)
    right = np.bincount(draws.source, weights=weight * draws.value, minlength=systems)
    value = np.divide(right, total, out=np.full(systems, 0.5), where=total > 0)
    safe = np.where(total > 0, total, 1.0)[draws.source]
    moves = weight * (draws.value - value[draws.source]) * np.sqrt(1 - chance) / safe
    squares = np.bincount(draws.source, weights=weight**2, minlength=systems)
    left = np.bincount(draws.source, weights=(weight / safe) ** 2 * (1 - chance), minlength=systems)
    unit = np.where(total > 0, left, 1.0)
    pieces = np.divide(total**2, squares, out=np.zeros(systems), where=squares > 0)
    influence = Influence.of_pieces(sparse(draws.source, np.arange(len(row)), moves, (systems, len(row))))
    return Measured(
        value=value,
        influence=influence,
        slack=slack(value, unit, pieces, influence.variances),
        pieces=pieces,
        missing=np.where(total > 0, 0.0, 1.0),
    )
