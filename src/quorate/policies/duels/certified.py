"""The certified winner: fewer judgments than any published policy, and it knows when it is done.

Idea: keep a posterior over who beats whom (hierarchical Bradley–Terry on decisive outcomes), compare the two likeliest
winners, the weaker one against whoever refutes it best, and bet on every decisive outcome against "this system loses to
nobody". A system whose e-process reaches 1/δ′ is dropped; when one is left the study is done.

Formula: `kernels.posterior` and `kernels.wagers`. Top-two Thompson: a winner a drawn from the posterior; redrawn until
another winner appears (4 tries, then the closest rival); b = the one of the two with the lower mean. Opponent of b:
argmax_j p_dec(j, b) · max(m_jb − sd_jb, .02)² over j with m_jb > 0 (1.1 × for the original partner), p_dec =
(decisive + 10 p̄)/(n + 10).

Guarantee: "X is best, if some system loses to nobody": wrong with probability ≤ δ, at every look. With δ′ = δ/2
(default) also where several systems are exactly tied at the top; `strict` takes δ′ = δ and assumes there are no ties.
When not to use: when there may be no winner, and every pair matters alike.
"""

import math

import numpy as np

from quorate.kernels.compiling import compiled
from quorate.kernels.duels import PASS, STEPS, TOLD, Parameters, State, begin_chance, record
from quorate.kernels.posterior import (
    PARTS,
    Posterior,
    begin_posterior,
    believed_winner,
    draw_winner,
    learn_scales,
    posterior_at,
    posterior_size,
    refit,
)
from quorate.kernels.wagers import wager, wagers_size
from quorate.policies.duels.loop import loop_code

NAME = "certified"
PARAMETERS = (0.025,)  # δ′

TRIES = 4  # for a second winner that is not the first
OFTEN = 100  # judgments after which the posterior is fitted only when they have grown by one in a hundred
NEXT_FIT, WINNER, DECISIVE, LEFT, ALIVE = 0, 1, 2, 3, 4  # places in the marks; the last begins a list of k


def memory(systems: int) -> tuple[int, int]:
    """Posterior and e-processes; who is still alive."""
    return posterior_size(systems) + wagers_size(systems), ALIVE + systems


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Everybody is alive."""
    state.marks[NEXT_FIT] = 1
    state.marks[LEFT] = state.copeland.size
    state.marks[ALIVE:] = 1
    begin_posterior(posterior_at(state.numbers, state.copeland.size), state)


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Two likely winners, the weaker against its best refuter."""
    if state.marks[LEFT] <= 1:
        return PASS
    state.clock[STEPS] += 1
    beliefs = posterior_at(state.numbers, state.copeland.size)
    a, b = _two_winners(beliefs, state, begin_chance(seed, run, question, 0))
    if beliefs.mean[a, b] < 0.0:
        a, b = b, a
    return _refuter(state, beliefs, a, b), b


@compiled
def _two_winners(beliefs: Posterior, state: State, chance: np.uint64) -> tuple[int, int]:
    """A winner drawn from the posterior, and another; the closest rival where the draws agree."""
    alive = state.marks[ALIVE:]
    chance, a = draw_winner(beliefs, alive, chance)
    for _ in range(TRIES):
        chance, b = draw_winner(beliefs, alive, chance)
        if b != a:
            return a, b
    rival, closest = a, np.inf
    for j in range(alive.size):
        if j != a and alive[j] == 1:
            z = beliefs.mean[a, j] / math.sqrt(beliefs.variance[a, j])
            if z < closest:
                rival, closest = j, z
    return a, rival


@compiled
def _refuter(state: State, beliefs: Posterior, partner: int, b: int) -> int:
    """Who shows soonest that b loses to somebody."""
    share = (state.marks[DECISIVE] + 1.0) / (state.clock[TOLD] + 2.0)
    best, chosen = -1.0, partner
    for j in range(beliefs.theta.size):
        if j == b or beliefs.mean[j, b] <= 0.0:
            continue
        n = state.plays[j, b]
        decisive = (n - state.ties[j, b] + 10.0 * share) / (n + 10.0)
        lead = max(beliefs.mean[j, b] - math.sqrt(beliefs.variance[j, b]), 0.02)
        value = decisive * lead * lead * (1.1 if j == partner else 1.0)
        if value > best:
            best, chosen = value, j
    return chosen


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Bet on a decisive outcome against both systems, count it, and fit again when it is due."""
    k = state.copeland.size
    beliefs = posterior_at(state.numbers, k)
    if outcome != 0.5:
        state.marks[DECISIVE] += 1
        _bet(state, beliefs, parameters[0], i, j, outcome)
        _bet(state, beliefs, parameters[0], j, i, 1.0 - outcome)
    record(state, i, j, outcome)
    told = state.clock[TOLD]
    if told >= state.marks[NEXT_FIT]:
        refit(beliefs, state, 2)
        learn_scales(beliefs)
        state.marks[NEXT_FIT] = told + max(1, told // OFTEN)
    if state.marks[LEFT] > 0:
        state.marks[WINNER] = believed_winner(beliefs, state.marks[ALIVE:])


@compiled
def _bet(state: State, beliefs: Posterior, error: float, a: int, opponent: int, outcome: float) -> None:
    """Bet against a; drop it when the evidence suffices."""
    if state.marks[ALIVE + a] == 1:
        k = state.copeland.size
        bets = state.numbers[PARTS * k * k + k + 2 :]
        threshold = -math.log(error)
        if wager(bets, beliefs, state, a, opponent, outcome, threshold) >= threshold - 1e-9:
            state.marks[ALIVE + a] = 0
            state.marks[LEFT] -= 1


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The system still alive that the posterior prefers to most others."""
    return state.marks[WINNER]


exec(loop_code(__file__), globals())  # defines `play`
