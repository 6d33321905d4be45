"""Connections to SQLite and PostgreSQL that behave alike.

SQLite runs in WAL mode with full synchronisation: readers never wait, and an acknowledged append survives a crash of
the machine. A write takes the write lock at its first statement, so two writers queue instead of failing half-way; the
threads of a process take turns, so that nobody waits longer than those who came before take.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote
from weakref import WeakKeyDictionary

import sqlalchemy
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from quorate.errors import StoreError, StuckError
from quorate.stores.turns import Turns

BUSY_SECONDS = 60
_POOL = 48  # connections kept: as many as a server has threads
_turns: "WeakKeyDictionary[Engine, Turns]" = WeakKeyDictionary()


def make_engine(address: str) -> Engine:
    """An engine for a path of an SQLite file or a database URL.

    Raises:
        StoreError: The address cannot be understood or its driver is not installed.
    """
    url = address if "://" in address else f"sqlite:///{address}"
    if url.startswith(("postgresql://", "postgres://")):
        url = "postgresql+psycopg://" + url.split("://", 1)[1]
    try:
        parsed = sqlalchemy.make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return create_engine(parsed, pool_pre_ping=True, pool_size=8, max_overflow=-1)
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs its driver: pip install 'quorate[postgres]'.") from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise StoreError(
            f"Cannot understand the store {address!r}. Give the path of an SQLite file or postgresql://user@host/name."
        ) from error


def _sqlite(url: sqlalchemy.URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise StoreError("An SQLite store is a file: give its path, or memory: for a store that ends with the process.")
    path = Path(url.database).absolute()
    if not path.parent.is_dir():
        raise StoreError(f"Cannot open {url.database}: its folder does not exist. Create the folder first.")
    if path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return _sqlite_as_it_is(path)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, pool_size=_POOL, max_overflow=-1)
    _turns[engine] = Turns()

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _entry: ConnectionPoolEntry) -> None:  # noqa: ANN401 - the driver's own type
        connection.isolation_level = None  # transactions begin where we say so, below
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _sqlite_as_it_is(path: Path) -> Engine:
    """An engine for a file that may only be read, such as one on a read-only disk: nothing is made beside it.

    Raises:
        StuckError: A part of it is still in its write-ahead log, which only a writer can take in.
    """
    ahead = path.with_name(path.name + "-wal")
    if ahead.exists() and ahead.stat().st_size:
        raise StuckError(
            f"{path} can only be read here, and its newest events are still in {ahead.name}. Copy both files to a "
            "folder you may write to and open that, or ask for a file made by `quorate backup`."
        )
    address = f"sqlite:///file:{quote(str(path))}?mode=ro&immutable=1&uri=true"
    return create_engine(address, execution_options={"is_read_only": True})


def is_read_only(engine: Engine) -> bool:
    """Whether the store can only be read."""
    return bool(engine.get_execution_options().get("is_read_only", False))


def write_ahead(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log.

    Where others open the new file at the same moment SQLite refuses at once, without the patience it has for writes.
    """
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > end:
                raise
            time.sleep(0.005)
        else:
            return


def checkpoint(engine: Engine) -> None:
    """Bring what is in the write-ahead log of an SQLite file into the file, where nobody reads or writes it now."""
    if engine.dialect.name == "sqlite" and not is_read_only(engine):
        with suppress(DBAPIError, sqlite3.Error), engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA busy_timeout = 1000")
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            driver.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads: one unchanging view of the store."""
    with _translated(engine), engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")  # noqa: PLW2901
        yield connection


@contextmanager
def writing(engine: Engine, *, patience: float = BUSY_SECONDS) -> Iterator[Connection]:
    """A transaction that writes: everything in it happens, or nothing.

    Args:
        engine: Where.
        patience: Seconds to wait for others who write.
    """
    with (
        _translated(engine),
        _turn(engine, patience),
        engine.connect().execution_options(writes=True) as connection,
        _waiting(connection, patience),
        connection.begin(),
    ):
        if patience != BUSY_SECONDS and engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {int(1000 * patience)}")
        yield connection


def _turn(engine: Engine, patience: float) -> AbstractContextManager[None]:
    turns = _turns.get(engine)
    return nullcontext() if turns is None else turns.take(patience)


@contextmanager
def _waiting(connection: Connection, patience: float) -> Iterator[None]:
    """Let SQLite wait so long for other processes, where that is not as long as usual."""
    if patience == BUSY_SECONDS or connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise _said(engine, str(error.orig)) from error
    except engine.dialect.loaded_dbapi.Error as error:  # where the driver itself is used: bulk loads and reads
        raise _said(engine, str(error)) from error


# What drivers say of what does not mend itself, and what to do about it.
_STUCK = {
    "readonly": "it can only be read. Open it where you may write to the file and its folder",
    "read-only": "it can only be read. Open it where you may write",
    "disk is full": "its disk is full. Make room; it goes on by itself",
    "no space left": "its disk is full. Make room; it goes on by itself",
    "malformed": "the file is damaged. Restore a backup",
    "not a database": "the file is no database, or damaged. Restore a backup",
    "unable to open": "the file cannot be opened. Check that you may write to it and to its folder",
}


def _said(engine: Engine, problem: str) -> StoreError:
    place = engine.url.render_as_string(hide_password=True)
    for words, remedy in _STUCK.items():
        if words in problem.lower():
            return StuckError(f"The store {place} does not answer: {remedy} ({problem}).")
    return StoreError(f"The store {place} does not answer: {problem}")
