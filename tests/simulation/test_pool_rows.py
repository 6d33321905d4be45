"""Pools that hold judgments one by one draw the same outcomes, and tell a policy what is known beside each."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.policies.duels.machine.state import MEAN, PREDICTED, SIDE, WEIGHT
from quorate.policies.duels.registry import duel_policy
from quorate.simulation.pool_rows import JudgmentNumbers
from quorate.simulation.pools import Pool
from quorate.simulation.replay import replay
from support import betting_spy, spy

SYSTEMS, EACH = 3, 20
NO_ROWS = np.empty((0, 2), dtype=np.int64)


def past(implied=None):
    """60 judgments, some the other way round."""
    rng = np.random.default_rng(5)
    pairs = np.repeat([[0, 1], [2, 0], [1, 2]], EACH, axis=0)
    count = len(pairs)
    return PastJudgments(
        kind="comparison",
        items=tuple(f"item {n}" for n in range(count)),
        systems=("a", "b", "c"),
        annotators=("x", "y"),
        criteria=("preference",),
        item=np.arange(count),
        first=pairs[:, 0],
        second=pairs[:, 1],
        annotator=np.arange(count) % 2,
        criterion=np.zeros(count, dtype=np.int64),
        value=rng.choice([0.0, 0.5, 1.0], count),
        implied=implied,
    )


def numbers(data):
    """Another number beside each judgment; every seventh has no prediction."""
    count = len(data)
    predicted = np.where(np.arange(count) % 7, (1 + np.arange(count)) / (count + 2), np.nan)
    side = np.where(np.arange(count) % 3, 1.0, -1.0)
    return JudgmentNumbers(predicted=predicted, weight=1.0 + np.arange(count), side=side)


def expected(data, given, keep, row, i):
    """What stands beside a judgment, for its system i: the slow way."""
    same = [n for n in keep if {data.first[n], data.second[n]} == {data.first[row], data.second[row]}]
    turned = [1 - given.predicted[n] if data.first[n] != i else given.predicted[n] for n in same]
    mine = turned[same.index(row)]
    way = 1 if data.first[row] == i else -1
    return [mine, np.nanmean(turned), given.weight[row], way * given.side[row]]


@pytest.mark.parametrize("with_replacement", [True, False])
@pytest.mark.parametrize("delay", [0, 4])
def test_a_policy_is_told_what_is_known_beside_an_outcome(with_replacement, delay):
    implied = np.zeros(60, dtype=np.bool_)
    implied[::9] = True
    data = past(implied)
    given, keep = numbers(data), np.flatnonzero(~implied)
    pool = Pool.from_comparisons(data, beside=given)
    horizon = 100 if with_replacement else 60
    for policy in (spy.POLICY, betting_spy.POLICY):
        state = policy.new_state(pool.counts.sum(axis=2))
        rows = pool.rows._replace(counts=pool.counts.copy(), order=pool.rows.order.copy())
        named = np.empty(1, dtype=np.int64)
        fixed = (with_replacement, 3, 0, horizon, delay, np.array([horizon]), named, NO_ROWS)
        told, _, _ = policy.play_rows(state, policy.parameters, rows, *fixed)
        seen = state.memory.told[:told]
        found = seen[:, 3 + WEIGHT].astype(int) - 1  # which judgment it was
        if not with_replacement:
            assert len(set(found.tolist())) == told > 40
        for line, row in zip(seen, found.tolist(), strict=True):
            i = int(line[0])
            assert row in keep
            assert {i, int(line[1])} == {data.first[row], data.second[row]}
            assert line[2] == (data.value[row] if data.first[row] == i else 1 - data.value[row])
            assert line[3:] == pytest.approx(expected(data, given, keep, row, i), nan_ok=True)
        if policy is betting_spy.POLICY:
            staked = state.memory.staked[:told]
            assert np.array_equal(staked, np.delete(seen, 2, axis=1), equal_nan=True)


@pytest.mark.parametrize("with_replacement", [True, False])
def test_rows_give_the_same_run_as_counts(with_replacement):
    data = past()
    plain, rows = Pool.from_comparisons(data), Pool.from_comparisons(data, beside=numbers(data))
    policy, traces = duel_policy("uniform"), []
    for pool in (plain, rows):
        state, trace = policy.new_state(pool.counts.sum(axis=2)), np.full((80, 2), -1, dtype=np.int64)
        named = np.empty(1, dtype=np.int64)
        fixed = (with_replacement, 3, 0, 80, 2, np.array([80]), named, trace)
        if pool.rows is None:
            found = policy.play(state, policy.parameters, pool.counts.copy(), *fixed)
        else:
            own = pool.rows._replace(counts=pool.counts.copy(), order=pool.rows.order.copy())
            found = policy.play_rows(state, policy.parameters, own, *fixed)
        traces.append((found, trace.tolist(), state.wins.tolist()))
    assert traces[0] == traces[1]


def test_a_replay_takes_pools_of_rows():
    data = past()
    pools = {"plain": Pool.from_comparisons(data), "rows": Pool.from_comparisons(data, beside=numbers(data))}
    plain, rows = replay(pools, ["uniform"], runs=5, horizon=60, seed=2)
    assert np.array_equal(plain.recommended, rows.recommended)
    assert np.array_equal(pools["rows"].counts, pools["rows"].rows.counts)  # drawing leaves the pool as it was


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"predicted": np.full(60, 1.5)}, "lies from 0 to 1"),
        ({"weight": np.full(60, -1.0)}, "lies from 0 to inf"),
        ({"weight": np.full(60, np.nan)}, "is nan"),
        ({"side": np.full(3, 1.0)}, "60 judgments need as many"),
    ],
)
def test_numbers_beside_judgments_are_numbers(change, said):
    with pytest.raises(InputError, match=said):
        Pool.from_comparisons(past(), beside=replace(JudgmentNumbers(), **change))


def test_the_columns_are_where_they_are_said_to_be():
    assert (PREDICTED, MEAN, WEIGHT, SIDE) == (0, 1, 2, 3)
