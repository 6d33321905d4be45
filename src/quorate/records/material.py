"""The material: items, what each system produced for them, and metric scores.

`Material` carries texts and exists only on the way into a store. Processes work with `MaterialIndex`: who has an output
for which item, which outputs look the same, metric scores and the columns items can be grouped by.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError, UnknownError
from quorate.records.looks import check_storable, digest_of, fingerprint
from quorate.records.parts import NO_PARTS, PartIndex, Parts, PartsSaid, with_said

if TYPE_CHECKING:
    from quorate.records.predictions import PairPredictions

MISSING = np.uint64(0)


@dataclass(frozen=True, kw_only=True)
class Items:
    """The inputs of a study.

    Attributes:
        names: One name each, unique.
        texts: What can be shown, by field (`source`, `reference`, …), aligned with the names.
        columns: What items can be grouped by (`domain`, `document`, …), aligned with the names.
        parts: Parts that they have by themselves, such as paragraphs or tokens, whatever systems say.
    """

    names: tuple[str, ...]
    texts: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    columns: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    parts: Parts | None = None

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            raise InputError("Two items have the same name; names must be unique.")
        for part in (self.names, self.texts, *self.texts.values(), self.columns, *self.columns.values()):
            check_storable(part, "An item")
        for what in ("texts", "columns"):
            given: Mapping[str, tuple[str | None, ...]] = getattr(self, what)
            for name, values in given.items():
                if len(values) != len(self.names):
                    raise InputError(f"{name!r} has {len(values)} values for {len(self.names)} items.")
            # A field that no item has is no field: a store would not keep it.
            kept = {name: values for name, values in given.items() if any(value is not None for value in values)}
            object.__setattr__(self, what, kept)
        _check_parts(self, "An item", len(self.names))
        if self.parts is not None and self.parts.metrics:
            raise InputError("Parts that items have by themselves come without numbers. Let scores of them join.")

    @cached_property
    def digest(self) -> str:
        """Fingerprint of names, texts, columns and parts."""
        parts: list[str | None] = [str(len(self.names)), *self.names]
        for fields in (self.texts, self.columns):
            parts.append(str(len(fields)))
            for name in sorted(fields):
                parts += [name, *fields[name]]
        return digest_of([*parts, *_digests(self.parts)])


@dataclass(frozen=True, kw_only=True)
class SystemOutputs:
    """One system's outputs, aligned with the items; `None` where it has none.

    Attributes:
        name: The system.
        texts: Its output for each item.
        metrics: Automatic scores of the outputs by metric; NaN where there is none.
        parts: What it says in parts, such as statements, beside its outputs or instead of them.
    """

    name: str
    texts: tuple[str | None, ...]
    metrics: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    parts: Parts | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise InputError("A system has an empty name; every system needs one.")
        for part in ((self.name,), self.texts, self.metrics):
            check_storable(part, f"The system {self.name!r}")
        for metric, scores in self.metrics.items():
            if len(scores) != len(self.texts):
                raise InputError(f"Metric {metric!r} of {self.name!r} has {len(scores)} scores, not {len(self.texts)}.")
        _check_parts(self, f"The system {self.name!r}", len(self.texts))

    @property
    def count(self) -> int:
        """How many items it has an output for."""
        return sum(text is not None for text in self.texts)

    @property
    def says_nothing(self) -> bool:
        """Whether it has neither an output nor a part of one."""
        return not self.count and self.parts is None

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the outputs, their scores and their parts."""
        scores = [np.asarray(self.metrics[key], dtype=np.float64).tobytes().hex() for key in sorted(self.metrics)]
        return digest_of([self.name, *self.texts, *sorted(self.metrics), *scores, *_digests(self.parts)])

    @cached_property
    def fingerprints(self) -> NDArray[np.uint64]:
        """A fingerprint of each output as it is shown: equal numbers, equal looks; 0 where there is no output."""
        return np.fromiter((fingerprint(text) for text in self.texts), dtype=np.uint64, count=len(self.texts))


@dataclass(frozen=True, kw_only=True)
class Material:
    """Items and the outputs of the systems that are compared on them."""

    items: Items
    systems: tuple[SystemOutputs, ...]

    def __post_init__(self) -> None:
        names = [system.name for system in self.systems]
        for name in names:
            if names.count(name) > 1:
                raise InputError(f"Two systems are called {name!r}; names must be unique.")
        for system in self.systems:
            if len(system.texts) != len(self.items.names):
                raise InputError(f"{system.name!r} has {len(system.texts)} outputs for {len(self.items.names)} items.")

    @cached_property
    def digest(self) -> str:
        """Fingerprint of items and outputs."""
        return digest_of([self.items.digest, *(system.digest for system in self.systems)])


