"""Numbers beside an outcome in a served study: what was predicted, the annotator's weight, and the side.

Idea: a policy may bet, or weigh, by what is known of a question beside its answer. Evidence stays evidence only where
that was known when the question was asked: a prediction that joined later may have been made from its answer, and is
none for it. So is the mean over the pair's items: over those that could be asked and were predicted by then.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import RequirementError
from quorate.policies.duels.machine.state import MEAN, NOTHING, PREDICTED, SIDE, WEIGHT
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.records.predictions import PairPredictions


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What a policy is told beside outcomes.

    Attributes:
        predictor: Name of the predictions; empty for none.
        weights: Weight of the annotator of each of these questions, by what the question had seen; 1 without it.
    """

    predictor: str = ""
    weights: Callable[[History, Ints], Floats] | None = None

    def of(self, index: MaterialIndex, history: History, questions: Ints) -> Floats:
        """Question × what `State.beside` holds, for the system that the question shows left.

        Where a question has copies: what its first copy was drawn with, and means of weights and sides over those
        that are judged.
        """
        found = np.tile(NOTHING, (len(questions), 1))
        found[:, WEIGHT], found[:, SIDE] = self._weights(history, questions), _sides(history, questions)
        if self.predictor and len(questions):
            predictions = index.predictions.get(self.predictor)
            if predictions is not None:
                found[:, [PREDICTED, MEAN]] = _predicted(predictions, index, history, questions)
        return found

    def check(self, index: MaterialIndex) -> None:
        """Make sure that the predictions are there.

        Raises:
            RequirementError: They are not.
        """
        if self.predictor and self.predictor not in index.predictions:
            known = ", ".join(sorted(index.predictions)) or "none"
            raise RequirementError(
                f"The study has no predictions called {self.predictor!r}; it has: {known}. Add them with add-scores."
            )

    def _weights(self, history: History, questions: Ints) -> Floats:
        if self.weights is None:
            return np.ones(len(questions))
        return _over_copies(history, questions, lambda numbers: self.weights(history, numbers))  # type: ignore[misc]


def _sides(history: History, questions: Ints) -> Floats:
    """1: left; the mean over copies, which may show the other order."""

    def sides(numbers: Ints) -> Floats:
        first = history["copy_of"][numbers - 1]
        return np.where(history["first"][numbers - 1] == history["first"][first - 1], 1.0, -1.0)

    return _over_copies(history, questions, sides)


def _over_copies(history: History, questions: Ints, measure: Callable[[Ints], Floats]) -> Floats:
    """A number for each question: the mean over its judged copies, that of the first while none is judged."""
    own = measure(questions)
    if not history.has_copies:
        return own
    judged = np.flatnonzero(history.counts) + 1
    judged = judged[np.isin(history["copy_of"][judged - 1], questions)]
    first = history["copy_of"][judged - 1]
    count = np.bincount(first, minlength=history.count + 1)[questions]
    total = np.bincount(first, weights=measure(judged), minlength=history.count + 1)[questions]
    return np.where(count > 0, total / np.maximum(count, 1), own)


def _predicted(predictions: PairPredictions, index: MaterialIndex, history: History, questions: Ints) -> Floats:
    """Question × (prediction for its item, mean over the pair's items), as known when it was asked."""
    rows = questions - 1
    first, second = history["first"][rows].astype(np.int64), history["second"][rows].astype(np.int64)
    item, seen = history["item"][rows], history["seen"][rows]
    found = np.full((len(questions), 2), np.nan)
    pairs, whose = np.unique(np.column_stack([first, second]), axis=0, return_inverse=True)
    for place, (i, j) in enumerate(pairs.tolist()):
        mine = np.flatnonzero(whose.ravel() == place)
        expected, since = predictions.expected(i, j), predictions.joined(i, j)
        there = since[item[mine]] <= seen[mine]
        found[mine, 0] = np.where(there, expected[item[mine]], np.nan)
        use = np.flatnonzero(index.askable((i, j)) & ~np.isnan(expected))
        order = use[np.argsort(since[use], kind="stable")]
        known = np.searchsorted(since[order], seen[mine], side="right")
        sums = np.concatenate([[0.0], np.cumsum(expected[order])])
        found[mine, 1] = np.where(known > 0, sums[known] / np.maximum(known, 1), np.nan)
    return found
