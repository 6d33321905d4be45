"""What several annotators have judged: the same outputs, whoever was asked when.

A unit is a pair of systems (in other kinds: one system, or none) on an item; or a part of an item, whichever system it
was drawn from. Copies of a question are answers to the same unit,
and so are two questions that happened to show the same outputs. In a comparison the answers of a unit are turned to one
order of the two systems.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.records.history import History


@dataclass(frozen=True, kw_only=True)
class Overlap:
    """Judgments that count, by unit.

    Attributes:
        unit: Which unit each judgment is about.
        annotator: Who gave it.
        values: Judgment × criterion; comparisons as the preference for the system with the smaller number.
        mirrored: Whether the units are comparisons.
    """

    unit: NDArray[np.int64]
    annotator: NDArray[np.int64]
    values: NDArray[np.float64]
    mirrored: bool

    @property
    def is_shared(self) -> NDArray[np.bool_]:
        """Which judgments are about a unit that somebody else has judged as well."""
        return np.asarray(np.bincount(self.unit)[self.unit] > 1) if len(self.unit) else np.empty(0, dtype=np.bool_)


def overlap_of(history: History) -> Overlap:
    """The judgments that count, sorted into units."""
    rows = np.flatnonzero(history.counts)
    first, second = history["first"][rows].astype(np.int64), history["second"][rows].astype(np.int64)
    parts = history["part"][rows]
    first, second = np.where(parts < 0, first, -1), np.where(parts < 0, second, -1)
    systems, items = max(len(history.systems), 1), 1 + int(history["item"].max(initial=0))
    is_pair = second >= 0
    smaller = np.where(is_pair, np.minimum(first, second), first)
    larger = np.where(is_pair, np.maximum(first, second), first)
    keys = (smaller * systems + larger) * items + history["item"][rows]
    if (parts >= 0).any():
        of_parts = history["item"][rows] * (2 + int(parts.max())) + parts + 1
        keys = np.unique(np.column_stack([keys, of_parts]), axis=0, return_inverse=True)[1].ravel()
    flipped = is_pair & (first > second)
    values = history["values"][rows]
    return Overlap(
        unit=np.unique(keys, return_inverse=True)[1].astype(np.int64),
        annotator=history["annotator"][rows],
        values=np.where(flipped[:, None], 1.0 - values, values),
        mirrored=bool(is_pair.any()),
    )
