"""Beside peers: intervals of a mean score from few people and a judge of all, and whether a judge may replace a person.

One system at a time; of its outputs 300 are drawn with replacement, all of them seen by the judge, 30 or 75 judged by
people; the truth is the mean over all its outputs. Same draws for everybody, level 95 %. Ours: the default estimator
and its recommended interval. ppi-python: `ppi_mean_ci` (PPI++). glide-py: `PPIMeanEstimator` in a Python of its own
(environment variable GLIDE_PYTHON; left out and said without one, it needs Python 3.12). The alternative annotator test
against a plain twin, written from the paper.
"""

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.money import Truth, read_truth
from numpy.typing import NDArray
from scipy.stats import ttest_1samp

from quorate.estimators.scores import contribute, method
from quorate.estimators.scores.default import choose_default
from quorate.estimators.scores.intervals import choose
from quorate.estimators.scores.ratings import Ratings
from quorate.estimators.trust.judges import merge_verdicts, units_of
from quorate.estimators.trust.replacement import BENEFIT, hold_against
from quorate.io.verdicts import read_verdicts
from quorate.questions import Criterion

Floats = NDArray[np.float64]
Draws = list[tuple[Floats, Floats]]  # people's scores (NaN where nobody judged) and the judge's
SEEN, LEVEL = 300, 0.95


def draw(truth: Truth, count: int, runs: int, seed: int) -> tuple[Draws, Floats, tuple[float, float]]:
    """Outputs of one system after another, the truth of each draw, and the scale."""
    (judge,) = truth.judges.values()
    found, means = [], []
    for run in range(runs):
        random = np.random.default_rng([seed, count, run])
        system = run % len(truth.people)
        rows = random.integers(0, truth.people.shape[1], SEEN)
        people = np.where(np.arange(SEEN) < count, truth.people[system, rows], np.nan)
        found.append((people, judge[system, rows]))
        means.append(truth.people[system].mean())
    return found, np.array(means), (float(truth.people.min()), float(truth.people.max()))


def ours(draws: Draws, scale: tuple[float, float]) -> Floats:
    """The default estimator and the interval it recommends."""
    ends = []
    for people, judge in draws:
        item = np.flatnonzero(np.isfinite(people))
        count = len(item)
        ratings = Ratings(
            systems=("one",),
            scale=Criterion(name="quality", low=scale[0], high=scale[1]),
            system=np.zeros(count, dtype=np.int64),
            item=item,
            annotator=np.full(count, -1),
            score=people[item],
            copy_of=np.arange(count),
            cluster=np.arange(count),
            weight=np.ones(count),
            exists=np.ones((1, SEEN), dtype=np.bool_),
            metrics={"judge": judge[None, :]},
            scope="population",
        )
        chosen = choose_default(ratings)
        ends.append(choose(method(chosen.method).interval)(contribute(chosen.method, chosen.ratings), LEVEL)[0])
    return np.array(ends)


def by_ppi(draws: Draws, scale: tuple[float, float]) -> Floats:  # noqa: ARG001 - peers are called alike
    """PPI++ as ppi-python has it."""
    from ppi_py import ppi_mean_ci  # type: ignore[import-not-found]

    ends = []
    for people, judge in draws:
        known = np.isfinite(people)
        low, high = ppi_mean_ci(people[known], judge[known], judge[~known], alpha=1 - LEVEL)
        ends.append((float(np.ravel(low)[0]), float(np.ravel(high)[0])))
    return np.array(ends)


