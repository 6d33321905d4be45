"""How many judgments a claim takes where every pair is asked alike."""

import math

import pytest

from quorate.io import read_material
from quorate.kernels import betting
from quorate.records.design import Design
from quorate.simulation import Strengths, VirtualClock, crowd, judgments_alike, simulate
from quorate.simulation.alike import first_near
from quorate.study import Study

SYSTEMS = {"a": 3.0, "b": 0.0, "c": -1.0}


@pytest.fixture(scope="module")
def material(tmp_path_factory):
    path = tmp_path_factory.mktemp("alike") / "outputs.csv"
    rows = [f"{item},{one},{one} says {item}" for item in range(20) for one in SYSTEMS]
    path.write_text("\n".join(["item,system,output", *rows]), encoding="utf-8")
    return read_material(path)


def test_the_claim_holds_after_so_many_answers_and_not_before(material):
    clock = VirtualClock(0.0)
    study = Study.define("x", material, design=Design(policy="uniform", margin=0.05, seed=3), clock=clock)
    simulate(study, crowd(5, seed=3, leaving=0), Strengths(SYSTEMS), seed=3, judgments=300, clock=clock)
    found = first_near(study)
    history = study.history
    rows = sorted(range(history.count), key=lambda row: history["judged_time"][row])

    def holds(told):
        """The slow twin: counts of every pair from scratch, evidence against every other."""
        counts = {(one, other): [0, 0, 0] for one in range(3) for other in range(3)}
        for row in rows[:told]:
            first, second = int(history["first"][row]), int(history["second"][row])
            outcome = round(2 * float(history["values"][row, 0]))
            counts[first, second][outcome] += 1
            counts[second, first][2 - outcome] += 1
        bar = math.log(3 / 0.05)
        return any(
            all(betting.log_evidence([0, 0.5, 1], counts[i, j], 0.45) >= bar for j in range(3) if j != i)
            for i in range(3)
        )

    assert found is not None
    assert holds(found)
    assert not any(holds(told) for told in range(max(1, found - 25), found))


def test_more_than_is_allowed_is_none(material):
    study = Study.define("x", material, design=Design(seed=1))
    people = crowd(5, seed=3, leaving=0)
    assert judgments_alike(study, material, people, Strengths(SYSTEMS), most=10) is None
    enough = judgments_alike(study, material, people, Strengths(SYSTEMS), most=600)
    assert 10 < enough < 600
    assert enough == judgments_alike(study, material, people, Strengths(SYSTEMS), most=600)
