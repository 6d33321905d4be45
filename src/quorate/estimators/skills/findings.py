"""Ratings of contestants with what a reader must know about them: how unsure they are, and how far the order decided.

Idea:
    The games are played again in random orders. What a rating moves by between these is due to their order and says
    nothing about skill; a place in the ranking that changes hands is not settled.

Formula:
    Orders: standard deviation of a contestant's rating over the replays; range of its places in them; share of the
    replays in which two neighbours of the ranking stand the other way round.
    Elo has no deviation of its own: its interval comes from games drawn again with replacement, in random order.

Guarantee:
    None over looks. Converged (as published): the order of the ratings has not changed since everybody had 50 games.

Assumptions:
    See `methods`: games count as independent.

Reference:
    Zhou, Xu (2020), Learning to compare, for convergence; Efron (1979), Bootstrap methods.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import norm

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.estimators.estimate import Estimate, EstimateTable, Interval
from quorate.estimators.skills.games import Games
from quorate.estimators.skills.methods import SkillMethod, find_method
from quorate.records.codec import to_json
from quorate.results import Result
from quorate.version import __version__

SETTLED = 50  # games of every contestant since the order last changed
CLOSE = 1e-6  # two ratings no further apart are the same
DRAWN_AGAIN = 100  # replays of games drawn again, for methods without a deviation


@dataclass(frozen=True, kw_only=True)
class Rated:
    """One contestant.

    Attributes:
        contestant: Name.
        rating: Number, in the order the games were given.
        low: Lower end of its interval, by the method's model, or from games drawn again.
        high: Upper end.
        games: How many it played.
        moved: Standard deviation of its rating over orders of the games; 0 where the order cannot matter.
        best: Best place in any order that was tried.
        worst: Worst place.
    """

    contestant: str
    rating: float
    low: float
    high: float
    games: int
    moved: float
    best: int
    worst: int


@dataclass(frozen=True, kw_only=True, repr=False)
class SkillFindings(Result):
    """What a method says of contestants.

    Attributes:
        name: What the games are called.
        method: How they were rated.
        words: The method, for people.
        games: How many games.
        ties: How many of them were ties.
        level: Level of the intervals.
        contestants: Best first.
        turned: Share of the orders in which some two neighbours of the ranking stand the other way round.
        replays: How many orders were tried; 0 where the order cannot matter.
        since: Least number of games of anybody since the order of the ratings last changed; −1 where there is none.
        settings: What the method was set to.
        unplayed: Who has no game; they are not rated.
        understood: How the file was read.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
    """

    name: str
    method: str
    words: str
    games: int
    ties: int
    level: float
    contestants: tuple[Rated, ...]
    turned: float
    replays: int
    since: int
    settings: Mapping[str, float]
    unplayed: tuple[str, ...]
    understood: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str

    @property
    def is_settled(self) -> bool:
        """Whether the ratings have converged, as published."""
        return self.since >= SETTLED

    @property
    def headline(self) -> str:
        """Who is rated highest, and how far the order of the games decides."""
        return f"{self.name}, {self.games:,} games: {self.answer}"

    @property
    def answer(self) -> str:
        """Who is rated highest, and how sure that is."""
        if len(self.contestants) < 2:
            return "There are no games to rate contestants by."
        first, second = self.contestants[0], self.contestants[1]
        said = [
            f"{first.contestant} is rated highest, {first.rating:.0f}, before {second.contestant}, {second.rating:.0f}."
        ]
        if first.low <= second.high:
            said.append("Their intervals overlap.")
        if self.replays:
            others = self.contestants[0].worst > 1
            said.append(
                "In other orders of the same games another contestant stands first."
                if others
                else f"It stands first in all {self.replays} orders of the games that were tried."
            )
        return " ".join(said)

    @property
    def table(self) -> EstimateTable:
        """The ratings as estimates, best first."""
        return EstimateTable(
            estimator=self.method,
            quantity=f"skill rating, {self.words}",
            low=min((one.low for one in self.contestants), default=0.0),
            high=max((one.high for one in self.contestants), default=1.0),
            level=self.level,
            estimates=tuple(
                Estimate(
                    subject=(one.contestant,),
                    value=one.rating,
                    interval=Interval(low=one.low, high=one.high, method=self.method),
                    anytime=None,
                    judgments=one.games,
                    clusters=one.games,
                )
                for one in self.contestants
            ),
            assumptions=self.notes,
            notes=(),
            signature=self.signature,
        )

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON values."""
        data: dict[str, Any] = to_json(self)
        return data | {"answer": self.answer, "settled": self.is_settled}

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each contestant."""
        for place, one in enumerate(self.contestants, 1):
            yield {
                "rank": place,
                "contestant": one.contestant,
                "rating": one.rating,
                "low": one.low,
                "high": one.high,
                "level": self.level,
                "games": one.games,
                "moved_by_order": one.moved,
                "rank_best": one.best,
                "rank_worst": one.worst,
                "method": self.method,
                "signature": self.signature,
            }


def rate_games(
    games: Games,
    method: str = "glicko2",
    *,
    settings: Mapping[str, float] | None = None,
    replays: int = 20,
    level: float = 0.95,
    seed: int = 0,
    name: str = "games",
    step: Callable[[], None] = lambda: None,
) -> SkillFindings:
    """Rate contestants, and say how far the order of their games matters.

    Args:
        games: The games, in the order they were played.
        method: `glicko2`, `elo`, `openskill` or `bradley-terry`.
        settings: What to set otherwise than usual.
        replays: How many other orders to try.
        level: Level of the intervals.
        seed: What orders are drawn from.
        name: What the games are called.
        step: Called after each replay.

    Raises:
        InputError: There is no such method, or a setting is wrong, or nobody played.
    """
    way = find_method(method)
    filled = way.filled(settings or {})
    if not 0 < level < 1:
        raise InputError(f"The level lies between 0 and 1, not at {level}.")
    if replays < 0:
        raise InputError(f"The number of replays is 0 or more, not {replays}.")
    if len(games) == 0:
        raise InputError("There are no games: no two outputs were compared.")
    games, unplayed = _without_unplayed(games)
    found = way.rate(games, filled)
    random = np.random.default_rng(seed)
    orders = np.empty((0, len(games.contestants)))
    if way.has_order and replays:
        orders = _replayed(games, way, filled, [random.permutation(len(games)) for _ in range(replays)], step)
    deviation = found.deviation
    if not len(deviation):
        drawn = [random.integers(0, len(games), len(games)) for _ in range(DRAWN_AGAIN)]
        deviation = _replayed(games, way, filled, drawn, step).std(axis=0, ddof=1)
    reach = float(norm.ppf(0.5 + level / 2)) * deviation
    order = np.lexsort((np.arange(len(games.contestants)), -found.rating))
    places = _places(orders) if len(orders) else _places(found.rating[None, :])
    contestants = tuple(
        Rated(
            contestant=games.contestants[contestant],
            rating=float(found.rating[contestant]),
            low=float(found.rating[contestant] - reach[contestant]),
            high=float(found.rating[contestant] + reach[contestant]),
            games=int(games.played[contestant]),
            moved=float(orders[:, contestant].std()) if len(orders) > 1 else 0.0,
            best=int(places[:, contestant].min()),
            worst=int(places[:, contestant].max()),
        )
        for contestant in order.tolist()
    )
    pairs = orders[:, order]
    said = ", ".join(f"{key} {value:g}" for key, value in filled.items() if value >= 0)
    return SkillFindings(
        name=name,
        method=way.name,
        words=way.words,
        games=len(games),
        ties=int((games.outcome == 0.5).sum()),
        level=level,
        contestants=contestants,
        turned=float((np.diff(pairs, axis=1) > CLOSE).any(axis=1).mean()) if len(pairs) else 0.0,
        replays=len(orders),
        since=int(found.since.min()) if len(found.since) else -1,
        settings=filled,
        unplayed=unplayed,
        understood=(),
        notes=_notes(way, filled),
        signature=f"quorate {__version__} {way.name} ({said}) seed {seed}, {len(games):,} games",
    )


def _without_unplayed(games: Games) -> tuple[Games, tuple[str, ...]]:
    played = games.played > 0
    if played.all():
        return games, ()
    number = np.cumsum(played) - 1
    kept = tuple(name for name, is_in in zip(games.contestants, played, strict=True) if is_in)
    others = tuple(name for name, is_in in zip(games.contestants, played, strict=True) if not is_in)
    return replace(games, contestants=kept, first=number[games.first], second=number[games.second]), others


def _replayed(
    games: Games, way: SkillMethod, settings: Mapping[str, float], orders: list[Ints], step: Callable[[], None]
) -> Floats:
    """Replay × contestant: ratings."""
    found = []
    for rows in orders:
        found.append(way.rate(games.taken(rows), settings).rating)
        step()
    return np.stack(found)


def _places(ratings: Floats) -> Ints:
    """Replay × contestant: places, 1 for the best."""
    order = np.argsort(-ratings, axis=1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(1, ratings.shape[1] + 1)[None, :], axis=1)
    return places.astype(np.int64)


def _notes(way: SkillMethod, settings: Mapping[str, float]) -> tuple[str, ...]:
    said = ["One look, and games count as independent: for intervals that know annotators and items, quorate estimate."]
    if way.has_order:
        said.append("Later games weigh more than earlier ones: the same games in another order give other ratings.")
    if "tie_ratio" in settings:
        ratio = settings["tie_ratio"]
        said.append(
            f"A tie moves whoever is rated lower up by {ratio:g} of a win, and whoever is rated higher down by as much "
            "of a loss."
            if ratio >= 0
            else "A tie is half a win."
        )
    if way.name == "elo":
        said.append(
            f"Elo does not say how unsure it is: intervals come from {DRAWN_AGAIN} times the games drawn again."
        )
    return tuple(said)
