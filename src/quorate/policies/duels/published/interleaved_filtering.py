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

from quorate.kernels.chance import begin_chance, draw, draw_below
from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, State, estimate, leads, record


class Parameters(NamedTuple):
    """Names and usual values."""

    horizon: float = 1e6  # T
    prune: float = 1.0  # whether rivals leave that the old champion was ahead of


_CHAMPION, _RIVALS, _NEXT, _HEARD, _LIST = 0, 1, 2, 3, 4  # next to ask, answers in this pass, rivals, who is one


def memory(systems: int) -> tuple[int, int]:
    """The champion, its rivals in the order they are asked about, and for each system whether it is one."""
    return 0, _LIST + 2 * systems


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """A random champion; all others are rivals."""
    k = state.copeland.size
    _, champion = draw_below(begin_chance(seed, run, 0, 3), k)
    state.marks[_CHAMPION] = champion
    state.marks[_RIVALS] = 0
    for i in range(k):
        if i != champion:
            _keep(state, i)
        state.marks[_LIST + k + i] = np.int64(i != champion)


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The champion against the next rival."""
    rivals, place = state.marks[_RIVALS], state.marks[_NEXT]
    if rivals == 0:
        return PASS
    state.marks[_NEXT] = place + 1 if place + 1 < rivals else 0
    return state.marks[_CHAMPION], state.marks[_LIST + place]


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it; when as many answers have come as there are rivals, see who leaves."""
    record(state, i, j, outcome)
    champion = state.marks[_CHAMPION]
    rival = j if i == champion else i
    if champion not in (i, j) or state.marks[_LIST + state.copeland.size + rival] == 0:
        return
    state.marks[_HEARD] += 1
    if state.marks[_HEARD] >= state.marks[_RIVALS]:
        state.marks[_HEARD] = 0
        _end_pass(state, parameters, begin_chance(seed, run, question, 4))


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The champion."""
    return state.marks[_CHAMPION]


@compiled
def _end_pass(state: State, parameters: Parameters, chance: np.uint64) -> None:
    """Rivals that lost clearly leave; one that won clearly takes over."""
    champion, rivals = state.marks[_CHAMPION], state.marks[_RIVALS]
    width = 4.0 * math.log(parameters.horizon * state.copeland.size**2)
    winner, winners = -1, 0
    state.marks[_RIVALS] = 0
    for place in range(rivals):
        i = state.marks[_LIST + place]
        n = state.plays[champion, i]
        lead = (estimate(state, champion, i) - 0.5) * math.sqrt(n / width)
        if lead <= 1.0:
            _keep(state, i)
        else:
            _drop(state, i)
        if lead < -1.0:
            winners += 1
            chance, toss = draw(chance)
            if toss * winners < 1.0:
                winner = i
    if winners > 0:
        _take_over(state, winner, parameters.prune == 1.0)
    if state.marks[_RIVALS] < rivals:
        state.marks[_NEXT] = 0


@compiled
def _take_over(state: State, winner: int, prune: bool) -> None:
    """A new champion; the rivals that the old one was ahead of leave where pruning is on."""
    champion, rivals = state.marks[_CHAMPION], state.marks[_RIVALS]
    state.marks[_CHAMPION] = winner
    state.marks[_RIVALS] = 0
    for place in range(rivals):
        i = state.marks[_LIST + place]
        if i == winner or (prune and leads(state, champion, i)):
            _drop(state, i)
        else:
            _keep(state, i)


@compiled
def _keep(state: State, i: int) -> None:
    """Put i at the end of the list of rivals."""
    state.marks[_LIST + state.marks[_RIVALS]] = i
    state.marks[_RIVALS] += 1


@compiled
def _drop(state: State, i: int) -> None:
    """It is no rival any more."""
    state.marks[_LIST + state.copeland.size + i] = 0


POLICY = DuelPolicy(
    name="if",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The champion",
)
