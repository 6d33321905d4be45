"""`quorate add-outputs`: let outputs join that were missing."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

OutputsFile = Annotated[
    Path, typer.Argument(metavar="OUTPUTS", help="File with outputs that the system had none of.", show_default=False)
]
SystemName = Annotated[
    str,
    typer.Option(
        "--system",
        metavar="SYSTEM",
        help="Whose; where the file has several systems, which one to take.",
        show_default=False,
    ),
]


def add_outputs(
    name: Name,
    outputs: OutputsFile,
    system: SystemName = "",
    *,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let outputs join that a system of a study had none of.

    Outputs that are there never change: where one is for an item that the system has an output for, nothing joins.

    \b
    Example:
      quorate add-outputs fall rest.jsonl --system delta
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows import add_outputs as add

    with opened(name, store) as study:
        found = add(study, outputs, system=system)
        say(found.headline, found.to_json(), as_json=as_json)
