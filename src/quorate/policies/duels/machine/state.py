"""What every duel policy keeps and does: counts, memory, and the judgments it is told in a simulation.

Idea:
    A duel policy is four compiled functions over one `State`: `begin`, `ask`, `tell`, `recommend`. The served study and
    the simulator call the same ones. `ask` proposes the next pair and moves the state on (its lists, its clock);
    whoever only wants to know what it would ask works on a copy.

Notation:
    wins[i, j] is the number of times i beat j plus half the ties, plays[i, j] the number of comparisons, so that
    wins/plays estimates the probability that i is preferred to j. copeland[i] counts the systems i leads on that
    estimate. clock[STEPS] is the policy's own time: comparisons of a system with itself move it and cost nothing.
"""

import math
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Ints
from quorate.kernels.compiling import compiled
from quorate.kernels.posterior import Counts
from quorate.kernels.rng import draw, draw_below, seed_rng

Parameters: TypeAlias = tuple[float, ...]
Memory = TypeVar("Memory")
Kind = TypeVar("Kind")

STEPS, TOLD, ASKED = 0, 1, 2
PREDICTED, MEAN, WEIGHT, SIDE = 0, 1, 2, 3  # what `State.beside` holds
NOTHING = np.array([np.nan, np.nan, 1.0, 0.0])  # beside an outcome of which nothing more is known
WIN, TIE, LOSS = 0, 1, 2
PASS = (-1, -1)  # what `ask` returns when the policy has nothing more to ask
WAIT = (-2, -2)  # and when it has nothing to ask until open questions are answered


class State(NamedTuple, Generic[Memory]):
    """Counts of k systems and a policy's own memory, a tuple of arrays with names; changed in place.

    `beside` holds what is known beside the outcome of (i, j) that a policy stakes on or is told: the outcome that was
    predicted for i on this item, the mean of such predictions over the items of the pair (both NaN where there is no
    prediction), the weight of the annotator (1 without any), and the side: 1 where i was shown left, −1 where right, 0
    where nobody knows. `ask` must not read it: which item and who it will be is not known yet.
    """

    wins: NDArray[np.float64]
    plays: NDArray[np.int64]
    ties: NDArray[np.int64]
    open: NDArray[np.int64]
    copeland: NDArray[np.int64]
    clock: NDArray[np.int64]
    beside: NDArray[np.float64]
    memory: Memory


def new_state(systems: int, memory: Memory) -> State[Memory]:
    """Nothing compared yet."""
    return State(
        wins=np.zeros((systems, systems)),
        plays=np.zeros((systems, systems), dtype=np.int64),
        ties=np.zeros((systems, systems), dtype=np.int64),
        open=np.zeros((systems, systems), dtype=np.int64),
        copeland=np.zeros(systems, dtype=np.int64),
        clock=np.zeros(3, dtype=np.int64),
        beside=NOTHING.copy(),
        memory=memory,
    )


def copy_state(state: State[Memory]) -> State[Memory]:
    """The same, to be changed without changing it."""
    return copied(state)


def copied(part: Any) -> Any:  # noqa: ANN401 - a tuple of arrays and of such tuples
    """Every array copied."""
    return type(part)(*map(copied, part)) if isinstance(part, tuple) else part.copy()


def record_of(kind: type[Kind]) -> Kind:
    """The numbers that a class names, as a record whose fields compiled code can change; 0 where it gives no value."""
    fields = kind.__annotations__
    types = [(name, np.int64 if field is int else np.float64) for name, field in fields.items()]
    return cast("Kind", np.rec.array([tuple(getattr(kind, name, 0) for name in fields)], dtype=types)[0])


def numbers(*shape: int) -> Ints:
    """So many whole numbers, all 0."""
    return np.zeros(shape, dtype=np.int64)


@compiled
def counts_of(state: State[Any]) -> Counts:
    """What a posterior is fitted to."""
    return Counts(state.wins, state.plays, state.ties)


@compiled
def pair_at(place: int, systems: int) -> tuple[int, int]:
    """The pair at a place in the order (0, 1), (0, 2), … (1, 2), …."""
    i = 0
    while place >= systems - 1 - i:
        place -= systems - 1 - i
        i += 1
    return i, i + 1 + place


@compiled
def leads(state: State[Any], i: int, j: int) -> bool:
    """Whether i was preferred to j more often than not."""
    return state.wins[i, j] > state.wins[j, i]


@compiled
def record(state: State[Any], i: int, j: int, outcome: float) -> None:
    """Count one comparison: outcome 1, ½ or 0 for i."""
    led, trailed = leads(state, i, j), leads(state, j, i)
    state.wins[i, j] += outcome
    state.wins[j, i] += 1.0 - outcome
    state.plays[i, j] += 1
    state.plays[j, i] += 1
    if outcome == 0.5:
        state.ties[i, j] += 1
        state.ties[j, i] += 1
    state.copeland[i] += np.int64(leads(state, i, j)) - np.int64(led)
    state.copeland[j] += np.int64(leads(state, j, i)) - np.int64(trailed)
    state.clock[TOLD] += 1


@compiled
def estimate(state: State[Any], i: int, j: int) -> float:
    """Share of comparisons in which i was preferred to j; ½ where there was none."""
    n = state.plays[i, j]
    return state.wins[i, j] / n if n > 0 else 0.5


@compiled
def divergence(p: float) -> float:
    """KL(Bernoulli(p) ‖ Bernoulli(½)) = p ln 2p + (1 − p) ln 2(1 − p)."""
    total = 0.0
    if p > 0.0:
        total += p * math.log(2.0 * p)
    if p < 1.0:
        total += (1.0 - p) * math.log(2.0 * (1.0 - p))
    return total


@compiled
def copeland_winner(state: State[Any], seed: int, run: int) -> int:
    """A system that leads most others; one of several is drawn afresh after every judgment, the state stays."""
    rng = seed_rng(seed, run, state.clock[TOLD], 1)
    best, winner, equals = -1, 0, 0
    for i in range(state.copeland.size):
        if state.copeland[i] > best:
            best, winner, equals = state.copeland[i], i, 1
        elif state.copeland[i] == best:
            equals += 1
            rng, u = draw(rng)
            if u * equals < 1.0:
                winner = i
    return winner


@compiled
def draw_outcome(pool: NDArray[np.int64], i: int, j: int, replace: bool, rng: np.uint64) -> float:
    """A judgment of (i, j) from the pool (i, j, win/tie/loss): 1, ½ or 0 for i, or −1 where the pool is empty."""
    total = pool[i, j, WIN] + pool[i, j, TIE] + pool[i, j, LOSS]
    if total == 0:
        return -1.0
    rng, place = draw_below(rng, total)
    kind = WIN if place < pool[i, j, WIN] else (TIE if place < pool[i, j, WIN] + pool[i, j, TIE] else LOSS)
    if not replace:
        pool[i, j, kind] -= 1
        pool[j, i, 2 - kind] -= 1
    return 1.0 - 0.5 * kind
