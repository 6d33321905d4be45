"""The simulator's loop over one run and the study's over its log, compiled once for each policy.

Compiled loops that are handed compiled functions are compiled anew in every process. So each policy module compiles
this text in its own name space, where `begin`, `ask`, `tell` and `recommend` are its own; the result is kept on disk.
"""

from types import CodeType

_SOURCE = '''
import numpy as np
from quorate.kernels.compiling import compiled
from quorate.kernels.duels import begin_chance, draw_outcome

@compiled
def play(state, parameters, pool, replace, seed, run, horizon, delay, checkpoints, recommended, trace):
    """One run against a pool of judgments; returns how many were drawn, and why it ended.

    recommended[c] is set to the system recommended after checkpoints[c] judgments (known to the policy); after the end
    of the run it keeps its last value. Ends: 0 horizon, 1 the policy is done, 2 a pair has run out of judgments.
    """
    begin(state, parameters, seed, run)
    waiting = np.empty((delay + 1, 2), dtype=np.int64)
    results = np.empty(delay + 1)
    asked = told = mark = 0
    end = 0
    while told < horizon:
        while asked < horizon and asked - told <= delay:
            i, j = ask(state, parameters, seed, run, asked + 1)
            if i < 0:
                end = 1
                break
            outcome = draw_outcome(pool, i, j, replace, begin_chance(seed, run, asked + 1, 2))
            if outcome < 0.0:
                end = 2
                break
            state.open[i, j] += 1
            state.open[j, i] += 1
            waiting[asked % (delay + 1), 0], waiting[asked % (delay + 1), 1] = i, j
            results[asked % (delay + 1)] = outcome
            if asked < trace.shape[0]:
                trace[asked, 0], trace[asked, 1] = i, j
            asked += 1
        if asked == told:
            break
        place = told % (delay + 1)
        i, j = waiting[place, 0], waiting[place, 1]
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


@compiled
def proceed(state, parameters, pool, replace, seed, run, first, horizon):
    """Go on from where a state stands, against a pool; returns how many judgments were drawn, and why it ended.

    Ends: 0 horizon, 1 the policy is done, 2 a pair has run out of judgments.
    """
    for told in range(horizon):
        i, j = ask(state, parameters, seed, run, first + told)
        if i < 0:
            return told, 1
        outcome = draw_outcome(pool, i, j, replace, begin_chance(seed, run, first + told, 2))
        if outcome < 0.0:
            return told, 2
        tell(state, parameters, i, j, outcome, seed, run, first + told)
    return horizon, 0


@compiled
def follow(state, parameters, seeds, questions, pairs, outcomes):
    """Take in what happened in a served study: a question asked (outcome −1), or the outcome of one.

    seeds[q] is what the question drew from: the seed of the study, or a key of its own.
    """
    for place in range(questions.size):
        seed = seeds[place]
        if outcomes[place] < 0.0:
            ask(state, parameters, seed, 0, questions[place])
        else:
            tell(state, parameters, pairs[place, 0], pairs[place, 1], outcomes[place], seed, 0, questions[place])
'''


def loop_code(path: str) -> CodeType:
    """The loops' code as if it stood in the policy's own file: `exec(loop_code(__file__), globals())`."""
    return compile(_SOURCE, path, "exec")
