"""`quorate add-items`: let items join."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

OutputsFile = Annotated[
    Path,
    typer.Argument(
        metavar="OUTPUTS", help="File with the new items and what systems made of them.", show_default=False
    ),
]


def add_items(
    name: Name,
    outputs: OutputsFile,
    *,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let items join a study that runs, with outputs of systems that it has.

    The file is like that of `define`, with items that the study does not have; some systems may have none for them.
    Judgments that are there stay, and the new items are asked about from the next question on. Where what the study
    claims is about the items it began with (a panel, scope judgments, chosen items), nothing joins.

    \b
    Example:
      quorate add-items fall october.jsonl
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows import add_items as add

    with opened(name, store) as study:
        found = add(study, outputs)
        say(found.headline, found.to_json(), as_json=as_json)
