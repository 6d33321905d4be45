"""Who certainly beats whom: confidence bounds that widen with time.

Formula: U_ij = min(1, û_ij + √(α ln t / n_ij)), 1 where n_ij = 0. U_ij < ½ is the same as û_ij < ½ and n_ij (½ − û_ij)²
> α ln t, so who certainly beats whom is counted when that changes, not computed at every step. What is in flight
narrows the radius when an opponent is chosen, nothing else.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.kernels.compiling import compiled, inlined
from quorate.kernels.rng import draw
from quorate.policies.duels.machine.state import STEPS, State, estimate, numbers, record, record_of

LONGEST = 40.0  # ln t beyond which nobody will be compared again in this universe


class Exploration(NamedTuple):
    """What policies that explore by these bounds are given."""

    alpha: float = 0.51  # α


ALPHAS = {"alpha": (0.01, 10.0)}  # what a design can set it to


class Widths:
    """How far the bounds have widened."""

    level: float  # α ln t
    nearest: float = np.inf  # up to at least this level the certain pairs stay certain
    changed: int  # 1 where a pair became certain or uncertain


class Bounds(NamedTuple):
    """How far the bounds have widened, and what is certain; every memory has it as `bounds`."""

    marks: Widths
    losses: Ints  # certain losses of each system
    wins: Ints  # its certain wins


def new_bounds(systems: int) -> Bounds:
    """Nothing is certain."""
    return Bounds(record_of(Widths), losses=numbers(systems), wins=numbers(systems))


@inlined
def begin_bounds(state: State[Any]) -> None:
    """No pair is certain."""
    state.memory.bounds.marks.level = 0.0
    state.memory.bounds.marks.nearest = np.inf


@compiled
def margin(wins: Floats, plays: Ints, i: int, j: int) -> float:
    """Evidence n (û − ½)² of the pair, which is certain while the level lies below."""
    lead = wins[i, j] - wins[j, i]
    return lead * lead / (4.0 * plays[i, j]) if lead != 0.0 else 0.0


@compiled
def is_certain(wins: Floats, plays: Ints, level: float, i: int, j: int) -> bool:
    """Whether i certainly beats j at a level; handed what it needs alone, since a state takes long to hand on."""
    return wins[i, j] > wins[j, i] and margin(wins, plays, i, j) > level


@inlined
def beats(state: State[Any], i: int, j: int) -> bool:
    """Whether i certainly beats j: the lower bound of its probability is above ½."""
    return is_certain(state.wins, state.plays, state.memory.bounds.marks.level, i, j)


@inlined
def upper(state: State[Any], i: int, j: int) -> float:
    """U_ij; what is in flight narrows the radius, so that questions asked together differ."""
    n = state.plays[i, j] + state.open[i, j]
    return min(1.0, estimate(state, i, j) + math.sqrt(state.memory.bounds.marks.level / n)) if n > 0 else 1.0


@inlined
def challenger(state: State[Any], first: int, rng: np.uint64) -> tuple[np.uint64, int]:
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
            rng, u = draw(rng)
            if u * equals < 1.0:
                best = j
    return rng, best


@inlined
def widen(state: State[Any], level: float) -> None:
    """Let the bounds widen to a level; where a pair may have become uncertain, count again who beats whom."""
    state.memory.bounds.marks.level = max(state.memory.bounds.marks.level, level)
    if state.memory.bounds.marks.level >= state.memory.bounds.marks.nearest:
        next_level(state)


@inlined
def jump(state: State[Any], alpha: float, level: float) -> None:
    """Let time pass until the bounds have widened to a level, at least one step."""
    state.clock[STEPS] = max(state.clock[STEPS] + 1, np.int64(math.ceil(math.exp(level / alpha))))
    widen(state, max(level, alpha * math.log(state.clock[STEPS])))


@inlined
def next_level(state: State[Any]) -> float:
    """The level at which a pair becomes uncertain; counts again who certainly beats whom."""
    bounds = state.memory.bounds
    bounds.marks.changed = 1
    bounds.marks.nearest = _count_certain(state.wins, state.plays, bounds.marks.level, bounds.losses, bounds.wins)
    return bounds.marks.nearest


@compiled
def _count_certain(wins: Floats, plays: Ints, level: float, losses: Ints, certain: Ints) -> float:
    """Counts certain losses and wins, and returns the smallest margin of them."""
    losses[:] = 0
    certain[:] = 0
    nearest = np.inf
    for i in range(len(losses)):
        for j in range(len(losses)):
            if is_certain(wins, plays, level, i, j):
                losses[j] += 1
                certain[i] += 1
                nearest = min(nearest, margin(wins, plays, i, j))
    return nearest


@inlined
def record_bounds(state: State[Any], i: int, j: int, outcome: float) -> None:
    """Count a comparison, and who certainly beats whom after it."""
    wins, plays, bounds = state.wins, state.plays, state.memory.bounds
    level = bounds.marks.level
    won, lost = is_certain(wins, plays, level, i, j), is_certain(wins, plays, level, j, i)
    record(state, i, j, outcome)
    wins_now, loses_now = is_certain(wins, plays, level, i, j), is_certain(wins, plays, level, j, i)
    gain, loss = np.int64(wins_now) - np.int64(won), np.int64(loses_now) - np.int64(lost)
    if gain != 0 or loss != 0:
        bounds.marks.changed = 1
        bounds.losses[j] += gain
        bounds.wins[i] += gain
        bounds.losses[i] += loss
        bounds.wins[j] += loss
    if wins_now or loses_now:
        bounds.marks.nearest = min(bounds.marks.nearest, margin(wins, plays, i, j))


@inlined
def certain_winner(state: State[Any]) -> int:
    """The system that certainly beats every other, or −1."""
    k = state.copeland.size
    for i in range(k):
        if state.memory.bounds.wins[i] == k - 1:
            return i
    return -1


@inlined
def smallest_margin(state: State[Any], i: int) -> float:
    """The level up to which i certainly beats every other system."""
    least = np.inf
    for j in range(state.copeland.size):
        if j != i:
            least = min(least, margin(state.wins, state.plays, i, j))
    return least


@inlined
def tell(
    state: State[Any], parameters: Exploration, i: int, j: int, outcome: float, seed: int, run: int, question: int
) -> None:
    """Count it."""
    record_bounds(state, i, j, outcome)
