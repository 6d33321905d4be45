"""Clocks that are behind, apart or set back refuse nobody, and times in the log never run backwards."""

import time
from itertools import pairwise

import pytest
from helpers_of_studies import ask, events
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import TooSoonError
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores import open_store
from quorate.stores.clock import SharedClock
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock

SLOW = Guide(minimum_seconds=1.5)


def define(store=None, *, clock=None, guide=SLOW, **design) -> Study:
    design = Design(policy="uniform", guide=guide, **design)
    return Study.define("study", make_material(4, 12), design=design, store=store or MemoryStore(), clock=clock)


def never_backwards(study: Study) -> bool:
    return all(one.time <= other.time for one, other in pairwise(events(study)))


@pytest.mark.parametrize("back", [2, 60, 3600])
@pytest.mark.parametrize("guide", [Guide(), SLOW])
def test_an_answer_is_not_refused_because_the_clock_was_set_back(back, guide):
    clock = Clock()
    study = define(clock=clock, guide=guide)
    question = ask(study, "ann")
    clock.now -= back
    study.tell(question.number, "left", annotator="ann", seconds=3.0)
    question = ask(study, "ann")
    study.tell(question.number, "left", annotator="ann", seconds=3.0)
    assert never_backwards(study)


@pytest.mark.parametrize("back", [2, 3600])
def test_the_service_itself_goes_on_where_the_machine_is_set_back(monkeypatch, back):
    real = time.time
    study = define(guide=SLOW)
    for offset in (0, -back, -back, 0):
        question = ask(study, "ann")
        monkeypatch.setattr(time, "time", lambda offset=offset: real() + offset)
        with pytest.raises(TooSoonError):  # measured by the process's own steady clock
            study.tell(question.number, "left", annotator="ann", seconds=3.0)
        study.answering.waits._begun[question.number] -= 2.0  # as if two seconds had passed
        study.tell(question.number, "left", annotator="ann", seconds=3.0)
    assert never_backwards(study)


def test_two_machines_seconds_apart_share_a_study():
    now = Clock()
    store = MemoryStore()
    ahead = define(store, clock=lambda: now.now + 3)
    behind = Study.open("study", store, clock=lambda: now.now)
    for turn in range(20):
        asks, tells = (ahead, behind) if turn % 2 else (behind, ahead)
        question = ask(asks, "ann")
        now.now += 2.0
        tells.tell(question.number, "left", annotator="ann", seconds=3.0)
    assert ahead.history.assignments.judged == 20
    assert never_backwards(ahead)


def test_an_answer_that_came_too_soon_is_still_not_taken():
    clock = Clock()
    study = define(clock=clock)
    question = ask(study, "ann")
    clock.now += 1.0
    with pytest.raises(TooSoonError):
        study.tell(question.number, "left", annotator="ann")
    clock.now += 1.0
    with pytest.raises(TooSoonError):
        study.tell(question.number, "left", annotator="ann", seconds=1.0)
    study.tell(question.number, "left", annotator="ann", seconds=1.6)


@given(st.lists(st.tuples(st.floats(-5000, 5000), st.integers(0, 2)), min_size=1, max_size=30))
def test_times_never_run_backwards_whatever_the_clock_does(moves):
    clock = Clock()
    study = define(clock=clock, guide=Guide(), lease=1000.0)
    for move, what in moves:
        clock.now += move
        turn = study.asking.turn("ann")
        if what == 0 and turn.numbers:
            study.tell(turn.numbers[0], "left", annotator="ann")
        elif what == 1 and turn.numbers:
            study.skip(turn.numbers[0], annotator="ann")
        elif what == 2:
            study.owner.pause()
            study.owner.resume()
    assert never_backwards(study)


@pytest.mark.postgres
def test_machines_with_one_database_have_one_time(postgres_url):
    """One has a clock 3 seconds ahead, one 3 behind: what counts is the database's."""
    store = open_store(postgres_url)
    real = time.time
    clocks = [SharedClock(store._ask_time, wall=lambda offset=offset: real() + offset) for offset in (3, -3, 0)]
    found = [clock() for clock in clocks]
    assert max(found) - min(found) < 1.0
    assert abs(found[0] - store.now()) < 1.0
    study = define(store, guide=SLOW)
    other = Study.open("study", store)
    question = ask(study, "ann")
    with pytest.raises(TooSoonError):
        other.tell(question.number, "left", annotator="ann", seconds=9.0)
    time.sleep(1.6)
    other.tell(question.number, "left", annotator="ann", seconds=9.0)
    assert never_backwards(study)
    store.close()
