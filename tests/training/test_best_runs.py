"""Picking the best of many runs."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.training import pick_best

INPUTS = [f"input {number}" for number in range(30)]


def noisy(_: object, first: list[str], second: list[str]) -> list[float]:
    return [
        0.5 if abs(float(a) - float(b)) < 0.3 else float(float(a) > float(b))
        for a, b in zip(first, second, strict=True)
    ]


def make_runs(seed: int) -> dict[str, list[str]]:
    random = np.random.default_rng(seed)
    return {f"run {n}": [f"{value:.6f}" for value in random.normal(n, 2.0, len(INPUTS))] for n in range(5)}


def test_the_run_whose_outputs_win_is_picked_and_ratings_come_to_rest() -> None:
    found = pick_best(make_runs(1), noisy, INPUTS, seed=2)
    assert found.best == "run 4"
    assert found.ratings.is_settled
    assert found.headline.endswith("games.")


def test_games_end_when_there_are_enough() -> None:
    same = dict.fromkeys(("a", "b", "c"), ["1"] * len(INPUTS))
    found = pick_best(same, noisy, INPUTS, most=700, replays=2)
    assert len(found.games) <= 700


def test_refusals_say_what_to_do() -> None:
    with pytest.raises(InputError, match="two runs or more, and there is 1"):
        pick_best({"a": ["1"]}, noisy, ["x"])
    with pytest.raises(InputError, match="'b' has 1 outputs for 2 inputs"):
        pick_best({"a": ["1", "2"], "b": ["1"]}, noisy, ["x", "y"])
