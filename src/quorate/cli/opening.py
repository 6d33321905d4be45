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

JUDGED = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx", ".xlsm", ".score", ".scores", ".sco")


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


@contextmanager
def file_or_study(name: str, address: str) -> "Iterator[Path | Study]":
    """What a name means: a file or folder of votes or scores, else a study.

    Raises:
        InputError: It is a folder without scores, and no study is called so.
        UnknownError: There is no such store, or no such study in it.
    """
    from quorate.errors import InputError, UnknownError

    if is_judged(name):
        yield Path(name)
        return
    try:
        with opened(name, address) as study:
            yield study
    except UnknownError as error:
        if not Path(name).is_dir():
            raise
        problem = f"{name} is a folder without scores (scores.csv, .jsonl, …), and {address} has no study of that name."
        raise InputError(f"{problem} Name a file of votes or ratings.") from error


def is_judged(name: str) -> bool:
    """Whether a name is a path to judgments: it names a kind of file, or a folder that holds scores."""
    path = Path(name)
    if path.suffix.lower() in JUDGED or (path.suffix and path.is_file()):
        return True
    return any((path / f"scores{suffix}").is_file() for suffix in JUDGED)


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
