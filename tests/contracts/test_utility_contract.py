"""Every utility keeps the contract: with all outputs, with gaps, with constant scores, with two systems.

The contract: pure, finite, one number for each item, blind to names and order of systems.
"""

import copy
from dataclasses import replace

import numpy as np
import pytest
from planted import plant_candidates

from quorate.arrays import Floats
from quorate.selection.candidates import Candidates
from quorate.selection.distillation.linear import LinearUtility, train
from quorate.selection.distillation.training_set import prepare_training_set
from quorate.selection.utilities import UTILITIES, Utility, measure_utility

NAMES = [
    *UTILITIES,
    "metric-variance*metric-consistency",
    "difficulty*diversity-unigram",
    "metric-average[planted,other]",
]

CLOSE = 1e-7


def check_utility(name: str, candidates: Candidates) -> Floats:
    """Check a utility on some candidates, and return its values.

    Raises:
        AssertionError: It does not keep the contract; says in what.
    """
    before = copy.deepcopy(candidates)
    values = measure_utility(name, candidates)
    _check_untouched(name, before, candidates)
    assert values.shape == (len(candidates.items),), f"{name}: not one number for each item"
    assert np.isfinite(values).all(), f"{name}: not finite"
    again = measure_utility(name, replace(candidates))
    assert np.array_equal(values, again), f"{name}: not the same again"

    systems = np.roll(np.arange(len(candidates.systems))[::-1], len(candidates.systems) // 3).tolist()
    shuffled = candidates.with_systems(systems)
    renamed = replace(shuffled, systems=tuple(f"renamed {number}" for number in range(len(systems))))
    _check_close(name, values, measure_utility(name, renamed), "depends on names or order of systems")

    items = np.random.default_rng(len(candidates.items)).permutation(len(candidates.items))
    _check_close(name, values[items], measure_utility(name, candidates.with_items(items)), "depends on order of items")
    return values


def _check_close(name: str, wanted: Floats, found: Floats, problem: str) -> None:
    scale = max(float(np.abs(wanted).max()), 1.0)
    assert np.allclose(wanted, found, rtol=0, atol=CLOSE * scale), f"{name}: {problem}"


def _check_untouched(name: str, before: Candidates, after: Candidates) -> None:
    assert np.array_equal(before.exists, after.exists), f"{name}: changed what exists"
    for metric, scores in before.metrics.items():
        assert np.array_equal(scores, after.metrics[metric], equal_nan=True), f"{name}: changed {metric}"
    if before.human is not None and after.human is not None:
        assert np.array_equal(before.human, after.human, equal_nan=True), f"{name}: changed people's scores"
    assert (before.outputs, before.sources, before.items) == (after.outputs, after.sources, after.items)


@pytest.fixture(scope="module")
def linear() -> LinearUtility:
    return train(prepare_training_set("metric-variance", [plant_candidates(4, 60, 9, words=6)]))


@pytest.fixture(scope="module")
def full(linear) -> Candidates:
    planted = plant_candidates(7, 36, 3, words=9)
    other = np.round(planted.metrics["planted"] + 0.1 * np.random.default_rng(0).normal(size=(7, 36)), 1)
    return replace(planted, metrics={**planted.metrics, "other": other}, utility_model=linear, budget=9, seed=4)


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
