"""A distilled utility that needs no encoder: ridge regression on numbers about the source.

Idea:
    Length, signs and spelling of a source say a little about how useful the item is. Ridge regression finds what they
    say; the penalty is the one that tells held-out documents best.

Formula:
    ŷ = x·β + β₀, β = argmin Σ (y − xβ − β₀)² + λ|β|², columns of the shape standardised. λ is the one of a fixed list
    with the least squared error on held-out groups (10 folds of documents). The correlation is that of held-out
    predictions, in which each fold is told with the λ that is best for the other folds, with the target, by the ranks
    within each set of past items; its interval comes from drawing groups again, stretched by √2 because folds were told
    by each other.

Guarantee:
    No group is used to tell itself. The interval speaks about items and documents like the past ones, not about other
    kinds of text; it leaves out that another training set would give another prediction.

Reference:
    Hoerl, Kennard (1970), Ridge regression; Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human
    evaluation of NLG models?, section 4.1, which trains an encoder instead.

When not to use:
    Where the interval of the correlation holds 0: then it selects at random at best.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.selection.distillation.correlation import HeldOutCorrelation, correlate
from quorate.selection.distillation.features import SHAPE, WIDTH, describe
from quorate.selection.distillation.training_set import TrainingSet

FOLDS = 10
PENALTIES = 10.0 ** np.arange(-1, 5.1, 0.5)


@dataclass(frozen=True, kw_only=True)
class LinearUtility:
    """A distilled utility: offset + numbers of the source · coefficients.

    Attributes:
        utility: Name of the utility it stands for.
        basis: What that was measured on: `people`, `metrics` or `outputs`.
        items: How many past items it was learned from.
        penalty: λ.
        coefficients: One for each number of a source.
        offset: What is added.
        agreement: How well it told held-out items.
    """

    utility: str
    basis: str
    items: int
    penalty: float
    coefficients: Floats
    offset: float
    agreement: HeldOutCorrelation

    def predict(self, sources: Sequence[str | None]) -> Floats:
        """The utility of each source; that of no text is the least of all."""
        if not any(source and source.strip() for source in sources):
            raise InputError("There are no source texts to tell a utility from. Add a column 'source'.")
        told: Floats = describe(sources) @ self.coefficients + self.offset
        has_text = np.array([bool(source and source.strip()) for source in sources])
        return np.where(has_text, told, told[has_text].min())


def train(training: TrainingSet, *, seed: int = 0, level: float = 0.95) -> LinearUtility:
    """Learn a utility from past items.

    Raises:
        InputError: There are too few documents to check what was learned.
    """
    rows = describe(training.sources)
    shape = rows[:, -len(SHAPE) :]
    spread = np.concatenate([np.ones(WIDTH - len(SHAPE)), np.maximum(shape.std(axis=0), 1e-9)])
    told, errors = tell_folds(rows / spread, training.target, assign_folds(training.group, seed))
    best = int(np.argmin(errors))
    coefficients, offsets = solve(rows / spread, training.target)
    return LinearUtility(
        utility=training.utility,
        basis=training.basis,
        items=len(rows),
        penalty=float(PENALTIES[best]),
        coefficients=coefficients[best] / spread,
        offset=float(offsets[best]),
        agreement=correlate(told, training, seed=seed, level=level, is_crossed=True),
    )


def tell_folds(rows: Floats, target: Floats, fold: Ints) -> tuple[Floats, Floats]:
    """Predictions of each fold from the others, and the squared error of every penalty."""
    told = np.empty((len(PENALTIES), len(rows)))
    errors = np.empty((len(PENALTIES), FOLDS))
    for number in range(FOLDS):
        held = fold == number
        coefficients, offsets = solve(rows[~held], target[~held])
        told[:, held] = coefficients @ rows[held].T + offsets[:, None]
        errors[:, number] = np.square(told[:, held] - target[held]).sum(axis=1)
        # The mean of all but a fold is low where the fold's is high: it would make chance look worse than chance.
        told[:, held] -= target[~held].mean()
    others = errors.sum(axis=1, keepdims=True) - errors  # a fold has no say in how it is told
    return told[np.argmin(others, axis=0)[fold], np.arange(len(rows))], errors.sum(axis=1)


def assign_folds(group: Ints, seed: int) -> Ints:
    """A fold for each row, the same within a group, folds of nearly the same number of rows.

    Raises:
        InputError: There are fewer groups than folds.
    """
    sizes = np.bincount(group)
    if len(sizes) < FOLDS:
        raise InputError(f"Past items belong to {len(sizes)} documents; checking what was learned needs {FOLDS}.")
    order = np.random.default_rng(seed).permutation(len(sizes))
    order = order[np.argsort(-sizes[order], kind="stable")]
    filled = np.zeros(FOLDS, dtype=np.int64)
    place = np.empty(len(sizes), dtype=np.int64)
    for number in order:
        place[number] = int(np.argmin(filled))
        filled[place[number]] += sizes[number]
    result: Ints = place[group]
    return result


def solve(rows: Floats, target: Floats) -> tuple[Floats, Floats]:
    """Penalty × column coefficients and the offsets, for every penalty of the list."""
    centre, mean = rows.mean(axis=0), float(target.mean())
    x, y = rows - centre, target - mean
    if len(x) >= x.shape[1]:
        values, vectors = np.linalg.eigh(x.T @ x)
        turned = vectors.T @ (x.T @ y)
        coefficients = (turned / (np.maximum(values, 0) + PENALTIES[:, None])) @ vectors.T
    else:  # fewer rows than columns: the same from the products of rows
        values, vectors = np.linalg.eigh(x @ x.T)
        turned = vectors.T @ y
        coefficients = (turned / (np.maximum(values, 0) + PENALTIES[:, None])) @ vectors.T @ x
    return coefficients, mean - coefficients @ centre
