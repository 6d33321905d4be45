"""A store of version 2, as Quorate made it before there were secrets, goes on with all it has."""

import contextlib

import pytest
from sqlalchemy import text

from quorate.records.design import Design
from quorate.stores import open_store
from quorate.stores.engine import make_engine, writing
from quorate.study import Study, verify
from quorate.testing.access import TOKEN
from quorate.testing.material import make_material


def make_old(address: str) -> None:
    """Take away what version 3 has brought."""
    engine = make_engine(address)
    with writing(engine) as connection:
        for statement in (
            "DROP TABLE secrets",
            "DROP TABLE tombstones",
            "DROP INDEX tokens_of_annotators",
            "ALTER TABLE tokens DROP COLUMN session",
            "ALTER TABLE studies DROP COLUMN withdrawals",
            "UPDATE quorate_version SET version = 2",
        ):
            connection.execute(text(statement))
    engine.dispose()


def test_a_store_of_version_2_becomes_one_of_version_3(address):
    if address == "memory:":
        pytest.skip("a store in memory is never older")
    with contextlib.closing(open_store(address)) as store:
        study = Study.define("study", make_material(4, 8), design=Design(policy="uniform", seed=5), store=store)
        number = study.ask("ann").number
        study.tell(number, "left", annotator="ann")
        store.add_tokens("study", [TOKEN])
        log = list(store.events("study"))
    make_old(address)
    for _ in range(2):  # opening it again changes nothing
        with contextlib.closing(open_store(address)) as store:
            assert list(store.events("study")) == log
            assert store.tokens("study") == [TOKEN]
            assert store.secret("study") is None
            assert store.withdrawals("study") == 0
            assert verify(Study.open("study", store)).holds
    with contextlib.closing(open_store(address)) as store:
        study = Study.open("study", store)
        assert study.ask("ann").number == number + 1
        store.keep_secret("study", b"0" * 16)
        assert store.secret("study") == b"0" * 16
        study.owner.erase("ann")
        assert store.withdrawals("study") == 1
        assert store.is_erased("study", "ann")
