"""A deleted study takes nothing in, whoever still has it open, and its number is never used again."""

import pytest

from quorate.errors import UnknownError
from quorate.records.design import Design
from quorate.stores import open_store
from quorate.stores.backup import back_up
from quorate.study import Study
from quorate.testing.material import make_material


@pytest.fixture
def address(tmp_path) -> str:
    return str(tmp_path / "studies.db")


def test_a_process_that_still_has_it_open_cannot_write(address):
    mine, theirs = open_store(address), open_store(address)
    Study.define("fall", make_material(4, 12), store=mine)
    old = Study.open("fall", theirs)
    mine.delete("fall")
    with pytest.raises(UnknownError, match="deleted"):
        old.ask("ann")
    new = Study.define("fall", make_material(2, 12), design=Design(policy="uniform"), store=mine)
    with pytest.raises(UnknownError, match="deleted"):
        old.ask("ann")
    with pytest.raises(UnknownError, match="deleted"):
        old.owner.pause("lunch")
    assert new.history.position == 3
    assert theirs.studies() == ["fall"]
    assert Study.open("fall", theirs).ask("ann").number == 1
    for store in (mine, theirs):
        store.close()


def test_define_can_replace_what_nobody_has_judged(address):
    store = open_store(address)
    Study.define("fall", make_material(4, 12), store=store)
    study = Study.define("fall", make_material(2, 12), store=store, replace=True)
    assert len(study.index.systems) == 2
    study.tell(study.ask("ann").number, "left", annotator="ann")
    with pytest.raises(Exception, match="1 judgment was recorded"):
        Study.define("fall", make_material(4, 12), store=store, replace=True)
    assert len(Study.open("fall", store).index.systems) == 2
    store.close()


def test_a_backup_does_not_speak_of_deleted_studies(address, tmp_path):
    store = open_store(address)
    for name in ("fall", "winter"):
        Study.define(name, make_material(2, 12), store=store)
    store.delete("fall")
    store.close()
    assert back_up(address, tmp_path / "copy.db").events == {"winter": 3}
