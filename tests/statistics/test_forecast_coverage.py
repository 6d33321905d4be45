"""Does the forecast's interval hold the number of judgments that it then takes?

Studies with strengths drawn at random go on to their end; a correct forecast fails with a probability below one in a
million, and an interval of a quarter of the length is found.
"""

import numpy as np
from scipy.stats import binom

from quorate.planning import forecast as planning
from quorate.policies import policy_of
from quorate.policies.duels import duel_policy
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.records.design import Design
from quorate.simulation.pools import Pool
from quorate.testing.histories import make_history, make_index

SLACK = 0.05  # the prior of the posterior is not the one the strengths were drawn from


def begun(seed, systems=3, spread=0.9, count=50):
    """A study after so many judgments: its state, its truth, and its history; `None` where it is done already."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, spread, systems)
    win = 0.9 / (1 + np.exp(strength[None] - strength[:, None]))
    np.fill_diagonal(win, 0)
    design, index = Design(seed=seed, claim="beats every other"), make_index(systems, count)
    rivals = duel_policy("certified-rivals")
    parameters = CertifiedPolicy(design).parameters
    state = rivals.new_state(np.full((systems, systems), count))
    rivals.begin(state, parameters, seed, 0)
    rows = []
    for question in range(1, count + 1):
        i, j = rivals.ask(state, parameters, seed, 0, question)
        if i < 0:
            return None
        chance = rng.random()
        outcome = 1.0 if chance < win[i, j] else 0.5 if chance < win[i, j] + 0.1 else 0.0
        rivals.tell(state, parameters, i, j, outcome, seed, 0, question)
        rows.append((i, j, outcome))
    first, second, values = zip(*rows, strict=True)
    history = make_history(
        design, index, first=first, second=second, item=np.arange(count), values=values, pair_probability=np.nan
    )
    pool = Pool.from_preferences(win, np.where(np.eye(systems) > 0, 0, 0.1)).counts
    told, end = rivals.proceed(state, parameters, pool.copy(), True, 10**6 + seed, 0, count + 1, 5_000)
    return (design, index, history, policy_of(design)), told if end == 1 else np.inf


def ends(found):
    """The interval; beyond the horizon there is no end."""
    return tuple(default if end is None else end for end, default in ((found.low, found.horizon), (found.high, np.inf)))


def test_the_forecast_holds(monkeypatch):
    monkeypatch.setattr(planning, "SECONDS", 0.2)
    monkeypatch.setattr(planning, "MOST_RUNS", 50)
    kept = kept_by_fault = runs = 0
    for seed in range(150):
        study = begun(seed)
        if study is None:
            continue
        needed = study[1]
        found = planning.forecast(*study[0], newcomers=1000)
        low, high = ends(found)
        middle = found.horizon if found.median is None else found.median
        runs += 1
        kept += low <= needed <= high
        kept_by_fault += (low * middle**3) ** 0.25 <= needed <= (high * middle**3) ** 0.25
    limit = binom.ppf(1e-6, runs, planning.LEVEL - SLACK)
    assert kept >= limit, (kept, runs)
    assert kept_by_fault < limit, "an interval of a quarter of the length is found"
