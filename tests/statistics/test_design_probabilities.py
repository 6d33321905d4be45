"""Is every item chosen as often as its probability says, and do pairs of items not give it away?

Thresholds come from the binomial: with the probabilities that are said a test fails with less than one chance in a
million over all items; a design that is off by a planted fault is found.
"""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.kernels.cube import draw_cube
from quorate.selection.designs import DESIGNS, draw, inclusion

ITEMS, BUDGET, RUNS = 30, 8, 6000
EXACT = [name for name, design in DESIGNS.items() if design.is_exact]


def is_as_likely(counts, probability, runs):
    """Whether no count is further off than chance allows once in a million, over all items."""
    tail = 1e-6 / (2 * len(counts))
    low, high = binom.ppf(tail, runs, probability), binom.isf(tail, runs, probability)
    return bool(((counts >= low) & (counts <= high)).all())


def count(choose, runs=RUNS, items=ITEMS):
    counts = np.zeros(items)
    for seed in range(runs):
        counts[choose(seed)] += 1
    return counts


def material():
    rng = np.random.default_rng(0)
    return rng.exponential(size=ITEMS) ** 2, rng.normal(size=(ITEMS, 3))


@pytest.mark.parametrize("name", EXACT)
def test_every_item_is_chosen_as_often_as_is_said(name):
    utility, balance = material()
    probability = inclusion(np.ones(ITEMS) if DESIGNS[name].is_equal else utility, BUDGET)
    counts = count(lambda seed: draw(name, probability, balance=balance, seed=seed))
    assert is_as_likely(counts, probability, RUNS)
    if not DESIGNS[name].is_equal:
        assert not is_as_likely(counts, np.full(ITEMS, BUDGET / ITEMS), RUNS), "equal probabilities are found out"


@pytest.mark.parametrize("name", EXACT)
def test_every_document_is_chosen_as_often_as_is_said(name):
    utility, balance = material()
    units = np.arange(ITEMS) // 3
    probability = inclusion(np.ones(ITEMS) if DESIGNS[name].is_equal else utility, BUDGET, units=units)
    counts = count(lambda seed: draw(name, probability, balance=balance, units=units, seed=seed), runs=3000)
    assert is_as_likely(counts[::3], probability[::3], 3000)


def test_a_walk_that_always_goes_the_longer_way_is_found_out():
    """The planted fault: steps chosen with the wrong chance are no martingale."""
    utility, balance = material()
    probability = inclusion(utility, BUDGET)
    columns = np.column_stack([probability, balance])

    def choose(seed, is_right):
        rng = np.random.default_rng(seed)
        chances = rng.random(2 * ITEMS)
        return draw_cube(probability, columns, rng.permutation(ITEMS), chances if is_right else chances**2)

    assert is_as_likely(count(lambda seed: choose(seed, is_right=True)), probability, RUNS)
    assert not is_as_likely(count(lambda seed: choose(seed, is_right=False)), probability, RUNS)


def test_exchanging_items_moves_probabilities_and_is_said_to():
    _, balance = material()
    probability = np.full(ITEMS, BUDGET / ITEMS)
    counts = count(lambda seed: draw("balanced", probability, balance=balance, seed=seed))
    assert not DESIGNS["balanced"].is_exact
    assert not is_as_likely(counts, probability, RUNS)
    share = counts / RUNS / probability
    assert share.min() > 0.5
    assert share.max() < 1.5
