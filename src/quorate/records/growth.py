"""How an index of material grows: what has joined between two positions of the log, without its texts.

Nothing that is there ever changes: items, outputs and scores only join. So an index as it was at a position of the log
is the one before it with what has joined in between, in whatever pieces that is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.records.material import MISSING, MaterialIndex, SystemOutputs
from quorate.records.parts import PartIndex, PartsSaid, with_said, with_scores
from quorate.records.predictions import PairPredictions, grown_predictions
from quorate.records.scores import NO_SECOND, OF_PART, Span, whole_span


class Extent(NamedTuple):
    """How much material there is at a position of the log.

    Attributes:
        systems, items: How many.
        position: Log position of the last event that brought any.
    """

    systems: int = 0
    items: int = 0
    position: int = 0


class Looks(NamedTuple):
    """Fingerprints of a system's outputs for neighbouring items; 0 where none has joined."""

    system: int
    start: int
    fingerprints: NDArray[np.uint64]


@dataclass(frozen=True, kw_only=True)
class Growth:
    """What has joined.

    Attributes:
        systems, items: Names of those that are new.
        columns: What the new items can be grouped by.
        looks: Outputs.
        scores: Scores of outputs and of parts, and predictions about pairs.
        said: Parts, in the order in which they joined.
    """

    systems: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    columns: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    looks: tuple[Looks, ...] = ()
    scores: tuple[Span, ...] = ()
    said: tuple[PartsSaid, ...] = ()


EMPTY = MaterialIndex(systems=(), items=(), fingerprints=np.zeros((0, 0), dtype=np.uint64))


def grown(index: MaterialIndex, growth: Growth) -> MaterialIndex:
    """The index with what has joined. The one before stays as it was."""
    systems, items = index.systems + growth.systems, index.items + growth.items
    shape, before = (len(systems), len(items)), index.fingerprints.shape
    fingerprints = np.zeros(shape, dtype=np.uint64)
    fingerprints[: before[0], : before[1]] = index.fingerprints
    for system, start, looks in growth.looks:
        np.copyto(fingerprints[system, start : start + len(looks)], looks, where=looks != MISSING)
    metrics = {}
    mine = [span for span in growth.scores if span.second == NO_SECOND]
    for name in sorted({*index.metrics, *(span.name for span in mine)}):
        metrics[name] = np.full(shape, np.nan)
        if name in index.metrics:
            metrics[name][: before[0], : before[1]] = index.metrics[name]
    for span in mine:
        part = metrics[span.name][span.first, span.start : span.start + len(span.values)]
        np.copyto(part, span.values, where=~np.isnan(span.values))
    return replace(
        index,
        systems=systems,
        items=items,
        fingerprints=fingerprints,
        columns=_columns(index, growth) if growth.items else index.columns,
        metrics=metrics,
        predictions=_predictions(index, growth, len(items)),
        parts=_parts(index.parts, growth, len(systems)),
    )


def growth_of_system(number: int, outputs: SystemOutputs, start: int = 0, position: int = 0) -> Growth:
    """What one system brings for the items from some item on; its name does not count as new."""
    said = () if outputs.parts is None else (outputs.parts.moved(start)._replace(system=number, position=position),)
    return Growth(
        said=said,
        looks=(Looks(number, start, outputs.fingerprints),),
        scores=tuple(whole_span(name, number, start, values) for name, values in outputs.metrics.items()),
    )


def together(parts: list[Growth]) -> Growth:
    """Several that follow one another, as one."""
    names = sorted({name for part in parts for name in part.columns})
    return Growth(
        systems=tuple(name for part in parts for name in part.systems),
        items=tuple(name for part in parts for name in part.items),
        columns={
            name: tuple(value for part in parts for value in part.columns.get(name, (None,) * len(part.items)))
            for name in names
        },
        looks=tuple(one for part in parts for one in part.looks),
        scores=tuple(one for part in parts for one in part.scores),
        said=tuple(one for part in parts for one in part.said),
    )


def _columns(index: MaterialIndex, growth: Growth) -> dict[str, tuple[str | None, ...]]:
    old, new = (None,) * len(index.items), (None,) * len(growth.items)
    names = sorted({*index.columns, *growth.columns})
    return {name: tuple(index.columns.get(name, old)) + tuple(growth.columns.get(name, new)) for name in names}


def _predictions(index: MaterialIndex, growth: Growth, items: int) -> Mapping[str, PairPredictions]:
    pairs = [span for span in growth.scores if span.second >= 0]
    if not index.predictions and not pairs:
        return index.predictions
    names = sorted({*index.predictions, *(span.name for span in pairs)})
    none = PairPredictions(items=len(index.items))
    return {
        name: grown_predictions(index.predictions.get(name, none), items, [one for one in pairs if one.name == name])
        for name in names
    }


def _parts(known: PartIndex, growth: Growth, systems: int) -> PartIndex:
    """Parts join before their scores do, in whatever pieces a log is read."""
    found = with_said(known, systems, growth.said)
    mine = [span for span in growth.scores if span.second == OF_PART]
    for name in sorted({span.name for span in mine}):
        spans = [span for span in mine if span.name == name]
        items = [np.arange(span.start, span.start + len(span.values)) for span in spans]
        numbers = np.repeat([span.first for span in spans], [len(span.values) for span in spans])
        values = np.concatenate([span.values for span in spans])
        there = ~np.isnan(values)
        found = with_scores(found, name, np.concatenate(items)[there], numbers[there], values[there])
    return found
