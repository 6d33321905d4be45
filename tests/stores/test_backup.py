"""Backups are whole, made while a store is used; stores that can only be read are read."""

import os
import shutil
import sqlite3
import stat
import threading

import pytest

from quorate.errors import ExistsError, InputError, StoreError, StuckError, UnknownError
from quorate.stores import Token, open_store
from quorate.stores.backup import back_up
from quorate.study import Study, verify
from quorate.testing.logs import define, told
from quorate.testing.material import make_material

TOKEN = Token(digest="d" * 64, role="owner", made=1.0, expires=1e12)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "studies.db"


def test_a_backup_made_while_others_write_is_whole(file, tmp_path):
    store = open_store(str(file))
    study = Study.define("fall", make_material(4, 200), store=store)
    store.add_tokens("fall", [TOKEN])
    study.asking.turn("ann")
    stop = threading.Event()

    def answer() -> None:
        while not stop.is_set():
            for question in study.asking.turn("ann").questions:
                study.tell(question.number, "left", annotator="ann")

    thread = threading.Thread(target=answer)
    thread.start()
    made = [back_up(str(file), tmp_path / f"{place}.db") for place in range(3)]
    stop.set()
    thread.join()
    last = back_up(f"sqlite:///{file}", tmp_path / "last.db")
    counts = [one.events["fall"] for one in made]
    assert counts == sorted(counts)
    assert last.events == {"fall": study.history.position}
    for place, count in enumerate(counts):
        copy = open_store(str(tmp_path / f"{place}.db"))
        found = verify(Study.open("fall", copy))
        assert (found.holds, found.events) == (True, count)
        assert copy.tokens("fall") == [TOKEN]
        assert list(copy.annotators("fall").values()) == ["ann"]
        copy.close()
    assert stat.S_IMODE((tmp_path / "last.db").stat().st_mode) == 0o600
    assert not list(tmp_path.glob(".*")) + list(tmp_path.glob("last.db-*"))
    store.close()


def test_a_file_is_replaced_only_where_that_is_said(file, tmp_path):
    store = open_store(str(file))
    define(store)
    target = tmp_path / "backup.db"
    target.write_text("precious", encoding="utf-8")
    with pytest.raises(ExistsError, match="--replace"):
        back_up(str(file), target)
    assert target.read_text(encoding="utf-8") == "precious"
    assert back_up(str(file), target, replace=True).events == {"study": 4}
    with pytest.raises(InputError, match="own place"):
        back_up(str(file), file, replace=True)
    store.close()


def test_what_cannot_be_backed_up_is_said(file, tmp_path):
    with pytest.raises(InputError, match="pg_dump"):
        back_up("postgresql://me@here/studies", tmp_path / "a.db")
    with pytest.raises(UnknownError, match="no store"):
        back_up(str(file), tmp_path / "a.db")
    store = open_store(str(file))
    define(store)
    with pytest.raises(StoreError, match="cannot be written"):
        back_up(str(file), tmp_path / "nowhere" / "a.db")
    store.append("study", [told(1)])
    store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM events WHERE position = 5")
    with pytest.raises(StoreError, match="should have 5 events, and 4 are there"):
        back_up(str(file), tmp_path / "a.db")
    assert not (tmp_path / "a.db").exists()


def forbid_writing(monkeypatch):
    """Nothing may be written, as on a read-only disk; for the superuser permissions alone do not say so."""
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))


def test_a_read_only_store_can_be_verified(file, tmp_path, monkeypatch):
    store = open_store(str(file))
    Study.define("fall", make_material(), store=store).asking.turn("ann")
    store.close()
    forbid_writing(monkeypatch)
    before = sorted(path.name for path in tmp_path.iterdir())
    store = open_store(str(file))
    study = Study.open("fall", store)
    assert verify(study).holds
    with pytest.raises(StuckError, match="can only be read"):
        study.asking.turn("ben")
    with pytest.raises(StuckError, match="can only be read"):
        store.add_tokens("fall", [TOKEN])
    store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == before  # nothing was made beside it


def test_a_read_only_store_with_a_log_ahead_is_refused_with_the_reason(file, tmp_path, monkeypatch):
    store = open_store(str(file))
    define(store)
    (tmp_path / "copy").mkdir()
    for name in ("studies.db", "studies.db-wal"):
        shutil.copy(tmp_path / name, tmp_path / "copy" / name)
    store.close()
    forbid_writing(monkeypatch)
    with pytest.raises(StuckError, match=r"studies\.db-wal.*quorate backup"):
        open_store(str(tmp_path / "copy" / "studies.db"))


def test_a_closed_store_is_one_file(file, tmp_path):
    store = open_store(str(file))
    define(store)
    other = sqlite3.connect(file)  # somebody else looks at it and does not let go
    other.execute("SELECT count(*) FROM events").fetchall()
    store.append("study", [told(1)])
    store.close()
    shutil.copy(file, tmp_path / "copy.db")
    copy = open_store(str(tmp_path / "copy.db"))
    assert copy.position("study") == 5
    copy.close()
    other.close()
