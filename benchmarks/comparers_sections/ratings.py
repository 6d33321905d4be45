"""How fast a million games become ratings, and the worked example of Glicko-2's author.

Forty contestants. Compiled code is loaded before time is taken. Glickman prints .05999, which is .059996 cut off, and
1464.06, which comes from the rounded μ′ = −.2069; without rounding on the way it is 1464.05.
"""

import time
from pathlib import Path

import numpy as np
from frame import Results

from quorate.estimators.skills.games import Games
from quorate.estimators.skills.methods import find_method
from quorate.kernels.skills import SCALE, Glicko, new_contestants, play_glicko

CONTESTANTS = 40
BAR = 2.0
PRINTED = {"rating": 1464.06, "deviation": 151.52, "volatility": 0.05999}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - sections are called alike
    """Example, then speed."""
    contestants = new_contestants(np.array([1500.0, 1400.0, 1550.0, 1700.0]), 200.0, 0.06)
    contestants.deviation[1:] = [30.0, 100.0, 300.0]
    outcome = np.array([1.0, 0.0, 0.0])
    play_glicko(np.zeros(3, dtype=np.int64), np.array([1, 2, 3]), outcome, contestants, Glicko(3, 0.5, -1.0))
    found = {
        "rating": round(1500 + SCALE * round((contestants.rating[0] - 1500) / SCALE, 4), 2),
        "deviation": round(contestants.deviation[0], 2),
        "volatility": int(contestants.volatility[0] * 1e5) / 1e5,
    }
    for name, value in found.items():
        results.at_least(f"Glickman's example, {name}", f"printed: {PRINTED[name]}", value, "")
        results.at_most(f"Glickman's example, {name}: off by", "as printed", abs(value - PRINTED[name]), "", 0.0)
    count = 100_000 if quick else 1_000_000
    random = np.random.default_rng(seed)
    strength = np.linspace(1, -1, CONTESTANTS)
    first = random.integers(0, CONTESTANTS, count)
    second = (first + random.integers(1, CONTESTANTS, count)) % CONTESTANTS
    won = random.random(count) < 1 / (1 + np.exp(strength[second] - strength[first]))
    games = Games(
        contestants=tuple(f"m{number}" for number in range(CONTESTANTS)),
        first=first,
        second=second,
        outcome=np.where(random.random(count) < 0.2, 0.5, won.astype(np.float64)),
    )
    for name in ("glicko2", "elo", "bradley-terry", "points"):
        method = find_method(name)
        settings = method.filled({})
        method.rate(games, settings)
        begin = time.process_time()
        method.rate(games, settings)
        seconds = time.process_time() - begin
        bar = BAR if name in {"glicko2", "elo"} and not quick else None
        results.at_most("time to rate games", f"{name}, {count:,} games", seconds, "CPU s", bar)
