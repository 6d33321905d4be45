"""A history does not depend on how its log was cut into stretches, nor on when it was looked at."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.errors import StoreError
from quorate.records.assignments import Assignments
from quorate.records.design import Design
from quorate.records.events import (
    AnnotatorExcluded,
    JudgmentRecorded,
    JudgmentRetracted,
    QuestionAsked,
    QuestionReleased,
    StudyClosed,
    StudyDefined,
    StudyPaused,
)
from quorate.records.history import History
from quorate.records.log import stretch_of
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, walk
from support.steps import steps

COLUMNS = [
    "number",
    "annotator",
    "item",
    "first",
    "second",
    "copy_of",
    "pair_probability",
    "item_probability",
    "side_probability",
    "time",
    "position",
    "seen",
    "judged_position",
    "judged_time",
    "seconds",
    "revision",
    "retractions",
    "released_position",
    "released_reason",
    "reopened_position",
    "reopened_time",
    "values",
]


def walked(path, **design):
    clock = Clock()
    study = Study.define(
        "study",
        make_material(systems=3, items=4),
        design=Design(lease=50.0, **design),
        store=MemoryStore(),
        clock=clock,
    )
    walk(study, clock, path)
    return study


def fold(log, cuts=(), looks=()):
    history = History()
    edges = sorted({0, *(cut % (len(log) + 1) for cut in cuts), len(log)})
    for start, end in pairwise(edges):
        history.fold(stretch_of(log[start:end], start))
        if end in looks:
            _ = history.assignments
    return history


def facts(assignments: Assignments):
    """What the assignments say, whatever empty shelves they keep."""
    annotators = range(1, 8)
    return {
        "judged": assignments.judged,
        "open": assignments.open,
        "questions": assignments._questions,
        "open_of": [assignments.open_of(annotator) for annotator in annotators],
        "expired": assignments.expired(1e12, 1.0),
        "had_counts": [assignments.had_counts(annotator) for annotator in annotators],
        "had": [
            {pair: sorted(assignments.had(annotator, pair)) for pair in assignments.had_counts(annotator)}
            for annotator in annotators
        ],
        "lacking": [assignments.lacking(annotator) for annotator in annotators],
        "answered": [assignments.is_answered(number) for number in assignments._questions],
    }


def same(one: History, other: History):
    for column in COLUMNS:
        assert np.array_equal(one[column], other[column], equal_nan=True), column
    assert one.position == other.position
    assert one.systems == other.systems
    assert one.excluded == other.excluded
    assert (one.is_paused, one.closed, one.corrections) == (other.is_paused, other.closed, other.corrections)
    assert np.array_equal(one.counts, other.counts)
    assert facts(one.assignments) == facts(other.assignments)


@settings(max_examples=150)
@given(steps, st.lists(st.integers(0, 200), max_size=6), st.sets(st.integers(0, 200), max_size=6), st.integers(1, 3))
def test_cuts_do_not_matter(path, cuts, looks, copies):
    study = walked(path, copies=copies, ahead=1)
    log = list(study.store.events("study"))
    at_once = fold(log)
    same(fold(log, cuts, looks), at_once)
    same(fold(log, range(len(log)), set(range(0, len(log), 2))), at_once)
    same(study.history, at_once)


@settings(max_examples=120)
@given(steps, st.integers(1, 3), st.booleans())
def test_assignments_are_those_of_a_slow_count(path, copies, slots):
    study = walked(path, copies=copies, evidence="asked" if slots else "arrived")
    assignments = study.history.assignments
    events = [event for _, event in study.store.events("study")]
    status, owner, key, first = {}, {}, {}, {}
    excluded = set()
    for event in events:
        match event:
            case QuestionAsked():
                status[event.number], owner[event.number] = "open", event.annotator
                key[event.number] = (tuple(sorted(event.systems)), event.item)
                first[event.number] = event.copy_of
            case JudgmentRecorded():
                status[event.number] = "judged"
            case JudgmentRetracted():
                status[event.number] = "open"
            case QuestionReleased() if status[event.number] != "judged":
                status[event.number] = "skipped" if event.reason == "skipped" else "released"
            case AnnotatorExcluded():
                excluded.add(event.annotator)
    counted = [n for n, now in status.items() if now == "judged" and owner[n] not in excluded]
    open_numbers = [n for n, now in status.items() if now == "open"]
    given_up = [n for n, now in status.items() if now in ("skipped", "released") and owner[n] not in excluded]
    kept = given_up if slots else []
    assert assignments.judged == len(counted)
    assert assignments.open == len(open_numbers)
    for annotator in set(owner.values()):
        assert assignments.open_of(annotator) == sorted(n for n in open_numbers if owner[n] == annotator)
        had = {key[n] for n, now in status.items() if owner[n] == annotator and (slots or now != "released")}
        assert {(p, i) for p in assignments.had_counts(annotator) for i in assignments.had(annotator, p)} == had
        lacking = [
            n
            for n in first
            if first[n] == n
            and sum(m in counted or m in open_numbers or m in kept for m in first if first[m] == n) < copies
            and key[n] not in had
        ]
        assert assignments.lacking(annotator) == min(lacking, default=None)
    for original in set(first.values()):
        answered = sum(m in counted for m in first if first[m] == original)
        assert assignments.is_answered(original) == (answered >= copies)


def question(number: int) -> QuestionAsked:
    return QuestionAsked(
        time=1.0,
        number=number,
        annotator=1,
        kind="comparison",
        item=0,
        systems=(0, 1),
        copy_of=number,
        pair_probability=1.0,
        item_probability=1.0,
        side_probability=0.5,
        pair_choices=1,
        item_choices=1,
        policy="p",
        seen=0,
    )


DEFINED = StudyDefined(time=0.0, study="s", design=Design(), items=1, digest="")


@pytest.mark.parametrize(
    "log",
    [
        [question(2)],
        [question(1), question(3)],
        [question(1), question(1)],
        [JudgmentRecorded(time=1.0, number=1, values=(1.0,))],
        [question(1), JudgmentRecorded(time=1.0, number=2, values=(1.0,))],
        [question(1), JudgmentRecorded(time=1.0, number=0, values=(1.0,))],
        [question(1), QuestionReleased(time=1.0, number=2, reason="expired")],
        [question(1), QuestionReleased(time=1.0, number=0, reason="expired")],
        [JudgmentRetracted(time=1.0, number=1, reason="slip")],
        [question(1), JudgmentRetracted(time=1.0, number=9, reason="slip")],
    ],
)
def test_a_log_that_does_not_hold_together_is_refused(log):
    with pytest.raises(StoreError):
        fold(list(enumerate([DEFINED, *log], 1)))
    with pytest.raises(StoreError):
        fold(list(enumerate([DEFINED, *log], 1)), cuts=range(5))


def test_an_empty_log_has_no_design():
    with pytest.raises(StoreError, match="StudyDefined"):
        _ = History().design


def test_the_columns_cannot_be_written():
    history = fold([(1, DEFINED), (2, question(1))])
    with pytest.raises(ValueError, match="read-only"):
        history["item"][0] = 3


def test_a_judgment_is_live_when_it_was_not_retracted():
    log = [DEFINED, question(1), JudgmentRecorded(time=1.0, number=1, values=(1.0,))]
    assert fold(list(enumerate(log, 1))).is_judged.tolist() == [True]
    log.append(JudgmentRetracted(time=2.0, number=1, reason="slip"))
    assert fold(list(enumerate(log, 1))).is_judged.tolist() == [False]
    log.append(JudgmentRecorded(time=3.0, number=1, values=(0.0,), revision=1))
    history = fold(list(enumerate(log, 1)))
    assert history.is_judged.tolist() == [True]
    assert history["values"].tolist() == [[0.0]]


def test_practice_and_excluded_annotators_do_not_count():
    practice = QuestionAsked(**{**vars(question(2)), "role": "practice"})
    log = [DEFINED, question(1), practice]
    log += [JudgmentRecorded(time=1.0, number=number, values=(1.0,)) for number in (1, 2)]
    history = fold(list(enumerate(log, 1)))
    assert history.is_judged.tolist() == [True, True]
    assert history.counts.tolist() == [True, False]
    assert history.assignments.judged == 1
    log.append(AnnotatorExcluded(time=2.0, annotator=1, reason="r"))
    assert fold(list(enumerate(log, 1))).counts.tolist() == [False, False]


def test_closing_and_pausing_are_remembered():
    history = fold(list(enumerate([DEFINED, StudyPaused(time=1.0), StudyClosed(time=2.0, reason="done")], 1)))
    assert history.is_paused
    assert history.closed == "done"
    assert fold(list(enumerate([DEFINED, StudyClosed(time=2.0)], 1))).closed == "closed"


def test_several_criteria_fold():
    log = [DEFINED, question(1), question(2)]
    log += [JudgmentRecorded(time=1.0, number=2, values=(1.0, 5.0))]
    history = fold(list(enumerate(log, 1)))
    assert history["values"].shape == (2, 2)
    assert history["values"][1].tolist() == [1.0, 5.0]
    assert np.isnan(history["values"][0]).all()
