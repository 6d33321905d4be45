"""A metric decides part of the comparisons, in the four published ways with RMED, beside RMED and people alone.

Annotation complexity counts people's judgments; beside it stands how many runs name a wrong winner at their end. How
much a metric answers follows from its accuracy where it was fitted, by the published rules of thumb, with α = .6 and
τ = .8; one that is near chance there is refused, and people judge alone. A run ends at twice RMED's published figure
(once on ParaBank), and what is not reached counts with that. Doubt of the light comparer is
that of its ensemble (BALD, STD) or nearness to one half; single metrics have the last alone; the same text twice is a
tie beyond doubt. *Its favourite is the winner*: by what it expects over all items. *Leads to the winner*: whether
comparisons without end, by people and metric in their parts, would name the winner. Mohankumar and Khapra (2022), table
4 and figure 3. WMT15 and WMT16 have no outputs to score.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.mixing_cases import LIGHT, Case, leads_to_the_winner, text_cases

from quorate.simulation.replay import replay
from quorate.simulation.replayed import Replayed

RUNS = 100
DOUBTS = ("bald", "std", "confidence")
WHOLE = ("chrf", "XCOMET-Ensemble", "MetricX-23", "GEMBA-MQM")  # played in all four ways; the others mix alone
BAR = -50.0
BASE = "rmed1"


@dataclass(kw_only=True)
class Found:
    """One metric in one way, over sets."""

    changes: list[float] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every set with texts, metric and way; then the means over sets."""
    play_cases(results, text_cases(data, quick=quick, seed=seed), quick=quick, seed=seed)


def play_cases(results: Results, cases: Sequence[Case], *, quick: bool, seed: int) -> None:
    """Every set, metric and way; then the means over sets."""
    runs = 20 if quick else RUNS
    found: dict[tuple[str, str], Found] = defaultdict(Found)
    for case in cases:
        alone = replay({case.name: case.pool}, [BASE], runs=runs, horizon=case.horizon, seed=seed)[0]
        _add(results, case, "people alone", alone)
        for metric in case.metrics:
            _play(results, case, metric, alone, found, runs, seed)
    for (metric, way), one in found.items():
        _sum_up(results, metric, way, one)


def _play(
    results: Results,
    case: Case,
    metric: str,
    alone: Replayed,
    found: dict[tuple[str, str], Found],
    runs: int,
    seed: int,
) -> None:
    """One metric on one set, in its ways."""
    mixing = case.metrics[metric][1]
    favourite = case.has_right_favourite(metric)
    results.at_least(f"three-way accuracy, {metric}", case.name, 100 * case.accuracy(metric), "%")
    results.at_least(f"what it may answer, {metric}", case.name, mixing.share, "")
    results.at_least(f"its favourite is the winner, {metric}", case.name, favourite, "")
    is_refused = not mixing.low > 0.5
    results.at_most(f"refused as near chance, {metric}", case.name, is_refused, "")
    for way, changes in _ways(metric):
        one = found[metric, way]
        one.sets.append(case.name)
        if is_refused:
            one.changes.append(0.0)
            one.wrong.append(100 * alone.wrong_ends)
            continue
        use = changes["use"]
        pool = case.mixed(metric, **changes)
        played = replay({case.name: pool}, [f"{BASE}+{use}"], runs=runs, horizon=case.horizon, seed=seed)[0]
        change = 100 * (_spent(played) / _spent(alone) - 1)
        _add(results, case, f"{metric}, {way}", played)
        results.at_least(f"leads to the winner, {metric}, {way}", case.name, leads_to_the_winner(pool, use), "")
        bar = BAR if favourite and use == "both" and changes.get("doubt") in (None, "bald") else None
        results.at_most(f"change of annotation complexity, {metric}, {way}", case.name, change, "%", bar)
        one.changes.append(change)
        one.wrong.append(100 * played.wrong_ends)
        if played.complexity.judgments is None:
            one.unreached.append(case.name)


def _ways(metric: str) -> list[tuple[str, dict[str, str]]]:
    """The four ways; those that look at doubt once for each kind that the metric has."""
    if metric != LIGHT and metric not in WHOLE:
        return [("mix", {"use": "mix"})]
    if metric != LIGHT:
        return [(use, {"use": use}) for use in ("mix", "uncertainty", "eliminate", "both")]
    by_doubt = [(f"{use} by {kind}", {"use": use, "doubt": kind}) for use in ("uncertainty", "both") for kind in DOUBTS]
    return [("mix", {"use": "mix"}), ("eliminate", {"use": "eliminate"}), *by_doubt]


def _add(results: Results, case: Case, how: str, found: Replayed) -> None:
    """Complexity with its interval, and wrong winners."""
    complexity = found.complexity
    reached = "" if complexity.judgments is not None else "; NEVER REACHED, counts with the horizon"
    ends = [one if one is not None else case.horizon for one in (complexity.low, complexity.high)]
    words = f"{case.name}, {ends[0]:,} to {ends[1]:,}{reached}"
    results.at_most(f"annotation complexity of RMED, {how}", words, _spent(found), "judgments")
    results.at_most(f"runs that name a wrong winner, {how}", case.name, 100 * found.wrong_ends, "%")


def _sum_up(results: Results, metric: str, way: str, one: Found) -> None:
    """Means over sets, and the sets that never reach it."""
    where = f"{len(one.sets)} sets: {', '.join(one.sets)}"
    never = f"; never reached on {', '.join(one.unreached)}" if one.unreached else ""
    results.at_most(f"mean change of annotation complexity, {metric}, {way}", where + never, np.mean(one.changes), "%")
    results.at_most(f"mean of runs that name a wrong winner, {metric}, {way}", where, np.mean(one.wrong), "%")
    results.at_most(f"sets never reached, {metric}, {way}", ", ".join(one.unreached) or "none", len(one.unreached), "")


def _spent(found: Replayed) -> int:
    """Annotation complexity; the horizon where it is not reached."""
    return found.horizon if found.complexity.judgments is None else found.complexity.judgments
