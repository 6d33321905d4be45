"""A yardstick, not a policy: the certified winner when somebody tells it beforehand whom to compare each system with.

It chooses systems, learns and bets as `certified` does, but the opponent is given: the true winner, or whoever truly
refutes the system soonest. What it saves is what it costs not to know.
"""

from dataclasses import replace

import numpy as np

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.certified import winner
from quorate.policies.duels.certified.winner import is_settled, two_winners
from quorate.policies.duels.machine.state import PASS, STEPS, Parameters, State
from quorate.simulation.bounds import loss_evidence
from quorate.simulation.pools import Pool


def with_opponents(state: State, opponents: np.ndarray) -> State:
    """The state with whom to compare each system with, behind its clock."""
    return state._replace(clock=np.concatenate([state.clock, opponents]))


def opponents_of(pool: Pool, *, is_winner: bool) -> np.ndarray:
    """The winner for everybody, or who refutes each soonest; −1 for the winner itself."""
    best = np.full(len(pool.systems), pool.condorcet_winner)
    if not is_winner:
        best = loss_evidence(pool).argmax(axis=1)
    best[pool.condorcet_winner] = -1
    return best


@compiled
def ask(state: State, _parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """One of two likely winners against the opponent that was told."""
    if is_settled(state):
        return PASS
    state.clock[STEPS] += 1
    beliefs = state.memory.beliefs
    a, b = two_winners(beliefs, state, seed_rng(seed, run, question, 0))
    if beliefs.mean[a, b] < 0.0:
        a, b = b, a
    told = state.clock[state.clock.size - state.copeland.size + b]
    return (told if told >= 0 else a), b


POLICY = replace(winner.POLICY, home=__name__, ask=ask)
