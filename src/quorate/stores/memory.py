"""A store in memory: for tests, simulations and a first look. Gone with the process."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from threading import RLock

from quorate.errors import ConflictError, ExistsError, UnknownError
from quorate.records.events import (
    UNSEEN_ALLOWED,
    Event,
    ItemsAdded,
    JudgmentRecorded,
    JudgmentRetracted,
    OutputsAdded,
    QuestionAsked,
    ScoresAdded,
    StudyDefined,
    SystemAdded,
)
from quorate.records.growth import EMPTY, Extent, Growth, grown
from quorate.records.holdings import Addition, Holdings
from quorate.records.log import Stretch, stretch_of
from quorate.records.material import Material, MaterialIndex, SystemOutputs
from quorate.records.parts import PartIndex, Parts
from quorate.records.scores import Scores
from quorate.stores.access import tombstone_of
from quorate.stores.memory_access import AccessRecords, MemoryAccess
from quorate.stores.store import (
    NOBODY,
    PartText,
    Texts,
    has_output,
    no_part,
    refuse_judged,
    said_before,
    taken,
    twice,
    without,
)


@dataclass(kw_only=True)
class _Study:
    holdings: Holdings
    events: list[Event] = field(default_factory=list)
    exclusive: int = 0
    judged: set[tuple[type[Event], int, int]] = field(default_factory=set)
    names: dict[int, str | None] = field(default_factory=dict)
    access: AccessRecords = field(default_factory=AccessRecords)
    whole: Material | None = None  # what the holdings add up to, once somebody has asked
    parts: dict[tuple[int, int], PartText] | None = None  # item and number → what a part says, once somebody has asked

    def hold(self, holdings: Holdings) -> None:
        """Have other material."""
        self.holdings, self.whole, self.parts = holdings, None, None


class _HeldLog:
    def __init__(self, store: "MemoryStore", study: str, withdrawals: int) -> None:
        self.pending: list[Event] = []
        self.withdrawals = withdrawals
        self._store = store
        self._study = study

    def read(self, after: int) -> Stretch:
        return self._store.read(self._study, after)

    def append(self, events: Sequence[Event]) -> None:
        self.pending.extend(events)


class MemoryStore(MemoryAccess):
    """Studies as Python objects behind one lock."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._studies: dict[str, _Study] = {}

    def create(
        self, definition: StudyDefined, added: Sequence[SystemAdded], material: Material, *, secret: bytes | None = None
    ) -> None:
        """Begin a study."""
        with self._lock:
            if definition.study in self._studies:
                raise ExistsError(taken(definition.study))
            joined = tuple(range(2, 2 + len(material.systems)))
            holdings = Holdings(items=material.items, systems=material.systems, joined=joined)
            self._studies[definition.study] = _Study(holdings=holdings, access=AccessRecords(secret=secret))
            self.append(definition.study, [definition, *added])

    def studies(self) -> list[str]:
        """Names of the studies."""
        return list(self._studies)

    def delete(self, study: str) -> None:
        """Delete a study without judgments."""
        with self._lock:
            events = self._find(study).events
            asked = {event.number for event in events if isinstance(event, QuestionAsked) and event.role == "question"}
            refuse_judged(study, sum(isinstance(event, JudgmentRecorded) and event.number in asked for event in events))
            del self._studies[study]

    def position(self, study: str) -> int:
        """The position of the last event."""
        with self._lock:
            return len(self._find(study).events)

    def append(self, study: str, events: Sequence[Event], *, seen: int | None = None) -> int:
        """Append to the log."""
        with self._lock:
            record = self._find(study)
            if seen is not None and record.exclusive > seen:
                raise ConflictError(f"The log moved on beyond position {seen}: read on and try again.")
            keys = [
                (type(event), event.number, event.revision)
                for event in events
                if isinstance(event, JudgmentRecorded | JudgmentRetracted)
            ]
            if len(set(keys)) < len(keys) or not record.judged.isdisjoint(keys):
                raise ConflictError("That judgment or retraction is in the log already: read on and try again.")
            record.judged.update(keys)
            for event in events:
                record.events.append(event)
                if not isinstance(event, UNSEEN_ALLOWED):
                    record.exclusive = len(record.events)
            return len(record.events)

    @contextmanager
    def hold(self, study: str) -> Iterator["_HeldLog"]:
        """Keep everybody else from appending."""
        with self._lock:
            held = _HeldLog(self, study, self._find(study).access.withdrawals)
            yield held
            self.append(study, held.pending)

    def add_system(self, study: str, outputs: SystemOutputs, event: SystemAdded, *, seen: int) -> int:
        """Store a new system's outputs and append the event."""
        with self._lock:
            record = self._find(study)
            if any(system.name == outputs.name for system in record.holdings.systems):
                raise ExistsError(f"A system called {outputs.name!r} is in the study already.")
            position = self.append(study, [event], seen=seen)
            before = record.holdings
            joined = (*before.joined, position)
            record.hold(replace(before, systems=(*before.systems, outputs), joined=joined))
            return position

    def add_items(self, study: str, given: Material, event: ItemsAdded, *, seen: int) -> int:
        """Store items that join and append the event."""
        with self._lock:
            known = set(self.material(study).items.names)
            if double := next((name for name in given.items.names if name in known), None):
                raise ExistsError(twice(double))
            return self._add(study, given, event, seen)

    def add_outputs(self, study: str, given: SystemOutputs, event: OutputsAdded, *, seen: int) -> int:
        """Store outputs that were missing and append the event."""
        with self._lock:
            before = self.material(study).systems[event.system].texts
            both = (one is not None and two is not None for one, two in zip(before, given.texts, strict=True))
            if (double := next((item for item, is_double in enumerate(both) if is_double), None)) is not None:
                raise ExistsError(has_output(given.name, double))
            self._check_said(study, event.system, given)
            return self._add(study, given, event, seen)

    def add_scores(self, study: str, given: Scores, event: ScoresAdded, *, seen: int) -> int:
        """Store scores and append the event."""
        with self._lock:
            return self._add(study, given, event, seen)

    def _check_said(self, study: str, system: int, given: SystemOutputs) -> None:
        before = self.material(study).systems[system].parts
        if before is None or given.parts is None:
            return
        known = set(zip(before.item.tolist(), before.looks.tolist(), strict=True))
        for place, key in enumerate(zip(given.parts.item.tolist(), given.parts.looks.tolist(), strict=True)):
            if key in known:
                raise ExistsError(said_before(given.parts.texts[place], key[0]))

    def _add(self, study: str, given: Addition, event: Event, seen: int) -> int:
        position = self.append(study, [event], seen=seen)
        record = self._find(study)
        record.hold(record.holdings.with_addition(position, given))
        return position

    def remove_system(self, study: str, system: int) -> None:
        """Take out a system before the first question."""
        with self._lock:
            record = self._find(study)
            record.events = without(study, record.events, system)
            record.exclusive = len(record.events)
            kept = [one for number, one in enumerate(record.holdings.systems) if number != system]
            joined = tuple(range(2, 2 + len(kept)))
            record.hold(replace(record.holdings, systems=tuple(kept), joined=joined))

    def read(self, study: str, after: int = 0) -> Stretch:
        """The log after a position, in columns."""
        return stretch_of(self.events(study, after), after)

    def events(self, study: str, after: int = 0) -> Iterator[tuple[int, Event]]:
        """The log after a position, as events."""
        with self._lock:
            events = self._find(study).events[after:]
        return enumerate(events, after + 1)

    def event(self, study: str, position: int) -> Event:
        """One event of the log."""
        with self._lock:
            events = self._find(study).events
            if not 1 <= position <= len(events):
                raise UnknownError(f"The log of {study!r} has no position {position}.")
            return events[position - 1]

    def index(self, study: str) -> MaterialIndex:
        """What a process needs to know about the material."""
        holdings = self.holdings(study)
        until = Extent(systems=len(holdings.systems), items=1, position=max(holdings.additions, default=1))
        return grown(EMPTY, holdings.growth(Extent(), until))

    def growth(self, study: str, after: Extent, until: Extent) -> Growth:
        """What has joined between two extents."""
        return self.holdings(study).growth(after, until)

    def holdings(self, study: str) -> Holdings:
        """The material as it came."""
        with self._lock:
            return self._find(study).holdings

    def texts(self, study: str, item: int, systems: Sequence[int]) -> Texts:
        """The texts of one item and of these systems' outputs for it."""
        material = self.material(study)
        fields = {name: values[item] for name, values in material.items.texts.items()}
        outputs = {system: material.systems[system].texts[item] for system in systems}
        return Texts(
            item={name: text for name, text in fields.items() if text is not None},
            outputs={system: text for system, text in outputs.items() if text is not None},
        )

    def part(self, study: str, item: int, number: int) -> PartText:
        """What a part says."""
        with self._lock:
            record = self._find(study)
            if record.parts is None:
                record.parts = _part_texts(self.index(study).parts, record.holdings.pieces())
            if (item, number) not in record.parts:
                raise UnknownError(no_part(item, number))
            return record.parts[item, number]

    def material(self, study: str) -> Material:
        """The whole material."""
        with self._lock:
            record = self._find(study)
            if record.whole is None:
                record.whole = record.holdings.material
            return record.whole

    def now(self) -> float:
        """This machine's time."""
        return time.time()

    def annotator(self, study: str, name: str) -> int:
        """The pseudonym of an annotator."""
        with self._lock:
            names = self._find(study).names
            for number, known in names.items():
                if known == name:
                    return number
            number = max(names, default=0) + 1
            names[number] = name
            return number

    def introduce(self, study: str, names: Sequence[str], *, tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """The pseudonyms of several annotators."""
        with self._lock:
            kept = self._access_of(study).tokens
            bearers = {digest: one.annotator for digest, one in kept.items() if one.revoked is None} if tokens else {}
            good = [name for name in names if name not in tokens or bearers.get(tokens[name]) == name]
            return {name: self.annotator(study, name) for name in good}

    def annotators(self, study: str) -> dict[int, str | None]:
        """Names by pseudonym."""
        with self._lock:
            return dict(self._find(study).names)

    def restore_annotators(self, study: str, names: Mapping[int, str | None]) -> None:
        """Set names by pseudonym."""
        with self._lock:
            self._find(study).names = dict(names)

    def erase(self, study: str, annotator: int) -> None:
        """Forget who an annotator is."""
        with self._lock:
            names, access = self._find(study).names, self._access_of(study)
            if annotator not in names:
                raise UnknownError(f"Study {study!r} has no annotator {annotator}.")
            name = names[annotator]
            if name is None:
                return
            access.withdrawals += 1
            access.tombstones.append(tombstone_of(name))
            for digest, token in access.tokens.items():
                if token.annotator == name:
                    access.tokens[digest] = replace(token, annotator=None, session=None)
            names[annotator] = None

    def try_writing(self) -> None:
        """Memory can always be written."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _access(self) -> dict[str, AccessRecords]:
        return {name: record.access for name, record in self._studies.items()}

    def _access_of(self, study: str) -> AccessRecords:
        return self._find(study).access

    def _find(self, study: str) -> _Study:
        if study not in self._studies:
            known = ", ".join(self._studies) or "none"
            raise UnknownError(f"No study is called {study!r}. Studies in this store: {known}.")
        return self._studies[study]


def _part_texts(index: PartIndex, pieces: Iterable[tuple[int, Parts]]) -> dict[tuple[int, int], PartText]:
    """Item and number → what a part says, as whoever said it first has put it."""
    first: dict[tuple[int, int], PartText] = {}
    for start, parts in pieces:
        keys = zip((parts.item + start).tolist(), parts.looks.tolist(), strict=True)
        for key, text, place in zip(keys, parts.texts, parts.places, strict=True):
            first.setdefault(key, PartText(text, place))
    rows = zip(index.item.tolist(), index.number.tolist(), index.looks.tolist(), strict=True)
    return {(item, number): first[item, look] for item, number, look in rows}
