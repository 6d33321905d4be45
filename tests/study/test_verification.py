"""An honest log verifies, whatever happened; a log or material that somebody changed does not."""

import sqlite3
from dataclasses import replace

import pytest
from helpers_of_studies import answer, ask, holds, new_study
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.errors import QuorateError
from quorate.policies import policy_of
from quorate.policies.duels import UniformPair
from quorate.records.design import Design
from quorate.records.events import QuestionAsked, SystemAdded
from quorate.records.material import SystemOutputs
from quorate.stores import open_store
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, walk
from support.steps import steps


@settings(max_examples=200)
@given(
    steps,
    st.integers(1, 3),
    st.integers(0, 2),
    st.sampled_from(["comparison", "rating"]),
    st.sampled_from([{}, {"budget": 8}, {"width": 0.97}]),
)
def test_whatever_happens_the_log_verifies(path, copies, ahead, kind, stopping):
    clock = Clock()
    design = Design(policy="uniform", kind=kind, copies=copies, ahead=ahead, lease=50.0, stopping=stopping)
    study = Study.define("study", make_material(systems=3, items=4), design=design, store=MemoryStore(), clock=clock)
    walk(study, clock, path)
    assert holds(study)
    history = study.history
    for number in range(1, history.count + 1):
        assert study.index.askable(history.systems_of(number))[history.cell("item", number)]


@pytest.fixture
def path(tmp_path):
    """A file with a study of 12 questions, 10 of them judged; one system joined late."""
    file = tmp_path / "studies.db"
    store = open_store(str(file))
    study = new_study(store, policy="uniform", copies=2)
    for turn in range(5):
        for who in ("a", "b"):
            answer(study, who, turn)
        if turn == 2:
            study.owner.add_system(SystemOutputs(name="late", texts=tuple(f"neu {n}" for n in range(8))))
    study.owner.pause()
    study.owner.resume()
    ask(study, "a")
    ask(study, "c")
    assert holds(study)
    store.close()
    return file


def problems(file):
    """What a verification finds; a study that cannot even be opened is a problem too."""
    store = open_store(str(file))
    try:
        return verify(Study.open("study", store)).problems
    except QuorateError as error:
        return (str(error),)
    finally:
        store.close()


def tamper(file, *statements):
    with sqlite3.connect(file) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount > 0, statement
    connection.close()


ASKED = "type = 'QuestionAsked' AND number = 5"


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE events SET item = (item + 1) % 8 WHERE {ASKED}",
        f"UPDATE events SET first = second, second = first WHERE {ASKED}",
        f"UPDATE events SET pair_probability = 0.5 WHERE {ASKED}",
        f"UPDATE events SET pair_probability = NULL WHERE {ASKED}",
        f"UPDATE events SET item_probability = item_probability + 1e-6 WHERE {ASKED}",
        f"UPDATE events SET side_probability = 1.0 WHERE {ASKED}",
        f"UPDATE events SET pair_choices = 7 WHERE {ASKED}",
        f"UPDATE events SET item_choices = 9 WHERE {ASKED}",
        f"UPDATE events SET annotator = 7 WHERE {ASKED}",
        f"UPDATE events SET copy_of = 1 WHERE {ASKED}",
        f"UPDATE events SET policy = 'best' WHERE {ASKED}",
        f"UPDATE events SET seen = seen - 2 WHERE {ASKED}",
        f"UPDATE events SET seen = seen + 1 WHERE {ASKED}",
        f"UPDATE events SET seen = position + 3 WHERE {ASKED}",
        f"UPDATE events SET number = 50 WHERE {ASKED}",
        f"DELETE FROM events WHERE {ASKED}",
        "DELETE FROM events WHERE type = 'JudgmentRecorded' AND number = 3",
        "DELETE FROM events WHERE type = 'SystemAdded' AND position > 4",
        "DELETE FROM events WHERE type = 'StudyPaused'",
        "UPDATE events SET number = 99 WHERE type = 'JudgmentRecorded' AND number = 3",
        "UPDATE events SET data = replace(data, '\"seed\":0', '\"seed\":1') WHERE type = 'StudyDefined'",
        "UPDATE outputs SET output = output || '!' WHERE item = 2 AND system = 1",
        "DELETE FROM outputs WHERE item = 2 AND system = 1",
        "UPDATE systems SET name = 'other' WHERE system = 0",
        "UPDATE metric_scores SET scores = zeroblob(64) WHERE system = 0 AND metric = 'overlap'",
        "UPDATE items SET texts = replace(texts, 'source', 'sauce') WHERE item = 0",
        "UPDATE items SET columns = replace(columns, 'news', 'gossip') WHERE item = 0",
        "UPDATE items SET name = 'other' WHERE item = 0",
    ],
)
def test_a_changed_store_is_noticed(path, statement):
    assert problems(path) == ()
    tamper(path, statement)
    assert problems(path)


def test_a_question_slipped_in_is_noticed(path):
    store = open_store(str(path))
    study = Study.open("study", store)
    last = next(event for _, event in reversed(list(store.events("study"))) if isinstance(event, QuestionAsked))
    forged = QuestionAsked(**{**vars(last), "number": 13, "annotator": 4, "seen": study.history.position})
    store.append("study", [forged])
    store.close()
    found = problems(path)
    assert len(found) == 1
    assert "question 13" in found[0]


