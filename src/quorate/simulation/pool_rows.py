"""Past judgments one by one, with what is known beside each: what a pool of rows is made of."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints, Mask
from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.policies.duels.machine.drawing import PoolRows
from quorate.policies.duels.machine.state import MEAN, NOTHING, PREDICTED, SIDE, WEIGHT

_LIMITS = ((PREDICTED, "predicted", (0.0, 1.0)), (WEIGHT, "weight", (0.0, np.inf)), (SIDE, "side", (-1.0, 1.0)))


@dataclass(frozen=True, kw_only=True, eq=False)
class JudgmentNumbers:
    """What is known beside past judgments, one number for each; `None`: nothing.

    Attributes:
        predicted: The outcome for the first system that was predicted for its item: win plus half a tie; NaN: none.
        weight: Weight of its annotator.
        side: 1 where the first system was shown left, −1 where right, 0 where nobody knows.
    """

    predicted: Floats | None = None
    weight: Floats | None = None
    side: Floats | None = None


def rows_of(data: PastJudgments, kind: Ints, beside: JudgmentNumbers, keep: Mask) -> PoolRows:
    """The judgments as rows of a pool.

    The mean of the predictions of a pair is that over its judgments here, since these are what is drawn from.

    Args:
        data: The comparisons.
        kind: Win, tie or loss of the first system, by number.
        beside: What is known beside them.
        keep: Which of them the pool holds.

    Raises:
        InputError: There are more or fewer numbers than judgments, or one is out of range.
    """
    numbers = np.tile(NOTHING, (len(data), 1))
    for column, name, (least, most) in _LIMITS:
        given = getattr(beside, name)
        if given is None:
            continue
        given = np.asarray(given, dtype=np.float64)
        if given.shape != (len(data),):
            raise InputError(f"{len(data)} judgments need as many numbers ({name}), not {given.size}.")
        bad = ~((given >= least) & (given <= most)) & ~(np.isnan(given) & (column == PREDICTED))
        if bad.any():
            place = int(np.argmax(bad))
            raise InputError(f"Number {place + 1} ({name}) is {given[place]:g}; it lies from {least:g} to {most:g}.")
        numbers[:, column] = given
    turned = data.first > data.second
    numbers[turned, PREDICTED] = 1.0 - numbers[turned, PREDICTED]
    numbers[turned, SIDE] = -numbers[turned, SIDE]
    low, high = np.minimum(data.first, data.second), np.maximum(data.first, data.second)
    outcome = np.where(turned, 2 - kind, kind)
    k = len(data.systems)
    pair = low * k + high
    numbers[:, MEAN] = _means(numbers[:, PREDICTED], pair, keep, k * k)
    cell = np.where(keep, pair * 3 + outcome, k * k * 3)
    order = np.argsort(cell, kind="stable")[: int(keep.sum())]
    begins = np.searchsorted(cell[order], np.arange(k * k * 3)).reshape(k, k, 3)
    counts = np.bincount(cell[order], minlength=k * k * 3).reshape(k, k, 3)
    return PoolRows(
        counts=counts + counts.transpose(1, 0, 2)[:, :, ::-1],
        first=_mirrored(begins, k),
        order=order.astype(np.int64),
        beside=numbers,
    )


def _means(predicted: Floats, pair: Ints, keep: Mask, pairs: int) -> Floats:
    """Mean of the predictions of each judgment's pair; NaN where it has none."""
    known = keep & ~np.isnan(predicted)
    count = np.bincount(pair[known], minlength=pairs)
    total = np.bincount(pair[known], weights=predicted[known], minlength=pairs)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)[pair]


def _mirrored(begins: NDArray[np.int64], k: int) -> NDArray[np.int64]:
    """The same for (j, i), whose wins are losses of i."""
    upper = np.triu(np.ones((k, k), dtype=np.bool_), 1)[:, :, None]
    return np.ascontiguousarray(np.where(upper, begins, begins.transpose(1, 0, 2)[:, :, ::-1]))
