"""How much of something one caller may do in a time: leaky buckets, in the memory of one process."""

import time

from quorate.web.settings import Settings

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

    def take(self, caller: str, amount: float = 1.0) -> bool:
        """Take so much out; false where the bucket is empty. One may take more than there is, and then waits longer."""
        now = time.monotonic()
        level = self._level(caller, now)
        if level < 1:
            return False
        if len(self._levels) > _FORGET_BEYOND:
            self._levels = {name: kept for name, kept in self._levels.items() if self._level(name, now) < self._burst}
            if len(self._levels) > _FORGET_BEYOND:
                self._levels.clear()
        self._levels[caller] = (level - amount, now)
        return True

    def _level(self, caller: str, now: float) -> float:
        level, since = self._levels.get(caller, (self._burst, now))
        return min(self._burst, level + (now - since) * self._rate)


class Doors:
    """How many may join through open links in a time, from one address and through one link."""

    def __init__(self, settings: Settings) -> None:
        address, link = settings.joins_per_minute, settings.link_joins_per_minute
        self.by_address = Buckets(rate=address / 60, burst=address)
        self.by_link = Buckets(rate=link / 60, burst=link)
        self.told = Buckets(rate=1 / 60, burst=1)  # the operator hears of an address once a minute
