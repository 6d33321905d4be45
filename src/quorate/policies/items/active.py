"""Items are drawn where a judgment is likely to teach most: where the metrics are likely to be wrong.

Idea: what the metrics already say need not be asked. From zero judgments on, a learner predicts the score of every
output and how wrong that may be; outputs are drawn in proportion to the latter, mixed with uniform draws.

Formula: p(z) = (1 − a)/N + a·û(z)/Σû; û and a ∈ [0, .85] are learned from the judgments told so far.

Guarantee: every item keeps 15 % of its uniform probability, so weighted estimates stay unbiased; where the prediction
is poor a is 0 and the draw is uniform. Together with the `sequential` estimator no prediction can bias a score.

Assumptions: none for validity. When not to use: without metrics it is `uniform`; with fewer than about 50 judgments
in all there is nothing to learn from.

Reference: Zrnic, Candès (2024), Active statistical inference; the dissertation's open problem of chapter 4.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.estimators.scores.draws import told_of
from quorate.estimators.scores.features import make_features
from quorate.estimators.scores.learner import Learner
from quorate.estimators.scores.predictor import FLOOR, SystemPrediction
from quorate.kernels.streams import Stream
from quorate.questions import kind_of
from quorate.records.history import History
from quorate.records.material import MISSING, MaterialIndex


class ActiveItem:
    """The more a prediction is likely to miss, the likelier the item."""

    name = "active"
    revision = 1
    floor = FLOOR

    def __init__(self) -> None:
        self._learned: tuple[History, MaterialIndex, tuple[int, int], Learner] | None = None

    def choose(
        self,
        index: MaterialIndex,
        systems: tuple[int, ...],
        items: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
    ) -> tuple[int, float | None]:
        """Draw one of the items by the predictor that is due."""
        judgments = history.assignments.judged
        learner = self._learner(index, history, judgments)
        version = learner.version(judgments)
        probabilities = _together([learner.predict(version, system) for system in systems]).probabilities(items)
        place = stream.place(draw, probabilities)
        return place, float(probabilities[place])

    def _learner(self, index: MaterialIndex, history: History, judgments: int) -> Learner:
        """The learner at the end of a history; begun anew after a correction or when a system has joined."""
        known, key = self._learned, (history.corrections, len(history.systems))
        if known is None or known[0] is not history or known[1] is not index or known[2] != key:
            count = len(history.systems)
            exists = index.fingerprints[:count] != MISSING
            features = make_features({name: scores[:count] for name, scores in index.metrics.items()}, exists)
            scale = kind_of(history.design).criteria[0]
            known = self._learned = (history, index, key, Learner(features, scale.low, scale.high))
        learner = known[3]
        if learner.is_due(judgments):
            learner.learn(told_of(history))
        return learner


def _together(predictions: list[SystemPrediction]) -> SystemPrediction:
    """One prediction for systems that are asked about on the same item: their errors add up as variances do."""
    if len(predictions) == 1:
        return predictions[0]
    size = np.sqrt(np.mean([prediction.size**2 for prediction in predictions], axis=0))
    return SystemPrediction(score=predictions[0].score, size=size, share=predictions[0].share)
