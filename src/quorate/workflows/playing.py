"""A comparer plays the games that nobody judged: of systems, or of single outputs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np

from quorate.errors import InputError
from quorate.io.held import Source
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.arrays import Floats, Ints
    from quorate.estimators.skills.games import Games
    from quorate.workflows.comparer import TrainedComparer

AT_ONCE = 5_000  # games that are decided between two looks at the order


def play_games(
    comparer: "Source | TrainedComparer",
    outputs: Source | None,
    *,
    of: str = "systems",
    method: str = "glicko2",
    settings: Mapping[str, float] | None = None,
    plays: int | None = None,
    seed: int = 0,
) -> "tuple[Games, tuple[str, ...]]":
    """Games that a comparer decides, and what a reader should know about them.

    Args:
        comparer: The comparer, or the folder it was saved in.
        outputs: What plays.
        of: `systems` or `outputs`.
        method: How games will become ratings.
        settings: How the method is set.
        plays: The most games.
        seed: What games are drawn from.

    Raises:
        InputError: There are no outputs, or too few to play.
    """
    from quorate.estimators.skills import playing
    from quorate.workflows.comparer import output_rows, read_comparer
    from quorate.workflows.learning import outputs_of

    if outputs is None:
        raise InputError("A comparer plays outputs: name them (--outputs FILE).")
    if plays is not None and plays < 1:
        raise InputError(f"The number of plays is 1 or more, not {plays}.")
    is_held = hasattr(comparer, "saved")
    trained = cast("TrainedComparer", comparer) if is_held else read_comparer(Path(cast("str", comparer)))
    rows = output_rows(outputs)
    seen = outputs_of(rows)

    def decide(first: "Ints", second: "Ints") -> "Floats":
        return trained.compare(seen, first, second).outcome

    names = tuple(
        f"{rows.systems[system]} on {rows.items[item]}" for system, item in zip(rows.system, rows.item, strict=True)
    )
    if of == "systems":
        table = np.full((len(rows.systems), len(rows.items)), -1, dtype=np.int64)
        table[rows.system, rows.item] = np.arange(len(rows.item))
        most = plays or playing.SYSTEM_GAMES
        games = playing.play_systems(
            rows.systems, table, decide, method=method, settings=settings, most=most, batch=AT_ONCE, seed=seed
        )
    elif method == "points" and plays is None:
        games = playing.play_common(names, decide, seed=seed)
    else:
        games = playing.play_outputs(names, decide, plays=plays or playing.OUTPUT_GAMES, seed=seed)
    said = [f"{counted(len(games), 'game')} decided by a comparer ({trained.saved.signature}); nobody was asked."]
    known = int(trained.saved.knows(rows.texts).sum())
    if known:
        about = f"It learned from {known:,} of these {len(rows.texts):,} outputs"
        said.append(f"{about}: of those it is surer than of others.")
    return games, tuple(said)
