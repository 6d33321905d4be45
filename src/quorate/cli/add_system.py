"""`quorate add-system`: let a system join."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

OutputsFile = Annotated[
    Path, typer.Argument(metavar="OUTPUTS", help="File with the outputs of the system.", show_default=False)
]
SystemName = Annotated[
    str | None,
    typer.Option("--system", metavar="SYSTEM", help="Its name; where the file has several systems, which one to take."),
]


def add_system(
    name: Name,
    outputs: OutputsFile,
    system: SystemName = None,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Let a system join a study that runs.

    Judgments that are there stay. The outputs must be for items that the study has; it need not have all of them.

    \b
    Example:
      quorate add-system fall delta.jsonl --system delta
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.io import read_system
    from quorate.wording.phrases import counted

    with opened(name, store) as study:
        added = read_system(outputs, study.index.items, system)
        number = study.owner.add_system(added)
        lacking = len(study.index.items) - added.count
        words = f"{added.name} joined {name} with {counted(added.count, 'output')}."
        words += f" It has none for {counted(lacking, 'item')}." if lacking else ""
        data = {"study": name, "system": added.name, "number": number, "outputs": added.count, "missing": lacking}
        say(words, data, as_json=as_json)
