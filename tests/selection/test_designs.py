"""Sampling designs: probabilities from utilities, sizes, units, and words for what cannot be."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.errors import InputError
from quorate.selection.designs import DESIGNS, draw, inclusion, inclusion_within

UTILITIES = st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=2, max_size=60)


@settings(max_examples=200, deadline=None)
@given(UTILITIES, st.floats(0.01, 1.0), st.floats(0.05, 1.0))
def test_probabilities_add_up_to_the_budget_and_keep_their_floor(utility, share, floor):
    utility = np.array(utility)
    budget = max(round(share * len(utility)), 1)
    probability = inclusion(utility, budget, floor=floor)
    assert probability.sum() == pytest.approx(budget)
    assert (probability <= 1).all()
    assert (probability >= floor * budget / len(utility) - 1e-9).all()
    order = np.argsort(utility)
    assert (np.diff(probability[order]) >= -1e-9).all(), "more utility, never less probability"


def test_probabilities_go_with_utility_over_the_root_of_the_cost():
    utility, cost = np.array([0.0, 1, 2, 4]), np.array([1.0, 4, 4, 16])
    probability = inclusion(utility, 1, floor=1e-9, cost=cost)
    assert probability == pytest.approx(np.array([0, 0.5, 1, 1]) / 2.5, abs=1e-6)
    assert inclusion(np.zeros(4), 2, cost=cost) == pytest.approx(2 * np.array([4, 2, 2, 1]) / 9)
    assert inclusion(np.ones(4), 2) == pytest.approx(0.5)


@pytest.mark.parametrize("budget", [12.0, 60.0, 200.0, 1e6])
def test_the_expected_cost_stays_within_the_budget(budget):
    rng = np.random.default_rng(0)
    utility, cost = rng.exponential(size=80), rng.uniform(1, 20, 80)
    probability = inclusion_within(utility, cost, budget)
    assert probability @ cost <= budget + 1e-9
    assert probability.sum() == pytest.approx(round(probability.sum()))
    assert budget < cost.sum() or (probability == 1).all()
    assert probability @ cost > min(budget, cost.sum()) - 2 * cost.max(), "and uses it up but for an item or two"


@pytest.mark.parametrize("name", DESIGNS)
@pytest.mark.parametrize("budget", [1, 7, 39, 40])
def test_every_design_chooses_as_many_as_the_budget_and_the_same_again(name, budget):
    rng = np.random.default_rng(1)
    utility = np.ones(40) if DESIGNS[name].is_equal else rng.exponential(size=40)
    balance = rng.normal(size=(40, 3))
    probability = inclusion(utility, budget)
    for seed in range(20):
        chosen = draw(name, probability, balance=balance, seed=seed)
        assert len(set(chosen.tolist())) == budget
        assert np.array_equal(chosen, np.sort(chosen))
        assert np.array_equal(chosen, draw(name, probability, balance=balance, seed=seed))
    draws = {tuple(draw(name, probability, balance=balance, seed=seed)) for seed in range(20)}
    assert budget in {1, 39, 40} or len(draws) > 1


@pytest.mark.parametrize("name", DESIGNS)
def test_documents_are_chosen_as_a_whole(name):
    rng = np.random.default_rng(2)
    units = rng.integers(0, 15, 100) * 7
    utility = np.ones(100) if DESIGNS[name].is_equal else rng.exponential(size=100)
    probability = inclusion(utility, 30, units=units)
    sizes = []
    for seed in range(30):
        chosen = draw(name, probability, balance=rng.normal(size=(100, 2)), units=units, seed=seed)
        assert set(np.flatnonzero(np.isin(units, units[chosen]))) == set(chosen)
        assert len(np.unique(units[chosen])) == pytest.approx(probability[np.unique(units, return_index=True)[1]].sum())
        sizes.append(len(chosen))
    assert 20 < np.mean(sizes) < 40


@pytest.mark.parametrize("name", ["cube", "balanced"])
def test_balanced_designs_represent_what_they_balance(name):
    rng = np.random.default_rng(3)
    columns = rng.normal(size=(300, 4))
    probability = np.full(300, 0.1)

    def gaps(design):
        return np.std([columns[draw(design, probability, balance=columns, seed=s)].mean(axis=0) for s in range(60)])

    assert gaps(name) < 0.4 * gaps("random")


def test_an_ordered_comb_represents_every_part_of_the_order():
    key = np.random.default_rng(4).permutation(200).astype(float)
    for seed in range(20):
        chosen = draw("ordered", np.full(200, 0.1), balance=key, seed=seed)
        assert (np.bincount((key[chosen] // 20).astype(int), minlength=10) == 2).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "snowball"}, "no sampling design 'snowball'. Designs: random, systematic"),
        ({"name": "random", "probabilities": np.linspace(0.1, 0.9, 10)}, "Use cube or systematic"),
        ({"probabilities": np.zeros(10)}, "does not lie above 0"),
        ({"balance": np.full((10, 1), np.nan)}, "not a number"),
        ({"probabilities": np.linspace(0.1, 0.9, 10), "units": np.zeros(10, dtype=int)}, "different probabilities"),
    ],
)
def test_what_cannot_be_drawn_is_said(change, words):
    given = {"name": "cube", "probabilities": np.full(10, 0.5), "seed": 0} | change
    with pytest.raises(InputError, match=words):
        draw(given.pop("name"), given.pop("probabilities"), **given)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"budget": 0}, "0 of 3 items cannot be chosen"),
        ({"budget": 4}, "4 of 3 items cannot be chosen"),
        ({"budget": 1, "floor": 0}, "without a chance"),
        ({"budget": 1, "cost": np.array([1.0, -1, 1])}, "not a positive number"),
        ({"budget": 1, "utility": np.array([1.0, np.nan, 1])}, "1 utilities are not numbers"),
        ({"budget": 1, "utility": np.zeros(0)}, "no items"),
    ],
)
def test_probabilities_that_cannot_be_are_said(arguments, words):
    with pytest.raises(InputError, match=words):
        inclusion(**({"utility": np.arange(3.0)} | arguments))


def test_a_budget_that_pays_for_nothing_is_said():
    with pytest.raises(InputError, match="does not pay for one item"):
        inclusion_within(np.ones(5), np.full(5, 10.0), 3.0)
    with pytest.raises(InputError, match="pays for nothing"):
        inclusion_within(np.ones(5), np.full(5, 10.0), 0.0)
