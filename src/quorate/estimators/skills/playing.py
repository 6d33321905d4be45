"""Games that nobody has to judge: outputs play each other, and a comparer says who wins.

Idea:
    Two systems are drawn, an item that both have is drawn, and their outputs play; until the order of the ratings has
    not changed since every system had fifty games (as published), or games run out. Where single outputs are rated, any
    two of them play; or each plays the same fifty outputs, for three points a win and one a tie.

Guarantee:
    None: what is found holds for what the comparer says.

Reference:
    Zhou, Xu (2020), Learning to compare.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.estimators.skills.findings import SETTLED, rate_games
from quorate.estimators.skills.games import Games

BATCH = 500  # games between two looks at the order
AGAINST = 50  # outputs that every output plays
SYSTEM_GAMES = 50_000
OUTPUT_GAMES = 10_000

Decide: TypeAlias = Callable[[Ints, Ints], Floats]


def play_systems(
    systems: tuple[str, ...],
    rows: Ints,
    decide: Decide,
    *,
    method: str = "glicko2",
    settings: Mapping[str, float] | None = None,
    most: int = SYSTEM_GAMES,
    batch: int = BATCH,
    seed: int = 0,
) -> Games:
    """Let systems play on items that both have, until the order of their ratings has come to rest.

    Args:
        systems: Names.
        rows: System × item: the row of an output, −1 where there is none.
        decide: Rows of first and second outputs → 1 where the first wins, ½ for a tie, 0 where the second does.
        method: How games become ratings.
        settings: How the method is set.
        most: The most games.
        batch: Games between two looks at the order; they are decided at once.
        seed: What games are drawn from.

    Raises:
        InputError: No two systems have an item in common.
    """
    has = rows >= 0
    pairs = np.argwhere(np.triu(has.astype(np.int64) @ has.T.astype(np.int64), 1) > 0)
    if not len(pairs):
        raise InputError("No two systems have outputs for the same item: they cannot play each other.")
    shared = [np.flatnonzero(has[one] & has[other]) for one, other in pairs]
    random = np.random.default_rng(seed)
    empty = np.zeros(0, dtype=np.int64)
    games = Games(contestants=systems, first=empty, second=empty, outcome=np.zeros(0))
    while len(games) < most:
        drawn = random.integers(0, len(pairs), min(batch, most - len(games)))
        item = np.array([random.choice(shared[pair]) for pair in drawn.tolist()])
        turned = random.random(len(drawn)) < 0.5
        first, second = (pairs[drawn, np.where(turned, 1 - side, side)] for side in (0, 1))
        games = Games(
            contestants=systems,
            first=np.concatenate([games.first, first]),
            second=np.concatenate([games.second, second]),
            outcome=np.concatenate([games.outcome, decide(rows[first, item], rows[second, item])]),
        )
        if rate_games(games, method, settings=settings, replays=0).since >= SETTLED:
            break
    return games


def play_outputs(names: tuple[str, ...], decide: Decide, *, plays: int = OUTPUT_GAMES, seed: int = 0) -> Games:
    """Let single outputs play, any two of them.

    Args:
        names: What each output is called, in the order of rows.
        decide: As for systems.
        plays: How many games.
        seed: What games are drawn from.
    """
    _check(names)
    random = np.random.default_rng(seed)
    first = random.integers(0, len(names), plays)
    second = (first + random.integers(1, len(names), plays)) % len(names)
    return Games(contestants=names, first=first, second=second, outcome=decide(first, second))


def play_common(names: tuple[str, ...], decide: Decide, *, against: int = AGAINST, seed: int = 0) -> Games:
    """Let every output play the same others, drawn among them all.

    Args:
        names: What each output is called, in the order of rows.
        decide: As for systems.
        against: How many they all play.
        seed: What these are drawn from.
    """
    _check(names)
    count = min(against, len(names))
    common = np.sort(np.random.default_rng(seed).choice(len(names), count, replace=False))
    first, second = np.repeat(np.arange(len(names)), count), np.tile(common, len(names))
    kept = (first != second) & ~(np.isin(first, common) & (first > second))
    first, second = first[kept], second[kept]
    return Games(contestants=names, first=first, second=second, outcome=decide(first, second))


def _check(names: tuple[str, ...]) -> None:
    if len(names) < 2:
        raise InputError(f"A game takes two outputs, and there is {len(names)}.")
