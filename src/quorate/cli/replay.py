"""`quorate replay`: play past judgments under other policies."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import Json

Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DATA", help="Folders in the benchmark format, or files of judgments.", show_default=False),
]
Policies = Annotated[
    str, typer.Option("--policies", "-p", metavar="NAMES", help="Policies with commas between them, or all.")
]
Runs = Annotated[int, typer.Option("--runs", metavar="N", min=1, help="Runs of each policy.")]
Horizon = Annotated[int, typer.Option("--horizon", metavar="N", min=1, help="Judgments after which a run ends.")]
Delay = Annotated[int, typer.Option("--delay", metavar="D", min=0, help="Questions asked before an answer is seen.")]
Without = Annotated[
    bool, typer.Option("--without-replacement", help="Draw each judgment once; a run ends where a pair has none left.")
]
KeepImplied = Annotated[
    bool, typer.Option("--keep-implied", help="Keep ties of identical outputs that nobody judged, as papers do.")
]
Error = Annotated[
    float, typer.Option("--error", metavar="P", min=0.0001, max=0.4999, help="Share of runs that may be wrong.")
]
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
    from quorate.cli.replaying import budgets_up_to, connected, draw_set, found_in, pools_of, write_all
    from quorate.simulation.replay import chosen_policies
    from quorate.simulation.replay import replay as play
    from quorate.wording.phrases import counted

    is_drawn_again = not without_replacement
    chosen = chosen_policies(policies if policies == "all" else policies.split(","), replace=is_drawn_again)
    names = [policy.name for policy in chosen]
    pools = pools_of(data, keep_implied=keep_implied)
    words = f"Playing {len(names)} policies on {len(pools)} sets"
    with connected(cluster), counting(words, len(pools) * len(names) * runs) as progress:
        done = play(
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
    found = [
        found_in(pool, [one for one in done if one.data == name], budgets_up_to(horizon))
        for name, pool in pools.items()
    ]
    files = write_all(output, found, done) if output else []
    if not as_json:
        for one in found:
            draw_set(one)
    said = f"The table and {counted(len(found), 'figure')} are in {output}." if files else ""
    say(said, {"sets": found, "files": files}, as_json=as_json)
