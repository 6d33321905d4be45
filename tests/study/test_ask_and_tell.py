"""Asking and telling: idempotent, one annotator's own, late answers, corrections (law 5)."""

import json

import pytest
from helpers_of_studies import LEASE, answer, ask, events, holds, new_study, rest

from quorate.errors import (
    AnsweredError,
    AnswerError,
    ClosedError,
    InputError,
    NotYoursError,
    StudyError,
    UnknownError,
)
from quorate.policies import PAIR_POLICIES, SELECTORS
from quorate.records.events import JudgmentRecorded, QuestionAsked, QuestionReleased
from quorate.testing.walks import Clock


def test_asking_again_gives_the_same_question():
    study = new_study()
    question = ask(study, "a")
    assert study.ask("a") == question
    assert study.ask("a") == question
    assert study.history.count == 1
    assert ask(study, "b").number == 2
    assert study.ask("a") == question
    assert holds(study)


def test_after_a_tell_comes_the_next():
    study = new_study()
    numbers = [answer(study, "a") for _ in range(5)]
    assert numbers == [1, 2, 3, 4, 5]
    assert holds(study)


def test_a_client_may_fetch_ahead():
    study = new_study(ahead=2)
    first = ask(study, "a")
    second = ask(study, "a", after=first.number)
    third = ask(study, "a", after=second.number)
    assert len({first.number, second.number, third.number}) == 3
    assert rest(study, "a", after=third.number) == "waiting"
    assert study.ask("a") == first
    assert study.ask("a", after=first.number) == second
    study.tell(second.number, "left", annotator="a")
    assert study.ask("a", after=first.number) == third
    fourth = ask(study, "a", after=third.number)
    assert study.ask("a") == first
    study.tell(first.number, "left", annotator="a")
    assert study.ask("a") == third
    assert fourth.number == 4
    assert holds(study)


def test_without_ahead_the_open_question_comes_first():
    study = new_study()
    question = ask(study, "a")
    assert rest(study, "a", after=question.number) == "waiting"
    assert study.history.count == 1


def test_a_rest_is_false_and_a_question_true():
    study = new_study(stopping={"budget": 1})
    assert ask(study, "a")
    assert not study.ask("b")


def test_telling_again_is_the_same_judgment():
    study = new_study()
    question = ask(study, "a")
    told = study.tell(question.number, {"preference": "left", "reason": "ß"}, annotator="a", seconds=3.0)
    again = study.tell(question.number, {"reason": "ß", "preference": "left"}, annotator="a", seconds=9.0)
    assert again == told
    assert [type(event) for event in events(study)].count(JudgmentRecorded) == 1
    assert study.history["seconds"].tolist() == [3.0]


def test_another_answer_is_refused():
    study = new_study()
    question = ask(study, "a")
    study.tell(question.number, "left", annotator="a")
    for other in ("right", "tie", {"preference": "left", "reason": "but"}):
        with pytest.raises(AnsweredError, match="Retract"):
            study.tell(question.number, other, annotator="a")
    assert study.history["values"].tolist() == [[1.0]]


def test_an_answer_the_question_does_not_allow_writes_nothing():
    study = new_study()
    question = ask(study, "a")
    before = events(study)
    with pytest.raises(AnswerError):
        study.tell(question.number, "best", annotator="a")
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(InputError):
            study.tell(question.number, "left", annotator="a", seconds=seconds)
    assert events(study) == before
    assert study.store.annotators("study") == {1: "a"}


def test_a_question_of_somebody_else_is_not_yours():
    study = new_study()
    question = ask(study, "a")
    with pytest.raises(NotYoursError):
        study.tell(question.number, "left", annotator="b")
    study.tell(question.number, "left", annotator="a")
    with pytest.raises(NotYoursError):
        study.tell(question.number, "left", annotator="b")


