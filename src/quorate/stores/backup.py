"""A whole copy of a store while it is used: every study with its log, texts, names, links, codes and secrets."""

import os
import secrets
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from quorate.errors import ExistsError, InputError, StoreError, UnknownError
from quorate.stores.removal import is_there


@dataclass(frozen=True, kw_only=True)
class Backup:
    """What a backup holds.

    Attributes:
        events: Study → how many events its log has.
        size: Bytes of the file.
    """

    events: dict[str, int]
    size: int


def back_up(address: str, path: Path, *, replace: bool = False) -> Backup:
    """Copy an SQLite store to a file that is everything, through SQLite's own backup: servers go on meanwhile.

    The file has its name only when it is whole and was looked through.

    Args:
        address: The store.
        path: The new file; nobody but this account may read it.
        replace: Whether a file of that name may be replaced.

    Raises:
        ExistsError: There is such a file.
        InputError: The store is no SQLite file: databases have tools of their own.
        StoreError: The store cannot be read, or the copy is not whole.
    """
    source = _file_of(address)
    if path.exists() and not replace:
        raise ExistsError(f"{path} is there already. Choose another name, or say --replace.")
    if path.exists() and path.samefile(source):
        raise InputError("A backup in the store's own place is none. Choose another name.")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy(source, temporary)
        events = _look_through(temporary)
        with temporary.open("rb") as handle:
            os.fsync(handle.fileno())
        temporary.replace(path)
    except sqlite3.Error as error:
        raise StoreError(f"The backup of {source} failed: {error}.") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        temporary.unlink(missing_ok=True)
    return Backup(events=events, size=path.stat().st_size)


def _file_of(address: str) -> Path:
    scheme, has_scheme, rest = address.partition("://")
    if has_scheme and scheme.startswith("postgres"):
        raise InputError(
            "A PostgreSQL store is backed up by its own tool while it runs: pg_dump --format=custom --file=FILE URL, "
            "and pg_restore --dbname=URL FILE brings it back."
        )
    path = Path(rest.removeprefix("/") if has_scheme else address)
    if not path.is_file():
        raise UnknownError(f"There is no store at {path}. Name it with --store.")
    return path


def _copy(source: Path, target: Path) -> None:
    origin = sqlite3.connect(source)
    copy = sqlite3.connect(target)
    try:
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, that a read-only disk may hold
    finally:
        copy.close()
        origin.close()


def _look_through(path: Path) -> dict[str, int]:
    """How many events each study has.

    Raises:
        StoreError: The file is damaged, or events are missing.
    """
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise StoreError(f"The store is damaged, and so would be its backup: {found}.")
        rows = connection.execute(
            "SELECT name, position, (SELECT count(*) FROM events WHERE events.study = studies.study) FROM studies"
        ).fetchall()
    finally:
        connection.close()
    for name, position, count in rows:
        if position != count:
            raise StoreError(f"The log of {name!r} should have {position:,} events, and {count:,} are there.")
    return {name: count for name, _, count in rows if is_there(name)}
