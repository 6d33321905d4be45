"""`quorate replay`: play past judgments under other policies."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from quorate.cli.options import Json

Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DATA", help="Folders in the benchmark format, or files of judgments.", show_default=False),
]
Policies = Annotated[
    str, typer.Option("--policies", "-p", metavar="NAMES", help="Policies with commas between them, or all.")
]
Runs = Annotated[int, typer.Option("--runs", metavar="N", help="Runs of each policy.")]
Horizon = Annotated[int, typer.Option("--horizon", metavar="N", help="Judgments after which a run ends.")]
Delay = Annotated[int, typer.Option("--delay", metavar="D", help="Questions asked before an answer is seen.")]
Without = Annotated[
    bool, typer.Option("--without-replacement", help="Draw each judgment once; a run ends where a pair has none left.")
]
KeepImplied = Annotated[
    bool, typer.Option("--keep-implied", help="Keep ties of identical outputs that nobody judged, as papers do.")
]
Error = Annotated[float, typer.Option("--error", metavar="P", help="Share of runs that may be wrong.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes; -1 for one on each core.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Scheduler of a dask.distributed cluster to use.")
]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the runs.")]
Out = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FOLDER", help="Where tables and figures go; made if needed.")
]


def replay(
    data: Folders,
    *,
    policies: Policies = "all",
    runs: Runs = 200,
    horizon: Horizon = 20_000,
    delay: Delay = 0,
    without_replacement: Without = False,
    keep_implied: KeepImplied = False,
    error: Error = 0.05,
    jobs: Jobs = 2,
    cluster: Cluster = None,
    seed: Seed = 0,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Play past judgments under other policies.

    For every policy: annotation complexity (after how many judgments all but a few runs name the right system for good)
    with its interval, where it stops by itself and how often that is wrong, and the accuracy at some budgets. Beside it
    the lower bound: how many judgments any rule with this error needs. The same seed gives the same table, whatever the
    number of processes.

    \b
    Example:
      quorate replay judgments.csv --policies uniform,rmed1,certified --runs 200 -o replayed
      quorate replay wmt16-tur-eng wmt16-ron-eng --policies all --jobs -1 -o replayed
    """
    from quorate.cli.output import say
    from quorate.cli.progress import counting
    from quorate.wording.phrases import counted
    from quorate.workflows import replay as play

    made = play(
        data,
        policies=policies,
        runs=runs,
        horizon=horizon,
        delay=delay,
        without_replacement=without_replacement,
        keep_implied=keep_implied,
        error=error,
        jobs=jobs,
        cluster=cluster,
        seed=seed,
        counting=counting,
    )
    found = made.to_json()
    files = made.write(output) if output else []
    if not as_json:
        for one in found:
            _draw(one)
    said = f"The table and {counted(len(found), 'figure')} are in {output}." if files else ""
    say(said, {"sets": found, "files": files}, as_json=as_json)


def _draw(found: dict[str, Any]) -> None:
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
