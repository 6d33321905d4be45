"""The studies of a store as this process has them open: one object each, folded on as its log grows."""

import hashlib
import re
import time
from threading import Lock

from quorate.errors import UnknownError
from quorate.stores import Store
from quorate.study import Study

_BELIEF = 1.0  # seconds that a study is believed to be the one it was
_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}")


def slug_of(name: str) -> str:
    """A study's part of an address: its name where that can stand there, else `~` and 16 hexadecimal digits."""
    if _PLAIN.fullmatch(name):
        return name
    return "~" + hashlib.sha256(name.encode()).hexdigest()[:16]


class Studies:
    """Open studies by slug.

    Args:
        store: Where they live.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._open: dict[str, Study] = {}
        self._looked: dict[str, float] = {}
        self._lock = Lock()

    def find(self, slug: str) -> Study:
        """The study with this slug.

        Raises:
            UnknownError: There is none.
        """
        study = self._open.get(slug)
        if study is None:
            with self._lock:
                study = self._open.get(slug)
                if study is None:
                    study = self._open[slug] = Study.open(self._name(slug), self.store)
        return study

    def peek(self, slug: str) -> Study | None:
        """The study with this slug, where it is open already."""
        return self._open.get(slug)

    def is_due(self, slug: str) -> bool:
        """Whether it is time to look again whether an open study is still the one that the store holds."""
        return slug in self._open and time.monotonic() > self._looked.get(slug, 0.0) + _BELIEF

    def look_again(self, slug: str) -> bool:
        """Let go of a study that was deleted, or replaced by another of its name; whether it was."""
        study = self._open.get(slug)
        if study is None:
            return False
        self._looked[slug] = time.monotonic()
        try:
            first = self.store.event(study.name, 1)
        except UnknownError:
            first = None
        if first == study.ledger.history.definition:
            return False
        with self._lock:
            self._open.pop(slug, None)
        self.store.studies()  # which number the name has now
        return True

    def forget(self, slug: str) -> None:
        """Open a study anew the next time."""
        with self._lock:
            self._open.pop(slug, None)

    def withdrawals_of(self, name: str) -> int:
        """The same for one study; -1 where it is not open."""
        study = self._open.get(slug_of(name))
        return -1 if study is None else study.ledger.withdrawals

    def withdrawals(self) -> dict[str, int]:
        """Name of each open study → how many people were erased and links revoked, as far as it has heard."""
        return {study.name: study.ledger.withdrawals for study in tuple(self._open.values())}

    def _name(self, slug: str) -> str:
        for name in self.store.studies():
            if slug_of(name) == slug:
                return name
        raise UnknownError("There is no such study here. Check the link.")
