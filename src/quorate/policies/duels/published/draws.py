"""Draws of the preference matrix: what relative confidence sampling and double Thompson sampling have in common.

Idea: after w_ij wins of i over j (ties count half to both) the probability that i is preferred has the distribution
Beta(w_ij + 1, w_ji + 1). Who leads in a draw of the matrix depends only on which side of ½ each entry falls, so the
chance of that is kept for every pair, changed when the pair is judged, and a draw costs one uniform number. The value
of an entry is drawn, given its side, only where it is needed: that is the same distribution.

Formula: P(θ_ij < ½) = I_½(w_ij + 1, w_ji + 1), the regularised incomplete beta function by its continued fraction.

Time that passes by itself: while a system leads all its draws it meets itself, which costs nothing. The number of such
steps is geometric, so time jumps over them, and the step that follows is drawn given that it loses one draw. Where no
system leads all others (no Condorcet winner) steps are taken one by one; after 256 in which systems met themselves
time jumps to where the next pair becomes uncertain.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled, inlined
from quorate.kernels.rng import draw, draw_beta, seed_rng
from quorate.policies.duels.machine.policy import Known
from quorate.policies.duels.machine.state import PASS, STEPS, State, divergence, numbers
from quorate.policies.duels.published.bounds import (
    LONGEST,
    Bounds,
    Exploration,
    begin_bounds,
    is_certain,
    jump,
    new_bounds,
    next_level,
    record_bounds,
    widen,
)

_LIKELY = 0.1  # chance of a side of ½ below which a value on that side is not found by waiting for it
_PATIENCE = 256  # systems that met themselves in a row before time jumps to where a pair becomes uncertain


class Draws(NamedTuple):
    """Bounds, and a draw of the preferences."""

    bounds: Bounds  # who certainly beats whom
    losing: Floats  # system × system: chance that the first is below ½ in a draw against the second
    regrets: Floats  # what comparing each system would cost
    scores: Ints  # how many each leads in a draw; who leads whom in the second
    leaders: Ints  # system × system: who leads in the draw


def memory(known: Known) -> Draws:
    """Every draw is a coin toss."""
    k = len(known.sizes)
    return Draws(new_bounds(k), np.full((k, k), 0.5), np.zeros(k), numbers(k), numbers(k, k))


@inlined
def begin(state: State[Any], parameters: Exploration, seed: int, run: int) -> None:
    """Nothing is known: every draw is a coin toss."""
    begin_bounds(state)
    state.memory.losing[:] = 0.5


@inlined
def tell(
    state: State[Any], parameters: Exploration, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it and move the chances of its pair."""
    record_bounds(state, i, j, outcome)
    leader, other = (i, j) if state.wins[i, j] >= state.wins[j, i] else (j, i)
    chance = below_half(state.wins[leader, other] + 1.0, state.wins[other, leader] + 1.0)
    state.memory.losing[leader, other] = chance
    state.memory.losing[other, leader] = 1.0 - chance


@compiled
def below_half(a: float, b: float) -> float:
    """P(Beta(a, b) < ½) for a ≥ b, by Lentz's evaluation of the continued fraction."""
    if a == b:
        return 0.5
    scale = math.exp(math.lgamma(a + b) - math.lgamma(a + 1.0) - math.lgamma(b) - (a + b) * math.log(2.0))
    c, d = 1.0, 1.0 / (1.0 - 0.5 * (a + b) / (a + 1.0))
    value = d
    for m in range(1, 100_000):
        even = 0.5 * m * (b - m) / ((a + 2 * m - 1.0) * (a + 2 * m))
        d = 1.0 / (1.0 + even * d)
        c = 1.0 + even / c
        value *= c * d
        odd = -0.5 * (a + m) * (a + b + m) / ((a + 2 * m) * (a + 2 * m + 1.0))
        d = 1.0 / (1.0 + odd * d)
        c = 1.0 + odd / c
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return min(scale * value, 0.5)


