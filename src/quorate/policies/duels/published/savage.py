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

from quorate.arrays import Ints
from quorate.kernels.compiling import inlined
from quorate.kernels.rng import draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, STEPS, State, leads, numbers, record, record_of
from quorate.policies.duels.published.copeland import COPELAND, recommend


class _Parameters(NamedTuple):
    """Names and usual values."""

    delta: float = 0.1  # δ
    horizon: float = 0.0  # T, 0 where it is not known


class _Marks:
    """Numbers that change."""

    most: int  # most certain wins of anybody
    active: int  # how many pairs are active
    left: int  # how many of these are left in this round


class _Memory(NamedTuple):
    """What is certain, and which pairs can still matter."""

    marks: _Marks
    losses: Ints  # certain losses of each system
    wins: Ints  # its certain wins
    decided: Ints  # system × system: 1 where the pair is decided
    pairs: Ints  # the pairs, as i · k + j: active ones first


def memory(known: Known) -> _Memory:
    """Nothing is certain."""
    k = len(known.sizes)
    return _Memory(
        marks=record_of(_Marks),
        losses=numbers(k),
        wins=numbers(k),
        decided=numbers(k, k),
        pairs=numbers(k * (k - 1) // 2),
    )


@inlined
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Every pair is active and left in the first round."""
    k = state.copeland.size
    place = 0
    for i in range(k):
        for j in range(i + 1, k):
            state.memory.pairs[place] = i * k + j
            place += 1
    state.memory.marks.active = state.memory.marks.left = k * (k - 1) // 2


@inlined
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """A random pair of those left in this round that can still matter."""
    k = state.copeland.size
    pairs = state.memory.pairs
    if 0.0 < parameters.horizon <= state.clock[STEPS]:
        return PASS
    rng = seed_rng(seed, run, question, 0)
    while state.memory.marks.active > 0:
        if state.memory.marks.left == 0:
            state.memory.marks.left = state.memory.marks.active
        rng, place = draw_below(rng, state.memory.marks.left)
        state.memory.marks.left -= 1
        last = state.memory.marks.left
        pairs[place], pairs[last] = pairs[last], pairs[place]
        i, j = pairs[last] // k, pairs[last] % k
        if _matters(state, i, j):
            state.clock[STEPS] += 1
            return i, j
        state.memory.marks.active -= 1
        pairs[last] = pairs[state.memory.marks.active]
    return PASS


@inlined
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it; a pair whose interval leaves ½ is decided and stays so."""
    record(state, i, j, outcome)
    decided = state.memory.decided
    if decided[i, j] == 1 or not _certain(state, parameters, i, j):
        return
    decided[i, j] = decided[j, i] = 1
    winner, loser = (i, j) if leads(state, i, j) else (j, i)
    state.memory.losses[loser] += 1
    state.memory.wins[winner] += 1
    state.memory.marks.most = max(state.memory.marks.most, state.memory.wins[winner])


@inlined
def _certain(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> bool:
    """Whether ½ lies outside û ± √(ln η / 2n)."""
    k, n = state.copeland.size, state.plays[i, j]
    variables = 0.5 * k * (k - 1)
    if parameters.horizon > 0.0:
        eta = 2.0 * variables * parameters.horizon / parameters.delta
    else:
        eta = math.pi**2 * variables * n * n / (3.0 * parameters.delta)
    lead = state.wins[i, j] - state.wins[j, i]
    return lead * lead > 2.0 * n * math.log(eta)


@inlined
def _matters(state: State[_Memory], i: int, j: int) -> bool:
    """Whether the pair is undecided and one of the two may still have more wins than anybody certainly has."""
    k = state.copeland.size
    if state.memory.decided[i, j] == 1:
        return False
    fewest = min(state.memory.losses[i], state.memory.losses[j])
    return k - 1 - fewest > state.memory.marks.most


POLICY = DuelPolicy(
    name="savage",
    home=__name__,
    parameters=_Parameters(),
    limits={"delta": (1e-12, 1.0), "horizon": (0.0, 1e12)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends=COPELAND,
)
