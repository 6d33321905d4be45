"""The time of a shared store, asked seldom."""

from quorate.errors import StoreError
from quorate.stores.clock import PERIOD, SharedClock
from quorate.testing.walks import Clock


class _Told:
    """A store that says a time of its own, and counts how often."""

    def __init__(self, now: float) -> None:
        self.time, self.asked, self.is_away = now, 0, False

    def now(self) -> float:
        if self.is_away:
            raise StoreError("away")
        self.asked += 1
        return self.time


def test_the_store_is_asked_once_a_minute_and_after_a_sleep():
    store, wall, steady = _Told(1000.0), Clock(), Clock()
    clock = SharedClock(store.now, wall=wall, steady=steady)
    assert clock() == 1000.0
    for _ in range(50):
        wall.now, steady.now = wall.now + 1, steady.now + 1
        clock()
    assert (clock(), store.asked) == (1050.0, 1)
    wall.now += 3600  # asleep: the steady clock stood still
    store.time = 4650.0
    assert (clock(), store.asked) == (4650.0, 2)
    steady.now, wall.now = steady.now + PERIOD + 1, wall.now + PERIOD + 1
    store.is_away = True
    assert clock() == 4650.0 + PERIOD + 1  # nobody waits for a store that is away
