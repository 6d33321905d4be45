"""Comparisons of systems with strengths, as the state of a duel policy."""

import math

import numpy as np

from quorate.policies.duels.machine.state import new_state, record


def played(k, comparisons, seed):
    rng = np.random.default_rng(seed)
    state = new_state(k, ())
    strength = rng.normal(0, 0.5, k)
    for _ in range(comparisons):
        i, j = rng.choice(k, 2, replace=False)
        tie = rng.random() < 0.2
        record(state, i, j, 0.5 if tie else float(rng.random() < 1 / (1 + math.exp(strength[j] - strength[i]))))
    return state
