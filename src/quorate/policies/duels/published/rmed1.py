"""RMED1: compare where the evidence against being the winner is small.

Idea: I_i is the evidence that i loses to somebody. Systems whose evidence is within ln t + f(k) of the smallest are
worth comparing; they take turns, each against the opponent it does worst with.

Formula: I_i = Σ_{j : û_ij ≤ ½} n_ij kl(û_ij); candidates {i : I_i ≤ min I + ln t + f(k)}, f(k) = 0.3 k^1.01. Every pair
is compared once first. Opponent of i: argmin_j û_ij, or i itself if it leads everybody. A comparison with itself costs
nothing and only lets time pass; when only that is left, time jumps to where another system becomes a candidate.

Komiyama et al. compare i with the likeliest winner when i trails it or leads everybody, and with argmin_j û_ij
otherwise. The evaluation paper's code always takes the latter; so does this by default (`opponent` = 0). `opponent` = 1
is the authors' rule.

Guarantee: asymptotically optimal regret if a Condorcet winner exists; no stopping rule.
Reference: Komiyama et al., Regret lower bound and optimal algorithm in dueling bandit problem (2015).
When not to use: when there is no Condorcet winner, or when the study should say itself that it is done.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled, inlined
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import (
    PASS,
    STEPS,
    State,
    divergence,
    estimate,
    numbers,
    pair_at,
    record,
    record_of,
)
from quorate.policies.duels.published.copeland import COPELAND, recommend


class _Parameters(NamedTuple):
    """Names and usual values."""

    factor: float = 0.3  # f(k) = factor · k^exponent
    exponent: float = 1.01
    opponent: float = 0.0  # 1 for the authors' rule


_LONGEST = 40.0  # ln t beyond which nobody will be compared again in this universe


class _Marks:
    """Numbers that change."""

    pending: int = -1  # the system that stepped last; −1 for none
    listed: int  # how many are left in this round


class _Memory(NamedTuple):
    """The evidence, and the rounds."""

    marks: _Marks
    evidence: Floats  # against each system
    order: Ints  # these: the last is the next
    now: Ints  # system → 1 where it is in this round
    later: Ints  # system → 1 where it is in the next


def memory(known: Known) -> _Memory:
    """Nothing compared."""
    k = len(known.sizes)
    return _Memory(record_of(_Marks), np.zeros(k), order=numbers(k), now=numbers(k), later=numbers(k))


@inlined
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody takes part in the first round, in random order."""
    k = state.copeland.size
    state.memory.marks.pending = -1
    state.memory.marks.listed = k
    for i in range(k):
        state.memory.order[i] = i
        state.memory.now[i] = 1
    _shuffle(state.memory.order, k, seed_rng(seed, run, 0, 3))


@inlined
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Every pair once, then the next candidate against its opponent."""
    k = state.copeland.size
    if state.clock[STEPS] < k * (k - 1) // 2:
        state.clock[STEPS] += 1
        return pair_at(state.clock[STEPS] - 1, k)
    rng = seed_rng(seed, run, question, 0)
    while True:
        if state.memory.marks.pending >= 0:
            rng = _finish_step(state, parameters, rng)
            if state.clock[STEPS] < 0:
                return PASS
        state.clock[STEPS] += 1
        state.memory.marks.listed -= 1
        i = state.memory.order[state.memory.marks.listed]
        state.memory.marks.pending = i
        rng, j = _opponent(state.wins, state.plays, i, rng)
        if parameters.opponent == 1.0:
            likeliest = np.argmin(state.memory.evidence)
            if i == j or estimate(state, i, likeliest) <= 0.5:
                j = likeliest
        if i != j:
            return i, j


@inlined
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and move the evidence of both systems."""
    evidence, wins, plays = state.memory.evidence, state.wins, state.plays
    evidence[i] -= _evidence(wins[i, j], plays[i, j])
    evidence[j] -= _evidence(wins[j, i], plays[j, i])
    record(state, i, j, outcome)
    evidence[i] += _evidence(wins[i, j], plays[i, j])
    evidence[j] += _evidence(wins[j, i], plays[j, i])


@compiled
def _evidence(wins: float, plays: int) -> float:
    """What so many wins of so many comparisons say against a system."""
    return plays * divergence(wins / plays) if plays > 0 and 2.0 * wins <= plays else 0.0


@compiled
def _opponent(wins: Floats, plays: Ints, i: int, rng: np.uint64) -> tuple[np.uint64, int]:
    """Whom i does worst with, one of equals at random; i itself where it leads everybody."""
    lowest, worst, equals = 2.0, i, 0
    for j in range(wins.shape[0]):
        if j == i:
            continue
        u = wins[i, j] / plays[i, j] if plays[i, j] > 0 else 0.5
        if u < lowest - 1e-12:
            lowest, worst, equals = u, j, 1
        elif u <= lowest + 1e-12:
            equals += 1
            rng, toss = draw(rng)
            if toss * equals < 1.0:
                worst = j
    return rng, i if lowest > 0.5 else worst


@inlined
def _finish_step(state: State[_Memory], parameters: _Parameters, rng: np.uint64) -> np.uint64:
    """Book the last step: who is a candidate of the next round; begin it when this one is over."""
    k = state.copeland.size
    now, later = state.memory.now, state.memory.later
    now[state.memory.marks.pending] = 0
    state.memory.marks.pending = -1
    least = state.memory.evidence.min()
    slack = parameters.factor * k**parameters.exponent
    reach = least + math.log(max(state.clock[STEPS] - 1.0, 1.0)) + slack
    for i in range(k):
        if state.memory.evidence[i] <= reach and now[i] == 0:
            later[i] = 1
    if state.memory.marks.listed > 0:
        return rng
    count = 0
    for i in range(k):
        now[i] = later[i]
        if later[i] == 1:
            state.memory.order[count] = i
            count += 1
        later[i] = 0
    state.memory.marks.listed = count
    if count == 1:
        _let_time_pass(state, state.memory.order[0], least + slack)
    return _shuffle(state.memory.order, count, rng)


@inlined
def _let_time_pass(state: State[_Memory], alone: int, reach: float) -> None:
    """One candidate that leads everybody compares itself with itself until another is a candidate again."""
    if state.copeland[alone] < state.copeland.size - 1:
        return
    nearest = np.inf
    for i in range(state.copeland.size):
        if i != alone:
            nearest = min(nearest, state.memory.evidence[i] - reach)
    if nearest > _LONGEST:
        state.clock[STEPS] = -1
    elif nearest > 0.0:
        state.clock[STEPS] = max(state.clock[STEPS], np.int64(math.exp(nearest)) + 2)


@compiled
def _shuffle(order: Ints, listed: int, rng: np.uint64) -> np.uint64:
    """Put the systems of the round in random order."""
    for place in range(listed - 1, 0, -1):
        rng, other = draw_below(rng, place + 1)
        order[place], order[other] = order[other], order[place]
    return rng


POLICY = DuelPolicy(
    name="rmed1",
    home=__name__,
    parameters=_Parameters(),
    limits={"factor": (0.0, 10.0), "exponent": (0.0, 3.0), "opponent": (0.0, 1.0)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends=COPELAND,
)
