"""Knockout: random duels, the winners go on; later duels are longer.

Idea: in every round the systems left are paired at random; one without a partner goes on. A duel ends when its winner
is clear or when neither can be ahead by much. A mistake costs more in a late round, so ε and δ shrink with the rounds.

Formula: in round r, ε_r = (2^⅓ − 1) ε / (γ 2^{r/3}) and δ_r = δ / 2^r. After n comparisons, û the share of either, the
duel is over when |û − ½| > √(ln(4n²/δ_r) / 2n) − ε_r or n > ln(2/δ_r) / 2ε_r²; a coin decides where û = ½.

Guarantee: with probability 1 − δ the winner loses to nobody by more than ε, after O(k ε⁻² ln(1/δ)) comparisons, if
strong stochastic transitivity (relaxed by γ ≥ 1) and the stochastic triangle inequality hold. Not with γ < 1, which
the evaluation paper uses because duels get shorter.

Recommends: of the systems still in, the one ahead of most others (that is: with most duels won); at the end, the
winner.

The evaluation's code takes δ instead of δ_r in the radius (duels a little shorter) and lets the second of two equal
systems go on. It reports the mean number of comparisons at the end wherever 95 % of the runs end right.

With open questions the same duel goes on being asked about; what comes after its end only adds to the counts.

Reference: Falahatgar et al., Maximum selection and ranking under noisy comparisons (2017), algorithm 3.
When not to use: with close systems at the top (ε of .2 does not tell them apart), or when a cycle is possible.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.arrays import Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, TOLD, State, estimate, leads, numbers, record, record_of


class _Parameters(NamedTuple):
    """Names and usual values."""

    epsilon: float = 0.2  # ε
    delta: float = 0.09  # δ
    gamma: float = 0.6  # γ


class _Marks:
    """Numbers that change."""

    round: int  # which round, from 1
    left: int  # how many systems are in it
    over: int  # duels of it that are over


class Bracket(NamedTuple):
    """The round and its systems."""

    marks: _Marks
    order: Ints  # its systems in the order of the duels; winners of those that are over come first


def memory(known: Known) -> Bracket:
    """No round has begun."""
    k = len(known.sizes)
    return Bracket(record_of(_Marks), order=numbers(k))


@compiled
def begin(state: State[Bracket], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody takes part, in random order."""
    k = state.copeland.size
    state.memory.marks.round, state.memory.marks.left, state.memory.marks.over = 1, k, 0
    for i in range(k):
        state.memory.order[i] = i
    _shuffle(state, seed_rng(seed, run, 0, 3))


@compiled
def ask(state: State[Bracket], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The two systems of the current duel."""
    return PASS if state.memory.marks.left == 1 else _duel(state)


@compiled
def tell(
    state: State[Bracket], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and end the duel when it is decided."""
    record(state, i, j, outcome)
    if is_current(state, i, j) and _is_decided(state, parameters, i, j):
        end_duel(state, seed_rng(seed, run, question, 4))


@compiled
def recommend(state: State[Bracket], parameters: _Parameters, seed: int, run: int) -> int:
    """Of the systems still in, the one ahead of most others; one of equals is drawn afresh after every judgment."""
    rng = seed_rng(seed, run, state.clock[TOLD], 1)
    over = state.memory.marks.over
    most, best, equals = -1, 0, 0
    for place in range(state.memory.marks.left):
        if over <= place < 2 * over:  # the winners have moved to the front
            continue
        i = state.memory.order[place]
        if state.copeland[i] > most:
            most, best, equals = state.copeland[i], i, 1
        elif state.copeland[i] == most:
            equals += 1
            rng, toss = draw(rng)
            if toss * equals < 1.0:
                best = i
    return best


@compiled
def is_current(state: State[Bracket], i: int, j: int) -> bool:
    """Whether i and j are the two of the current duel."""
    if state.memory.marks.left == 1:
        return False
    a, b = _duel(state)
    return (i == a and j == b) or (i == b and j == a)


@compiled
def end_duel(state: State[Bracket], rng: np.uint64) -> None:
    """The one ahead goes on, of equals a random one; after the last duel of a round the next round is drawn."""
    a, b = _duel(state)
    if leads(state, b, a):
        a = b
    elif not leads(state, a, b):
        rng, toss = draw(rng)
        if toss < 0.5:
            a = b
    state.memory.order[state.memory.marks.over] = a
    state.memory.marks.over += 1
    over, left = state.memory.marks.over, state.memory.marks.left
    if 2 * over + 1 < left:
        return
    if 2 * over < left:
        state.memory.order[over] = state.memory.order[left - 1]
        over += 1
    state.memory.marks.round += 1
    state.memory.marks.left, state.memory.marks.over = over, 0
    _shuffle(state, rng)


@compiled
def _duel(state: State[Bracket]) -> tuple[int, int]:
    """The two systems of the current duel."""
    place = 2 * state.memory.marks.over
    return state.memory.order[place], state.memory.order[place + 1]


@compiled
def _is_decided(state: State[Bracket], parameters: _Parameters, i: int, j: int) -> bool:
    """Whether the duel of i and j in this round is over."""
    epsilon, delta, gamma = parameters
    n, r = state.plays[i, j], state.memory.marks.round
    epsilon *= (2.0 ** (1.0 / 3.0) - 1.0) / (gamma * 2.0 ** (r / 3.0))
    delta /= 2.0**r
    radius = math.sqrt(math.log(4.0 * n * n / delta) / (2.0 * n))
    return abs(estimate(state, i, j) - 0.5) > radius - epsilon or n > math.log(2.0 / delta) / (2.0 * epsilon * epsilon)


@compiled
def _shuffle(state: State[Bracket], rng: np.uint64) -> None:
    """Put the systems of the round in random order."""
    order = state.memory.order
    for place in range(state.memory.marks.left - 1, 0, -1):
        rng, other = draw_below(rng, place + 1)
        order[place], order[other] = order[other], order[place]


POLICY = DuelPolicy(
    name="knockout",
    home=__name__,
    parameters=_Parameters(),
    limits={"epsilon": (1e-3, 0.5), "delta": (1e-12, 1.0), "gamma": (0.1, 10.0)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="Of the systems still in, the one ahead of most others",
)
