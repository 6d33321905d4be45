"""What joins a study while it runs, in SQL tables: written with its event, read as growth of an index or as it came."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, insert, select

from quorate.errors import ExistsError, StoreError
from quorate.records.events import Event, ItemsAdded, OutputsAdded, ScoresAdded
from quorate.records.growth import Extent, Growth, Looks
from quorate.records.holdings import Addition, Holdings
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.parts import ITS_OWN, Parts, PartsSaid
from quorate.records.scores import NO_SECOND, Scores, Span, scores_of
from quorate.stores.parts import Piece, load_pieces, load_said, save_said
from quorate.stores.rows import event_of
from quorate.stores.schema import (
    additions,
    events,
    items,
    joined_outputs,
    joined_scores,
    metric_scores,
    outputs,
    systems,
)
from quorate.stores.store import has_output, twice
from quorate.stores.texts import bulk, columns_of, load_items, save_items

_CHUNK = 500  # names that one query asks for


def save_added_items(connection: Connection, study: int, position: int, given: Material, first: int) -> None:
    """Write items that join, with the outputs that come with them.

    Raises:
        ExistsError: One is there already.
    """
    names = given.items.names
    for start in range(0, len(names), _CHUNK):
        wanted = items.c.name.in_(names[start : start + _CHUNK])
        found = connection.execute(select(items.c.name).where(items.c.study == study, wanted)).first()
        if found is not None:
            raise ExistsError(twice(found.name))
    save_items(connection, study, given.items, first)
    numbers = numbers_of(connection, study)
    said = [] if given.items.parts is None else [Piece(position, ITS_OWN, first, given.items.parts)]
    for system in given.systems:
        _save_outputs(connection, study, position, numbers[system.name], system, start=first)
        if system.parts is not None:
            said.append(Piece(position, numbers[system.name], first, system.parts))
    save_said(connection, study, sorted(said, key=lambda one: one.system))
    _note(connection, study, position)


def save_added_outputs(connection: Connection, study: int, position: int, system: int, given: SystemOutputs) -> None:
    """Write outputs that a system had none of.

    Raises:
        ExistsError: One is there already.
    """
    places = [item for item, text in enumerate(given.texts) if text is not None]
    for start in range(0, len(places), _CHUNK):
        wanted = outputs.c.item.in_(places[start : start + _CHUNK])
        mine = (outputs.c.study == study, outputs.c.system == system, wanted)
        found = connection.execute(select(outputs.c.item).where(*mine)).first()
        if found is not None:
            raise ExistsError(has_output(given.name, found.item))
    _save_outputs(connection, study, position, system, given)
    if given.parts is not None:
        save_said(connection, study, [Piece(position, system, 0, given.parts)])
    _note(connection, study, position)


def save_scores(connection: Connection, study: int, position: int, given: Scores) -> None:
    """Write scores."""
    _save_spans(connection, study, position, given.spans())
    _note(connection, study, position)


def numbers_of(connection: Connection, study: int) -> dict[str, int]:
    """System → its number."""
    rows = connection.execute(select(systems.c.name, systems.c.system).where(systems.c.study == study))
    return {row.name: row.system for row in rows}


def load_growth(connection: Connection, study: int, after: Extent, until: Extent | None) -> Growth:
    """What has joined between two extents, or since one."""
    new_items = [items.c.study == study, items.c.item >= after.items]
    new_systems = [systems.c.study == study, systems.c.system >= after.systems]
    if until is not None:
        new_items.append(items.c.item < until.items)
        new_systems.append(systems.c.system < until.systems)
    found: Sequence[Any] = ()
    if until is None or until.items > after.items:
        wanted = select(items.c.name, items.c["columns"]).where(*new_items).order_by(items.c.item)
        found = connection.execute(wanted).all()
    rows: Sequence[Any] = ()
    if until is None or until.systems > after.systems:
        wanted = select(systems.c.system, systems.c.name, systems.c.appearances)
        rows = connection.execute(wanted.where(*new_systems).order_by(systems.c.system)).all()
    looks = [Looks(row.system, 0, _looks(row.appearances)) for row in rows]
    spans: list[Span] = []
    said: tuple[PartsSaid, ...] = ()
    if rows:
        mine = [metric_scores.c.study == study, metric_scores.c.system >= rows[0].system]
        mine.append(metric_scores.c.system <= rows[-1].system)
        scores = connection.execute(select(metric_scores).where(*mine))
        spans += [Span(row.metric, row.system, NO_SECOND, 0, _numbers(row.scores, "<f8")) for row in scores]
    if until is None or until.position > after.position:
        last = None if until is None else until.position
        looks += [one for _, one in _looks_between(connection, study, after.position, last)]
        spans += [one for _, one in _spans_between(connection, study, after.position, last)]
        said = load_said(connection, study, after.position, last)
    return Growth(
        systems=tuple(row.name for row in rows),
        items=tuple(row[0] for row in found),
        columns=columns_of([row[1] for row in found]),
        looks=tuple(looks),
        scores=tuple(spans),
        said=said,
    )


def load_holdings(connection: Connection, study: int) -> Holdings:
    """Everything as it came, texts included."""
    rows = connection.execute(
        select(systems.c.name, systems.c.appearances).where(systems.c.study == study).order_by(systems.c.system)
    ).all()
    had = [len(_looks(row.appearances)) for row in rows]
    every = load_items(connection, study)
    mine: list[list[str | None]] = [[None] * count for count in had]
    later: dict[tuple[int, int], str] = {}
    looks = [_looks(row.appearances) for row in rows]
    wanted = select(outputs.c.item, outputs.c.system, outputs.c.output).where(outputs.c.study == study)
    for item, system, output in connection.execute(wanted):
        if item < had[system] and looks[system][item]:
            mine[system][item] = output
        else:
            later[system, item] = output
    metrics: list[dict[str, Any]] = [{} for _ in rows]
    for row in connection.execute(select(metric_scores).where(metric_scores.c.study == study)):
        metrics[row.system][row.metric] = _numbers(row.scores, "<f8")
    names = [row.name for row in rows]
    pieces = load_pieces(connection, study)
    joined = set(connection.execute(select(additions.c.position).where(additions.c.study == study)).scalars())
    own = {one.system: one.parts for one in pieces if one.position not in joined}
    found = _Additions(connection, study, names, every, later)
    found.said = {(one.position, one.system): one.parts for one in pieces}
    return Holdings(
        items=replace(_items_of(every, 0, found.begun_with), parts=own.get(ITS_OWN)),
        systems=tuple(
            SystemOutputs(name=name, texts=tuple(mine[number]), metrics=metrics[number], parts=own.get(number))
            for number, name in enumerate(names)
        ),
        additions=found.all(),
    )


class _Additions:
    """What joined by events, made again from rows."""

    def __init__(
        self,
        connection: Connection,
        study: int,
        names: list[str],
        every: Items,
        later: dict[tuple[int, int], str],
    ) -> None:
        self._names = names
        self._every = every
        self._later = later
        self.said: dict[tuple[int, int], Parts] = {}
        self._looks: dict[int, list[Looks]] = {}
        self._spans: dict[int, list[Span]] = {}
        joined = select(additions.c.position).where(additions.c.study == study)
        wanted = (
            select(events).where(events.c.study == study, events.c.position.in_(joined)).order_by(events.c.position)
        )
        self._events = [(row["position"], event_of(row)) for row in connection.execute(wanted).mappings()]
        if self._events:
            for position, looks in _looks_between(connection, study, 0, None):
                self._looks.setdefault(position, []).append(looks)
            for position, span in _spans_between(connection, study, 0, None):
                self._spans.setdefault(position, []).append(span)
        joined_later = sum(event.items for _, event in self._events if isinstance(event, ItemsAdded))
        self.begun_with = len(every.names) - joined_later

    def all(self) -> dict[int, Addition]:
        """Log position → what joined there; nothing where its rows are gone."""
        count, found = self.begun_with, {}
        for position, event in self._events:
            if not isinstance(event, ScoresAdded) or position in self._spans:
                found[position] = self._made(position, event, count)
            if isinstance(event, ItemsAdded):
                count += event.items
        return found

    def _made(self, position: int, event: Event, count: int) -> Addition:
        match event:
            case ItemsAdded():
                numbers = sorted({one.system for one in self._looks.get(position, [])})
                items = _items_of(self._every, event.first, event.first + event.items)
                return Material(
                    items=replace(items, parts=self._parts(position, ITS_OWN, event.first)),
                    systems=tuple(self._outputs(position, system, event.first, event.items) for system in numbers),
                )
            case OutputsAdded():
                return self._outputs(position, event.system, 0, count)
            case ScoresAdded():
                given = {"signature": event.signature, "about": event.about, "name": event.name}
                return scores_of(self._spans[position], **given)  # type: ignore[arg-type]
            case _:
                raise StoreError(f"Position {position} of the log is no addition, and material joined there.")

    def _outputs(self, position: int, system: int, start: int, count: int) -> SystemOutputs:
        texts: list[str | None] = [None] * count
        for one in self._looks.get(position, []):
            if one.system == system:
                for place in np.flatnonzero(one.fingerprints).tolist():
                    texts[one.start + place - start] = self._later.get((system, one.start + place))
        metrics = {one.name: one.values for one in self._spans.get(position, []) if one.first == system}
        said = self._parts(position, system, start)
        return SystemOutputs(name=self._names[system], texts=tuple(texts), metrics=metrics, parts=said)  # type: ignore[arg-type]

    def _parts(self, position: int, system: int, start: int) -> Parts | None:
        """What was said with an event, of items counted from the first that came with it."""
        found = self.said.get((position, system))
        return None if found is None else replace(found, item=found.item - start)


def _items_of(every: Items, start: int, end: int) -> Items:
    def part(given: Any) -> dict[str, tuple[str | None, ...]]:  # noqa: ANN401 - a mapping of tuples
        return {name: values[start:end] for name, values in given.items()}

    return Items(names=every.names[start:end], texts=part(every.texts), columns=part(every.columns))


def _save_outputs(
    connection: Connection, study: int, position: int, system: int, given: SystemOutputs, *, start: int = 0
) -> None:
    rows = ((study, item, system, text) for item, text in enumerate(given.texts, start) if text is not None)
    bulk(connection, outputs, rows)
    looks = given.fingerprints.astype("<u8").tobytes()
    bulk(connection, joined_outputs, [(study, position, system, start, looks)])
    spans = [Span(name, system, NO_SECOND, start, np.asarray(one)) for name, one in given.metrics.items()]
    _save_spans(connection, study, position, spans)


def _save_spans(connection: Connection, study: int, position: int, spans: list[Span]) -> None:
    def data(span: Span) -> bytes:
        return span.values.astype("<f8" if span.second < 0 else "<f4").tobytes()

    rows = ((study, position, one.name, one.first, one.second, one.start, data(one)) for one in spans)
    bulk(connection, joined_scores, rows)


def _note(connection: Connection, study: int, position: int) -> None:
    connection.execute(insert(additions).values(study=study, position=position))


def _looks_between(connection: Connection, study: int, after: int, until: int | None) -> list[tuple[int, Looks]]:
    within = [joined_outputs.c.study == study, joined_outputs.c.position > after]
    within += [] if until is None else [joined_outputs.c.position <= until]
    rows = connection.execute(select(joined_outputs).where(*within).order_by(joined_outputs.c.position))
    return [(row.position, Looks(row.system, row.start, _looks(row.appearances))) for row in rows]


def _spans_between(connection: Connection, study: int, after: int, until: int | None) -> list[tuple[int, Span]]:
    within = [joined_scores.c.study == study, joined_scores.c.position > after]
    within += [] if until is None else [joined_scores.c.position <= until]
    rows = connection.execute(select(joined_scores).where(*within).order_by(joined_scores.c.position))
    found = []
    for row in rows:
        about_one = row.second < 0
        values = _numbers(row.scores, "<f8" if about_one else "<f4")
        shaped = values if about_one else values.reshape(-1, 3)
        found.append((row.position, Span(row.name, row.first, row.second, row.start, shaped, row.position)))
    return found


def _looks(data: Any) -> Any:  # noqa: ANN401 - bytes of whatever class the driver has
    return np.frombuffer(bytes(data), dtype="<u8").astype(np.uint64)


def _numbers(data: Any, kind: str) -> Any:  # noqa: ANN401
    return np.frombuffer(bytes(data), dtype=kind).astype(np.dtype(kind).newbyteorder("="))
