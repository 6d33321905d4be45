"""What time it is where machines share a database: its time, so that all write one order of times.

The database is asked once a minute; in between this process's own steady clock goes on. Whether the machine slept, when
the steady clock stood still, is seen by comparing it with the wall clock, and then the store is asked again.
"""

import time
from collections.abc import Callable

from quorate.errors import StoreError

Clock = Callable[[], float]
PERIOD = 60.0
APART = 0.5  # seconds by which wall and steady clock may move differently


class SharedClock:
    """Says what time it is for everybody who uses a database, in seconds since 1970 (UTC).

    Args:
        ask: Asks the database.
        wall: This machine's clock, which somebody may set.
        steady: Seconds since some moment; never set.
    """

    def __init__(self, ask: Clock, *, wall: Clock = time.time, steady: Clock = time.monotonic) -> None:
        self._ask = ask
        self._wall = wall
        self._steady = steady
        self._asked: tuple[float, float, float] | None = None  # the store's, the steady and the wall time then

    def __call__(self) -> float:
        """The time now."""
        steady, wall = self._steady(), self._wall()
        if self._asked is None or self._is_due(steady, wall):
            try:
                self._asked = (self._ask(), self._steady(), self._wall())
            except StoreError:
                if self._asked is None:
                    raise
        assert self._asked is not None
        then, begin, _ = self._asked
        return then + max(0.0, self._steady() - begin)

    def _is_due(self, steady: float, wall: float) -> bool:
        assert self._asked is not None
        _, begin, at = self._asked
        return steady - begin > PERIOD or abs((wall - at) - (steady - begin)) > APART
