"""How much of something one caller may do in a time: leaky buckets, in the memory of one process."""

import time

_FORGET_BEYOND = 50_000


class Buckets:
    """One bucket for each caller; it refills steadily.

    Args:
        rate: What comes back per second.
        burst: What a full bucket holds.
    """

    def __init__(self, *, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> bool:
        """Take one out; false where the bucket is empty."""
        now = time.monotonic()
        level = self._level(caller, now)
        if level < 1:
            return False
        if len(self._levels) > _FORGET_BEYOND:
            self._levels.clear()
        self._levels[caller] = (level - 1, now)
        return True

    def is_empty(self, caller: str) -> bool:
        """Whether nothing can be taken now."""
        return self._level(caller, time.monotonic()) < 1

    def _level(self, caller: str, now: float) -> float:
        level, since = self._levels.get(caller, (self._burst, now))
        return min(self._burst, level + (now - since) * self._rate)
