"""What every store must do with items, outputs and scores that join; `StoreContract` has these checks too."""
# ruff: noqa: D102 - a check is named by the behaviour it checks

from collections.abc import Callable

import numpy as np
import pytest

from quorate.errors import ConflictError, ExistsError
from quorate.records.events import ItemsAdded, OutputsAdded, ScoresAdded, SystemAdded
from quorate.records.growth import EMPTY, Extent, grown
from quorate.records.history import History
from quorate.records.holdings import is_of
from quorate.records.material import Items, Material, MaterialIndex, SystemOutputs
from quorate.records.scores import NO_SECOND, Scores
from quorate.stores import Store
from quorate.testing.logs import ALL_PLANES, asked, define, same_index, told
from quorate.testing.material import make_material


def new_items(count: int = 2, *, name: str = "new", systems: tuple[str, ...] = ("alpha", "gamma-γ")) -> Material:
    """Items that may join: the first system has all outputs, the others lack the first."""
    names = tuple(f"{name} {place} {ALL_PLANES}" for place in range(count))
    return Material(
        items=Items(names=names, texts={"hint": names}, columns={"domain": (None, *names[1:]), "shade": names}),
        systems=tuple(
            SystemOutputs(
                name=system,
                texts=tuple(None if place == 0 and number else f"{place} {system}" for place in range(count)),
                metrics={"overlap": np.arange(float(count)) + 0.25} if number == 0 else {},
            )
            for number, system in enumerate(systems)
        ),
    )


def items_event(given: Material, first: int) -> ItemsAdded:
    """What the log says of items that join."""
    outputs = sum(system.count for system in given.systems)
    return ItemsAdded(time=3.0, first=first, items=len(given.items.names), outputs=outputs, digest=given.digest)


def scores_event(given: Scores) -> ScoresAdded:
    """What the log says of scores that join."""
    named = {"name": given.name, "about": given.about, "signature": given.signature}
    return ScoresAdded(time=4.0, scores=given.count, digest=given.digest, **named)  # type: ignore[arg-type]


def predictions(*, name: str = "judge", systems: tuple[int, int] = (2, 0)) -> Scores:
    """Predictions for two items far apart."""
    values = np.array([[0.25, 0.5, 0.125], [1.0, 0.0, 0.0]])
    first, second = (np.full(2, system) for system in systems)
    return Scores(
        name=name, about="pairs", signature="made", item=np.array([19, 3]), first=first, second=second, values=values
    )


def metric(name: str = "late", items: tuple[int, ...] = (0, 4, 19)) -> Scores:
    """Scores of the second system."""
    count = len(items)
    first, none = np.ones(count, dtype=np.int64), np.full(count, NO_SECOND)
    return Scores(
        name=name, about="outputs", item=np.array(items), first=first, second=none, values=np.arange(count) - 0.5
    )


