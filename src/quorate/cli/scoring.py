"""What `estimate` does with files of ratings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.findings import ScoreFindings
    from quorate.io.benchmark import ScoresData


def estimate_files(
    path: Path,
    *,
    columns: Sequence[str],
    metrics: Path | None,
    past: Path | None,
    selection: Path | None,
    criterion: str | None,
    scale: str | None,
    without: Sequence[str],
    scope: str,
    cluster: str | None,
    estimators: Sequence[str],
    level: float,
    interval: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Read ratings, estimate, and print or write what was found.

    Raises:
        InputError: A file or an option is wrong.
    """
    from dataclasses import replace

    from quorate.estimators.scores import method
    from quorate.estimators.scores.chosen import rank_chosen, weigh_chosen
    from quorate.estimators.scores.default import ScoreSettings
    from quorate.estimators.scores.findings import find_scores
    from quorate.estimators.scores.prediction import predict_from
    from quorate.io import read_scores
    from quorate.io.ratings import check_metrics, make_ratings
    from quorate.io.selections import read_chosen

    for name in estimators:
        method(name)
    if output is not None:
        _form(output)
    ends = None if scale is None else read_scale(scale)
    data = read_scores(path, metrics, columns=columns_of(columns))
    data, chosen = (data, None) if selection is None else read_chosen(selection, data)
    pieces = cluster or ("document" if data.has_turns else "item")
    ratings = make_ratings(data, criterion, scale=ends, without=without, scope=scope, cluster=pieces)
    notes = [*data.notes, *check_metrics(data, ratings), *_other_criteria(data, criterion)]
    said = ""
    if chosen is not None and not chosen.is_sample:
        asked = {"--past": past is not None, "--estimator": bool(estimators), "--interval": interval != "recommended"}
        idle = ", ".join(name for name, is_asked in asked.items() if is_asked)
        notes += [f"Ranks need no estimate: {idle} changed nothing."] if idle else []
        _put_ranks(rank_chosen(ratings, chosen, notes), output, as_json=as_json)
        return
    if chosen is not None:
        ratings, drawn = weigh_chosen(ratings, chosen)
        said = " ".join(drawn)
    if ends is None:
        notes.append("The scale was taken from the scores that occur; say --scale LOW,HIGH if it is wider.")
    if past is not None:
        learned = make_ratings(read_scores(past), criterion, scope=scope)
        ratings = replace(ratings, prediction=predict_from(learned, ratings).score)
        notes.append(f"Predictions were learned from {learned.count:,} past judgments.")
    named = "" if interval == "recommended" else interval  # each estimator has its own recommendation
    _put(
        find_scores(ratings, ScoreSettings.of(estimators, level=level, interval=named), notes=notes, selection=said),
        output,
        as_json=as_json,
    )


def columns_of(words: Sequence[str]) -> dict[str, list[str]]:
    """`ROLE=NAME`, a role perhaps several times, as role → columns.

    Raises:
        InputError: One has no equals sign.
    """
    found: dict[str, list[str]] = {}
    for word in words:
        role, equals, name = word.partition("=")
        if not equals:
            raise InputError(f"--column takes ROLE=NAME, such as system=model; not {word!r}.")
        found.setdefault(role.strip(), []).append(name.strip())
    return found


def _other_criteria(data: "ScoresData", criterion: str | None) -> list[str]:
    """A line that names the criteria which are not shown, unless one was asked for."""
    if criterion is not None or len(data.criteria) < 2:
        return []
    others = ", ".join(data.criteria[1:])
    return [f"Shown is {data.criteria[0]}; there are also scores by {others}: name one with --criterion."]


def read_scale(words: str) -> tuple[float, float]:
    """Two ends from `1,5`.

    Raises:
        InputError: It is something else.
    """
    try:
        low, high = (float(part) for part in words.split(","))
    except ValueError as error:
        raise InputError(f"A scale is two numbers with a comma between them, such as 1,5; not {words!r}.") from error
    if not low < high:
        raise InputError(f"The lowest score of a scale lies below the highest; {words!r} does not.")
    return low, high


def _put(findings: "ScoreFindings", output: Path | None, *, as_json: bool) -> None:
    from quorate.io import write_text
    from quorate.reports.score_page import score_json, score_page, score_text

    if output is not None:
        write_text(output, {".html": score_page, ".txt": score_text, ".json": score_json}[_form(output)](findings))
        typer.echo(f"{findings.answer}\nThe report is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(score_json(findings) if as_json else score_text(findings), nl=False)


def _put_ranks(ranks: "RanksOnly", output: Path | None, *, as_json: bool) -> None:
    from quorate.io import write_text
    from quorate.reports.ranks_page import ranks_json, ranks_page, ranks_text

    if output is not None:
        write_text(output, {".html": ranks_page, ".txt": ranks_text, ".json": ranks_json}[_form(output)](ranks))
        typer.echo(f"{ranks.words}\nThe ranks are in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(ranks_json(ranks) if as_json else ranks_text(ranks), nl=False)


def _form(path: Path) -> str:
    if path.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"A report on ratings ends in .html, .txt or .json, but {path.name!r} does not.")
    return path.suffix.lower()