def by_glide(draws: Draws, scale: tuple[float, float]) -> Floats:  # noqa: ARG001
    """PPI++ as glide-py has it, in a Python of its own."""
    rows = [
        {"people": [None if np.isnan(one) else one for one in people], "judge": judge.tolist(), "level": LEVEL}
        for people, judge in draws
    ]
    child = Path(__file__).with_name("glide_child.py")
    done = subprocess.run(
        [os.environ["GLIDE_PYTHON"], str(child)],
        input="".join(json.dumps(row) + "\n" for row in rows),
        capture_output=True, text=True, check=True,
        env={"PATH": os.environ.get("PATH", "")},
    )  # fmt: skip
    return np.array([json.loads(line) for line in done.stdout.splitlines()])


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Intervals on two sets, then the test."""
    peers: dict[str, Callable[[Draws, tuple[float, float]], Floats]] = {"quorate": ours, "ppi-python": by_ppi}
    if os.environ.get("GLIDE_PYTHON"):
        peers["glide-py"] = by_glide
    else:
        results.at_most("peers left out", "glide-py: no GLIDE_PYTHON (Python 3.12 with it) is named", 1, "peers")
    runs = 80 if quick else 400
    for name in ("summeval",) if quick else ("summeval", "wmt23_ende"):
        truth = read_truth(data, name)
        for count in (30, 75):
            draws, means, scale = draw(truth, count, runs, seed)
            width = {}
            for peer, measure in peers.items():
                begin = time.perf_counter()
                ends = measure(draws, scale)
                seconds = time.perf_counter() - begin
                covers = (ends[:, 0] <= means) & (means <= ends[:, 1])
                width[peer] = (ends[:, 1] - ends[:, 0]).mean()
                case = f"{name}, {count} people, {peer}"
                share = 100 * covers.mean()
                error = float(np.sqrt(share * (100 - share) / runs))
                results.at_least("coverage beside peers", f"{case}, ± {error:.1f}", share, "%")
                results.at_most("width over that of quorate", case, width[peer] / width["quorate"], "")
                results.at_most("seconds an interval", case, seconds / runs, "s")
    _replacement(results, data)


def _replacement(results: Results, data: Path) -> None:
    """The alternative annotator test on MT-bench."""
    votes = read_verdicts(data / "judges" / "mt-bench")
    unit, people_unit = units_of(votes)
    units, merged, _, _ = merge_verdicts(unit, votes.verdict, votes.shown)
    said = dict(zip(units.tolist(), merged.tolist(), strict=True))
    verdict = np.array([said.get(one, np.nan) for one in people_unit.tolist()])
    found = hold_against(people_unit, votes.annotator, votes.outcome, verdict)
    winning, advantage, people = plain_test(people_unit, votes.annotator, votes.outcome, verdict)
    case = f"mt-bench, GPT-4, {people} annotators"
    results.at_least("winning rate of the alternative annotator test", case, found.winning, "")
    off = max(abs(found.winning - winning), abs(found.advantage - advantage))
    results.at_most("alternative annotator test: difference from a plain twin", case, off, "", 1e-9)


def plain_test(
    unit: NDArray[np.int64], annotator: NDArray[np.int64], outcome: Floats, verdict: Floats
) -> tuple[float, float, int]:
    """Winning rate, mean advantage and annotators, step by step as the paper has it."""
    p_values, shares = [], []
    for person in sorted(set(annotator[annotator >= 0].tolist())):
        judge_wins, person_wins = [], []
        for row in np.flatnonzero((annotator == person) & np.isfinite(verdict)).tolist():
            others = outcome[(unit == unit[row]) & (annotator != person) & (annotator >= 0)]
            if len(others):
                own, judges = np.mean(others == outcome[row]), np.mean(others == verdict[row])
                judge_wins.append(float(judges >= own))
                person_wins.append(float(own >= judges))
        if len(judge_wins) >= 30:
            shares.append(np.mean(judge_wins))
            gap = np.array(person_wins) - np.array(judge_wins)
            p_values.append(float(ttest_1samp(gap, BENEFIT, alternative="less").pvalue))
    order = np.argsort(p_values)
    m = len(p_values)
    harmonic = sum(1 / k for k in range(1, m + 1))
    passed = [k for k in range(1, m + 1) if p_values[order[k - 1]] <= k * 0.05 / (m * harmonic)]
    return max(passed, default=0) / m, float(np.mean(shares)), m
