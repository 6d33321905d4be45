"""Where the log, the texts and the annotators' identities live."""

from pathlib import Path

from quorate.errors import UnknownError
from quorate.stores.access import Role, Token
from quorate.stores.store import HeldLog, Store, Texts


def open_store(address: str = "memory:") -> Store:
    """Open a store, making it where it does not exist yet.

    Args:
        address: `memory:`, the path of an SQLite file, or the URL of a database
            (`sqlite:///studies.db`, `postgresql://user@host/name`).
    """
    if address == "memory:":
        from quorate.stores.memory import MemoryStore

        return MemoryStore()
    from quorate.stores.sql import SqlStore

    return SqlStore(address)


def open_existing(address: str) -> Store:
    """Open a store that must be there: looking for a study never makes a file.

    Raises:
        UnknownError: There is no such file.
    """
    check_existing(address)
    return open_store(address)


def check_existing(address: str) -> None:
    """Raise where a store that is a file is not there."""
    if "://" not in address and address != "memory:" and not Path(address).is_file():
        raise UnknownError(f"There is no store at {address}. Name it with --store, or make one with `quorate define`.")


__all__ = ["HeldLog", "Role", "Store", "Texts", "Token", "check_existing", "open_existing", "open_store"]
