"""Who is better, by votes that somebody has already."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from quorate.errors import InputError
from quorate.estimators.vote_findings import VoteFindings
from quorate.estimators.votes import estimate_votes
from quorate.io.votes import read_votes


def estimate(
    source: Any,  # noqa: ANN401 - whatever holds votes
    *,
    columns: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
    cluster: Sequence[str] = (),
    without: Sequence[str] = (),
    level: float = 0.95,
    name: str = "",
) -> VoteFindings:
    """Rank systems by votes, rankings or score sheets.

    Args:
        source: A file, a list of dicts, a dict of columns, or a frame of pandas, Polars or Arrow.
        columns: Role → column where the guess would be wrong, such as `{"system_a": "left"}`.
        answers: What values of the outcome mean: left, right or tie.
        cluster: What is not independent: annotator, item, sheet; all that is known without it, `vote` for nothing.
        without: Systems to leave out.
        level: Level of the intervals.
        name: What the votes are called; the file's name without it.

    Raises:
        InputError: The votes cannot be read, or an argument is wrong; says where and what to do.

    Example:
        >>> votes = [{"model_a": "m1", "model_b": "m2", "winner": "model_a", "judge": str(n)} for n in range(20)]
        >>> estimate(votes).answer
        'm1 is better than m2.'
    """
    import numpy as np

    from quorate.data.from_table import select_rows

    if not 0 < level < 1:
        raise InputError(f"The level lies between 0 and 1, not at {level}.")
    votes = read_votes(source, columns, answers)
    judgments = votes.judgments
    for system in without:
        if system not in judgments.systems:
            raise InputError(f"There is no system {system!r}. Systems: {', '.join(judgments.systems)}.")
    if without:
        left_out = [number for number, system in enumerate(judgments.systems) if system in without]
        kept = ~(np.isin(judgments.first, left_out) | np.isin(judgments.second, left_out))
        numbers = {old: new for new, old in enumerate(n for n in range(len(judgments.systems)) if n not in left_out)}
        renumber = np.array([numbers.get(old, -1) for old in range(len(judgments.systems))])
        judgments = select_rows(judgments, kept)
        judgments = replace(
            judgments,
            systems=tuple(judgments.systems[old] for old in numbers),
            first=renumber[judgments.first],
            second=renumber[judgments.second],
        )
    called = name or (Path(source).name if isinstance(source, str | Path) else "votes")
    findings = estimate_votes(judgments, level=level, cluster=tuple(cluster), name=called)
    return replace(findings, understood=votes.understood, warnings=(*votes.warnings, *findings.warnings))