@compiled
def log_keep(losing: Floats, i: int) -> float:
    """Logarithm of the chance that i leads every other system in a draw."""
    total = 0.0
    for j in range(len(losing)):
        if j != i:
            total += math.log1p(-losing[i, j])
    return total


@compiled
def first_lost(losing: Floats, i: int, times: int, rng: np.uint64) -> tuple[np.uint64, int]:
    """Which of i's draws in `times` matrices is the first that it loses, given that it loses one."""
    k = len(losing)
    rng, u = draw(rng)
    target = -u * math.expm1(times * log_keep(losing, i))
    lost, kept, last = 0.0, 1.0, 0
    for place in range(times * (k - 1)):
        j = place % (k - 1)
        chance = losing[i, j + np.int64(j >= i)]
        if chance > 0.0:
            last = place
        lost += kept * chance
        if lost > target:
            return rng, place
        kept *= 1.0 - chance
    return rng, last


@inlined
def ask_twice(state: State[Any], alpha: float, by_regret: bool, seed: int, run: int, question: int) -> tuple[int, int]:
    """Double Thompson sampling: first and second system from two draws of the matrix."""
    k = state.copeland.size
    rng = seed_rng(seed, run, question, 0)
    alone = 0
    state.clock[STEPS] += 1
    while True:
        leader, lost = -1, -1
        for i in range(k):
            if state.copeland[i] == k - 1:
                leader = i
        if leader >= 0:
            keep = 2.0 * log_keep(state.memory.losing, leader)
            rng, u = draw(rng)
            steps = math.log1p(-u) / keep if keep < 0.0 else np.inf
            if state.clock[STEPS] + steps > math.exp(LONGEST):
                return PASS
            state.clock[STEPS] += np.int64(steps)
            rng, lost = first_lost(state.memory.losing, leader, 2, rng)
        widen(state, alpha * math.log(state.clock[STEPS]))
        first = leader
        if lost < k - 1:
            rng, first = _first(state, leader, lost, by_regret, rng)
        rng, second = _second(state, first, lost - (k - 1), rng)
        if first != second:
            return first, second
        alone += 1
        if alone % _PATIENCE > 0:
            state.clock[STEPS] += 1
            continue
        level = next_level(state)
        if level > alpha * LONGEST:
            return PASS
        jump(state, alpha, level)


@inlined
def _first(state: State[Any], leader: int, lost: int, by_regret: bool, rng: np.uint64) -> tuple[np.uint64, int]:
    """Of the systems with fewest certain losses, the one that leads most others in a draw."""
    k = state.copeland.size
    losing, scores, leaders = state.memory.losing, state.memory.scores, state.memory.leaders
    losses = state.memory.bounds.losses
    fewest = losses.min()
    scores[:] = 0
    for i in range(k):
        for j in range(i + 1, k):
            if losses[i] == fewest or losses[j] == fewest:
                rng = _draw_side(losing, scores, leaders, i, j, leader, lost, rng)
    best, first, equals = -1, -1, 0
    for i in range(k):
        if losses[i] != fewest:
            continue
        if scores[i] > best:
            best, first, equals = scores[i], i, 1
        elif scores[i] == best:
            equals += 1
            rng, u = draw(rng)
            if u * equals < 1.0:
                first = i
    if by_regret and equals > 1:
        return _least_regret(state, fewest, best, rng)
    return rng, first


@compiled
def _draw_side(
    losing: Floats, scores: Ints, leaders: Ints, i: int, j: int, leader: int, lost: int, rng: np.uint64
) -> np.uint64:
    """Draw who of i and j leads; the leader's draws up to the one it loses are known."""
    place = len(losing)
    if i == leader:
        place = j - 1
    elif j == leader:
        place = i
    winner = i
    if place < lost:
        winner = leader
    elif place == lost:
        winner = i + j - leader
    else:
        rng, u = draw(rng)
        if u < losing[i, j]:
            winner = j
    scores[winner] += 1
    leaders[i, j] = winner
    return rng


