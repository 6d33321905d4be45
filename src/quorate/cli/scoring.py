"""What `estimate` does with files of ratings."""

from collections.abc import Sequence
from pathlib import Path

import typer

from quorate.errors import InputError


def estimate_files(
    path: Path,
    *,
    metrics: Path | None,
    past: Path | None,
    criterion: str | None,
    scale: str | None,
    without: Sequence[str],
    scope: str,
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

    from quorate.estimators.scores.findings import find_scores
    from quorate.estimators.scores.prediction import predict_from
    from quorate.io import read_scores, write_text
    from quorate.io.ratings import make_ratings
    from quorate.reports.score_page import score_json, score_page, score_text

    ends = None if scale is None else read_scale(scale)
    ratings = make_ratings(read_scores(path, metrics), criterion, scale=ends, without=without, scope=scope)
    notes = []
    if ends is None:
        notes.append("The scale was taken from the scores that occur; say --scale LOW,HIGH if it is wider.")
    if past is not None:
        learned = make_ratings(read_scores(past), criterion, scope=scope)
        ratings = replace(ratings, prediction=predict_from(learned, ratings).score)
        notes.append(f"Predictions were learned from {learned.count:,} past judgments.")
    findings = find_scores(ratings, level=level, interval=interval, notes=notes)
    if output is not None:
        write_text(output, {".html": score_page, ".txt": score_text, ".json": score_json}[_form(output)](findings))
        typer.echo(f"{findings.answer}\nThe report is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(score_json(findings) if as_json else score_text(findings), nl=False)


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


def _form(path: Path) -> str:
    if path.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"A report on ratings ends in .html, .txt or .json, but {path.name!r} does not.")
    return path.suffix.lower()
