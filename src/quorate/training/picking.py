"""Which of many runs is best: all play against each other by a comparer, and the highest rated is taken.

Idea:
    Two runs are drawn, an input is drawn, the comparer says whose output is better, and both ratings move; until the
    order of the ratings has not changed since every run had fifty games (as published), or games run out. Or certified:
    the policy that people's studies go by draws the pairs, and ends when one run certainly loses to nobody by more than
    a margin (see `quorate.training.certified`).

Guarantee:
    Of ratings none: they have deviations, and a run that is rated highest need not be best. How far the order of games
    decided is said beside. Certified: the claim holds on these inputs for what the comparer says, with its error.

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
from quorate.estimators.skills.playing import BATCH, Decide, play_systems
from quorate.metrics.comparer import Comparer
from quorate.results import Result
from quorate.training.certified import play_certified
from quorate.training.compared import Compare, compare_texts, knows_all
from quorate.wording.certificates import Certificate

AT_ONCE = 5_000  # games that a comparer, which sees all texts each time, decides at once


@dataclass(frozen=True, kw_only=True, repr=False)
class PickedRun(Result):
    """The best run, with the ratings of all.

    Attributes:
        best: Its name.
        ratings: Ratings of all runs.
        games: The games that were played.
        certificate: What is certain about the best one; `None` where nothing is.
    """

    best: str
    ratings: SkillFindings
    games: Games
    certificate: Certificate | None = None

    @property
    def headline(self) -> str:
        """Which run is best for certain, or rated highest, and whether ratings came to rest."""
        if self.certificate is not None:
            return f"{self.certificate.words} That is what the comparer says, after {len(self.games):,} games."
        rest = "came to rest" if self.ratings.is_settled else "had not come to rest"
        return f"{self.ratings.answer} Ratings {rest} after {len(self.games):,} games."

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each run, best first."""
        return self.ratings.to_rows()

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        claim = None if self.certificate is None else self.certificate.to_json()
        return {"best": self.best, "certificate": claim} | self.ratings.to_json()


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
    certified: bool = False,
    margin: float = 5.0,
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
        certified: Whether the certified policy chooses the games, and ends when one run is certainly near best.
        margin: Certified: how many points are too few to matter.

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

    certificate = None
    if certified:
        if not 0 < margin < 50:
            raise InputError(f"The margin lies between 0 and 50 points, not at {margin:g}.")
        told = _table(decide, len(names), len(inputs)) if knows_all(comparer) else decide
        games, certificate = play_certified(
            names, [runs[called] for called in names], told, margin=margin / 100, most=most, seed=seed
        )
    else:
        batch = AT_ONCE if knows_all(comparer) else BATCH
        games = play_systems(names, rows, decide, method=method, settings=settings, most=most, batch=batch, seed=seed)
    ratings = rate_games(games, method, settings=settings, replays=replays, seed=seed, name=name)
    best = ratings.contestants[0].contestant if certificate is None else certificate.subject[0]
    return PickedRun(best=best, ratings=ratings, games=games, certificate=certificate)


def _table(decide: Decide, runs: int, inputs: int) -> Decide:
    """What a comparer says of all pairs of runs on an input, asked at once when the input first comes up."""
    known: dict[int, Floats] = {}
    one, other = (side.ravel() for side in np.meshgrid(np.arange(runs), np.arange(runs), indexing="ij"))

    def look_up(first: Ints, second: Ints) -> Floats:
        place = int(first[0]) % inputs
        if place not in known:
            many = np.arange(place, min(place + AT_ONCE // runs**2 + 1, inputs))
            said = decide(
                (one[None] * inputs + many[:, None]).ravel(), (other[None] * inputs + many[:, None]).ravel()
            ).reshape(len(many), runs, runs)
            known.update(zip(many.tolist(), said, strict=True))
        return known[place][first // inputs, second // inputs]

    return look_up
