"""Past judgments played again under other policies.

Idea:
    A policy asks about a pair; the answer is drawn from the judgments people once gave about it. Each run is one
    compiled loop over the same `ask`, `tell` and `recommend` that a served study calls; its random numbers are keyed by
    (seed, run, question), so a run is the same wherever and beside whatever else it is played.

Parallel:
    joblib hands out a few runs at a time to processes of this machine (`loky`) or to a cluster (`dask`, where a client
    of `dask.distributed` is connected). The number of processes changes nothing but the time.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.policies.duels import DUELS, duel_policy
from quorate.policies.duels.machine.drawing import PoolRows
from quorate.policies.duels.machine.policy import DuelPolicy
from quorate.policies.duels.machine.state import Parameters
from quorate.policies.duels.mixed.wrapping import MixedPolicy
from quorate.simulation.complexity import checkpoints
from quorate.simulation.mixed_pools import MixedPool
from quorate.simulation.pools import Pool
from quorate.simulation.replayed import Replayed

RUNS_AT_ONCE = 10

Backend = Literal["loky", "dask"]
Choice = Callable[[str, str], int]


def chosen_policies(names: Sequence[str] | Literal["all"], *, replace: bool) -> list[DuelPolicy]:
    """The policies of these names; all that are after the winner, where all are meant.

    Raises:
        UnknownError: No policy has this name.
        InputError: A policy of finite pools is asked to draw with replacement.
    """
    chosen = [duel_policy(name) for name in (DUELS if names == "all" else names)]
    if names == "all":
        return [one for one in chosen if one.finds == "winner" and not (replace and one.is_for_pools)]
    for one in chosen:
        if replace and one.is_for_pools:
            raise InputError(f"The policy {one.name!r} is made for finite pools. Draw without replacement.")
    return chosen


def replay(
    pools: Mapping[str, Pool],
    policies: Sequence[str] | Literal["all"] = "all",
    *,
    runs: int = 200,
    seed: int = 0,
    horizon: int | Choice = 20_000,
    delay: int = 0,
    replace: bool = True,
    error: float = 0.05,
    parameters: Callable[[str, str], Parameters | None] | None = None,
    backend: Backend = "loky",
    n_jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Replayed]:
    """Play every policy on every pool; results come pool by pool in the order of the policies.

    Args:
        pools: Name → judgments to draw from.
        policies: Names of policies, or all.
        runs: How many runs of each.
        seed: What they are drawn from.
        horizon: Where runs end; a function of (policy, pool) where it differs.
        delay: The policy sees a judgment only after so many more questions.
        replace: Whether judgments are drawn with replacement. Without, a run ends where a pair has none left.
        error: Share of runs that may be wrong, for annotation complexity.
        parameters: (policy, pool) → parameters of the policy; `None` for its own.
        backend: `loky` for processes of this machine, `dask` for a connected cluster.
        n_jobs: How many processes; −1 for all there are.
        progress: Called with the number of runs done so far.

    Raises:
        InputError: A number is out of its range, or no cluster is connected.
        UnknownError: No policy has this name.
    """
    if not pools:
        raise InputError("There is nothing to replay. Name a pool of judgments.")
    if runs < 1 or delay < 0 or not 0.0 < error < 1.0:
        raise InputError(f"Replay needs runs ≥ 1, delay ≥ 0 and 0 < error < 1, not {runs}, {delay} and {error:g}.")
    played = chosen_policies(policies, replace=replace)
    cells = [
        _Cell(
            data=data,
            policy=policy,
            parameters=(parameters(policy.name, data) if parameters else None) or policy.parameters_at(error),
            counts=pool.counts,
            mixed=_mixed_of(pool, policy, data),
            shares=pool.differing,
            rows=pool.rows,
            horizon=int(horizon(policy.name, data) if callable(horizon) else horizon),
            seed=seed,
            delay=delay,
            replace=replace,
        )
        for data, pool in pools.items()
        for policy in played
    ]
    looks = {cell.horizon: checkpoints(cell.horizon) for cell in cells}
    parts: list[list[_Part]] = [[] for _ in cells]
    done = 0
    for place, part in _played(cells, runs, looks, backend, n_jobs):
        parts[place].append(part)
        done += len(part.judgments)
        if progress:
            progress(done)
    return [
        _joined(
            cell,
            sorted(part, key=lambda one: one.first),
            looks=looks[cell.horizon],
            pool=pools[cell.data],
            error=error,
        )
        for cell, part in zip(cells, parts, strict=True)
    ]


@dataclass(frozen=True, kw_only=True)
class _Cell:
    """One policy on one pool, as it goes to another process."""

    data: str
    policy: DuelPolicy
    parameters: Parameters
    counts: NDArray[np.int64]
    mixed: MixedPool | None
    shares: NDArray[np.float64] | None
    rows: PoolRows | None
    horizon: int
    seed: int
    delay: int
    replace: bool


def _mixed_of(pool: Pool, policy: DuelPolicy, data: str) -> MixedPool | None:
    """What a metric answers, where the policy lets one."""
    if not isinstance(policy, MixedPolicy):
        return None
    if policy.use not in pool.mixed:
        raise InputError(
            f"Nobody has said what a metric answers about {data!r}: the policy {policy.name!r} needs a pool that is "
            f"mixed for {policy.use!r}."
        )
    if pool.rows is not None:
        raise InputError("A pool of single judgments cannot be mixed with the answers of a metric. Take one of counts.")
    return pool.mixed[policy.use]


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A few runs, as they come back."""

    first: int
    recommended: NDArray[np.integer[Any]]
    judgments: NDArray[np.int64]
    ends: NDArray[np.int8]
    last: NDArray[np.int64]
    by_metric: NDArray[np.int64]
    seconds: float


