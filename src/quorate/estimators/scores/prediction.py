"""Scores predicted from metrics: how good an output probably is, and how wrong that probably is.

Every metric enters as it is, as its mean over the systems on the item (how hard is the item?), and as the difference.
A prediction is never made by somebody who has seen the judgments it will correct: it comes from past judgments, from
other systems *and* other items (`predict_crossed`), or from other items of the same study (`predict_own`).

Learners: `ridge` (linear, penalty by leaving out items), `trees` (gradient boosting, needs scikit-learn, the
extra `quorate[metrics]`), `both` (their mean).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.errors import InputError, RequirementError
from quorate.estimators.scores.features import Features, make_features
from quorate.estimators.scores.ratings import Ratings
from quorate.kernels.grouped_ridge import fit_groups
from quorate.kernels.threads import single_thread

Number = TypeVar("Number", bound=np.generic)
Predict: TypeAlias = Callable[[Floats], Floats]
Fit: TypeAlias = Callable[[Floats, Floats, Ints], Predict]

FOLDS = 5
INNER_FOLDS = 4
SMALLEST_SIZE = 0.1
FARTHEST = 4.0  # standard deviations: what lies beyond counts as this


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What is predicted for every output.

    Attributes:
        score: System × item: predicted score f̂.
        size: System × item: predicted size û of its error, over that of errors as they usually are.
    """

    score: Floats
    size: Floats

    def probabilities(self, system: int, exists: NDArray[np.bool_], share: float = 0.1) -> Floats:
        """Chance of each item: in proportion to û, mixed with this share of uniform; 0 where there is no output."""
        size = np.where(exists, self.size[system], 0.0)
        uniform = exists / max(int(exists.sum()), 1)
        chances: Floats = (1 - share) * size / size.sum() + share * uniform
        return chances


@single_thread()
def predict_from(past: Ratings, ratings: Ratings, learner: str = "ridge") -> Prediction:
    """Learn from past ratings, predict every output of these; the metrics are those that both have.

    Raises:
        RequirementError: They have no metric in common, or too little to learn from.
    """
    shared = sorted(set(past.metrics) & set(ratings.metrics))
    if not shared:
        raise RequirementError(
            "Past and present ratings have no metric in common: nothing can be learned. Add metrics."
        )
    # One scale for both: standardise the metrics over all outputs together.
    exists = _stack(past.exists, ratings.exists, fill=False)
    both = {name: _stack(past.metrics[name], ratings.metrics[name], fill=np.nan) for name in shared}
    features = _features(both, exists)
    rows = _rows(features, past.system, past.item)
    learned = _learn(rows, past, learner)
    system, item = np.nonzero(ratings.exists)
    score, size = learned(_rows(features, system + len(past.systems), item + past.exists.shape[1]))
    return _spread(ratings, system, item, score, size)


@single_thread()
def predict_crossed(
    ratings: Ratings, learner: str = "ridge", *, system_folds: int = 0, item_folds: int = FOLDS, seed: int = 0
) -> Prediction:
    """Predict every output from judgments of other systems on other items.

    Args:
        ratings: Ratings of several systems.
        learner: `ridge`, `trees` or `both`.
        system_folds: In how many parts the systems are put; 0 for one each.
        item_folds: In how many parts the items are put.
        seed: What the parts are drawn from.

    Raises:
        RequirementError: There is only one system.
    """
    systems, items = ratings.exists.shape
    if systems < 2:
        raise RequirementError("To learn from other systems there must be another. Learn from past ratings instead.")
    rng = np.random.default_rng(seed)
    parts = min(system_folds or systems, systems)
    system_fold = rng.permutation(systems) % parts
    item_fold = rng.permutation(items) % item_folds
    features = _features(ratings.metrics, ratings.exists)
    all_rows = _rows(features, ratings.system, ratings.item)
    score, size = np.zeros(ratings.exists.shape), np.ones(ratings.exists.shape)
    for part in range(parts):
        for fold in range(item_folds):
            taught = (system_fold[ratings.system] != part) & (item_fold[ratings.item] != fold)
            learned = _learn(all_rows[taught], ratings.only(taught), learner)
            cell = ratings.exists & (system_fold == part)[:, None] & (item_fold == fold)
            if cell.any():
                score[cell], size[cell] = learned(_rows(features, *np.nonzero(cell)))
    return Prediction(score=score, size=size)


def predict_own(ratings: Ratings, folds: int = 2 * FOLDS, seed: int = 0) -> tuple[Floats, Floats]:
    """Predict each judged output from the judgments on other items, of all systems.

    Returns:
        For each judgment the prediction, and the mean of the same predictor over all outputs of the system.
    """
    features = _features(ratings.metrics, ratings.exists)
    rows = _rows(features, ratings.system, ratings.item)
    outputs = np.maximum(ratings.outputs, 1)[:, None]
    own = np.where(ratings.exists[:, :, None], features.own, 0.0).sum(axis=1) / outputs
    shared = ratings.exists.astype(np.float64) @ features.shared / outputs
    centre = np.concatenate([own, own - shared, shared], axis=1)
    predicted, mean = np.zeros(ratings.count), np.zeros(ratings.count)
    _, code = np.unique(ratings.item, return_inverse=True)
    fold = (np.random.default_rng(seed).permutation(int(code.max(initial=-1)) + 1) % folds)[code]
    for number in range(folds):
        mine = fold == number
        if mine.any() and not mine.all():
            line = _fit_line(rows[~mine], ratings.score[~mine], code[~mine])
            predicted[mine] = line(rows[mine])
            mean[mine] = line(centre)[ratings.system[mine]]
    return predicted, mean


