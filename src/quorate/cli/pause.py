"""`quorate pause`: ask nothing new for now."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Why = Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why; kept in the log.")]


def pause(name: Name, reason: Why = "", store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Pause a study.

    No new questions until it resumes; open ones may still be answered.

    \b
    Example:
      quorate pause fall --reason "the pay is being checked"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say

    with opened(name, store) as study:
        study.owner.pause(reason)
        say(f"{name} is paused.", {"study": name, "state": study.state.words}, as_json=as_json)
