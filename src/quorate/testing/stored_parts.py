"""What every store must do with parts of items and outputs; `StoreContract` has these checks too."""
# ruff: noqa: D102 - a check is named by the behaviour it checks

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import ExistsError, UnknownError
from quorate.records.events import ItemsAdded, OutputsAdded, SystemAdded
from quorate.records.growth import EMPTY, Extent, grown
from quorate.records.history import History
from quorate.records.holdings import is_of
from quorate.records.material import Items, Material, MaterialIndex, SystemOutputs
from quorate.records.parts import Parts
from quorate.records.scores import OF_PART, Scores
from quorate.stores import Store
from quorate.testing.logs import ALL_PLANES, define, same_index
from quorate.testing.stored_growth import scores_event


def said(*rows: tuple[int, str], place: str | None = None, sure: bool = False) -> Parts:
    """Parts, each of an item."""
    item, texts = zip(*rows, strict=True)
    return Parts(
        item=np.array(item),
        texts=texts,
        places=tuple(f"{place} {row}" for row in range(len(rows))) if place else (),
        metrics={"confidence": np.linspace(0, 1, len(rows))} if sure else {},
    )


def stating(name: str, parts: Parts | None, items: int = 3) -> SystemOutputs:
    """A system that says something in parts and has no outputs beside them."""
    return SystemOutputs(name=name, texts=(None,) * items, parts=parts)


def make_statements() -> Material:
    """Three items with parts of their own, two systems that say some of the same, and one that has outputs alone."""
    names = ("a", "b", "c")
    return Material(
        items=Items(names=names, parts=said((2, "own"), (0, "both"))),
        systems=(
            stating("one", said((0, "both "), (0, "α\r\nβ"), (2, ALL_PLANES), place="line", sure=True)),
            SystemOutputs(name="two", texts=("x", None, "y")),
            stating("three", said((2, ALL_PLANES.strip()), (0, "α\nβ"), (1, "alone"))),
        ),
    )


class PartsContract:
    """The checks. `StoreContract` inherits them."""

    def test_what_several_say_is_one_part(self, store: Store) -> None:
        define(store, material=make_statements())
        parts = store.index("study").parts
        assert list(zip(parts.item.tolist(), parts.number.tolist(), strict=True)) == [
            (2, 0),
            (0, 0),
            (0, 1),
            (2, 1),
            (1, 0),
        ]
        assert [rows.tolist() for rows in parts.said] == [[1, 2, 3], [], [3, 2, 4]]
        assert parts.own.tolist() == [0, 1]
        assert parts.metrics["confidence"][0].tolist() == [0.0, 0.5, 1.0]
        assert np.isnan(parts.metrics["confidence"][2]).all()
        assert same_index(store.index("study"), MaterialIndex.of(make_statements()))
        assert store.part("study", 0, 1) == ("α\nβ", "line 1")
        assert store.part("study", 2, 1) == (ALL_PLANES.strip(), "line 2")
        assert store.part("study", 1, 0) == ("alone", None)
        for item, number in ((1, 1), (3, 0), (0, -1)):
            with pytest.raises(UnknownError, match="no part"):
                store.part("study", item, number)

    def test_parts_join_and_keep_their_numbers(self, store: Store) -> None:
        """In whatever pieces one reads on; what joined comes back as it came."""
        last = define(store, material=make_statements())
        extents = [self._reached(store)]
        late = stating("late", said((1, "alone"), (1, "new"), sure=True))
        event = SystemAdded(time=3.0, system=3, name="late", outputs=0, digest=late.digest)
        last = store.add_system("study", late, event, seen=last)
        extents.append(self._reached(store))
        systems = (stating("one", said((0, "new"), (1, "alone")), 2), stating("late", said((1, "alone"), sure=True), 2))
        batch = Material(items=Items(names=("d", "e"), parts=said((1, "its own"))), systems=systems)
        joined = ItemsAdded(time=3.0, first=3, items=2, outputs=0, digest=batch.digest)
        last = store.add_items("study", batch, joined, seen=last)
        extents.append(self._reached(store))
        more = stating("two", said((4, "alone"), (0, "both"), (0, "third")), 5)
        filled = OutputsAdded(time=4.0, system=1, outputs=0, digest=more.digest)
        last = store.add_outputs("study", more, filled, seen=last)
        extents.append(self._reached(store))
        before = store.index("study")
        with pytest.raises(ExistsError, match="before"):
            store.add_outputs("study", stating("two", said((0, "both")), 5), filled, seen=last)
        verdicts = Scores(
            name="judge",
            about="parts",
            item=np.array([0, 4, 0]),
            first=np.array([2, 1, 0]),
            second=np.full(3, OF_PART),
            values=np.array([0.25, 0.5, 1.0]),
        )
        last = store.add_scores("study", verdicts, scores_event(verdicts), seen=last)
        extents.append(self._reached(store))
        whole = store.index("study")
        assert np.array_equal(whole.parts.number, before.parts.number)
        assert whole.parts.scores["judge"][whole.parts.rows(verdicts.item, verdicts.first)].tolist() == [1.0, 0.5, 0.25]
        assert store.part("study", 0, 2).text == "third"
        assert store.part("study", 4, 1).text == "alone"
        assert store.part("study", 1, 1) == ("new", None)
        for stride in (1, 2, 5):
            index, read = EMPTY, Extent()
            for extent in [*extents[::stride], extents[-1]]:
                index, read = grown(index, store.growth("study", read, extent)), extent
            assert same_index(index, whole)
        self._check_as_it_came(store)

    def _check_as_it_came(self, store: Store) -> None:
        history, holdings = History(), store.holdings("study")
        history.fold(store.read("study"))
        assert history.definition is not None
        assert holdings.items.digest == history.definition.digest
        for event, system in zip(history.systems, holdings.systems, strict=True):
            assert event.digest == system.digest
        for position, added in history.additions:
            assert is_of(added, holdings.additions[position])

    def test_a_system_goes_with_what_it_said(self, store: Store) -> None:
        material = make_statements()
        define(store, material=material)
        store.remove_system("study", 0)
        left = replace(material, systems=material.systems[1:])
        assert same_index(store.index("study"), MaterialIndex.of(left))
        assert [system.digest for system in store.holdings("study").systems] == [one.digest for one in left.systems]
        assert store.part("study", 0, 1) == ("α\nβ", None)

    def _reached(self, store: Store) -> Extent:
        history = History()
        history.fold(store.read("study"))
        return history.extent
