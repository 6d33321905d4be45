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

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import inlined
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.machine.policy import DuelPolicy, Known
from quorate.policies.duels.machine.state import PASS, TOLD, State, numbers, record, record_of


class _Parameters(NamedTuple):
    """Names and usual values."""

    horizon: float = 1e6  # T
    gamma: float = 1.3  # γ


class _Marks:
    """Numbers that change."""

    left: int  # how many systems are left


class _Memory(NamedTuple):
    """Who is left, and how comparisons with those left went."""

    marks: _Marks
    is_in: Ints  # system → 1 while it is left
    told: Ints  # comparisons of each system as the first, told
    asked: Ints  # the same, asked
    wins: Floats  # what each won of them
    pair_told: Ints  # the same by opponent
    pair_asked: Ints  # the same by opponent
    pair_wins: Floats  # the same by opponent


def memory(known: Known) -> _Memory:
    """Nothing compared."""
    k = len(known.sizes)
    pairs = (k, k)
    return _Memory(
        marks=record_of(_Marks),
        is_in=numbers(k),
        told=numbers(k),
        asked=numbers(k),
        wins=np.zeros(k),
        pair_told=numbers(*pairs),
        pair_asked=numbers(*pairs),
        pair_wins=np.zeros(pairs),
    )


@inlined
def begin(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> None:
    """Everybody takes part."""
    k = state.copeland.size
    state.memory.marks.left = k
    state.memory.is_in[:] = 1


@inlined
def ask(state: State[_Memory], parameters: _Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The system with the fewest comparisons, asked or told, against a random other one."""
    k = state.copeland.size
    if state.memory.marks.left == 1:
        return PASS
    rng = seed_rng(seed, run, question, 0)
    asked = state.memory.asked
    first, equals = -1, 0
    for i in range(k):
        if state.memory.is_in[i] == 0:
            continue
        if first < 0 or asked[i] < asked[first]:
            first, equals = i, 1
        elif asked[i] == asked[first]:
            equals += 1
            rng, toss = draw(rng)
            if toss * equals < 1.0:
                first = i
    _, place = draw_below(rng, state.memory.marks.left - 1)
    second = -1
    while place >= 0:
        second += 1
        if state.memory.is_in[second] == 1 and second != first:
            place -= 1
    _count_asked(state, first, second)
    return first, second


@inlined
def tell(
    state: State[_Memory], parameters: _Parameters, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it, for the first system if both are left; then see whether the worst leaves."""
    record(state, i, j, outcome)
    k = state.copeland.size
    if state.memory.marks.left == 1 or state.memory.is_in[i] == 0 or state.memory.is_in[j] == 0:
        return
    if _expected(state, i, j) <= 0 < _expected(state, j, i):
        i, j, outcome = j, i, 1.0 - outcome
    if _expected(state, i, j) <= 0:
        _count_asked(state, i, j)
    state.memory.wins[i] += outcome
    state.memory.pair_wins[i, j] += outcome
    state.memory.told[i] += 1
    state.memory.pair_told[i, j] += 1
    fewest, lowest, highest = state.memory.told[i], 1.0, 0.0
    for b in range(k):
        if state.memory.is_in[b] == 1:
            fewest = min(fewest, state.memory.told[b])
            lowest = min(lowest, _share(state, b))
            highest = max(highest, _share(state, b))
    if fewest > 0:
        gap = 6.0 * parameters.gamma**2 * math.sqrt(math.log(2.0 * parameters.horizon * k) / fewest)
        if highest - lowest >= gap:
            _remove(state, _one_with(state, lowest, seed_rng(seed, run, question, 4)))


@inlined
def recommend(state: State[_Memory], parameters: _Parameters, seed: int, run: int) -> int:
    """The one that wins most often against those left; one of equals is drawn afresh after every judgment."""
    highest = 0.0
    for b in range(state.copeland.size):
        if state.memory.is_in[b] == 1:
            highest = max(highest, _share(state, b))
    return _one_with(state, highest, seed_rng(seed, run, state.clock[TOLD], 1))


@inlined
def _count_asked(state: State[_Memory], first: int, second: int) -> None:
    """One more comparison of the first with the second is asked."""
    state.memory.asked[first] += 1
    state.memory.pair_asked[first, second] += 1


@inlined
def _expected(state: State[_Memory], first: int, second: int) -> int:
    """How many comparisons of the first with the second are asked and not told."""
    return state.memory.pair_asked[first, second] - state.memory.pair_told[first, second]


@inlined
def _share(state: State[_Memory], b: int) -> float:
    """P̂_b, ½ where there is no comparison."""
    n = state.memory.told[b]
    return state.memory.wins[b] / n if n > 0 else 0.5


@inlined
def _one_with(state: State[_Memory], share: float, rng: np.uint64) -> int:
    """A random one of those left with this P̂."""
    found, equals = -1, 0
    for b in range(state.copeland.size):
        if state.memory.is_in[b] == 1 and _share(state, b) == share:
            equals += 1
            rng, toss = draw(rng)
            if toss * equals < 1.0:
                found = b
    return found


@inlined
def _remove(state: State[_Memory], worst: int) -> None:
    """It leaves, and what the others did against it is forgotten."""
    k = state.copeland.size
    state.memory.marks.left -= 1
    state.memory.is_in[worst] = 0
    for b in range(k):
        state.memory.wins[b] -= state.memory.pair_wins[b, worst]
        state.memory.told[b] -= state.memory.pair_told[b, worst]
        state.memory.asked[b] -= state.memory.pair_asked[b, worst]


POLICY = DuelPolicy(
    name="btm",
    home=__name__,
    parameters=_Parameters(),
    limits={"horizon": (2.0, 1e12), "gamma": (0.01, 10.0)},
    memory=memory,
    begin=begin,
    ask=ask,
    tell=tell,
    recommend=recommend,
    recommends="The one that wins most often against those left",
)
