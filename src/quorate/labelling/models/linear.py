"""Linear models that learn online from soft targets: a chain of labels, or a softmax head over numbers.

Idea:
    A position has features with values; each feature has a weight for each label. With transitions between labels of
    neighbouring positions it is a conditional random field; over a single position it is a softmax head.

Formula:
    See `kernels.chain` for marginals and `kernels.lessons` for what a lesson changes.

Guarantee:
    Features are hashed into a table of fixed size, so a lesson, an answer and the memory cost the same after a
    million inputs as after ten.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.lessons import averaged_scores, teach
from quorate.labelling.models.model import Lesson
from quorate.labelling.models.tokens import chain_features


@dataclass(frozen=True)
class PositionFeatures:
    """Features of every position, one after another: rows of the weights, values, and where each position begins."""

    rows: Ints
    values: Floats
    starts: Ints


class LinearModel:
    """Weights that lessons move and a running average of them that predicts.

    Args:
        labels: How many labels there are.
        size: Rows of the table of weights, a power of two; more of them collide less.
        rate: Step of AdaGrad.
        ridge: How hard weights are pulled to zero.
        average: Share of the newest weights in the running average, once there were 1/average lessons.
        caution: What the sum of squares of AdaGrad starts from. Without it first steps are as long as later ones,
            however little an input teaches.
    """

    def __init__(
        self,
        labels: int,
        *,
        size: int = 1 << 18,
        rate: float = 0.12,
        ridge: float = 1e-3,
        average: float = 0.02,
        caution: float = 1.0,
    ) -> None:
        self.labels = labels
        self.rate, self.ridge, self.average = rate, ridge, average
        self._size = size
        self._weights = np.zeros((size, labels))
        self._squares = np.full((size, labels), caution)
        self._averages = np.zeros((size, labels))
        self._dates = np.zeros(size)
        self._date = 0.0
        self._transition = np.zeros((labels, labels))
        self._transition_squares = np.full((labels, labels), caution)
        self._transition_average = np.zeros((labels, labels))
        self._lessons = 0

    def read(self, parts: Sequence[Any]) -> PositionFeatures:
        """Features of every part: of words by themselves and their neighbours, of named numbers as given."""
        return self.place(chain_features(parts))

    def place(self, named: Sequence[Sequence[tuple[str, float]]]) -> PositionFeatures:
        """Named values of every position as rows of the table."""
        names = [name.encode("utf-8", "surrogatepass") for position in named for name, _ in position]
        rows = [crc32(name) & (self._size - 1) for name in names]
        values = [value for position in named for _, value in position]
        starts = np.cumsum([0, *(len(position) for position in named)])
        return PositionFeatures(
            np.array(rows, dtype=np.int64), np.array(values, dtype=np.float64), starts.astype(np.int64)
        )

    def believe(self, features: PositionFeatures) -> tuple[Floats, Floats]:
        """By the averaged weights."""
        unary: Floats = averaged_scores(
            features.rows,
            features.values,
            features.starts,
            self._weights,
            self._averages,
            self._dates,
            self._date,
        )
        return unary, self._transition_average

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """One step of the weights for each, then one of their average."""
        for lesson in lessons:
            teach(
                lesson.features.rows,
                lesson.features.values,
                lesson.features.starts,
                lesson.evidence,
                self._weights,
                self._squares,
                self._averages,
                self._dates,
                self._date,
                self._transition,
                self._transition_squares,
                self.rate,
                self.ridge,
            )
        self._lessons += 1
        share = min(max(self.average, 1.0 / self._lessons), 1.0 - 1e-9)
        self._date -= math.log1p(-share)
        self._transition_average = self._transition_average + share * (self._transition - self._transition_average)
