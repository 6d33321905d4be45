"""From any published duel policy another one in which a metric decides part of the comparisons.

Idea:
    The policy asks about a pair, as ever. With a chance that belongs to the pair it is the metric's turn: one of its
    answers about the pair is drawn, the policy is told it, costs nothing, and asks on; else the question goes to
    people. Eliminated systems are left out: the policy plays with the others alone, as if there were no more.

Formula:
    Let items be drawn evenly. Random mixing: chance p_m for every pair, answers over all its items. Uncertainty-aware:
    the chance is the share of the pair's items of which the metric is sure, answers over those, and people get the
    others. Elimination: the same policy on k′ of k systems. So a chance s_ij, counts M_ij (win, tie, loss) and the
    systems kept are all that the published ways need to know: no item takes part.

Guarantee:
    None about the winner: with a bad metric the wrong one is named, and surely. Where the chance is 0 everywhere and
    nobody is eliminated, it is the policy itself, question for question.

Assumptions:
    Items are drawn evenly within a pair, by people and metric alike.

Reference:
    Mohankumar, Khapra (2022), Active evaluation: efficient NLG evaluation with few pairwise comparisons, section 4.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw, seed_rng
from quorate.policies.duels.machine.loops import compile_loops, made_from
from quorate.policies.duels.machine.policy import DuelPolicy, Known, MetricTurns
from quorate.policies.duels.machine.state import PASS, Parameters, State, draw_outcome, new_state, record, record_of
from quorate.records.mixing import USES

REVISION = 1
MOST = 10_000  # answers of the metric in a row: then it decides all that the policy still asks
_STRIDE = 1 << 40  # between the numbers of what is drawn for one question, so that no two draw alike
_TURN = 5  # purpose of the draws of whose turn it is; the others are taken by the policies


class _Marks:
    """Numbers that change."""

    answered: int  # by the metric


class MixedMemory(NamedTuple):
    """The policy that is played, with systems numbered anew, and what the metric answers."""

    marks: _Marks
    inner: State[Any]
    numbers: Ints  # number within → system
    places: Ints  # system → number within; −1: eliminated
    share: Floats
    answers: Ints


# Stand-ins for the functions of the policy that is played.
inner_begin: Any = None
inner_ask: Any = None
inner_tell: Any = None
inner_recommend: Any = None


def begin(state: State[MixedMemory], parameters: Parameters, seed: int, run: int) -> None:
    """Begin with the systems that are kept."""
    inner_begin(state.memory.inner, parameters, seed, run)


def ask(state: State[MixedMemory], parameters: Parameters, seed: int, run: int, question: int) -> tuple[int, int]:
    """The policy's next pair for people; what comes before it the metric answers."""
    memory = state.memory
    inner, numbers = memory.inner, memory.numbers
    for a in range(numbers.size):
        for b in range(numbers.size):
            inner.open[a, b] = state.open[numbers[a], numbers[b]]
    for step in range(MOST):
        number = question + step * _STRIDE
        a, b = inner_ask(inner, parameters, seed, run, number)
        if a < 0:
            return a, b
        i, j = numbers[a], numbers[b]
        rng, u = draw(seed_rng(seed, run, number, _TURN))
        if u >= memory.share[i, j]:
            return i, j
        outcome = draw_outcome(memory.answers, i, j, True, rng)
        inner_tell(inner, parameters, a, b, outcome, seed, run, number)
        memory.marks.answered += 1
    return PASS


def tell(
    state: State[MixedMemory],
    parameters: Parameters,
    i: int,
    j: int,
    outcome: float,
    seed: int,
    run: int,
    question: int,
) -> None:
    """Count it; the policy is told what it can have asked."""
    record(state, i, j, outcome)
    a, b = state.memory.places[i], state.memory.places[j]
    if a >= 0 and b >= 0:
        inner_tell(state.memory.inner, parameters, a, b, outcome, seed, run, question)


