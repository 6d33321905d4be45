"""What can go wrong while a store becomes a newer one: a full disk, two processes at once, an older version at work."""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from quorate.errors import StoreError, StuckError
from quorate.stores import engine, open_store
from quorate.stores.schema import MIGRATIONS
from quorate.study import Study, verify

OLD = Path(__file__).parents[1] / "golden" / "studies"
OPEN = """
import json, sys
from quorate.study import Study, verify
study = Study.open("study", sys.argv[1])
print(json.dumps([verify(study).holds, study.history.position]))
"""


@pytest.fixture
def old(tmp_path) -> Path:
    """A store as an earlier version left it."""
    return Path(shutil.copy(OLD / "rating.sqlite", tmp_path / "studies.db"))


def shape(path: Path) -> tuple[object, ...]:
    """Its version, tables and how many rows they have."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        counts = [
            connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()
            for name, sql in tables
            if sql and sql.startswith("CREATE TABLE")
        ]
        return connection.execute("SELECT version FROM quorate_version").fetchone(), tables, counts


@pytest.mark.parametrize("room", [0, 1, 3])
def test_a_disk_that_fills_during_a_migration_leaves_the_store_as_it_was(old, room, monkeypatch):
    before = shape(old)
    with contextlib.closing(sqlite3.connect(old)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    write_ahead = engine.write_ahead

    def with_little_room(connection):
        write_ahead(connection)
        connection.execute(f"PRAGMA max_page_count = {pages + room}")

    monkeypatch.setattr(engine, "write_ahead", with_little_room)
    with pytest.raises(StuckError, match="its disk is full") as found:
        open_store(str(old))
    assert "\n" not in str(found.value)
    assert shape(old) == before
    monkeypatch.undo()
    study = Study.open("study", str(old))
    assert verify(study).holds
    study.store.close()
    assert shape(old)[0] == (len(MIGRATIONS),)


def test_processes_that_migrate_at_the_same_moment_all_find_it_done_once(old):
    command = [sys.executable, "-c", OPEN, str(old)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    said = [one.communicate(timeout=300) for one in running]
    assert [one.returncode for one in running] == [0, 0, 0], said
    found = [json.loads(out) for out, _ in said]
    assert found[0][0]
    assert found == found[:1] * 3
    assert shape(old)[0] == (len(MIGRATIONS),)


def test_what_an_older_version_writes_into_a_store_it_still_has_open_is_read(old):
    """It does not know of parts: its questions are about none, and the store says so in its place."""
    open_store(str(old)).close()
    study = Study.open("study", str(old))
    expected, log = verify(study), list(study.store.events("study"))
    study.store.close()
    with contextlib.closing(sqlite3.connect(old)) as connection:
        rows = connection.execute("SELECT * FROM events ORDER BY position")
        columns = [name for name, *_ in rows.description if name != "part"]
        given = [dict(zip([name for name, *_ in rows.description], row, strict=True)) for row in rows.fetchall()]
        late = given[-30:]
        connection.executemany("DELETE FROM events WHERE position = ?", [(row["position"],) for row in late])
        marks = ", ".join("?" for _ in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        for row in late:
            connection.execute(f"INSERT INTO events ({names}) VALUES ({marks})", [row[name] for name in columns])
        connection.commit()
    with contextlib.closing(open_store(str(old))) as store:
        assert list(store.events("study")) == log
        assert verify(Study.open("study", store)) == expected
    assert expected.holds


def test_an_older_version_refuses_a_migrated_store_in_words(old, monkeypatch):
    open_store(str(old)).close()
    monkeypatch.setattr("quorate.stores.schema.MIGRATIONS", MIGRATIONS[:-1])
    with pytest.raises(StoreError, match=f"version {len(MIGRATIONS)}, made by a newer Quorate. Upgrade Quorate"):
        open_store(str(old))
    assert shape(old)[0] == (len(MIGRATIONS),)


def test_who_still_has_a_store_open_when_a_newer_version_writes_into_it_reads_so(old):
    study = Study.open("study", str(old))
    position = study.history.position
    with contextlib.closing(sqlite3.connect(old)) as connection:
        more = (position + 1, "Something", 1.0, "{}")
        connection.execute("INSERT INTO events (study, position, type, time, data) VALUES (1, ?, ?, ?, ?)", more)
        connection.execute("UPDATE studies SET position = position + 1, exclusive = position + 1")
        connection.commit()
    with pytest.raises(StoreError, match="written by a newer Quorate"):
        study.ask("person a")
    assert study.store.position("study") == position + 1
    study.store.close()
