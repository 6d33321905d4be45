"""Opening stores: what is made, what is refused, what an older or newer version means."""

import contextlib
import sqlite3
import threading

import pytest
from sqlalchemy import insert, select

from quorate.errors import StoreError
from quorate.stores import open_store
from quorate.stores.engine import make_engine, write_ahead, writing
from quorate.stores.memory import MemoryStore
from quorate.stores.schema import MIGRATIONS, TABLES, create_tables, studies, version
from quorate.stores.sql import SqlStore
from quorate.study import Study
from quorate.testing.logs import asked, define, told
from quorate.testing.material import make_material


def test_an_address_says_which_store(tmp_path):
    assert isinstance(open_store(), MemoryStore)
    assert isinstance(open_store("memory:"), MemoryStore)
    for address in (str(tmp_path / "a.db"), f"sqlite:///{tmp_path}/b.db"):
        store = open_store(address)
        assert isinstance(store, SqlStore)
        store.close()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nowhere/at/all/x.db", "folder does not exist"),
        ("mysterious://host/x", "Cannot understand"),
        ("sqlite://", "memory:"),
        ("sqlite:///:memory:", "memory:"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused(address, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match=words):
        open_store(address)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused(tmp_path):
    file = tmp_path / "letter.db"
    file.write_text("Dear reader, " * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match="does not answer"):
        open_store(str(file))
    assert file.read_text(encoding="utf-8").startswith("Dear reader")


def test_a_server_that_is_not_there_is_said_to_be_away():
    with pytest.raises(StoreError, match="does not answer"):
        open_store("postgresql://somebody@127.0.0.1:1/none?connect_timeout=2")


def test_a_password_is_not_in_the_message():
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://somebody:secret@127.0.0.1:1/none?connect_timeout=2")
    assert "secret" not in str(caught.value)


def test_a_newer_store_is_refused(tmp_path):
    file = tmp_path / "studies.db"
    open_store(str(file)).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE quorate_version SET version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer Quorate"):
        open_store(str(file))


def test_a_store_of_version_1_becomes_one_of_today(address):
    """As Quorate made it before there was a service: no tokens, settings or consent."""
    if address == "memory:":
        pytest.skip("a store in memory is never older")
    engine = make_engine(address)
    with writing(engine) as connection:
        create_tables(connection)
        connection.execute(insert(version).values(version=1))
    with pytest.MonkeyPatch.context() as patch, contextlib.closing(SqlStore.__new__(SqlStore)) as old:
        patch.setattr("quorate.stores.sql.upgrade", lambda _connection: None)
        old.__init__(address)
        last = define(old)
        old.append("study", [asked(1), told(1)])
        log = list(old.events("study"))
        names = {number: old.annotator("study", name) for number, name in enumerate("ab")}
    with contextlib.closing(open_store(address)) as store:
        assert list(store.events("study")) == log
        assert len(log) == last + 2
        assert {number: store.annotator("study", name) for number, name in enumerate("ab")} == names
        store.change_settings("study", {"code": "A"})
        assert store.tokens("study") == []
        store.consent("study", 1, 2.0)
    with writing(engine) as connection:
        assert connection.execute(select(version.c.version)).scalar_one() == len(MIGRATIONS)
    engine.dispose()


def test_sqlite_writes_ahead_and_through(tmp_path):
    engine = make_engine(str(tmp_path / "studies.db"))
    with writing(engine) as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_many_open_a_new_store_at_once(address):
    if address == "memory:":
        pytest.skip("a store in memory is opened once")
    failures = []

    def opening():
        try:
            open_store(address).close()
        except Exception as error:  # noqa: BLE001 - any failure is one
            failures.append(error)

    threads = [threading.Thread(target=opening) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    store = open_store(address)
    assert store.studies() == []
    store.close()


class Refusing:
    """A connection that refuses the write-ahead log some times, with one of SQLite's codes."""

    def __init__(self, times, code):
        self.times, self.code = times, code

    def execute(self, _statement):
        self.times -= 1
        if self.times >= 0:
            error = sqlite3.OperationalError("refused")
            error.sqlite_errorcode = self.code
            raise error


def test_who_opens_a_new_file_at_the_same_moment_waits_but_nobody_waits_for_a_broken_disk():
    refusing = Refusing(3, sqlite3.SQLITE_BUSY_RECOVERY)
    write_ahead(refusing)
    assert refusing.times == -1
    with pytest.raises(sqlite3.OperationalError, match="refused"):
        write_ahead(Refusing(1, sqlite3.SQLITE_IOERR))


def test_two_stores_on_one_address_see_each_other(address):
    if address == "memory:":
        pytest.skip("a store in memory is opened once")
    one, other = open_store(address), open_store(address)
    last = define(one)
    assert other.studies() == ["study"]
    other.append("study", [asked(1)], seen=last)
    one.append("study", [told(1)])
    assert list(one.events("study")) == list(other.events("study"))
    assert one.annotator("study", "a") == other.annotator("study", "a")
    one.close()
    other.close()


def test_a_write_that_fails_leaves_nothing(tmp_path):
    engine = make_engine(str(tmp_path / "studies.db"))

    with writing(engine) as connection:
        TABLES.create_all(connection)

    def stop_half_way():
        with writing(engine) as connection:
            connection.execute(insert(studies).values(name="half", position=0, exclusive=0))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop_half_way()
    engine.dispose()
    store = open_store(str(tmp_path / "studies.db"))
    assert store.studies() == []
    store.close()


def test_a_store_that_cannot_be_written_says_so(tmp_path):
    file = tmp_path / "studies.db"
    store = open_store(str(file))
    study = Study.define("study", make_material(), store=store)
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE outputs")
    connection.close()
    with pytest.raises(StoreError, match="does not answer"):
        study.ask("a")
    with pytest.raises(StoreError, match="does not answer"):
        Study.define("other", make_material(), store=store)
    assert store.studies() == ["study"]
    store.close()
