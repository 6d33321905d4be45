"""The simulator's loop over one run and the study's over its log, compiled once for each policy.

A policy that bets quotes its bets when a question is asked and pays them when the answer comes, whenever that is: it
has `stake`, `settle`, `lose`, `cancel` and `find` beside `tell`, its loops hand the quotes from one to the other, and
it may ask to wait for what is open.

Compiled loops that are handed compiled functions are compiled anew in every process. So each policy module compiles
this text in its own name space, where `begin`, `ask`, `tell` and `recommend` are its own; the result is kept on disk.
"""

from types import CodeType

_SOURCE = '''
import numpy as np
from quorate.kernels.compiling import compiled
from quorate.kernels.duels import begin_chance, draw, draw_outcome

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


_STAKING_SOURCE = (
    _SOURCE.partition("@compiled\ndef follow")[0]
    .replace(
        """            if i < 0:
                end = 1
                break
            outcome = draw_outcome(pool, i, j, replace, begin_chance(seed, run, asked + 1, 2))
            if outcome < 0.0:
                end = 2
                break
            state.open[i, j] += 1
            state.open[j, i] += 1
""",
        """            if i < 0:
                end = 1 if i == -1 else end
                break
            outcome = draw_outcome(pool, i, j, replace, begin_chance(seed, run, asked + 1, 2))
            if outcome < 0.0:
                end = 2
                break
            quotes[asked % (delay + 1), 0], quotes[asked % (delay + 1), 1] = stake(state, parameters, i, j)
""",
    )
    .replace(
        """        state.open[i, j] -= 1
        state.open[j, i] -= 1
        tell(state, parameters, i, j, results[place], seed, run, told + 1)
""",
        """        settle(state, parameters, i, j, results[place], quotes[place, 0], quotes[place, 1])
""",
    )
    .replace(
        """    results = np.empty(delay + 1)
""",
        """    results = np.empty(delay + 1)
    quotes = np.empty((delay + 1, 2))
""",
    )
    + '''
@compiled
def follow(state, parameters, seeds, questions, pairs, outcomes, quotes):
    """Take in what happened in a served study, in the order the policy saw it.

    Outcomes: −1 the question was asked, −2 it was given up, −3 it was never shown, 0 to 1 its answer, 2 to 3 the same
    of one given up before.
    seeds[q] is what the question drew from; quotes[n − 1] holds what was quoted when question n was asked.
    """
    for place in range(questions.size):
        number, i, j, outcome = questions[place], pairs[place, 0], pairs[place, 1], outcomes[place]
        if outcome == -1.0:
            ask(state, parameters, seeds[place], 0, number)
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


@compiled
def meet(state, parameters, chances, seconds, slow, lost, lease, seed, run, most, often):
    """A crowd at work: everybody asks, takes their time, answers and asks again, until the policy is done.

    Args: chances[a, i, j] that person a prefers i to j; mean seconds of each person; slow[i]: times as long where the
    answer is for i; lost[i]: share of the questions whose answer would be for i that are never answered; lease after
    which a question is given up, though its answer may still come; the most questions asked; often[a] is
    set to how many of them went to person a.

    Returns questions asked, answers, the time it took and why it ended: 0 nothing left to ask or wait for, 1 the policy
    is done.
    """
    begin(state, parameters, seed, run)
    people = seconds.size
    ends = np.full(people, np.inf)  # when somebody answers; who asks next stands there with a time that has passed
    expires = np.full(people, np.inf)
    pairs = np.zeros((people, 2), dtype=np.int64)
    results, quotes = np.zeros(people), np.zeros((people, 2))
    is_free = np.ones(people, dtype=np.bool_)
    is_late = np.zeros(people, dtype=np.bool_)
    asked = told = 0
    now = 0.0
    while True:
        done = False
        first = asked % people
        for step in range(people):
            a = (first + step) % people
            if not is_free[a] or asked >= most:
                continue
            i, j = ask(state, parameters, seed, run, asked + 1)
            if i < 0:
                done = i == -1
                break
            asked += 1
            often[a] += 1
            chance = begin_chance(seed, run, asked, 2)
            chance, u = draw(chance)
            chance, v = draw(chance)
            chance, w = draw(chance)
            results[a] = 1.0 if u < chances[a, i, j] else 0.0
            preferred = i if results[a] == 1.0 else j
            is_dropped = w < lost[preferred]
            pairs[a, 0], pairs[a, 1] = i, j
            quotes[a, 0], quotes[a, 1] = stake(state, parameters, i, j)
            ends[a] = now - seconds[a] * slow[preferred] * np.log(1.0 - v)
            expires[a] = min(now + lease, np.inf)
            if is_dropped:
                results[a] = -1.0
            is_free[a] = is_late[a] = False
        if done:
            return asked, told, now, 1
        who, when, is_expiry = -1, np.inf, False
        for a in range(people):
            if not is_free[a] and ends[a] < when:
                who, when, is_expiry = a, ends[a], False
            if not is_free[a] and not is_late[a] and expires[a] < when:
                who, when, is_expiry = a, expires[a], True
        if who < 0:
            return asked, told, now, 0
        now = when
        i, j = pairs[who, 0], pairs[who, 1]
        if is_expiry or (results[who] < 0.0 and not is_late[who]):
            lose(state, parameters, i, j)
            is_late[who] = True
        if not is_expiry:
            if results[who] >= 0.0:
                if is_late[who]:
                    find(state, i, j)
                settle(state, parameters, i, j, results[who], quotes[who, 0], quotes[who, 1])
                told += 1
            is_free[who] = True
'''
)


def loop_code(path: str) -> CodeType:
    """The loops' code as if it stood in the policy's own file: `exec(loop_code(__file__), globals())`."""
    return compile(_SOURCE, path, "exec")


def staking_loop_code(path: str) -> CodeType:
    """The same for a policy that quotes its bets when it asks."""
    return compile(_STAKING_SOURCE, path, "exec")
