"""Every pair equally likely.

Idea: no pair is favoured; nothing about the systems is assumed.
Guarantee: every estimator works with it.
When not to use: to find the best of many systems; it spends as many judgments on pairs that are clear as on the others.
"""

import numpy as np

from quorate.kernels.compiling import compiled
from quorate.kernels.streams import integer
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import Parameters, State, copeland_winner, pair_at, record


def memory(known: Known) -> tuple[()]:
    """Nothing beside the counts."""
    return ()


@compiled
def begin(state: State[tuple[()]], parameters: Parameters, seed: int, run: int) -> None:
    """Nothing to prepare."""


@compiled
def ask(state: State[tuple[()]], parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """One of the k(k − 1)/2 pairs in the order (0, 1), (0, 2), … (1, 2), …."""
    k = state.copeland.size
    place = integer(np.uint64(seed), np.uint64(run), np.uint64(question), np.uint64(0), k * (k - 1) // 2)
    return pair_at(place, k)


@compiled
def tell(
    state: State[tuple[()]], parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it."""
    record(state, i, j, outcome)


@compiled
def recommend(state: State[tuple[()]], parameters: Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts."""
    return copeland_winner(state, seed, run)


POLICY = DuelPolicy(
    name="uniform",
    home=__name__,
    parameters=(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The Copeland winner of the counts",
)