class GrowthContract:
    """The checks. `StoreContract` inherits them."""

    def test_items_join_with_outputs_and_scores(self, store: Store) -> None:
        last = define(store)
        given = new_items()
        event = items_event(given, 20)
        assert store.add_items("study", given, event, seen=last) == last + 1
        assert list(store.events("study", last)) == [(last + 1, event)]
        index = store.index("study")
        assert index.items[20:] == given.items.names
        assert (index.fingerprints[:, 20:] != 0).tolist() == [[True, True], [False, False], [False, True]]
        assert index.columns["shade"] == (None,) * 20 + given.items.names
        assert index.metrics["overlap"][0, 20:].tolist() == [0.25, 1.25]
        assert np.isnan(index.metrics["overlap"][1:, 20:]).all()
        texts = store.texts("study", 21, [0, 1, 2])
        assert texts.item == {"hint": given.items.names[1]}
        assert texts.outputs == {0: "1 alpha", 2: "1 gamma-γ"}
        assert same_index(MaterialIndex.of(store.material("study")), index)

    def test_outputs_that_were_missing_join(self, store: Store) -> None:
        material = make_material(missing=0.4)
        last = define(store, material=material)
        before = material.systems[1].texts
        assert store.texts("study", 0, [0, 1, 2]).outputs.keys() == {
            number for number, system in enumerate(material.systems) if system.texts[0] is not None
        }
        joins = tuple(f"late {item}" if text is None else None for item, text in enumerate(before))
        given = SystemOutputs(name=material.systems[1].name, texts=joins)
        event = OutputsAdded(time=3.0, system=1, outputs=given.count, digest=given.digest)
        store.add_outputs("study", given, event, seen=last)
        assert (store.index("study").fingerprints[1] != 0).all()
        for item, text in enumerate(before):
            assert store.texts("study", item, [1]).outputs == {1: f"late {item}" if text is None else text}
        with pytest.raises(ExistsError, match="output"):
            store.add_outputs("study", given, event, seen=last + 1)
        assert store.position("study") == last + 1

    def test_scores_and_predictions_join(self, store: Store) -> None:
        last = define(store)
        for given in (metric(), predictions()):
            last = store.add_scores("study", given, scores_event(given), seen=last)
        index = store.index("study")
        late = index.metrics["late"]
        assert late[1, [0, 4, 19]].tolist() == [-0.5, 0.5, 1.5]
        assert np.isnan(late).sum() == late.size - 3
        judge = index.predictions["judge"]
        assert judge.of(2, 0)[[3, 19]].tolist() == [[1.0, 0.0, 0.0], [0.25, 0.5, 0.125]]
        assert judge.of(0, 2)[19].tolist() == [0.25, 0.5, 0.125]
        assert np.isnan(judge.of(0, 1)).all()
        assert np.flatnonzero(judge.joined(2, 0) == last).tolist() == [3, 19]
        assert store.material("study").systems[1].metrics["late"].tolist()[4] == 0.5

    def test_an_index_grows_to_what_it_would_be_read_as(self, store: Store) -> None:
        """Also where everything was mixed with questions and answers, and however often one looks."""
        last = define(store)
        extents = [self._extent(store)]
        for number, add in enumerate(self._additions(store)):
            last = add(last)
            extents.append(self._extent(store))
            last = store.append("study", [asked(number + 1), told(number + 1)])
        whole = store.index("study")
        for stride in (1, 2, 5):
            index, before = EMPTY, Extent()
            for extent in [*extents[::stride], extents[-1]]:
                index, before = grown(index, store.growth("study", before, extent)), extent
                assert (len(index.systems), len(index.items)) == extent[:2]
            assert same_index(index, whole)

    def test_what_joined_comes_back_as_it_came(self, store: Store) -> None:
        last = define(store)
        for add in self._additions(store):
            last = add(last)
        holdings = store.holdings("study")
        history = History()
        history.fold(store.read("study"))
        assert [position for position, _ in history.additions] == sorted(holdings.additions)
        for position, event in history.additions:
            assert is_of(event, holdings.additions[position]), event
        for joined, system in zip(history.systems, holdings.systems, strict=True):
            assert joined.digest == system.digest
        assert history.definition is not None
        assert holdings.items.digest == history.definition.digest
        assert history.extent[:2] == (len(holdings.systems), len(holdings.material.items.names))

    def test_what_cannot_join_leaves_nothing(self, store: Store) -> None:
        seen = define(store)
        last = store.append("study", [asked(1)])
        given = new_items()
        items, scores = items_event(given, 20), metric()
        before = store.index("study")
        with pytest.raises(ConflictError):
            store.add_items("study", given, items, seen=seen)
        with pytest.raises(ConflictError):
            store.add_scores("study", scores, scores_event(scores), seen=seen)
        known = Material(items=Items(names=("fresh", before.items[3])), systems=())
        with pytest.raises(ExistsError, match="already"):
            store.add_items("study", known, items_event(known, 20), seen=last)
        assert store.position("study") == last
        assert same_index(store.index("study"), before)
        assert store.holdings("study").additions == {}
        assert store.add_items("study", given, items, seen=last) == last + 1
        assert store.add_scores("study", scores, scores_event(scores), seen=last + 1) == last + 2

    def _extent(self, store: Store) -> Extent:
        history = History()
        history.fold(store.read("study"))
        return history.extent

    def _additions(self, store: Store) -> list[Callable[[int], int]]:
        one, two, scores, said = new_items(), new_items(3, name="more"), metric(), predictions()
        late = SystemOutputs(name="late", texts=("neu",) * 22, metrics={"overlap": np.arange(22.0), "own": np.ones(22)})
        joined = SystemAdded(time=3.0, system=3, name="late", outputs=22, digest=late.digest)
        more = new_items(3, name="more", systems=("alpha", "late"))
        filled = SystemOutputs(name="late", texts=(*(None,) * 22, "neu", None, None), metrics={"own": np.arange(25.0)})
        output = OutputsAdded(time=4.0, system=3, outputs=1, digest=filled.digest)
        again = metric(items=(1, 2))
        more = Material(items=two.items, systems=more.systems)
        return [
            lambda seen: store.add_items("study", one, items_event(one, 20), seen=seen),
            lambda seen: store.add_scores("study", scores, scores_event(scores), seen=seen),
            lambda seen: store.add_system("study", late, joined, seen=seen),
            lambda seen: store.add_items("study", more, items_event(more, 22), seen=seen),
            lambda seen: store.add_scores("study", said, scores_event(said), seen=seen),
            lambda seen: store.add_outputs("study", filled, output, seen=seen),
            lambda seen: store.add_scores("study", again, scores_event(again), seen=seen),
        ]
