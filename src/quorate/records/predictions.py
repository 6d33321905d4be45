"""Predictions about pairs of outputs, item by item: who wins, ties or not, and how unsure that is."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.records.scores import TIE, WIN, Span


@dataclass(frozen=True, kw_only=True, eq=False)
class PairPredictions:
    """What one comparer or judge predicts.

    Attributes:
        items: For how many items.
        values: Pair (i, j), i < j → item × (win of i, tie, spread) in 32 bits; NaN where nothing is predicted. Pairs
            without any prediction are left out.
    """

    items: int
    values: dict[tuple[int, int], NDArray[np.float32]] = field(default_factory=dict)

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

    def mean(self, first: int, second: int) -> float:
        """The expected outcome for the first over all items of the pair with a prediction; NaN where there is none."""
        known = self._means.get((min(first, second), max(first, second)), np.nan)
        return known if first < second else 1.0 - known

    @cached_property
    def _means(self) -> dict[tuple[int, int], float]:
        found = {}
        for pair, values in self.values.items():
            expected = values[:, WIN].astype(np.float64) + 0.5 * values[:, TIE]
            there = ~np.isnan(expected)
            if there.any():
                found[pair] = float(expected[there].mean())
        return found

    def same(self, other: "PairPredictions") -> bool:
        """Whether two say the same."""
        return (
            self.items == other.items
            and self.values.keys() == other.values.keys()
            and all(np.array_equal(self.values[pair], other.values[pair], equal_nan=True) for pair in self.values)
        )


def grown_predictions(known: PairPredictions, items: int, spans: list[Span]) -> PairPredictions:
    """The same with more items and more predictions."""
    values = dict(known.values)
    if items > known.items:
        for pair, before in values.items():
            values[pair] = np.full((items, 3), np.nan, dtype=np.float32)
            values[pair][: known.items] = before
    fresh = items > known.items
    touched: set[tuple[int, int]] = set()
    for span in spans:
        pair = (span.first, span.second)
        if pair not in values:
            values[pair] = np.full((items, 3), np.nan, dtype=np.float32)
        elif not fresh and pair not in touched:
            values[pair] = values[pair].copy()
        touched.add(pair)
        part = values[pair][span.start : span.start + len(span.values)]
        np.copyto(part, span.values.astype(np.float32), where=~np.isnan(span.values))
    return PairPredictions(items=items, values=values)
