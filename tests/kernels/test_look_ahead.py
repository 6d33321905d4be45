"""The gain of asking, against an enumeration of all answers and all label sequences."""

import itertools
import math

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quorate.kernels.chain import forward_backward
from quorate.kernels.look_ahead import gains, list_counts
from quorate.kernels.noisy_answers import chance, likelihoods, sum_difficulties

LABELS = 3


def made(seed, n=3, difficulties=2):
    rng = np.random.default_rng(seed)
    tables = rng.dirichlet([1.0] * LABELS, size=(difficulties, 1, LABELS)) + np.eye(LABELS)
    tables /= tables.sum(-1, keepdims=True)
    shares = rng.dirichlet([2.0] * difficulties, size=LABELS)
    return rng.normal(size=(n, LABELS)), rng.normal(size=(LABELS, LABELS)), tables, shares


def enumerated_gain(i, depth, unary, transition, answers, tables, shares, concentration):  # noqa: PLR0917 - as the kernel
    """Expected right labels after j more answers about i, by going through every sequence of answers."""

    def after(more):
        rows = np.array([*answers, *([i, r, 0, 0] for r in more)], dtype=np.int64).reshape(-1, 4)
        habits = np.zeros(1), np.full((1, LABELS), 1 / LABELS)
        logs, _ = likelihoods(rows, shares, tables, concentration, *habits, len(unary))
        terms, _ = sum_difficulties(logs)
        marginals, _, log_partition = forward_backward(unary + terms, transition)
        return marginals.max(axis=1).sum(), log_partition

    now, base = after(())
    worth = 0.0
    for j in range(1, depth + 1):
        then = sum(
            math.exp(part - base) * right
            for right, part in (after(more) for more in itertools.product(range(LABELS), repeat=j))
        )
        worth = max(worth, (then - now) / j)
    return worth


def both_ways(seed, concentration, n, depth, ways):
    """Gains by the kernel, and by going through everything."""
    unary, transition, tables, shares = made(seed, n)
    rng = np.random.default_rng([seed, 1])
    answers = np.array([[rng.integers(n), rng.integers(LABELS), 0, 0] for _ in range(4)])
    habits = np.zeros(1), np.full((1, LABELS), 1 / LABELS)
    logs, counts = likelihoods(answers, shares, tables, concentration, *habits, len(unary))
    terms, difficulties = sum_difficulties(logs)
    marginals, pairs, _ = forward_backward(unary + terms, transition)
    left = np.full(len(unary), 9)
    found = gains(left, marginals, pairs, difficulties, counts, tables[:, 0], concentration, 9, *ways, 0.0)
    expected = [
        enumerated_gain(i, depth, unary, transition, answers.tolist(), tables, shares, concentration)
        for i in range(len(unary))
    ]
    return found, expected


@settings(max_examples=12, deadline=None)
@example(0, 6.0, 4, 2)
@given(st.integers(0, 2**32 - 1), st.sampled_from([math.inf, 2.0, 12.0]), st.integers(1, 4), st.integers(1, 2))
def test_gains_are_those_of_all_answers(seed, concentration, n, depth):
    found, expected = both_ways(seed, concentration, n, depth, list_counts(LABELS, depth))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_a_gain_that_forgets_that_answers_may_come_in_another_order_is_found_out():
    """The planted fault: every way to spread answers counts once."""
    counts, orders, starts = list_counts(LABELS, 2)
    found, expected = both_ways(0, 6.0, 4, 2, (counts, np.ones_like(orders), starts))
    assert np.abs(found - expected).max() > 1e-4


def test_what_cannot_be_asked_or_cannot_pay_has_no_gain():
    unary, transition, tables, shares = made(1)
    marginals, pairs, _ = forward_backward(unary, transition)
    difficulties, counts = np.tile(shares, (3, 1, 1)), np.zeros((3, LABELS))
    ways = list_counts(LABELS, 2)
    arguments = marginals, pairs, difficulties, counts, tables[:, 0], math.inf, 2, *ways
    assert gains(np.array([0, 5, 5]), *arguments, 0.0)[0] == 0.0
    assert not gains(np.array([5, 5, 5]), *arguments, 3.0).any()


def test_a_way_to_spread_answers_counts_as_often_as_there_are_orders():
    counts, orders, starts = list_counts(3, 3)
    for j in range(4):
        assert orders[starts[j] : starts[j + 1]].sum() == 3**j
        assert (counts[starts[j] : starts[j + 1]].sum(axis=1) == j).all()


def test_chance_is_the_table_where_answers_are_independent():
    assert chance(0.4, math.inf, 3.0, 3.0) == 0.4
