"""The simulator's loop over one run and the study's over its log, compiled once for each policy.

A policy that bets quotes its bets when a question is asked and pays them when the answer comes, whenever that is: its
loops hand the quotes from one to the other, and it may ask to wait for what is open.

Compiled loops that are handed compiled functions are compiled anew in every process. So the functions here are
patterns that are never called: `compile_loops` makes each of them anew with a policy's own `begin`, `ask`, `tell`, … in
the place of the stand-ins, as if they were written in the policy's file. The result is kept on disk.
"""

import sys
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import seed_rng
from quorate.policies.duels.machine.drawing import PoolRows, draw_row, note_row
from quorate.policies.duels.machine.state import Parameters, State, draw_outcome

# Stand-ins for a policy's own functions; what they do is said in `machine.policy`.
begin: Any = None
ask: Any = None
tell: Any = None
recommend: Any = None
stake: Any = None
settle: Any = None
lose: Any = None
cancel: Any = None
find: Any = None
does_bet: bool = False  # constants to the compiler, which leaves out what is not done
has_rows: bool = False


def play(  # noqa: C901, PLR0912, PLR0915 - the two ways of a loop
    state: State[Any],
    parameters: Parameters,
    pool: NDArray[np.int64] | PoolRows,
    replace: bool,
    seed: int,
    run: int,
    horizon: int,
    delay: int,
    checkpoints: NDArray[np.int64],
    recommended: NDArray[np.int64],
    trace: NDArray[np.int64],
) -> tuple[int, int, int]:
    """One run against a pool of counts or rows; returns how many were drawn, why it ended and who is recommended then.

    recommended[c] is set to the system recommended after checkpoints[c] judgments (known to the policy); after the end
    of the run it keeps its last value. Ends: 0 horizon, 1 the policy is done, 2 a pair has run out of judgments.
    """
    begin(state, parameters, seed, run)
    waiting = np.empty((delay + 1, 2), dtype=np.int64)
    results = np.empty(delay + 1)
    rows = np.empty(delay + 1, dtype=np.int64)
    quotes = np.empty((delay + 1, 2))
    asked = told = mark = 0
    end = 0
    while told < horizon:
        while asked < horizon and asked - told <= delay:
            i, j = ask(state, parameters, seed, run, asked + 1)
            if i < 0:
                end = 1 if i == -1 else end
                break
            place = asked % (delay + 1)
            rng = seed_rng(seed, run, asked + 1, 2)
            if has_rows:
                outcome, rows[place] = draw_row(pool, i, j, replace, rng)
            else:
                outcome = draw_outcome(pool, i, j, replace, rng)
            if outcome < 0.0:
                end = 2
                break
            if does_bet:
                if has_rows:
                    note_row(state, pool, rows[place], i, j)
                quotes[place, 0], quotes[place, 1] = stake(state, parameters, i, j)
            else:
                state.open[i, j] += 1
                state.open[j, i] += 1
            waiting[place, 0], waiting[place, 1] = i, j
            results[place] = outcome
            if asked < trace.shape[0]:
                trace[asked, 0], trace[asked, 1] = i, j
            asked += 1
        if asked == told:
            break
        place = told % (delay + 1)
        i, j = waiting[place, 0], waiting[place, 1]
        if has_rows:
            note_row(state, pool, rows[place], i, j)
        if does_bet:
            settle(state, parameters, i, j, results[place], quotes[place, 0], quotes[place, 1])
        else:
            state.open[i, j] -= 1
            state.open[j, i] -= 1
            tell(state, parameters, i, j, results[place], seed, run, told + 1)
        told += 1
        if mark < checkpoints.size and checkpoints[mark] == told:
            recommended[mark] = recommend(state, parameters, seed, run)
            mark += 1
        if end == 2:
            break
    last = recommend(state, parameters, seed, run)
    recommended[mark:] = last
    return told, end, last


