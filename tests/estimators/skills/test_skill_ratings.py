"""Skill ratings: published examples, other packages, what the order of games does, and what is refused."""

import evalica
import numpy as np
import pytest

from quorate import rate
from quorate.errors import InputError
from quorate.estimators.skills.findings import rate_games
from quorate.estimators.skills.games import Games
from quorate.estimators.skills.methods import LOGISTIC, METHODS
from quorate.kernels.skills import SCALE, Glicko, new_contestants, play_glicko


def make_games(count: int, strengths: np.ndarray, seed: int, ties: float = 0.2) -> Games:
    random = np.random.default_rng(seed)
    size = len(strengths)
    first = random.integers(0, size, count)
    second = (first + random.integers(1, size, count)) % size
    chance = 1 / (1 + np.exp(strengths[second] - strengths[first]))
    outcome = np.where(random.random(count) < ties, 0.5, (random.random(count) < chance).astype(float))
    return Games(contestants=tuple(f"m{number}" for number in range(size)), first=first, second=second, outcome=outcome)


def test_glicko_gives_the_worked_example_of_its_author() -> None:
    contestants = new_contestants(np.array([1500.0, 1400.0, 1550.0, 1700.0]), 200.0, 0.06)
    contestants.deviation[1:] = [30.0, 100.0, 300.0]
    outcome = np.array([1.0, 0.0, 0.0])
    play_glicko(np.zeros(3, dtype=np.int64), np.array([1, 2, 3]), outcome, contestants, Glicko(3, 0.5, -1.0))
    mu, phi = (contestants.rating[0] - 1500) / SCALE, contestants.deviation[0] / SCALE
    assert (round(mu, 4), round(phi, 4)) == (-0.2069, 0.8722)
    assert round(1500 + SCALE * round(mu, 4), 2) == 1464.06  # as printed: from the rounded number
    assert round(contestants.deviation[0], 2) == 151.52
    assert int(contestants.volatility[0] * 1e5) / 1e5 == 0.05999


def test_elo_is_that_of_another_package() -> None:
    games = make_games(3_000, np.linspace(1, -1, 7), seed=1)
    winner = [
        {1.0: evalica.Winner.X, 0.5: evalica.Winner.Draw, 0.0: evalica.Winner.Y}[value] for value in games.outcome
    ]
    names = games.contestants
    result = evalica.elo(
        [names[i] for i in games.first], [names[j] for j in games.second], winner, initial=1500.0, k=4.0
    )
    found = {one.contestant: one.rating for one in rate_games(games, "elo", replays=0).contestants}
    for name, value in result.scores.items():
        assert found[name] == pytest.approx(value, abs=1e-6)


def test_strengths_are_those_of_another_package() -> None:
    games = make_games(2_000, np.linspace(1, -1, 5), seed=2, ties=0.0)
    names = games.contestants
    winner = [evalica.Winner.X if value else evalica.Winner.Y for value in games.outcome]
    scores = evalica.bradley_terry(
        [names[i] for i in games.first], [names[j] for j in games.second], winner, tolerance=1e-12, limit=100_000
    ).scores
    theirs = np.log(np.array([scores[name] for name in names]))
    found = {one.contestant: one.rating for one in rate_games(games, "bradley-terry").contestants}
    ours = (np.array([found[name] for name in names]) - 1500) / LOGISTIC
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_better_players_are_rated_higher(method: str) -> None:
    games = make_games(1_500, np.array([1.5, 0.5, -0.5, -1.5]), seed=3)
    found = rate_games(games, method, replays=3, seed=4)
    assert [one.contestant for one in found.contestants] == ["m0", "m1", "m2", "m3"]
    assert all(one.low < one.rating < one.high for one in found.contestants)
    assert found.contestants[0].best == found.contestants[0].worst == 1


@pytest.mark.parametrize("method", METHODS)
def test_names_and_sides_do_not_matter(method: str) -> None:
    games = make_games(400, np.array([0.6, 0.0, -0.6]), seed=5)
    turned = Games(contestants=games.contestants, first=games.second, second=games.first, outcome=1 - games.outcome)
    one, other = (rate_games(each, method, replays=0) for each in (games, turned))
    assert [each.rating for each in one.contestants] == pytest.approx([each.rating for each in other.contestants])


