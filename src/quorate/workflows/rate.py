"""How skilled is each contestant? Ratings from votes, from a study, or from a comparer that plays the games."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from quorate.errors import InputError
from quorate.io.held import Source, columns_held, is_path
from quorate.wording.phrases import counted
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.estimators.skills.findings import SkillFindings
    from quorate.estimators.skills.games import Games
    from quorate.study import Study
    from quorate.workflows.comparer import TrainedComparer


def rate(
    source: "Source | Study | TrainedComparer",
    *,
    outputs: Source | None = None,
    plays: int | None = None,
    method: str = "glicko2",
    of: Literal["systems", "outputs"] = "systems",
    settings: Mapping[str, float] | None = None,
    replays: int = 20,
    columns: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
    level: float = 0.95,
    seed: int = 0,
    name: str = "",
    counting: Counting = quietly,
) -> "SkillFindings":
    """Rate contestants by their games, and say how far the order of the games decides.

    Args:
        source: Votes: a file, a list of dicts, a dict of columns, or a frame; a study of comparisons; or a comparer, or
            the folder it was saved in, which plays the games itself.
        outputs: What a comparer lets play: systems on the items that they share, until the order has come to rest; or
            any two outputs, for `points` every output against the same 50.
        plays: By a comparer: the most games; 50,000 of systems and 10,000 of outputs where nothing is said.
        method: `glicko2`, `elo`, `openskill`, `bradley-terry`, or `points` (3 for a win, 1 for a tie, in the mean).
        of: Who plays: systems, or single outputs.
        settings: What to set otherwise than usual, such as `{"tie_ratio": 0.1}`.
        replays: How many other orders of the games to try.
        columns: Role → column where the guess would be wrong.
        answers: What values of the outcome mean: left, right or tie.
        level: Level of the intervals.
        seed: What orders are drawn from.
        name: What the games are called; the file's name without it.
        counting: Shows progress.

    Raises:
        InputError: The source holds no comparisons, or an argument is wrong.

    Example:
        >>> votes = [{"model_a": "m1", "model_b": "m2", "winner": "model_a"} for _ in range(60)]
        >>> rate(votes, method="elo").contestants[0].contestant
        'm1'
    """
    from quorate.estimators.skills.findings import rate_games
    from quorate.estimators.skills.methods import find_method
    from quorate.study import Study

    find_method(method).filled(settings or {})
    if isinstance(source, Study):
        games, understood = _of_study(source)
    elif _is_comparer(source):
        from quorate.workflows.playing import play_games

        games, understood = play_games(source, outputs, of=of, method=method, settings=settings, plays=plays, seed=seed)
    elif outputs is not None or plays is not None:
        raise InputError(
            "Outputs are played by a comparer: give one, or the folder it was saved in, in place of votes."
        )
    else:
        games, understood = _of_votes(source, of, columns, answers)
    called = name or (source.name if isinstance(source, Study) else _called(source))
    with counting("Other orders", replays) as progress:
        done = 0

        def step() -> None:
            nonlocal done
            done += 1
            progress(min(done, replays))

        found = rate_games(
            games, method, settings=settings, replays=replays, level=level, seed=seed, name=called, step=step
        )
    return replace(found, understood=understood)


def _called(source: "Source | TrainedComparer") -> str:
    if hasattr(source, "saved"):
        return "games by a comparer"
    return Path(str(source)).name if is_path(source) else "votes"


def _is_comparer(source: "Source | TrainedComparer") -> bool:
    return hasattr(source, "saved") or (is_path(source) and (Path(str(source)) / "comparer.json").is_file())


def _of_votes(
    source: Source, of: str, columns: Mapping[str, str] | None, answers: Mapping[str, str] | None
) -> "tuple[Games, tuple[str, ...]]":
    from quorate.estimators.skills.games import games_of
    from quorate.io.votes import read_votes

    votes = read_votes(source if is_path(source) else columns_held(source), columns, answers)
    return games_of(votes.judgments, of), (*votes.understood, *votes.warnings)


def _of_study(study: "Study") -> "tuple[Games, tuple[str, ...]]":
    """The answers of a study in the order they were asked, copies of a question each for itself."""
    from quorate.data.from_history import Evidence
    from quorate.estimators.skills.games import Games

    evidence = Evidence(study.design, study.index, study.history)
    if evidence.kind.family != "pair":
        raise InputError(f"Skill ratings take comparisons; {study.name} asks for something else.")
    judgments = evidence.judgments
    games = Games(
        contestants=evidence.names, first=judgments.first, second=judgments.second, outcome=judgments.values[:, 0]
    )
    return games, (f"{counted(len(games), 'answer')} of the study, in the order they were asked.",)
