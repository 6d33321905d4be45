"""8 processes of 4 threads ask and tell the same study, some leave with open questions: nothing is lost or doubled."""

import json
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path

import pytest
from fault_crowd import work_together
from fault_processes import processes

from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded, QuestionAsked, QuestionReleased
from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.testing.material import make_material

PROCESSES, THREADS = 8, 4
BUDGET = 300
LEASE = 1.5
LIMIT = 400  # seconds; a quiet machine needs about five
VALUES = (1.0, 0.0, 0.5)  # of the answer a question of this number gets, modulo 3

pytestmark = [pytest.mark.timeout(900)]


@pytest.mark.parametrize("copies", [1, 3])
def test_many_at_once_on_sqlite(tmp_path, copies):
    crowd_works(str(tmp_path / "studies.db"), tmp_path, copies)


@pytest.mark.postgres
@pytest.mark.parametrize("copies", [1, 3])
def test_many_at_once_on_postgres(postgres_url, tmp_path, copies):
    crowd_works(postgres_url, tmp_path, copies)


def crowd_works(address: str, folder: Path, copies: int) -> None:
    with closing(open_store(address)) as store:
        design = Design(
            lease=LEASE,
            copies=copies,
            stopping={"budget": BUDGET},
            seed=copies,
            claim="best if there is a winner",
            evidence="arrived",  # the law with most to go wrong: what was given up goes to others
        )
        Study.define("study", make_material(systems=6, items=60), design=design, store=store)
        acknowledged = run_crowd(address, folder)
        study = Study.open("study", store)
        check_log(study, acknowledged)
        assert study.history.assignments.judged >= BUDGET
        verification = verify(study)
        assert verification.problems == ()
        assert verification.questions == study.history.count


def run_crowd(address: str, folder: Path) -> list[tuple]:
    """Let the processes work and return every tell that was acknowledged."""
    outs = [folder / f"process {number}.json" for number in range(PROCESSES)]
    lines = [processes().Pipe() for _ in outs]
    everybody = {"threads": THREADS, "limit": LIMIT}
    children = [
        processes().Process(
            target=work_together,
            args=(address,),
            kwargs={"process": number, "out": out, "others": theirs} | everybody,
        )
        for number, (out, (_, theirs)) in enumerate(zip(outs, lines, strict=True))
    ]
    for child in children:
        child.start()
    for mine, theirs in lines:
        theirs.close()
        with suppress(EOFError):  # it ended before: its exit code tells
            mine.recv()
    for mine, _ in lines:
        with suppress(BrokenPipeError):
            mine.send("start")
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * PROCESSES
    for (mine, _), child in zip(lines, children, strict=True):
        mine.close()
        child.close()
    results = [json.loads(out.read_text(encoding="utf-8")) for out in outs]
    assert [failure for result in results for failure in result["failures"]] == []
    assert not any(result["late"] for result in results), "the crowd did not finish in time"
    return [tuple(ack) for result in results for ack in result["acknowledged"]]


def check_log(study: Study, acknowledged: list[tuple]) -> None:
    log = list(study.store.events("study"))
    assert [position for position, _ in log] == list(range(1, len(log) + 1))
    asked = [event for _, event in log if isinstance(event, QuestionAsked)]
    assert [event.number for event in asked] == list(range(1, len(asked) + 1))
    judgments = {position: event for position, event in log if isinstance(event, JudgmentRecorded)}
    by_number = {event.number: event for event in asked}

    # Every acknowledged judgment is there, as it was told, at the position that was said; and no other is.
    names = study.store.annotators("study")
    for number, _answer, position, name in acknowledged:
        assert judgments[position].number == number
        assert judgments[position].values == (VALUES[number % 3],)
        assert names[by_number[number].annotator] == name
    assert {position for _, _, position, _ in acknowledged} == set(judgments)
    assert max(Counter(event.number for event in judgments.values()).values()) == 1

    # Nobody judged the same twice, and nobody held two questions at once.
    told = Counter(
        (by_number[event.number].annotator, frozenset(by_number[event.number].systems), by_number[event.number].item)
        for event in judgments.values()
    )
    assert max(told.values()) == 1
    holding: dict[int, set[int]] = {}
    for _, event in log:
        if isinstance(event, QuestionAsked):
            held = holding.setdefault(event.annotator, set())
            assert not held, f"question {event.number} was put to somebody who had {held} open"
            held.add(event.number)
        elif isinstance(event, JudgmentRecorded | QuestionReleased):
            holding[by_number[event.number].annotator].discard(event.number)

    # What was planted did happen: leases ended, and others were asked instead.
    assert sum(isinstance(event, QuestionReleased) for _, event in log) > 5
    assert any(event.copy_of != event.number for event in asked)
    assert len({event.annotator for event in asked}) > PROCESSES * (THREADS - 1)  # and one of them is everywhere
