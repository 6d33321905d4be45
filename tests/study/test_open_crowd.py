"""In an open crowd it is drawn who is asked: everybody who is there counts alike, however fast they are."""

import collections
import random
from dataclasses import replace

import pytest
from helpers_of_studies import ask, events, holds

from quorate.errors import QuorateError
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.events import (
    AnnotatorAway,
    AnnotatorExcluded,
    AnnotatorReadmitted,
    QuestionAsked,
    QuestionReleased,
)
from quorate.records.guide import Exercise, Guide
from quorate.simulation import Strengths, VirtualClock, crowd, simulate
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, answer_of
from quorate.wording.sentence import ENGLISH

LEASE = 600.0


def open_study(*, clock=None, store=None, **design):
    return Study.define(
        "open",
        make_material(systems=2, items=200, identical=0.0, missing=0.0),
        design=Design(frame="open crowd", claim="beats every other", lease=LEASE, **design),
        store=store or MemoryStore(),
        clock=clock or Clock(),
    )


def begin(study, *people):
    """Everybody is asked, and answers, once."""
    for number, person in enumerate(people):
        question = ask(study, person)
        study.tell(question.number, answer_of(study, number % 2), annotator=person)


def asked_of(study):
    """How many questions each annotator was asked, by number."""
    return collections.Counter(event.annotator for event in events(study) if isinstance(event, QuestionAsked))


def test_whoever_is_new_is_asked_at_once():
    study = open_study()
    for person in ("ada", "ben", "eva"):
        assert ask(study, person).number
    assert asked_of(study) == {1: 1, 2: 1, 3: 1}


def test_the_keen_rest_until_others_have_answered():
    study = open_study()
    begin(study, "ada", "ben", "eva")
    given = 0
    while not isinstance(question := study.ask("ada"), Rest):
        study.tell(question.number, answer_of(study, given % 2), annotator="ada")
        given += 1
        assert given < 60, "sooner or later it is the others' turn"
    assert (question.reason, question.words) == ("waiting", ENGLISH["others ahead"])
    waiting = asked_of(study)
    assert waiting[2] + waiting[3] >= 4, "what was drawn for the others lies open for them"
    for person in ("ben", "eva"):
        while not isinstance(question := study.ask(person), Rest):
            study.tell(question.number, answer_of(study, 0), annotator=person)
            if not isinstance(study.ask("ada"), Rest):
                break
    assert not isinstance(study.ask("ada"), Rest), "and then the keen go on"
    assert holds(study)


def test_how_often_somebody_is_asked_does_not_depend_on_how_fast_they_are():
    clock = VirtualClock(0.0)
    study = open_study(clock=clock)
    people = list(crowd(8, seed=1, leaving=0.0, tie_rate=0.0))
    people[0] = replace(people[0], seconds=2.0)
    simulate(study, people, Strengths({}), clock=clock, judgments=320)
    often = asked_of(study)
    assert max(often.values()) - min(often.values()) < 40, often
    assert often[1] < 65, "eight people, forty questions each"
    assert holds(study)


def test_whoever_is_silent_for_a_lease_is_away_and_what_they_never_saw_is_taken_back():
    clock = Clock()
    study = open_study(clock=clock)
    begin(study, "ada", "ben", "eva")
    for _ in range(12):  # eva is gone; a few questions are drawn for her
        for person in ("ada", "ben"):
            if not isinstance(question := study.ask(person), Rest):
                study.tell(question.number, answer_of(study, 0), annotator=person)
    hers = study.history.assignments.questions_of(3)
    assert len(hers) >= 2
    clock.now += LEASE + 1
    study.ask("ada")
    gone = [event for event in events(study) if isinstance(event, AnnotatorAway)]
    assert [event.annotator for event in gone if event.annotator == 3] == [3]
    unseen = [event.number for event in events(study) if isinstance(event, QuestionReleased)]
    assert set(hers[1:]) <= set(unseen), "all but the first, which she may have seen"
    assert study.history.assignments.questions_of(3) == hers[:1]
    assert ask(study, "eva").number == hers[0], "what she may have seen comes first when she is back"
    study.tell(hers[0], answer_of(study, 0), annotator="eva")
    assert ask(study, "eva").number > hers[0], "and then she is there again"
    assert holds(study)


def test_what_was_never_shown_counts_neither_for_nor_against_a_claim():
    clock = Clock()
    study = open_study(clock=clock)
    begin(study, "ada", "ben", "eva")
    policy, before = study.policy.pair_policy, None
    for _ in range(12):
        if not isinstance(question := study.ask("ada"), Rest):
            study.tell(question.number, answer_of(study, 0), annotator="ada")
    before = policy.state_at(study.history, study.index).open.sum()
    clock.now += LEASE + 1
    study.ask("ada")
    state = policy.state_at(study.history, study.index)
    open_now = len(study.history.assignments.open_numbers())
    assert state.open.sum() == 2 * open_now
    assert before != state.open.sum()
    assert state.memory.lost.sum() == 0


