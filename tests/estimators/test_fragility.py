"""How few judgments decide: against trying all subsets, and where nobody leads."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from quorate.estimators.fragility import find_fragility


def standing(systems, rows, is_pooled):
    """Mean win rates from a list of (first, second, outcome)."""
    found = []
    for one in range(systems):
        rates = []
        for other in range(systems):
            won = [o if a == one else 1 - o for a, b, o in rows if {a, b} == {one, other}]
            rates += won if is_pooled else ([np.mean(won)] if won else [])
        found.append(np.mean(rates) if rates else np.nan)
    return np.array(found)


def fewest(systems, rows, leader, is_pooled):
    """The least number of rows without which somebody else stands level or ahead."""
    for size in range(len(rows) + 1):
        for gone in itertools.combinations(range(len(rows)), size):
            left = [row for place, row in enumerate(rows) if place not in gone]
            now = standing(systems, left, is_pooled)
            others = np.delete(now, leader)
            if np.isfinite(now[leader]) and np.nanmax(others, initial=-1) >= now[leader] - 1e-12:
                return size
    return None


def of(systems, rows, is_pooled=False):
    first, second, outcome = (np.array(column) for column in zip(*rows, strict=True))
    return find_fragility("abcd"[:systems], first, second, outcome.astype(float), is_pooled=is_pooled)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=11))
def test_with_two_systems_no_fewer_do(outcomes):
    rows = [(0, 1, outcome) for outcome in outcomes]
    now = standing(2, rows, is_pooled=False)
    found = of(2, rows)
    if now[0] == now[1]:
        assert found is None
        return
    leader = int(np.argmax(now))
    wanted = fewest(2, rows, leader, is_pooled=False)
    assert (None if found is None else found.removed) == wanted
    if found is not None:
        assert (found.leader, found.rival, found.total) == ("ab"[leader], "ab"[1 - leader], len(rows))


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([(0, 1), (1, 2), (2, 0), (1, 0)]), st.sampled_from([0.0, 0.5, 1.0])),
        min_size=3, max_size=9,
    ),
    st.booleans(),
)  # fmt: skip
def test_with_three_so_many_are_enough(drawn, is_pooled):
    rows = [(*pair, outcome) for pair, outcome in drawn]
    found = of(3, rows, is_pooled)
    if found is None:
        return
    leader = "abc".index(found.leader)
    least = fewest(3, rows, leader, is_pooled)
    assert least is not None
    assert least <= found.removed <= least + 2


def test_a_landslide_takes_many_and_a_tie_none():
    assert of(2, [(0, 1, 1.0)] * 60 + [(0, 1, 0.0)] * 40).removed == 20
    assert of(2, [(0, 1, 1.0), (0, 1, 0.0)]) is None
    assert find_fragility("a", *(np.zeros(0, dtype=int),) * 2, np.zeros(0)) is None
    assert of(3, [(0, 1, 1.0)] * 5 + [(1, 2, 1.0)] * 5, is_pooled=True) is None, "whoever never lost stays first"
