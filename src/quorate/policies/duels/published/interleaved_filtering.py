"""Interleaved filtering: one champion is compared with everybody until somebody clearly beats it.

Idea: the champion meets every rival in turn. After each pass, rivals that lost clearly leave; a rival that won clearly
becomes the champion, and the rivals that the old champion was ahead of leave with it (pruning).

Formula: after n comparisons of champion and rival the radius is √(4 ln(1/δ) / n), δ = 1/(T k²); "clearly" means that ½
is outside û ± radius. T is the number of comparisons the study could last.

Guarantee: the best system with probability 1 − 1/T and O(k ln T / Δ) expected regret, Δ the margin of the best over
the second, if there is a total order with strong stochastic transitivity and the stochastic triangle inequality.

Recommends: the champion, from the start, when it is a random system.

The evaluation paper's code does not prune; `prune` = 0 does as it. Where several beat the champion clearly, it takes
the lowest index, this a random one. Its figures average over the runs seen at the same number of comparisons, which
hardly any two share: so they tell when the last of 200 runs was wrong for the last time, not when 95 % were right.

With open questions the next pass begins before the last one is answered; answers about a former champion only add to
the counts. A rival's comparisons with a new champion begin at zero by themselves, because they never met before.

Reference: Yue et al., The K-armed dueling bandits problem (2012), IF2.
When not to use: with close systems: one that is ahead by Δ = û − ½ is only sure after 4 ln(T k²) / Δ² comparisons.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.arrays import Ints
from quorate.kernels.compiling import inlined
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, State, estimate, leads, numbers, record, record_of


class _Parameters(NamedTuple):
    """Names and usual values."""

    horizon: float = 1e6  # T
    prune: float = 1.0  # whether rivals leave that the old champion was ahead of


class _Marks:
    """Numbers that change."""

    champion: int  # who it is
    rivals: int  # how many rivals it has
    following: int  # place of the next rival to ask about
    heard: int  # answers in this pass


class _Memory(NamedTuple):
    """The champion and its rivals."""

    marks: _Marks
    order: Ints  # the rivals in the order they are asked about
    is_rival: Ints  # system → 1 while it is a rival


def memory(known: Known) -> _Memory:
    """Nobody is the champion yet."""
    k = len(known.sizes)
    return _Memory(record_of(_Marks), order=numbers(k), is_rival=numbers(k))


@inlined
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """A random champion; all others are rivals."""
    k = state.copeland.size
    _, champion = draw_below(seed_rng(seed, run, 0, 3), k)
    state.memory.marks.champion = champion
    state.memory.marks.rivals = 0
    for i in range(k):
        if i != champion:
            _keep(state, i)
        state.memory.is_rival[i] = np.int64(i != champion)


@inlined
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The champion against the next rival."""
    rivals, place = state.memory.marks.rivals, state.memory.marks.following
    if rivals == 0:
        return PASS
    state.memory.marks.following = place + 1 if place + 1 < rivals else 0
    return state.memory.marks.champion, state.memory.order[place]


@inlined
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it; when as many answers have come as there are rivals, see who leaves."""
    record(state, i, j, outcome)
    champion = state.memory.marks.champion
    rival = j if i == champion else i
    if champion not in (i, j) or state.memory.is_rival[rival] == 0:
        return
    state.memory.marks.heard += 1
    if state.memory.marks.heard >= state.memory.marks.rivals:
        state.memory.marks.heard = 0
        _end_pass(state, parameters, seed_rng(seed, run, question, 4))


@inlined
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """The champion."""
    return state.memory.marks.champion


@inlined
def _end_pass(state: State[_Memory], parameters: _Parameters, rng: np.uint64) -> None:
    """Rivals that lost clearly leave; one that won clearly takes over."""
    champion, rivals = state.memory.marks.champion, state.memory.marks.rivals
    width = 4.0 * math.log(parameters.horizon * state.copeland.size**2)
    winner, winners = -1, 0
    state.memory.marks.rivals = 0
    for place in range(rivals):
        i = state.memory.order[place]
        n = state.plays[champion, i]
        lead = (estimate(state, champion, i) - 0.5) * math.sqrt(n / width)
        if lead <= 1.0:
            _keep(state, i)
        else:
            _drop(state, i)
        if lead < -1.0:
            winners += 1
            rng, toss = draw(rng)
            if toss * winners < 1.0:
                winner = i
    if winners > 0:
        _take_over(state, winner, parameters.prune == 1.0)
    if state.memory.marks.rivals < rivals:
        state.memory.marks.following = 0


@inlined
def _take_over(state: State[_Memory], winner: int, prune: bool) -> None:
    """A new champion; the rivals that the old one was ahead of leave where pruning is on."""
    champion, rivals = state.memory.marks.champion, state.memory.marks.rivals
    state.memory.marks.champion = winner
    state.memory.marks.rivals = 0
    for place in range(rivals):
        i = state.memory.order[place]
        if i == winner or (prune and leads(state, champion, i)):
            _drop(state, i)
        else:
            _keep(state, i)


@inlined
def _keep(state: State[_Memory], i: int) -> None:
    """Put i at the end of the list of rivals."""
    state.memory.order[state.memory.marks.rivals] = i
    state.memory.marks.rivals += 1


@inlined
def _drop(state: State[_Memory], i: int) -> None:
    """It is no rival any more."""
    state.memory.is_rival[i] = 0


POLICY = DuelPolicy(
    name="if",
    home=__name__,
    parameters=_Parameters(),
    limits={"horizon": (2.0, 1e12), "prune": (0.0, 1.0)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The champion",
)
