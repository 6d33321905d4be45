"""Scores from judgments drawn while the study was learning, without bias from what it learned.

Idea:
    From zero judgments on, the study learns to predict scores from the metrics of all systems together (`learner`).
    Each judgment corrects the prediction that was there when its item was drawn, and no judgment ever corrects a
    prediction it had a part in.

Formula:
    Judgment t of a system with N outputs, drawn with weight wₜ (uniform over recorded probability), contributes
        ψₜ = mean f̂ₜ + wₜ (yₜ − f̂ₜ(zₜ)).
    For the scopes `judgments` and `population`, where an output that was judged is known, it is drawn from those left:
        ψₜ = (1/N) [ Σ_left f̂ₜ(z) + Σ_had y(z) + n_left · wₜ (yₜ − f̂ₜ(zₜ)) ],
    and the estimate is the mean of ψ with weights (N/n_left)²: what is left to guess shrinks as much of it is judged.
    For the scope `items` what an annotator said before is not the truth but one judgment with its noise, which judging
    every output would not remove. Where draws are even it is not counted as known, though the annotator cannot be asked
    again. Where they are uneven those left are not like those had, and it must be counted; its noise then comes to the
    variance, with σ² no more than the variance of the scores, and to the ends of intervals for every look.

Guarantee:
    Given what was known when zₜ was drawn, ψₜ has the expectation μ, whatever f̂ₜ and πₜ are, so at a number of
    judgments fixed beforehand the estimate is exactly unbiased, and ψ − μ are martingale differences: uncorrelated, and
    intervals for every look may be built on them. Each ψₜ has bounds of its own, known before the judgment. Where one
    annotator judges much of what there is (scope `items`) draws without replacement only make the mean of ψ steadier
    than that, as they do the plain mean; coverage is tested.

Assumptions:
    Probabilities were recorded; a repeat of an output goes to another annotator. A question that nobody ever answers
    leaves its place empty: dropped questions are asked again.

Reference:
    The open problem of the dissertation's chapter 4 (an efficient, unbiased, dynamic scheme); Raj (1956) for draws
    without replacement; Zrnic, Candès (2024), Active statistical inference.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.estimators.contributions import Contributions
from quorate.estimators.scores.contributions import of_ratings, spreads
from quorate.estimators.scores.exposure import Exposure, exposure_before
from quorate.estimators.scores.features import make_features
from quorate.estimators.scores.learner import Learner
from quorate.estimators.scores.predictor import JudgmentSequence, SystemPrediction
from quorate.estimators.scores.ratings import NEVER, Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements

REQUIRES = Requirements(probabilities=True, stopping="any")
MOST_KEPT = 200_000  # contributions, before what was kept of earlier looks is forgotten
_SAME = 1e-6  # a recorded weight this near to the predicted one is the same


def contribute(ratings: Ratings) -> Contributions:
    """Every question corrects the prediction that was there when its item was drawn."""
    return Corrector().contribute(ratings)


class Corrector:
    """Contributes again and again as a study goes on, and works out only what is new.

    The predictors and what past questions contribute stay the same as long as judgments are only added. Begin with
    another one after a correction, or when a system has joined.

    Args:
        as_asked: Whether questions may be open (`told` is `NEVER`), and what was had changes as they are answered.
    """

    def __init__(self, *, as_asked: bool = False) -> None:
        self._as_asked = as_asked
        self._learner: Learner | None = None
        self._known: dict[tuple[float, ...], tuple[float, float, float, float]] = {}

    def contribute(self, ratings: Ratings) -> Contributions:
        """Contributions of all questions so far."""
        is_told = ratings.told != NEVER
        order = np.argsort(ratings.told, kind="stable")[: int(is_told.sum())]
        told = ratings.told[order]
        learner = self._learner = self._learner or Learner(
            make_features(ratings.metrics, ratings.exists), ratings.scale.low, ratings.scale.high
        )
        learner.learn(
            JudgmentSequence(
                system=ratings.system[order],
                item=ratings.item[order],
                score=ratings.score[order],
                weight=ratings.weight[order],
                known=np.searchsorted(told, ratings.drawn[order], side="right"),
            )
        )
        rows = merge_copies(ratings)
        exposure = exposure_before(ratings)
        keys: list[tuple[float, ...]] = list(
            zip(rows.copy_of.tolist(), rows.score.tolist(), rows.system.tolist(), strict=True)
        )
        if self._as_asked:
            had = [(len(exposure.items(question)), exposure.total(question)) for question in rows.copy_of.tolist()]
            keys = [(*key, *more) for key, more in zip(keys, had, strict=True)]
            if len(self._known) > MOST_KEPT:
                self._known.clear()
        new = np.array([place for place, key in enumerate(keys) if key not in self._known], dtype=np.int64)
        versions = learner.versions(np.searchsorted(told, rows.drawn[new], side="right"))
        groups = versions * len(rows.systems) + rows.system[new]
        for group in np.unique(groups):
            version, system = divmod(int(group), len(rows.systems))
            mine = new[groups == group]
            for place, found in zip(
                mine, _correct(rows, mine, learner.predict(version, system), exposure), strict=True
            ):
                self._known[keys[place]] = found
        value, weight, low, high = np.array([self._known[key] for key in keys]).reshape(-1, 4).T.copy()
        flat = _is_flat(merge_copies(ratings.only(is_told)))[
            rows.system
        ]  # what is predicted would only look like knowledge
        value[flat], weight[flat], low[flat], high[flat] = rows.score[flat], 1.0, rows.scale.low, rows.scale.high
        limits = np.column_stack([low, high])
        bounds = np.tile([ratings.scale.low, ratings.scale.high], (len(rows.systems), 1))
        np.minimum.at(bounds[:, 0], rows.system, low)
        np.maximum.at(bounds[:, 1], rows.system, high)
        single = np.arange(rows.count)  # differences of a martingale are uncorrelated, on the same item too
        given = of_ratings(
            rows, value, weight=weight, bounds=bounds, limits=limits, cluster=single, is_predictable=True
        )
        if ratings.scope != "items" or not counts_had(ratings):
            return given
        return _with_noise(given, rows, exposure)


def _is_flat(rows: Ratings) -> NDArray[np.bool_]:
    """For each system whether all its scores are equal."""
    least = np.full(len(rows.systems), np.inf)
    most = -least
    np.minimum.at(least, rows.system, rows.score)
    np.maximum.at(most, rows.system, rows.score)
    flat: NDArray[np.bool_] = least >= most
    return flat


def counts_had(ratings: Ratings) -> bool:
    """Whether what an annotator had judged before counts as known: where it is the truth, or draws may be uneven."""
    return ratings.scope != "items" or ratings.floor < 1


def _with_noise(given: Contributions, rows: Ratings, exposure: Exposure) -> Contributions:
    """What was had counts as known, and is noisy: its noise comes to the variances and to ends for every look.

    Formula: σ √(c n̄_had)/N with n̄_had the mean number of outputs had, c the largest share of one annotator among the
    judgments (different annotators' noise is independent), and σ² the most that noise may be.
    """
    gone = np.array([len(exposure.items(question)) for question in rows.copy_of.tolist()], dtype=np.float64)
    count = np.maximum(np.bincount(rows.system, minlength=given.groups), 1)
    mean = np.bincount(rows.system, weights=gone, minlength=given.groups) / count
    largest = np.ones(given.groups)
    if (rows.annotator >= 0).all():
        judged = np.zeros((given.groups, int(rows.annotator.max(initial=0)) + 1))
        np.add.at(judged, (rows.system, rows.annotator), 1.0)
        largest = judged.max(axis=1) / count
    most = np.minimum(spreads(rows), rows.noise_bound if np.isfinite(rows.noise_bound) else np.inf)
    noise = np.sqrt(most * largest * mean) / np.maximum(rows.outputs, 1)
    return replace(given, added=given.added + noise**2, noise=noise)


def _correct(
    rows: Ratings, mine: NDArray[np.int64], prediction: SystemPrediction, exposure: Exposure
) -> list[tuple[float, float, float, float]]:
    """ψ of some questions about one system that share a prediction, each with its weight and its bounds."""
    exists = rows.exists[rows.system[mine[0]]]
    score, size, share = prediction.score, prediction.size, prediction.share
    outputs, total = int(exists.sum()), float(score[exists].sum())
    tight = _reach(rows, score[exists], 1 / (1 - share + share * size[exists]))
    loose = _reach(rows, score[exists], np.full(outputs, 1.0 if rows.is_uniform else 1 / rows.floor))
    found = []
    for row in mine:
        before = exposure.items(int(rows.copy_of[row]))
        drawable = outputs - min(len(before), outputs - 1)
        mean = (outputs - float(size[before].sum())) / drawable  # of û over its mean, over what was left
        known, left = total / outputs, outputs
        if counts_had(rows):
            known = (total - float(score[before].sum()) + exposure.total(int(rows.copy_of[row]))) / outputs
            left = drawable
        item = rows.item[row]
        expected = 1 / (1 - share + share * size[item] / mean) if mean > 0 else 0.0
        is_followed = rows.selector == "active" and abs(rows.weight[row] - expected) <= _SAME * expected
        factor = left / outputs * (max(1.0, mean) if is_followed else 1.0)
        lowest, highest = tight if is_followed else loose
        value = known + left / outputs * rows.weight[row] * (rows.score[row] - score[item])
        weight = (outputs / left) ** 2
        found.append((float(value), weight, float(known + factor * lowest), float(known + factor * highest)))
    return found


def _reach(rows: Ratings, score: Floats, weight: Floats) -> tuple[float, float]:
    """The least and the most that w (y − f̂) can be, over all outputs and scores."""
    return float((weight * (rows.scale.low - score)).min()), float((weight * (rows.scale.high - score)).max())
