"""`quorate links`: who holds a link, and taking links back."""

from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

Revoke = Annotated[
    list[str] | None, typer.Option("--revoke", metavar="ID", help="Take this link back for good; repeatable.")
]
All = Annotated[bool, typer.Option("--all", help="Also those that have expired or were taken back.")]


def links(
    name: Name,
    *,
    revoke: Revoke = None,
    everything: All = False,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """List the links to a study, and take some back.

    A link itself is shown only when it is made; this shows what is kept of it. Servers that run know of a link that was
    taken back within half a minute.

    \b
    Example:
      quorate links fall
      quorate links fall --revoke 3f9c21a0
    """
    import time

    from rich.table import Table

    from quorate.cli.opening import existing_store
    from quorate.cli.output import draw, say
    from quorate.web.invitations import describe, revoke_links

    with existing_store(store) as opened:
        now = time.time()
        taken = revoke_links(opened, name, revoke, now) if revoke else []
        rows = [describe(token, now) for token in opened.tokens(name) if everything or token.holds(now)]
    for one in taken:
        typer.echo(f"The link {one} is taken back.", err=True)
    if as_json or not rows:
        say(f"Nobody holds a link to {name} that works.", rows, as_json=as_json)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in rows[0]:
        table.add_column(column, overflow="fold", no_wrap=column in ("id", "state"))
    for row in rows:
        table.add_row(*row.values())
    draw(table)
