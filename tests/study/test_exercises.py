"""Practice and checks: who is asked which when, what is right, and that nothing but the guide decides it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.errors import AnsweredError, InputError, StudyError, TooSoonError, UnknownError
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded, QuestionAsked, RoleCode
from quorate.records.guide import Exercise, Guide
from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.study.exercises import Standing
from quorate.testing.material import make_material

PRACTICE = tuple(Exercise(outputs=("a", "b"), answer=answer) for answer in ("left", "right", "tie"))
CHECKS = tuple(Exercise(outputs=(f"check {place}", "other"), answer="left") for place in range(4))
ANSWERS = ("left", "right", "tie")


def define(guide: Guide, **design) -> Study:
    return Study.define("study", make_material(5, 40), design=Design(guide=guide, seed=11, **design))


def resting(study: Study, who: int) -> Rest | None:
    return study.exercises.resting(study.history, who)


def standing(study: Study, who: int) -> Standing:
    return study.exercises.standing(study.history, who)


def drive(study: Study, people: int, steps: int, wrong: float = 0.0, seed: int = 0) -> None:
    """People answer in turn; exercises rightly but for a share."""
    rng = np.random.default_rng(seed)
    for step in range(steps):
        name = f"person {step % people}"
        turn = study.asking.turn(name)
        if not turn.questions:
            continue
        number = turn.questions[0].number
        exercise = study.exercises.of(study.history, number)
        right = exercise is not None and rng.random() >= wrong
        answer = exercise.answer if exercise is not None and right else ANSWERS[int(rng.integers(3))]
        study.tell(number, answer, annotator=name, seconds=1.0)


@pytest.mark.parametrize("policy", ["certified", "uniform", "dts"])
@pytest.mark.parametrize("ahead", [0, 2])
def test_a_log_with_exercises_reproduces_itself(policy, ahead):
    study = define(
        Guide(practice=PRACTICE, checks=CHECKS, check_every=5, checks_allowed_wrong=9), policy=policy, ahead=ahead
    )
    drive(study, people=4, steps=120, wrong=0.3)
    found = verify(study)
    assert found.problems == ()
    roles = np.bincount(study.history["role"], minlength=3)
    assert roles[RoleCode.PRACTICE] == 4 * 3
    assert roles[RoleCode.CHECK] >= 4 * 3


def test_estimates_do_not_see_exercises():
    plain = define(Guide(), policy="uniform")
    mixed = define(Guide(practice=PRACTICE, checks=CHECKS, check_every=3, checks_allowed_wrong=9), policy="uniform")
    drive(mixed, people=3, steps=90)
    counts = mixed.history.counts
    told = [
        event
        for _, event in mixed.store.events("study")
        if isinstance(event, QuestionAsked) and event.role == "question"
    ]
    # The same questions and answers without the exercises between them.
    values = dict(zip((np.flatnonzero(counts) + 1).tolist(), mixed.history["values"][counts, 0].tolist(), strict=True))
    events = []
    for number, event in enumerate(told, 1):
        events.append(replace(event, number=number, copy_of=number, seen=6))
        if event.number in values:
            events.append(JudgmentRecorded(time=event.time, number=number, values=(values[event.number],)))
    plain.store.append("study", events)
    ours, theirs = (Study.open("study", study.store).findings() for study in (mixed, plain))
    assert [(one.subject, one.value, one.interval) for one in ours.ranking.estimates] == [
        (one.subject, one.value, one.interval) for one in theirs.ranking.estimates
    ]
    assert ours.asked.judgments == theirs.asked.judgments
    assert ours.answer.words == theirs.answer.words


@given(every=st.integers(1, 7), people=st.integers(1, 3), seed=st.integers(0, 1000))
def test_one_check_in_every_stretch_and_none_twice(every, people, seed):
    design = Design(policy="uniform", seed=seed, guide=Guide(checks=CHECKS, check_every=every))
    study = Study.define("study", make_material(5, 40), design=design)
    drive(study, people=people, steps=40)
    history = study.history
    for who in range(1, people + 1):
        roles = history["role"][history["annotator"] == who]
        items = history["item"][(history["annotator"] == who) & (history["role"] == 2)].tolist()
        assert len(items) == len(set(items)) <= len(CHECKS)
        questions = 0
        places = []
        for role in roles.tolist():
            if role == 2:
                places.append(questions)
            else:
                questions += 1
        for stretch, place in enumerate(places):
            assert stretch * every <= place < (stretch + 1) * every
        assert len(places) >= min(len(CHECKS), questions // every)


def test_practice_begins_anew_until_it_is_passed_or_attempts_are_used_up():
    study = define(Guide(practice=PRACTICE, pass_mark=1.0, attempts=2), policy="uniform")
    for answers, stage in ((("left", "right", "left"), None), (("left", "right", "left"), False)):
        for answer in answers:
            (question,) = study.asking.turn("ann").questions
            assert question.role == "practice"
            study.tell(question.number, answer, annotator="ann")
        assert study.asking.look("ann").standing.has_passed is stage
    turn = study.asking.turn("ann")
    assert turn.rest.reason == "failed"
    assert isinstance(study.ask("ann"), Rest)
    for answer in ("left", "right", "tie"):
        study.tell(study.asking.turn("ben").questions[0].number, answer, annotator="ben")
    assert study.asking.turn("ben").questions[0].role == "question"


def test_an_exercise_that_was_released_is_put_again_and_takes_no_late_answer():
    study = define(Guide(practice=PRACTICE), policy="uniform")
    number = study.asking.turn("ann").questions[0].number
    study.owner.release(number, "withdrawn")
    again = study.asking.turn("ann").questions[0]
    assert again.number == number + 1
    assert study.history.cell("item", again.number) == 0
    with pytest.raises(AnsweredError, match="no longer open"):
        study.tell(number, "left", annotator="ann")


def test_a_log_that_lies_about_exercises_does_not_verify():
    study = define(Guide(checks=CHECKS, check_every=2), policy="uniform")
    drive(study, people=1, steps=6)
    store = open_store()
    honest = list(study.store.events("study"))
    changed = [
        replace(event, role="question") if isinstance(event, QuestionAsked) and event.role == "check" else event
        for _, event in honest
    ]
    systems = changed[1:6]
    store.create(changed[0], systems, study.store.material("study"))
    store.append("study", changed[6:])
    assert not verify(Study.open("study", store)).holds


def test_numbers_may_be_off_by_the_tolerance():
    exercise = Exercise(outputs=("text",), answer=4, tolerance=1.0)
    study = define(Guide(practice=(exercise,) * 3, pass_mark=0.0), kind="rating")
    for answer, right in ((3, True), (5, True), (2, False)):
        number = study.asking.turn("ann").questions[0].number
        study.tell(number, answer, annotator="ann")
        assert study.answering.feedback(number)[0] is right


@pytest.mark.parametrize(
    ("guide", "words"),
    [
        ({"practice": (Exercise(outputs=("a",), answer="left"),)}, "practice 1 of the guide has 1 outputs, not 2"),
        ({"checks": (Exercise(outputs=("a", "b"), answer="up"),)}, "check 1 of the guide is no answer"),
    ],
)
def test_an_exercise_that_makes_no_sense_is_refused_before_anything_is_written(guide, words):
    store = open_store()
    with pytest.raises(InputError, match=words):
        Study.define("study", make_material(), design=Design(guide=Guide(**guide)), store=store)
    assert store.studies() == []


@pytest.mark.parametrize(
    ("guide", "words"),
    [
        ({"pass_mark": 1.5}, "share from 0 to 1"),
        ({"attempts": 0}, "at least once"),
        ({"check_every": 0}, "from 1"),
        ({"checks_allowed_wrong": -1}, "counts from 0"),
        ({"minimum_seconds": -1.0}, "minimum time"),
        ({"cap": -1}, "no limit"),
        ({"again": "never"}, "pair, item"),
        ({"format": "pdf"}, "text, markdown, chat"),
        ({"reason": "maybe"}, "no, optional, required"),
        ({"language": ""}, "code such as en"),
        ({"keys": {"left": ""}}, "which key"),
    ],
)
def test_a_guide_that_makes_no_sense_is_refused(guide, words):
    with pytest.raises(InputError, match=words):
        Guide(**guide)
    with pytest.raises(InputError, match="from 0"):
        Exercise(outputs=("a", "b"), answer="left", tolerance=-1.0)
    with pytest.raises(InputError, match="is text"):
        Exercise(outputs=("a", 3), answer="left")


def test_an_answer_within_the_minimum_time_is_not_taken():
    now = [1000.0]
    design = Design(policy="uniform", guide=Guide(minimum_seconds=2.0))
    study = Study.define("study", make_material(), design=design, clock=lambda: now[0])
    number = study.asking.turn("ann").questions[0].number
    now[0] += 1.0
    for seconds in (None, 5.0):  # whatever a client says
        with pytest.raises(TooSoonError, match="at least 2 seconds"):
            study.tell(number, "left", annotator="ann", seconds=seconds)
    now[0] += 2.0
    with pytest.raises(TooSoonError):
        study.tell(number, "left", annotator="ann", seconds=1.0)
    study.tell(number, "left", annotator="ann", seconds=2.5)


@pytest.mark.parametrize("policy", ["uniform", "certified"])
@pytest.mark.parametrize("copies", [1, 2])
def test_nobody_gets_an_item_twice_where_the_guide_says_so(policy, copies):
    study = define(Guide(again="item"), policy=policy, copies=copies)
    drive(study, people=3, steps=150)
    history = study.history
    for who in (1, 2, 3):
        items = history["item"][history["annotator"] == who].tolist()
        assert len(items) == len(set(items))
        assert len(items) > 20
    assert verify(study).holds


def answer_exercises(study: Study, who: str, *, wrong: bool, most: int = 20) -> None:
    """Answer practice and checks all rightly or all wrongly, questions anyhow, until there are no more."""
    for _ in range(most):
        questions = study.asking.turn(who).questions
        if not questions:
            return
        exercise = study.exercises.of(study.history, questions[0].number)
        others = [answer for answer in ANSWERS if exercise is None or (answer != exercise.answer) == wrong]
        study.tell(questions[0].number, others[0], annotator=who)


def test_one_slip_in_practice_keeps_nobody_out():
    study = define(Guide(practice=PRACTICE, pass_mark=1.0), policy="uniform")
    for answer in ("right", "right", "tie"):
        study.tell(study.asking.turn("cy").questions[0].number, answer, annotator="cy")
    turn = study.asking.turn("cy")
    assert turn.questions[0].role == "practice"
    for answer in ("left", "right", "tie"):
        study.tell(study.asking.turn("cy").questions[0].number, answer, annotator="cy")
    assert study.asking.turn("cy").questions[0].role == "question"


def test_who_failed_practice_is_let_in_again_by_the_owner():
    study = define(Guide(practice=PRACTICE, pass_mark=1.0), policy="uniform")
    answer_exercises(study, "cy", wrong=True)
    who = 1
    assert resting(study, who).reason == "failed"
    with pytest.raises(InputError, match="Say why"):
        study.owner.readmit("cy", "")
    study.owner.readmit("cy", "held it upside down")
    assert resting(study, who) is None
    assert study.asking.turn("cy").questions[0].role == "practice"
    assert standing(study, who).practice_told == 0
    with pytest.raises(StudyError, match="not failed"):
        study.owner.readmit("cy", "once more")
    answer_exercises(study, "cy", wrong=True)
    assert resting(study, who).reason == "failed"  # as many attempts as the guide allows, and no more
    study.owner.readmit(who, "third time")
    answer_exercises(study, "cy", wrong=False)
    assert study.history.counts.sum() > 0
    assert verify(study).problems == ()


def test_who_failed_checks_is_let_in_again_without_practice_and_with_other_checks():
    guide = Guide(practice=PRACTICE, pass_mark=1.0, checks=CHECKS, check_every=1, checks_allowed_wrong=0)
    study = define(guide, policy="uniform")
    for answer in ("left", "right", "tie"):
        study.tell(study.asking.turn("cy").questions[0].number, answer, annotator="cy")
    answer_exercises(study, "cy", wrong=True)
    who = 1
    assert resting(study, who).reason == "failed"
    had = standing(study, who).checks
    study.owner.readmit("cy", "the check was badly worded")
    now = standing(study, who)
    assert (now.checks_wrong, now.has_passed, now.checks) == (0, True, had)
    answer_exercises(study, "cy", wrong=False)
    assert resting(study, who) is None
    assert len(set(standing(study, who).checks)) == len(CHECKS)
    assert verify(study).problems == ()


def test_nobody_else_is_let_in_again():
    study = define(Guide(practice=PRACTICE, pass_mark=1.0), policy="uniform")
    answer_exercises(study, "cy", wrong=True)
    study.owner.exclude("cy", "sold the link")
    with pytest.raises(StudyError, match="excluded"):
        study.owner.readmit("cy", "sorry")
    with pytest.raises(UnknownError):
        study.owner.readmit("di", "who?")
