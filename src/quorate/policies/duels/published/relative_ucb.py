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

from quorate.kernels.chance import begin_chance, draw, draw_below
from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, STEPS, State, copeland_winner, estimate, record


class Parameters(NamedTuple):
    """Names and usual values."""

    alpha: float = 0.51  # α


LEVEL, NEAREST, BOUNDS = 0, 1, 2  # in numbers: α ln t; a pair is certain up to at least this level; first free place
CHANGED, LOSSES = 0, 1  # in marks: whether a pair became certain or uncertain; certain losses of each system, then wins
LONGEST = 40.0  # ln t beyond which nobody will be compared again in this universe


def memory(systems: int) -> tuple[int, int]:
    """The bounds, and the champion."""
    return BOUNDS, LOSSES + 2 * systems + 1


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Nothing is certain, nobody is the champion."""
    begin_bounds(state)
    state.marks[LOSSES + 2 * state.copeland.size] = -1


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """A candidate against whoever may still beat it."""
    k = state.copeland.size
    state.clock[STEPS] += 1
    widen(state, parameters.alpha * math.log(state.clock[STEPS]))
    alone = certain_winner(state)
    if alone >= 0:
        level = smallest_margin(state, alone)
        if level > parameters.alpha * LONGEST:
            return PASS
        state.marks[LOSSES + 2 * k] = alone
        jump(state, parameters.alpha, level)
    chance, first = _candidate(state, begin_chance(seed, run, question, 0))
    chance, second = challenger(state, first, chance)
    return first, second


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it."""
    record_bounds(state, i, j, outcome)


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The Copeland winner of the counts, as in the evaluation paper."""
    return copeland_winner(state, seed, run)


@compiled
def _candidate(state: State, chance: np.uint64) -> tuple[np.uint64, int]:
    """The champion for half of the time, else another candidate; anybody where there is none."""
    k = state.copeland.size
    place = LOSSES + 2 * k
    count = 0
    for i in range(k):
        count += np.int64(state.marks[LOSSES + i] == 0)
    champion = state.marks[place]
    if champion >= 0 and state.marks[LOSSES + champion] > 0:
        champion = state.marks[place] = -1
    if count == 0:
        return draw_below(chance, k)
    if champion >= 0 and count > 1:
        chance, u = draw(chance)
        if u < 0.5:
            return chance, champion
        count -= 1
    else:
        champion = -1
    chance, skip = draw_below(chance, count)
    first = -1
    for i in range(k):
        if state.marks[LOSSES + i] == 0 and i != champion:
            if skip == 0:
                first = i
                break
            skip -= 1
    if count == 1 and champion < 0:
        state.marks[place] = first
    return chance, first


@compiled
def challenger(state: State, first: int, chance: np.uint64) -> tuple[np.uint64, int]:
    """The system with the largest upper bound against the first, one of equals at random."""
    highest, best, equals = -1.0, -1, 0
    for j in range(state.copeland.size):
        if j == first:
            continue
        bound = upper(state, j, first)
        if bound > highest:
            highest, best, equals = bound, j, 1
        elif bound == highest:
            equals += 1
            chance, u = draw(chance)
            if u * equals < 1.0:
                best = j
    return chance, best


@compiled
def upper(state: State, i: int, j: int) -> float:
    """U_ij; what is in flight narrows the radius, so that questions asked together differ."""
    n = state.plays[i, j] + state.open[i, j]
    return min(1.0, estimate(state, i, j) + math.sqrt(state.numbers[LEVEL] / n)) if n > 0 else 1.0


@compiled
def begin_bounds(state: State) -> None:
    """No pair is certain."""
    state.numbers[LEVEL] = 0.0
    state.numbers[NEAREST] = np.inf


@compiled
def margin(state: State, i: int, j: int) -> float:
    """Evidence n (û − ½)² of the pair, which is certain while the level lies below."""
    lead = state.wins[i, j] - state.wins[j, i]
    return lead * lead / (4.0 * state.plays[i, j]) if lead != 0.0 else 0.0


@compiled
def beats(state: State, i: int, j: int) -> bool:
    """Whether i certainly beats j: the lower bound of its probability is above ½."""
    return state.wins[i, j] > state.wins[j, i] and margin(state, i, j) > state.numbers[LEVEL]


@compiled
def widen(state: State, level: float) -> None:
    """Let the bounds widen to a level; where a pair may have become uncertain, count again who beats whom."""
    state.numbers[LEVEL] = max(state.numbers[LEVEL], level)
    if state.numbers[LEVEL] >= state.numbers[NEAREST]:
        next_level(state)


@compiled
def jump(state: State, alpha: float, level: float) -> None:
    """Let time pass until the bounds have widened to a level, at least one step."""
    state.clock[STEPS] = max(state.clock[STEPS] + 1, np.int64(math.ceil(math.exp(level / alpha))))
    widen(state, max(level, alpha * math.log(state.clock[STEPS])))


@compiled
def next_level(state: State) -> float:
    """The level at which a pair becomes uncertain; counts again who certainly beats whom."""
    k = state.copeland.size
    state.marks[CHANGED] = 1
    state.marks[LOSSES : LOSSES + 2 * k] = 0
    state.numbers[NEAREST] = np.inf
    for i in range(k):
        for j in range(k):
            if beats(state, i, j):
                state.marks[LOSSES + j] += 1
                state.marks[LOSSES + k + i] += 1
                state.numbers[NEAREST] = min(state.numbers[NEAREST], margin(state, i, j))
    return state.numbers[NEAREST]


@compiled
def record_bounds(state: State, i: int, j: int, outcome: float) -> None:
    """Count a comparison, and who certainly beats whom after it."""
    k = state.copeland.size
    won, lost = beats(state, i, j), beats(state, j, i)
    record(state, i, j, outcome)
    gain, loss = np.int64(beats(state, i, j)) - np.int64(won), np.int64(beats(state, j, i)) - np.int64(lost)
    if gain != 0 or loss != 0:
        state.marks[CHANGED] = 1
        state.marks[LOSSES + j] += gain
        state.marks[LOSSES + k + i] += gain
        state.marks[LOSSES + i] += loss
        state.marks[LOSSES + k + j] += loss
    if beats(state, i, j) or beats(state, j, i):
        state.numbers[NEAREST] = min(state.numbers[NEAREST], margin(state, i, j))


@compiled
def certain_winner(state: State) -> int:
    """The system that certainly beats every other, or −1."""
    k = state.copeland.size
    for i in range(k):
        if state.marks[LOSSES + k + i] == k - 1:
            return i
    return -1


@compiled
def smallest_margin(state: State, i: int) -> float:
    """The level up to which i certainly beats every other system."""
    least = np.inf
    for j in range(state.copeland.size):
        if j != i:
            least = min(least, margin(state, i, j))
    return least


POLICY = DuelPolicy(
    name="rucb",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The Copeland winner of the counts, as in the evaluation paper",
)
