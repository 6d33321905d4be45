"""Small logs for checks of stores: questions, judgments, the beginning of a study; and whether two say the same."""

from typing import Any

import numpy as np

from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded, QuestionAsked, StudyDefined, SystemAdded
from quorate.records.log import Stretch
from quorate.records.material import Material, MaterialIndex
from quorate.stores import Store
from quorate.testing.material import make_material

# Characters of every Unicode plane, and those that databases and JSON are careless with.
ALL_PLANES = "".join(chr(plane * 0x10000 + 0x41) for plane in range(17)) + "\ufffd\ufeff\u2028\u200f\x01\x7f"
ALL_PLANES += "\\\"'%_\t\r\n"


def asked(number: int, *, systems: tuple[int, ...] = (0, 1), seen: int = 0) -> QuestionAsked:
    """A question for a log."""
    return QuestionAsked(
        time=1000.0 + number,
        number=number,
        annotator=1 + number % 3,
        kind="comparison",
        item=number % 7,
        systems=systems,
        copy_of=number,
        pair_probability=None if number % 5 == 0 else 1 / 3,
        item_probability=1 / 7,
        side_probability=0.5,
        pair_choices=3,
        item_choices=7,
        policy="uniform/uniform/0",
        seen=seen,
    )


def told(number: int, value: float = 1.0, *, revision: int = 0, **more: Any) -> JudgmentRecorded:  # noqa: ANN401
    """A judgment for a log."""
    return JudgmentRecorded(time=2000.0 + number, number=number, values=(value,), revision=revision, **more)


def define(store: Store, name: str = "study", material: Material | None = None) -> int:
    """Begin a study and return its last position."""
    material = material or make_material()
    definition, added = beginning(name, material)
    store.create(definition, added, material)
    return 1 + len(added)


def beginning(name: str, material: Material) -> tuple[StudyDefined, list[SystemAdded]]:
    """The events a study of this material begins with."""
    definition = StudyDefined(
        time=1.0, study=name, design=Design(), items=len(material.items.names), digest=material.items.digest
    )
    added = [
        SystemAdded(time=1.0, system=number, name=system.name, outputs=system.count, digest=system.digest)
        for number, system in enumerate(material.systems)
    ]
    return definition, added


def same_stretch(one: Stretch, other: Stretch) -> bool:
    """Whether two stretches hold the same, column by column and type by type."""
    return (
        one.last == other.last
        and one.others == other.others
        and _same_columns(one.asked, other.asked)
        and _same_columns(one.judged, other.judged)
    )


def same_index(one: MaterialIndex, other: MaterialIndex) -> bool:
    """Whether two indexes say the same."""
    return (
        one.systems == other.systems
        and one.items == other.items
        and one.columns == other.columns
        and np.array_equal(one.fingerprints, other.fingerprints)
        and one.metrics.keys() == other.metrics.keys()
        and all(np.array_equal(one.metrics[name], other.metrics[name], equal_nan=True) for name in one.metrics)
        and one.predictions.keys() == other.predictions.keys()
        and all(one.predictions[name].same(other.predictions[name]) for name in one.predictions)
        and one.parts.same(other.parts)
    )


def _same_columns(one: Any, other: Any) -> bool:  # noqa: ANN401 - mappings of arrays
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name], equal_nan=True) for name in one
    )
