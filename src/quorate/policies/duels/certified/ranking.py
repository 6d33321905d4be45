"""The certified order: the top systems as a set, or the full ranking.

Idea: every pair has an e-process against "i does not beat j"; a relation is certain when it reaches k(k − 1)/δ, and
relations are closed transitively. Ask where the order is open: draw strengths from the posterior, and compare two
neighbours in the drawn order whose relation is not certain (for a set: the two at its edge).

Formula: posterior as in `kernels.posterior`; evidence for i over j: the mixture of fixed odds of `machine.wagers` on
the decisive outcomes of the pair, with every question that is open or was given up counted for j: a mixture of constant
bets, which may be looked at so at any moment (`kernels.mixtures`).

Guarantee: no false relation is ever certified with probability ≥ 1 − δ (Ville, union bound over ordered pairs).
When not to use: for the winner alone, which needs far fewer judgments. Systems that are equal are never ordered: set a
budget.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import (
    Posterior,
    begin_posterior,
    believed_winner,
    draw_strengths,
    learn_scales,
    new_posterior,
    refit,
)
from quorate.kernels.rng import draw_below, seed_rng
from quorate.policies.duels.machine.policy import Bets, DuelPolicy, Known
from quorate.policies.duels.machine.state import (
    PASS,
    STEPS,
    TOLD,
    State,
    counts_of,
    numbers,
    pair_at,
    record,
    record_of,
)
from quorate.policies.duels.machine.wagers import log_mixture


class _Parameters(NamedTuple):
    """Names and usual values."""

    error: float = 0.05  # δ
    top: float = 0.0  # how many systems the top holds; 0: the full ranking
    uniform: float = 0.0  # 1 to draw pairs uniformly
    as_it_arrives: float = 0.0  # 1 to take answers as they come


OFTEN = 100


class _Marks:
    """Numbers that change."""

    next_fit: int  # judgments at which the posterior is fitted again
    winner: int  # whom it would recommend
    done: int  # 1 where everything that is looked for is certain


class _Memory(NamedTuple):
    """What is believed, and which relations are certain."""

    marks: _Marks
    beliefs: Posterior
    above: Ints  # system × system: 1 where the relation is certain, closed transitively


def memory(known: Known) -> _Memory:
    """Nothing is certain."""
    k = len(known.sizes)
    return _Memory(record_of(_Marks), new_posterior(k, known.shares), above=numbers(k, k))


def above(state: State[_Memory]) -> NDArray[np.bool_]:
    """System × system: certain relations, closed transitively."""
    return state.memory.above == 1


@compiled
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Nothing is certain."""
    state.memory.marks.next_fit = 1
    begin_posterior(state.memory.beliefs, counts_of(state))


