"""A study moves between stores and stays the same, event by event; a copy cut short goes on."""

from itertools import pairwise
from tempfile import TemporaryDirectory

import pytest
from helpers_of_studies import answer, ask, events, holds, new_study
from hypothesis import given, settings

from quorate.errors import ExistsError, StoreError, UnknownError
from quorate.records.design import Design
from quorate.records.material import SystemOutputs
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study, copying
from quorate.study.copying import copy_study
from quorate.testing.logs import same_index, same_stretch
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, walk
from support.steps import steps


def lively_study(store, clock=None):
    study = new_study(store, clock=clock, copies=2, name="größer")
    for turn in range(4):
        for who in ("a", "b", "ç"):
            answer(study, who, turn)
    study.owner.retract(2, "slip")
    study.owner.add_system(SystemOutputs(name="late", texts=("neu", *["nova"] * 6, None)))
    for who in ("a", "d"):
        answer(study, who, 4)
    study.owner.exclude("b", "too fast")
    study.owner.add_system(SystemOutputs(name="later", texts=tuple(f"neuer {n}" for n in range(8))))
    study.owner.pause("lunch")
    study.owner.resume()
    ask(study, "d")
    study.owner.erase("a")
    return study


def same_study(one, other, name):
    assert list(one.events(name)) == list(other.events(name))
    assert same_stretch(one.read(name), other.read(name))
    assert same_index(one.index(name), other.index(name))
    assert one.annotators(name) == other.annotators(name)
    before, after = one.material(name), other.material(name)
    assert before.items == after.items
    assert [system.texts for system in before.systems] == [system.texts for system in after.systems]


@pytest.mark.postgres
def test_a_study_goes_round_and_comes_home(tmp_path, postgres_url):
    home = MemoryStore()
    clock = Clock()
    study = lively_study(home, clock)
    stores = [home, open_store(str(tmp_path / "studies.db")), open_store(postgres_url), MemoryStore()]
    for source, target in pairwise(stores):
        assert copy_study(source, target, study.name) == study.history.position
        same_study(home, target, study.name)
        assert holds(Study.open(study.name, target))
    following = {ask(Study.open(study.name, store, clock=clock), "new").outputs for store in stores}
    assert len(following) == 1
    for store in stores:
        store.close()


def test_the_same_copy_again_changes_nothing(store):
    study = lively_study(MemoryStore())
    copy_study(study.store, store, study.name)
    copy_study(study.store, store, study.name)
    same_study(study.store, store, study.name)


def test_a_copy_follows_the_original(store):
    study = lively_study(MemoryStore())
    copy_study(study.store, store, study.name)
    for who in ("a", "d", "e"):
        answer(study, who)
    copy_study(study.store, store, study.name)
    same_study(study.store, store, study.name)


class CutShort(Exception):  # noqa: N818 - it is no error of ours
    pass


def test_a_copy_cut_short_goes_on(store, monkeypatch):
    monkeypatch.setattr(copying, "_STRIDE", 3)
    study = lively_study(MemoryStore())
    attempts = 0

    def stop(position):
        raise CutShort(position)

    while True:
        attempts += 1
        try:
            copy_study(study.store, store, study.name, progress=stop)
            break
        except CutShort:
            assert len(list(store.events(study.name))) < len(events(study)) or attempts > 1
    assert attempts > 5
    same_study(study.store, store, study.name)
    assert holds(Study.open(study.name, store))


@pytest.mark.parametrize("broken", ["append", "add_system"])
def test_a_copy_goes_on_from_any_append_that_failed(broken, monkeypatch, tmp_path):
    monkeypatch.setattr(copying, "_STRIDE", 7)
    study = lively_study(MemoryStore())
    target = open_store(str(tmp_path / "studies.db"))
    working = getattr(target, broken)
    calls = 0

    def failing(*args, **options):
        nonlocal calls
        calls += 1
        if calls % 2:
            raise StoreError("The store does not answer.")
        return working(*args, **options)

    monkeypatch.setattr(target, broken, failing)
    for _ in range(50):
        try:
            copy_study(study.store, target, study.name)
            break
        except StoreError:
            continue
    same_study(study.store, target, study.name)
    target.close()


def test_another_study_of_that_name_is_left_alone(store):
    study = lively_study(MemoryStore())
    new_study(store, name=study.name, seed=5)
    before = list(store.events(study.name))
    with pytest.raises(ExistsError, match="another study"):
        copy_study(study.store, store, study.name)
    assert list(store.events(study.name)) == before
    with pytest.raises(UnknownError):
        copy_study(study.store, store, "nothing")


def test_a_copy_that_went_its_own_way_is_left_alone(store):
    study = new_study()
    answer(study, "a")
    copy_study(study.store, store, "study")
    answer(Study.open("study", store, clock=Clock()), "b")
    answer(study, "a")
    with pytest.raises(ExistsError):
        copy_study(study.store, store, "study")


@settings(max_examples=15)
@given(steps)
def test_any_log_is_copied(path):
    clock = Clock()
    design = Design(kind="rating", question={"criteria": {"a": "likert5", "b": "slider"}}, lease=50.0, copies=2)
    study = Study.define("study", make_material(items=4), design=design, store=MemoryStore(), clock=clock)
    walk(study, clock, path)
    with TemporaryDirectory() as folder:
        there, back = open_store(f"{folder}/studies.db"), MemoryStore()
        copy_study(study.store, there, "study")
        copy_study(there, back, "study")
        same_study(study.store, there, "study")
        same_study(study.store, back, "study")
        there.close()
