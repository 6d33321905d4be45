"""The store for real studies: one implementation for SQLite and PostgreSQL."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quorate.errors import ConflictError, ExistsError, UnknownError
from quorate.records.events import (
    UNSEEN_ALLOWED,
    Event,
    ItemsAdded,
    OutputsAdded,
    ScoresAdded,
    StudyDefined,
    SystemAdded,
)
from quorate.records.growth import EMPTY, Extent, Growth, grown
from quorate.records.holdings import Holdings
from quorate.records.log import ASKED_COLUMNS, JUDGED_COLUMNS, Stretch, stack_values, stretch_of
from quorate.records.material import Material, MaterialIndex, SystemOutputs
from quorate.records.parts import ITS_OWN
from quorate.records.scores import Scores
from quorate.stores import additions, texts
from quorate.stores.clock import SharedClock
from quorate.stores.columns import read_columns
from quorate.stores.engine import checkpoint, is_read_only, make_engine, reading, writing
from quorate.stores.parts import Piece, leave_out, load_part, save_said
from quorate.stores.removal import DELETED, is_there, move_without, remove, there
from quorate.stores.rows import event_of, row_of, values_of
from quorate.stores.schema import check_version, events, is_newest, secrets, studies, systems, upgrade, version
from quorate.stores.sql_access import SqlAccess
from quorate.stores.sql_people import SqlPeople
from quorate.stores.store import PartText, Texts, taken, without
from quorate.stores.text_cache import TextCache

_TRY_SECONDS = 2.0
SMALL = 5000  # up to so many events are read as objects in one query


class SqlStore(SqlAccess, SqlPeople):
    """Studies in a database.

    Args:
        address: Path of an SQLite file or a database URL.
    """

    def __init__(self, address: str) -> None:
        self._engine = make_engine(address)
        self._ids: dict[str, int] = {}
        self._texts = TextCache()
        self._clock = SharedClock(self._ask_time) if self._engine.dialect.name == "postgresql" else None
        with reading(self._engine) as connection:  # who only opens a store need not wait for whoever writes into it
            if is_read_only(self._engine):
                check_version(connection)
            newest = is_newest(connection)
        if not newest:
            with writing(self._engine) as connection:
                upgrade(connection)

    def create(
        self, definition: StudyDefined, added: Sequence[SystemAdded], material: Material, *, secret: bytes | None = None
    ) -> None:
        """Begin a study."""
        try:
            with writing(self._engine) as connection:
                study: int = connection.execute(
                    insert(studies).values(name=definition.study, position=0, exclusive=0).returning(studies.c.study)
                ).scalar_one()
                texts.save_items(connection, study, material.items)
                for number, system in enumerate(material.systems):
                    texts.save_system(connection, study, number, system)
                save_said(connection, study, _pieces(material), is_first=True)
                if secret is not None:
                    connection.execute(insert(secrets).values(study=study, secret=secret))
                self._append(connection, study, [definition, *added], None)
        except IntegrityError as error:
            raise ExistsError(taken(definition.study)) from error

    def studies(self) -> list[str]:
        """Names of the studies."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(studies.c.name, studies.c.study).order_by(studies.c.study))
            self._ids = {row.name: row.study for row in rows if is_there(row.name)}
            return list(self._ids)

    def delete(self, study: str) -> None:
        """Delete a study without judgments."""
        number = self._find(study)
        with writing(self._engine) as connection:
            remove(connection, number, study)
        self._ids.pop(study, None)

    def remove_system(self, study: str, system: int) -> None:
        """Take out a system before the first question."""
        number = self._find(study)
        with writing(self._engine) as connection:
            row = update(studies).where(*there(number)).values(position=studies.c.position)
            connection.execute(row)  # the lock: nobody asks meanwhile
            rest = without(study, [event for _, event in self._read_events(connection, number, 0)], system)
            moved = move_without(connection, number, study, system)
            leave_out(connection, moved, system)
            self._append(connection, moved, rest, None)
        self._ids = {**self._ids, study: moved}

    def position(self, study: str) -> int:
        """The position the last event should have."""
        mine = select(studies.c.position).where(studies.c.study == self._find(study))
        with reading(self._engine) as connection:
            position: int = connection.execute(mine).scalar_one()
        return position

    def append(self, study: str, events: Sequence[Event], *, seen: int | None = None) -> int:
        """Append to the log."""
        number = self._find(study)
        try:
            with writing(self._engine) as connection:
                return self._append(connection, number, events, seen)
        except IntegrityError as error:
            raise ConflictError("That judgment or retraction is in the log already: read on and try again.") from error

    @contextmanager
    def hold(self, study: str) -> Iterator["_HeldLog"]:
        """Keep everybody else from appending: the study's row is locked until the transaction ends."""
        number = self._find(study)
        try:
            with writing(self._engine) as connection:
                wanted = select(studies.c.position, studies.c.withdrawals)
                mine = connection.execute(wanted.where(studies.c.study == number).with_for_update()).one()
                held = _HeldLog(self, connection, number, mine.position)
                held.withdrawals = mine.withdrawals
                yield held
                if held.pending:
                    self._append(connection, number, held.pending, None)
        except IntegrityError as error:
            raise ConflictError("That judgment or retraction is in the log already: read on and try again.") from error

    def add_system(self, study: str, outputs: SystemOutputs, event: SystemAdded, *, seen: int) -> int:
        """Store a new system's outputs and append the event."""
        number = self._find(study)
        with writing(self._engine) as connection:
            position = self._append(connection, number, [event], seen)
            namesake = select(systems.c.system).where(systems.c.study == number, systems.c.name == outputs.name)
            if connection.execute(namesake).first() is not None:
                raise ExistsError(f"A system called {outputs.name!r} is in the study already.")
            texts.save_system(connection, number, event.system, outputs)
            if outputs.parts is not None:
                save_said(connection, number, [Piece(position, event.system, 0, outputs.parts)])
            return position

    def add_items(self, study: str, given: Material, event: ItemsAdded, *, seen: int) -> int:
        """Store items that join and append the event."""
        number = self._find(study)
        with writing(self._engine) as connection:
            position = self._append(connection, number, [event], seen)
            additions.save_added_items(connection, number, position, given, event.first)
            return position

    def add_outputs(self, study: str, given: SystemOutputs, event: OutputsAdded, *, seen: int) -> int:
        """Store outputs that were missing and append the event."""
        number = self._find(study)
        with writing(self._engine) as connection:
            position = self._append(connection, number, [event], seen)
            additions.save_added_outputs(connection, number, position, event.system, given)
            return position

    def add_scores(self, study: str, given: Scores, event: ScoresAdded, *, seen: int) -> int:
        """Store scores and append the event."""
        number = self._find(study)
        with writing(self._engine) as connection:
            position = self._append(connection, number, [event], seen)
            additions.save_scores(connection, number, position, given)
            return position

    def _append(self, connection: Connection, study: int, given: Sequence[Event], seen: int | None) -> int:
        unseen_allowed = all(isinstance(event, UNSEEN_ALLOWED) for event in given)
        change = update(studies).where(*there(study))
        if seen is not None:
            change = change.where(studies.c.exclusive <= seen)
        last = studies.c.position + len(given)
        change = change.values(position=last, exclusive=studies.c.exclusive if unseen_allowed else last)
        position: int | None = connection.execute(change.returning(studies.c.position)).scalar_one_or_none()
        if position is None and connection.execute(select(studies.c.study).where(*there(study))).first() is None:
            raise UnknownError(DELETED)
        if position is None:
            raise ConflictError(f"The log moved on beyond position {seen}: read on and try again.")
        first = position - len(given) + 1
        rows = [row_of(study, place, event) for place, event in enumerate(given, first)]
        if rows:
            connection.execute(insert(events), rows)
        return position

    def read(self, study: str, after: int = 0) -> Stretch:
        """The log after a position, in columns."""
        number = self._find(study)
        with reading(self._engine) as connection:
            mine = select(studies.c.position).where(*there(number))
            last: int | None = connection.execute(mine).scalar_one_or_none()
            if last is None:
                raise UnknownError(DELETED)
            return self._read(connection, number, after, last)

    def _read(self, connection: Connection, study: int, after: int, last: int) -> Stretch:
        if last <= after:
            return _none(after)
        if last - after <= SMALL:
            return stretch_of(self._read_events(connection, study, after), after)
        return self._read_columns(connection, study, after, last)

    def _read_columns(self, connection: Connection, study: int, after: int, last: int) -> Stretch:
        within = (events.c.study == study, events.c.position > after, events.c.position <= last)
        is_asked, is_judged = events.c.type == "QuestionAsked", events.c.type == "JudgmentRecorded"
        asked = read_columns(connection, [events.c[name] for name in ASKED_COLUMNS], ASKED_COLUMNS, *within, is_asked)
        wanted = [*(events.c[name] for name in JUDGED_COLUMNS), events.c.value, events.c.data]
        judged = read_columns(
            connection, wanted, JUDGED_COLUMNS | {"value": np.float64, "data": object}, *within, is_judged
        )
        value, data = judged.pop("value"), judged.pop("data")
        if any(text is not None for text in data):
            values = stack_values([values_of(*pair)[0] for pair in zip(value.tolist(), data, strict=True)])
        else:
            values = value[:, None]
        others = connection.execute(
            select(events).where(*within, ~is_asked, ~is_judged).order_by(events.c.position)
        ).mappings()
        return Stretch(
            last=last,
            asked=asked,
            judged={**judged, "values": values},
            others=tuple((row["position"], event_of(row)) for row in others),
        )

    def events(self, study: str, after: int = 0) -> Iterator[tuple[int, Event]]:
        """The log after a position, as events."""
        number = self._find(study)
        while True:
            with reading(self._engine) as connection:
                found = list(self._read_events(connection, number, after, limit=SMALL))
            yield from found
            if len(found) < SMALL:
                return
            after = found[-1][0]

    def event(self, study: str, position: int) -> Event:
        """One event of the log."""
        mine = (events.c.study == self._find(study), events.c.position == position)
        with reading(self._engine) as connection:
            row = connection.execute(select(events).where(*mine)).mappings().one_or_none()
        if row is None:
            raise UnknownError(f"The log of {study!r} has no position {position}.")
        return event_of(row)

    def _read_events(
        self, connection: Connection, study: int, after: int, limit: int | None = None
    ) -> Iterator[tuple[int, Event]]:
        query = select(events).where(events.c.study == study, events.c.position > after).order_by(events.c.position)
        for row in connection.execute(query.limit(limit)).mappings():
            yield row["position"], event_of(row)

    def index(self, study: str) -> MaterialIndex:
        """What a process needs to know about the material."""
        number = self._find(study)
        with reading(self._engine) as connection:
            return grown(EMPTY, additions.load_growth(connection, number, Extent(), None))

    def growth(self, study: str, after: Extent, until: Extent) -> Growth:
        """What has joined between two extents."""
        number = self._find(study)
        with reading(self._engine) as connection:
            return additions.load_growth(connection, number, after, until)

    def texts(self, study: str, item: int, systems: Sequence[int]) -> Texts:
        """The texts of one item and of these systems' outputs for it."""
        number = self._find(study)
        found = self._texts.get(number, item, systems)
        if found is None:
            with reading(self._engine) as connection:
                several = texts.load_texts(connection, number, self._texts.stretch(number, item))
            for neighbour, texts_of_it in several.items():
                self._texts.put(number, neighbour, texts_of_it)
            every = several[item]
            found = Texts(
                item=every.item,
                outputs={system: every.outputs[system] for system in systems if system in every.outputs},
            )
        return found

    def part(self, study: str, item: int, number: int) -> PartText:
        """What a part says."""
        mine = self._find(study)
        with reading(self._engine) as connection:
            return load_part(connection, mine, item, number)

    def material(self, study: str) -> Material:
        """The whole material."""
        return self.holdings(study).material

    def holdings(self, study: str) -> Holdings:
        """The material as it came."""
        number = self._find(study)
        with reading(self._engine) as connection:
            return additions.load_holdings(connection, number)

    def now(self) -> float:
        """The database's time where it serves several machines, else this machine's."""
        return time.time() if self._clock is None else self._clock()

    def _ask_time(self) -> float:
        begin = time.monotonic()
        with reading(self._engine) as connection:
            found = connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one()
        return float(found) + (time.monotonic() - begin) / 2

    def try_writing(self) -> None:
        """Write something that changes nothing."""
        with writing(self._engine, patience=_TRY_SECONDS) as connection:
            connection.execute(update(version).values(version=version.c.version))

    def close(self) -> None:
        """Let go of files and connections; an SQLite file is everything afterwards."""
        checkpoint(self._engine)
        self._engine.dispose()

    def _find(self, study: str) -> int:
        if study not in self._ids:
            with reading(self._engine) as connection:
                rows = connection.execute(select(studies.c.name, studies.c.study))
                found: dict[str, int] = {row.name: row.study for row in rows if is_there(row.name)}
            if study not in found:
                known = ", ".join(found) or "none"
                raise UnknownError(f"No study is called {study!r}. Studies in this store: {known}.")
            self._ids = found
        return self._ids[study]


class _HeldLog:
    """The log of a study whose row is locked."""

    def __init__(self, store: SqlStore, connection: Connection, study: int, last: int) -> None:
        self.pending: list[Event] = []
        self.withdrawals = 0
        self._store = store
        self._connection = connection
        self._study = study
        self._last = last

    def read(self, after: int) -> Stretch:
        return self._store._read(self._connection, self._study, after, self._last)  # noqa: SLF001 - part of the store

    def append(self, events: Sequence[Event]) -> None:
        self.pending.extend(events)


def _none(after: int) -> Stretch:
    return stretch_of((), after)


def _pieces(material: Material) -> list[Piece]:
    """What a study begins with in parts: the items' own with its definition, systems' as they join right behind it."""
    own = [] if material.items.parts is None else [Piece(1, ITS_OWN, 0, material.items.parts)]
    systems = enumerate(material.systems)
    return own + [Piece(number + 2, number, 0, one.parts) for number, one in systems if one.parts is not None]
