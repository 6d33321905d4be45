"""A duel policy that writes down what it is told beside every outcome."""
# ruff: noqa: ARG001, PLR0917 - the functions of a policy have these arguments

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import TOLD, pair_at, record

ROOM = 400


class Parameters(NamedTuple):
    """There must be one."""

    none: float = 0.0


class _Memory(NamedTuple):
    told: NDArray[np.float64]  # i, j, outcome, and what was beside it
    staked: NDArray[np.float64]
    count: NDArray[np.int64]


def memory(known):
    """Nothing was told."""
    return _Memory(np.full((ROOM, 7), np.nan), np.full((ROOM, 6), np.nan), np.zeros(1, dtype=np.int64))


@compiled
def begin(state, parameters, seed, run):
    """Nothing to prepare."""


@compiled
def ask(state, parameters, seed, run, question):
    """The pairs in turn, either way round."""
    systems = state.copeland.size
    i, j = pair_at(question % (systems * (systems - 1) // 2), systems)
    return (j, i) if question % 2 else (i, j)


@compiled
def tell(state, parameters, i, j, outcome, seed, run, question):
    """Write it down."""
    row = state.memory.told[state.clock[TOLD]]
    row[0], row[1], row[2] = i, j, outcome
    row[3:] = state.beside
    record(state, i, j, outcome)


@compiled
def recommend(state, parameters, seed, run):
    """Anybody."""
    return 0


POLICY = DuelPolicy(
    name="spy",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="anybody",
)
