"""How the store is, as this process sees it: a change is told once, and whoever asks gets an answer of seconds ago."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool

from quorate.errors import QuorateError
from quorate.stores import Store
from quorate.web.logs import tell
from quorate.web.tally import Tally

_BELIEF = 3.0  # seconds that a look is believed: strangers may ask as often as they like


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a look at the store found: `None` where it works, else what is wrong."""

    reading: str | None
    writing: str | None

    @property
    def is_well(self) -> bool:
        """Whether both work."""
        return self.reading is None and self.writing is None


class Condition:
    """The state of a store.

    Args:
        tally: Where failures are counted.
    """

    def __init__(self, store: Store, tally: Tally) -> None:
        self._store = store
        self._tally = tally
        self._since: float | None = None
        self._refused = 0
        self._seen: tuple[float, Look] | None = None
        self._looking: asyncio.Task[Look] | None = None

    def failed(self, cause: object) -> None:
        """The store did not answer."""
        self._refused += 1
        self._tally.count("quorate_store_failures_total")
        if self._since is None:
            self._since = time.monotonic()
            self._refused = 1
            self._tally.put("quorate_store_failing", 1.0)
            tell("store", f"The store fails from now on: {cause}", level=logging.ERROR)

    def worked(self) -> None:
        """The store did what it was asked for."""
        if self._since is not None:
            passed, self._since = time.monotonic() - self._since, None
            self._tally.put("quorate_store_failing", 0.0)
            words = f"The store works again after {passed:.1f} s."
            tell("store", words, seconds=round(passed, 1), refused=self._refused)

    async def look(self) -> Look:
        """Whether reading and writing work, found out now or some seconds ago; one look serves all who ask."""
        if self._seen is not None and self._seen[0] > time.monotonic():
            return self._seen[1]
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> Look:
        reading = await run_in_threadpool(_problem, self._store.studies)
        writing = await run_in_threadpool(_problem, self._store.try_writing)
        found = Look(reading=reading, writing=writing)
        self._seen = (time.monotonic() + _BELIEF, found)
        if found.is_well:
            self.worked()
        else:
            self.failed(reading or writing)
        return found


def _problem(attempt: Callable[[], object]) -> str | None:
    try:
        attempt()
    except QuorateError as error:
        return str(error)
    return None
