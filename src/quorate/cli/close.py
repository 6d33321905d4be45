"""`quorate close`: end the log."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Why = Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why; kept in the log.")]


def close(name: Name, reason: Why = "", store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Close a study for good.

    No more questions, no more answers. It can still be estimated, reported, verified and copied.

    \b
    Example:
      quorate close fall --reason "the winner is clear"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say

    with opened(name, store) as study:
        study.owner.close(reason)
        say(f"{name} is closed.", {"study": name, "state": study.state.words}, as_json=as_json)
