"""Predictions about pairs of outputs, item by item: who wins, ties or not, and how unsure that is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.records.scores import TIE, WIN, Span

Pair = tuple[int, int]


@dataclass(frozen=True, kw_only=True, eq=False)
class PairPredictions:
    """What one comparer or judge predicts.

    Attributes:
        items: For how many items.
        values: Pair (i, j), i < j → item × (win of i, tie, spread) in 32 bits; NaN where nothing is predicted. Pairs
            without any prediction are left out.
        since: Pair → item: log position at which the prediction joined; 0 where there is none. A policy may use it for
            questions that had seen this position: what joined later may have been made from their answers.
    """

    items: int
    values: Mapping[Pair, NDArray[np.float32]] = field(default_factory=dict)
    since: Mapping[Pair, Ints] = field(default_factory=dict)

    def of(self, first: int, second: int) -> Floats:
        """Item × (win of the first, tie, spread); NaN where nothing is predicted."""
        found = self.values.get((min(first, second), max(first, second)))
        if found is None:
            return np.full((self.items, 3), np.nan)
        values = found.astype(np.float64)
        if first > second:
            values[:, WIN] = 1.0 - values[:, WIN] - values[:, TIE]
        return values

    def expected(self, first: int, second: int) -> Floats:
        """What the outcome for the first is expected to be on each item: win plus half a tie; NaN where unknown."""
        values = self.of(first, second)
        return np.asarray(values[:, WIN] + 0.5 * values[:, TIE])

    def joined(self, first: int, second: int) -> Ints:
        """Item: log position at which the prediction for a pair joined; 0 where there is none."""
        found = self.since.get((min(first, second), max(first, second)))
        return np.zeros(self.items, dtype=np.int64) if found is None else found

    def same(self, other: "PairPredictions") -> bool:
        """Whether two say the same, and have since the same."""
        return (
            self.items == other.items
            and self.values.keys() == other.values.keys()
            and all(np.array_equal(self.values[pair], other.values[pair], equal_nan=True) for pair in self.values)
            and all(np.array_equal(self.since[pair], other.since[pair]) for pair in self.values)
        )


def grown_predictions(known: PairPredictions, items: int, spans: list[Span]) -> PairPredictions:
    """The same with more items and more predictions. What is there already stays as it is."""
    values, since = dict(known.values), dict(known.since)
    changed = {(span.first, span.second) for span in spans} | (set(values) if items > known.items else set())
    for pair in changed:
        before, then = values.get(pair), since.get(pair)
        values[pair] = np.full((items, 3), np.nan, dtype=np.float32)
        since[pair] = np.zeros(items, dtype=np.int64)
        if before is not None and then is not None:
            values[pair][: len(before)] = before
            since[pair][: len(then)] = then
    for span in spans:
        pair = (span.first, span.second)
        places = span.start + np.flatnonzero(~np.isnan(span.values[:, WIN]))
        values[pair][places] = span.values[places - span.start].astype(np.float32)
        since[pair][places] = span.position
    return PairPredictions(items=items, values=values, since=since)