@inlined
def _least_regret(state: State[Any], fewest: int, best: int, rng: np.uint64) -> tuple[np.uint64, int]:
    """Of the candidates with the best score, the one whose comparisons with all others cost least in this draw."""
    k = state.copeland.size
    losses = state.memory.bounds.losses
    losing, scores, leaders = state.memory.losing, state.memory.scores, state.memory.leaders
    for i in range(k):
        for j in range(i + 1, k):
            if losses[i] != fewest and losses[j] != fewest:
                rng = _draw_side(losing, scores, leaders, i, j, -1, -1, rng)
    tied = (losses == fewest) & (scores == best)
    regrets = state.memory.regrets
    rng = _add_regrets(state, tied, regrets, rng)
    least, first, equals = np.inf, -1, 0
    for i in range(k):
        if tied[i] and (first < 0 or regrets[i] < least):
            least, first, equals = regrets[i], i, 1
        elif tied[i] and regrets[i] == least:
            equals += 1
            rng, u = draw(rng)
            if u * equals < 1.0:
                first = i
    return rng, first


@inlined
def _add_regrets(state: State[Any], tied: NDArray[np.bool_], regrets: Floats, rng: np.uint64) -> np.uint64:
    """What it costs, in this draw, to compare each tied system with every other until it is certain."""
    k = state.copeland.size
    scores = state.memory.scores
    regrets[:] = 0.0
    most = scores.max()
    for i in range(k):
        for j in range(i + 1, k):
            gap = 2 * most - scores[i] - scores[j]
            if gap == 0 or not (tied[i] or tied[j]):
                continue
            rng, value = _value(state.wins, state.memory.losing, i, j, state.memory.leaders[i, j] == i, rng)
            cost = gap / divergence(value) if value != 0.5 else 0.0
            regrets[i] += cost
            regrets[j] += cost
    return rng


@inlined
def _second(state: State[Any], first: int, lost: int, rng: np.uint64) -> tuple[np.uint64, int]:
    """Of those that do not certainly beat the first, the likeliest to in a new draw; the first if it leads all."""
    k = state.copeland.size
    wins, plays, losing, leads = state.wins, state.plays, state.memory.losing, state.memory.scores
    level = state.memory.bounds.marks.level
    count, second = 0, first
    for j in range(k):
        leads[j] = 0
        place = j - np.int64(j > first)
        if j == first or place < lost or is_certain(wins, plays, level, j, first):
            continue
        rng, u = draw(rng)
        if place == lost or u < losing[first, j]:
            leads[j] = 1
            count += 1
            second = j
    if count < 2:
        return rng, second
    highest = -1.0
    for j in range(k):
        if leads[j] == 1:
            rng, value = _value(wins, losing, j, first, True, rng)
            if value > highest:
                highest, second = value, j
    return rng, second


@compiled
def _value(wins: Floats, losing: Floats, i: int, j: int, leads: bool, rng: np.uint64) -> tuple[np.uint64, float]:
    """The entry of i against j in a draw, given its side of ½."""
    winner, loser = (i, j) if leads else (j, i)
    a, b = wins[loser, winner] + 1.0, wins[winner, loser] + 1.0
    if losing[loser, winner] > _LIKELY:
        below = 1.0
        while below > 0.5:
            rng, below = draw_beta(rng, a, b)
    else:
        rng, below = _far_below_half(a, b, rng)
    return rng, 1.0 - below if leads else below


@compiled
def _far_below_half(a: float, b: float, rng: np.uint64) -> tuple[np.uint64, float]:
    """A Beta(a, b) number given that it is below ½, a > b: under the tangent of its logarithmic density at ½."""
    slope = 2.0 * (a - b)
    while True:
        rng, u = draw(rng)
        rng, v = draw(rng)
        step = -math.log1p(-u) / slope
        value = 0.5 - step
        if value > 0.0 and math.log1p(-v) <= (
            (a - 1.0) * math.log(2.0 * value) + (b - 1.0) * math.log1p(2.0 * step) + slope * step
        ):
            return rng, value
