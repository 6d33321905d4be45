"""How long an annotator has had a question, whatever clocks say."""

import time

from quorate.stores.clock import Clock
from quorate.study.ledger import Ledger

_REMEMBERED = 100_000


class Waits:
    """Since when questions wait for their answer, by this process's own steady clock.

    Args:
        ledger: The log of the study.
        clock: A clock that somebody gave the study: time is then what it says, and nothing else.
    """

    def __init__(self, ledger: Ledger, clock: Clock | None) -> None:
        self._ledger = ledger
        self._is_real = clock is None
        self._begun: dict[int, float] = {}

    def begin(self, number: int) -> None:
        """A question is asked now."""
        if self._is_real:
            if len(self._begun) > _REMEMBERED:
                self._begun.clear()
            self._begun[number] = time.monotonic()

    def seconds(self, number: int, now: float) -> float | None:
        """How long ago a question was asked; `None` where that cannot be said, since the clock is behind the log.

        Args:
            number: The question.
            now: What time the study's clock says it is.
        """
        begun = self._begun.get(number)
        if begun is not None:
            return time.monotonic() - begun
        if now < self._ledger.latest:
            return None
        since: float = now - self._ledger.history.cell("time", number)
        return since
