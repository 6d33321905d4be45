import pickle

import numpy as np
import pytest

from quorate.errors import InputError, UnknownError
from quorate.policies import duels
from quorate.simulation.complexity import checkpoints
from quorate.simulation.pools import Pool
from quorate.simulation.replay import chosen_policies, replay
from quorate.simulation.replayed import DONE, HORIZON, RAN_OUT

WIN = np.array([[0, 0.7, 0.7, 0.8], [0.2, 0, 0.5, 0.6], [0.2, 0.4, 0, 0.6], [0.1, 0.3, 0.3, 0]])
TIE = 1 - WIN - WIN.T


def pool(size=1000):
    return Pool.from_preferences(WIN, TIE, size=size, systems=("ada", "bob", "cyd", "dan"))


def assert_same(some, others):
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        assert (one.data, one.policy) == (other.data, other.policy)
        for part in ("recommended", "judgments", "ends", "last"):
            assert np.array_equal(getattr(one, part), getattr(other, part)), part


def play(n_jobs, backend="loky"):
    pools = {"large": pool(), "small": pool(10)}
    return replay(pools, ["uniform", "rmed1"], runs=25, horizon=300, n_jobs=n_jobs, backend=backend)


def test_the_number_of_processes_changes_nothing():
    alone = play(1)
    assert [(one.data, one.policy) for one in alone] == [
        ("large", "uniform"),
        ("large", "rmed1"),
        ("small", "uniform"),
        ("small", "rmed1"),
    ]
    assert alone[0].recommended.shape == (25, 300)
    assert_same(alone, play(2))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_changes_nothing():
    from distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as cluster, Client(cluster):
        assert_same(play(1), play(-1, "dask"))


def test_without_a_cluster_dask_is_refused_in_words():
    with pytest.raises(InputError, match="No cluster is connected"):
        replay({"a": pool()}, ["uniform"], runs=1, horizon=10, backend="dask")


def test_runs_are_those_of_the_compiled_loop_whatever_their_company():
    more = replay({"a": pool()}, ["rmed1"], runs=23, horizon=2500, seed=5)[0]
    fewer = replay({"b": pool(10), "a": pool()}, ["uniform", "rmed1"], runs=11, horizon=2500, seed=5)[3]
    assert np.array_equal(more.recommended[:11], fewer.recommended)
    looks = checkpoints(2500)
    answers = np.empty(len(looks), dtype=np.int64)
    counts = np.array(pool().counts)
    rmed1 = duels.duel_policy("rmed1")
    told, end, last = rmed1.play(
        rmed1.new_state(np.ones((4, 4))),
        rmed1.parameters,
        counts,
        True,
        5,
        17,
        2500,
        0,
        looks,
        answers,
        np.empty((0, 2), dtype=np.int64),
    )
    assert (more.judgments[17], more.ends[17], more.last[17]) == (told, end, last)
    assert np.array_equal(more.recommended[17], answers)
    assert replay({"a": pool()}, ["rmed1"], runs=3, horizon=200, seed=6)[0].recommended.tolist() != (
        more.recommended[:3, :200].tolist()
    )


def test_without_replacement_a_run_ends_where_a_pair_runs_out():
    (drawn,) = replay({"a": pool(20)}, ["uniform"], runs=20, horizon=1000, replace=False)
    assert (drawn.ends == RAN_OUT).all()
    assert drawn.ran_out == 20
    assert (drawn.judgments >= 20).all()
    assert (drawn.judgments < 120).all()  # six pairs of twenty
    for run in range(20):
        assert set(drawn.recommended[run, drawn.judgments[run] :]) == {drawn.last[run]}
    (again,) = replay({"a": pool(20)}, ["uniform"], runs=20, horizon=1000)
    assert (again.ends == HORIZON).all()
    assert (again.judgments == 1000).all()


def test_a_pool_of_past_judgments_is_not_used_up():
    past = pool(20)
    before = past.counts.copy()
    replay({"a": past}, ["uniform"], runs=5, horizon=200, replace=False)
    assert np.array_equal(past.counts, before)


def test_delay_reaches_the_policy():
    (now,) = replay({"a": pool()}, ["rmed1"], runs=10, horizon=200)
    (late,) = replay({"a": pool()}, ["rmed1"], runs=10, horizon=200, delay=20)
    assert late.delay == 20
    assert (late.judgments == 200).all()
    assert not np.array_equal(now.recommended, late.recommended)
    (drawn,) = replay({"a": pool(20)}, ["uniform"], runs=10, horizon=1000, delay=15, replace=False)
    assert drawn.ran_out == 10


