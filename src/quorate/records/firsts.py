"""The answers that checks are judged by: the first, whatever came after it.

What follows from the log is the same however it is cut: the smallest revision behind the last one an owner took back.
"""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray


class FirstAnswers:
    """The first answers to checks. An owner who takes one back lets the next one decide."""

    def __init__(self) -> None:
        self._answers: dict[int, dict[int, tuple[float, ...]]] = defaultdict(dict)
        self._forgiven: dict[int, int] = {}

    def take(self, numbers: NDArray[np.int64], revisions: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Take in the answers to some checks."""
        for number, revision, answer in zip(numbers.tolist(), revisions.tolist(), values.tolist(), strict=True):
            self._answers[number][revision] = tuple(answer)

    def forgive(self, number: int, revision: int) -> None:
        """An owner has taken this answer back."""
        self._forgiven[number] = max(revision, self._forgiven.get(number, -1))

    def of(self, number: int) -> tuple[float, ...] | None:
        """The answer that decides; `None` where there is none, or it is no check."""
        since = self._forgiven.get(number, -1)
        answers = self._answers.get(number, {})
        decisive = [revision for revision in answers if revision > since]
        return answers[min(decisive)] if decisive else None
