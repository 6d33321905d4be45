"""Certified early stopping, in simulated trainings whose improvement is known.

A training has checkpoints that win against those before by a fixed number of points (half the share won less the share
lost); outcomes are drawn, two fifths of them ties. *Wrong*: improves by exactly m, the least favourable case, or by
more, at each of twenty checkpoints, and is stopped anyway. *No improvement*: comparisons at the checkpoint that says
stop. The planted fault tests at 5 % at every look of every checkpoint: it is there to show that the count would find
it.
"""

from pathlib import Path

import numpy as np
from frame import Results
from scipy.stats import binom

from quorate.training import EarlyStopping

INPUTS = [f"input {number}" for number in range(200)]
TIES = 0.4
CHECKPOINTS = 20
ERROR = 0.05
MEDIAN = 700


class Toss:
    """A comparer whose first text is ahead by so many points, whatever the texts say."""

    def __init__(self, points: float, seed: int) -> None:
        self.win = (1 - TIES) / 2 + points / 100
        self.random = np.random.default_rng(seed)

    def __call__(self, _: object, first: list[str], __: object) -> np.ndarray:
        """Outcomes, drawn."""
        drawn = self.random.random(len(first))
        return np.where(drawn < self.win, 1.0, np.where(drawn < self.win + TIES, 0.5, 0.0))


def stop_of(points: float, margin: float, seed: int, *, checkpoints: int, most: int) -> EarlyStopping:
    """One training, until it is stopped or ends."""
    stopping = EarlyStopping(
        comparer=Toss(points, seed), inputs=INPUTS, margin=margin, error=ERROR, most=most, previous=1, seed=seed
    )
    texts = ["text"] * len(INPUTS)
    for step in range(checkpoints + 1):
        if stopping.add(step, texts):
            break
    return stopping


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001 - simulated, no data
    """Wrong stops, then how many comparisons a right one takes."""
    runs = 50 if quick else 500
    for margin, points in ((5.0, 5.0), (5.0, 6.0), (2.0, 2.0)):
        stopped = sum(
            stop_of(points, margin, seed + 1_000 * number, checkpoints=CHECKPOINTS, most=1_000).stops
            for number in range(runs)
        )
        case = f"m = {margin:g}, improves by {points:g} at {CHECKPOINTS} checkpoints, {runs} trainings"
        results.at_most("stopped although it improves by m or more", case, 100 * stopped / runs, "%", 100 * ERROR)
        error = 100 * np.sqrt(max(stopped, 1) * max(runs - stopped, 1) / runs**3)
        results.at_most("stopped although it improves, standard error", case, error, "%")
    bar = None if quick else MEDIAN
    for points in (0.0, -2.0, 2.0):
        told = [stop_of(points, 5.0, seed + 7 + 1_000 * number, checkpoints=1, most=5_000) for number in range(runs)]
        used = np.array([one.seen[0].comparisons for one in told])
        case = f"m = 5, ahead by {points:g}, {runs} trainings"
        results.at_most("comparisons until it stops, median", case, np.median(used), "", bar if points == 0 else None)
        results.at_most("comparisons until it stops, nine of ten", case, np.quantile(used, 0.9), "")
    wrong = sum(faulty(seed + 1_000 * number) for number in range(runs))
    results.at_least("planted fault: stopped although it improves", f"m = 5, {runs} trainings", 100 * wrong / runs, "%")
    least = binom.isf(1e-6, runs, ERROR)
    results.at_least("planted fault above what chance allows", "trainings more", float(wrong - least), "", 0)


def faulty(seed: int) -> bool:
    """Whether a plain 5 % test at every look, without a bet, stops a training that improves by m."""
    random = np.random.default_rng(seed)
    for _ in range(CHECKPOINTS):
        drawn = random.random(1_000)
        win = (1 - TIES) / 2 + 0.05
        outcome = np.where(drawn < win, 1.0, np.where(drawn < win + TIES, 0.5, 0.0))
        counts = np.arange(50, 1_001, 50)
        means = np.cumsum(outcome)[counts - 1] / counts
        spread = np.sqrt(np.maximum(np.cumsum(outcome**2)[counts - 1] / counts - means**2, 1e-9) / counts)
        if ((means - 0.55) / spread < -1.645).any():
            return True
    return False
