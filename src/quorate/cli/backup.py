"""`quorate backup`: a whole copy of a store while it is used."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress

Target = Annotated[Path, typer.Argument(metavar="FILE", help="The new file.", show_default=False)]
Replace = Annotated[bool, typer.Option("--replace", help="Replace the file where it is there.")]


def backup(
    file: Target, *, replace: Replace = False, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Back up a whole store, while it is served or not.

    The file holds every study with its log, texts, people's names, links, codes and secrets: keep it as safe as the
    store. To go back to it, stop the server and put a copy of it in the store's place.

    \b
    Example:
      quorate backup backups/fall-monday.db
      quorate verify fall --store backups/fall-monday.db
    """
    from quorate.cli.output import say
    from quorate.stores.backup import back_up
    from quorate.wording.phrases import counted

    made = back_up(store, file, replace=replace)
    studies = ", ".join(f"{name} with {counted(events, 'event')}" for name, events in made.events.items())
    words = f"{file} is a whole backup ({made.size / 1e6:.1f} MB): {studies or 'no study'}."
    say(words, {"file": str(file), "bytes": made.size, "events": made.events}, as_json=as_json)
