"""Precision of every system from all draws, as if they came from a mixture made for it.

Formula: π̂ᵢ = Σ_j w_ij/n_j Σ_{x drawn from j} pᵢ(x)f(x)/qᵢ(x), qᵢ = Σ_j w_ij p_j. *published*: w_ij ∝ n_j Σ_x pᵢ p_j.
*balance*: w_ij ∝ n_j, the same for all i: each draw counts pᵢ(x)f(x)/D(x), D(x) how often x is expected to be drawn.
Variance: within the draws of each system, n_j/(n_j − 1) Σ (move − mean move)².

Guarantee: unbiased. The balance heuristic has the least second moment of all mixtures: by Cauchy–Schwarz, Σ_j
w_j²p_j/n_j ≥ (Σ_j w_j p_j)²/Σ_j n_j p_j at each x. (The variance takes off squares of means, so that other weights can
be better by a little; see `optimal`.)

Reference: Chaganty et al. (2017), theorem 2; Veach, Guibas (1995), Optimally combining sampling techniques.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Statements
from quorate.estimators.sets.chances import expected_draws
from quorate.estimators.sets.influence import Influence
from quorate.estimators.sets.measured import Measured, slack, sparse
from quorate.kernels.set_mixtures import mixed_chances


def published(statements: Statements, draws: DrawnStatements, target: Floats, _expected: Floats) -> Measured:
    """Precision of every system with weights by overlap."""
    return _mixture(statements, draws, target, weights_by_overlap(statements, draws))


def balance(statements: Statements, draws: DrawnStatements, target: Floats, _expected: Floats) -> Measured:
    """Precision of every system by the balance heuristic."""
    return _mixture(statements, draws, target, None)


def weights_by_overlap(statements: Statements, draws: DrawnStatements) -> Floats:
    """System × system: w_ij ∝ n_j Σ_x p_i(x) p_j(x), each row adding up to 1."""
    systems = len(statements.systems)
    makers = sparse(statements.owner, statements.statement, statements.chance, (systems, statements.count))
    weights: Floats = (makers @ makers.T).toarray() * draws.per_system(systems)
    total = weights.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return shares


def _mixture(statements: Statements, draws: DrawnStatements, target: Floats, weights: Floats | None) -> Measured:
    """Draws as if from mixtures; without weights by the balance heuristic."""
    systems = len(statements.systems)
    counts = draws.per_system(systems)
    order = np.argsort(statements.statement, kind="stable")
    starts = np.concatenate([[0], np.cumsum(statements.makers)])
    maker, meant = statements.owner[order], target[order]
    many = statements.makers[draws.statement]
    drawn = np.repeat(np.arange(len(many)), many)
    row = np.repeat(starts[draws.statement], many) + np.arange(len(drawn)) - np.repeat(np.cumsum(many) - many, many)
    source = draws.source[drawn]
    if weights is None:
        factor = meant[row] / expected_draws(statements, counts)[draws.statement][drawn]
        covered = expected_draws(statements, counts) > 0
        reached = statements.total(np.where(covered[statements.statement], target, 0.0))
    else:
        q = mixed_chances(starts, maker, statements.chance[order], weights, draws.statement)
        factor = np.divide(
            weights[maker[row], source] * meant[row], counts[source] * q, out=np.zeros(len(q)), where=q > 0
        )
        reached = np.where(weights.sum(axis=1) > 0, 1.0, 0.0)
        if (counts == 0).any():
            open_to = counts > 0
            covered = (
                np.bincount(statements.statement, weights=open_to[statements.owner], minlength=statements.count) > 0
            )
            reached = statements.total(np.where(covered[statements.statement], target, 0.0))
    usable = reached > 1e-9
    factor = factor / np.where(usable, reached, 1.0)[maker[row]]
    owner = maker[row]
    value = np.bincount(owner, weights=factor * draws.value[drawn], minlength=systems).astype(np.float64)
    moves = factor * draws.value[drawn] * np.sqrt(counts / np.maximum(counts - 1, 1))[source]
    moves_alone = np.where(counts > 1, 1.0, 0.0)  # of a single draw nothing is known but its square
    sums = np.bincount(owner * systems + source, weights=moves, minlength=systems**2).reshape(systems, systems)
    squares = np.bincount(owner, weights=factor**2, minlength=systems)
    total = np.bincount(owner, weights=factor, minlength=systems)
    unit = np.where(usable, squares, 1.0)
    pieces = np.divide(total**2, squares, out=np.zeros(systems), where=squares > 0)
    influence = Influence.of_pieces(
        sparse(owner, drawn, moves, (systems, len(many))), sums * moves_alone / np.sqrt(np.maximum(counts, 1))
    )
    return Measured(
        value=np.where(usable, value, 0.5),
        influence=influence,
        slack=slack(value, unit, pieces, influence.variances),
        pieces=pieces,
        missing=np.clip(1.0 - reached, 0.0, 1.0),
    )
