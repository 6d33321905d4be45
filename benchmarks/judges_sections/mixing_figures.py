"""How the four ways hang on their settings, on the number of systems, and on how many judgments there are.

40 runs each. Figures 4 and 10 of Mohankumar and Khapra (2022): annotation complexity over the number of systems
(ParaBank, the winner and others by name; ends at 10,000), people alone and with the light comparer answering its share.
Figures 5 and 7, on gmeg-fce, gmeg-wiki and E2E as the rest: over what the metric may answer, and over the Copeland
threshold (0: nobody is left out). Figure 6: accuracy after some judgments where a good and a bad metric mix. Figure 12:
accuracy after some judgments.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.mixing import BASE
from judges_sections.mixing_cases import LIGHT, Case, text_cases

from quorate.policies.duels.mixed.expectations import Expectations
from quorate.simulation.pools import Pool
from quorate.simulation.replay import replay
from quorate.simulation.replayed import Replayed

RUNS = 40
SHARES = (0.0, 0.4, 0.6, 0.8)
KEPT = (0.0, 0.4, 0.6, 0.8, 1.0)
SETS = ("gmeg-fce", "gmeg-wiki", "E2E")
SYSTEMS = (4, 8, 16, 28)
POLICIES = ("uniform", "rcs", "rucb", "rmed1")
BUDGETS = (100, 300, 1000, 3000)
END = 10_000
WORST = "rouge-l"  # the least accurate of the single metrics at hand


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every figure."""
    runs = 20 if quick else RUNS
    cases = text_cases(data, quick=quick, seed=seed)
    for case in (case for case in cases if case.name in SETS):
        _settings(results, case, runs, seed)
        _accuracies(results, case, runs, seed)
    if not quick:
        _sizes(results, next(case for case in cases if case.name == "ParaBank"), runs, seed)


def _play(case: Case, pool: Pool, policy: str, runs: int, seed: int, horizon: int = 0) -> Replayed:
    return replay({case.name: pool}, [policy], runs=runs, horizon=horizon or case.horizon, seed=seed)[0]


def _add(results: Results, name: str, where: str, found: Replayed) -> None:
    reached = found.complexity.judgments
    words = where if reached is not None else f"{where}; NEVER REACHED, counts with the horizon"
    results.at_most(name, words, found.horizon if reached is None else reached, "judgments")


def _settings(results: Results, case: Case, runs: int, seed: int) -> None:
    """Figures 5 and 7."""
    for share in SHARES:
        for use in ("mix", "uncertainty"):
            pool = case.mixed(LIGHT, use=use, share=share)
            name = f"figure 5: annotation complexity, {LIGHT}, {use}"
            _add(results, name, f"{case.name}, answers {share:g}", _play(case, pool, f"{BASE}+{use}", runs, seed))
    for keep in KEPT:
        found = _play(case, case.mixed(LIGHT, use="eliminate", keep=keep), f"{BASE}+eliminate", runs, seed)
        name = f"figure 7: annotation complexity, {LIGHT}, eliminate"
        _add(results, name, f"{case.name}, Copeland threshold {keep:g}", found)


def _accuracies(results: Results, case: Case, runs: int, seed: int) -> None:
    """Figures 6 and 12."""
    most = BUDGETS[-1]
    ways = {"people alone": _play(case, case.pool, BASE, runs, seed, most)}
    for use in ("mix", "uncertainty", "both"):
        ways[f"{LIGHT}, {use}"] = _play(case, case.mixed(LIGHT, use=use), f"{BASE}+{use}", runs, seed, most)
    for way, found in ways.items():
        for budget in BUDGETS:
            accuracy = 100 * found.accuracy_at(budget)
            results.at_least(f"figure 12: runs that name the winner, {way}", f"{case.name}, {budget}", accuracy, "%")
    for metric in (LIGHT, WORST):
        for share in SHARES:
            found = _play(case, case.mixed(metric, use="mix", share=share), f"{BASE}+mix", runs, seed, most)
            for budget in BUDGETS:
                words = f"{case.name}, answers {share:g}, {budget}"
                accuracy = 100 * found.accuracy_at(budget)
                results.at_least(f"figure 6: runs that name the winner, {metric} mixing", words, accuracy, "%")


def _sizes(results: Results, case: Case, runs: int, seed: int) -> None:
    """Figures 4 and 10."""
    for size in SYSTEMS:
        part = _some_systems(case, size)
        for policy in POLICIES:
            found = _play(part, part.pool, policy, runs, seed, END)
            _add(results, f"figure 4: annotation complexity, {policy}", f"ParaBank, {size} systems", found)
            found = _play(part, part.mixed(LIGHT, use="mix"), f"{policy}+mix", runs, seed, END)
            name = f"figure 10: annotation complexity, {policy}, {LIGHT} mixing"
            _add(results, name, f"ParaBank, {size} systems", found)


def _some_systems(case: Case, size: int) -> Case:
    """The same with the winner and the first others alone."""
    best = int(np.argmax(case.pool.best))
    kept = np.sort([best, *[one for one in range(len(case.pool.systems)) if one != best][: size - 1]])
    place = np.full(len(case.pool.systems), -1)
    place[kept] = np.arange(size)
    (expectations, mixing) = case.metrics[LIGHT]
    chosen = (place[expectations.first] >= 0) & (place[expectations.second] >= 0)
    parts = {part: getattr(expectations, part)[chosen] for part in ("expected", "answer", "spread", "same")}
    said = Expectations(
        systems=size, first=place[expectations.first[chosen]], second=place[expectations.second[chosen]], **parts
    )
    names = tuple(case.pool.systems[one] for one in kept)
    pool = Pool(systems=names, counts=np.array(case.pool.counts[np.ix_(kept, kept)]))
    return replace(case, pool=pool, outcome=case.outcome[chosen], metrics={LIGHT: (said, mixing)})
