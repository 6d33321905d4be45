"""`quorate add-system`: let a system join."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

OutputsFile = Annotated[
    Path, typer.Argument(metavar="OUTPUTS", help="File with the outputs of the system.", show_default=False)
]
SystemName = Annotated[
    str,
    typer.Option(
        "--system",
        metavar="SYSTEM",
        help="Its name; where the file has several systems, which one to take.",
        show_default=False,
    ),
]
Metrics = Annotated[
    Path | None, typer.Option("--metrics", metavar="FILE", help="Automatic scores of its outputs, from another file.")
]


def add_system(
    name: Name,
    outputs: OutputsFile,
    system: SystemName = "",
    metrics: Metrics = None,
    *,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let a system join a study that runs.

    Judgments that are there stay. The outputs must be for items that the study has; it need not have all of them.
    Columns of numbers are metrics.

    \b
    Example:
      quorate add-system fall delta.jsonl --system delta
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows import add_system as add

    with opened(name, store) as study:
        found = add(study, outputs, system=system, metrics=metrics)
        say(found.headline, found.to_json(), as_json=as_json)
