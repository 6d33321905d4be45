"""The methods that rate skill, behind one interface: games in their order become numbers of contestants.

Idea:
    Elo, Glicko-2 and openskill (Plackett–Luce by Weng and Lin) take games one after the other; Bradley–Terry takes them
    all at once, so that their order cannot matter.

Assumptions:
    One skill for each contestant, which does not change. Deviations are those of the method's model, not of sampling:
    games on one item or by one annotator are not told apart. For intervals that know this: `quorate estimate`.

Reference:
    Elo (1978); Glickman (2012); Weng, Lin (2011), A Bayesian approximation method for online ranking; Bradley, Terry
    (1952).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import log
from typing import Any

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.estimators.skills.games import Games
from quorate.kernels import plain_strengths, skills

CENTRE = skills.CENTRE
LOGISTIC = 400.0 / log(10.0)  # points of chess for one of the logistic scale
GAMES_EACH = 12  # of a contestant in a period, in the mean, as the reference of Glicko-2 advises
PRIOR = 0.1  # of Bradley–Terry, so that a contestant who won or lost everything has a place


@dataclass(frozen=True, kw_only=True)
class Skills:
    """What a method says.

    Attributes:
        rating: Of each contestant.
        deviation: How unsure each is by the method's own model; empty where it does not say.
        since: Games of each since the order of the ratings last changed; empty where games have no order.
    """

    rating: Floats
    deviation: Floats
    since: Ints


@dataclass(frozen=True, kw_only=True)
class SkillMethod:
    """A way to rate.

    Attributes:
        name: As it is asked for.
        words: What it is, for people.
        rate: Games → skills.
        settings: Usual values of what can be set.
        has_order: Whether the order of games matters.
    """

    name: str
    words: str
    rate: Callable[[Games, Mapping[str, float]], Skills]
    settings: Mapping[str, float] = field(default_factory=dict)
    has_order: bool = True

    def filled(self, given: Mapping[str, float]) -> dict[str, float]:
        """The usual settings with those given.

        Raises:
            InputError: One is unknown or out of range.
        """
        for name, value in given.items():
            if name not in self.settings:
                known = ", ".join(self.settings) or "none"
                raise InputError(f"{self.name} has no setting {name!r}. There are: {known}.")
            if name == "tie_ratio" and not (0 <= value <= 1 or value == skills.NO_RATIO):
                raise InputError(
                    f"The tie ratio lies between 0 and 1, not at {value:g}; without it a tie is half a win."
                )
            if name == "period" and not (value >= 0 and value == int(value)):
                raise InputError(
                    f"A period is a whole number of games, or 0 for twelve games a contestant; not {value:g}."
                )
            if name not in {"tie_ratio", "period"} and not value > 0:
                raise InputError(f"{name} is greater than 0, not {value:g}.")
        return {**self.settings, **given}


def _elo(games: Games, settings: Mapping[str, float]) -> Skills:
    contestants = skills.new_contestants(np.full(len(games.contestants), CENTRE), 0.0, 0.0)
    skills.play_elo(games.first, games.second, games.outcome, contestants, settings["step"])
    return Skills(rating=contestants.rating, deviation=np.empty(0), since=contestants.since)


def _glicko(games: Games, settings: Mapping[str, float]) -> Skills:
    contestants = skills.new_contestants(
        np.full(len(games.contestants), CENTRE), settings["deviation"], settings["volatility"]
    )
    period = int(settings["period"]) or GAMES_EACH * len(games.contestants) // 2
    how = skills.Glicko(period, settings["change"], settings["tie_ratio"])
    skills.play_glicko(games.first, games.second, games.outcome, contestants, how)
    return Skills(rating=contestants.rating, deviation=contestants.deviation, since=contestants.since)


def _openskill(games: Games, settings: Mapping[str, float]) -> Skills:
    model = _openskill_model(settings)
    rated: list[Any] = [model.rating(name=name) for name in games.contestants]
    contestants = skills.new_contestants(np.full(len(rated), settings["mean"]), 0.0, 0.0)
    for i, j, outcome in zip(games.first.tolist(), games.second.tolist(), games.outcome.tolist(), strict=True):
        (rated[i],), (rated[j],) = model.rate([[rated[i]], [rated[j]]], ranks=[1 - outcome, outcome])
        contestants.rating[i], contestants.rating[j] = rated[i].mu, rated[j].mu
        has_moved = skills.move_up_or_down(contestants, i)
        if skills.move_up_or_down(contestants, j) or has_moved:
            contestants.since[:] = 0
        contestants.since[[i, j]] += 1
    deviation = np.array([contestant.sigma for contestant in rated])
    return Skills(rating=contestants.rating, deviation=deviation, since=contestants.since)


def _openskill_model(settings: Mapping[str, float]) -> Any:  # noqa: ANN401 - a package without types here
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise InputError("openskill is not installed: pip install 'quorate[openskill]'.") from error
    return PlackettLuce(mu=settings["mean"], sigma=settings["deviation"])


def _bradley_terry(games: Games, settings: Mapping[str, float]) -> Skills:
    size = len(games.contestants)
    wins = np.zeros((size, size))
    np.add.at(wins, (games.first, games.second), games.outcome)
    np.add.at(wins, (games.second, games.first), 1.0 - games.outcome)
    found = plain_strengths.fit(wins, 0.0 if plain_strengths.is_connected(wins) else settings["prior"])
    deviation = np.sqrt(np.maximum(np.diagonal(found.covariance), 0.0))
    return Skills(
        rating=CENTRE + LOGISTIC * found.values, deviation=LOGISTIC * deviation, since=np.empty(0, dtype=np.int64)
    )


def _points(games: Games, settings: Mapping[str, float]) -> Skills:
    size = len(games.contestants)
    contestant = np.concatenate([games.first, games.second])
    outcome = np.concatenate([games.outcome, 1.0 - games.outcome])
    worth = np.where(outcome == 1, settings["win"], np.where(outcome == 0.5, settings["tie"], 0.0))
    count = np.maximum(np.bincount(contestant, minlength=size), 1)
    mean = np.bincount(contestant, weights=worth, minlength=size) / count
    moved = np.bincount(contestant, weights=(worth - mean[contestant]) ** 2, minlength=size)
    spread = (moved + settings["win"] ** 2 / 4) / count  # as if one game more had been half a win off
    return Skills(rating=mean, deviation=np.sqrt(spread / count), since=np.empty(0, dtype=np.int64))


METHODS: Mapping[str, SkillMethod] = {
    method.name: method
    for method in (
        SkillMethod(
            name="glicko2",
            words="Glicko-2",
            rate=_glicko,
            settings={
                "deviation": 350.0,
                "volatility": 0.06,
                "change": 0.5,
                "period": 0.0,
                "tie_ratio": skills.NO_RATIO,
            },
        ),
        SkillMethod(name="elo", words="Elo", rate=_elo, settings={"step": 4.0}),
        SkillMethod(
            name="openskill",
            words="Plackett–Luce by openskill",
            rate=_openskill,
            settings={"mean": 25.0, "deviation": 25.0 / 3.0},
        ),
        SkillMethod(
            name="bradley-terry",
            words="Bradley–Terry, all games at once",
            rate=_bradley_terry,
            settings={"prior": PRIOR},
            has_order=False,
        ),
        SkillMethod(
            name="points",
            words="points a game, 3 for a win and 1 for a tie",
            rate=_points,
            settings={"win": 3.0, "tie": 1.0},
            has_order=False,
        ),
    )
}


def find_method(name: str) -> SkillMethod:
    """A method by its name.

    Raises:
        InputError: There is none.
    """
    if name not in METHODS:
        raise InputError(f"There is no method {name!r}. Methods: {', '.join(METHODS)}.")
    return METHODS[name]
