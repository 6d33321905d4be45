"""What a statement's judgment is expected to be, from those who make it and how sure they are.

Idea: an estimate corrects a prediction, so a good prediction leaves little to correct. What several systems state is
right more often; what reliable systems state, too; so is what systems are sure of, and what a judge says is right.
Some items, types and entities are easy, others are not.

Formula: ridge regression of the judgments on a constant, the logarithm of how many systems make the statement, the
mean precision of these systems, the mean rank of their confidences, the mean judgment of its item and of each of its
columns' values, and columns of the caller's, clipped to [0, 1]. Weights (1 − π)/π² · Σ_i pᵢ(x)²/Vᵢ: what counts is
the variance of all systems' estimates. Where a mean of an item is learned from, the statements of the same fifth are
left out of it, so that it is worth as much there as where it is used.

Guarantee: a statement is predicted from the judgments of other statements alone (five parts), so that corrected
estimates stay unbiased whatever the prediction is worth. With few judgments it is ½.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints, Mask
from quorate.data.statements import Statements

FOLDS = 5
LEAST = 25  # judged statements below which ½ is expected everywhere
PENALTY = 3.0  # in statements: how many would have to speak for a column before it counts fully
PRIOR = 4.0  # judgments at the mean of all that a system's precision starts from


def expect(
    statements: Statements, values: Floats, chance: Floats, more: Floats | None = None, *, use_confidence: bool = True
) -> Floats:
    """The expected value of every statement.

    Args:
        values: Judgment of each statement; NaN where there is none.
        chance: How likely each was to be judged.
        more: Statement × column: what else may predict it, such as verdicts; NaN where unknown.
        use_confidence: Whether the systems' confidences are used where they have some.
    """
    judged = ~np.isnan(values)
    expected = np.full(statements.count, 0.5)
    if judged.sum() < LEAST:
        return expected
    columns = _columns(statements, more, use_confidence=use_confidence)
    weight = _weights(statements, chance, judged)
    fold = _parts(statements)
    groups = [_Means.of(codes, values, fold) for codes in _groupings(statements)]
    for part in range(FOLDS):
        rows = np.flatnonzero(judged | (fold == part))  # learned from, or predicted
        taught = judged & (fold != part)
        overall = float(values[taught].mean()) if taught.any() else 0.5
        quality = _quality(statements, values, taught)[rows]
        seen = np.column_stack([columns[rows], quality, *(group.without(part, overall, rows) for group in groups)])
        fitted = _fitted(seen, values[rows], weight[rows], taught[rows])
        mine = fold[rows] == part
        expected[rows[mine]] = fitted[mine]
    return expected


@dataclass(frozen=True, kw_only=True, eq=False)
class _Means:
    """Judgments of groups of statements, by fifth."""

    codes: Ints
    fold: Ints
    total: Floats
    many: Floats

    @classmethod
    def of(cls, codes: Ints, values: Floats, fold: Ints) -> "_Means":
        """Sum up once."""
        judged = ~np.isnan(values)
        groups = int(codes.max(initial=0)) + 1
        places = fold[judged] * groups + codes[judged]
        total = np.bincount(places, weights=values[judged], minlength=FOLDS * groups).reshape(FOLDS, groups)
        many = np.bincount(places, minlength=FOLDS * groups).reshape(FOLDS, groups)
        return cls(codes=codes, fold=fold, total=total.astype(np.float64), many=many.astype(np.float64))

    def without(self, part: int, overall: float, rows: Ints) -> Floats:
        """The mean of some statements' groups by other fifths than this and their own."""
        means = np.empty((FOLDS, self.total.shape[1]))
        for own in range(FOLDS):
            kept = [one for one in range(FOLDS) if one not in {part, own}]
            total, many = self.total[kept].sum(axis=0), self.many[kept].sum(axis=0)
            means[own] = (total + PRIOR * overall) / (many + PRIOR)
        found: Floats = means[self.fold[rows], self.codes[rows]]
        return found


def _groupings(statements: Statements) -> list[Ints]:
    found = [statements.item, *(codes for _, codes in statements.columns.values())]
    return [codes for codes in found if len(codes) and codes.max() > 0]


def _parts(statements: Statements) -> Ints:
    """The part of each statement, by what it is and not by where it stands."""
    marks = np.arange(statements.count) if statements.marks is None else statements.marks
    mixed = marks.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    return (mixed % np.uint64(FOLDS)).astype(np.int64)


def _columns(statements: Statements, more: Floats | None, *, use_confidence: bool) -> Floats:
    found = [np.ones(statements.count)]
    makers = np.log(np.maximum(statements.makers, 1))
    if np.ptp(makers) > 0:
        found.append(makers)
    if use_confidence and statements.confidence is not None:
        found.append(statements.sureness)
    for extra in () if more is None else more.T:
        known = np.isfinite(extra)
        if known.any():
            found.append(np.where(known, extra, extra[known].mean()))
    return np.column_stack(found)


def _weights(statements: Statements, chance: Floats, judged: Mask) -> Floats:
    """What a wrong prediction of each statement costs all systems together."""
    safe = np.where(chance > 0, chance, 1.0)
    left = (1 - chance) / safe
    unit = statements.total(statements.chance**2 * left[statements.statement])
    rows = statements.chance**2 / np.where(unit > 0, unit, np.inf)[statements.owner]
    cost = np.bincount(statements.statement, weights=rows, minlength=statements.count) * left / safe
    cost = np.where(judged, cost, 0.0) + 1e-12 * judged
    weights: Floats = cost / max(float(cost.sum()), 1e-300) * judged.sum()
    return weights


def _quality(statements: Statements, values: Floats, taught: Mask) -> Floats:
    """Mean precision of the systems that make each statement, by the judgments that may be looked at."""
    overall = float(values[taught].mean())
    known = taught[statements.statement]
    right = statements.total(np.where(known, np.nan_to_num(values)[statements.statement], 0.0))
    many = statements.total(known.astype(np.float64))
    precision = (right + PRIOR * overall) / (many + PRIOR)
    rows = precision[statements.owner]
    total = np.bincount(statements.statement, weights=rows, minlength=statements.count)
    return total / np.maximum(statements.makers, 1)


def _fitted(rows: Floats, values: Floats, weight: Floats, taught: Ints | Mask) -> Floats:
    """Ridge regression: the constant is not shrunk but for two judgments of ½, every other column is."""
    x, y, w = rows[taught], values[taught], weight[taught]
    mean = (w @ x) / w.sum()
    deviation = np.sqrt(np.maximum((w @ (x - mean) ** 2) / w.sum(), 0.0))
    usable = deviation > 1e-9
    centre = (float(w @ y) + 1.0) / (float(w.sum()) + 2.0)
    if not usable.any():
        return np.full(len(rows), np.clip(centre, 0, 1))
    z = (x[:, usable] - mean[usable]) / deviation[usable]
    products = (z * w[:, None]).T @ z + PENALTY * np.eye(z.shape[1])
    slope = np.linalg.solve(products, (z * w[:, None]).T @ (y - centre))
    fitted = centre + ((rows[:, usable] - mean[usable]) / deviation[usable]) @ slope
    bounded: Floats = np.clip(fitted, 0.0, 1.0)
    return bounded
