"""Linear predictions whose penalty is chosen on groups of rows that were left out.

Idea:
    Rows of one item are alike: all systems find a hard item hard. A penalty that is chosen as if rows were independent
    (as `quorate.kernels.ridge` does, which must be quick) trusts such rows too much. Leave out whole items instead.

Formula:
    For each penalty λ of a list, Σ (y − ŷ₋ₖ)² over K parts of the groups, each predicted from the others; the smallest
    sum wins. Where no line beats the mean of the others, the mean it is.

Guarantee:
    Deterministic. Columns that do not vary get coefficients of zero.
"""

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.ridge import PENALTIES, Line, Spectrum, decompose

FOLDS = 5


def fit_groups(rows: Floats, target: Floats, group: Ints) -> Line:
    """The line of a target; `group` says which rows belong together, by numbers from 0."""
    if len(target) < 3 or not rows.shape[1]:
        return Line(coefficients=np.zeros(rows.shape[1]), offset=float(target.mean()) if len(target) else 0.0)
    parts = np.random.default_rng(len(target)).permutation(int(group.max()) + 1)[group] % FOLDS
    penalties = PENALTIES * max(float((rows**2).mean()), 1e-12)
    loss, flat = np.zeros(len(penalties)), 0.0
    products, sums, crossed = rows.T @ rows, rows.sum(axis=0), rows.T @ target
    for part in range(FOLDS):
        mine = parts == part
        if not mine.any() or mine.all():
            continue
        left, right = rows[mine], target[mine]
        count = len(target) - len(right)
        spectrum = decompose(products - left.T @ left, sums - left.sum(axis=0), float(count), count)
        mean = float((target.sum() - right.sum()) / count)
        lines = _coefficients(spectrum, crossed - left.T @ right, mean, penalties)
        loss += (((right - mean)[:, None] - (left - spectrum.centre) @ lines) ** 2).sum(axis=0)
        flat += float(((right - mean) ** 2).sum())
    mean = float(target.mean())
    best = int(np.argmin(loss))
    if loss[best] >= flat:
        return Line(coefficients=np.zeros(rows.shape[1]), offset=mean)
    spectrum = decompose(products, sums, float(len(target)), len(target))
    coefficients = _coefficients(spectrum, crossed, mean, penalties[best : best + 1])[:, 0]
    return Line(coefficients=coefficients, offset=mean - float(spectrum.centre @ coefficients))


def _coefficients(spectrum: Spectrum, crossed: Floats, mean: float, penalties: Floats) -> Floats:
    """Column × penalty."""
    turned = spectrum.vectors.T @ (crossed - spectrum.count * mean * spectrum.centre)
    scaled = turned[:, None] / (spectrum.values[:, None] + penalties)
    coefficients: Floats = spectrum.vectors @ scaled
    return coefficients
