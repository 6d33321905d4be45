"""Which of many runs is best: all play against each other by a comparer, and the highest rated is taken.

Idea:
    Two runs are drawn, an input is drawn, the comparer says whose output is better, and both ratings move; until the
    order of the ratings has not changed since every run had fifty games (as published), or games run out.

Guarantee:
    None: ratings have deviations, and a run that is rated highest need not be best. How far the order of games decided
    is said beside. For a claim that holds: a study whose annotator is the comparer.

Reference:
    Zhou, Xu (2020), Learning to compare.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.estimators.skills.findings import SkillFindings, rate_games
from quorate.estimators.skills.games import Games
from quorate.estimators.skills.playing import BATCH, play_systems
from quorate.metrics.comparer import Comparer
from quorate.results import Result
from quorate.training.compared import Compare, compare_texts, knows_all

AT_ONCE = 5_000  # games that a comparer, which sees all texts each time, decides at once


@dataclass(frozen=True, kw_only=True, repr=False)
class PickedRun(Result):
    """The best run, with the ratings of all.

    Attributes:
        best: Its name.
        ratings: Ratings of all runs.
        games: The games that were played.
    """

    best: str
    ratings: SkillFindings
    games: Games

    @property
    def headline(self) -> str:
        """Which run is rated highest, and whether ratings came to rest."""
        rest = "came to rest" if self.ratings.is_settled else "had not come to rest"
        return f"{self.ratings.answer} Ratings {rest} after {len(self.games):,} games."

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each run, best first."""
        return self.ratings.to_rows()

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {"best": self.best} | self.ratings.to_json()


def pick_best(
    runs: Mapping[str, Sequence[str]],
    comparer: Comparer | Compare,
    inputs: Sequence[str],
    *,
    method: str = "glicko2",
    settings: Mapping[str, float] | None = None,
    most: int = 50_000,
    replays: int = 20,
    seed: int = 0,
    name: str = "runs",
) -> PickedRun:
    """Play all runs against each other and take the highest rated.

    Args:
        runs: Name of a run → its outputs, one for each input.
        comparer: A comparer, or a function of inputs, first texts and second texts that gives 1, ½ or 0 for each pair.
        inputs: What the outputs answer.
        method: How games become ratings.
        settings: What to set otherwise than usual, such as `{"tie_ratio": 0.1}`.
        most: The most games.
        replays: How many other orders of the games to try.
        seed: What games are drawn from.
        name: What the runs are called together.

    Raises:
        InputError: There are fewer than two runs, or one has not an output for each input.

    Example:
        >>> longer = lambda inputs, first, second: [float(len(a) > len(b)) for a, b in zip(first, second)]
        >>> pick_best({"one": ["a", "b"], "two": ["aa", "bb"]}, longer, ["x", "y"]).best
        'two'
    """
    if len(runs) < 2:
        raise InputError(f"Picking takes two runs or more, and there is {len(runs)}.")
    for called, said in runs.items():
        if len(said) != len(inputs):
            raise InputError(f"Run {called!r} has {len(said):,} outputs for {len(inputs):,} inputs. Give one for each.")
    names = tuple(runs)
    texts = [text for called in names for text in runs[called]]
    rows = np.arange(len(texts)).reshape(len(names), len(inputs))

    asked = list(inputs) * len(names)

    def decide(first: Ints, second: Ints) -> Floats:
        return compare_texts(comparer, asked, texts, first, second)

    batch = AT_ONCE if knows_all(comparer) else BATCH
    games = play_systems(names, rows, decide, method=method, settings=settings, most=most, batch=batch, seed=seed)
    ratings = rate_games(games, method, settings=settings, replays=replays, seed=seed, name=name)
    return PickedRun(best=ratings.contestants[0].contestant, ratings=ratings, games=games)
