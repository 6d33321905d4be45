"""Play past judgments under other policies."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.io.held import HELD, Source, are_sources, as_file, is_path
from quorate.results import Result
from quorate.workflows.limits import check_limits
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.simulation.pools import Pool
    from quorate.simulation.replayed import Replayed

BUDGETS = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


@dataclass(frozen=True, kw_only=True, repr=False)
class Replays(Result):
    """What every policy did with every set of judgments.

    Attributes:
        pools: Name of a set → its judgments.
        played: What each policy did, set by set.
        budgets: Numbers of judgments after which accuracy is shown.
    """

    pools: "dict[str, Pool]"
    played: "tuple[Replayed, ...]"
    budgets: tuple[int, ...]

    @property
    def headline(self) -> str:
        """The policy that needed the fewest judgments for good, by set."""
        said = []
        for name in self.pools:
            found = [(one.complexity.judgments, one.policy) for one in self.on(name)]
            known = [(judgments, policy) for judgments, policy in found if judgments is not None]
            least = min(known, default=None)
            words = "no policy was right for good" if least is None else f"{least[1]} was right after {least[0]:,}"
            said.append(f"{name}: {words}")
        return "; ".join(said) + "."

    def on(self, name: str) -> "list[Replayed]":
        """What each policy did with one set."""
        return [one for one in self.played if one.data == name]

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each set and policy: annotation complexity, stops, accuracy."""
        for one in self.to_json():
            yield from ({**row, "lower_bound": one["lower_bound"]} for row in one["policies"])

    def to_json(self) -> list[dict[str, Any]]:
        """Everything about each set as plain JSON values."""
        return [self._of_set(name, pool) for name, pool in self.pools.items()]

    def to_dict(self) -> dict[str, Any]:
        """Everything about each set, by its name."""
        return {one["data"]: one for one in self.to_json()}

    def figure(self, name: str) -> str:
        """Accuracy over judgments on one set, as SVG."""
        from quorate.reports.replay_figures import accuracy_figure
        from quorate.simulation.bounds import lower_bound

        played = self.on(name)
        return accuracy_figure(played, lower_bound(self.pools[name], played[0].error))

    def write(self, folder: Path) -> list[str]:
        """Write the table as CSV and JSON, and a figure for each set; says which files there are now.

        Raises:
            FileError: The folder cannot be made or written to.
        """
        import json

        from quorate.errors import FileError
        from quorate.io import write_table, write_text

        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(folder, f"the folder cannot be made: {error.strerror}.") from error
        table, values = folder / "replay.csv", folder / "replay.json"
        write_table(self.to_rows(), table)
        write_text(values, json.dumps(self.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n")
        figures = [folder / f"accuracy-{name}.svg" for name in self.pools]
        for name, path in zip(self.pools, figures, strict=True):
            write_text(path, self.figure(name) + "\n")
        return [str(path) for path in (table, values, *figures)]

    def _of_set(self, name: str, pool: "Pool") -> dict[str, Any]:
        import numpy as np

        from quorate.simulation.bounds import lower_bound

        played = self.on(name)
        first = played[0]
        bound = lower_bound(pool, first.error)
        return {
            "data": first.data,
            "systems": list(pool.systems),
            "judgments": pool.judgments,
            "best": [pool.systems[place] for place in np.flatnonzero(pool.best)],
            "lower_bound": None if math.isinf(bound) else round(bound, 1),
            "no_bound": pool.why_no_winner(),
            "error": first.error,
            "horizon": first.horizon,
            "runs": first.runs,
            "delay": first.delay,
            "replace": first.replace,
            "seed": first.seed,
            "budgets": list(self.budgets),
            "policies": [one.row(self.budgets) for one in played],
        }


def replay(
    data: Source,
    *,
    policies: str | Sequence[str] = "all",
    runs: int = 200,
    horizon: int = 20_000,
    delay: int = 0,
    without_replacement: bool = False,
    keep_implied: bool = False,
    error: float = 0.05,
    jobs: int = 2,
    cluster: str | None = None,
    seed: int = 0,
    counting: Counting = quietly,
) -> Replays:
    """Play past judgments under other policies, many times each.

    Args:
        data: Comparisons of systems: a file of judgments, a folder in the benchmark format, rows or a frame; or several
            of these.
        policies: Names of policies, with commas between them or as a list; or all.
        runs: Runs of each policy.
        horizon: Judgments after which a run ends.
        delay: Questions asked before an answer is seen.
        without_replacement: Whether each judgment is drawn once; a run ends where a pair has none left.
        keep_implied: Whether ties of identical outputs that nobody judged are kept, as papers do.
        error: Share of runs that may be wrong.
        jobs: Processes; −1 for one on each core.
        cluster: Scheduler of a dask.distributed cluster to use.
        seed: Random seed of the runs.
        counting: Shows how far it is: a context that takes what is done in words and how much there is in all.

    Raises:
        UnknownError: No policy has such a name.
        InputError: Judgments cannot be read, or a number cannot be.

    Example:
        >>> rows = [{"item": n, "system_a": "m1", "system_b": "m2", "outcome": int(n % 4 > 0)} for n in range(40)]
        >>> replay(rows, policies="uniform", runs=2, horizon=100, jobs=1).on("the rows given")[0].runs
        2
    """
    from quorate.simulation.replay import chosen_policies
    from quorate.simulation.replay import replay as play

    check_limits(
        runs=(runs, 1, math.inf),
        horizon=(horizon, 1, math.inf),
        delay=(delay, 0, math.inf),
        error=(error, 0.0001, 0.4999),
    )
    is_drawn_again = not without_replacement
    given = policies if policies == "all" else policies.split(",") if isinstance(policies, str) else list(policies)
    names = [policy.name for policy in chosen_policies("all" if given == "all" else given, replace=is_drawn_again)]
    pools = _pools_of(data if are_sources(data) else [data], keep_implied=keep_implied)
    words = f"Playing {len(names)} policies on {len(pools)} sets"
    with _connected(cluster), counting(words, len(pools) * len(names) * runs) as progress:
        played = play(
            pools,
            names,
            runs=runs,
            seed=seed,
            horizon=horizon,
            delay=delay,
            replace=is_drawn_again,
            error=error,
            backend="dask" if cluster else "loky",
            n_jobs=-1 if cluster else jobs,
            progress=progress,
        )
    budgets = tuple(budget for budget in BUDGETS if budget <= horizon)[-5:]  # round ones within the horizon
    return Replays(pools=pools, played=tuple(played), budgets=budgets)


def _pools_of(sources: Sequence[Source], *, keep_implied: bool) -> "dict[str, Pool]":
    """Name → judgments, from folders in the benchmark format, files of judgments, or rows.

    Raises:
        FileError: A file is wrong, or a pair of systems has no judgment.
    """
    from quorate.errors import FileError, InputError
    from quorate.io import read_judgments, read_pairwise
    from quorate.simulation.pools import Pool

    pools: dict[str, Pool] = {}
    for source in sources:
        with as_file(source) as path:
            name = HELD if not is_path(source) else path.stem if path.is_file() else path.resolve().name
            if name in pools:
                raise InputError(f"Two sets are called {name!r}. Rename one, or replay them one by one.")
            recorded = read_judgments(path) if path.is_file() else read_pairwise(path)
            if recorded.kind != "comparison":
                raise FileError(path, "these are ratings.", remedy="Replay needs comparisons of two systems.")
            try:
                pools[name] = Pool.from_comparisons(recorded, drop_implied=not keep_implied)
            except InputError as error:
                raise FileError(path, str(error)) from error
    return pools


@contextmanager
def _connected(address: str | None) -> Iterator[None]:
    """A connection to a cluster while the block runs, where an address is given.

    Raises:
        InputError: dask.distributed is not installed, or nothing answers at the address.
    """
    if address is None:
        yield
        return
    from quorate.errors import InputError

    try:
        client_of = import_module("distributed").Client
    except ImportError as error:
        raise InputError("--cluster needs dask.distributed: pip install 'quorate[cluster]'.") from error
    try:
        client = client_of(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise InputError(f"No scheduler answers at {address!r}. Start one: dask scheduler.") from error
    with client:
        yield
