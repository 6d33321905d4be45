"""Texts are read a few items at a time, and never more than is little work."""

import pytest
from sqlalchemy import event

from quorate.records.design import Design
from quorate.stores import open_store
from quorate.stores.store import Texts
from quorate.stores.text_cache import STRETCH, WIDEST, TextCache
from quorate.study import Study
from quorate.testing.material import make_material


def put(cache: TextCache, item: int, length: int) -> None:
    cache.put(1, item, Texts(item={"source": ""}, outputs={0: "x" * length}))


def test_neighbours_come_along_where_texts_are_short():
    cache = TextCache()
    assert cache.stretch(1, 5) == range(5, 6)  # nobody knows yet how long they are
    put(cache, 5, 100)
    assert cache.stretch(1, 5 + WIDEST) == range(WIDEST, 2 * WIDEST)
    assert cache.stretch(2, 5) == range(5, 6)  # another study


@pytest.mark.parametrize("length", [STRETCH // 2, STRETCH, 30 * STRETCH])
def test_long_texts_are_read_by_themselves(length):
    cache = TextCache()
    put(cache, 0, length)
    width = max(1, STRETCH // length)
    assert len(cache.stretch(1, 77)) == width
    assert 77 in cache.stretch(1, 77)


def test_people_who_begin_at_once_do_not_read_an_item_each(tmp_path):
    store = open_store(str(tmp_path / "studies.db"))
    material = make_material(4, 200, missing=0.0)
    Study.define("fall", material, design=Design(), store=store)
    statements = []
    event.listen(store._engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    for item in range(200):
        found = store.texts("fall", item, (3, 1))
        assert found.outputs == {system: material.systems[system].texts[item] for system in (3, 1)}
        assert found.item == {
            name: texts[item] for name, texts in material.items.texts.items() if texts[item] is not None
        }
    assert sum("outputs" in one for one in statements) <= 2 + 200 / WIDEST
    store.close()
