"""What every store must do with items, outputs and metrics; `StoreContract` has these checks too."""
# ruff: noqa: D102 - a check is named by the behaviour it checks

from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import ConflictError, ExistsError
from quorate.records.events import SystemAdded
from quorate.records.material import Items, Material, MaterialIndex, SystemOutputs
from quorate.stores import Store
from quorate.testing.logs import ALL_PLANES, asked, define, same_index
from quorate.testing.material import make_material


class MaterialContract:
    """The checks. `StoreContract` inherits them."""

    def test_the_index_is_that_of_the_material(self, store: Store) -> None:
        material = make_material(systems=5, items=40)
        define(store, material=material)
        assert same_index(store.index("study"), MaterialIndex.of(material))

    def test_texts_of_one_item(self, store: Store) -> None:
        material = make_material(missing=0.3)
        define(store, material=material)
        for item in range(len(material.items.names)):
            texts = store.texts("study", item, [2, 0])
            fields = {name: values[item] for name, values in material.items.texts.items()}
            assert texts.item == {name: value for name, value in fields.items() if value is not None}
            outputs = {system: material.systems[system].texts[item] for system in (0, 2)}
            assert texts.outputs == {system: text for system, text in outputs.items() if text is not None}

    def test_material_comes_back_as_it_went_in(self, store: Store) -> None:
        material = Material(
            items=Items(
                names=("a", ALL_PLANES, " ", "C:\\N"),
                texts={"source": ("", ALL_PLANES, None, "\\."), ALL_PLANES: (None, "x", None, None)},
                columns={"domain": (None, ALL_PLANES, "", "a")},
            ),
            systems=(
                SystemOutputs(name=ALL_PLANES, texts=("", None, ALL_PLANES, "\\N")),
                SystemOutputs(
                    name="β",
                    texts=("x" * 100_000, "\\n", "a\tb\\t\n", None),
                    metrics={
                        ALL_PLANES: np.array([0.1, np.nan, -0.0, 1e-310]),
                        "m": np.array([np.inf, 1.0, 2.0, 3.0]),
                    },
                ),
            ),
        )
        define(store, material=material)
        back = store.material("study")
        assert back.items == material.items
        assert back.items.digest == material.items.digest
        assert [system.texts for system in back.systems] == [system.texts for system in material.systems]
        assert [system.digest for system in back.systems] == [system.digest for system in material.systems]
        assert same_index(MaterialIndex.of(back), MaterialIndex.of(material))
        assert same_index(store.index("study"), MaterialIndex.of(material))

    def test_a_system_joins_with_its_outputs(self, store: Store) -> None:
        last = define(store)
        outputs = SystemOutputs(
            name="late", texts=("neu",) * 19 + (None,), metrics={"overlap": np.arange(20.0), "other": np.ones(20)}
        )
        event = SystemAdded(time=3.0, system=3, name="late", outputs=19, digest=outputs.digest)
        assert store.add_system("study", outputs, event, seen=last) == last + 1
        assert list(store.events("study", last)) == [(last + 1, event)]
        assert store.index("study").systems[3] == "late"
        assert store.material("study").systems[3].digest == outputs.digest
        assert store.texts("study", 0, [3]).outputs == {3: "neu"}

    def test_a_system_that_cannot_join_leaves_nothing(self, store: Store) -> None:
        seen = define(store)
        last = store.append("study", [asked(1)])
        outputs = SystemOutputs(name="late", texts=("neu",) * 20)
        event = SystemAdded(time=3.0, system=3, name="late", outputs=20, digest=outputs.digest)
        with pytest.raises(ConflictError):
            store.add_system("study", outputs, event, seen=seen)
        taken = store.index("study").systems[0]
        with pytest.raises(ExistsError):
            store.add_system("study", replace(outputs, name=taken), replace(event, name=taken), seen=last)
        assert len(list(store.events("study"))) == last
        assert len(store.index("study").systems) == 3
        assert len(store.material("study").systems) == 3
        assert store.add_system("study", outputs, event, seen=last) == last + 1
