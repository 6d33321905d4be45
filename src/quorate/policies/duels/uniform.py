"""Every pair equally likely.

Idea: no pair is favoured; nothing about the systems is assumed.
Guarantee: every estimator works with it. In a rating, each system is equally likely.
When not to use: to find the best of many systems; it spends as many judgments on pairs that are clear as on the others.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.duels import Parameters, State, copeland_winner, pair_at, record
from quorate.kernels.streams import Stream, integer
from quorate.policies.composition import Pairs
from quorate.policies.duels.loop import loop_code
from quorate.records.history import History
from quorate.records.material import MaterialIndex

NAME = "uniform"
PARAMETERS = (0.0,)


def memory(systems: int) -> tuple[int, int]:
    """No memory beside the counts."""
    return 0, 0


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Nothing to prepare."""


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """One of the k(k − 1)/2 pairs in the order (0, 1), (0, 2), … (1, 2), …."""
    k = state.copeland.size
    place = integer(np.uint64(seed), np.uint64(run), np.uint64(question), np.uint64(0), k * (k - 1) // 2)
    return pair_at(place, k)


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it."""
    record(state, i, j, outcome)


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts."""
    return copeland_winner(state, seed, run)


exec(loop_code(__file__), globals())  # defines `play`


class UniformPair:
    """Each pair that the annotator can still be asked about has the same probability."""

    name = NAME
    floor = 1.0

    def choose(
        self,
        index: MaterialIndex,  # noqa: ARG002
        pairs: Pairs,  # noqa: ARG002
        allowed: NDArray[np.int64],
        history: History,  # noqa: ARG002
        *,
        stream: Stream,
        draw: int,
        annotator: int | None = None,  # noqa: ARG002 - bets know nobody
    ) -> tuple[int, float | None] | None:
        """Draw one of the allowed pairs."""
        return stream.integer(draw, len(allowed)), 1.0 / len(allowed)
