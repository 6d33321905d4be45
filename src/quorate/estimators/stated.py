"""Statements of a study as arrays: what its index knows of what systems say in parts."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.statements import Statements
from quorate.estimators.sets.distributions import distribution as chances_of
from quorate.estimators.sets.distributions import normalised
from quorate.records.material import MaterialIndex
from quorate.records.statements import CONFIDENCE, WEIGHT, column_names, column_of, numbers_beside

SPREAD = np.uint64(0x9E3779B97F4A7C15)
EVEN = "instance"
GIVEN = "given"


@dataclass(frozen=True, kw_only=True, eq=False)
class Stated:
    """The statements of the systems of a study, and how to find one that was asked about.

    Attributes:
        statements: Who makes what.
        item, part: Of each statement, as the log numbers them.
        looks: What each looks like.
        speaker: The first system that makes each.
        place: Row in the index of parts → statement; −1 where nobody makes it.
        scores: Statement × score by somebody else, such as a judge's verdicts; NaN where there is none, `None` without.
    """

    statements: Statements
    item: Ints
    part: Ints
    looks: Ints
    speaker: Ints
    place: Ints
    scores: Floats | None = None

    def find(self, rows: Ints) -> Ints:
        """The statement of each row of the index of parts; −1 where nobody makes it."""
        known = (rows >= 0) & (rows < len(self.place))
        found: Ints = np.where(known, self.place[np.where(known, rows, 0)] if len(self.place) else -1, -1)
        return found

    def alike(self, item: Ints, looks: Ints) -> Ints:
        """The statement of each item that looks so; −1 where there is none."""
        marks, (order, ordered) = marks_of(item, looks), self._ordered
        if not len(order):
            return np.full(len(marks), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(ordered, marks), len(order) - 1)
        found: Ints = np.where(ordered[place] == marks, order[place], -1)
        return found

    @cached_property
    def _ordered(self) -> tuple[Ints, Ints]:
        marks = marks_of(self.item, self.looks)
        order = np.argsort(marks, kind="stable")
        return order, marks[order]


def marks_of(item: Ints, looks: Ints) -> Ints:
    """One number for each statement of a study, made of its item and what it says."""
    with np.errstate(over="ignore"):
        mixed = item.astype(np.uint64) * SPREAD + looks.view(np.uint64)
    return mixed.view(np.int64)


def stated_of(index: MaterialIndex, distribution: str = EVEN, systems: int | None = None) -> Stated:
    """The statements of the first so many systems, drawn from each by a distribution.

    Args:
        distribution: One of `estimators.sets.distributions.NAMES`, or `given`: by the weights that came with them.
        systems: How many systems; all without it.
    """
    parts = index.parts
    count = len(index.systems) if systems is None else systems
    every = [parts.said_by(system) for system in range(count)]
    said = np.concatenate(every) if every else np.zeros(0, dtype=np.int64)
    owner = np.repeat(np.arange(count), [len(rows) for rows in every]).astype(np.int64)
    kept = index.is_asked[parts.item[said]]
    rows, owner = said[kept], owner[kept]
    known, first, statement = np.unique(rows, return_index=True, return_inverse=True)
    place = np.full(parts.count, -1, dtype=np.int64)
    place[known] = np.arange(len(known))
    sizes = np.bincount(owner, minlength=count)
    looks = parts.looks[known].view(np.int64)
    confidence = numbers_beside(parts, CONFIDENCE, count)[kept]
    columns = {name: _of_items(values, parts.item[known]) for name, values in index.columns.items()}
    for name in column_names(parts):
        names, codes = column_of(parts, name, count)
        columns[name] = (names, codes[kept][first])
    made = Statements(
        systems=index.systems[:count],
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        statement=statement.reshape(-1),
        chance=1.0 / np.maximum(sizes, 1)[owner],
        item=parts.item[known],
        items=index.items,
        marks=marks_of(parts.item[known], looks),
        confidence=confidence if np.isfinite(confidence).any() else None,
        columns=columns,
    )
    weight = numbers_beside(parts, WEIGHT, count)[kept]
    return Stated(
        statements=_drawn_by(made, distribution, weight),
        item=parts.item[known],
        part=parts.number[known],
        looks=looks,
        speaker=owner[first],
        place=place,
        scores=np.column_stack([parts.scores[name][known] for name in sorted(parts.scores)]) if parts.scores else None,
    )


def _drawn_by(made: Statements, distribution: str, weight: Floats) -> Statements:
    if distribution == EVEN:
        return made
    if distribution == GIVEN:
        return replace(made, chance=normalised(made, np.where(np.isfinite(weight), weight, 0.0)))
    return replace(made, chance=chances_of(made, distribution))


def _of_items(values: tuple[str | None, ...], item: Ints) -> tuple[tuple[str, ...], Ints]:
    """A column of the items as one of the statements."""
    names = sorted({value for value in values if value is not None})
    numbers: dict[str | None, int] = {name: number for number, name in enumerate(names)}
    codes = np.array([numbers.get(value, len(names)) for value in values], dtype=np.int64)[item]
    return (*names, "(none)") if (codes == len(names)).any() else tuple(names), codes
