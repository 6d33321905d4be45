"""`quorate remove-system`: take out a system before the first question."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

System = Annotated[str, typer.Argument(metavar="SYSTEM", help="Name of the system.", show_default=False)]


def remove_system(name: Name, system: System, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Take a system out of a study in which nobody was asked anything yet.

    Once the first question was asked, systems stay: close the study, or define another without it.

    \b
    Example:
      quorate remove-system fall delta
    """
    from quorate.cli.opening import existing_store
    from quorate.cli.output import say
    from quorate.study.removal import remove_system as remove

    with existing_store(store) as opened:
        remove(opened, name, system)
        say(f"{system} takes no part in {name} any more.", {"study": name, "removed": system}, as_json=as_json)
