"""A rating study from its definition to its report: it learns from the first judgment on and stops when it knows."""

import numpy as np
import pytest

from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.reports import text_report
from quorate.simulation.annotators import crowd
from quorate.simulation.clock import VirtualClock
from quorate.simulation.driver import simulate
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify

pytestmark = pytest.mark.slow

ITEMS = 120
STRENGTH = {"terse": 0.8, "plain": 0.2, "verbose": -0.4}


class Quality:
    """How good each output is: fluent ones are fine, the others anything. Two metrics know something of fluency.

    Some outputs people would rather not judge.
    """

    def __init__(self, seed=4):
        rng = np.random.default_rng(seed)
        self.of, self.metrics = {}, {}
        for name, strength in STRENGTH.items():
            fluency = strength + rng.normal(0, 0.5, ITEMS)
            self.of[name] = np.where(fluency > 0, 0.95, rng.random(ITEMS))
            self.metrics[name] = {
                "close": fluency + rng.normal(0, 0.1, ITEMS),
                "far": fluency + rng.normal(0, 1.0, ITEMS),
            }

    def outputs(self, name):
        texts = tuple(f"{chr(97 + len(name))} {item}" for item in range(ITEMS))
        return SystemOutputs(name=name, texts=texts, metrics=self.metrics[name])

    def preference(self, *_):
        raise AssertionError("a rating shows one output")

    def quality(self, index, item, system, stream):
        return None if item % 40 == 39 and stream.uniform(50) < 0.5 else float(self.of[index.systems[system]][item])


def test_a_rating_study_learns_while_it_asks_and_stops_when_it_knows():
    truth = Quality()
    clock = VirtualClock(1_000_000.0)
    study = Study.define(
        "summaries",
        Material(
            items=Items(names=tuple(f"item {item}" for item in range(ITEMS))),
            systems=tuple(truth.outputs(name) for name in ("terse", "verbose")),
        ),
        design=Design(
            kind="rating",
            question={"criteria": {"quality": "likert7"}},
            selector="active",
            stopping={"width": 1.3, "budget": 2000},
            lease=300.0,
            ahead=1,
            seed=8,
        ),
        store=MemoryStore(),
        clock=clock,
    )
    people = crowd(12, seed=2, accuracy=0.99, leaving=0.002)
    early = simulate(study, people[:6], truth, clock=clock, judgments=80)
    assert early.judgments == 80
    study.owner.add_system(truth.outputs("plain"))
    study.owner.retract(10, "the wrong key")
    outcome = simulate(study, people[6:], truth, clock=clock, seed=1)
    assert "narrower than 1.3" in outcome.rest, outcome
    assert early.judgments + outcome.judgments < 1500
    assert outcome.skipped > 0

    verification = verify(study)
    assert verification.holds, verification.problems

    shares = study.history["item_choices"] * study.history["item_probability"]
    assert (np.abs(shares - 1) > 0.05).mean() > 0.2, "draws follow what was learned"
    assert shares.min() >= study.policy.floor - 1e-9

    findings = study.findings()
    assert [estimate.subject[0] for estimate in findings.ranking.estimates] == ["terse", "plain", "verbose"]
    for estimate in findings.ranking.estimates:
        good = 1 + 6 * truth.of[estimate.subject[0]]
        true = sum(0.99 * np.round(good) + 0.01 * 4) / ITEMS
        assert abs(estimate.value - true) < 0.4
        assert estimate.anytime.low <= true <= estimate.anytime.high
        assert estimate.anytime.width <= 1.3
    assert ("terse", "verbose") in {relation.subject for relation in findings.relations}
    report = text_report(findings)
    assert "aided by close, far" in report
    assert "terse" in report
