"""A policy in which a metric decides part of the comparisons: what it plays, and what the four ways come to."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.kernels.rng import draw, seed_rng
from quorate.policies.duels import duel_policy
from quorate.policies.duels.machine.policy import MetricTurns
from quorate.policies.duels.machine.state import draw_outcome
from quorate.policies.duels.mixed.expectations import Expectations
from quorate.policies.duels.mixed.turns import is_sure, kept_systems, threshold_of, turns_of
from quorate.policies.duels.mixed.wrapping import MOST, no_turns
from quorate.records.mixing import Mixing
from quorate.simulation.mixed_pools import mix_pool
from quorate.simulation.pools import Pool
from quorate.simulation.replay import replay

SYSTEMS = 5
LOOKS = np.array([10, 50, 200])


@pytest.fixture(scope="module")
def pool():
    strength = np.linspace(1.2, -1.2, SYSTEMS)
    win = 1 / (1 + np.exp(-np.subtract.outer(strength, strength)))
    return Pool.from_preferences(0.9 * win, 0.1, size=400)


def play(policy, pool, turns=None, *, run=0, horizon=200):
    """Pairs asked of people, whom it recommends at the looks, how many judgments, and the state at the end."""
    state = policy.new_state(pool.counts.sum(axis=2), None, turns)
    asked, named = np.zeros((horizon, 2), dtype=np.int64), np.empty(len(LOOKS), dtype=np.int64)
    told, _, _ = policy.play(
        state, policy.parameters, pool.counts.copy(), True, 7, run, horizon, 0, LOOKS, named, asked
    )
    return asked[:told], named, told, state


@pytest.mark.parametrize("name", ["rmed1", "rucb"])
def test_where_the_metric_has_no_turn_it_is_the_policy_itself(pool, name):
    for run in range(3):
        plain = play(duel_policy(name), pool, run=run)
        mixed = play(duel_policy(f"{name}+both"), pool, no_turns(SYSTEMS), run=run)
        assert np.array_equal(plain[0], mixed[0])
        assert np.array_equal(plain[1], mixed[1])


def test_the_same_comparisons_as_a_slow_twin(pool):
    """The twin plays the policy's own functions in Python, and draws whose turn it is beside them."""
    base = duel_policy("rmed1")
    kept = np.array([True, True, False, True, True])
    share = np.full((SYSTEMS, SYSTEMS), 0.7)
    turns = MetricTurns(share, pool.counts, kept)
    asked, _, told, state = play(duel_policy("rmed1+both"), pool, turns)
    numbers = np.flatnonzero(kept)
    inner = base.new_state(pool.counts.sum(axis=2)[np.ix_(numbers, numbers)])
    base.begin(inner, base.parameters, 7, 0)
    counts, by_metric, expected = pool.counts.copy(), 0, []
    for question in range(1, told + 1):
        step = 0
        while True:
            number = question + (step << 40)
            a, b = base.ask(inner, base.parameters, 7, 0, number)
            assert a >= 0
            rng, u = draw(np.uint64(seed_rng(7, 0, number, 5)))
            i, j = numbers[a], numbers[b]
            if u >= share[i, j]:
                break
            base.tell(inner, base.parameters, a, b, draw_outcome(counts, i, j, True, np.uint64(rng)), 7, 0, number)
            by_metric, step = by_metric + 1, step + 1
        expected.append((i, j))
        outcome = draw_outcome(counts, i, j, True, np.uint64(seed_rng(7, 0, question, 2)))
        base.tell(inner, base.parameters, a, b, outcome, 7, 0, question)
    assert np.array_equal(asked, expected)
    assert np.array_equal(state.memory.inner.wins, inner.wins)
    # The last ask of all has not been asked in the twin: what the metric answered before it differs by that alone.
    assert 0 <= state.memory.marks.answered - by_metric <= 60
    assert state.plays.sum() == 2 * told  # people's judgments alone


def test_the_metric_answers_the_share_that_it_has(pool):
    share = np.full((SYSTEMS, SYSTEMS), 0.75)
    turns = MetricTurns(share, pool.counts, np.ones(SYSTEMS, dtype=bool))
    answered = told = 0
    for run in range(10):
        _, _, judgments, state = play(duel_policy("uniform+mix"), pool, turns, run=run)
        answered, told = answered + int(state.memory.marks.answered), told + judgments
    part = answered / (answered + told)
    assert abs(part - 0.75) < 5 * np.sqrt(0.75 * 0.25 / (answered + told))


def test_nobody_is_asked_about_an_eliminated_system_nor_is_it_named(pool):
    kept = np.array([False, True, False, True, False])
    turns = MetricTurns(np.zeros((SYSTEMS, SYSTEMS)), pool.counts, kept)
    asked, named, _, state = play(duel_policy("rucb+eliminate"), pool, turns)
    assert set(asked.ravel().tolist()) == {1, 3}
    assert set(named.tolist()) == {1}
    assert state.memory.inner.copeland.size == 2


