"""Who is better, by a study, or by votes or ratings that somebody has already."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from quorate.errors import InputError
from quorate.estimators.vote_findings import VoteFindings
from quorate.estimators.votes import estimate_votes
from quorate.io.held import Source, columns_held, is_path
from quorate.io.votes import are_votes, read_votes
from quorate.workflows.ratings import RatingOptions, estimate_ratings

if TYPE_CHECKING:
    from quorate.estimators.findings import Findings
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.several import RatingFindings
    from quorate.study import Study

LEVEL = 0.95


def estimate(
    source: "Source | Study",
    *,
    columns: Mapping[str, str | Collection[str]] | None = None,
    answers: Mapping[str, str] | None = None,
    cluster: Sequence[str] | str = (),
    without: Sequence[str] = (),
    level: float = LEVEL,
    name: str = "",
    compare: bool = False,
    **ratings: Unpack[RatingOptions],
) -> "VoteFindings | RatingFindings | RanksOnly | Findings":
    """Say who is better, by votes, rankings or score sheets, by ratings, or by a study.

    Args:
        source: A file, a list of dicts, a dict of columns, or a frame of pandas, Polars or Arrow; of ratings a folder
            too; or a study, beside which only `by` may be said.
        columns: Role → column where the guess would be wrong, such as `{"system_a": "left"}`.
        answers: Votes: what values of the outcome mean: left, right or tie.
        cluster: What is not independent. Votes: annotator, item, sheet; all that is known without it, `vote` for
            nothing. Ratings: item, document or annotator.
        without: Systems to leave out.
        level: Level of the intervals.
        name: What the votes or ratings are called; the file's name without it.
        compare: Compare the scores on each sheet with each other, as votes, instead of means.
        ratings: What else `estimate_ratings` takes: metrics, criteria, by, scale, scope, estimators, interval, past,
            selection.

    Raises:
        InputError: The source cannot be read, or an argument is wrong; says where and what to do.

    Example:
        >>> votes = [{"model_a": "m1", "model_b": "m2", "winner": "model_a", "judge": str(n)} for n in range(20)]
        >>> estimate(votes).answer
        'm1 is better than m2.'
        >>> ratings = [{"item": n, "model": m, "rating": 3 + k + n % 2} for n in range(9) for k, m in enumerate("ab")]
        >>> estimate(ratings, scale=(1, 5)).answer
        'b has the highest score, 4.44, and is better than every other.'
    """
    if hasattr(type(source), "findings"):  # a study; importing its class takes longer than reading most files
        return _of_study(
            source,
            {"columns": columns, "answers": answers, "cluster": cluster, "without": without, "name": name}
            | {"compare": compare or None, "level": None if level == LEVEL else level},
            ratings,
        )
    pieces = (cluster,) if isinstance(cluster, str) and cluster else tuple(cluster)
    held = source if is_path(source) else columns_held(source)
    each = {role: (one,) if isinstance(one, str) else tuple(one) for role, one in (columns or {}).items()}
    votes_columns = {role: named[0] for role, named in each.items() if len(named) == 1}
    said = [option for option, given in ratings.items() if _is_said(given)]
    if not (compare or are_votes(held, votes_columns)) and (said or not answers):
        if answers:
            raise InputError("Answers are for votes; they say nothing about ratings. Leave them out.")
        if len(pieces) > 1:
            raise InputError(f"Ratings have one kind of cluster, not {len(pieces)}: item, document or annotator.")
        called = {"without": without, "cluster": "".join(pieces), "level": level, "name": name}
        return estimate_ratings(held, columns=columns, **called, **ratings)  # type: ignore[arg-type]
    _refuse(said, "votes")
    return rank_votes(held, votes_columns, answers, cluster=pieces, without=without, level=level, name=name)


def _of_study(study: "Study", more: Mapping[str, object], options: RatingOptions) -> "Findings":
    """What a study believes, whole and in parts of its items.

    Raises:
        InputError: Something was said that a study has in its definition.
    """
    said = [option for option, given in (*more.items(), *options.items()) if _is_said(given) and option != "by"]
    _refuse(said, "a study, which has the like in its definition")
    return study.findings(slices=tuple(options.get("by", ())))


def _refuse(options: Sequence[str], what: str) -> None:
    """Options that say nothing here are errors, not silence.

    Raises:
        InputError: There is one.
    """
    if options:
        them = "it" if len(options) == 1 else "them"
        raise InputError(
            f"{', '.join(options)} {'do' if them == 'them' else 'does'} nothing for {what}. Leave {them} out."
        )


def _is_said(given: object) -> bool:
    return given is not None and not (isinstance(given, str | tuple | list | dict) and not given)


def rank_votes(
    source: Source,
    columns: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
    *,
    cluster: Sequence[str] = (),
    without: Sequence[str] = (),
    level: float = 0.95,
    name: str = "",
) -> VoteFindings:
    """Rank systems by votes, rankings or score sheets: `estimate` where it is known what the source holds."""
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
