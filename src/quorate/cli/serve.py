"""`quorate serve`: let people answer in their browsers."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, StoreAddress

if TYPE_CHECKING:
    from quorate.stores import Role, Store

DAYS = 90  # that printed links hold

StudyName = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="Study to print links for; all of the store are served.", show_default=False),
]
Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Interface to listen on; 0.0.0.0 for all.")]
Port = Annotated[int, typer.Option("--port", "-p", min=0, max=65535, metavar="PORT", help="0 for any that is free.")]
Processes = Annotated[int, typer.Option("--workers", min=1, max=64, metavar="N", help="Processes beside each other.")]
Origin = Annotated[
    str, typer.Option("--origin", metavar="URL", help="Address that browsers use, behind a proxy: https://host.")
]
Proxy = Annotated[
    str,
    typer.Option(
        "--proxy",
        metavar="ADDRESSES",
        envvar="FORWARDED_ALLOW_IPS",
        help="Proxies that are believed when they say whom a request comes from: addresses or networks with commas. "
        "With --origin this machine's, unless others are named.",
    ),
]
NoLinks = Annotated[bool, typer.Option("--no-links", help="Make and print no links.")]
Open = Annotated[bool, typer.Option("--open", help="Open the owner's page in this machine's browser.")]
Log = Annotated[Literal["text", "json"], typer.Option("--log", help="How stderr tells what happens: text or json.")]
MetricsFor = Annotated[
    str, typer.Option("--metrics-for", metavar="ADDRESSES", help="Addresses or networks that may read /metrics.")
]


def serve(
    name: StudyName = None,
    *,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    processes: Processes = 1,
    origin: Origin = "",
    proxy: Proxy = "",
    no_links: NoLinks = False,
    show: Open = False,
    log: Log = "text",
    metrics_for: MetricsFor = "127.0.0.1,::1",
    store: StoreAddress = DEFAULT_STORE,
) -> None:
    """Serve studies: pages for annotators and owners, and the REST API.

    The first time it prints a link for the owner and an open link for annotators, which hold for 90 days; more are made
    by `quorate invite` and listed by `quorate links`. Listens on this machine
    alone unless told otherwise; --host 0.0.0.0 lets colleagues on your network in, and the links lead to this machine's
    address there. Beyond it, stand it behind a proxy that speaks https and say --origin. The address is remembered for
    `quorate invite`.

    \b
    Example:
      quorate serve fall
      quorate serve fall --open
      quorate serve fall --host 0.0.0.0
      quorate serve fall --store postgresql://quorate@localhost/studies --workers 4 \\
          --origin https://studies.example.org
    """
    from contextlib import closing

    from quorate.stores import check_existing
    from quorate.web.addresses import is_loopback, remember
    from quorate.web.blindness import blindness_of
    from quorate.web.invitations import ensure_codes
    from quorate.web.logs import set_up
    from quorate.web.serving import Place, address_of, check_place, listening, open_patiently
    from quorate.web.serving import serve as run

    check_existing(store)
    origin = origin.rstrip("/")
    place = Place(host=host, port=port, processes=processes, origin=origin, proxies=proxy, metrics_for=metrics_for)
    check_place(place)
    set_up(log)
    with listening(place) as listener:
        address = address_of(place, listener)
        with closing(open_patiently(store, say=lambda words: typer.echo(words, err=True))) as opened:
            served = opened.studies()
            names = [name] if name is not None else served
            for study in served:
                remember(opened, study, address)
            for study in names:
                ensure_codes(opened, study)
                if not no_links:
                    _print_links(opened, study, address)
                if warning := blindness_of(opened, study):
                    typer.echo(f"{study} is not blind. {warning}")
            if not names:
                typer.echo("The store has no study yet; make one with `quorate define`.")
        if names and not no_links and is_loopback(address) and not place.origin:
            typer.echo("These links work on this machine alone. For colleagues on your network: --host 0.0.0.0.")
        if show:
            _open_page(store, names, address)
        typer.echo(f"Serving at {address}. Stop with Ctrl-C.")
        run(store, place, listener)


def _open_page(address_of_store: str, names: list[str], address: str) -> None:
    """Open the owner's page of the first of these studies in a browser, with a link of its own that holds for a day."""
    import webbrowser
    from contextlib import closing

    from quorate.stores import open_existing
    from quorate.web.invitations import SERVED, invite, link_to

    if not names:
        return
    with closing(open_existing(address_of_store)) as opened:
        (made,) = invite(opened, names[0], "owner", days=1, label=f"{SERVED} --open")
    if not webbrowser.open(link_to(address, made)):
        typer.echo("This machine has no browser to open: follow the owner's link.")


def _print_links(store: "Store", study: str, address: str) -> None:
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


def _print_link(store: "Store", study: str, address: str, role: "Role", *, is_open: bool) -> None:
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
