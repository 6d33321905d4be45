"""A study's side of its store: hold the log, read on, append, know who has which number.

Whoever appends holds the log meanwhile: nobody else appends, so what was read is all there is, and nothing has to be
tried again. Many requests can be answered in one hold, at the price of one transaction.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any, Generic, TypeVar

from quorate.errors import ClosedError, ConflictError, InputError, StoreError, StrangerError, UnknownError
from quorate.records.chosen import only_chosen
from quorate.records.events import Event
from quorate.records.growth import EMPTY, Extent, grown
from quorate.records.history import History
from quorate.records.log import Stretch, stretch_of
from quorate.records.looks import is_storable
from quorate.records.material import MaterialIndex
from quorate.stores import HeldLog, Store
from quorate.stores.clock import Clock
from quorate.stores.store import NOBODY

Result = TypeVar("Result")
_PATIENCE = 1000  # conflicts in a row before giving up
_LONGEST_PAUSE = 0.05


@dataclass(frozen=True, kw_only=True)
class Outcome(Generic[Result]):
    """What came of one of several attempts: a value, or the error it raised."""

    value: Result | None = None
    error: Exception | None = None

    def get(self) -> Result:
        """The value, or the error raised here."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]


class Ledger:
    """The log of one study as this process knows it. Threads take turns.

    Args:
        study: Name of the study.
        store: Where it lives.
        clock: Says what time it is, in seconds since 1970 (UTC); the store does where it is left out.

    Attributes:
        study, store, clock: The same.
        people: The numbers of those it knows by name.
        design: The design of the study.
        history: What the log adds up to, as far as it was read.
        index: What is known about the material that is asked about.
        whole_index: What is known about all of it.
        latest: The latest time of any event.
        withdrawals: How many people were erased and links revoked, as of the last hold.
    """

    def __init__(self, study: str, store: Store, clock: Clock | None = None) -> None:
        self.study = study
        self.store = store
        self.clock = clock or store.now
        self.latest = -math.inf
        self.history = self._read_all()
        self.design = self.history.design
        self._extent = Extent()
        self.whole_index: MaterialIndex = EMPTY
        self.index: MaterialIndex = EMPTY
        self._grow()
        self._lock = RLock()
        self._held: HeldLog | None = None
        self._pending: dict[int, Event] = {}
        self._is_stale = False
        self.withdrawals = store.withdrawals(study)
        self.people = Pseudonyms(self)

    def transaction(self, attempt: Callable[[], Result]) -> Result:
        """Hold the log, read on, and make an attempt. What it appended stays, even where it then raised."""
        if self.is_held:
            return attempt()
        outcome: Outcome[Result] = self.batch([attempt])[0]
        return outcome.get()

    def batch(self, attempts: Sequence[Callable[[], Any]]) -> list[Outcome[Any]]:
        """Make attempts one after the other in one hold: all that they append is there afterwards, or none of it.

        Raises:
            StoreError: The store failed; nothing is known to have been appended.
        """
        with self._holding():
            return [_attempt(one) for one in attempts]

    @contextmanager
    def _holding(self) -> Iterator[None]:
        with self._lock:
            self._refresh()
            try:
                with self.store.hold(self.study) as held:
                    self.withdrawals = held.withdrawals
                    self._take(held.read(self.history.position))
                    self._held = held
                    yield
            except BaseException:
                self._is_stale = self._is_stale or bool(self._pending)  # the history has seen what the log has not
                raise
            finally:
                self._held = None
                self._pending = {}

    @property
    def is_held(self) -> bool:
        """Whether this thread holds the log. Where another does, this waits until it lets go."""
        if self._held is None:
            return False
        with self._lock:
            return self._held is not None

    def read_on(self) -> None:
        """Fold what others have appended."""
        with self._lock:
            if self._held is None:
                self._refresh()
                self._take(self.store.read(self.study, self.history.position))

    @contextmanager
    def steady(self) -> Iterator[History]:
        """The history, read on; no other thread adds to it meanwhile."""
        with self._lock:
            if self._is_stale or self.store.position(self.study) != self.history.position:  # cheaper than reading
                self.read_on()
            yield self.history

    def _refresh(self) -> None:
        if self._is_stale:
            self.history = self._read_all()
            self._is_stale = False

    def _read_all(self) -> History:
        history = History()
        everything = self.store.read(self.study)
        history.fold(everything)
        self.latest = max(self.latest, everything.latest)
        if history.secret is None and history.design.draws == "secret":
            history.secret = self.store.secret(self.study)
        return history

    def _take(self, stretch: Stretch) -> None:
        if not stretch.is_empty:
            self.history.fold(stretch)
            self.latest = max(self.latest, stretch.latest)
        self._grow()

    def _grow(self) -> None:
        """Have the index that belongs to the history: with what has joined as far as it was read, and no more."""
        extent = self.history.extent
        if extent != self._extent:
            growth = self.store.growth(self.study, self._extent, extent)
            self.whole_index = grown(self.whole_index, growth)
            self.index = only_chosen(self.whole_index, self.history.design.chosen)
            self._extent = extent

    def append(self, *events: Event) -> int:
        """Append and fold events, within an attempt; return the position of the last."""
        if self._held is None:
            raise StoreError("Nobody appends to a log without holding it.")
        before = self.history.position
        placed = list(enumerate(events, before + 1))
        self._pending.update(placed)
        self._held.append(events)
        self.history.fold(stretch_of(placed, before))
        self.latest = max([self.latest, *(event.time for event in events)])
        return before + len(events)

    def event_at(self, position: int) -> Event:
        """One event of the log, appended just now or long ago."""
        if position in self._pending:
            return self._pending[position]
        return self.store.event(self.study, position)

    def retry(self, attempt: Callable[[], Result]) -> Result:
        """Make an attempt that appends through the store itself, again and again until nobody else was first."""
        with self._lock:
            for failures in range(_PATIENCE):
                if failures > 2:
                    time.sleep(min(0.0005 * 2.0 ** min(failures - 2, 10), _LONGEST_PAUSE))
                self.read_on()
                try:
                    return attempt()
                except ConflictError:
                    continue
        raise ConflictError("The store is too busy: others are always first. Try again later.")

    def write(self, make: Callable[[], Sequence[Event]]) -> None:
        """Append what somebody decided, made from all that the log holds.

        Raises:
            ClosedError: The study is closed.
        """

        def attempt() -> None:
            self.check_open()
            self.append(*make())

        self.transaction(attempt)

    def now(self) -> float:
        """The time of what is written now: never before what was written already."""
        return max(self.clock(), self.latest)

    def check_open(self) -> None:
        """Raise where the study is closed."""
        if self.history.closed is not None:
            raise ClosedError(f"The study is closed: {self.history.closed}.")

    def check_asked(self, number: int) -> None:
        """Raise where the log, as far as it was read, has no question of that number."""
        if not 1 <= number <= self.history.count:
            raise UnknownError(f"Study {self.study!r} has no question {number}; it has asked {self.history.count}.")