def test_the_order_of_games_moves_ratings_but_not_strengths() -> None:
    games = make_games(900, np.linspace(0.4, -0.4, 5), seed=6)
    elo = rate_games(games, "elo", settings={"step": 32}, replays=10)
    assert max(one.moved for one in elo.contestants) > 10
    assert elo.turned > 0
    shuffled = games.taken(np.random.default_rng(7).permutation(len(games)))
    one, other = (rate_games(each, "bradley-terry") for each in (games, shuffled))
    assert [each.rating for each in one.contestants] == pytest.approx([each.rating for each in other.contestants])


def test_the_same_seed_gives_the_same_numbers() -> None:
    games = make_games(300, np.linspace(0.4, -0.4, 4), seed=8)
    assert rate_games(games, seed=9).to_json() == rate_games(games, seed=9).to_json()


def test_a_tie_by_ratio_moves_the_lower_rated_up_and_equals_not_at_all() -> None:
    tie = np.array([0.5])
    here = np.array([0]), np.array([1])
    contestants = new_contestants(np.array([1600.0, 1500.0]), 100.0, 0.06)
    play_glicko(*here, tie, contestants, Glicko(1, 0.5, 0.1))
    assert contestants.rating[0] < 1600
    assert contestants.rating[1] > 1500
    won = new_contestants(np.array([1600.0, 1500.0]), 100.0, 0.06)
    play_glicko(*here, np.array([0.0]), won, Glicko(1, 0.5, 0.1))
    assert contestants.rating[1] - 1500 == pytest.approx(0.1 * (won.rating[1] - 1500), rel=1e-3)
    equal = new_contestants(np.array([1500.0, 1500.0]), 100.0, 0.06)
    play_glicko(*here, tie, equal, Glicko(1, 0.5, 0.1))
    assert equal.rating.tolist() == [1500.0, 1500.0]


def test_games_since_the_order_changed_are_those_of_a_slow_count() -> None:
    games = make_games(200, np.linspace(1, -1, 4), seed=10)
    last, ratings = np.arange(4), np.full(4, 1500.0)
    since = np.zeros(4, dtype=int)
    for i, j, outcome in zip(games.first, games.second, games.outcome, strict=True):
        points = 4 * (outcome - 1 / (1 + 10 ** ((ratings[j] - ratings[i]) / 400)))
        ratings[i] += points
        ratings[j] -= points
        order = np.argsort(-ratings, kind="stable")
        if (order != last).any():
            since[:] = 0
        since[[i, j]] += 1
        last = order
    assert rate_games(games, "elo", replays=0).since == since.min()


def test_who_never_played_is_named_and_not_rated() -> None:
    games = make_games(50, np.zeros(2), seed=11)
    with_more = Games(
        contestants=("x", *games.contestants), first=games.first + 1, second=games.second + 1, outcome=games.outcome
    )
    found = rate_games(with_more, "elo", replays=2)
    assert found.unplayed == ("x",)
    assert {one.contestant for one in found.contestants} == {"m0", "m1"}


def test_outputs_may_play() -> None:
    rows = [{"item": n % 2, "system_a": "a", "system_b": "b", "outcome": "a"} for n in range(8)]
    found = rate(rows, of="outputs", method="bradley-terry")
    assert {one.contestant for one in found.contestants} == {"a on 0", "a on 1", "b on 0", "b on 1"}


def test_refusals_say_what_to_do() -> None:
    rows = [{"system_a": "a", "system_b": "b", "outcome": "a"}]
    with pytest.raises(InputError, match="There is no method 'chess'"):
        rate(rows, method="chess")
    with pytest.raises(InputError, match=r"elo has no setting 'tie_ratio'\. There are: step"):
        rate(rows, method="elo", settings={"tie_ratio": 0.1})
    with pytest.raises(InputError, match="between 0 and 1"):
        rate(rows, settings={"tie_ratio": 2})
    with pytest.raises(InputError, match="these votes name none"):
        rate(rows, of="outputs")