def test_accuracy_and_complexity_of_an_easy_pool():
    easy, even = replay({"a": pool()}, ["rmed1", "uniform"], runs=60, horizon=1500)
    assert easy.accuracy[-1] == 1.0
    assert easy.accuracy_at(10**6) == 1.0
    assert easy.accuracy_at(30) == easy.accuracy[29]
    assert easy.complexity.judgments < even.complexity.judgments < 1500
    assert easy.complexity.recommender.startswith("The Copeland winner of the counts")
    row = easy.row((100,))
    assert row["annotation_complexity"] == easy.complexity.judgments
    assert row["accuracy_100"] == pytest.approx(easy.accuracy_at(100), abs=1e-4)
    assert even.row()["mean_stop"] is even.row()["wrong_stops"] is None
    assert easy.seconds > 0


def test_policies_that_stop_say_when_and_whether_they_were_right():
    clear = Pool.from_preferences([[0, 0.95], [0.05, 0]])
    (done,) = replay({"a": clear}, ["knockout"], runs=30, horizon=5000)
    assert (done.ends == DONE).all()
    assert done.stopped == 30
    assert done.mean_stop == done.judgments.mean() < 5000
    assert done.wrong_stops == 0
    assert done.complexity.judgments <= done.judgments.max()


def test_without_a_winner_the_systems_that_beat_the_most_are_right():
    cycle = Pool.from_preferences([[0, 0.6, 0.4], [0.4, 0, 0.6], [0.6, 0.4, 0]])
    (done,) = replay({"a": cycle}, ["uniform"], runs=5, horizon=50)
    assert done.best.all()
    assert (done.accuracy == 1).all()


def test_horizon_and_parameters_may_differ():
    def horizon(policy, data):  # noqa: ARG001
        return 100 if policy == "rmed1" else 50

    def parameters(policy, data):
        return (
            duels.duel_policy(policy).parameters._replace(opponent=1.0) if policy == "rmed1" and data == "a" else None
        )

    done = replay({"a": pool()}, ["uniform", "rmed1"], runs=2, horizon=horizon, parameters=parameters)
    assert [one.horizon for one in done] == [50, 100]
    assert [one.parameters for one in done] == [(), (0.3, 1.01, 1.0)]


def test_progress_counts_runs():
    seen = []
    replay({"a": pool()}, ["uniform", "rmed1"], runs=25, horizon=20, progress=seen.append)
    assert seen[-1] == 50
    assert seen == sorted(seen)


def test_policies_come_in_the_order_of_the_published_table():
    names = list(duels.DUELS)
    assert names[0] == "uniform"
    published = ["uniform", "if", "btm", "seq-elim", "pl", "knockout", "single-elim", "rucb", "rcs", "rmed1"]
    published += ["savage", "ccb", "dts", "dts++"]
    assert [name for name in names if name in published] == [name for name in published if name in names]
    assert names.index("rmed1") < names.index("certified")


def test_every_policy_can_be_played_and_goes_to_other_processes():
    for name in duels.DUELS:
        policy = duels.duel_policy(name)
        assert policy.name == name
        assert policy.revision >= 1
        assert pickle.loads(pickle.dumps(policy)) is policy
    done = replay({"a": pool(200)}, "all", runs=1, horizon=60, replace=False)
    assert {one.policy for one in done} == set(duels.DUELS) - {"certified-ranking"}
    assert all((one.judgments <= 60).all() for one in done)


def test_policies_of_finite_pools_need_draws_without_replacement():
    assert "certified-pool" not in [one.name for one in chosen_policies("all", replace=True)]
    assert "certified-pool" in [one.name for one in chosen_policies("all", replace=False)]
    with pytest.raises(InputError, match="made for finite pools"):
        chosen_policies(["certified-pool"], replace=True)
    with pytest.raises(UnknownError, match=r"No policy is called 'nobody'\. Policies: uniform"):
        chosen_policies(["nobody"], replace=True)


@pytest.mark.parametrize("wrong", [{"runs": 0}, {"delay": -1}, {"error": 0.0}, {"horizon": 0}])
def test_numbers_out_of_range_are_refused(wrong):
    with pytest.raises(InputError):
        replay({"a": pool()}, ["uniform"], **wrong)
    with pytest.raises(InputError, match="nothing to replay"):
        replay({}, ["uniform"])
