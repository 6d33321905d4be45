"""A study's side of its store: read on, append, and try again when somebody else was first."""

import time
from collections.abc import Callable
from threading import RLock
from typing import TypeVar

from quorate.errors import ClosedError, ConflictError
from quorate.records.events import Event
from quorate.records.history import History
from quorate.records.log import stretch_of
from quorate.records.material import MaterialIndex
from quorate.stores import Store

Result = TypeVar("Result")
_PATIENCE = 1000  # conflicts in a row before giving up
_LONGEST_PAUSE = 0.05


class Ledger:
    """The log of one study as this process knows it. Threads take turns.

    Attributes:
        study: Name of the study.
        store: Where it lives.
        history: What the log adds up to, as far as it was read.
        index: What is known about the material.
    """

    def __init__(self, study: str, store: Store) -> None:
        self.study = study
        self.store = store
        self.history = History()
        self.history.fold(store.read(study))
        self.index: MaterialIndex = store.index(study)
        self._lock = RLock()

    def settle(self, attempt: Callable[[], Result]) -> Result:
        """Read on and make an attempt, again and again until nobody else was first."""
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

    def read_on(self) -> None:
        """Fold what others have appended."""
        with self._lock:
            stretch = self.store.read(self.study, self.history.position)
            if not stretch.is_empty:
                self.history.fold(stretch)
            if len(self.history.systems) > len(self.index.systems):
                self.index = self.store.index(self.study)

    def append(self, *events: Event, unseen_allowed: bool = False) -> int:
        """Append and fold events; refused when something unseen was appended that matters."""
        seen = None if unseen_allowed else self.history.position
        position = self.store.append(self.study, events, seen=seen)
        first = position - len(events) + 1
        if first == self.history.position + 1:
            self.history.fold(stretch_of(enumerate(events, first), self.history.position))
        else:
            self.read_on()
        return position

    def check_open(self) -> None:
        """Raise where the study is closed."""
        if self.history.closed is not None:
            raise ClosedError(f"The study is closed: {self.history.closed}.")