def test_a_metric_that_answers_everything_ends_the_run(pool):
    always = MetricTurns(np.ones((SYSTEMS, SYSTEMS)), pool.counts, np.ones(SYSTEMS, dtype=bool))
    asked, _, told, state = play(duel_policy("uniform+mix"), pool, always)
    assert told == len(asked) == 0
    assert state.memory.marks.answered == MOST


def test_open_questions_count_within(pool):
    policy = duel_policy("rucb+eliminate")
    kept = np.array([True, False, True, False, True])
    state = policy.new_state(pool.counts.sum(axis=2), None, MetricTurns(*no_turns(SYSTEMS)[:2], kept))
    policy.begin(state, policy.parameters, 0, 0)
    state.open[0, 4] = state.open[4, 0] = 3
    policy.ask(state, policy.parameters, 0, 0, 1)
    assert state.memory.inner.open.tolist() == [[0, 0, 3], [0, 0, 0], [3, 0, 0]]


@pytest.mark.parametrize("name", ["certified", "certified-ranking", "certified-pool", "certified-rivals"])
def test_a_policy_that_certifies_lets_no_metric_decide(name):
    with pytest.raises(InputError, match="certificate would be wrong"):
        duel_policy(f"{name}+mix")


def test_an_unknown_use_is_named():
    with pytest.raises(InputError, match="eliminate, both"):
        duel_policy("rmed1+wish")


def test_it_goes_to_another_process():
    policy = duel_policy("rmed1+both")
    assert pickle.loads(pickle.dumps(policy)) is policy


# What the four ways come to.


def expectations(expected, first, second, *, systems=3, spread=None):
    expected = np.asarray(expected, dtype=float)
    answer = np.where(np.isnan(expected), np.nan, np.where(expected > 0.55, 1.0, np.where(expected < 0.45, 0.0, 0.5)))
    return Expectations(
        systems=systems,
        first=np.asarray(first),
        second=np.asarray(second),
        expected=expected,
        answer=answer,
        spread=np.full(len(expected), np.nan) if spread is None else np.asarray(spread, dtype=float),
    )


ROWS = expectations([0.9, 0.6, 0.5, 0.2, np.nan, 0.85, 0.1], [0, 1, 0, 0, 0, 2, 1], [1, 0, 1, 2, 2, 1, 2])


def test_random_mixing_answers_its_share_of_what_it_knows():
    turns = turns_of(ROWS, Mixing(metric="m", use="mix", share=0.5))
    assert turns.share[0, 1] == 0.5
    assert turns.share[0, 2] == turns.share[2, 0] == 0.25  # it says nothing about one of two
    assert turns.answers[0, 1].tolist() == [1, 1, 1]  # 0.6 was said for the second system
    assert turns.answers[1, 0].tolist() == [1, 1, 1]
    assert turns.answers[2, 1].tolist() == [2, 0, 0]
    assert turns.kept.all()


def test_it_answers_where_its_doubt_is_least_and_people_get_the_others():
    mixing = Mixing(metric="m", use="uncertainty", share=0.5)
    assert is_sure(ROWS, mixing).tolist() == [True, False, False, False, False, True, True]
    people = np.array([0.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0])
    mixed = mix_pool(ROWS, people, mixing)
    assert mixed.turns.share[0, 1] == pytest.approx(1 / 3)
    assert mixed.counts[0, 1].tolist() == [0, 1, 1]  # the first row is the metric's
    assert mixed.turns.share[1, 2] == 1.0
    assert mixed.counts[1, 2].sum() == 0
    assert mixed.counts[0, 2].tolist() == [1, 0, 1]


def test_a_text_that_stands_on_both_sides_is_a_tie_beyond_doubt():
    same = np.array([False, False, True, False, False, False, False])
    rows = replace(ROWS, same=same)
    assert ROWS.doubt("confidence")[2] == 0.5
    assert rows.doubt("confidence")[2] == 0.0
    np.testing.assert_array_equal(rows.doubt("confidence")[~same], ROWS.doubt("confidence")[~same])
    mixing = Mixing(metric="m", use="uncertainty", share=0.2)
    assert np.flatnonzero(is_sure(rows, mixing)).tolist() == [2], "people are not asked about it"


def test_no_more_than_the_wanted_share_is_answered_also_where_doubts_are_equal():
    assert threshold_of(np.full(10, 0.2), 0.8) == 0.2
    doubt = np.array([0.1, 0.2, 0.2, 0.2, 0.4, np.inf])
    assert np.sum(doubt < threshold_of(doubt, 0.4)) == 1
    assert np.sum(doubt < threshold_of(doubt, 0.8)) == 4
    assert threshold_of(doubt, 1.0) == np.inf
    assert not np.any(doubt < threshold_of(doubt, 0.0))


