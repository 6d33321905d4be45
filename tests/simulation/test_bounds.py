"""Expected numbers are worked out by hand from the formula in docs/methods/replay.md, step by step beside each."""

import math

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.simulation.bounds import information_needed, loss_evidence, lower_bound
from quorate.simulation.pools import Pool

# KL(Bernoulli(p) ‖ ½) = ln 2 + p ln p + (1 − p) ln(1 − p)
KL_60 = 0.020135513551
KL_75 = 0.130812035941
KL_80 = 0.192744757022


def test_information_needed():
    assert information_needed(0.05) == pytest.approx(0.9 * math.log(19))
    assert information_needed(0.05) == pytest.approx(2.649995, abs=1e-6)
    assert information_needed(0.001) == pytest.approx(0.998 * math.log(999))


def test_two_systems():
    pool = Pool.from_preferences([[0, 0.6], [0.4, 0]])
    assert lower_bound(pool, 0.05) == pytest.approx(2.649995 / KL_60, rel=1e-6)  # 131.6 judgments


def test_ties_carry_no_information():
    pool = Pool.from_preferences([[0, 0.3], [0.2, 0]], 0.5)
    assert lower_bound(pool, 0.05) == pytest.approx(2.649995 / (0.5 * KL_60), rel=1e-6)


def test_the_best_opponent_counts_not_the_winner():
    # a beats b and c with .6; b beats c with .8. b is shown to lose only by a: 1/KL(.6); c soonest by b: 1/KL(.8).
    win = np.array([[0, 0.6, 0.6], [0.4, 0, 0.8], [0.4, 0.2, 0]])
    pool = Pool.from_preferences(win)
    assert lower_bound(pool, 0.05) == pytest.approx(2.649995 * (1 / KL_60 + 1 / KL_80), rel=1e-6)
    evidence = loss_evidence(pool)
    assert evidence[0].tolist() == [0, 0, 0]
    assert evidence[1] == pytest.approx([KL_60, 0, 0])
    assert evidence[2] == pytest.approx([KL_60, KL_80, 0])


def test_a_clear_opponent_with_many_ties_may_say_less_than_a_close_one_without():
    # c loses to a with .6 of all (no ties), to b with .75 of the 10 % that are decisive.
    win = np.array([[0, 0.75, 0.6], [0.25, 0, 0.075], [0.4, 0.025, 0]])
    tie = np.array([[0, 0, 0], [0, 0, 0.9], [0, 0.9, 0]])
    pool = Pool.from_preferences(win, tie)
    assert loss_evidence(pool)[2] == pytest.approx([KL_60, 0.1 * KL_75, 0])
    assert lower_bound(pool, 0.05) == pytest.approx(2.649995 * (1 / KL_75 + 1 / KL_60), rel=1e-6)


def test_a_system_that_always_wins():
    pool = Pool.from_preferences([[0, 1.0], [0, 0]])
    assert lower_bound(pool, 0.05) == pytest.approx(2.649995 / math.log(2), rel=1e-6)


@pytest.mark.parametrize(
    ("win", "tie", "words"),
    [
        ([[0, 0.5], [0.5, 0]], 0.0, "exactly level"),
        ([[0, 0.0], [0.0, 0]], 1.0, "every judgment is a tie"),
        ([[0, 0.6, 0.4], [0.4, 0, 0.6], [0.6, 0.4, 0]], 0.0, "everybody loses to somebody"),
    ],
)
def test_without_a_winner_the_bound_is_infinite_and_the_pool_says_why(win, tie, words):
    pool = Pool.from_preferences(win, tie)
    assert lower_bound(pool, 0.05) == math.inf
    assert words in pool.why_no_winner()


def test_equal_losers_do_not_matter():
    win = np.array([[0, 0.6, 0.6], [0.4, 0, 0.5], [0.4, 0.5, 0]])
    assert lower_bound(Pool.from_preferences(win)) == pytest.approx(2.649995 * 2 / KL_60, rel=1e-6)


@pytest.mark.parametrize("error", [0.0, 0.5, -0.1, 1.0])
def test_errors_that_are_none(error):
    with pytest.raises(InputError, match=r"not between 0 and 0\.5"):
        lower_bound(Pool.from_preferences([[0, 0.6], [0.4, 0]]), error)
