"""Judgments that a simulation draws: from counts alone, or one by one with what is known beside them.

Both draw the same outcomes from the same chances; rows say as well which judgment it was, so that a policy can be told
what was predicted for its item, and who gave it. A run without rows costs what it did before there were any.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw_below
from quorate.policies.duels.machine.state import (
    LOSS,
    MEAN,
    NOTHING,
    PREDICTED,
    SIDE,
    TIE,
    WIN,
    State,
)


class PoolRows(NamedTuple):
    """Judgments of every pair, each with what is known beside it.

    Attributes:
        counts: System × system × (win, tie, loss): how many are left.
        first: The same shape: where those of a pair and outcome begin in `order`.
        order: Numbers of judgments; drawing without replacement moves those that are gone to the end of their part.
        beside: Judgment × what `State.beside` holds, for the system with the smaller number.
    """

    counts: NDArray[np.int64]
    first: NDArray[np.int64]
    order: NDArray[np.int64]
    beside: NDArray[np.float64]


@compiled
def draw_row(pool: PoolRows, i: int, j: int, replace: bool, rng: np.uint64) -> tuple[float, int]:
    """An outcome for i and the judgment it comes from; −1 where the pair has none left."""
    counts = pool.counts
    total = counts[i, j, WIN] + counts[i, j, TIE] + counts[i, j, LOSS]
    if total == 0:
        return -1.0, -1
    rng, place = draw_below(rng, total)
    kind = WIN
    while place >= counts[i, j, kind]:
        place -= counts[i, j, kind]
        kind += 1
    at = pool.first[i, j, kind] + place
    row = pool.order[at]
    if not replace:
        last = pool.first[i, j, kind] + counts[i, j, kind] - 1
        pool.order[at], pool.order[last] = pool.order[last], row
        counts[i, j, kind] -= 1
        counts[j, i, 2 - kind] -= 1
    return 1.0 - 0.5 * kind, row


@compiled
def note_row(state: State[Any], pool: PoolRows, row: int, i: int, j: int) -> None:
    """Let the state hold what is known beside a judgment of (i, j)."""
    for place in range(NOTHING.size):
        state.beside[place] = pool.beside[row, place]
    if i > j:
        state.beside[PREDICTED] = 1.0 - state.beside[PREDICTED]
        state.beside[MEAN] = 1.0 - state.beside[MEAN]
        state.beside[SIDE] = -state.beside[SIDE]