@compiled
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """Two systems whose order is open, neighbours in an order drawn from the posterior."""
    if state.memory.marks.done == 1:
        return PASS
    state.clock[STEPS] += 1
    k = state.copeland.size
    rng = seed_rng(seed, run, question, 0)
    if parameters.uniform == 1.0:
        rng, place = draw_below(rng, k * (k - 1) // 2)
        return pair_at(place, k)
    rng, drawn = draw_strengths(state.memory.beliefs, rng)
    order = np.argsort(-drawn)
    top, certain = int(parameters.top), state.memory.above
    if top > 0:
        return _edge(certain, order, top)
    open_places = np.empty(k - 1, dtype=np.int64)
    count = 0
    for place in range(k - 1):
        if not _is_certain(certain, order[place], order[place + 1]):
            open_places[count] = place
            count += 1
    if count > 0:
        rng, chosen = draw_below(rng, count)
        return order[open_places[chosen]], order[open_places[chosen] + 1]
    return _edge(certain, order, 0)


@compiled
def _is_certain(certain: Ints, i: int, j: int) -> bool:
    return certain[i, j] == 1 or certain[j, i] == 1


@compiled
def _edge(certain: Ints, order: NDArray[np.int64], top: int) -> tuple[int, int]:
    """The open pair nearest to the edge of the top (anywhere where there is no edge)."""
    k = len(certain)
    best, pair = k * k, PASS
    for x in range(k):
        for y in range(x + 1, k):
            crosses = top == 0 or x < top <= y
            if crosses and y - x < best and not _is_certain(certain, order[x], order[y]):
                best, pair = y - x, (order[x], order[y])
    return pair


@compiled
def stake(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> tuple[float, float]:
    """A question is asked: it counts as open."""
    state.open[i, j] += 1
    state.open[j, i] += 1
    return 0.5, 0.5


@compiled
def lose(state: State[_Memory], parameters: _Parameters, i: int, j: int) -> None:
    """A question was given up: it goes on counting as open."""


@compiled
def cancel(state: State[_Memory], parameters: _Parameters, i: int, j: int, qi: float, qj: float) -> None:
    """An open question was never shown and never will be: it is as if it had not been asked."""
    state.open[i, j] -= 1
    state.open[j, i] -= 1


@compiled
def find(state: State[_Memory], i: int, j: int) -> None:
    """An answer comes to a question that was given up: nothing has changed."""


@compiled
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """An answer to a question asked just now."""
    settle(state, parameters, i, j, outcome, *stake(state, parameters, i, j))


@compiled
def settle(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, qi: float, qj: float
) -> None:
    """Count it, see whether a relation has become certain, and fit again when it is due."""
    state.open[i, j] -= 1
    state.open[j, i] -= 1
    record(state, i, j, outcome)
    k = state.copeland.size
    unanswered = state.open[i, j] if parameters.as_it_arrives == 0.0 else 0
    if outcome != 0.5 or parameters.as_it_arrives == 0.0:  # a tie, too, is one less that may go the other way
        threshold = math.log(k * (k - 1) / parameters.error)
        for winner, loser in ((i, j), (j, i)):
            if state.memory.above[winner, loser] == 0:
                losses = state.wins[loser, winner] - 0.5 * state.ties[loser, winner] + unanswered
                wins = state.wins[winner, loser] - 0.5 * state.ties[winner, loser]
                if wins > losses and log_mixture(losses, wins) >= threshold:
                    _close(state.memory.above, winner, loser)
                    _check_done(state, int(parameters.top))
    beliefs = state.memory.beliefs
    told = state.clock[TOLD]
    if told >= state.memory.marks.next_fit:
        refit(beliefs, counts_of(state), 2)
        learn_scales(beliefs)
        state.memory.marks.next_fit = told + max(1, told // OFTEN)
        state.memory.marks.winner = believed_winner(beliefs, np.ones(k, dtype=np.int64))


@compiled
def _close(certain: Ints, winner: int, loser: int) -> None:
    """Add a relation and all that follow; what would contradict a certain one is left out."""
    k = len(certain)
    for x in range(k):
        if x == winner or certain[x, winner] == 1:
            for y in range(k):
                if (y == loser or certain[loser, y] == 1) and x != y and certain[y, x] == 0:
                    certain[x, y] = 1


@compiled
def _check_done(state: State[_Memory], top: int) -> None:
    """The ranking is fixed when all pairs are certain; the top when so many stand above all others."""
    k = state.copeland.size
    certain = state.memory.above
    if top == 0:
        if certain.sum() == k * (k - 1) // 2:
            state.memory.marks.done = 1
        return
    inside = 0
    for x in range(k):
        if certain[x].sum() >= k - top:
            inside += 1
    if inside == top:
        state.memory.marks.done = 1


@compiled
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """The system that the posterior prefers to most others."""
    return state.memory.marks.winner


POLICY = DuelPolicy(
    name="certified-ranking",
    revision=2,
    home=__name__,
    parameters=_Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The system that the posterior prefers to most others",
    bets=Bets(stake, settle, lose, cancel, find),
    finds="order",
    at_error=lambda error: _Parameters(error=error),
)
