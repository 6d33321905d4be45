"""Intervals and relations while questions are open: counted against either end, and no more than that."""

import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import judge
from quorate.estimators.mean_score import mean_score
from quorate.estimators.win_rate import win_matrix, win_rate
from quorate.records.design import Design
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock

RATING = {"kind": "rating", "question": {"criteria": {"quality": "likert5"}}}


def half_answered(evidence, *, answered=60, left_open=9, **options):
    """A study in which the first system always wins (or gets a five), the last questions asked still open."""
    material = make_material(systems=2, items=80, identical=0.0, missing=0.0)
    design = Design(policy="uniform", evidence=evidence, seed=1, **options)
    study = Study.define("study", material, design=design, clock=Clock())
    for number in range(answered):
        question = study.ask(f"annotator {number % 9}")
        first = study.history.systems_of(question.number)[0]
        answer = {"quality": 5 if first == 0 else 1} if options else ("left" if first == 0 else "right")
        study.tell(question.number, answer, annotator=f"annotator {number % 9}")
    for number in range(left_open):
        assert study.ask(f"annotator {number}")
    return study


@pytest.mark.parametrize(
    ("estimator", "options"), [(win_rate, {}), (win_matrix, {}), (mean_score, RATING)], ids=["rate", "matrix", "score"]
)
def test_open_questions_widen_intervals_for_every_look_and_no_others(estimator, options):
    tables = {}
    for evidence in ("asked", "arrived"):
        study = half_answered(evidence, **options)
        tables[evidence] = estimator(Evidence(study.design, study.index, study.history))
    for asked, arrived in zip(tables["asked"].estimates, tables["arrived"].estimates, strict=True):
        assert asked.value == arrived.value
        assert asked.interval == arrived.interval
        assert asked.anytime.low <= arrived.anytime.low
        assert asked.anytime.high >= arrived.anytime.high
        assert tables["asked"].low <= asked.anytime.low <= asked.anytime.high <= tables["asked"].high
    assert "take as long as they like" in " ".join(tables["asked"].assumptions)
    assert "does not depend on what it says" in " ".join(tables["arrived"].assumptions)


def test_without_open_questions_nothing_changes():
    studies = [half_answered(evidence, left_open=0) for evidence in ("asked", "arrived")]
    tables = [win_rate(Evidence(study.design, study.index, study.history)) for study in studies]
    assert tables[0].estimates == tables[1].estimates


def test_questions_before_the_oldest_open_one_are_enough():
    """Many questions open at the end count for nothing: what came before them holds by itself."""
    few, many = half_answered("asked", left_open=1), half_answered("asked", left_open=9)
    for study in (few, many):
        verdict = judge(Evidence(study.design, study.index, study.history))
        assert verdict.beats[0, 1]
        assert not verdict.beats[1, 0]
    widths = [win_rate(Evidence(s.design, s.index, s.history)).estimates[0].anytime.width for s in (few, many)]
    assert widths[1] == pytest.approx(widths[0], rel=0.2)


def test_relations_wait_for_what_is_open():
    """Wins that came quickly do not certify while as many questions are open that may be losses."""
    rng = np.random.default_rng(0)
    material = make_material(systems=2, items=80, identical=0.0, missing=0.0)
    beats = {}
    for evidence in ("asked", "arrived"):
        study = Study.define(
            "study", material, design=Design(policy="uniform", evidence=evidence, seed=2), clock=Clock()
        )
        questions = [study.ask(f"annotator {number}") for number in range(50)]
        for number in rng.permutation(50)[:25]:
            question = questions[number]
            first = study.history.systems_of(question.number)[0]
            study.tell(question.number, "left" if first == 0 else "right", annotator=f"annotator {number}")
        beats[evidence] = bool(judge(Evidence(study.design, study.index, study.history)).beats[0, 1])
    assert beats == {"asked": False, "arrived": True}
