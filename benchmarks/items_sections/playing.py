"""Choose items, read systems off them, hold that against all items: many times, in as many processes as there are.

A cell is one way on one set (or a random part of it) at one budget, for some draws. Its random numbers are keyed by
seed, budget and draw, so that the number of processes changes nothing but the time, and all ways see the same draws.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np
from items_sections.sets import ScoreSet, read_set
from items_sections.ways import Way, play
from joblib import Parallel, delayed

from quorate.simulation.subsets import Curve, Quality, evaluate, part_of, seed_of

DRAWS_AT_ONCE = 25
WORKERS = {"count": 1}
SPENT = {"cpu": 0.0, "draws": 0}


@dataclass(frozen=True, kw_only=True)
class Job:
    """One curve to make.

    Attributes:
        name: Name of the set.
        way: How to choose and read.
        draws: How often; ways that leave nothing to chance are played once.
        part: Seed of a random part of the set; `None`: all of it.
        budgets: Numbers of the budgets to play; all where it is empty.
        is_controlled: Whether to count clusters under control.
        splits_equal: Whether the published count tells equal systems apart, as the published package does.
    """

    name: str
    way: Way
    draws: int
    part: int | None = None
    budgets: tuple[int, ...] = ()
    is_controlled: bool = False
    splits_equal: bool = False


def curves_of(data: Path, jobs: Sequence[Job], seed: int) -> list[Curve]:
    """The curve of every job, in their order."""
    cells = [
        (place, budget, first, min(first + DRAWS_AT_ONCE, draws))
        for place, job in enumerate(jobs)
        for draws in [1 if job.way.is_fixed else job.draws]
        for budget in (job.budgets or range(10))
        for first in range(0, draws, DRAWS_AT_ONCE)
    ]
    calls = (
        delayed(_play)(data, jobs[place], budget, first, end, seed) for place, budget, first, end in cells
    )
    done: dict[tuple[int, int], list[Quality]] = {}
    shown = time.monotonic()
    for number, ((place, budget, first, end), (quality, spent)) in enumerate(
        zip(cells, Parallel(n_jobs=WORKERS["count"], return_as="generator")(calls), strict=True)
    ):
        done.setdefault((place, budget), []).append(quality)
        SPENT["cpu"] += spent
        SPENT["draws"] += end - first
        if time.monotonic() - shown > 20:
            shown = time.monotonic()
            print(f"    {number + 1} of {len(cells)} parts", file=sys.stderr, flush=True)
    curves = []
    for place, job in enumerate(jobs):
        shares = read_set(data, job.name).shares
        chosen = job.budgets or range(10)
        curves.append(
            Curve(
                name=job.way.name,
                shares=tuple(shares[budget] for budget in chosen),
                qualities=tuple(_joined(done[place, budget]) for budget in chosen),
            )
        )
    return curves


def _play(data: Path, job: Job, budget: int, first: int, end: int, seed: int) -> tuple[Quality, float]:
    """Some draws of a cell, and the CPU seconds they took."""
    begin = time.process_time()
    given = _part(data, job.name, job.part)
    count = int(given.shares[budget] * given.items + 1e-9)
    key = 0 if job.way.is_nested else budget + 1
    readings = [play(given, job.way, count, seed_of(seed, key, draw)) for draw in range(first, end)]
    quality = evaluate(given.scores, readings, splits_equal=job.splits_equal, is_controlled=job.is_controlled)
    return quality, time.process_time() - begin


@cache
def _part(data: Path, name: str, part: int | None) -> ScoreSet:
    given = read_set(data, name)
    if part is None:
        return given
    return given.part(*part_of(*given.scores.shape, part))


def _joined(parts: Iterable[Quality]) -> Quality:
    columns = {field.name: [] for field in fields(Quality)}
    for part in parts:
        for name, values in columns.items():
            values.append(getattr(part, name))
    return Quality(**{name: np.concatenate(values) for name, values in columns.items()})
