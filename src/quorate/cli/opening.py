"""Open what a verb works on, and let go of it afterwards."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.cli.options import DEFAULT_STORE

if TYPE_CHECKING:
    from quorate.stores import Store
    from quorate.study import Study


@contextmanager
def existing_store(address: str) -> "Iterator[Store]":
    """A store that must be there: looking for a study never makes a file.

    Raises:
        UnknownError: There is no such file.
    """
    from quorate.stores import open_existing

    store = open_existing(address)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def opened(name: str, address: str, clock: Callable[[], float] | None = None) -> "Iterator[Study]":
    """A study that exists.

    Raises:
        UnknownError: There is no such store, or no such study in it.
    """
    from quorate.study import Study

    with existing_store(address) as store:
        yield Study.open(name, store) if clock is None else Study.open(name, store, clock=clock)


def place(address: str) -> str:
    """Where a store is, without a password."""
    scheme, has_scheme, rest = address.partition("://")
    if not has_scheme:
        return address
    account, at, host = rest.rpartition("@")
    return f"{scheme}://{account.partition(':')[0]}{at}{host}"


def command(verb: str, name: str, address: str, *parts: str) -> str:
    """A command line about a study, as somebody else would type it: no folders of this machine, no password."""
    words = ["quorate", verb, name, *parts]
    if "://" in address:
        words += ["--store", "postgresql://…"]
    elif address != DEFAULT_STORE:
        words += ["--store", Path(address).name]
    return " ".join(word if word == "postgresql://…" else shlex.quote(word) for word in words)
