"""A user's own model: anything with `predict_proba`, and `partial_fit` if it should learn."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.labelling.models.model import Lesson

Classifier: TypeAlias = Any  # what scikit-learn, or anything that looks like it, makes

LEAST = 1e-6  # nothing is impossible: an answer must be able to change what the model says


class OwnModel:
    """A scikit-learn-like classifier of single positions; it believes nothing about neighbours.

    Args:
        classifier: `predict_proba(rows)` gives a row of chances for each row, in the order of the labels. Where it has
            `partial_fit(rows, labels, classes=…, sample_weight=…)`, it learns: each position that was asked about comes
            once for each label, weighed by how likely the label is after the answers.
        labels: How many labels there are.
    """

    def __init__(self, classifier: Classifier, labels: int) -> None:
        if not callable(getattr(classifier, "predict_proba", None)):
            raise InputError(
                f"{type(classifier).__name__} cannot say how likely labels are: give a model with predict_proba."
            )
        self.labels = labels
        self._classifier = classifier
        self._is_taught = False

    def read(self, parts: Sequence[Any]) -> list[Any]:
        """The parts as they are: the classifier reads them itself."""
        return list(parts)

    def believe(self, features: Sequence[Any]) -> tuple[Floats, Floats]:
        """Logarithms of its chances; the same for all labels where it was never fitted and can be taught."""
        unary = np.zeros((len(features), self.labels))
        if self._is_taught or hasattr(self._classifier, "classes_"):
            chances = np.asarray(self._classifier.predict_proba(features), dtype=np.float64)
            if chances.shape != unary.shape:
                raise InputError(
                    f"The model gave chances of shape {chances.shape}; for {len(features)} positions and {self.labels} "
                    f"labels {unary.shape} is expected."
                )
            if not np.isfinite(chances).all() or (chances < 0.0).any():
                raise InputError("The model gave chances below 0 or none at all: every chance lies between 0 and 1.")
            unary = np.log(np.maximum(chances, LEAST))
        return unary, np.zeros((self.labels, self.labels))

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Pass on what was answered in the newest of them, if it can be taught."""
        newest = lessons[0]
        asked = np.flatnonzero((newest.evidence != 0.0).any(axis=1))
        if not asked.size or not hasattr(self._classifier, "partial_fit"):
            return
        rows = [newest.features[i] for i in asked for _ in range(self.labels)]
        labels = np.tile(np.arange(self.labels), asked.size)
        self._classifier.partial_fit(
            rows, labels, classes=np.arange(self.labels), sample_weight=newest.told[asked].ravel()
        )
        self._is_taught = True