def _played(
    cells: list[_Cell], runs: int, looks: Mapping[int, NDArray[np.int64]], backend: Backend, n_jobs: int
) -> Iterator[tuple[int, _Part]]:
    """Every part of every cell as it comes back; the longest begin first."""
    from joblib import Parallel, delayed, parallel_config

    order = sorted(range(len(cells)), key=lambda place: -cells[place].horizon * cells[place].counts.size)
    calls = (
        delayed(_play_some)(place, cells[place], looks[cells[place].horizon], first, min(first + RUNS_AT_ONCE, runs))
        for place in order
        for first in range(0, runs, RUNS_AT_ONCE)
    )
    try:
        context = parallel_config(backend=backend, n_jobs=n_jobs)
    except (ImportError, ValueError) as error:
        raise InputError(
            "No cluster is connected. Install dask.distributed (pip install 'quorate[cluster]') and make a client: "
            "dask.distributed.Client(ADDRESS)."
        ) from error
    if n_jobs != 1:  # two processes that compile for the same cache at once may spoil it: do it here, one by one
        for cell in {cell.policy.name: cell for cell in cells}.values():
            _play_some(0, cell, looks[cell.horizon], 0, 0)
    with context:
        yield from Parallel(return_as="generator_unordered", batch_size=1)(calls)


def _play_some(place: int, cell: _Cell, looks: NDArray[np.int64], first: int, end: int) -> tuple[int, _Part]:
    """Play some runs, in whatever process this is; with no run, only bring in the compiled code."""
    k, count = len(cell.counts), end - first
    recommended = np.empty((count, len(looks)), dtype=np.uint8 if k <= 256 else np.int16)
    judgments, last = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    ends = np.empty(count, dtype=np.int8)
    answers, trace = np.empty(len(looks), dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    sizes, turns, people = cell.counts.sum(axis=2), None, cell.counts
    if cell.mixed is not None:
        turns, people = cell.mixed.turns, cell.mixed.counts
    by_metric = np.zeros(count, dtype=np.int64)

    def play(run: int, horizon: int) -> tuple[int, int, int]:
        state = cell.policy.new_state(sizes, cell.shares, turns)
        fixed = (cell.replace, cell.seed, run, horizon, cell.delay, looks, answers, trace)
        counts = np.array(people)  # drawing without replacement empties it
        if cell.rows is None:
            told, end, best = cell.policy.play(state, cell.parameters, counts, *fixed)
        else:
            pool = cell.rows._replace(counts=counts, order=cell.rows.order.copy())
            told, end, best = cell.policy.play_rows(state, cell.parameters, pool, *fixed)
        if turns is not None and count:
            by_metric[run - first] = state.memory.marks.answered
        return told, end, best

    play(first, 0)  # brings the compiled code in, so that it does not count as time of the runs
    begin = time.thread_time()
    for row in range(count):
        judgments[row], ends[row], last[row] = play(first + row, cell.horizon)
        recommended[row] = answers
    seconds = time.thread_time() - begin
    return place, _Part(
        first=first,
        recommended=recommended,
        judgments=judgments,
        ends=ends,
        last=last,
        by_metric=by_metric,
        seconds=seconds,
    )


def _joined(cell: _Cell, parts: Sequence[_Part], *, looks: NDArray[np.int64], pool: Pool, error: float) -> Replayed:
    """All runs of one policy on one pool, in the order of their numbers."""
    return Replayed(
        data=cell.data,
        policy=cell.policy.name,
        parameters=cell.parameters,
        systems=pool.systems,
        best=pool.best,
        looks=looks,
        recommended=np.concatenate([part.recommended for part in parts]),
        judgments=np.concatenate([part.judgments for part in parts]),
        ends=np.concatenate([part.ends for part in parts]),
        last=np.concatenate([part.last for part in parts]),
        by_metric=np.concatenate([part.by_metric for part in parts]),
        seconds=sum(part.seconds for part in parts),
        seed=cell.seed,
        delay=cell.delay,
        replace=cell.replace,
        error=error,
        recommender=cell.policy.recommends,
    )
