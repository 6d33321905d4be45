"""Run the service: one process, or several beside each other that meet in the store."""

import errno
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI

from quorate.errors import InputError, StoreError
from quorate.stores import Store, open_store
from quorate.version import __version__
from quorate.web.addresses import served_at
from quorate.web.application import create_application
from quorate.web.connections import Reception, Server
from quorate.web.logs import tell
from quorate.web.processes import run_processes
from quorate.web.proxies import HERE, Proxies, believed
from quorate.web.readiness import ready
from quorate.web.settings import Settings
from quorate.web.tally import Tally

_WAIT = 30.0


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a server listens.

    Attributes:
        host: Name or address of the interface.
        port: Port; 0 for any that is free.
        processes: How many processes serve.
        origin: Address that browsers use, where it is not host and port.
        proxies: Proxies that are believed when they say whom a request comes from.
        metrics_for: Addresses and networks that may read the counts.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    processes: int = 1
    origin: str = ""
    proxies: str = ""
    metrics_for: str = HERE


def open_patiently(address: str, *, wait: float = _WAIT, say: Callable[[str], None] | None = None) -> Store:
    """Open a store; where a database does not answer, try again for a while.

    Raises:
        StoreError: It still does not answer.
    """
    end = time.monotonic() + wait
    pause = 0.5
    while True:
        try:
            return open_store(address)
        except StoreError as error:
            if "://" not in address or time.monotonic() + pause > end:
                raise
            (say or _log)(f"{error} Trying again …")
            time.sleep(pause)
            pause = min(2 * pause, 5.0)


def check_place(place: Place) -> None:
    """Raise where a server cannot be served as said.

    Raises:
        InputError: The origin is not scheme and host, or a proxy or reader of counts is no address.
    """
    parts = urlsplit(place.origin)
    if place.origin and (parts.scheme not in ("http", "https") or not parts.hostname or parts.username):
        raise InputError(f"--origin is an address such as https://studies.example.org, not {place.origin!r}.")
    if parts.path or parts.query or parts.fragment:
        raise InputError(
            f"--origin {place.origin} has a path. The pages live at the root of a host: give Quorate a host of its "
            f"own, such as {parts.scheme}://studies.{parts.netloc}, and let the proxy pass all of it on."
        )
    believed(place.origin, place.proxies)
    Proxies(place.metrics_for)


@contextmanager
def listening(place: Place) -> Iterator[socket.socket]:
    """A socket that listens.

    Raises:
        InputError: The port is taken, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            listener.bind((place.host, place.port))
        except OSError as error:
            raise InputError(_why_not(place, error)) from error
        listener.listen(1024)
        yield listener
    finally:
        listener.close()


def serve(address: str, place: Place, listener: socket.socket) -> None:
    """Serve the studies of a store until somebody stops it. Afterwards an SQLite file is everything, by itself."""
    tally = Tally(place.processes)

    def work(row: int) -> None:
        tally.take_row(row)
        settings = Settings(origin=place.origin, metrics_for=place.metrics_for)
        store = open_patiently(address)
        try:
            application = create_application(store, settings, tally)
            server = make_server(application, believed(place.origin, place.proxies))
            with ready(application):
                server.run(sockets=[listener])
        finally:
            store.close()

    begin = time.monotonic()
    tell(
        "start",
        f"Serving on {place.host}, port {listener.getsockname()[1]}.",
        version=__version__,
        processes=place.processes,
    )
    try:
        if place.processes > 1:
            run_processes(work, place.processes)
            open_patiently(address).close()  # whoever was last may have been killed
        else:
            work(0)
    finally:
        judged = int(tally.total("quorate_judgments_total"))
        tell("stop", "Stopped.", seconds=round(time.monotonic() - begin), judgments=judged)


def make_server(application: FastAPI, proxies: Proxies) -> Server:
    """A server for an application."""
    reception = Reception(application.state.settings, proxies, application.state.tally)
    setup = uvicorn.Config(
        application,
        http=reception.protocol(),
        access_log=False,  # addresses may hold tokens
        log_config=None,  # see logs.py
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=5,  # a stranger's; whoever comes with a token may think longer
        proxy_headers=bool(proxies.said),
        forwarded_allow_ips=proxies.said or None,
    )
    return Server(setup, reception)


def address_of(place: Place, listener: socket.socket) -> str:
    """The address to open: one that colleagues can reach, where the server listens for them."""
    if place.origin:
        return place.origin.rstrip("/")
    return served_at(place.host, listener.getsockname()[1])


def _why_not(place: Place, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {place.port} is taken by another program. Choose another with --port, or --port 0 for any."
    if error.errno == errno.EACCES:
        return f"This account may not listen on port {place.port}. Choose one above 1023 with --port."
    return f"Cannot listen on {place.host}, port {place.port}: {error.strerror}."


def _log(words: str) -> None:
    tell("store", words, level=logging.WARNING)
