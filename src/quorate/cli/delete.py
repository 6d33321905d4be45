"""`quorate delete`: take out a study in which nobody has judged anything."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")]


def delete(name: Name, yes: Yes = False, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Delete a study without judgments: its log, its texts, its links.

    What people have judged is never deleted; close such a study instead. `quorate define --replace` deletes and defines
    in one go.

    \b
    Example:
      quorate delete fall --yes
    """
    from quorate.cli.opening import existing_store
    from quorate.cli.output import say

    with existing_store(store) as opened:
        opened.position(name)  # an unknown name is said before anybody is asked
        if not yes:
            typer.confirm(f"Delete {name}, its texts and its links, for good?", abort=True, err=True)
        opened.delete(name)
        say(f"{name} is deleted.", {"study": name, "deleted": True}, as_json=as_json)
