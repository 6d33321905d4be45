"""The history: what the events of a log add up to.

One row for each question, with its live judgment if it has one. The fold is incremental and does not depend on how the
log is cut into stretches: a judgment is live when its revision equals the number of retractions so far.
"""

from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from quorate.errors import StoreError
from quorate.records.assignments import STATUSES, Assignment, Assignments, Status
from quorate.records.design import Design
from quorate.records.events import (
    UNDONE,
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    Event,
    ItemAnswered,
    ItemsAdded,
    JudgmentRetracted,
    OutputsAdded,
    QuestionReleased,
    ReleaseCode,
    RoleCode,
    ScoresAdded,
    StudyClosed,
    StudyDefined,
    StudyPaused,
    StudyResumed,
    SystemAdded,
)
from quorate.records.firsts import FirstAnswers
from quorate.records.growth import Extent
from quorate.records.holdings import AdditionEvent
from quorate.records.log import ASKED_COLUMNS, Columns, Stretch, shown
from quorate.records.presence import Presence
from quorate.records.secret import SecretKeys

# Plain numbers, since a column is compared with them at every question: looking up a member takes longer than that.
_QUESTION, _CHECK = int(RoleCode.QUESTION), int(RoleCode.CHECK)
_EXPIRED, _SKIPPED, _UNSEEN = int(ReleaseCode.EXPIRED), int(ReleaseCode.SKIPPED), int(ReleaseCode.UNSEEN)
_OPEN = int(Status.OPEN)
_STATUSES = [int(one) for one in (Status.VOID, Status.JUDGED, Status.SKIPPED, Status.RELEASED)]  # the first that holds
_STATE_COLUMNS: dict[str, tuple[type[Any], float]] = {
    "judged_position": (np.int64, 0),
    "judged_time": (np.float64, np.nan),
    "seconds": (np.float64, np.nan),
    "revision": (np.int64, -1),  # of the last judgment; −1 before the first
    "retractions": (np.int64, 0),
    "released_position": (np.int64, 0),
    "released_reason": (np.int8, -1),
    "reopened_position": (np.int64, 0),
    "reopened_time": (np.float64, np.nan),
}

_STANDING_COLUMNS = (
    *("annotator", "first", "second", "item", "part", "copy_of", "role", "time", "revision", "retractions"),
    *("released_position", "released_reason", "reopened_position", "reopened_time"),
)


