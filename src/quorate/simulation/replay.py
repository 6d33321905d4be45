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
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError, UnknownError
from quorate.kernels.duels import Parameters
from quorate.policies import duels
from quorate.policies.duels.memory import new_memory
from quorate.simulation.complexity import checkpoints
from quorate.simulation.pools import Pool
from quorate.simulation.replayed import Replayed

ORDER = (  # of the published table; policies that are not in it come behind
    "uniform",
    "interleaved_filtering",
    "beat_the_mean",
    "sequential_elimination",
    "plackett_luce",
    "knockout",
    "single_elimination",
    "relative_ucb",
    "relative_confidence",
    "rmed1",
    "savage",
    "copeland_confidence",
    "double_thompson",
    "double_thompson_plus",
)
OTHER_TARGETS = ("certified-ranking",)  # not for the winner: replayed when named
RUNS_AT_ONCE = 10

Backend = Literal["loky", "dask"]
Choice = Callable[[str, str], int]


def policy_modules() -> dict[str, Any]:
    """Name → module of every duel policy that can be replayed, in the order of the published table."""
    found = [entry.name for entry in iter_modules(duels.__path__)]
    found.sort(key=lambda stem: (ORDER.index(stem) if stem in ORDER else len(ORDER), stem))
    modules = {stem: import_module(f"{duels.__name__}.{stem}") for stem in found}
    return {module.NAME: module for module in modules.values() if hasattr(module, "NAME") and hasattr(module, "play")}


def chosen_policies(names: Sequence[str] | Literal["all"], *, replace: bool) -> dict[str, Any]:
    """The policies of these names.

    Raises:
        UnknownError: No policy has this name.
        InputError: A policy of finite pools is asked to draw with replacement.
    """
    known = policy_modules()
    if names == "all":
        left_out = {name for name, module in known.items() if replace and _uses_sizes(module)}
        return {name: module for name, module in known.items() if name not in left_out.union(OTHER_TARGETS)}
    for name in names:
        if name not in known:
            raise UnknownError(f"No policy is called {name!r}. Policies: {', '.join(known)}.")
        if replace and _uses_sizes(known[name]):
            raise InputError(f"The policy {name!r} is made for finite pools. Draw without replacement.")
    return {name: known[name] for name in names}


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
    modules = chosen_policies(policies, replace=replace)
    cells = [
        _Cell(
            data=data,
            policy=policy,
            module=module.__name__,
            parameters=tuple((parameters(policy, data) if parameters else None) or own_parameters(module, error)),
            counts=pool.counts,
            shares=pool.differing,
            horizon=int(horizon(policy, data) if callable(horizon) else horizon),
            seed=seed,
            delay=delay,
            replace=replace,
        )
        for data, pool in pools.items()
        for policy, module in modules.items()
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


def own_parameters(module: Any, error: float) -> Parameters:  # noqa: ANN401 - a policy's module
    """A policy's usual parameters; those with a certificate go by the error, ties at the top allowed for."""
    name = str(module.NAME)
    if name == "certified-ranking":
        return error, 0.0, 0.0
    return (error / 2.0,) if name.startswith("certified") else tuple(module.PARAMETERS)


def recommender_of(module: Any) -> str:  # noqa: ANN401
    """How a policy recommends: the first sentence of its own words."""
    words = (module.recommend.__doc__ or "").strip().splitlines()
    return words[0].split("; ")[0].rstrip(".") if words else "not said"


@dataclass(frozen=True, kw_only=True)
class _Cell:
    """One policy on one pool, as it goes to another process."""

    data: str
    policy: str
    module: str
    parameters: tuple[float, ...]
    counts: NDArray[np.int64]
    shares: NDArray[np.float64] | None
    horizon: int
    seed: int
    delay: int
    replace: bool


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A few runs, as they come back."""

    first: int
    recommended: NDArray[np.integer[Any]]
    judgments: NDArray[np.int64]
    ends: NDArray[np.int8]
    last: NDArray[np.int64]
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
        for cell in {cell.module: cell for cell in cells}.values():
            _play_some(0, cell, looks[cell.horizon], 0, 0)
    with context:
        yield from Parallel(return_as="generator_unordered", batch_size=1)(calls)


def _play_some(place: int, cell: _Cell, looks: NDArray[np.int64], first: int, end: int) -> tuple[int, _Part]:
    """Play some runs, in whatever process this is; with no run, only bring in the compiled code."""
    module = import_module(cell.module)
    k, count = len(cell.counts), end - first
    recommended = np.empty((count, len(looks)), dtype=np.uint8 if k <= 256 else np.int16)
    judgments, last = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    ends = np.empty(count, dtype=np.int8)
    answers, trace = np.empty(len(looks), dtype=np.int64), np.empty((0, 2), dtype=np.int64)
    sizes = cell.counts.sum(axis=2)

    def play(run: int, horizon: int) -> tuple[int, int, int]:
        state = new_memory(module, sizes, cell.shares)
        pool = np.array(cell.counts)  # drawing without replacement empties it
        fixed = (cell.seed, run, horizon, cell.delay)
        return module.play(state, cell.parameters, pool, cell.replace, *fixed, looks, answers, trace)  # type: ignore[no-any-return]

    play(first, 0)  # brings the compiled code in, so that it does not count as time of the runs
    begin = time.thread_time()
    for row in range(count):
        judgments[row], ends[row], last[row] = play(first + row, cell.horizon)
        recommended[row] = answers
    seconds = time.thread_time() - begin
    return place, _Part(
        first=first, recommended=recommended, judgments=judgments, ends=ends, last=last, seconds=seconds
    )


def _joined(cell: _Cell, parts: Sequence[_Part], *, looks: NDArray[np.int64], pool: Pool, error: float) -> Replayed:
    """All runs of one policy on one pool, in the order of their numbers."""
    return Replayed(
        data=cell.data,
        policy=cell.policy,
        parameters=cell.parameters,
        systems=pool.systems,
        best=pool.best,
        looks=looks,
        recommended=np.concatenate([part.recommended for part in parts]),
        judgments=np.concatenate([part.judgments for part in parts]),
        ends=np.concatenate([part.ends for part in parts]),
        last=np.concatenate([part.last for part in parts]),
        seconds=sum(part.seconds for part in parts),
        seed=cell.seed,
        delay=cell.delay,
        replace=cell.replace,
        error=error,
        recommender=recommender_of(import_module(cell.module)),
    )


def _uses_sizes(module: Any) -> bool:  # noqa: ANN401
    """Whether a policy must know how many judgments each pair has."""
    return bool(getattr(module, "USES_SIZES", False))
