"""Beat the mean: everybody against the average of those left; whoever is clearly worst leaves.

Idea: the system with the fewest comparisons meets a random other one, and the outcome counts for the first alone: so
each has met the same random mixture. When the worst is clearly below the best it leaves, and with it every comparison
the others had with it, because it is no part of their average any more.

Formula: n_b comparisons of b (as the first) with those left, P̂_b the share it won, n* = min n_b. The worst leaves
when min P̂ + c ≤ max P̂ − c, c = 3γ² √(ln(1/δ) / n*), δ = 1/(2 T k). T is the number of comparisons the study could
last.

Guarantee: the best system and O(γ⁷ k ln T / Δ) regret with high probability, if there is a total order with γ-relaxed
stochastic transitivity and the stochastic triangle inequality. γ = 1.3 as its authors and the evaluation paper.

Recommends: the highest P̂_b of those left, one of equals at random.

The authors draw the opponent from all those left, b among them; here it is another one, as in the evaluation paper's
code. That code has three faults: removing a system takes away the comparisons it had with the others, not those the
others had with it; their wins stay, so that P̂ passes 1; systems that left still count for max P̂. They only matter
once somebody leaves, late; there its figure is over 10⁶ where ours is below 40,000 (WMT16 cze-eng, Wiki, CoNLL).

With open questions the fewest comparisons include those asked. A judgment that comes in the other order (the screen
swaps sides) counts for the system it was asked for, one nobody asked for counts for the first named. Answers about a
system that has left only add to the common counts.

Reference: Yue and Joachims, Beat the mean bandit (2011), algorithm 1.
When not to use: when the study should end by itself: the worst leaves after 36 γ⁴ ln(1/δ) / (max P̂ − min P̂)²
comparisons of each, so that hardly a run on the evaluation's data ends within 10⁶, though P̂ names the best after some
thousands.
"""

import math
from typing import NamedTuple

import numpy as np

from quorate.kernels.chance import begin_chance, draw, draw_below
from quorate.kernels.compiling import compiled
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import PASS, TOLD, State, record


class Parameters(NamedTuple):
    """Names and usual values."""

    horizon: float = 1e6  # T
    gamma: float = 1.3  # γ


_LEFT, _IN = 0, 1  # how many are left; who; then per system and per ordered pair: comparisons told, comparisons asked


def memory(systems: int) -> tuple[int, int]:
    """Wins per system and per ordered pair; who is left; comparisons told and asked, likewise."""
    return systems * (1 + systems), _IN + systems * (3 + 2 * systems)


@compiled
def begin(state: State, parameters: Parameters, seed: int, run: int) -> None:
    """Everybody takes part."""
    k = state.copeland.size
    state.marks[_LEFT] = k
    state.marks[_IN : _IN + k] = 1


@compiled
def ask(state: State, parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The system with the fewest comparisons, asked or told, against a random other one."""
    k = state.copeland.size
    if state.marks[_LEFT] == 1:
        return PASS
    chance = begin_chance(seed, run, question, 0)
    asked = _IN + 2 * k
    first, equals = -1, 0
    for i in range(k):
        if state.marks[_IN + i] == 0:
            continue
        if first < 0 or state.marks[asked + i] < state.marks[asked + first]:
            first, equals = i, 1
        elif state.marks[asked + i] == state.marks[asked + first]:
            equals += 1
            chance, toss = draw(chance)
            if toss * equals < 1.0:
                first = i
    _, place = draw_below(chance, state.marks[_LEFT] - 1)
    second = -1
    while place >= 0:
        second += 1
        if state.marks[_IN + second] == 1 and second != first:
            place -= 1
    _count_asked(state, first, second)
    return first, second


@compiled
def tell(
    state: State, parameters: Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it, for the first system if both are left; then see whether the worst leaves."""
    record(state, i, j, outcome)
    k = state.copeland.size
    if state.marks[_LEFT] == 1 or state.marks[_IN + i] == 0 or state.marks[_IN + j] == 0:
        return
    if _expected(state, i, j) <= 0 < _expected(state, j, i):
        i, j, outcome = j, i, 1.0 - outcome
    if _expected(state, i, j) <= 0:
        _count_asked(state, i, j)
    state.numbers[i] += outcome
    state.numbers[_pair(k, k, i, j)] += outcome
    state.marks[_IN + k + i] += 1
    state.marks[_pair(k, _IN + 3 * k, i, j)] += 1
    fewest, lowest, highest = state.marks[_IN + k + i], 1.0, 0.0
    for b in range(k):
        if state.marks[_IN + b] == 1:
            fewest = min(fewest, state.marks[_IN + k + b])
            lowest = min(lowest, _share(state, b))
            highest = max(highest, _share(state, b))
    if fewest > 0:
        gap = 6.0 * parameters.gamma**2 * math.sqrt(math.log(2.0 * parameters.horizon * k) / fewest)
        if highest - lowest >= gap:
            _remove(state, _one_with(state, lowest, begin_chance(seed, run, question, 4)))


@compiled
def recommend(state: State, parameters: Parameters, seed: int, run: int) -> int:
    """The one that wins most often against those left; one of equals is drawn afresh after every judgment."""
    highest = 0.0
    for b in range(state.copeland.size):
        if state.marks[_IN + b] == 1:
            highest = max(highest, _share(state, b))
    return _one_with(state, highest, begin_chance(seed, run, state.clock[TOLD], 1))


@compiled
def _count_asked(state: State, first: int, second: int) -> None:
    """One more comparison of the first with the second is asked."""
    k = state.copeland.size
    state.marks[_IN + 2 * k + first] += 1
    state.marks[_pair(k, _IN + 3 * k + k * k, first, second)] += 1


@compiled
def _expected(state: State, first: int, second: int) -> int:
    """How many comparisons of the first with the second are asked and not told."""
    k = state.copeland.size
    told = _pair(k, _IN + 3 * k, first, second)
    return state.marks[told + k * k] - state.marks[told]


@compiled
def _share(state: State, b: int) -> float:
    """P̂_b, ½ where there is no comparison."""
    n = state.marks[_IN + state.copeland.size + b]
    return state.numbers[b] / n if n > 0 else 0.5


@compiled
def _one_with(state: State, share: float, chance: np.uint64) -> int:
    """A random one of those left with this P̂."""
    found, equals = -1, 0
    for b in range(state.copeland.size):
        if state.marks[_IN + b] == 1 and _share(state, b) == share:
            equals += 1
            chance, toss = draw(chance)
            if toss * equals < 1.0:
                found = b
    return found


@compiled
def _remove(state: State, worst: int) -> None:
    """It leaves, and what the others did against it is forgotten."""
    k = state.copeland.size
    state.marks[_LEFT] -= 1
    state.marks[_IN + worst] = 0
    for b in range(k):
        state.numbers[b] -= state.numbers[_pair(k, k, b, worst)]
        state.marks[_IN + k + b] -= state.marks[_pair(k, _IN + 3 * k, b, worst)]
        state.marks[_IN + 2 * k + b] -= state.marks[_pair(k, _IN + 3 * k + k * k, b, worst)]


@compiled
def _pair(systems: int, start: int, i: int, j: int) -> int:
    """Where the entry of the ordered pair stands in a table that begins at start."""
    return start + i * systems + j


POLICY = DuelPolicy(
    name="btm",
    home=__name__,
    parameters=Parameters(),
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The one that wins most often against those left",
)