def test_the_doubt_of_an_ensemble_is_what_its_members_say():
    """BALD from mean and deviation against its definition over the members."""
    random = np.random.default_rng(3)
    members = np.clip(
        random.beta(4, 3, 300) + random.normal(0, 1, (20, 300)) * random.uniform(0.01, 0.1, 300), 0.02, 0.98
    )
    mean, spread = members.mean(axis=0), members.std(axis=0)

    def entropy(p):
        return -p * np.log(p) - (1 - p) * np.log(1 - p)

    exact = entropy(mean) - entropy(members).mean(axis=0)
    rows = expectations(mean, np.zeros(300, int), np.ones(300, int), systems=2, spread=spread)
    found = rows.doubt("bald")
    assert np.corrcoef(np.argsort(np.argsort(found)), np.argsort(np.argsort(exact)))[0, 1] > 0.99
    assert np.median(np.abs(found / exact - 1)) < 0.02
    assert np.array_equal(rows.doubt("std"), spread)


def test_doubt_of_an_ensemble_needs_one():
    with pytest.raises(InputError, match="'confidence'"):
        ROWS.doubt("bald")


def wins(matrix, spread=0.0, items=20):
    """Rows in which every item of a pair is expected alike."""
    k = len(matrix)
    first, second = (np.repeat(side, items) for side in np.triu_indices(k, 1))
    expected = np.array([matrix[i][j] for i, j in zip(first, second, strict=True)])
    return expectations(expected, first, second, systems=k, spread=np.full(len(first), spread))


LADDER = [[0.5 + 0.1 * (j - i) for j in range(6)] for i in range(6)]


def test_systems_that_the_metric_takes_for_bad_are_left_out():
    mixing = Mixing(metric="m", use="eliminate")
    assert kept_systems(wins(LADDER), mixing).tolist() == [True, True, False, False, False, False]
    assert kept_systems(wins(LADDER), replace(mixing, keep=0.6)).sum() == 3
    # With much doubt they all may be good: σ̂ = σ/√N.
    unsure = wins(LADDER, spread=4.0, items=4)
    assert kept_systems(unsure, mixing).all()
    assert not kept_systems(unsure, replace(mixing, reach=0.0)).all()


def test_two_systems_are_left_at_least_and_nothing_is_held_against_the_unknown():
    assert kept_systems(wins([[0.5, 0.9, 0.9], [0, 0.5, 0.9], [0, 0, 0.5]]), Mixing(metric="m", use="both")).sum() == 2
    unknown = wins(LADDER)
    unknown.expected[:] = np.nan
    assert kept_systems(unknown, Mixing(metric="m", use="both")).all()


def test_a_good_metric_saves_and_a_bad_one_names_the_wrong_winner_whatever_is_asked(pool):
    """The four ways in the simulator; a metric that lies plants the fault that the wrong-winner rate must show."""
    random = np.random.default_rng(0)
    first, second = (np.repeat(side, 200) for side in np.triu_indices(SYSTEMS, 1))
    share = pool.shares[first, second]
    kind = (random.random(len(first))[:, None] > share.cumsum(axis=1)).sum(axis=1).clip(0, 2)
    people = 1 - 0.5 * kind
    counts = np.zeros((SYSTEMS, SYSTEMS, 3), dtype=np.int64)
    np.add.at(counts, (first, second, kind), 1)
    past = Pool(systems=pool.systems, counts=counts + counts.transpose(1, 0, 2)[:, :, ::-1])
    right = np.where(random.random(len(first)) < 0.75, people, random.choice([0, 0.5, 1.0], len(first)))

    def played(answer, use, runs=40):
        expected = np.clip(0.5 + 0.35 * (answer - 0.5) + random.normal(0, 0.02, len(answer)), 0, 1)
        rows = Expectations(
            systems=SYSTEMS, first=first, second=second, expected=expected, answer=answer, spread=0 * expected
        )
        mixed = {use: mix_pool(rows, people, Mixing(metric="m", use=use))}
        found = replay({"data": replace(past, mixed=mixed)}, [f"rmed1+{use}"], runs=runs, horizon=1000)
        return found[0]

    alone = replay({"data": past}, ["rmed1"], runs=40, horizon=1000)[0]
    assert alone.by_metric.sum() == 0
    for use in ("mix", "both"):
        good, bad = played(right, use), played(1 - right, use)
        assert good.wrong_ends == 0.0
        assert good.complexity.judgments < alone.complexity.judgments
        assert bad.wrong_ends > 0.9
        assert (good.by_metric > 0).all()


def test_a_pool_that_is_not_mixed_is_refused(pool):
    with pytest.raises(InputError, match="mixed for 'both'"):
        replay({"data": pool}, ["rmed1+both"], runs=1, horizon=10)
