"""Relative UCB: a system that may still beat everybody meets the opponent that may still beat it most.

Idea: bounds widen with the logarithm of time, so every pair stays in question until it is clear. Whoever no bound
rules out is a candidate. The last system that was the only candidate is the champion and takes half of the turns of
the first place; the second place goes to the system whose upper bound against the first is largest.

Formula: U_ij = min(1, û_ij + √(α ln t / n_ij)), 1 where n_ij = 0, U_ii = ½. Candidates {i : U_ij ≥ ½ for all j};
first: the champion with probability ½, else another candidate; second: argmax_j U_j,first, one of equals at random.
U_ij < ½ is the same as û_ij < ½ and n_ij (½ − û_ij)² > α ln t, so who certainly beats whom is counted, not computed at
every step.

A champion that certainly beats everybody would meet itself, which costs nothing: time jumps to where one of the others
may beat it again. Comparisons in flight narrow the radius when the opponent is chosen, nothing else.

The evaluation paper's code never lets a system meet itself, and where nobody is a candidate it makes the system drawn
by lot the champion. Here both are as published. Bounds are cut at 1, as there: otherwise a pair that was never
compared (x/0 := 1) would come after one that was compared once.

Guarantee: regret O(k log T) as T grows if a Condorcet winner exists and α > ½; no stopping rule.
Reference: Zoghi et al., Relative upper confidence bound for the k-armed dueling bandit problem (2014).
When not to use: when there is no Condorcet winner; when the study should say itself that it is done.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.kernels.compiling import inlined
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, STEPS, State, record_of
from quorate.policies.duels.published.bounds import (
    ALPHAS,
    LONGEST,
    Bounds,
    Exploration,
    begin_bounds,
    certain_winner,
    challenger,
    jump,
    new_bounds,
    smallest_margin,
    tell,
    widen,
)
from quorate.policies.duels.published.copeland import COPELAND, recommend


class _Marks:
    """Numbers that change."""

    champion: int = -1  # the last that was the only candidate; −1 for nobody


class _Memory(NamedTuple):
    """The bounds and the champion."""

    marks: _Marks
    bounds: Bounds  # who certainly beats whom


def memory(known: Known) -> _Memory:
    """Nothing is certain, nobody is the champion."""
    k = len(known.sizes)
    return _Memory(record_of(_Marks), new_bounds(k))


@inlined
def begin(state: State[_Memory], parameters: Exploration, seed: int, run: int) -> None:
    """Nothing is certain, nobody is the champion."""
    begin_bounds(state)
    state.memory.marks.champion = -1


@inlined
def ask(state: State[_Memory], parameters: Exploration, seed: int, run: int, question: int) -> tuple[int, int]:
    """A candidate against whoever may still beat it."""
    state.clock[STEPS] += 1
    widen(state, parameters.alpha * math.log(state.clock[STEPS]))
    alone = certain_winner(state)
    if alone >= 0:
        level = smallest_margin(state, alone)
        if level > parameters.alpha * LONGEST:
            return PASS
        state.memory.marks.champion = alone
        jump(state, parameters.alpha, level)
    rng, first = _candidate(state, seed_rng(seed, run, question, 0))
    rng, second = challenger(state, first, rng)
    return first, second


@inlined
def _candidate(state: State[_Memory], rng: np.uint64) -> tuple[np.uint64, int]:
    """The champion for half of the time, else another candidate; anybody where there is none."""
    k = state.copeland.size
    losses = state.memory.bounds.losses
    count = 0
    for i in range(k):
        count += np.int64(losses[i] == 0)
    champion = state.memory.marks.champion
    if champion >= 0 and losses[champion] > 0:
        champion = state.memory.marks.champion = -1
    if count == 0:
        return draw_below(rng, k)
    if champion >= 0 and count > 1:
        rng, u = draw(rng)
        if u < 0.5:
            return rng, champion
        count -= 1
    else:
        champion = -1
    rng, skip = draw_below(rng, count)
    first = -1
    for i in range(k):
        if losses[i] == 0 and i != champion:
            if skip == 0:
                first = i
                break
            skip -= 1
    if count == 1 and champion < 0:
        state.memory.marks.champion = first
    return rng, first


POLICY = DuelPolicy(
    name="rucb",
    home=__name__,
    parameters=Exploration(),
    limits=ALPHAS,
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends=COPELAND,
)
