"""What every store must do with the names of annotators; `StoreContract` has these checks too."""
# ruff: noqa: D102 - a check is named by the behaviour it checks

from concurrent.futures import ThreadPoolExecutor

import pytest

from quorate.errors import UnknownError
from quorate.stores import Store
from quorate.testing.logs import ALL_PLANES, asked, define, told


class AnnotatorContract:
    """The checks. `StoreContract` inherits them."""

    def test_an_annotator_is_registered_once(self, store: Store) -> None:
        define(store)
        names = ["a", "b", "á", "a\u0301", ALL_PLANES]
        numbers = [store.annotator("study", name) for name in names]
        assert numbers == [1, 2, 3, 4, 5]
        assert [store.annotator("study", name) for name in names] == numbers
        assert store.annotators("study") == dict(zip(numbers, names, strict=True))

    def test_many_threads_register_the_same_annotators_once(self, store: Store) -> None:
        define(store)
        names = [f"annotator {number % 10}" for number in range(80)]
        with ThreadPoolExecutor(8) as pool:
            numbers = list(pool.map(lambda name: store.annotator("study", name), names))
        assert len({(name, number) for name, number in zip(names, numbers, strict=True)}) == 10
        assert sorted(store.annotators("study")) == list(range(1, 11))

    def test_annotators_who_come_together_are_registered_together(self, store: Store) -> None:
        define(store)
        assert store.annotator("study", "b") == 1
        assert store.introduce("study", ["a", "b", "c", "a"]) == {"a": 2, "b": 1, "c": 3}
        assert store.introduce("study", []) == {}
        assert store.annotators("study") == {1: "b", 2: "a", 3: "c"}
        with ThreadPoolExecutor(4) as pool:
            lots = [[f"{name}" for name in range(begin, begin + 20)] for begin in range(0, 40, 5)]
            found = list(pool.map(lambda names: store.introduce("study", names), lots))
        assert len({(name, number) for one in found for name, number in one.items()}) == 55
        assert sorted(store.annotators("study")) == list(range(1, 59))

    def test_erasing_an_annotator_keeps_the_log(self, store: Store) -> None:
        define(store)
        who = store.annotator("study", "a")
        other = store.annotator("study", "b")
        store.append("study", [asked(1), told(1)])
        before = list(store.events("study"))
        store.erase("study", who)
        assert list(store.events("study")) == before
        assert store.annotators("study") == {who: None, other: "b"}
        assert store.annotator("study", "a") == 3  # a stranger now
        with pytest.raises(UnknownError):
            store.erase("study", 99)

    def test_annotators_are_restored(self, store: Store) -> None:
        define(store)
        store.restore_annotators("study", {})
        assert store.annotators("study") == {}
        given_names = {2: "b", 5: None, 7: "ç", 9: None}
        store.restore_annotators("study", given_names)
        assert store.annotators("study") == given_names
        assert store.annotator("study", "ç") == 7
        assert store.annotator("study", "new") == 10
        store.restore_annotators("study", given_names)
        assert store.annotators("study") == given_names
