"""The links that `quorate serve` prints: once, when a study is first served."""

from typing import TYPE_CHECKING

import typer

from quorate.stores.access import Role

if TYPE_CHECKING:
    from quorate.stores import Store

DAYS = 90


def print_links(store: "Store", study: str, address: str) -> None:
    """Print a link for the owner and an open one for annotators (one for each of a panel), or say when that was done.

    Whoever reads the log of a server that is often started again would find a new owner's link in it every time.
    """
    from quorate.web.invitations import panel_of

    typer.echo(study)
    _print_link(store, study, address, "owner", is_open=False)
    if panel := panel_of(store, study):
        _print_panel(store, study, address, panel)
    else:
        _print_link(store, study, address, "annotator", is_open=True)


def _print_panel(store: "Store", study: str, address: str, panel: tuple[str, ...]) -> None:
    from quorate.web.invitations import SERVED, invite, link_to, standing_link
    from quorate.wording.phrases import listed

    if standing_link(store, study, "annotator") is not None:
        another = f"quorate invite {study} --annotator NAME"
        typer.echo(f"  {'panel':10}  {listed(panel)}: links were printed before; another: {another}")
        return
    for made in invite(store, study, "annotator", days=DAYS, label=SERVED):
        typer.echo(f"  {made.annotator:10}  {link_to(address, made)}")


def _print_link(store: "Store", study: str, address: str, role: Role, *, is_open: bool) -> None:
    from quorate.reports.numbers import moment
    from quorate.web.invitations import ID, SERVED, invite, link_to, standing_link

    column = f"  {'annotators' if is_open else role:10}  "
    known = standing_link(store, study, role, is_open=is_open)
    if known is None:
        (made,) = invite(store, study, role, is_open=is_open, days=DAYS, label=SERVED)
        typer.echo(column + link_to(address, made))
    else:
        another = f"quorate invite {study} --{'open' if is_open else 'owner'}"
        typer.echo(f"{column}link {known.digest[:ID]}, printed {moment(known.made)} UTC; another: {another}")