def _learn(rows: Floats, past: Ratings, learner: str) -> Callable[[Floats], tuple[Floats, Floats]]:
    """Fit f̂ on all of it, and û on the errors that f̂ makes on items it was not fitted on."""
    fit, fit_size = _learners(learner)
    score = past.score
    if len(score) < 2 * INNER_FOLDS:
        raise RequirementError(f"{len(score)} past judgments are too few to learn from. Use an estimator without it.")
    _, code = np.unique(past.item, return_inverse=True)
    fold = np.random.default_rng(len(score)).permutation(int(code.max()) + 1)[code] % INNER_FOLDS
    error, guessed = np.zeros(len(score)), np.ones(len(score))
    parts = [part for number in range(INNER_FOLDS) if (part := fold == number).any() and not part.all()]
    for mine in parts:
        error[mine] = score[mine] - fit(rows[~mine], score[~mine], code[~mine])(rows[mine])
    for mine in parts:
        guessed[mine] = fit_size(rows[~mine], error[~mine], code[~mine])(rows[mine])
    predict, size = fit(rows, score, code), fit_size(rows, error, code)
    share, usual = believed_share(error, guessed, past.system, code), float(guessed.mean())

    def learned(new: Floats) -> tuple[Floats, Floats]:
        return predict(new), 1 - share + share * size(new) / usual

    return learned


def believed_share(error: Floats, size: Floats, system: Ints, item: Ints) -> float:
    """How much of û to believe: the share a of it, mixed with equal sizes, that would have served unseen items best.

    A draw in proportion to 1 − a + aû has the variance Σ e²/(1 − a + aû), up to a factor, û being taken over its mean
    for the system: outputs are drawn system by system. Where the best share does not beat equal sizes by two standard
    errors (items being what is independent), û is not believed at all.
    """
    means = np.bincount(system, weights=size) / np.maximum(np.bincount(system), 1)
    relative = size / means[system]
    shares = np.linspace(0.0, 1.0, 11)
    losses = error**2 / (1 - shares[:, None] + shares[:, None] * relative)
    best = int(np.argmin(losses.sum(axis=1)))
    gain = np.bincount(item, weights=losses[0] - losses[best])
    is_sure = gain.mean() > 2 * gain.std() / np.sqrt(len(gain))
    return float(shares[best]) if is_sure else 0.0


def _learners(name: str) -> tuple[Fit, Fit]:
    """How to fit the score, and how to fit the size of the error."""
    if name == "ridge":
        return _fit_line, _fit_line_size
    if name == "trees":
        return _fit_trees, _fit_trees_size
    if name == "both":
        return _fit_both, _fit_trees_size
    raise InputError(f"There is no learner {name!r}. Learners: ridge, trees, both.")


def _fit_line(rows: Floats, score: Floats, item: Ints) -> Predict:
    return fit_groups(rows, score, item)


def _fit_line_size(rows: Floats, error: Floats, item: Ints) -> Predict:
    line = fit_groups(rows, np.abs(error), item)
    least = max(SMALLEST_SIZE * float(np.abs(error).mean()), 1e-12)
    return lambda new: np.maximum(line(new), least)


def _fit_both(rows: Floats, score: Floats, item: Ints) -> Predict:
    line, trees = _fit_line(rows, score, item), _fit_trees(rows, score, item)
    return lambda new: (line(new) + trees(new)) / 2


def _fit_trees(rows: Floats, score: Floats, item: Ints, *, leaves: int = 15, rounds: int = 120) -> Predict:  # noqa: ARG001
    try:
        from sklearn.ensemble import HistGradientBoostingRegressor
    except ImportError as error:
        raise RequirementError("The learner trees needs scikit-learn: pip install 'quorate[metrics]'.") from error
    fitted = HistGradientBoostingRegressor(
        max_iter=rounds,
        learning_rate=0.05,
        max_leaf_nodes=leaves,
        min_samples_leaf=30,
        l2_regularization=5.0,
        max_features=0.3,
        random_state=0,
    ).fit(rows, score)
    return lambda new: np.asarray(fitted.predict(new), dtype=np.float64)


def _fit_trees_size(rows: Floats, error: Floats, item: Ints) -> Predict:
    trees = _fit_trees(rows, error**2, item, leaves=8, rounds=60)
    least = max(SMALLEST_SIZE**2 * float(np.mean(error**2)), 1e-24)
    return lambda new: np.sqrt(np.maximum(trees(new), least))


def _features(metrics: Mapping[str, Floats], exists: NDArray[np.bool_]) -> Features:
    """Features without outliers: one score far away should not decide what is learned."""
    made = make_features(metrics, exists)
    return replace(made, own=np.clip(made.own, -FARTHEST, FARTHEST), shared=np.clip(made.shared, -FARTHEST, FARTHEST))


def _rows(features: Features, system: Ints, item: Ints) -> Floats:
    own, shared = features.own[system, item], features.shared[item]
    return np.concatenate([own, own - shared, shared], axis=1)


def _stack(above: NDArray[Number], below: NDArray[Number], fill: float | bool) -> NDArray[Number]:
    """Both arrays in one: systems below each other, items beside each other, nothing in the corners."""
    shape = (above.shape[0] + below.shape[0], above.shape[1] + below.shape[1])
    stacked = np.full(shape, fill, dtype=above.dtype)
    stacked[: above.shape[0], : above.shape[1]] = above
    stacked[above.shape[0] :, above.shape[1] :] = below
    return stacked


def _spread(ratings: Ratings, system: Ints, item: Ints, score: Floats, size: Floats) -> Prediction:
    scores, sizes = np.zeros(ratings.exists.shape), np.ones(ratings.exists.shape)
    scores[system, item], sizes[system, item] = score, size
    return Prediction(score=scores, size=sizes)
