"""What a budget buys, against trying every subset."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quorate.errors import InputError
from quorate.selection.budgets import Units, choose_within, lift, pack, pack_greedy, share_budget
from quorate.selection.budgets.knapsack import fractional_bound

NUMBERS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 25)), min_size=1, max_size=11)


def best_by_trying(value, cost, budget):
    """The twin: every subset."""
    best = 0.0
    for size in range(1, len(value) + 1):
        for subset in combinations(range(len(value)), size):
            chosen = list(subset)
            if cost[chosen].sum() <= budget:
                best = max(best, float(value[chosen].sum()))
    return best


@given(NUMBERS, st.floats(0.05, 1.0))
@settings(max_examples=120, deadline=None)
def test_a_knapsack_is_worth_what_the_best_subset_is(things, share):
    value, cost = (np.array(column, dtype=float) for column in zip(*things, strict=True))
    budget = share * cost.sum()
    packed = pack(value, cost, budget, gap=0.0)
    assert cost[packed.chosen].sum() <= budget * (1 + 1e-8)
    assert packed.value == pytest.approx(best_by_trying(value, cost, budget), abs=1e-6)
    assert packed.bound >= packed.value - 1e-6
    assert packed.gap <= 1e-6
    assert packed.value >= value[pack_greedy(value, cost, budget)].sum() - 1e-9
    assert fractional_bound(value, cost, budget) >= packed.value - 1e-6


def test_greedy_alone_would_be_worse():
    value, cost = np.array([10.0, 9.0, 9.0]), np.array([6.0, 5.0, 5.0])
    assert value[pack_greedy(value, cost, 10)].sum() == 18
    value, cost = np.array([3.0, 4.0, 4.0]), np.array([2.0, 3.0, 3.0])
    assert value[pack_greedy(value, cost, 6)].sum() == 7
    packed = pack(value, cost, 6)
    assert (packed.value, packed.solver, packed.gap) == (8, "milp", 0.0)


def test_the_best_single_thing_beats_many_small_ones():
    value, cost = np.array([2.0, 100.0]), np.array([1.0, 100.0])
    assert pack_greedy(value, cost, 100).tolist() == [False, True]


def test_never_worse_than_greedy_when_there_is_no_time():
    rng = np.random.default_rng(1)
    value, cost = rng.random(3000), rng.lognormal(0, 1, 3000)
    hurried = pack(value, cost, 0.3 * cost.sum(), gap=0.0, seconds=0.01)
    assert hurried.value >= value[pack_greedy(value, cost, 0.3 * cost.sum())].sum()
    assert hurried.seconds < 5
    assert hurried.bound >= hurried.value
    assert 0 <= hurried.gap < 0.01


@given(
    st.lists(st.tuples(st.floats(-5, 5), st.integers(1, 9), st.integers(0, 2)), min_size=3, max_size=9),
    st.floats(0.3, 0.9),
    st.integers(0, 3),
)
@settings(max_examples=80, deadline=None)
def test_choices_keep_the_budget_what_is_forced_and_the_quotas(things, share, seed):
    utility, cost, group = (np.array(column, dtype=float) for column in zip(*things, strict=True))
    group = np.unique(group, return_inverse=True)[1]
    forced, kept_out = np.zeros((2, len(utility)), dtype=bool)
    kept_out[-1] = True
    budget = max(share * cost[:-1].sum(), 1.0)
    forced[0] = cost[0] <= budget
    before = utility.copy(), cost.copy(), forced.copy()
    cheapest = np.where(kept_out | forced, np.inf, cost)
    assume(forced[0] or cheapest.min() * len(set(group)) <= budget)
    choice = choose_within(utility, cost, budget, group=group, forced=forced, kept_out=kept_out, seed=seed, gap=0.0)
    for was, now in zip(before, (utility, cost, forced), strict=True):
        assert (was == now).all(), "the caller's arrays are left alone"
    assert choice.cost <= budget * (1 + 1e-8)
    assert not kept_out[choice.chosen].any()
    assert forced[0] == (0 in choice.chosen.tolist()) or not forced[0]
    shares = share_budget(
        np.bincount(group, weights=np.where(kept_out, 0, cost)),
        budget,
        rule="equal",
        least=np.bincount(group, weights=np.where(forced, cost, 0.0)),
        is_count=bool((cost == 1).all()),
        seed=seed,
    )
    spent = np.bincount(group[choice.chosen], weights=cost[choice.chosen], minlength=len(shares))
    assert (spent <= shares + 1e-6).all()
    value = lift(utility, ~kept_out)
    free = ~forced & ~kept_out
    best = float(value[forced].sum())
    for number, room in enumerate(shares):
        mine = free & (group == number)
        best += best_by_trying(value[mine], cost[mine], room - cost[forced & (group == number)].sum() + 1e-9)
    assert value[choice.chosen].sum() == pytest.approx(best, abs=1e-6)
    assert choice.greedy <= 1 + 1e-12


def test_a_count_takes_the_highest_and_breaks_ties_by_seed():
    utility = np.array([0.0, 1.0, 1.0, 1.0, 1.0, 2.0])
    seen = set()
    for seed in range(40):
        choice = choose_within(utility, np.ones(6), 3, seed=seed)
        assert choice.chosen[0] == 5
        assert choice.solver == "exact"
        assert choice.chosen.tolist() == choose_within(utility, np.ones(6), 3, seed=seed).chosen.tolist()
        seen.add(tuple(choice.chosen[1:].tolist()))
    assert seen == {pair for pair in product(range(1, 5), repeat=2) if pair[0] != pair[1]}


def test_negative_utilities_are_chosen_when_the_budget_allows():
    choice = choose_within(np.array([-3.0, -2.0, -9.0]), np.ones(3), 2)
    assert choice.chosen.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("equal", [4, 3, 3]), ("proportional", [7, 2, 1])],
)
def test_counts_are_shared_whole(rule, expected):
    sizes = np.array([70.0, 20.0, 10.0])
    shares = share_budget(sizes, 10, rule=rule, is_count=True, seed=3)
    assert shares.sum() == 10
    assert sorted(shares.tolist(), reverse=True) == expected


def test_remainders_fall_by_seed_and_small_groups_pass_on_what_they_cannot_use():
    firsts = {
        int(np.argmax(share_budget(np.full(3, 50.0), 10, rule="equal", is_count=True, seed=s))) for s in range(40)
    }
    assert firsts == {0, 1, 2}
    assert share_budget(np.array([2.0, 50.0, 50.0]), 30, rule="equal", is_count=True).tolist() == [2, 14, 14]
    assert share_budget(np.array([10.0, 10.0]), 12, rule="equal", least=np.array([9.0, 0.0])).tolist() == pytest.approx(
        [9, 3]
    )


def test_documents_are_units():
    units = Units.of(("a", "b", None, "a", None), 5)
    assert units.unit.tolist() == [0, 1, 2, 0, 3]
    assert units.mean(np.array([1.0, 5.0, 3.0, 3.0, 0.0])).tolist() == [2, 5, 3, 0]
    assert units.sum(np.array([1.0, 5.0, 3.0, 3.0, 0.0])).tolist() == [4, 5, 3, 0]
    assert units.shared(np.array([7, 8, 9, 7, 1]), "domain").tolist() == [7, 8, 9, 1]
    with pytest.raises(InputError, match="more than one domain"):
        units.shared(np.array([7, 8, 9, 6, 1]), "domain")
    assert Units.of(None, 3).unit.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("cost", "budget", "words"),
    [
        ([1, 1, 1], 0, "more than 0"),
        ([1, 1, 1], float("nan"), "more than 0"),
        ([1, 1, 1], 4, "more than everything costs"),
        ([1, -1, 1], 1, "1 are negative, such as -1"),
        ([1, np.nan, 1], 1, "1 of 3 items have no cost"),
        ([1, np.inf, 1], 1, "infinite"),
        ([0, 0, 0], 1, "Nothing costs anything"),
        ([3, 3, 4], 2, "less than the cheapest"),
    ],
)
def test_budgets_and_costs_that_cannot_be_are_said(cost, budget, words):
    with pytest.raises(InputError, match=words):
        choose_within(np.arange(3.0), np.array(cost, dtype=float), budget)


def test_what_is_forced_must_fit_and_not_be_kept_out():
    yes, no = np.array([True, True, False]), np.array([False, True, False])
    with pytest.raises(InputError, match="costs 2, more than the budget of 1"):
        choose_within(np.arange(3.0), np.ones(3), 1, forced=yes)
    with pytest.raises(InputError, match="at any rate and never"):
        choose_within(np.arange(3.0), np.ones(3), 2, forced=yes, kept_out=no)
    with pytest.raises(InputError, match="not finite"):
        choose_within(np.array([1.0, np.nan]), np.ones(2), 1)
