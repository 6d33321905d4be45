"""Scores from judgments drawn while the study was learning, without bias from what it learned.

Idea:
    From zero judgments on, the study learns to predict scores from the metrics of all systems together (`learner`).
    Each judgment corrects the prediction that was there when its item was drawn, and no judgment ever corrects a
    prediction it had a part in.

Formula:
    Judgment t of a system with N outputs, drawn from those its annotator had not had, with weight wₜ (uniform over
    recorded probability), contributes
        ψₜ = (1/N) [ Σ_left f̂ₜ(z) + Σ_had y(z) + n_left · wₜ (yₜ − f̂ₜ(zₜ)) ].
    Where nothing was had before, that is mean f̂ₜ + (yₜ − f̂ₜ(zₜ))/(N πₜ(zₜ)). The estimate is the mean of ψ, with
    weights (N/n_left)²: what is left to guess shrinks for an annotator who has judged much of it.

Guarantee:
    Given what was known when zₜ was drawn, ψₜ has the expectation μ, whatever f̂ₜ and πₜ are, so at a number of
    judgments fixed beforehand the estimate is exactly unbiased, and ψ − μ are martingale differences: uncorrelated, and
    intervals for every look may be built on them. Each ψₜ has bounds of its own, known before the judgment.

Assumptions:
    Probabilities were recorded; a repeat of an output goes to another annotator. A question that nobody ever answers
    leaves its place empty: dropped questions are asked again.

Reference:
    The open problem of the dissertation's chapter 4 (an efficient, unbiased, dynamic scheme); Raj (1956) for draws
    without replacement; Zrnic, Candès (2024), Active statistical inference.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.scores.contributions import Contributions, of_ratings
from quorate.estimators.scores.features import make_features
from quorate.estimators.scores.had import Had, had_before
from quorate.estimators.scores.learner import Learner
from quorate.estimators.scores.lessons import Outlook, Told
from quorate.estimators.scores.ratings import Ratings, merge_copies
from quorate.estimators.scores.requirements import Requirements

REQUIRES = Requirements(probabilities=True, stopping="any")
_SAME = 1e-6  # a recorded weight this near to the predicted one is the same

Floats = NDArray[np.float64]


def contribute(ratings: Ratings) -> Contributions:
    """Every question corrects the prediction that was there when its item was drawn."""
    return Corrector().contribute(ratings)


class Corrector:
    """Contributes again and again as a study goes on, and works out only what is new.

    The lessons and what past questions contribute stay the same as long as judgments are only added. Begin with another
    one after a correction, or when a system has joined.
    """

    def __init__(self) -> None:
        self._learner: Learner | None = None
        self._known: dict[tuple[int, float, int], tuple[float, float, float, float]] = {}

    def contribute(self, ratings: Ratings) -> Contributions:
        """Contributions of all questions so far."""
        order = np.argsort(ratings.told, kind="stable")
        told = ratings.told[order]
        learner = self._learner = self._learner or Learner(
            make_features(ratings.metrics, ratings.exists), ratings.scale.low, ratings.scale.high
        )
        learner.learn(
            Told(
                system=ratings.system[order],
                item=ratings.item[order],
                score=ratings.score[order],
                weight=ratings.weight[order],
                known=np.searchsorted(told, ratings.drawn[order], side="right"),
            )
        )
        rows = merge_copies(ratings)
        keys = list(zip(rows.copy_of.tolist(), rows.score.tolist(), rows.system.tolist(), strict=True))
        new = np.array([place for place, key in enumerate(keys) if key not in self._known], dtype=np.int64)
        had = had_before(ratings)
        lessons = learner.lessons(np.searchsorted(told, rows.drawn[new], side="right"))
        groups = lessons * len(rows.systems) + rows.system[new]
        for group in np.unique(groups):
            lesson, system = divmod(int(group), len(rows.systems))
            mine = new[groups == group]
            for place, found in zip(mine, _correct(rows, mine, learner.predict(lesson, system), had), strict=True):
                self._known[keys[place]] = found
        value, weight, low, high = np.array([self._known[key] for key in keys]).reshape(-1, 4).T.copy()
        limits = np.column_stack([low, high])
        bounds = np.tile([ratings.scale.low, ratings.scale.high], (len(rows.systems), 1))
        np.minimum.at(bounds[:, 0], rows.system, low)
        np.maximum.at(bounds[:, 1], rows.system, high)
        single = np.arange(rows.count)  # differences of a martingale are uncorrelated, on the same item too
        return of_ratings(rows, value, weight=weight, bounds=bounds, limits=limits, cluster=single, is_predictable=True)


def _correct(
    rows: Ratings, mine: NDArray[np.int64], prediction: Outlook, had: Had
) -> list[tuple[float, float, float, float]]:
    """ψ of some questions about one system that share a prediction, each with its weight and its bounds."""
    exists = rows.exists[rows.system[mine[0]]]
    score, size, share = prediction.score, prediction.size, prediction.share
    outputs, total = int(exists.sum()), float(score[exists].sum())
    tight = _reach(rows, score[exists], 1 / (1 - share + share * size[exists]))
    loose = _reach(rows, score[exists], np.full(outputs, 1.0 if rows.is_uniform else 1 / rows.floor))
    found = []
    for row in mine:
        before = had.items(int(rows.copy_of[row]))
        gone = min(len(before), outputs - 1)
        known = (total - float(score[before].sum()) + had.total(int(rows.copy_of[row]))) / outputs
        item, left = rows.item[row], outputs - gone
        mean = (outputs - float(size[before].sum())) / left  # of û over its mean, over what was left
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
