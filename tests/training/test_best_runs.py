"""Picking the best of many runs."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.comparer import Chances, Outputs
from quorate.training import pick_best

INPUTS = [f"input {number}" for number in range(30)]


def noisy(_: object, first: list[str], second: list[str]) -> list[float]:
    return [
        0.5 if abs(float(a) - float(b)) < 0.3 else float(float(a) > float(b))
        for a, b in zip(first, second, strict=True)
    ]


def make_runs(seed: int, count: int = len(INPUTS)) -> dict[str, list[str]]:
    random = np.random.default_rng(seed)
    return {f"run {n}": [f"{value:.6f}" for value in random.normal(n, 2.0, count)] for n in range(5)}


def test_the_run_whose_outputs_win_is_picked_and_ratings_come_to_rest() -> None:
    found = pick_best(make_runs(1), noisy, INPUTS, seed=2)
    assert found.best == "run 4"
    assert found.ratings.is_settled
    assert found.headline.endswith("games.")


class Knowing:
    """A comparer that notes how many texts it sees; the greater wins."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def compare(self, outputs: Outputs, first: np.ndarray, second: np.ndarray) -> Chances:
        self.seen.add(len(outputs.item))
        said = np.array([float(text or 0) for text in outputs.texts.outputs])
        win = (said[first] > said[second]).astype(float)
        return Chances(win=win, tie=np.zeros(len(win)), loss=1 - win, draws=win[None])


def test_a_comparer_sees_the_texts_of_all_runs_at_once() -> None:
    comparer = Knowing()
    assert pick_best(make_runs(1), comparer, INPUTS, seed=2).best == "run 4"
    assert comparer.seen == {5 * len(INPUTS)}


@pytest.mark.parametrize("comparer", [noisy, Knowing()])
def test_the_certified_policy_plays_what_decides_and_says_for_certain(comparer: object) -> None:
    inputs = [f"input {number}" for number in range(150)]
    found = pick_best(make_runs(1, 150), comparer, inputs, seed=2, certified=True, margin=10)
    assert found.best == "run 4"
    assert found.certificate is not None
    assert found.certificate.words in found.headline
    assert found.to_json()["certificate"]
    about_the_best = ((found.games.first == 4) | (found.games.second == 4)).mean()
    assert about_the_best > 0.45  # of random games two in five
    assert pick_best(make_runs(1), comparer, INPUTS, seed=2, certified=True, most=12).certificate is None


def test_games_end_when_there_are_enough() -> None:
    same = dict.fromkeys(("a", "b", "c"), ["1"] * len(INPUTS))
    found = pick_best(same, noisy, INPUTS, most=700, replays=2)
    assert len(found.games) <= 700


def test_refusals_say_what_to_do() -> None:
    with pytest.raises(InputError, match="between 0 and 50 points"):
        pick_best(make_runs(1), noisy, INPUTS, certified=True, margin=60)
    with pytest.raises(InputError, match="two runs or more, and there is 1"):
        pick_best({"a": ["1"]}, noisy, ["x"])
    with pytest.raises(InputError, match="'b' has 1 outputs for 2 inputs"):
        pick_best({"a": ["1", "2"], "b": ["1"]}, noisy, ["x", "y"])