def test_a_swap_of_two_events_is_noticed(path):
    with sqlite3.connect(path) as connection:
        positions = [
            row[0] for row in connection.execute("SELECT position FROM events WHERE type = 'QuestionAsked' LIMIT 2")
        ]
    connection.close()
    one, other = positions
    tamper(
        path,
        f"UPDATE events SET position = 1000 WHERE position = {one}",
        f"UPDATE events SET position = {one} WHERE position = {other}",
        f"UPDATE events SET position = {other} WHERE position = 1000",
    )
    assert problems(path)


def test_a_verification_counts_and_stops(path):
    tamper(path, "UPDATE events SET side_probability = 0.9 WHERE type = 'QuestionAsked'")
    store = open_store(str(path))
    study = Study.open("study", store)
    verification = verify(study, most=3)
    assert len(verification.problems) == 3
    assert not verification.holds
    assert verify(study).questions == 12
    store.close()


def test_progress_is_told():
    study = new_study()
    for turn in range(20):
        answer(study, f"annotator {turn % 3}", turn)
    seen = []
    assert verify(study, progress=seen.append).holds
    assert seen == []


def test_a_log_whose_end_is_cut_off_does_not_verify(tmp_path):
    store = open_store(str(tmp_path / "studies.db"))
    study = Study.define("fall", make_material(4, 30), store=store)
    for _ in range(20):
        (question,) = study.asking.turn("ann").questions
        study.tell(question.number, "left", annotator="ann")
    whole = study.history.position
    store.close()
    with sqlite3.connect(tmp_path / "studies.db") as connection:
        connection.execute("DELETE FROM events WHERE position > ?", (whole - 10,))
    store = open_store(str(tmp_path / "studies.db"))
    found = verify(Study.open("fall", store))
    assert found.problems == (f"The log should have {whole} events, and {whole - 10} are there.",)
    store.close()


class Revised(UniformPair):
    """The next revision of a policy: it always asks about the last pair there is."""

    revision = 2

    def choose(self, index, pairs, allowed, history, *, stream, draw, annotator=None):  # noqa: ARG002
        return len(allowed) - 1, None


def spanning():
    """A study that was asked by revision 1, then by revision 2 after an upgrade."""
    material, store = make_material(systems=4, items=12), MemoryStore()
    study = Study.define("study", material, design=Design(policy="uniform"), store=store)
    for turn in range(4):
        answer(study, "ann", turn)
    upgraded = replace(policy_of(study.design), pair_policy=Revised())
    study = Study.open("study", store=store, policy=upgraded)
    for turn in range(3):
        answer(study, "bob", turn)
    return study, store


def by_revision(verification):
    return [(one.policy, one.questions, one.replayed) for one in verification.decided]


def test_a_study_that_spans_an_upgrade_verifies_each_question_by_the_revision_that_decided_it():
    study, _ = spanning()
    found = verify(study)
    assert found.holds, found.problems
    assert by_revision(found) == [("uniform@1/uniform@1", 4, 4), ("uniform@2/uniform@1", 3, 3)]


def test_a_revision_that_is_not_here_is_said_and_no_fault():
    _, store = spanning()
    found = verify(Study.open("study", store=store))
    assert found.holds
    assert found.questions == 4
    assert by_revision(found) == [("uniform@1/uniform@1", 4, 4), ("uniform@2/uniform@1", 3, 0)]
    assert found.decided[1].words == (
        "3 questions decided by uniform@2/uniform@1, which this version does not have: not replayed"
    )


def signed(store, signature, change=None):
    """The same log with another signature, and perhaps other questions."""
    other = MemoryStore()
    events = [event for _, event in store.events("study")]
    for place, event in enumerate(events):
        if isinstance(event, QuestionAsked):
            events[place] = replace(event, policy=signature, **(change or {}))
    added = [event for event in events if isinstance(event, SystemAdded)]
    other.create(events[0], added, store.material("study"))
    other.append("study", events[1 + len(added) :])
    return Study.open("study", store=other)


def test_a_question_of_another_policy_is_a_fault():
    _, store = spanning()
    assert not verify(signed(store, "rmed1@1/uniform@1")).holds
    assert not verify(signed(store, "uniform/uniform/9.9.9")).holds
    assert not verify(signed(store, "uniform@1(alpha=2.0)/uniform@1")).holds


def test_signatures_of_before_there_were_revisions_name_the_version():
    material, store = make_material(systems=4, items=12), MemoryStore()
    study = Study.define("study", material, design=Design(policy="uniform"), store=store)
    for turn in range(4):
        answer(study, "ann", turn)
    found = verify(signed(store, "uniform/uniform/0.1.0"))
    assert found.holds
    assert by_revision(found) == [("uniform/uniform/0.1.0", 4, 4)]
    changed = verify(signed(store, "uniform/uniform/0.1.0", {"pair_choices": 3}))
    assert not changed.holds, "uniform had one revision in that version: the log was changed"


def test_what_certified_asked_before_it_had_revisions_may_be_an_earlier_one():
    """Its questions changed while the version stayed."""
    material, store = make_material(systems=3, items=30), MemoryStore()
    study = Study.define("study", material, design=Design(), store=store)
    for turn in range(6):
        answer(study, "ann", turn)
    same = verify(signed(store, "certified/uniform/0.1.0"))
    assert same.holds
    assert by_revision(same) == [("certified/uniform/0.1.0", 6, 6)]
    other = verify(signed(store, "certified/uniform/0.1.0", {"pair_choices": 2}))
    assert other.holds
    assert by_revision(other) == [("certified/uniform/0.1.0", 6, 0)]
    assert "may mean an earlier revision: 6 would be decided otherwise now" in other.decided[0].words
    assert not verify(signed(store, "certified@2/uniform@1", {"pair_choices": 2})).holds
