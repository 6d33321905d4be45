"""Evidence about a census before all of it is judged."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from quorate.kernels.census import LOSS, TIE, WIN, can_reach, log_census

PEOPLE, ITEMS = 3, 20


def played(table, rng):
    """Everybody judges their items in an order of their own: one row a round."""
    shuffled = np.array([rng.permutation(row) for row in table])
    rounds = np.zeros((shuffled.shape[1], 4))
    rounds[:, WIN], rounds[:, TIE] = (shuffled == 1).sum(axis=0), (shuffled == 0.5).sum(axis=0)
    rounds[:, LOSS] = (shuffled == 0).sum(axis=0)
    return rounds


def level(rng, *, split):
    """A census whose mean is one half exactly; people may differ."""
    own = np.full(PEOPLE, ITEMS // 2) + (np.array([split, -split, 0]) if split else 0)
    return np.array([rng.permutation(np.repeat([1.0, 0.0], [won, ITEMS - won])) for won in own])


@pytest.mark.parametrize("split", [0, 9])
def test_a_level_census_is_rarely_claimed(split):
    rng, studies, error = np.random.default_rng(5), 2000, 0.05
    crossed = sum(
        log_census(played(level(rng, split=split), rng), PEOPLE, ITEMS, 0.5, True) >= math.log(1 / error)
        for _ in range(studies)
    )
    assert crossed <= binom.isf(1e-6, studies, error)


def test_rounds_taken_where_they_suit_are_found_out():
    """The planted fault: answers in an order that knows them, as when fast ones are looked at first."""
    rng, studies = np.random.default_rng(6), 300
    claimed = 0
    for _ in range(studies):
        rounds = played(level(rng, split=9), rng)
        suited = rounds[np.argsort(-rounds[:, WIN], kind="stable")]
        claimed += log_census(suited, PEOPLE, ITEMS, 0.5, True) >= math.log(20)
    assert claimed > binom.isf(1e-6, studies, 0.05)


@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 8), st.booleans())
def test_it_is_certain_at_the_end_and_never_the_wrong_way(seed, people, items, strict):
    rng = np.random.default_rng(seed)
    table = rng.choice([0.0, 0.5, 1.0], size=(people, items))
    shuffled = np.array([rng.permutation(row) for row in table])
    rounds = np.zeros((items, 4))
    for column, value in ((WIN, 1.0), (TIE, 0.5), (LOSS, 0.0)):
        rounds[:, column] = (shuffled == value).sum(axis=0)
    holds = table.mean() > 0.5 if strict else table.mean() >= 0.5 - 1e-12
    assert (log_census(rounds, people, items, 0.5, strict) == math.inf) == holds
    assert can_reach(rounds, people, items, 0.5, strict) == holds


@given(st.integers(0, 10**6), st.integers(0, 7))
def test_a_missing_answer_counts_as_lost_and_every_answer_helps(seed, row):
    rng = np.random.default_rng(seed)
    rounds = played(level(rng, split=0), rng)[:8]
    if rounds[row, WIN] == 0:
        return
    without = rounds.copy()
    without[row, WIN] -= 1
    as_lost = without.copy()
    as_lost[row, LOSS] += 1
    evidence = [float(log_census(one, PEOPLE, ITEMS, 0.5, True)) for one in (rounds, without, as_lost)]
    assert evidence[0] >= evidence[1] == evidence[2]
    assert can_reach(without, PEOPLE, ITEMS, 0.5, True) >= can_reach(as_lost, PEOPLE, ITEMS, 0.5, True)


def test_what_is_left_out_is_no_part_of_the_census():
    rounds = np.array([[2.0, 0, 0, 1], [2, 0, 0, 1]])
    assert log_census(rounds, 3, 2, 0.5, True) == math.inf
    assert log_census(rounds * [1, 1, 1, 0], 3, 2, 0.5, True) == math.inf, "four of six"
    rounds[1] = [1, 0, 1, 1]
    assert log_census(rounds * [1, 1, 1, 0], 3, 2, 0.5, True) < math.inf
