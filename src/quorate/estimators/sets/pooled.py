"""Scores by a fixed pool: what was not judged counts as wrong.

For comparison: biased against whoever finds something new.

Formula: with the judged statements of the pooled systems (and what people listed), precision Σ pᵢ(x) f(x) 1[x in the
pool]; recall: facts of which the system makes a right statement in the pool, over all facts with one. *Any document*:
a statement counts as right where some statement of the same fact is, wherever it stands.
Bias, leaving one team out: the pool without what only this team's systems make, less the pool with it.

Reference: Zobel (1998), How reliable are the results of large-scale information retrieval experiments?; Chaganty et al.
(2017), section 3.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import Statements
from quorate.estimators.sets.f1 import f1


@dataclass(frozen=True, kw_only=True, eq=False)
class PooledScores:
    """Scores of every system by one pool."""

    precision: Floats
    recall: Floats
    f1: Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class PoolingBias:
    """What each system loses when its team's statements are not in the pool: scores without it less scores with it.

    Attributes:
        whole: Scores by the whole pool.
        alone: The number of statements that only its team makes and that are right.
        precision: Change of precision.
        recall: Change of recall.
        f1: Change of F1.
    """

    whole: PooledScores
    alone: Ints
    precision: Floats
    recall: Floats
    f1: Floats


def score_by_pool(
    statements: Statements, values: Floats, pooled: Mask, facts: Ints | None = None, *, any_document: bool = False
) -> PooledScores:
    """Scores of every system by a pool.

    Args:
        values: Judgment of each statement; NaN where nobody judged it.
        pooled: Which statements are in the pool.
        facts: The fact each statement states; each statement its own without it.
        any_document: Whether a fact that is right in one place is right wherever a system states it.
    """
    fact = np.arange(statements.count) if facts is None else facts
    right = np.where(pooled, np.nan_to_num(values), 0.0)
    known = np.zeros(int(fact.max(initial=-1)) + 1)
    np.maximum.at(known, fact, right)
    counted = known[fact] if any_document else right
    precision = statements.total(statements.chance * counted[statements.statement])
    places = statements.owner * len(known) + fact[statements.statement]
    found = np.zeros(len(statements.systems) * len(known)) if len(known) * len(statements.systems) < 2**27 else None
    if found is None:
        order = np.unique(places, return_inverse=True)
        best = np.zeros(len(order[0]))
        np.maximum.at(best, order[1], counted[statements.statement])
        sums = np.bincount(order[0] // len(known), weights=best, minlength=len(statements.systems))
    else:
        np.maximum.at(found, places, counted[statements.statement])
        sums = found.reshape(len(statements.systems), len(known)).sum(axis=1)
    total = float(known.sum())
    recall = sums / total if total > 0 else np.zeros(len(statements.systems))
    return PooledScores(precision=precision, recall=recall, f1=f1(precision, recall))


def leave_teams_out(
    statements: Statements,
    values: Floats,
    teams: Ints,
    facts: Ints | None = None,
    listed: Mask | None = None,
    *,
    any_document: bool = False,
) -> PoolingBias:
    """The bias of each system's scores when its team had not been pooled.

    Args:
        values: Judgment of each statement; NaN where nobody judged it.
        teams: The team of each system, from 0.
        facts: The fact each statement states.
        listed: Statements that people found themselves, which stay in the pool.
        any_document: As in `score_by_pool`.
    """
    judged = ~np.isnan(values)
    whole = score_by_pool(statements, values, judged, facts, any_document=any_document)
    systems = len(statements.systems)
    change = np.zeros((3, systems))
    alone = np.zeros(systems, dtype=np.int64)
    for team in np.unique(teams):
        others = np.bincount(
            statements.statement, weights=(teams != team)[statements.owner], minlength=statements.count
        )
        kept = judged & ((others > 0) | (False if listed is None else listed))
        kept |= judged & (statements.makers == 0)
        without = score_by_pool(statements, values, kept, facts, any_document=any_document)
        mine = teams == team
        change[0, mine] = (without.precision - whole.precision)[mine]
        change[1, mine] = (without.recall - whole.recall)[mine]
        change[2, mine] = (without.f1 - whole.f1)[mine]
        alone[mine] = int((judged & ~kept & (np.nan_to_num(values) > 0.5)).sum())
    return PoolingBias(whole=whole, alone=alone, precision=change[0], recall=change[1], f1=change[2])