class Pseudonyms:
    """The numbers of those a study knows by name, remembered until somebody is erased anywhere.

    Every hold of the log says how many people were erased so far. Where that has grown, all numbers are forgotten: who
    asks then is a stranger until they are introduced again, and who was erased cannot be.

    Args:
        ledger: The log of the study.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, int] = {}
        self._at = ledger.withdrawals

    def find(self, name: str) -> int | None:
        """The number of an annotator; `None` where it is not remembered."""
        if self._at != self._ledger.withdrawals:
            self.forget()
        return self._known.get(name)

    def of(self, name: str) -> int:
        """The number of an annotator, looked up or given where it is not remembered.

        Raises:
            StrangerError: It would have to be looked up, but the log is held.
        """
        found = self.find(name)
        if found is None:
            if self._ledger.is_held:
                raise StrangerError("An annotator must be introduced before the log is held.")
            found = self.introduce(name)[name]
        return found

    def introduce(self, *names: str, tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """Look up, or give, the numbers of those not remembered, all in one transaction, and return these.

        Args:
            names: Names of annotators.
            tokens: Name → digest of the token they come with, for those who do: who was erased is left out.

        Raises:
            InputError: A name is none.
        """
        new = [name for name in dict.fromkeys(names) if self.find(name) is None]
        for name in new:
            check_name(name)
        at = self._ledger.withdrawals
        theirs = {name: tokens[name] for name in new if name in tokens}
        found = self._ledger.store.introduce(self._ledger.study, new, tokens=theirs) if new else {}
        if at == self._at:  # else somebody was erased meanwhile, and these may be of before
            self._known.update(found)
        return found

    def forget(self) -> None:
        """Look all of them up again."""
        self._known = {}
        self._at = self._ledger.withdrawals


def check_name(name: str) -> None:
    """Raise where this is no annotator's name."""
    if not name or len(name) > 200 or not is_storable(name):
        raise InputError("An annotator's name is a text of 1 to 200 characters.")


def _attempt(attempt: Callable[[], Any]) -> Outcome[Any]:
    try:
        return Outcome(value=attempt())
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - it is raised again for whoever made the attempt
        return Outcome(error=error)
