"""Recall of every system: what share of all that is right it finds.

Idea: items in which everything right was listed show what share of it any system finds, θ. What share of that a system
finds, ν, is seen in the judgments of statements too, which are many and cheap.

Formula: with f_id of the a_d right statements of listed item d found by system i (g_d by any), item weights v_d:
*simple* r̂ᵢ = Σ v f_i / Σ v a. *joint* r̂ᵢ = θ̂ν̂ᵢ, θ̂ = Σ v g / Σ v a, ν̂ᵢ = N̂ᵢ/N̂, N̂ᵢ = Σ_{x of i} g(x) + Σ_{x of
i, judged} (f(x) − g(x))/π(x) the number of right statements of system i (of all systems that were drawn from: N̂), as
in `distinct`; what others make beyond is added as in *simple*. Items are what was drawn, so they are the pieces:
leaving out item d moves the ratio by (f − ra)v/(1 − h), h its share of Σ v a (jackknife), less √(1 − G/N) where G of N
items were drawn without replacement. Var r̂ = θ²Var ν̂ + ν²Var θ̂ (the theorem in the paper prints θ and ν without the
squares; its lemma has them).

Guarantee: consistent; without anything right among what was listed, or among what was judged, the whole scale.

Assumptions: everything right in a listed item is listed; items were drawn with the weights given; the statements that
were drawn to be judged do not depend on which items were listed.

Reference: Chaganty et al. (2017), theorems 3 and 4.
"""

import numpy as np

from quorate.arrays import Floats
from quorate.data.statements import DrawnStatements, Listed, Statements
from quorate.errors import InputError
from quorate.estimators.sets.chances import inclusion
from quorate.estimators.sets.influence import Influence
from quorate.estimators.sets.measured import Measured, blended_pieces, slack, sparse

METHODS = ("simple", "joint")
PRIOR = 1.0  # listed items of the rarer kind that are taken to say nothing; chosen on made systems


def measure_recall(
    statements: Statements,
    draws: DrawnStatements,
    listed: Listed,
    method: str = "joint",
    *,
    expected: Floats | None = None,
    weight: Floats | None = None,
) -> Measured:
    """Recall of every system.

    Args:
        method: `simple` or `joint`.
        expected: For each statement what its judgment is expected to be.
        weight: For each statement how much it counts when it is right; all alike without it.

    Raises:
        InputError: There is no such method.
    """
    if method not in METHODS:
        raise InputError(f"There is no method {method!r} for recall. Methods: {', '.join(METHODS)}.")
    if method == "simple":
        return _ratio(listed, listed.found)
    pooled = _ratio(listed, listed.pooled[None, :])
    share = measure_pooled_recall(statements, draws, expected=expected, weight=weight)
    theta = float(pooled.value[0])
    beyond = _ratio(listed, listed.beyond)  # what only systems make that nothing was drawn from yet
    moved = np.outer(share.value, pooled.influence.listed[0]) + beyond.influence.listed
    joint = share.influence.times(np.full(len(share.value), theta))
    influence = joint.plus(Influence.of_listed(moved))
    nothing = (pooled.missing[0] > 0) | (share.missing >= 1.0)
    by_items = (share.value**2 * pooled.slack[0]) + np.where(beyond.value > 0, beyond.slack, 0.0)
    of_items = (moved**2).sum(axis=1) + by_items
    pieces_behind = blended_pieces(
        theta**2 * share.variances, share.pieces, of_items, np.full(len(moved), pooled.pieces[0])
    )
    return Measured(
        value=np.where(
            nothing, 0.5, np.minimum(theta * share.value + np.where(beyond.missing > 0, 0.0, beyond.value), 1.0)
        ),
        influence=influence,
        slack=theta**2 * share.slack + by_items,
        pieces=np.where(nothing, 0.0, pieces_behind),
        missing=np.where(nothing, 1.0, 0.0),
    )


def measure_pooled_recall(
    statements: Statements, draws: DrawnStatements, *, expected: Floats | None = None, weight: Floats | None = None
) -> Measured:
    """ν: what share of the right statements of all systems together each system makes."""
    chance = inclusion(statements, draws)
    values = draws.values(statements.count)
    guess = np.full(statements.count, 0.5) if expected is None else expected
    counts = (chance > 0) * (np.ones(statements.count) if weight is None else weight)
    judged, safe = ~np.isnan(values), np.where(chance > 0, chance, 1.0)
    residual = np.where(judged, np.nan_to_num(values) - guess, 0.0) / safe
    right = counts * (guess + residual)
    total = float(right.sum())
    at, systems = statements.statement, len(statements.systems)
    seen_right = float((np.nan_to_num(values) * counts).sum())
    if total <= 0 or seen_right <= 0:
        nothing = Influence.of_listed(np.zeros((systems, 0)))
        full = np.ones(systems)
        return Measured(value=full / 2, influence=nothing, slack=full, pieces=0 * full, missing=full)
    value = np.clip(statements.total(right[at]) / total, 0.0, 1.0)
    noise = counts * residual * np.sqrt(1 - chance) / total
    rows, number = judged[at], np.cumsum(judged) - 1
    pieces = sparse(statements.owner[rows], number[at[rows]], noise[at[rows]], (systems, int(judged.sum())))
    influence = Influence(
        pieces=pieces,
        shared=noise[judged],
        share=value,
        centred=np.zeros((systems, 0)),
        listed=np.zeros((systems, 0)),
        kind="statement",
    )
    weights = counts * np.where(judged, np.nan_to_num(values) / safe, 0.0)
    effective = float(weights.sum()) ** 2 / max(float((weights**2).sum()), 1e-300)
    unit = float(((weights**2) * (1 - chance)).sum()) / total**2
    behind = np.full(systems, effective)
    return Measured(
        value=value,
        influence=influence,
        slack=slack(value, np.full(systems, unit), behind, influence.variances),
        pieces=behind,
        missing=np.zeros(systems),
    )


def _ratio(listed: Listed, found: Floats) -> Measured:
    """Found over all, with what each item adds."""
    weighted = listed.weight * listed.right
    total, G = float(weighted.sum()), listed.count
    rows = len(found)
    if total <= 0 or G < 1:
        empty = Influence.of_listed(np.zeros((rows, 0)))
        return Measured(
            value=np.full(rows, 0.5), influence=empty, slack=np.ones(rows), pieces=np.zeros(rows), missing=np.ones(rows)
        )
    value = found @ listed.weight / total
    share = weighted / total
    left = 1.0 if listed.population is None else max(1.0 - G / listed.population, 0.0)
    adjusted = np.sqrt(left * (G - 1) / max(G, 1)) / np.maximum(1 - share, 1e-9)
    moves = listed.weight * (found - value[:, None] * listed.right) / total * adjusted
    squares = float((share**2).sum())
    behind = np.full(rows, 1 / squares)
    influence = Influence.of_listed(moves)
    return Measured(
        value=value,
        influence=influence,
        slack=slack(
            value, np.full(rows, squares * left), behind, influence.variances, rarer=_rarer(listed, found), prior=PRIOR
        ),
        pieces=behind if left > 0 else np.full(rows, 1e9),
        missing=np.zeros(rows),
    )


def _rarer(listed: Listed, found: Floats) -> Floats:
    """Effective number of items that hold what is found, or what is not: the smaller of the two."""
    told = []
    for many in (found * listed.weight, (listed.right - found) * listed.weight):
        squares = (many**2).sum(axis=1)
        told.append(np.divide(many.sum(axis=1) ** 2, squares, out=np.zeros(len(many)), where=squares > 0))
    fewer: Floats = np.minimum(told[0], told[1])
    return fewer
