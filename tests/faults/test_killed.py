"""A process is killed while it tells, again and again: what was acknowledged is there, and the log verifies."""

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Lock

import pytest
from fault_processes import processes
from fault_teller import tell_until_killed

from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded, QuestionAsked
from quorate.stores import Store, open_store
from quorate.study import Study, verify
from quorate.testing.material import make_material

AT_ONCE = 3  # so that the start of one overlaps with the work of others
SIGKILL = -9
ALONE = Lock()  # for starting and ending processes: each of both looks at all of them
VALUES = (1.0, 0.0, 0.5)

pytestmark = [pytest.mark.timeout(500)]


def test_killed_fifty_times_on_sqlite(tmp_path):
    check_kills(str(tmp_path / "studies.db"), kills=50)


@pytest.mark.postgres
def test_killed_on_postgres(postgres_url):
    check_kills(postgres_url, kills=12)


def check_kills(address: str, kills: int) -> None:
    with closing(open_store(address)) as store:
        check_kills_on(store, address, kills)


def check_kills_on(store: Store, address: str, kills: int) -> None:
    Study.define("study", make_material(systems=5, items=400), design=Design(lease=3600.0), store=store)
    processes()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        parts = pool.map(lambda part: [run_and_kill(address, kill) for kill in part], parts_of(kills))
        outcomes = [outcome for part in parts for outcome in part]
    acknowledged = {tell for outcome in outcomes for tell in outcome}
    assert all(outcomes), "a process was killed before its first tell"

    study = Study.open("study", store)
    log = dict(store.events("study"))
    assert list(log) == list(range(1, len(log) + 1))
    judgments = {position: event for position, event in log.items() if isinstance(event, JudgmentRecorded)}
    asked = {event.number: event for event in log.values() if isinstance(event, QuestionAsked)}
    names = store.annotators("study")
    for number, position in acknowledged:
        assert judgments[position].number == number
    for event in judgments.values():  # acknowledged or not: what is there is whole
        name = names[asked[event.number].annotator]
        assert event.values == (VALUES[event.number % 3],)
        assert event.detail == {"reason": f"{name} · {event.number}"}
    assert len({event.number for event in judgments.values()}) == len(judgments)
    # A killed process leaves at most one tell that nobody heard of.
    assert len(acknowledged) <= len(judgments) <= len(acknowledged) + kills
    verification = verify(study)
    assert verification.problems == ()
    assert verification.events == len(log)


def parts_of(kills: int) -> list[range]:
    """Which kills follow one another, so that nobody is ever at work in two processes."""
    return [range(part, kills, AT_ONCE) for part in range(AT_ONCE)]


def run_and_kill(address: str, kill: int) -> list[tuple[int, int]]:
    """Start a teller, kill it at a moment that the seed decides, and return what it had acknowledged."""
    name = f"annotator {kill % (2 * AT_ONCE)}"
    receiver, sender = processes().Pipe(duplex=False)
    child = processes().Process(target=tell_until_killed, args=(address, name, sender))
    with ALONE:
        child.start()
    sender.close()
    with receiver, open(receiver.fileno(), "rb", closefd=False) as output:
        lines = iter(output.readline, b"")
        assert next(lines) == b'"ready"\n'
        heard = [next(lines)]
        time.sleep(random.Random(kill).uniform(0.0, 0.12))
        child.kill()
        heard += lines
    with ALONE:
        child.join()
    assert child.exitcode == SIGKILL
    child.close()
    return list(acknowledgments(heard))


def acknowledgments(lines: list[bytes]) -> Iterator[tuple[int, int]]:
    for line in lines:
        number, position = json.loads(line)
        yield number, position
