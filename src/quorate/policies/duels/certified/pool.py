"""The certified winner of a finite pool: "on these items, one judgment each".

Idea: as `certified`, but every judgment of a pair is drawn without replacement from a pool of N items, so that what is
left to draw becomes known: the evidence is about the pool's own total, which a part of it can settle.

Formula: Y ∈ {−1, 0, 1} oriented to a, n seen, sum S. H_a says that every total is at least 0, so the next answer has
mean ≥ h = −S/(N − n) given the past; E_a ← E_a (1 − λ(Y − h)), 0 ≤ λ ≤ .9/(1 − h). λ is the average, weighted by what
they have won, of two bettors' −d/(v + d² + Var d) from the predicted d = mean − h and variance v of an answer (the
posterior, and the posterior if a loses to its strongest rival), cut so that a loss lands exactly on the threshold. a is
dropped at once when the rest cannot turn the sign. The posterior is that of `kernels.posterior` with differences of win
and loss rates in place of logits.

Guarantee: "X is best on these items as they were judged, if some system loses to nobody": wrong with probability ≤ δ.
When not to use: when the question is about how people would judge again; a redrawn pool may have another winner.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.kernels.chance import begin_chance
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import (
    PARTS,
    Matrix,
    Posterior,
    begin_stretch,
    believed_winner,
    combine,
    draw_winner,
    last_alive,
    observe,
    posterior_at,
    posterior_size,
    solve_strengths,
)
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, STEPS, TOLD, State, record
from quorate.policies.duels.machine.wagers import if_it_loses, strongest_rival


class Parameters(NamedTuple):
    """Names and usual values."""

    error: float = 0.025  # δ′


TRIES, OFTEN, BETTORS = 4, 100, 2
PARTNER = 5.0  # how much more the one drawn as winner is worth as an opponent than another of the same lead
SURE = 0.84  # standard deviations the last one must lead everybody by: four to one
NEXT_FIT, WINNER, LEFT, ALIVE = 0, 1, 2, 3
SHORT = 2.0  # of the spread of strengths: smaller gaps weigh no more, as the pool's end bounds what they take
SPREAD, DEVIATION = 0.04, 0.0016  # variances of strengths and of pairs, in win rate minus loss rate


def memory(systems: int) -> tuple[int, int]:
    """Posterior, pool sizes, squared surprises, what each bettor and all together have won; who is still alive."""
    return posterior_size(systems) + 2 * systems * systems + (BETTORS + 1) * systems + 2, ALIVE + systems


@compiled
def _sizes(state: State) -> Matrix:
    k = state.copeland.size
    at = PARTS * k * k + k + 2
    return state.numbers[at : at + k * k].reshape(k, k)


@compiled
def _surprises(state: State) -> Matrix:
    k = state.copeland.size
    at = (PARTS + 1) * k * k + k + 2
    return state.numbers[at : at + k * k].reshape(k, k)


@compiled
def _gains(state: State) -> Matrix:
    k = state.copeland.size
    at = (PARTS + 2) * k * k + k + 2
    return state.numbers[at : at + (BETTORS + 1) * k].reshape(k, BETTORS + 1)


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Everybody is alive; the last two numbers are the sum and count of squared surprises over all pairs."""
    state.marks[NEXT_FIT] = 1
    state.marks[LEFT] = state.copeland.size
    state.marks[ALIVE:] = 1
    state.numbers[-2:] = (8.0, 10.0)
    beliefs = posterior_at(state.numbers, state.copeland.size)
    beliefs.scales[:] = (SPREAD, DEVIATION)
    begin_stretch(beliefs)
    _fit(state, beliefs)


@compiled
def _variance(state: State, i: int, j: int) -> float:
    """Variance of one answer of the pair, leaning on that of all pairs."""
    return (_surprises(state)[i, j] + 20.0 * state.numbers[-2] / state.numbers[-1]) / (state.plays[i, j] + 20.0)


@compiled
def _fit(state: State, beliefs: Posterior) -> None:
    """Posterior of the pools' totals: what is judged already is no longer uncertain."""
    sizes = _sizes(state)
    k = state.copeland.size
    for i in range(k):
        for j in range(i + 1, k):
            n = state.plays[i, j]
            weight = difference = 0.0
            if n > 0:
                left = max(1.0 - n / sizes[i, j], 1e-3)
                weight = n / (_variance(state, i, j) * left)
                difference = (state.wins[i, j] - state.wins[j, i]) / n
            observe(beliefs, i, j, weight, difference)
    solve_strengths(beliefs)
    combine(beliefs, 1.0)


