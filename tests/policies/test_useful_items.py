"""Selectors by utility draw as the utility says."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.kernels.streams import Stream
from quorate.policies.items.useful import UNIFORM_SHARE, USEFUL
from quorate.records.design import Design
from quorate.records.material import MaterialIndex, SystemOutputs
from quorate.selection.candidates import candidates_of
from quorate.selection.utilities import measure_utility
from quorate.stores.memory import MemoryStore
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.testing.walks import Clock

DESIGN = Design(kind="rating", question={"criteria": {"fluency": "likert5"}})


def study_of(material, selector):
    design = replace(DESIGN, selector=selector)
    return Study.define("study", material, design=design, store=MemoryStore(), clock=Clock())


def probabilities(study, items):
    selector = study.policy.selector
    found = {}
    for question in range(400):
        drawn = selector.choose(study.index, (0,), items, study.history, stream=Stream(3, 0, question), draw=1)
        found[int(items[drawn[0]])] = drawn[1]
    return found


@pytest.mark.parametrize("name", USEFUL)
def test_probabilities_follow_the_utility_above_a_floor(name):
    material = make_material(systems=4, items=20, seed=2, missing=0.0)
    items = np.arange(3, 17)
    utility = measure_utility(name, candidates_of(material))[items]
    worth = utility - utility.min()
    expected = UNIFORM_SHARE / len(items) + (1 - UNIFORM_SHARE) * worth / worth.sum()
    found = probabilities(study_of(material, name), items)
    for item, probability in found.items():
        assert probability == pytest.approx(expected[item - 3], abs=1e-7)
    assert len({round(probability, 6) for probability in found.values()}) >= 5


def test_without_metrics_or_with_one_system_it_is_uniform():
    for material in (
        make_material(systems=4, items=8, seed=2, missing=0.0, metrics=False),
        make_material(systems=1, items=8, seed=2, missing=0.0),
    ):
        found = probabilities(study_of(material, "metric-variance"), np.arange(8))
        assert list(found.values()) == pytest.approx([1 / 8] * len(found))


def test_a_system_that_joins_counts_from_then_on():
    material = make_material(systems=2, items=10, seed=2, missing=0.0)
    study = study_of(material, "metric-variance")
    before = probabilities(study, np.arange(10))
    wild = {"overlap": np.linspace(-50, 90, 10), "length": np.zeros(10)}
    study.owner.add_system(SystemOutputs(name="late", texts=tuple(f"late {n}" for n in range(10)), metrics=wild))
    after = probabilities(study, np.arange(10))
    assert after != before
    joined = measure_utility("metric-variance", candidates_of(study.store.material("study")))
    assert max(after, key=after.get) == int(np.argmax(joined))
    assert MaterialIndex.of(study.store.material("study")).systems[-1] == "late"
