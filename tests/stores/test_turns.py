"""Writers take turns in the order they came."""

import threading
import time

import pytest

from quorate.errors import StoreError
from quorate.stores import open_store
from quorate.stores.turns import Turns
from quorate.testing.logs import define


def test_whoever_came_first_goes_first():
    turns, order = Turns(), []

    def write(name: int) -> None:
        with turns.take(10):
            order.append(name)

    with turns.take(10):
        threads = []
        for name in range(20):
            threads.append(threading.Thread(target=write, args=(name,)))
            threads[-1].start()
            while len(turns._waiting) <= name:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(20))


def test_who_waits_too_long_is_told_and_the_others_go_on():
    turns = Turns()
    with turns.take(1), pytest.raises(StoreError, match="busy"), turns.take(0.05):
        pass
    with turns.take(0.05):  # whoever gave up does not stand in the way
        pass


def test_newcomers_who_write_at_once_do_not_keep_others_waiting_for_long(tmp_path):
    """SQLite's own lock let some of forty threads wait for seconds while those who came later went first."""
    store = open_store(str(tmp_path / "studies.db"))
    define(store)
    waits: list[tuple[float, int]] = []
    begin = threading.Barrier(40)
    written: list[str] = []

    def come(place: int) -> None:
        begin.wait()
        for turn in range(5):
            before, since = len(written), time.monotonic()
            store.annotator("study", f"{place} {turn}")
            written.append("")
            waits.append((time.monotonic() - since, len(written) - before))

    threads = [threading.Thread(target=come, args=(place,)) for place in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.annotators("study")) == list(range(1, 201))
    assert max(overtaken for _, overtaken in waits) < 100  # at most the 39 others, some twice; it was 200
    store.close()
