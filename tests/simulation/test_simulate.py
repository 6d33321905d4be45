import numpy as np
import pytest

from quorate.errors import InputError, UnknownError
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.simulation import Recorded, SimulatedAnnotator, Strengths, VirtualClock, crowd, simulate
from quorate.study import Study, verify

START = 1.7e9


def material(systems=3, items=40):
    return Material(
        items=Items(names=tuple(f"item-{item}" for item in range(items))),
        systems=tuple(
            SystemOutputs(name=name, texts=tuple(f"{name} says {item}" for item in range(items)))
            for name in "ABCDEFG"[:systems]
        ),
    )


def run(annotators, truth, **options):
    clock = VirtualClock(START)
    design = options.pop("design", Design(policy="uniform", stopping={"budget": 300}))
    study = Study.define("simulated", options.pop("material", material()), design=design, clock=clock)
    return study, simulate(study, annotators, truth, clock=clock, **options), clock


def test_the_stronger_system_wins_and_the_log_verifies():
    study, result, clock = run(crowd(10), Strengths({"A": 2.0}))
    assert result.judgments == 300
    assert "budget" in result.rest
    assert study.findings().ranking.estimates[0].subject == ("A",)
    assert verify(study).holds
    assert clock.now > START
    times = study.history["judged_time"][study.history.counts]
    assert START < times.min() < times.max() <= clock.now


def test_the_same_seed_gives_the_same_log():
    logs = [list(run(crowd(5), Strengths({"B": 1.0}), seed=seed)[0].store.events("simulated")) for seed in (3, 3, 4)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_habits_show_in_the_judgments():
    left = SimulatedAnnotator(name="left", side_bias=1.0)
    study, *_ = run([left], Strengths())
    assert (study.history["values"] == 1.0).all()
    undecided = SimulatedAnnotator(name="undecided", tie_rate=1.0)
    study, *_ = run([undecided], Strengths())
    assert (study.history["values"] == 0.5).all()
    study, *_ = run(
        [undecided], Strengths(), design=Design(policy="uniform", question={"ties": False}, stopping={"budget": 50})
    )
    assert set(np.unique(study.history["values"])) == {0.0, 1.0}
    careful = SimulatedAnnotator(name="careful", seconds=5.0)
    study, *_ = run([careful], Strengths())
    assert 3 < np.median(study.history["seconds"]) < 8


@pytest.mark.parametrize(("evidence", "questions"), [("asked", 31), ("arrived", 30)])
def test_who_leaves_early_leaves_a_question_that_nobody_else_gets(evidence, questions):
    patient = SimulatedAnnotator(name="patient", seconds=400.0)
    hasty = SimulatedAnnotator(name="hasty", leaving=1.0)
    design = Design(policy="uniform", stopping={"budget": 30}, lease=600.0, evidence=evidence)
    study, result, _ = run([patient, hasty], Strengths(), design=design)
    assert result.left == 1
    assert result.judgments == 30
    assert study.findings().asked.expired == 1
    assert len(set(study.history["copy_of"])) == questions
    assert verify(study).holds


def test_recorded_judgments_are_played_again():
    names = [f"item-{item}" for item in range(40)]
    truth = Recorded(names * 2, [("A", "B")] * 40 + [("C", "A")] * 40, [1.0] * 40 + [0.0] * 40)
    study, result, _ = run(
        [SimulatedAnnotator(name="one"), SimulatedAnnotator(name="two")],
        truth,
        design=Design(policy="uniform", stopping={"budget": 60}),
    )
    findings = study.findings()
    assert findings.matrix.of("A", "B").value == findings.matrix.of("A", "C").value == 1.0
    assert findings.matrix.of("B", "C").judgments == 0
    assert result.skipped > 0
    assert findings.asked.skipped > 0


def test_ratings_stay_on_their_scales():
    design = Design(
        kind="rating",
        question={"criteria": {"fluency": "likert5", "adequacy": "slider", "fun": "likert3"}},
        stopping={"budget": 200},
    )
    study, result, _ = run(crowd(8), Strengths({"A": 2.0, "C": -2.0}), design=design)
    assert result.judgments == 200
    findings = study.findings()
    assert [estimate.subject[0] for estimate in findings.ranking.estimates] == ["A", "B", "C"]
    assert len(findings.criteria) == 2


def test_wrong_numbers_are_refused():
    with pytest.raises(InputError, match="between 0 and 1"):
        SimulatedAnnotator(name="odd", accuracy=1.5)
    with pytest.raises(InputError, match="at least one annotator"):
        run([], Strengths())
    with pytest.raises(UnknownError, match="No system is called 'Z'"):
        run(crowd(1), Strengths({"Z": 1.0}))


def test_answers_for_a_system_may_take_longer():
    slow = SimulatedAnnotator(name="one", slow={"A": 10.0})
    study, _, _ = run([slow], Strengths(), design=Design(policy="uniform", stopping={"budget": 60}))
    history = study.history
    values = np.where(history["first"] < history["second"], history["values"][:, 0], 1 - history["values"][:, 0])
    with_first = np.minimum(history["first"], history["second"]) == 0
    seconds = history["seconds"]
    for_it, against = (np.median(seconds[with_first & (values == answer)]) for answer in (1.0, 0.0))
    assert for_it > 5 * against
    with pytest.raises(InputError, match="positive"):
        SimulatedAnnotator(name="one", slow={"A": 0.0})