def proceed(
    state: State[Any],
    parameters: Parameters,
    pool: NDArray[np.int64],
    replace: bool,
    seed: int,
    run: int,
    first: int,
    horizon: int,
) -> tuple[int, int]:
    """Go on from where a state stands, against a pool; returns how many judgments were drawn, and why it ended.

    Ends: 0 horizon, 1 the policy is done, 2 a pair has run out of judgments.
    """
    for told in range(horizon):
        i, j = ask(state, parameters, seed, run, first + told)
        if i < 0:
            return told, 1
        outcome = draw_outcome(pool, i, j, replace, seed_rng(seed, run, first + told, 2))
        if outcome < 0.0:
            return told, 2
        tell(state, parameters, i, j, outcome, seed, run, first + told)
    return horizon, 0


def follow(
    state: State[Any],
    parameters: Parameters,
    seeds: NDArray[np.int64],
    questions: NDArray[np.int64],
    pairs: NDArray[np.int64],
    outcomes: NDArray[np.float64],
    quotes: NDArray[np.float64],
    besides: NDArray[np.float64],
) -> None:
    """Take in what happened in a served study, in the order the policy saw it.

    Outcomes: −1 the question was asked, 0 to 1 its answer. Where the policy bets, also −2 it was given up, −3 it was
    never shown, 2 to 3 the answer of one given up before.
    seeds[q] is what the question drew from; quotes[n − 1] holds what was quoted when question n was asked; besides has
    what is known beside each outcome, or no rows.
    """
    for place in range(questions.size):
        number, i, j, outcome = questions[place], pairs[place, 0], pairs[place, 1], outcomes[place]
        if outcome == -1.0:
            ask(state, parameters, seeds[place], 0, number)
        if besides.shape[0] > 0:
            state.beside[:] = besides[place]
        if not does_bet:
            if outcome >= 0.0:
                tell(state, parameters, i, j, outcome, seeds[place], 0, number)
        elif outcome == -1.0:
            quotes[number - 1, 0], quotes[number - 1, 1] = stake(state, parameters, i, j)
        elif outcome == -2.0:
            lose(state, parameters, i, j)
        elif outcome == -3.0:
            cancel(state, parameters, i, j, quotes[number - 1, 0], quotes[number - 1, 1])
        else:
            if outcome >= 2.0:
                find(state, i, j)
                outcome -= 2.0
            settle(state, parameters, i, j, outcome, quotes[number - 1, 0], quotes[number - 1, 1])


def compile_loops(
    home: str, functions: Mapping[str, Callable[..., Any]], *, variant: str = "", pattern: str = ""
) -> dict[str, Callable[..., Any]]:
    """The loops of a policy.

    Args:
        home: Name of its module; what is compiled is kept beside the module's file.
        functions: Its own functions by the names of the stand-ins.
        variant: What tells it from another policy that is kept beside the same file.
        pattern: File that its functions were written in, where that is not the module's.

    Returns:
        `play`, the same for pools that hold rows as `play_rows`, `proceed` and `follow`.
    """
    names = {**globals(), **functions, "__name__": home, "does_bet": "stake" in functions}
    # What is written into the loops of the simulator for their speed is called from that of the study, which is
    # compiled in a fraction of the time.
    called = {name: compiled(function.py_func) for name, function in functions.items() if hasattr(function, "py_func")}
    loops = {}
    for name, loop, own in (
        ("play", play, {}),
        ("play_rows", play, {"has_rows": True}),
        ("proceed", proceed, {}),
        ("follow", follow, called),
    ):
        loops[name] = made_from(loop, home, f"{variant}{name}", {**names, **own}, pattern=pattern)
    return loops


def made_from(
    function: Callable[..., Any], home: str, name: str, names: Mapping[str, Any], *, pattern: str = ""
) -> Callable[..., Any]:
    """A pattern compiled as if it were written in a module, under a name of its own, with what stands for its names."""
    place = {"co_filename": str(sys.modules[home].__file__), "co_name": name, "co_qualname": name}
    made: Callable[..., Any] = FunctionType(function.__code__.replace(**place), dict(names), name)
    return compiled(made, pattern=pattern)