@pytest.mark.parametrize("number", [0, -1, 2, 10**9])
def test_a_question_never_asked_is_unknown(number):
    study = new_study()
    ask(study, "a")
    for attempt in (
        lambda: study.tell(number, "left", annotator="a"),
        lambda: study.owner.release(number),
        lambda: study.owner.retract(number, "slip"),
    ):
        with pytest.raises(UnknownError, match="it has asked 1"):
            attempt()


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x00b", "\ud800"])
def test_an_annotator_needs_a_name(name):
    study = new_study()
    with pytest.raises(InputError):
        study.ask(name)
    assert study.store.annotators("study") == {}


def test_a_retracted_question_is_open_again_for_its_annotator():
    clock = Clock()
    study = new_study(clock=clock)
    question = ask(study, "a")
    study.tell(question.number, "left", annotator="a")
    clock.advance(30)
    study.owner.retract(question.number, "slipped")
    assert not study.history.is_live(question.number)
    again = ask(study, "a")
    assert (again.number, again.outputs) == (question.number, question.outputs)
    assert again.expires == question.expires + 30
    assert ask(study, "b").number == 2
    study.tell(question.number, "right", annotator="a")
    assert study.history["values"][0].tolist() == [0.0]
    with pytest.raises(AnsweredError):
        study.tell(question.number, "left", annotator="a")
    study.owner.retract(question.number, "again")
    study.tell(question.number, "left", annotator="a")
    assert study.history.cell("revision", question.number) == 2
    assert holds(study)


def test_a_retraction_needs_a_judgment_and_a_reason():
    study = new_study()
    question = ask(study, "a")
    with pytest.raises(StudyError, match="no judgment"):
        study.owner.retract(question.number, "slip")
    study.tell(question.number, "left", annotator="a")
    with pytest.raises(InputError, match="why"):
        study.owner.retract(question.number, "")
    study.owner.retract(question.number, "slip")
    with pytest.raises(StudyError, match="no judgment"):
        study.owner.retract(question.number, "slip")


def test_a_lease_ends_and_somebody_else_is_asked():
    clock = Clock()
    study = new_study(clock=clock, evidence="arrived")
    question = ask(study, "a")
    assert question.expires == clock() + LEASE
    clock.advance(LEASE - 1)
    assert study.ask("a") == question
    assert ask(study, "b").number == 2
    clock.advance(1)
    other = ask(study, "c")
    released = [event for event in events(study) if isinstance(event, QuestionReleased)]
    assert [(event.number, event.reason) for event in released] == [(1, "expired")]
    asked = [event for event in events(study) if isinstance(event, QuestionAsked)]
    assert (asked[2].copy_of, asked[2].item, set(asked[2].systems)) == (1, asked[0].item, set(asked[0].systems))
    assert (asked[2].pair_probability, asked[2].item_probability) == (
        asked[0].pair_probability,
        asked[0].item_probability,
    )
    assert sorted(other.outputs) == sorted(question.outputs)
    assert holds(study)


def test_a_late_answer_counts_if_nobody_else_answered():
    clock = Clock()
    study = new_study(clock=clock)
    question = ask(study, "a")
    clock.advance(LEASE)
    other = ask(study, "b")
    study.tell(question.number, "left", annotator="a")
    assert study.history.is_live(question.number)
    study.tell(other.number, "left", annotator="b")  # was open all the time
    assert holds(study)


def test_a_late_answer_is_refused_kindly_if_somebody_else_answered():
    clock = Clock()
    study = new_study(clock=clock, evidence="arrived")
    question = ask(study, "a")
    clock.advance(LEASE)
    other = ask(study, "b")
    assert study.history.cell("copy_of", other.number) == question.number
    study.tell(other.number, "left", annotator="b")
    with pytest.raises(AnsweredError, match="somebody else has answered"):
        study.tell(question.number, "left", annotator="a")
    assert study.history.is_judged.tolist() == [False, True]
    assert ask(study, "a").number == 3
    assert holds(study)


