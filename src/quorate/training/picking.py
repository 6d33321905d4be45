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

from quorate.errors import InputError
from quorate.estimators.skills.findings import SETTLED, SkillFindings, rate_games
from quorate.estimators.skills.games import Games
from quorate.metrics.comparer import Comparer
from quorate.results import Result
from quorate.training.compared import Compare, compare_texts

BATCH = 500  # games between two looks at the order


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
    texts: list[Sequence[str]] = [runs[called] for called in names]
    random = np.random.default_rng(seed)
    empty = np.zeros(0, dtype=np.int64)
    games = Games(contestants=names, first=empty, second=empty, outcome=np.zeros(0))
    while len(games) < most:
        count = min(BATCH, most - len(games))
        first = random.integers(0, len(names), count)
        second = (first + random.integers(1, len(names), count)) % len(names)
        item = random.integers(0, len(inputs), count)
        outcome = compare_texts(
            comparer,
            [inputs[place] for place in item],
            [texts[run][place] for run, place in zip(first, item, strict=True)],
            [texts[run][place] for run, place in zip(second, item, strict=True)],
        )
        games = Games(
            contestants=names,
            first=np.concatenate([games.first, first]),
            second=np.concatenate([games.second, second]),
            outcome=np.concatenate([games.outcome, outcome]),
        )
        if rate_games(games, method, settings=settings, replays=0).since >= SETTLED:
            break
    ratings = rate_games(games, method, settings=settings, replays=replays, seed=seed, name=name)
    return PickedRun(best=ratings.contestants[0].contestant, ratings=ratings, games=games)
