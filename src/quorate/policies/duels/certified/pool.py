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

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import (
    Posterior,
    believed_winner,
    combine,
    draw_winner,
    last_alive,
    new_posterior,
    observe,
    solve_strengths,
)
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, STEPS, TOLD, State, numbers, record, record_of
from quorate.policies.duels.machine.wagers import conditional_on_loss, strongest_rival


class _Parameters(NamedTuple):
    """Names and usual values."""

    error: float = 0.025  # δ′


TRIES, OFTEN, BETTORS = 4, 100, 2
PARTNER = 5.0  # how much more the one drawn as winner is worth as an opponent than another of the same lead
SURE = 0.84  # standard deviations the last one must lead everybody by: four to one
SHORT = 2.0  # of the spread of strengths: smaller gaps weigh no more, as the pool's end bounds what they take
SPREAD, DEVIATION = 0.04, 0.0016  # variances of strengths and of pairs, in win rate minus loss rate


class _Marks:
    """Numbers that change."""

    next_fit: int  # judgments at which the posterior is fitted again
    winner: int  # whom it would recommend
    left: int  # how many systems are alive
    surprise: float  # sum of squared surprises over all pairs
    counted: float  # how many these are


class _Memory(NamedTuple):
    """What is believed and bet, and who is still in."""

    marks: _Marks
    beliefs: Posterior
    sizes: Floats  # system × system: items of the pair's pool
    surprises: Floats  # system × system: sum of squared surprises
    gains: Floats  # system × what each bettor has won, and all together
    alive: Ints  # system → 1 while it is not refuted


def memory(known: Known) -> _Memory:
    """Nobody is refuted."""
    k = len(known.sizes)
    return _Memory(
        marks=record_of(_Marks),
        beliefs=new_posterior(k),
        sizes=known.sizes.astype(np.float64),
        surprises=np.zeros((k, k)),
        gains=np.zeros((k, BETTORS + 1)),
        alive=numbers(k),
    )


@compiled
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody is alive."""
    state.memory.marks.next_fit = 1
    state.memory.marks.left = state.copeland.size
    state.memory.alive[:] = 1
    state.memory.marks.surprise, state.memory.marks.counted = 8.0, 10.0
    beliefs = state.memory.beliefs
    beliefs.scales[:] = (SPREAD, DEVIATION)
    _fit(state, beliefs)


@compiled
def _variance(state: State[_Memory], i: int, j: int) -> float:
    """Variance of one answer of the pair, leaning on that of all pairs."""
    memory = state.memory
    return (memory.surprises[i, j] + 20.0 * memory.marks.surprise / memory.marks.counted) / (state.plays[i, j] + 20.0)


@compiled
def _fit(state: State[_Memory], beliefs: Posterior) -> None:
    """Posterior of the pools' totals: what is judged already is no longer uncertain."""
    sizes = state.memory.sizes
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
def _has_items(state: State[_Memory], i: int, j: int) -> bool:
    return state.plays[i, j] + state.open[i, j] < state.memory.sizes[i, j]


@compiled
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Two likely winners, the weaker against its best refuter among pairs that have items left."""
    if is_settled(state):
        return PASS
    state.clock[STEPS] += 1
    k = state.copeland.size
    beliefs = state.memory.beliefs
    alive = state.memory.alive
    if state.memory.marks.left == 1:
        return _doubted(state), last_alive(alive)
    rng = seed_rng(seed, run, question, 0)
    rng, a = draw_winner(beliefs, alive, rng)
    b = a
    for _ in range(TRIES):
        rng, b = draw_winner(beliefs, alive, rng)
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
def is_settled(state: State[_Memory]) -> bool:
    """Nobody is left; or one is, and neither the bets nor the posterior speak against it, as they do in a cycle."""
    return state.memory.marks.left == 0 or (state.memory.marks.left == 1 and _doubted(state) < 0)


@compiled
def _doubted(state: State[_Memory]) -> int:
    """Whom the last one alive should still be compared with; −1 where there is no doubt, or no item left."""
    last = last_alive(state.memory.alive)
    beliefs = state.memory.beliefs
    rival, lowest = -1, np.inf
    for j in range(state.copeland.size):
        if j != last and _has_items(state, last, j):
            z = beliefs.mean[last, j] / math.sqrt(beliefs.variance[last, j])
            if z < lowest:
                rival, lowest = j, z
    return rival if lowest < SURE or state.memory.gains[last, BETTORS] > 0.0 else -1


@compiled
def _refuter(state: State[_Memory], beliefs: Posterior, partner: int, b: int) -> int:
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
def _anything_left(state: State[_Memory]) -> tuple[int, int]:
    """The pair with most items left that concerns a system still alive."""
    best, pair = 0.0, PASS
    for i in range(state.copeland.size):
        for j in range(state.copeland.size):
            left = state.memory.sizes[i, j] - state.plays[i, j] - state.open[i, j]
            if i != j and state.memory.alive[i] == 1 and left > best:
                best, pair = left, (i, j)
    return pair


@compiled
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Bet against both systems, count the answer, and fit again when it is due."""
    beliefs = state.memory.beliefs
    _bet(state, beliefs, parameters.error, i, j, 2.0 * outcome - 1.0)
    _bet(state, beliefs, parameters.error, j, i, 1.0 - 2.0 * outcome)
    surprise = (2.0 * outcome - 1.0 - beliefs.mean[i, j]) ** 2
    record(state, i, j, outcome)
    state.memory.surprises[i, j] += surprise
    state.memory.surprises[j, i] += surprise
    state.memory.marks.surprise += surprise
    state.memory.marks.counted += 1.0
    _settle(state, i, j)
    _settle(state, j, i)
    told = state.clock[TOLD]
    if told >= state.memory.marks.next_fit:
        _fit(state, beliefs)
        state.memory.marks.next_fit = told + max(1, told // OFTEN)
    if state.memory.marks.left > 0:
        state.memory.marks.winner = believed_winner(beliefs, state.memory.alive)


@compiled
def _bet(state: State[_Memory], beliefs: Posterior, error: float, a: int, opponent: int, y: float) -> None:
    """Bet that a's answer lies below what H_a expects; drop a when the evidence suffices."""
    if state.memory.alive[a] == 0:
        return
    size, n = state.memory.sizes[a, opponent], state.plays[a, opponent]
    left = size - n
    if left <= 0.0:
        return
    expected = (state.wins[opponent, a] - state.wins[a, opponent]) / left
    spread = _variance(state, a, opponent)
    losing, unsure = conditional_on_loss(beliefs, a, opponent, strongest_rival(beliefs, a), SHORT, 0.0)
    gains = state.memory.gains
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
def _settle(state: State[_Memory], a: int, opponent: int) -> None:
    """Drop a at once when the rest of the pool cannot turn the sign."""
    left = state.memory.sizes[a, opponent] - state.plays[a, opponent]
    if state.memory.alive[a] == 1 and state.wins[a, opponent] + left < state.wins[opponent, a]:
        _drop(state, a)


@compiled
def _drop(state: State[_Memory], a: int) -> None:
    state.memory.alive[a] = 0
    state.memory.marks.left -= 1


@compiled
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """The system still alive that the posterior prefers to most others."""
    return state.memory.marks.winner


POLICY = DuelPolicy(
    name="certified-pool",
    revision=2,
    home=__name__,
    parameters=_Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The system still alive that the posterior prefers to most others",
    is_for_pools=True,
    at_error=lambda error: _Parameters(error=error / 2),  # ties at the top allowed for
)