def recommend(state: State[MixedMemory], parameters: Parameters, seed: int, run: int) -> int:
    """The system that the policy takes for the best."""
    place: int = inner_recommend(state.memory.inner, parameters, seed, run)
    number: int = state.memory.numbers[place]
    return number


@dataclass(frozen=True, kw_only=True, eq=False)
class MixedPolicy(DuelPolicy):
    """A policy in which a metric decides part of the comparisons.

    Attributes:
        base: The policy that is played.
        use: How the metric is used.
    """

    base: DuelPolicy
    use: str

    def compile(self) -> dict[str, Callable[..., Any]]:
        """Its loops by their names; the same for every use."""
        return _compile_all(self.base)[1]

    def __reduce__(self) -> tuple[Callable[..., DuelPolicy], tuple[Any, ...]]:
        return mixed_policy, (self.base, self.use)


def mixed_policy(base: DuelPolicy, use: str) -> MixedPolicy:
    """A policy that lets a metric decide part of its comparisons, in one of `USES`.

    Raises:
        InputError: The policy promises something, which would be broken; or there is no such use.
    """
    if use not in USES:
        raise InputError(f"A metric cannot be used as {use!r}. Known: {', '.join(USES)}.")
    if base.at_error is not None or base.bets is not None or base.is_for_pools:
        raise InputError(
            f"The policy {base.name!r} certifies what it finds; with a metric that decides part of the comparisons the "
            "certificate would be wrong. Choose a published policy, such as --policy rmed1."
        )
    return _mixed(base, use)


@cache
def _mixed(base: DuelPolicy, use: str) -> MixedPolicy:
    own, _ = _compile_all(base)
    return MixedPolicy(
        base=base,
        use=use,
        name=f"{base.name}+{use}",
        revision=base.revision + REVISION - 1,
        home=base.home,
        parameters=base.parameters,
        limits=base.limits,
        memory=lambda known: _memory(base, known),
        begin=own["begin"],
        ask=own["ask"],
        tell=own["tell"],
        recommend=own["recommend"],
        recommends=f"{base.recommends}; answers of the metric count like those of people",
        finds=base.finds,
    )


@cache
def _compile_all(base: DuelPolicy) -> tuple[dict[str, Callable[..., Any]], dict[str, Callable[..., Any]]]:
    """Its four functions and its loops around a policy, kept beside that policy's file."""
    here, variant = str(Path(__file__)), "mixed_"
    inner = {name: getattr(base, name) for name in ("begin", "ask", "tell", "recommend")}
    names = {**globals(), **{f"inner_{name}": compiled(function.py_func) for name, function in inner.items()}}
    names["__name__"] = base.home
    own = {
        one.__name__: made_from(one, base.home, f"{variant}{one.__name__}", names, pattern=here)
        for one in (begin, ask, tell, recommend)
    }
    return own, compile_loops(base.home, own, variant=variant, pattern=here)


def _memory(base: DuelPolicy, known: Known) -> MixedMemory:
    k = len(known.sizes)
    turns = known.turns or no_turns(k)
    numbers = np.flatnonzero(turns.kept)
    places = np.full(k, -1, dtype=np.int64)
    places[numbers] = np.arange(len(numbers))
    both = np.ix_(numbers, numbers)
    within = Known(known.sizes[both], None if known.shares is None else known.shares[both])
    return MixedMemory(
        record_of(_Marks),
        new_state(len(numbers), base.memory(within)),
        numbers.astype(np.int64),
        places,
        np.array(turns.share, dtype=np.float64, order="C"),
        np.array(turns.answers, dtype=np.int64, order="C"),
    )


def no_turns(systems: int) -> MetricTurns:
    """A metric that answers nothing."""
    return MetricTurns(
        np.zeros((systems, systems)),
        np.zeros((systems, systems, 3), dtype=np.int64),
        np.ones(systems, dtype=np.bool_),
    )
