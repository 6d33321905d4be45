"""Every utility keeps the contract: with all outputs, with gaps, with constant scores, with two systems."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.selection.candidates import Candidates
from quorate.selection.distillation.lessons import prepare_lessons
from quorate.selection.distillation.light import Light, train
from quorate.selection.utilities import UTILITIES, Utility
from quorate.simulation.inputs import plant_candidates
from quorate.testing.utilities import check_utility

NAMES = [
    *UTILITIES,
    "metric-variance*metric-consistency",
    "difficulty*diversity-unigram",
    "metric-average[planted,other]",
]


@pytest.fixture(scope="module")
def light() -> Light:
    return train(prepare_lessons("metric-variance", [plant_candidates(4, 60, 9, words=6)]))


@pytest.fixture(scope="module")
def full(light) -> Candidates:
    planted = plant_candidates(7, 36, 3, words=9)
    other = np.round(planted.metrics["planted"] + 0.1 * np.random.default_rng(0).normal(size=(7, 36)), 1)
    return replace(planted, metrics={**planted.metrics, "other": other}, foreteller=light, budget=9, seed=4)


def gappy(full: Candidates) -> Candidates:
    there = np.random.default_rng(2).random(full.exists.shape) < 0.8
    there[:, 0], there[1:, 1] = False, False
    outputs = tuple(
        tuple(text if is_there else None for text, is_there in zip(texts, row, strict=True))
        for texts, row in zip(full.outputs, there, strict=True)
    )
    metrics = {name: np.where(there, scores, np.nan) for name, scores in full.metrics.items()}
    metrics["other"] = np.where(np.random.default_rng(3).random(there.shape) < 0.9, metrics["other"], np.nan)
    human = np.where(there, full.human, np.nan)
    sources = (None, "", *full.sources[2:])
    return replace(full, exists=there, outputs=outputs, metrics=metrics, human=human, sources=sources)


def flat(full: Candidates) -> Candidates:
    same = {name: np.full(full.exists.shape, 3.0) for name in full.metrics}
    texts = tuple(("the same text",) * len(full.items) for _ in full.systems)
    return replace(full, metrics=same, outputs=texts, human=np.ones(full.exists.shape))


@pytest.mark.parametrize("name", NAMES)
def test_contract(name, full):
    values = check_utility(name, full)
    assert np.ptp(values) > 0


@pytest.mark.parametrize("name", NAMES)
def test_contract_with_gaps(name, full):
    check_utility(name, gappy(full))


@pytest.mark.parametrize("name", NAMES)
def test_contract_where_nothing_differs(name, full):
    check_utility(name, flat(full))


@pytest.mark.parametrize("name", NAMES)
def test_contract_with_two_systems(name, full):
    check_utility(name, full.with_systems([0, 4]))


def test_the_contract_notices_faults(full, monkeypatch):
    def plant(measure):
        monkeypatch.setitem(UTILITIES, "faulty", Utility(name="faulty", words="", needs=frozenset(), measure=measure))

    def mutate(candidates):
        candidates.metrics["planted"][0, 0] += 1
        return np.zeros(len(candidates.items))

    rng = np.random.default_rng(0)
    for measure, problem in (
        (mutate, "changed planted"),
        (lambda given: rng.random(len(given.items)), "not the same again"),
        (lambda given: given.metrics["planted"][0], "order of systems"),
        (lambda given: np.arange(len(given.items)), "order of items"),
    ):
        plant(measure)
        with pytest.raises(AssertionError, match=problem):
            check_utility("faulty", replace(full, metrics={"planted": full.metrics["planted"].copy()}))
