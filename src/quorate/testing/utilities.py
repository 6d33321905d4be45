"""The contract of utilities of items: pure, finite, one number for each item, blind to names and order of systems."""

import copy
from dataclasses import replace

import numpy as np

from quorate.selection.candidates import Candidates, Floats
from quorate.selection.utilities import measure_utility

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
