"""Writers of one process take turns, first come, first served.

SQLite lets one connection write at a time, and those that wait look again after pauses that grow to a tenth of a
second: whoever is unlucky waits while others who came later go first. Threads that queue here instead are called when
it is their turn. Other processes still meet at SQLite's own lock.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from quorate.errors import StoreError


class Turns:
    """A queue for something that one thread at a time may do."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    @contextmanager
    def take(self, patience: float) -> Iterator[None]:
        """Wait for one's turn, and have it for the length of the block.

        Raises:
            StoreError: It did not come within so many seconds.
        """
        called = self._queue()
        if called is not None and not called.acquire(timeout=patience) and self._leave(called):
            raise StoreError(f"The store is busy: others were writing for {patience:g} seconds. Try again.")
        try:
            yield
        finally:
            self._pass_on()

    def _queue(self) -> "Lock | None":
        """What is released when it is this thread's turn; `None` where it is at once."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return None
            called = Lock()
            called.acquire()
            self._waiting.append(called)
            return called

    def _leave(self, called: "Lock") -> bool:
        """Give up waiting; false where the turn came at the last moment."""
        with self._lock:
            if called not in self._waiting:
                return False
            self._waiting.remove(called)
            return True

    def _pass_on(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
