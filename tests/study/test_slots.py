"""A question belongs to the person it was put to (law 5): nobody else gets it, and its answer is always taken."""

import numpy as np
import pytest
from helpers_of_studies import LEASE, answer, ask, events, holds, new_study, rest

from quorate.errors import NotYoursError, StudyError
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.records.design import Design
from quorate.records.events import QuestionReleased, event_from_json, event_to_json
from quorate.study import Study, verify
from quorate.study.asking import PATIENCE
from quorate.testing.material import make_material
from quorate.testing.walks import Clock


@pytest.mark.parametrize("options", [{}, {"policy": "uniform"}, {"copies": 2}], ids=str)
def test_what_was_left_unanswered_comes_first_and_goes_to_nobody_else(options):
    clock = Clock()
    study = new_study(clock=clock, **options)
    left = ask(study, "a")
    clock.advance(PATIENCE * LEASE)
    others = [answer(study, name) for name in "bcd"]
    released = [event for event in events(study) if isinstance(event, QuestionReleased)]
    assert [(event.number, event.reason) for event in released] == [(left.number, "expired")]
    copies = [study.history.cell("copy_of", number) for number in others]
    assert copies.count(left.number) == options.get("copies", 1) - 1, "copies the design wants, no replacement"
    again = ask(study, "a")
    assert again.number == left.number
    assert again.expires == clock() + LEASE
    study.tell(left.number, "left", annotator="a")
    assert study.history.is_live(left.number)
    assert ask(study, "a").number > left.number
    assert holds(study)


def test_a_claim_is_waited_for_longer_than_a_lease():
    clock = Clock()
    study = new_study(clock=clock)
    left = ask(study, "a")
    clock.advance((PATIENCE - 1) * LEASE)
    answer(study, "b")
    assert study.history.assignments.open_of(1) == [left.number]
    uniform = new_study(clock=clock, policy="uniform")
    ask(uniform, "a")
    clock.advance(LEASE)
    answer(uniform, "b")
    assert not uniform.history.assignments.open


def test_a_skipped_question_is_nobody_elses_and_may_be_answered_after_all():
    study = new_study()
    question = ask(study, "a")
    study.skip(question.number, annotator="a")
    assert ask(study, "a").number != question.number, "who skips is not asked again at once"
    others = [answer(study, name) for name in "bcde"]
    assert question.number not in [study.history.cell("copy_of", number) for number in others]
    with pytest.raises(NotYoursError):
        study.tell(question.number, "left", annotator="b")
    study.tell(question.number, "left", annotator="a")
    assert study.history.is_live(question.number)
    assert holds(study)


def test_what_is_overdue_can_be_skipped_once():
    clock = Clock()
    study = new_study(clock=clock)
    left = ask(study, "a")
    clock.advance(PATIENCE * LEASE)
    assert ask(study, "a").number == left.number
    study.skip(left.number, annotator="a", reason="no idea")
    study.skip(left.number, annotator="a", reason="no idea")
    assert ask(study, "a").number != left.number
    with pytest.raises(StudyError, match="released already"):
        study.owner.release(left.number)
    assert holds(study)


def test_whoever_has_overdue_questions_may_fetch_no_more_than_the_design_allows():
    clock = Clock()
    study = new_study(clock=clock, ahead=1)
    first = ask(study, "a")
    second = ask(study, "a", after=first.number)
    clock.advance(PATIENCE * LEASE)
    assert [one.number for one in study.asking.turn("a").questions] == [first.number, second.number]
    assert rest(study, "a", after=second.number) == "waiting"


def test_designs_written_before_keep_what_they_meant():
    study = new_study(policy="certified")
    definition = study.history.definition
    data = event_to_json(definition)
    for field in ("claim", "evidence"):
        del data["design"][field]
    data["design"]["margin"] = 0.0
    before = event_from_json(data).design
    assert (before.claim, before.evidence, before.margin) == ("best if there is a winner", "arrived", 0.0)
    assert CertifiedPolicy(before).policy.name == "certified"
    assert event_from_json(event_to_json(definition)) == definition
    assert (study.design.claim, study.design.evidence, study.design.margin) == ("near best", "asked", 0.05)
    assert CertifiedPolicy(study.design).policy.name == "certified-rivals"


def decided(*, lost, wins=60, claim="near best"):
    """A study of two systems in which the first wins so often, and so many questions are given up."""
    clock = Clock()
    material = make_material(systems=2, items=300, identical=0.0, missing=0.0)
    study = Study.define("study", material, design=Design(lease=LEASE, claim=claim, seed=3), clock=clock)
    left = [ask(study, f"gone {number}").number for number in range(lost)]
    clock.advance(PATIENCE * LEASE)
    asked = 0
    while question := study.ask(f"annotator {asked % 7}"):
        first, _ = study.history.systems_of(question.number)
        study.tell(question.number, "left" if first == 0 else "right", annotator=f"annotator {asked % 7}")
        asked += 1
        assert asked < wins
    return study, left


def test_a_claim_says_what_it_assumes_about_unanswered_questions_or_that_it_need_not():
    study, _ = decided(lost=0)
    assert "unanswered" not in study.findings().answer.words
    study, left = decided(lost=6)
    answer_now = study.findings().answer
    assert answer_now.claim == "near best"
    assert "assuming that all 6 unanswered questions are like the others" in answer_now.words
    assert "6 of" in answer_now.brief, "more than one in fifty: the headline says so"
    assert verify(study).holds
    for place, number in enumerate(left):  # they come back after all, and all went the other way
        first, _ = study.history.systems_of(number)
        study.tell(number, "right" if first == 0 else "left", annotator=f"gone {place}")
    assert study.findings().answer.claim == "none", "what was assumed was not so: it goes on"
    assert study.ask("annotator 1")
    assert verify(study).holds


def test_late_answers_that_agree_confirm_the_claim():
    study, left = decided(lost=3)
    for place, number in enumerate(left):
        first, _ = study.history.systems_of(number)
        study.tell(number, "left" if first == 0 else "right", annotator=f"gone {place}")
    words = study.findings().answer.words
    assert "loses to nobody" in words
    assert "unanswered" not in words


def test_open_answers_that_may_decide_are_waited_for_and_the_owner_sees_it():
    material = make_material(systems=2, items=300, identical=0.0, missing=0.0)
    study = Study.define("study", material, design=Design(lease=LEASE, seed=3), clock=Clock())
    waiting, told = [], 0
    for turn in range(400):
        who = f"annotator {turn % 40}"
        question = study.ask(who)
        if not question:
            break
        waiting.append((question.number, who))
        if len(waiting) > 12:
            number, whose = waiting.pop(0)
            first, _ = study.history.systems_of(number)
            study.tell(number, "left" if first == 0 else "right", annotator=whose)
            told += 1
    assert question.reason == "waiting"
    assert "questions that are open may decide it" in question.words
    assert study.state.is_waiting
    assert study.findings().answer.claim == "none"
    for number, whose in waiting:
        first, _ = study.history.systems_of(number)
        study.tell(number, "left" if first == 0 else "right", annotator=whose)
    assert study.findings().answer.claim == "near best"
    assert np.all(study.history.is_judged)
    assert verify(study).holds
