"""SAVAGE for the Copeland winner: in turn all pairs that can still change who wins.

Idea: begin with all pairs. A pair leaves when it is decided, or when neither of its systems can have more wins any
more than somebody certainly has. The pairs that are left are compared in rounds, each once in random order. When none
is left, the winner is known.

Formula: a pair is decided when ½ lies outside û ± √(ln η / 2n), with η = 2NT/δ for a known horizon T and N = k(k −
1)/2 pairs, η = π² N n² / 3δ otherwise; it stays decided. With certain wins and losses, (i, j) matters while it is
undecided and k − 1 − min(losses_i, losses_j) > max wins.

Rounds in random order are the published "least compared first" with ties by lot; what is in flight counts as compared.
The evaluation paper describes a random active pair; its code takes the least compared.

Guarantee: with probability 1 − δ a Copeland winner when it ends (after T comparisons it ends without); about Σ
ln(N/δΔ)/Δ² comparisons, over the pairs with their margins Δ. No assumption about the systems.
Reference: Urvoy et al., Generic exploration and k-armed voting bandits (2013).
When not to use: when judgments are dear; it resolves most pairs and needs about as many as the uniform policy.
"""

import math
from typing import NamedTuple

from quorate.kernels.chance import begin_chance, draw_below
from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, STEPS, State, copeland_winner, leads, record


class Parameters(NamedTuple):
    """Names and usual values."""

    delta: float = 0.1  # δ
    horizon: float = 0.0  # T, 0 where it is not known


_MOST, _ACTIVE, _LEFT, _LOSSES = 0, 1, 2, 3  # most certain wins of anybody; active pairs, of which left in this round


def memory(systems: int) -> tuple[int, int]:
    """Certain losses and wins of each system, which pairs are decided, the active pairs."""
    return 0, _LOSSES + 2 * systems + systems * systems + systems * (systems - 1) // 2


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Every pair is active and left in the first round."""
    k = state.copeland.size
    place = _LOSSES + 2 * k + k * k
    for i in range(k):
        for j in range(i + 1, k):
            state.marks[place] = i * k + j
            place += 1
    state.marks[_ACTIVE] = state.marks[_LEFT] = k * (k - 1) // 2


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """A random pair of those left in this round that can still matter."""
    k = state.copeland.size
    pairs = state.marks[_LOSSES + 2 * k + k * k :]
    if 0.0 < parameters.horizon <= state.clock[STEPS]:
        return PASS
    chance = begin_chance(seed, run, question, 0)
    while state.marks[_ACTIVE] > 0:
        if state.marks[_LEFT] == 0:
            state.marks[_LEFT] = state.marks[_ACTIVE]
        chance, place = draw_below(chance, state.marks[_LEFT])
        state.marks[_LEFT] -= 1
        last = state.marks[_LEFT]
        pairs[place], pairs[last] = pairs[last], pairs[place]
        i, j = pairs[last] // k, pairs[last] % k
        if _matters(state, i, j):
            state.clock[STEPS] += 1
            return i, j
        state.marks[_ACTIVE] -= 1
        pairs[last] = pairs[state.marks[_ACTIVE]]
    return PASS


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it; a pair whose interval leaves ½ is decided and stays so."""
    k = state.copeland.size
    record(state, i, j, outcome)
    decided = _LOSSES + 2 * k
    if state.marks[decided + i * k + j] == 1 or not _certain(state, parameters, i, j):
        return
    state.marks[decided + i * k + j] = state.marks[decided + j * k + i] = 1
    winner, loser = (i, j) if leads(state, i, j) else (j, i)
    state.marks[_LOSSES + loser] += 1
    state.marks[_LOSSES + k + winner] += 1
    state.marks[_MOST] = max(state.marks[_MOST], state.marks[_LOSSES + k + winner])


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts, as in the evaluation paper."""
    return copeland_winner(state, seed, run)


@compiled
def _certain(state: State, parameters: Parameters, i: int, j: int) -> bool:
    """Whether ½ lies outside û ± √(ln η / 2n)."""
    k, n = state.copeland.size, state.plays[i, j]
    variables = 0.5 * k * (k - 1)
    if parameters.horizon > 0.0:
        eta = 2.0 * variables * parameters.horizon / parameters.delta
    else:
        eta = math.pi**2 * variables * n * n / (3.0 * parameters.delta)
    lead = state.wins[i, j] - state.wins[j, i]
    return lead * lead > 2.0 * n * math.log(eta)


@compiled
def _matters(state: State, i: int, j: int) -> bool:
    """Whether the pair is undecided and one of the two may still have more wins than anybody certainly has."""
    k = state.copeland.size
    if state.marks[_LOSSES + 2 * k + i * k + j] == 1:
        return False
    fewest = min(state.marks[_LOSSES + i], state.marks[_LOSSES + j])
    return k - 1 - fewest > state.marks[_MOST]


POLICY = DuelPolicy(
    name="savage",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The Copeland winner of the counts, as in the evaluation paper",
)
