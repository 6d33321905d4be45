"""Memory, SQLite and PostgreSQL keep the same contract. The fixture `store` stands in tests/conftest.py."""

from quorate.testing.stores import StoreContract


class TestStores(StoreContract):
    pass
