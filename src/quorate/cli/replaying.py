"""What `replay` reads, and how it shows what it found."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quorate.simulation.pools import Pool
    from quorate.simulation.replayed import Replayed

BUDGETS = (10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


def pools_of(paths: Sequence[Path], *, keep_implied: bool) -> dict[str, "Pool"]:
    """Name → judgments, from folders in the benchmark format or files of judgments.

    Raises:
        FileError: A file is wrong, or a pair of systems has no judgment.
    """
    from quorate.errors import FileError, InputError
    from quorate.io import read_judgments, read_pairwise
    from quorate.simulation.pools import Pool

    pools: dict[str, Pool] = {}
    for path in paths:
        name = path.stem if path.is_file() else path.resolve().name
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
def connected(address: str | None) -> Iterator[None]:
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


def budgets_up_to(horizon: int) -> tuple[int, ...]:
    """The budgets at which accuracy is shown: round ones within the horizon."""
    return tuple(budget for budget in BUDGETS if budget <= horizon)[-5:]


def found_in(pool: "Pool", replayed: Sequence["Replayed"], budgets: tuple[int, ...]) -> dict[str, Any]:
    """Everything about one set, as JSON values."""
    import math

    import numpy as np

    from quorate.simulation.bounds import lower_bound

    first = replayed[0]
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
        "budgets": list(budgets),
        "policies": [one.row(budgets) for one in replayed],
    }


def write_all(folder: Path, found: Sequence[dict[str, Any]], replayed: Sequence["Replayed"]) -> list[str]:
    """The table as CSV and JSON, and a figure for each set; says which files there are now."""
    import math

    from quorate.cli.output import json_text
    from quorate.errors import FileError
    from quorate.io import write_table, write_text
    from quorate.reports.replay_figures import accuracy_figure

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, f"the folder cannot be made: {error.strerror}.") from error
    table, values = folder / "replay.csv", folder / "replay.json"
    bounds = {one["data"]: one["lower_bound"] for one in found}
    write_table(({**row, "lower_bound": bounds[row["data"]]} for one in found for row in one["policies"]), table)
    write_text(values, json_text(list(found)) + "\n")
    figures = []
    for name, bound in bounds.items():
        figures.append(folder / f"accuracy-{name}.svg")
        drawn = [one for one in replayed if one.data == name]
        write_text(figures[-1], accuracy_figure(drawn, math.inf if bound is None else bound) + "\n")
    return [str(path) for path in (table, values, *figures)]


def draw_set(found: dict[str, Any]) -> None:
    """Print the table of one set, with what belongs to its numbers."""
    from rich.table import Table

    from quorate.cli.output import stdout_console
    from quorate.wording.phrases import counted

    console = stdout_console()
    budgets = found["budgets"][-5 if console.width >= 96 else -3 :]
    grid = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("policy", no_wrap=True)
    for column in ("complexity", "interval", "stop", "wrong", *(f"{budget:,}" for budget in budgets)):
        grid.add_column(column, justify="right", no_wrap=True)
    for row in found["policies"]:
        grid.add_row(*_cells(row, budgets))
    drawn = "with replacement" if found["replace"] else "without replacement"
    delay = f", delay {found['delay']}" if found["delay"] else ""
    console.print(f"{found['data']}: {len(found['systems'])} systems, {counted(found['judgments'], 'judgment')}")
    console.print(f"{counted(found['runs'], 'run')} {drawn}{delay}, horizon {found['horizon']:,}", style="dim")
    if found["no_bound"]:
        console.print(f"{found['no_bound']} Right answers here: {', '.join(found['best'])}. No lower bound.")
    else:
        bound = f"{found['lower_bound']:,.0f} judgments at error {found['error']:g}"
        console.print(f"Right answer: {found['best'][0]}. Lower bound for any rule: {bound}.")
    console.print(grid)
    console.print(
        f"complexity: judgments after which more than {100 * (1 - found['error']):g} % of the runs are right for good; "
        "stop: mean judgments where a policy stops by itself (≥: some runs did not); numbers: accuracy after so many.",
        style="dim",
    )
    recommenders: dict[str, list[str]] = {}
    for row in found["policies"]:
        recommenders.setdefault(row["recommender"], []).append(row["policy"])
    for words, policies in recommenders.items():
        console.print(f"recommended by {', '.join(policies)}: {words}", style="dim")
    out = [f"{row['policy']} in {row['ran_out']}" for row in found["policies"] if row["ran_out"]]
    if out:
        console.print(f"A pair ran out of judgments before the end: {', '.join(out)} of {found['runs']} runs.")
    console.print()


def _cells(row: dict[str, Any], budgets: Sequence[int]) -> list[str]:
    def number(judgments: int | None) -> str:
        return f"> {row['horizon']:,}" if judgments is None else f"{judgments:,}"

    interval = "–" if row["low"] is None else f"{number(row['low'])}–{number(row['high'])}"
    stop, wrong = "–", "–"
    if row["mean_stop"] is not None:
        stop = f"{'≥ ' if row['stopped'] < row['runs'] else ''}{row['mean_stop']:,.0f}"
        wrong = f"{100 * row['wrong_stops']:.1f} %"
    shares = [f"{100 * row[f'accuracy_{budget}']:.0f} %" for budget in budgets]
    return [row["policy"], number(row["annotation_complexity"]), interval, stop, wrong, *shares]