def test_checks_come_and_the_cap_holds():
    check = Exercise(item={"source": "?"}, outputs=("good", "bad"), answer="left")
    guide = Guide(checks=(check, check), check_every=3, cap=9)
    study = open_study(guide=guide)
    people = ("ada", "ben", "eva")
    resting = set()
    for _ in range(400):
        for person in people:
            question = study.ask(person)
            if isinstance(question, Rest):
                resting |= {person} if question.reason == "cap" else set()
                continue
            is_check = study.exercises.of(study.history, question.number) is not None
            answer = "left" if is_check else answer_of(study, question.number % 2)
            study.tell(question.number, answer, annotator=person)
        if len(resting) == len(people):
            break
    assert resting == set(people)
    roles = collections.Counter(
        (event.annotator, event.role) for event in events(study) if isinstance(event, QuestionAsked)
    )
    assert all(roles[number, "check"] == 2 for number in (1, 2, 3))
    assert holds(study)


def test_a_claim_says_whose_opinion_it_is():
    clock = VirtualClock(0.0)
    study = open_study(clock=clock)
    simulate(study, crowd(5, seed=2, leaving=0.0), Strengths({study.index.systems[0]: 2.0}), clock=clock)
    words = study.findings().answer.words
    assert "everybody who was there counted alike (5 annotators, each asked " in words
    assert "beats" in words


def test_a_copy_without_the_secret_claims_the_same():
    clock = VirtualClock(0.0)
    study = open_study(clock=clock, draws="secret")
    simulate(study, crowd(5, seed=2, leaving=0.0), Strengths({study.index.systems[0]: 2.0}), clock=clock)
    said = study.findings().answer.words
    history = Study.open("open", study.store).history
    history.secret = None
    assert study.policy.claim(study.design, study.index, history).words == said


CHECK = Exercise(item={"source": "?"}, outputs=("good", "bad"), answer="left")


def wander(seed):
    """A study in which people come, answer, skip, take back, fail checks, go away, are excluded and let in again."""
    chance, clock = random.Random(seed), Clock()
    guide = Guide(checks=(CHECK, CHECK), check_every=4, hides_checks=chance.random() < 0.5)
    study = Study.define(
        "open",
        make_material(systems=3, items=chance.choice((4, 12, 40)), seed=seed),
        design=Design(
            frame="open crowd",
            claim=chance.choice(("beats every other", "near best")),
            ahead=chance.choice((0, 0, 2)),
            lease=100.0,
            guide=guide if chance.random() < 0.5 else Guide(),
            seed=seed,
        ),
        clock=clock,
    )
    people = [f"person {number}" for number in range(chance.randint(2, 7))]
    for _ in range(80):
        clock.advance(chance.choice((1, 20, 60, 130)) if chance.random() < 0.2 else 1)
        try:
            step(study, chance, chance.choice(people))
        except QuorateError:
            continue
    return study


def step(study, chance, who):
    """One thing that somebody or the owner does; what the study does not allow is refused."""
    what = chance.choices(("ask", "answer", "skip", "undo", "retract", "exclude", "readmit"), (9, 68, 9, 2, 3, 4, 5))[0]
    if what in {"ask", "answer", "skip"}:
        question = study.ask(who)
        if what == "answer" and question:
            study.tell(question.number, answer_of(study, chance.randrange(3)), annotator=who)
        elif what == "skip" and question:
            study.skip(question.number, annotator=who)
    elif what == "undo":
        study.undo(who)
    elif what == "retract":
        study.owner.retract(chance.randint(1, 60), "slipped")
    elif what == "exclude":
        study.owner.exclude(who, "too fast")
    else:
        study.owner.readmit(who, "once more")


@pytest.mark.parametrize("first", range(0, 48, 12))
def test_whatever_happens_the_log_verifies(first):
    studies = [wander(seed) for seed in range(first, first + 12)]
    assert all(holds(study) for study in studies)
    kinds = {type(event) for study in studies for event in events(study)}
    assert {AnnotatorAway, AnnotatorExcluded, AnnotatorReadmitted} <= kinds


def test_a_question_moved_to_somebody_else_is_noticed():
    study = open_study(draws="seed", seed=5)
    begin(study, "ada", "ben", "eva")
    for turn in range(30):
        who = ("ada", "ben", "eva")[turn % 3]
        if not isinstance(question := study.ask(who), Rest):
            study.tell(question.number, answer_of(study, turn % 2), annotator=who)
    assert holds(study)
    log = study.store._studies["open"].events
    place = max(place for place, event in enumerate(log) if isinstance(event, QuestionAsked))
    log[place] = replace(log[place], annotator=log[place].annotator % 3 + 1)
    (problem,) = verify(Study.open("open", study.store)).problems
    assert "the policy would have asked another question" in problem