class SeedKeys:
    """What questions are drawn from where that is the seed of the study: the same for all.

    Args:
        seed: The seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def key(self, number: int) -> int:  # noqa: ARG002 - a secret has a key for each
        """What one question draws from."""
        return self._seed

    def keys(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """What these questions drew from."""
        return np.full(len(numbers), self._seed, dtype=np.int64)


class History:
    """The folded log. Only `fold` changes it, and only its study calls that; everybody else reads.

    Attributes:
        position: Position of the last folded event; 0 before the first.
        definition: The event the study began with.
        systems: The systems that joined, in order.
        joined: Log position at which each of them did.
        additions: What else has joined, in order, each with its log position.
        extent: How much material there is.
        late_items: How many items joined after the first question.
        late_outputs: How often outputs that were missing did.
        corrections: How many retractions and exclusions there were.
        interventions: How many of them an owner decided: all but what annotators took back themselves.
        has_copies: Whether some question was put to more than one annotator, or again.
        excluded, readmitted: Excluded annotators with the reason; those let in again with the log position of it.
        is_paused: Whether no new questions are asked for now.
        closed: Why the study is closed; `None` while it is open.
        secret: What questions are drawn from, where the design says so and it is known (in a copy after the close).
        first_answers: The answers that checks are judged by.
        presence: Who is there, in an open crowd.
        answered: Item → log position at which something was last returned for it.
    """

    def __init__(self) -> None:
        self.position = 0
        self.definition: StudyDefined | None = None
        self.systems: list[SystemAdded] = []
        self.joined: list[int] = []
        self.additions: list[tuple[int, AdditionEvent]] = []
        self.extent = Extent()
        self.late_items = 0
        self.late_outputs = 0
        self.corrections = 0
        self.interventions = 0
        self.has_copies = False
        self.excluded: dict[int, str] = {}
        self.readmitted: dict[int, int] = {}
        self.is_paused = False
        self.closed: str | None = None
        self.secret: bytes | None = None
        self.first_answers = FirstAnswers()
        self.presence = Presence()
        self.answered: dict[int, int] = {}
        self._draws_people = False
        self._chances: SeedKeys | SecretKeys | None = None
        self._drawn_from: bytes | None = None
        self._touched: list[int] = []
        self._assignments: Assignments | None = None
        self._count = 0
        self._columns: dict[str, NDArray[Any]] = {name: np.empty(0, kind) for name, kind in ASKED_COLUMNS.items()}
        self._columns |= {name: np.empty(0, kind) for name, (kind, _) in _STATE_COLUMNS.items()}
        self._columns["values"] = np.empty((0, 1))

    @property
    def design(self) -> Design:
        """The design of the study."""
        if self.definition is None:
            raise StoreError("The log is empty: it does not begin with StudyDefined.")
        return self.definition.design

    @property
    def chances(self) -> SeedKeys | SecretKeys:
        """What its questions are drawn from."""
        if self._chances is None or self._drawn_from != self.secret:
            design, self._drawn_from = self.design, self.secret
            is_secret = design.draws == "secret"
            self._chances = SecretKeys(self.secret, design.seed) if is_secret else SeedKeys(design.seed)
        return self._chances

    @property
    def count(self) -> int:
        """How many questions were asked."""
        return self._count

    def __getitem__(self, column: str) -> NDArray[Any]:
        """Read one column; row n is the question with number n + 1."""
        view = self._columns[column][: self._count]
        view.flags.writeable = False
        return view

    @property
    def is_question(self) -> NDArray[np.bool_]:
        """Which are questions of the study, not practice or checks."""
        return cast("NDArray[np.bool_]", self["role"] == _QUESTION)

    @property
    def is_judged(self) -> NDArray[np.bool_]:
        """Which questions have a live judgment, whoever gave it."""
        return cast("NDArray[np.bool_]", (self["revision"] >= 0) & (self["revision"] == self["retractions"]))

    @property
    def counts(self) -> NDArray[np.bool_]:
        """Which questions count for estimates: judged, not practice or check, annotator not excluded."""
        return self.counts_at(np.arange(self._count))

    def counts_at(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """The same for some rows alone."""
        revision = self["revision"][rows]
        mask: NDArray[np.bool_] = (
            (revision >= 0) & (revision == self["retractions"][rows]) & (self["role"][rows] == _QUESTION)
        )
        if self.excluded:
            mask &= ~np.isin(self["annotator"][rows], list(self.excluded))
        return mask

    @property
    def is_unseen(self) -> NDArray[np.bool_]:
        """Which questions were taken back before anybody saw them."""
        released = self["released_position"] > self["reopened_position"]
        return cast("NDArray[np.bool_]", released & (self["released_reason"] == _UNSEEN))

    def is_live(self, number: int) -> bool:
        """Whether one question has a live judgment."""
        row = number - 1
        revision = self._columns["revision"][row]
        return bool(revision >= 0 and revision == self._columns["retractions"][row])

    def is_released(self, number: int) -> bool:
        """Whether one question was released and not opened again since."""
        row = number - 1
        return bool(self._columns["released_position"][row] > self._columns["reopened_position"][row])

    def cell(self, column: str, number: int) -> Any:  # noqa: ANN401 - a cell has its column's type
        """One value of one question, as a plain Python number."""
        return self._columns[column][number - 1].item()

    def systems_of(self, number: int) -> tuple[int, ...]:
        """The systems a question shows, in display order."""
        return shown(self.cell("first", number), self.cell("second", number))

    @property
    def assignments(self) -> Assignments:
        """Who has what, brought up to date when it is looked at."""
        if self._assignments is not None and not self._touched:
            return self._assignments
        numbers: Iterable[int] = dict.fromkeys(self._touched)
        if self._assignments is None:
            self._assignments = Assignments(
                self.design.copies,
                tracks_items=self.design.scope != "items",
                again=self.design.guide.again,
                slots=self.design.evidence == "asked",
            )
            numbers = range(1, self._count + 1)
        for number, assignment in self._standing(np.fromiter(numbers, dtype=np.int64)):
            self._assignments.put(number, assignment)
        self._touched.clear()
        return self._assignments

    def _standing(self, numbers: NDArray[np.int64]) -> Iterator[tuple[int, Assignment]]:
        """How these questions stand."""
        take = {name: self._columns[name][numbers - 1] for name in _STANDING_COLUMNS}
        live = (take["revision"] >= 0) & (take["revision"] == take["retractions"])
        released = take["released_position"] > take["reopened_position"]
        skipped = released & (take["released_reason"] == _SKIPPED)
        expired = released & (take["released_reason"] == _EXPIRED)
        answered = live | released if self.design.evidence == "asked" else live
        void = answered & np.isin(take["annotator"], list(self.excluded)) if self.excluded else np.zeros_like(live)
        status = np.select([void, live, skipped, released], _STATUSES, default=_OPEN).tolist()
        opened = np.where(take["reopened_position"] > 0, take["reopened_time"], take["time"])
        rows = zip(
            numbers.tolist(),
            status,
            *(take[name].tolist() for name in ("annotator", "first", "second", "item", "part", "copy_of", "role")),
            opened.tolist(),
            expired.tolist(),
            strict=True,
        )
        for number, standing, annotator, first, second, item, part, copy_of, role, since, late in rows:
            pair = shown(min(first, second), max(first, second)) if second >= 0 else shown(first, second)
            counts = role == _QUESTION
            yield number, Assignment(STATUSES[standing], annotator, pair, item, copy_of, since, counts, late, part)

    def _touch(self, numbers: Iterable[int]) -> None:
        if self._assignments is not None:
            self._touched.extend(numbers)

    def fold(self, stretch: Stretch) -> None:
        """Take in the events that follow.

        Raises:
            StoreError: Question numbers have a gap, or an event speaks of a question never asked.
        """
        first = stretch.others[0][1] if stretch.others and self.definition is None else None
        if isinstance(first, StudyDefined):  # what the columns mean
            self._fold_state(first)
        self._fold_asked(stretch.asked)
        self._fold_judged(stretch.judged)
        for position, event in stretch.others:
            self._fold_other(position, event)
        self.position = max(self.position, stretch.last)

    def _fold_asked(self, asked: Columns) -> None:
        added = len(asked["number"])
        if not added:
            return
        expected = np.arange(self._count + 1, self._count + added + 1)
        if not np.array_equal(asked["number"], expected):
            raise StoreError(f"Question numbers do not follow on from {self._count}: the log has a gap or a repeat.")
        self._reserve(self._count + added)
        for name in ASKED_COLUMNS:
            self._columns[name][self._count : self._count + added] = asked[name]
        self._count += added
        self.has_copies = self.has_copies or bool((asked["copy_of"] != asked["number"]).any())
        if self._draws_people:
            self.presence.ask(asked)
        self._touch(expected.tolist())

    def _fold_judged(self, judged: Columns) -> None:
        if not len(judged["number"]):
            return
        rows = judged["number"] - 1
        if rows.min() < 0 or rows.max() >= self._count:
            raise StoreError("The log holds a judgment of a question that was never asked.")
        values = judged["values"]
        checks = self._columns["role"][rows] == _CHECK
        if checks.any():
            self.first_answers.take(judged["number"][checks], judged["revision"][checks], values[checks])
        if self._columns["values"].shape[1] != values.shape[1]:
            widened = np.full((len(self._columns["values"]), values.shape[1]), np.nan)
            self._columns["values"] = widened
        self._columns["values"][rows] = values
        for name, source in (
            ("judged_position", "position"),
            ("judged_time", "time"),
            ("seconds", "seconds"),
            ("revision", "revision"),
        ):
            self._columns[name][rows] = judged[source]
        if self._draws_people:
            self.presence.hear(self._columns["annotator"][rows], judged["time"])
        self._touch(judged["number"].tolist())

    def _fold_other(self, position: int, event: Event) -> None:
        if isinstance(event, QuestionReleased | JudgmentRetracted) and not 1 <= event.number <= self._count:
            raise StoreError(f"Position {position} of the log is about question {event.number}, which was never asked.")
        match event:
            case QuestionReleased():
                self._release(position, event)
            case JudgmentRetracted():
                self.corrections += 1
                if event.reason != UNDONE:
                    self.interventions += 1
                    self.first_answers.forgive(event.number, event.revision)
                row = event.number - 1
                self._columns["retractions"][row] += 1
                self._columns["reopened_position"][row] = position
                self._columns["reopened_time"][row] = event.time
                self._touch((event.number,))
            case AnnotatorExcluded():
                self.corrections += 1
                self.interventions += 1
                self.excluded[event.annotator] = event.reason
                self.presence.leave(event.annotator, position)
                self._touch((np.flatnonzero(self["annotator"] == event.annotator) + 1).tolist())
            case AnnotatorReadmitted():
                self.readmitted[event.annotator] = position
            case AnnotatorAway():
                self.presence.leave(event.annotator, position)
            case ItemAnswered():
                self.answered[event.item] = position
            case SystemAdded() | ItemsAdded() | OutputsAdded() | ScoresAdded():
                self._join(position, event)
            case _:
                self._fold_state(event)

    def _join(self, position: int, event: SystemAdded | AdditionEvent) -> None:
        if isinstance(event, SystemAdded):
            self.systems.append(event)
            self.joined.append(position)
            self.extent = self.extent._replace(systems=len(self.systems), position=position)
            return
        self.additions.append((position, event))
        items = event.items if isinstance(event, ItemsAdded) else 0
        self.extent = self.extent._replace(items=self.extent.items + items, position=position)
        if self._count and position > self._columns["position"][0]:
            self.late_items += items
            self.late_outputs += isinstance(event, OutputsAdded)

    def _fold_state(self, event: Event) -> None:
        match event:
            case StudyDefined():
                self.definition = event
                self.extent = Extent(items=event.items, position=1)
                self._draws_people = event.design.frame == "open crowd"
            case StudyPaused():
                self.is_paused = True
            case StudyResumed():
                self.is_paused = False
            case StudyClosed():
                self.closed = event.reason or "closed"
                self.secret = bytes.fromhex(event.secret) or self.secret

    def _release(self, position: int, event: QuestionReleased) -> None:
        """Given up once; another reason may follow."""
        if not self.is_released(event.number):
            self._columns["released_position"][event.number - 1] = position
        self._columns["released_reason"][event.number - 1] = ReleaseCode.of(event.reason)
        self._touch((event.number,))

    def _reserve(self, size: int) -> None:
        capacity = len(self._columns["number"])
        if size <= capacity:
            return
        capacity = max(size, 2 * capacity, 1024)
        for name, column in self._columns.items():
            grown = np.empty((capacity, *column.shape[1:]), dtype=column.dtype)
            grown[: self._count] = column[: self._count]
            grown[self._count :] = np.nan if name == "values" else _STATE_COLUMNS.get(name, (None, 0))[1]
            self._columns[name] = grown
