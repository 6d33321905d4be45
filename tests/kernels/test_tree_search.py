"""The tree search finds what is worth asking where that is plain, and over-asks where its cause says it does."""

import numpy as np
import pytest
from scipy.stats import binom

from quorate.kernels.rng import seed_rng
from quorate.kernels.tree_search import RETURN, WAIT, search

RIGHT = 0.8
TABLES = np.array([[RIGHT, 1.0 - RIGHT], [1.0 - RIGHT, RIGHT]])
TRANSITION = np.zeros((2, 2))
LIMIT = 1e-6  # chance that a right search fails


def move(chances, *, price, games, seed=0, waiting=None, second=0.0):
    """The first move about positions whose first label has these chances."""
    chances = np.array(chances)
    n = chances.size
    waiting = np.zeros(n, dtype=np.int64) if waiting is None else np.array(waiting)
    return search(
        np.uint64(seed_rng(seed, n, 0, 0)),
        games,
        0.25,
        False,
        False,
        np.flatnonzero(waiting == 0),
        np.log(np.stack([chances, 1.0 - chances], axis=1)),
        TRANSITION,
        np.zeros((n, 2)),
        np.zeros((n, 2)),
        waiting,
        waiting,
        5,
        TABLES,
        np.inf,
        np.array([1.0]),
        1,
        np.array([price, second, 1.0]),
    )


def test_a_doubtful_position_is_asked_about_and_a_sure_one_is_not():
    assert move([0.5, 0.999], price=0.01, games=4) == 0
    assert move([0.999, 0.5], price=0.01, games=4) == 1
    assert move([0.999, 0.999], price=0.05, games=200) == RETURN


@pytest.mark.parametrize("games", [3, 50, 300])
def test_what_costs_more_than_all_doubt_is_never_asked(games):
    assert move([0.6, 0.7], price=1.0, games=games) == RETURN


def test_it_waits_for_what_is_open_and_never_returns_before():
    for seed in range(20):
        assert move([0.9, 0.9], price=0.5, games=40, waiting=[1, 0], seed=seed) == WAIT


def test_the_same_stream_makes_the_same_move():
    assert len({move([0.6, 0.7, 0.8], price=0.02, games=60, seed=3) for _ in range(3)}) == 1


def asked(runs, **given):
    return sum(move([0.9], seed=seed, **given) == 0 for seed in range(runs))


def test_one_game_a_move_asks_as_often_as_the_drawn_answer_agrees():
    """The cause of asking too much: the gain of this answer is 0, yet an agreeing one is worth more than its price."""
    agreeing = 0.9 * RIGHT + 0.1 * (1.0 - RIGHT)
    surer = 0.9 * RIGHT / agreeing
    assert surer - 0.9 > 0.05
    assert max(0.9 * RIGHT, 0.1 * (1.0 - RIGHT)) + max(0.9 * (1.0 - RIGHT), 0.1 * RIGHT) == pytest.approx(0.9)
    runs = 2000
    found = asked(runs, price=0.05, games=2)
    assert binom.ppf(LIMIT / 2, runs, agreeing) <= found <= binom.isf(LIMIT / 2, runs, agreeing)


def test_at_a_price_above_what_an_agreeing_answer_is_worth_one_game_asks_nothing():
    assert asked(200, price=0.08, games=2) == 0


def test_a_pointless_question_has_the_credit_of_what_may_follow_until_there_are_many_games():
    def pointless(games):
        return sum(move([0.999] * 4 + [0.9], price=0.01, games=games, seed=seed) in range(4) for seed in range(40))

    assert pointless(6) == 0
    assert pointless(20) > 10
    assert pointless(400) < 5
