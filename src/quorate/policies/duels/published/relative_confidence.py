"""Relative confidence sampling: the winner of a drawn tournament meets the opponent that may still beat it most.

Idea: draw the preference matrix from what the judgments say. If a system leads all others in the draw it takes the
first place; if none does, the system that had the first place least often takes it. The second place goes to the
system with the largest upper bound against the first.

Formula: θ_ij ~ Beta(w_ij + 1, w_ji + 1) for i < j, θ_ji = 1 − θ_ij; first: i with θ_ij > ½ for all j; second: argmax_j
U_j,first with U_ij = min(1, û_ij + √(α ln t / n_ij)), 1 where n_ij = 0, U_ii = ½.

Only the sides of ½ matter, and only of the entries that decide whether there is a winner: one pass finds the system
that nobody met later has led, a second checks it against those before it. That is 2k draws instead of k(k − 1)/2.

A system that certainly beats everybody and wins the draw would meet itself, which costs nothing: time jumps to the
first draw that it does not win, or to where another system may beat it again, whichever comes first.

The evaluation paper's code breaks ties by the lowest index; here by lot.

Guarantee: none proven; in practice like relative UCB with a smaller constant. No stopping rule.
Reference: Zoghi et al., Relative confidence sampling for efficient on-line ranker evaluation (2014).
When not to use: when there is no Condorcet winner; when the study should say itself that it is done.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import inlined
from quorate.kernels.rng import draw, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, STEPS, State, numbers
from quorate.policies.duels.published.bounds import (
    ALPHAS,
    LONGEST,
    Bounds,
    Exploration,
    certain_winner,
    challenger,
    jump,
    new_bounds,
    smallest_margin,
    widen,
)
from quorate.policies.duels.published.copeland import COPELAND, recommend
from quorate.policies.duels.published.draws import begin, first_lost, log_keep, tell


class _Memory(NamedTuple):
    """Bounds, and what a draw of the preferences goes by."""

    bounds: Bounds  # who certainly beats whom
    losing: Floats  # system × system: chance that the first is below ½ in a draw against the second
    chosen: Ints  # how often each system had the first place


def memory(known: Known) -> _Memory:
    """Every draw is a coin toss, nobody was chosen."""
    k = len(known.sizes)
    return _Memory(new_bounds(k), np.full((k, k), 0.5), numbers(k))


@inlined
def ask(state: State[_Memory], parameters: Exploration, seed: int, run: int, question: int) -> tuple[int, int]:
    """The winner of the draw against whoever may still beat it."""
    k = state.copeland.size
    chosen = state.memory.chosen
    rng = seed_rng(seed, run, question, 0)
    while True:
        state.clock[STEPS] += 1
        widen(state, parameters.alpha * math.log(state.clock[STEPS]))
        start, lost = 0, -1
        alone = certain_winner(state)
        if alone >= 0:
            level = smallest_margin(state, alone)
            before = state.clock[STEPS]
            end = math.exp(level / parameters.alpha)
            keep = log_keep(state.memory.losing, alone)
            rng, u = draw(rng)
            steps = math.log1p(-u) / keep if keep < 0.0 else np.inf
            if min(before + steps, end) > math.exp(LONGEST):
                return PASS
            if before + np.floor(steps) >= end:
                jump(state, parameters.alpha, level)
            else:
                state.clock[STEPS] += np.int64(steps)
                widen(state, parameters.alpha * math.log(state.clock[STEPS]))
                start = alone
                rng, lost = first_lost(state.memory.losing, alone, 1, rng)
            chosen[alone] += state.clock[STEPS] - before
        rng, first = _tournament(state, start, lost, rng)
        if first < 0:
            rng, first = _least_chosen(chosen, rng)
        chosen[first] += 1
        if state.memory.bounds.wins[first] < k - 1:
            rng, second = challenger(state, first, rng)
            return first, second


@inlined
def _tournament(state: State[_Memory], start: int, lost: int, rng: np.uint64) -> tuple[np.uint64, int]:
    """The system that leads all others in a draw, or −1; `lost` is the start's first lost draw where that is known."""
    k = state.copeland.size
    holder, before = start, -1
    for j in range(k):
        place = j - np.int64(j > start)
        if j == start or place < lost:
            continue
        loses = place == lost
        if not loses:
            rng, u = draw(rng)
            loses = u < state.memory.losing[holder, j]
        if loses:
            holder, before = j, holder
    if holder == start:
        return rng, holder
    for j in range(k):
        if j in (holder, before) or (j > holder and j != start):
            continue
        rng, u = draw(rng)
        if u < state.memory.losing[holder, j]:
            return rng, -1
    return rng, holder


@inlined
def _least_chosen(chosen: NDArray[np.int64], rng: np.uint64) -> tuple[np.uint64, int]:
    """The system that had the first place least often, one of equals at random."""
    fewest, first, equals = chosen[0], 0, 1
    for i in range(1, chosen.size):
        if chosen[i] < fewest:
            fewest, first, equals = chosen[i], i, 1
        elif chosen[i] == fewest:
            equals += 1
            rng, u = draw(rng)
            if u * equals < 1.0:
                first = i
    return rng, first


POLICY = DuelPolicy(
    name="rcs",
    home=__name__,
    parameters=Exploration(alpha=0.501),
    limits=ALPHAS,
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends=COPELAND,
)
