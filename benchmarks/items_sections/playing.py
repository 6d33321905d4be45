"""Choose items, read systems off them, hold that against all items: many times, in as many processes as there are.

A cell is one way on one set (or a random part of it) at one budget, for some draws. Its random numbers are keyed by
seed, budget and draw, so that the number of processes changes nothing but the time, and all ways see the same draws.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from items_sections.sets import ScoreSet, read_set
from items_sections.ways import Way, play
from joblib import Parallel, delayed
from subsets import Curve, Quality, evaluate, part_of, seed_of

DRAWS_AT_ONCE = 25
Found = TypeVar("Found")
WORKERS = {"count": 1}
SPENT = {"cpu": 0.0, "draws": 0}


@dataclass(frozen=True, kw_only=True)
class Job:
    """One curve to make.

    Attributes:
        name: Name of the set.
        way: How to choose and read.
        draws: How often; ways that leave nothing to chance are played once.
        first: Number of the first draw: more draws of the same job go on where others ended.
        part: Seed of a random part of the set; `None`: all of it.
        budgets: Numbers of the budgets to play; all where it is empty.
        clusters: Which clusters to count.
        splits_equal: Whether the published count tells equal systems apart, as the published package does.
    """

    name: str
    way: Way
    draws: int
    first: int = 0
    part: int | None = None
    budgets: tuple[int, ...] = ()
    clusters: str = "published"
    splits_equal: bool = False


def curves_of(data: Path, jobs: Sequence[Job], seed: int) -> list[Curve]:
    """The curve of every job, in their order."""
    cells = [
        (place, budget, first, min(first + DRAWS_AT_ONCE, last))
        for place, job in enumerate(jobs)
        for last in [job.first + (1 if job.way.is_fixed else job.draws)]
        for budget in (job.budgets or range(10))
        for first in range(job.first, last, DRAWS_AT_ONCE)
    ]
    arguments = [(data, jobs[place], budget, first, end, seed) for place, budget, first, end in cells]
    done: dict[tuple[int, int], list[Quality]] = {}
    for (place, budget, first, end), quality in zip(cells, gather(_play, arguments), strict=True):
        done.setdefault((place, budget), []).append(quality)
        SPENT["draws"] += end - first
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


def together(curves: Sequence[Curve]) -> Curve:
    """Several runs of the same job as one."""
    every = zip(*(curve.qualities for curve in curves), strict=True)
    return Curve(name=curves[0].name, shares=curves[0].shares, qualities=tuple(_joined(one) for one in every))


def gather(function: Callable[..., Found], arguments: Sequence[tuple]) -> Iterator[Found]:
    """What a function finds for each of these arguments, in their order, by as many processes as were asked for."""
    shown = time.monotonic()
    calls = (delayed(_timed)(function, given) for given in arguments)
    for number, (found, spent) in enumerate(Parallel(n_jobs=WORKERS["count"], return_as="generator")(calls)):
        SPENT["cpu"] += spent
        if time.monotonic() - shown > 20:
            shown = time.monotonic()
            print(f"    {number + 1} of {len(arguments)} parts", file=sys.stderr, flush=True)
        yield found


def _timed(function: Callable[..., Found], given: tuple) -> tuple[Found, float]:
    begin = time.process_time()
    found = function(*given)
    return found, time.process_time() - begin


def _play(data: Path, job: Job, budget: int, first: int, end: int, seed: int) -> Quality:
    """Some draws of a cell."""
    given = part(data, job.name, job.part)
    count = int(given.shares[budget] * given.items + 1e-9)
    key = 0 if job.way.is_nested else budget + 1
    readings = [play(given, job.way, count, seed_of(seed, key, draw)) for draw in range(first, end)]
    return evaluate(given.scores, readings, splits_equal=job.splits_equal, clusters=job.clusters)


@lru_cache(maxsize=8)
def part(data: Path, name: str, seed: int | None) -> ScoreSet:
    """A random part of a set; all of it without a seed."""
    given = read_set(data, name)
    return given if seed is None else given.part(*part_of(*given.scores.shape, seed))


def _joined(parts: Iterable[Quality]) -> Quality:
    columns = {field.name: [] for field in fields(Quality)}
    for part in parts:
        for name, values in columns.items():
            values.append(getattr(part, name))
    return Quality(**{name: np.concatenate(values) for name, values in columns.items()})
