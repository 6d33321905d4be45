"""Everybody asks again as soon as they have answered: a crowd, and the policy that certifies directly, compiled.

What answers that take longer because of what they say, or never come, do to a claim is counted here over many studies.
"""

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw, seed_rng
from quorate.policies.duels.certified.rivals import ask, begin, find, lose, settle, stake
from quorate.policies.duels.machine.state import Parameters, State

Numbers = NDArray[np.float64]


@compiled
def meet(  # noqa: C901, PLR0912 - one event after the other
    state: State,
    parameters: Parameters,
    chances: Numbers,
    seconds: Numbers,
    slow: Numbers,
    lost: Numbers,
    lease: float,
    seed: int,
    run: int,
    most: int,
    often: NDArray[np.int64],
) -> tuple[int, int, float, int]:
    """A crowd at work: everybody asks, takes their time, answers and asks again, until the policy is done.

    Args:
        state: An empty state of the policy.
        parameters: Its parameters.
        chances: Person × system × system: that the first is preferred to the second.
        seconds: Mean time of an answer of each person.
        slow: System → how many times as long an answer takes that is for it.
        lost: System → share of the questions whose answer would be for it that are never answered.
        lease: After which a question is given up, though its answer may still come.
        seed: What is drawn from.
        run: Which of many studies.
        most: The most questions asked.
        often: Is set to how many of them went to each person.

    Returns:
        Questions asked, answers, the time it took and why it ended: 0 nothing left to ask or wait for, 1 the policy is
        done.
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
            rng = seed_rng(seed, run, asked, 2)
            rng, u = draw(rng)
            rng, v = draw(rng)
            rng, w = draw(rng)
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
