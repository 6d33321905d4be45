"""Where the log, the texts and the annotators' identities live."""

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


__all__ = ["HeldLog", "Role", "Store", "Texts", "Token", "open_store"]