@pytest.mark.parametrize("copies", [1, 3])
def test_whoever_is_asked_the_same_again_answers_once(copies):
    clock = Clock()
    study = new_study(clock=clock, copies=copies, evidence="arrived")
    first = ask(study, "a")
    clock.advance(LEASE)
    second = ask(study, "a")
    assert study.history.cell("copy_of", second.number) == first.number
    told = study.tell(first.number, "left", annotator="a")  # from a page that was left open
    assert study.tell(first.number, "left", annotator="a") == told
    assert isinstance(events(study)[told.position - 1], JudgmentRecorded)
    third = ask(study, "a")
    assert study.history.cell("copy_of", third.number) != first.number
    with pytest.raises(AnsweredError):
        study.tell(second.number, "left", annotator="a")
    assert study.history.assignments.judged == 1
    assert holds(study)


def test_an_answer_to_the_newer_copy_closes_the_older():
    clock = Clock()
    study = new_study(clock=clock, copies=3, evidence="arrived")
    first = ask(study, "a")
    clock.advance(LEASE)
    second = ask(study, "a")
    study.tell(second.number, "left", annotator="a")
    with pytest.raises(AnsweredError):
        study.tell(first.number, "left", annotator="a")
    assert holds(study)


def test_a_skipped_question_goes_to_others_only():
    study = new_study(material=None, evidence="arrived")
    question = ask(study, "a")
    study.owner.release(question.number, "skipped", words="no idea")
    following = ask(study, "a")
    assert study.history.cell("copy_of", following.number) == following.number
    other = ask(study, "b")
    assert study.history.cell("copy_of", other.number) == question.number
    with pytest.raises(StudyError, match="released already"):
        study.owner.release(question.number)
    study.tell(other.number, "tie", annotator="b")
    with pytest.raises(AnsweredError, match="Retract"):
        study.owner.release(other.number)
    assert holds(study)


def test_a_withdrawn_question_may_come_back():
    study = new_study(evidence="arrived")
    question = ask(study, "a")
    study.owner.release(question.number)
    again = ask(study, "a")
    assert study.history.cell("copy_of", again.number) == question.number
    assert holds(study)


@pytest.mark.parametrize("kind", ["comparison", "rating"])
def test_a_question_names_no_system_and_no_policy(kind):
    study = new_study(kind=kind, ahead=30)
    secrets = [*study.index.systems, *PAIR_POLICIES, *SELECTORS, study.policy.signature, *study.index.metrics]
    after = None
    seen = 0
    while question := study.ask("a", after=after):
        after = question.number
        text = json.dumps(question.to_json(), ensure_ascii=False)
        assert not [secret for secret in secrets if secret in text]
        assert set(question.to_json()) == {
            "number",
            "kind",
            "words",
            "item",
            "outputs",
            "part",
            "criteria",
            "expires",
            "role",
            "options",
        }
        assert set(question.item) <= {"source"}
        seen += 1
    assert seen > 10


def test_a_question_shows_the_outputs_in_order():
    study = new_study()
    for _ in range(12):
        question = ask(study, "a")
        systems = study.history.systems_of(question.number)
        item = study.history.cell("item", question.number)
        material = study.store.material("study")
        assert question.outputs == tuple(material.systems[system].texts[item] for system in systems)
        assert question.item == {"source": material.items.texts["source"][item]}
        study.tell(question.number, "left", annotator="a")


def test_a_closed_study_still_says_what_was_told():
    study = new_study()
    question, other = ask(study, "a"), ask(study, "b")
    told = study.tell(question.number, "left", annotator="a")
    study.owner.close("done")
    assert study.tell(question.number, "left", annotator="a") == told
    with pytest.raises(AnsweredError):
        study.tell(question.number, "right", annotator="a")
    with pytest.raises(ClosedError):
        study.tell(other.number, "left", annotator="b")
