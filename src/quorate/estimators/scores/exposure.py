"""Exposure: what an annotator had judged before, and could therefore not be asked about again.

A question is drawn from the outputs that its annotator has not had. Those they had are not left out of the estimate:
their scores are known.
"""

import numpy as np

from quorate.arrays import Ints
from quorate.estimators.scores.ratings import Ratings

_NOTHING: Ints = np.empty(0, dtype=np.int64)


class Exposure:
    """By question: the items its annotator had judged of the same system before, and their scores added up."""

    def __init__(self) -> None:
        self._parts: dict[int, tuple[Ints, int, float]] = {}

    def put(self, question: int, items: Ints, count: int, total: float) -> None:
        """The first so many of these items; a question's first copy decides."""
        self._parts.setdefault(question, (items, count, total))

    def items(self, question: int) -> Ints:
        """The items."""
        items, count, _ = self._parts.get(question, (_NOTHING, 0, 0.0))
        return items[:count]

    def total(self, question: int) -> float:
        """Their scores added up."""
        return self._parts[question][2] if question in self._parts else 0.0


def exposure_before(ratings: Ratings) -> Exposure:
    """What was gone when each question was drawn: judged by its annotator, or by anybody unless the scope is `items`.

    Where annotators are unknown every output can be drawn again and again.
    """
    exposure = Exposure()
    everybody = ratings.scope != "items"
    if not ratings.count or not (everybody or (ratings.annotator >= 0).any()):
        return exposure
    who = np.zeros(ratings.count, dtype=np.int64) if everybody else ratings.annotator
    order = np.lexsort((np.arange(ratings.count), ratings.system, who))
    changed = (np.diff(who[order]) != 0) | (np.diff(ratings.system[order]) != 0)
    for rows in np.split(order, np.flatnonzero(changed) + 1):
        if who[rows[0]] < 0:
            continue
        items, sums = ratings.item[rows], np.cumsum(ratings.score[rows]) - ratings.score[rows]
        for place, question in enumerate(ratings.copy_of[rows].tolist()):
            exposure.put(question, items, place, float(sums[place]))
    return exposure
