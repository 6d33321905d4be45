"""Precision of every system from each judged statement once, by how likely it was to be judged at all.

Idea: that a statement came up three times says nothing new once it is judged. What many systems make is judged nearly
for certain, and what is certain adds no variance.

Formula: π̂ᵢ = Σ_x pᵢ(x) g(x) + Σ_{x judged} pᵢ(x)(f(x) − g(x))/π(x) with the inclusion probability π of `chances` and a
prediction g of `expected` that has not seen f(x). Variance Σ_{x judged} (1 − π)/π² · pᵢ²(f − g)²: that of independent
inclusions. A fixed number of draws from each system only takes off from it, Σ_j nⱼ(Σ_x pⱼ pᵢ(f − g)(1 − π)/π)² to first
order, so it is a little too large.

Guarantee: unbiased, whatever g is worth; variance known beforehand up to f, at most ¼Σ pᵢ²(1 − π)/π with g = ½, which
is what `adaptive` plans with. 0 where all a system states is judged for certain.

Assumptions: the numbers of draws do not depend on judgments; systems are drawn from independently.

Reference: Horvitz, Thompson (1952); Särndal, Swensson, Wretman (1992), Model assisted survey sampling, ch. 6.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.influence import Influence
from quorate.estimators.sets.measured import Measured, slack, sparse


def distinct(statements: Statements, draws: DrawnStatements, target: Floats, expected: Floats) -> Measured:
    """Precision of every system."""
    chance = inclusion(statements, draws)
    values = draws.values(statements.count)
    covered = chance > 0
    reached = statements.total(np.where(covered[statements.statement], target, 0.0))
    share = np.where(reached > 1e-9, reached, 1.0)
    meant = np.where(covered[statements.statement], target, 0.0) / share[statements.owner]
    judged = ~np.isnan(values)
    safe = np.where(covered, chance, 1.0)
    residual = np.where(judged, np.nan_to_num(values) - expected, 0.0) / safe
    at = statements.statement
    value = statements.total(meant * (expected + residual)[at])
    rows = judged[at]
    moves = (meant * (residual * np.sqrt(1 - chance))[at])[rows]
    number = np.cumsum(judged) - 1
    moved = sparse(statements.owner[rows], number[at[rows]], moves, (len(statements.systems), int(judged.sum())))
    weight = np.where(rows, meant / safe[at], 0.0)
    total, squares = statements.total(weight), statements.total(weight**2)
    unit = np.where(reached > 1e-9, statements.total(meant**2 * ((1 - chance) / safe)[at]), 1.0)
    pieces = np.divide(total**2, squares, out=np.zeros(len(value)), where=squares > 0)
    influence = Influence.of_pieces(moved, kind="statement")
    return Measured(
        value=np.where(reached > 1e-9, value, 0.5),
        influence=influence,
        slack=slack(value, unit, pieces, influence.variances),
        pieces=pieces,
        missing=np.clip(1.0 - reached, 0.0, 1.0),
    )
