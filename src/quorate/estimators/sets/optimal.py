"""Precision of every system from all draws with variance-optimal weights: what sources have in common is taken out.

Idea: the balance heuristic counts every draw pᵢ(x)f(x)/D(x). Each system's chances p_k(x)/D(x) have a known total, so
they can be taken off and added back; what they explain of pᵢf does not vary any more.

Formula: h = pᵢ(f − ½); A_kl = Σ_x p_k p_l/D, known; b_k = Σ_x h p_k/D, estimated by Σ_draws h p_k/D². β solves (A + λ
diag A)β = b. π̂ᵢ = ½ + Σ_draws (h − β·p)/D + Σ_parts βᵀA n_part, where each of five parts of the draws is corrected by
a β from the other four, so that nothing is biased.

Guarantee: unbiased; with λ = 0 and many draws no weights of this kind have a smaller variance (up to the ½).

Reference: Owen, Zhou (2000), Safe and effective importance sampling; Kondapaneni et al. (2019), Optimal multiple
importance sampling. λ was chosen on made systems.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import DrawnStatements, Statements
from quorate.errors import InputError
from quorate.estimators.sets.chances import expected_draws
from quorate.estimators.sets.influence import Influence
from quorate.estimators.sets.measured import Measured, slack, sparse

FOLDS = 5
RIDGE = 0.3
LARGEST = 50_000_000  # systems times draws: every draw moves every system


def optimal(
    statements: Statements, draws: DrawnStatements, target: Floats, _expected: Floats, *, ridge: float = RIDGE
) -> Measured:
    """Precision of every system.

    Raises:
        InputError: There are so many systems and draws that the moves do not fit.
    """
    systems, count = len(statements.systems), len(draws.statement)
    if systems * count > LARGEST:
        raise InputError(f"{systems} systems and {count} draws are too many for optimal. Use distinct or balance.")
    counts = draws.per_system(systems)
    often = expected_draws(statements, counts)
    covered = often > 0
    reached = statements.total(np.where(covered[statements.statement], target, 0.0))
    usable = reached > 1e-9
    share = np.where(usable, reached, 1.0)
    meant = np.where(covered[statements.statement], target, 0.0) / share[statements.owner]
    shape = (systems, statements.count)
    makers = sparse(statements.owner, statements.statement, statements.chance, shape)
    aims = sparse(statements.owner, statements.statement, meant, shape)
    safe = np.where(covered, often, 1.0)
    A = (makers.multiply((covered / safe)[None, :]).tocsr() @ makers.T).toarray()
    inverse = np.linalg.pinv(A + ridge * np.diag(np.diagonal(A)), hermitian=True)
    at = draws.statement
    drawn, wanted = makers[:, at].tocsr(), aims[:, at].tocsr()
    centred = draws.value - 0.5
    fold = _folds(draws, systems)
    moves = wanted.multiply((centred / safe[at])[None, :]).toarray()
    value = np.full(systems, 0.5)
    for part in range(FOLDS):
        inside = fold == part
        outside = ~inside
        if not inside.any() or not outside.any():
            continue
        scale = count / outside.sum()
        b = (
            drawn[:, outside].multiply((centred / safe[at] ** 2)[outside][None, :]).tocsr() @ wanted[:, outside].T
        ).toarray()
        beta = inverse @ (b * scale)
        of_part = np.bincount(draws.source[inside], minlength=systems)
        moves[:, inside] -= (drawn[:, inside].T @ beta).T / safe[at][inside]
        value += beta.T @ (A @ of_part)
    value += moves.sum(axis=1)
    moves *= np.sqrt(counts / np.maximum(counts - 1, 1))[draws.source]
    sums = np.zeros((systems, systems))
    for source in np.flatnonzero(counts > 1):
        sums[:, source] = moves[:, draws.source == source].sum(axis=1) / np.sqrt(counts[source])
    weight = wanted.multiply((1 / safe[at])[None, :]).tocsr()
    squares = np.asarray(weight.power(2).sum(axis=1)).ravel()
    total = np.asarray(weight.sum(axis=1)).ravel()
    from scipy.sparse import csr_array

    unit = np.where(usable, squares, 1.0)
    pieces = np.divide(total**2, squares, out=np.zeros(systems), where=squares > 0)
    influence = Influence.of_pieces(csr_array(moves), sums)
    return Measured(
        value=np.where(usable, value, 0.5),
        influence=influence,
        slack=slack(value, unit, pieces, influence.variances),
        pieces=pieces,
        missing=np.clip(1.0 - reached, 0.0, 1.0),
    )


def _folds(draws: DrawnStatements, systems: int) -> Ints:
    """The part of each draw: the draws of a system go round."""
    order = np.argsort(draws.source, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    before = np.concatenate([[0], np.cumsum(draws.per_system(systems))])
    place[order] = np.arange(len(order)) - before[draws.source[order]]
    return place % FOLDS