@compiled
def _has_items(state: State, i: int, j: int) -> bool:
    return state.plays[i, j] + state.open[i, j] < _sizes(state)[i, j]


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Two likely winners, the weaker against its best refuter among pairs that have items left."""
    if is_settled(state):
        return PASS
    state.clock[STEPS] += 1
    k = state.copeland.size
    beliefs = posterior_at(state.numbers, k)
    alive = state.marks[ALIVE:]
    if state.marks[LEFT] == 1:
        return _doubted(state), last_alive(alive)
    chance = begin_chance(seed, run, question, 0)
    chance, a = draw_winner(beliefs, alive, chance)
    b = a
    for _ in range(TRIES):
        chance, b = draw_winner(beliefs, alive, chance)
        if b != a:
            break
    if b == a:
        closest = np.inf
        for j in range(k):
            if j != a and alive[j] == 1 and beliefs.mean[a, j] / math.sqrt(beliefs.variance[a, j]) < closest:
                closest, b = beliefs.mean[a, j] / math.sqrt(beliefs.variance[a, j]), j
    if beliefs.mean[a, b] < 0.0:
        a, b = b, a
    opponent = _refuter(state, beliefs, a, b)
    return (opponent, b) if opponent >= 0 else _anything_left(state)


@compiled
def is_settled(state: State) -> bool:
    """Nobody is left; or one is, and neither the bets nor the posterior speak against it, as they do in a cycle."""
    return state.marks[LEFT] == 0 or (state.marks[LEFT] == 1 and _doubted(state) < 0)


@compiled
def _doubted(state: State) -> int:
    """Whom the last one alive should still be compared with; −1 where there is no doubt, or no item left."""
    last = last_alive(state.marks[ALIVE:])
    beliefs = posterior_at(state.numbers, state.copeland.size)
    rival, lowest = -1, np.inf
    for j in range(state.copeland.size):
        if j != last and _has_items(state, last, j):
            z = beliefs.mean[last, j] / math.sqrt(beliefs.variance[last, j])
            if z < lowest:
                rival, lowest = j, z
    return rival if lowest < SURE or _gains(state)[last, BETTORS] > 0.0 else -1


@compiled
def _refuter(state: State, beliefs: Posterior, partner: int, b: int) -> int:
    """Who shows soonest that b loses to somebody; −1 where no pair of b has items left."""
    best, chosen = -1.0, -1
    for j in range(state.copeland.size):
        if j != b and _has_items(state, j, b):
            lead = max(beliefs.mean[j, b] - 0.5 * math.sqrt(beliefs.variance[j, b]), 0.005)
            value = lead * lead / _variance(state, j, b) * (PARTNER if j == partner else 1.0)
            if beliefs.mean[j, b] <= 0.0:
                value *= 1e-6
            if value > best:
                best, chosen = value, j
    return chosen


@compiled
def _anything_left(state: State) -> tuple[int, int]:
    """The pair with most items left that concerns a system still alive."""
    best, pair = 0.0, PASS
    for i in range(state.copeland.size):
        for j in range(state.copeland.size):
            left = _sizes(state)[i, j] - state.plays[i, j] - state.open[i, j]
            if i != j and state.marks[ALIVE + i] == 1 and left > best:
                best, pair = left, (i, j)
    return pair


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Bet against both systems, count the answer, and fit again when it is due."""
    k = state.copeland.size
    beliefs = posterior_at(state.numbers, k)
    _bet(state, beliefs, parameters.error, i, j, 2.0 * outcome - 1.0)
    _bet(state, beliefs, parameters.error, j, i, 1.0 - 2.0 * outcome)
    surprise = (2.0 * outcome - 1.0 - beliefs.mean[i, j]) ** 2
    record(state, i, j, outcome)
    _surprises(state)[i, j] += surprise
    _surprises(state)[j, i] += surprise
    state.numbers[-2] += surprise
    state.numbers[-1] += 1.0
    _settle(state, i, j)
    _settle(state, j, i)
    told = state.clock[TOLD]
    if told >= state.marks[NEXT_FIT]:
        _fit(state, beliefs)
        state.marks[NEXT_FIT] = told + max(1, told // OFTEN)
    if state.marks[LEFT] > 0:
        state.marks[WINNER] = believed_winner(beliefs, state.marks[ALIVE:])


@compiled
def _bet(state: State, beliefs: Posterior, error: float, a: int, opponent: int, y: float) -> None:
    """Bet that a's answer lies below what H_a expects; drop a when the evidence suffices."""
    if state.marks[ALIVE + a] == 0:
        return
    size, n = _sizes(state)[a, opponent], state.plays[a, opponent]
    left = size - n
    if left <= 0.0:
        return
    expected = (state.wins[opponent, a] - state.wins[a, opponent]) / left
    spread = _variance(state, a, opponent)
    losing, unsure = if_it_loses(beliefs, a, opponent, strongest_rival(beliefs, a), SHORT, 0.0)
    gains = _gains(state)
    highest = max(gains[a, 0], gains[a, 1])
    stakes = weights = 0.0
    for bettor in range(BETTORS):
        mean, variance = (losing, unsure) if bettor == 0 else (beliefs.mean[a, opponent], beliefs.variance[a, opponent])
        d = mean * size / left  # predicted mean of what is left, less what H_a expects of it
        stake = -d / (spread + d * d + variance * (size / left) ** 2) if d < 0.0 else 0.0
        stake = min(stake, 0.9 / max(1.0 - expected, 1e-6))
        weight = math.exp(gains[a, bettor] - highest)
        stakes += weight * stake
        weights += weight
        gains[a, bettor] += math.log(max(1.0 - stake * (y - expected), 1e-12))
    stake, threshold = stakes / weights, -math.log(error)
    if expected > -1.0:  # a loss lands on the threshold, not beyond it
        stake = min(stake, (math.exp(threshold - gains[a, BETTORS]) - 1.0) / (1.0 + expected))
    gains[a, BETTORS] += math.log(max(1.0 - stake * (y - expected), 1e-12))
    if gains[a, BETTORS] >= threshold - 1e-9:
        _drop(state, a)


@compiled
def _settle(state: State, a: int, opponent: int) -> None:
    """Drop a at once when the rest of the pool cannot turn the sign."""
    left = _sizes(state)[a, opponent] - state.plays[a, opponent]
    if state.marks[ALIVE + a] == 1 and state.wins[a, opponent] + left < state.wins[opponent, a]:
        _drop(state, a)


@compiled
def _drop(state: State, a: int) -> None:
    state.marks[ALIVE + a] = 0
    state.marks[LEFT] -= 1


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The system still alive that the posterior prefers to most others."""
    return state.marks[WINNER]


POLICY = DuelPolicy(
    name="certified-pool",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The system still alive that the posterior prefers to most others",
    uses=frozenset({"sizes"}),
    at_error=lambda error: Parameters(error=error / 2),  # ties at the top allowed for
)
