"""The studies of a store as this process has them open: one object each, folded on as its log grows."""

import hashlib
import re
from threading import Lock

from quorate.errors import UnknownError
from quorate.stores import Store
from quorate.study import Study

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

    def _name(self, slug: str) -> str:
        for name in self.store.studies():
            if slug_of(name) == slug:
                return name
        raise UnknownError("There is no such study here. Check the link.")
