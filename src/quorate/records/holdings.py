"""Material as it came: what a study began with, the systems as they joined, and what joined with which event."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.records.events import ItemsAdded, OutputsAdded, ScoresAdded
from quorate.records.growth import Extent, Growth, growth_of_system, together
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.parts import Parts
from quorate.records.scores import Scores

Addition: TypeAlias = Material | SystemOutputs | Scores  # of ItemsAdded, OutputsAdded, ScoresAdded
AdditionEvent: TypeAlias = ItemsAdded | OutputsAdded | ScoresAdded


@dataclass(frozen=True, kw_only=True)
class Holdings:
    """All that a store holds of a study's material, in the pieces in which it came.

    Attributes:
        items: The items it was defined with.
        systems: The systems as they joined, each with an output (or `None`) for the items there were then.
        additions: Log position → what joined there: items with outputs, outputs that were missing, or scores.
        joined: Log position at which each system joined; right behind the definition where that is not known.
    """

    items: Items
    systems: tuple[SystemOutputs, ...]
    additions: Mapping[int, Addition] = field(default_factory=dict)
    joined: tuple[int, ...] = ()

    def with_addition(self, position: int, addition: Addition) -> "Holdings":
        """The same with what joined at a position."""
        return replace(self, additions={**self.additions, position: addition})

    @property
    def material(self) -> Material:
        """All items with all outputs, their parts and scores of outputs.

        Parts that joined later stand behind those that their system had: numbers of parts are the index's alone.
        """
        if not self.additions:
            return Material(items=self.items, systems=self.systems)
        batches = self._batches()
        items = _joined([self.items, *(batch.items for _, batch in batches)])
        count = len(items.names)
        whole = {system.name: _Whole(system, count) for system in self.systems}
        for start, system in [(start, system) for start, batch in batches for system in batch.systems]:
            whole[system.name].take(system, start)
        for addition in self.additions.values():
            if isinstance(addition, SystemOutputs):
                whole[addition.name].take(addition, 0)
            elif isinstance(addition, Scores) and addition.about == "outputs":
                for span in addition.spans():
                    whole[self.systems[span.first].name].score(span.name, span.values, span.start)
        return Material(items=items, systems=tuple(one.outputs for one in whole.values()))

    def _batches(self) -> list[tuple[int, Material]]:
        """Items that joined, each batch with the number of its first."""
        count, found = len(self.items.names), []
        for addition in self.additions.values():
            if isinstance(addition, Material):
                found.append((count, addition))
                count += len(addition.items.names)
        return found

    def pieces(self) -> list[tuple[int, Parts]]:
        """Parts as they came, in the order of the log, each with the number of the item that its first stands for."""
        placed = [(1, -1, 0, self.items.parts)]
        for number, system in enumerate(self.systems):
            placed.append((self.joined[number] if number < len(self.joined) else number + 2, number, 0, system.parts))
        numbers = {system.name: number for number, system in enumerate(self.systems)}
        count = len(self.items.names)
        for position, addition in self.additions.items():
            if isinstance(addition, Material):
                placed.append((position, -1, count, addition.items.parts))
                placed += [(position, numbers[one.name], count, one.parts) for one in addition.systems]
                count += len(addition.items.names)
            elif isinstance(addition, SystemOutputs):
                placed.append((position, numbers[addition.name], 0, addition.parts))
        placed.sort(key=lambda one: one[:2])
        return [(start, parts) for _, _, start, parts in placed if parts is not None]

    def growth(self, after: Extent, until: Extent) -> Growth:
        """What has joined between two extents."""
        numbers = {system.name: number for number, system in enumerate(self.systems)}
        parts = []
        if not after.items:
            own = () if self.items.parts is None else (self.items.parts.moved(0)._replace(position=1),)
            parts.append(Growth(items=self.items.names, columns=self.items.columns, said=own))
        for number in range(after.systems, until.systems):
            system = self.systems[number]
            position = self.joined[number] if number < len(self.joined) else number + 2
            parts.append(replace(growth_of_system(number, system, position=position), systems=(system.name,)))
        count = len(self.items.names)
        for position, addition in self.additions.items():
            start = count
            if isinstance(addition, Material):
                count += len(addition.items.names)
            if after.position < position <= until.position:
                parts.append(_growth_of(addition, start, numbers, position))
        return together(parts)


def is_of(event: AdditionEvent, addition: Addition) -> bool:
    """Whether this is what an event says has joined."""
    kinds: dict[type[object], type[object]] = {
        ItemsAdded: Material,
        OutputsAdded: SystemOutputs,
        ScoresAdded: Scores,
    }
    return isinstance(addition, kinds[type(event)]) and event.digest == addition.digest


def _growth_of(addition: Addition, start: int, numbers: Mapping[str, int], position: int) -> Growth:
    if isinstance(addition, Scores):
        return Growth(scores=tuple(span._replace(position=position) for span in addition.spans()))
    if isinstance(addition, SystemOutputs):
        return growth_of_system(numbers[addition.name], addition, position=position)
    mine = [growth_of_system(numbers[system.name], system, start, position) for system in addition.systems]
    own = addition.items.parts
    said = () if own is None else (own.moved(start)._replace(position=position),)
    return together([Growth(items=addition.items.names, columns=addition.items.columns, said=said), *mine])


def _joined(parts: list[Items]) -> Items:
    """Items of several parts, one behind the other."""

    def fields(what: str) -> dict[str, tuple[str | None, ...]]:
        given = [getattr(part, what) for part in parts]
        names = sorted({name for one in given for name in one})
        sizes = [len(part.names) for part in parts]
        return {
            name: tuple(
                value for one, size in zip(given, sizes, strict=True) for value in one.get(name, (None,) * size)
            )
            for name in names
        }

    names = tuple(name for part in parts for name in part.names)
    starts = np.cumsum([0, *(len(part.names) for part in parts)])
    own = [(one.parts, int(start)) for one, start in zip(parts, starts, strict=False) if one.parts is not None]
    return Items(names=names, texts=fields("texts"), columns=fields("columns"), parts=_stacked(own))


def _stacked(parts: list[tuple[Parts, int]]) -> Parts | None:
    """Parts of several pieces, each with the number of its first item."""
    if not parts:
        return None
    names = sorted({name for one, _ in parts for name in one.metrics})
    return Parts(
        item=np.concatenate([one.item + start for one, start in parts]),
        texts=tuple(text for one, _ in parts for text in one.texts),
        places=tuple(place for one, _ in parts for place in one.places),
        metrics={
            name: np.concatenate([one.metrics.get(name, np.full(one.count, np.nan)) for one, _ in parts])
            for name in names
        },
    )


class _Whole:
    """A system's outputs and scores for all items, put together."""

    def __init__(self, system: SystemOutputs, count: int) -> None:
        self._name = system.name
        self._texts: list[str | None] = [None] * count
        self._metrics: dict[str, Floats] = {}
        self._parts: list[tuple[Parts, int]] = []
        self.take(system, 0)

    def take(self, system: SystemOutputs, start: int) -> None:
        """Outputs and scores for the items from some item on."""
        for place, text in enumerate(system.texts, start):
            if text is not None:
                self._texts[place] = text
        for name, values in system.metrics.items():
            self.score(name, values, start)
        if system.parts is not None:
            self._parts.append((system.parts, start))

    def score(self, name: str, values: NDArray[np.floating], start: int) -> None:
        """Scores of one name; NaN where there is none."""
        whole = self._metrics.setdefault(name, np.full(len(self._texts), np.nan))
        np.copyto(whole[start : start + len(values)], values, where=~np.isnan(values))

    @property
    def outputs(self) -> SystemOutputs:
        """All of it."""
        return SystemOutputs(
            name=self._name, texts=tuple(self._texts), metrics=self._metrics, parts=_stacked(self._parts)
        )