@dataclass(frozen=True, kw_only=True)
class MaterialIndex:
    """What a process needs to know about the material without its texts.

    Attributes:
        systems: Names; a system's number is its place.
        items: Names; an item's number is its place.
        fingerprints: System × item: a number for what the output looks like; 0 where there is none.
        columns: What items can be grouped by.
        metrics: Metric → system × item scores; NaN where there is none.
        chosen: Which items are asked about; `None`: all.
        predictions: Comparer or judge → what it predicts about pairs of outputs.
        parts: Parts of items and outputs: what is the same, and who said it.
    """

    systems: tuple[str, ...]
    items: tuple[str, ...]
    fingerprints: NDArray[np.uint64]
    columns: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    metrics: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    chosen: NDArray[np.bool_] | None = None
    predictions: Mapping[str, "PairPredictions"] = field(default_factory=dict)
    parts: PartIndex = NO_PARTS

    @classmethod
    def of(cls, material: Material) -> "MaterialIndex":
        """Index some material that is still in memory."""
        return cls(
            systems=tuple(system.name for system in material.systems),
            items=material.items.names,
            fingerprints=np.array([system.fingerprints for system in material.systems], dtype=np.uint64).reshape(
                len(material.systems), len(material.items.names)
            ),
            columns=material.items.columns,
            metrics=stack_metrics(len(material.items.names), [system.metrics for system in material.systems]),
            parts=with_said(NO_PARTS, len(material.systems), said_in(material)),
        )

    def system(self, name: str) -> int:
        """Number of the system with this name."""
        if name not in self._system_numbers:
            raise UnknownError(f"No system is called {name!r}. Systems: {', '.join(self.systems)}.")
        return self._system_numbers[name]

    def item(self, name: str) -> int:
        """Number of the item with this name."""
        if name not in self._item_numbers:
            raise UnknownError(f"No item is called {name!r}; the study has {len(self.items)} items.")
        return self._item_numbers[name]

    @cached_property
    def _system_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.systems)}

    @cached_property
    def _item_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.items)}

    @cached_property
    def is_asked(self) -> NDArray[np.bool_]:
        """Which items are asked about."""
        return np.ones(len(self.items), dtype=np.bool_) if self.chosen is None else self.chosen

    def askable(self, systems: tuple[int, ...]) -> NDArray[np.bool_]:
        """Which items can be asked about these systems: all have an output, and no two look the same; of none: all."""
        if not systems:
            return self.is_asked.copy()
        rows = self.fingerprints[list(systems)]
        mask: NDArray[np.bool_] = (rows != MISSING).all(axis=0)
        if len(systems) == 2:
            mask &= rows[0] != rows[1]
        return mask

    @cached_property
    def askable_counts(self) -> NDArray[np.int64]:
        """System × system: how many items can be asked about the pair; the diagonal counts the system's outputs."""
        present = (self.fingerprints != MISSING).astype(np.float64)
        return np.asarray((present @ present.T).astype(np.int64) - self.identical_counts)

    @cached_property
    def identical_counts(self) -> NDArray[np.int64]:
        """System × system: on how many items the two outputs look the same: ties by construction, never asked."""
        order = np.argsort(self.fingerprints, axis=0)
        ranked = np.take_along_axis(self.fingerprints, order, axis=0)
        counts = np.zeros((len(self.systems), len(self.systems)), dtype=np.int64)
        for step in range(1, len(self.systems)):  # outputs that look the same stand together
            same = (ranked[step:] == ranked[:-step]) & (ranked[step:] != MISSING)
            if not same.any():
                break
            np.add.at(counts, (order[:-step][same], order[step:][same]), 1)
        return counts + counts.T

    def only(self, items: NDArray[np.bool_]) -> "MaterialIndex":
        """The same index as if there were outputs for these items alone; numbers stay as they are."""
        kept = items if self.chosen is None else items & self.chosen
        return replace(self, fingerprints=np.where(items, self.fingerprints, MISSING), chosen=kept)

    def groups(self, column: str) -> tuple[NDArray[np.int64], tuple[str, ...]]:
        """Group number of each item by a column, and the groups' names; items without a value are a group of their own.

        Raises:
            UnknownError: The items have no such column.
        """
        if column not in self.columns:
            known = ", ".join(sorted(self.columns)) or "none"
            raise UnknownError(f"Items have no column {column!r}. Columns: {known}.")
        names = sorted({value for value in self.columns[column] if value is not None})
        numbers = {name: number for number, name in enumerate(names)}
        absent = len(names)
        values = self.columns[column]
        codes = np.array([absent if value is None else numbers[value] for value in values], dtype=np.int64)
        return codes, (*names, "(none)") if (codes == absent).any() else tuple(names)


def stack_metrics(items: int, metrics: Iterable[Mapping[str, NDArray[np.float64]]]) -> dict[str, NDArray[np.float64]]:
    """Metric → system × item scores from each system's own scores; NaN where a system has none."""
    rows = list(metrics)
    names = sorted({name for row in rows for name in row})
    blank = np.full(items, np.nan)
    return {name: np.array([row.get(name, blank) for row in rows]).reshape(len(rows), items) for name in names}


def said_in(material: Material) -> list[PartsSaid]:
    """The parts of some material, in the order in which they get their numbers."""
    own = [material.items.parts.moved(0)] if material.items.parts is not None else []
    systems = enumerate(material.systems)
    return own + [one.parts.moved(0)._replace(system=number) for number, one in systems if one.parts is not None]


def _check_parts(given: Items | SystemOutputs, whose: str, items: int) -> None:
    """Parts must be of items that are there; no parts are none."""
    if given.parts is not None:
        given.parts.check_within(items, whose)
        if not given.parts.count:
            object.__setattr__(given, "parts", None)


def _digests(parts: Parts | None) -> list[str]:
    return [] if parts is None else [parts.digest]
