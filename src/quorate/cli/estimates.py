"""How what `estimate` finds is printed, or written to a file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.estimators.estimate import EstimateTable
    from quorate.estimators.findings import Findings
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.several import RatingFindings
    from quorate.estimators.vote_findings import VoteFindings

FORMS = (".html", ".txt", ".tex", ".csv", ".json", ".md")
OF_RANKS = (".html", ".txt", ".json")
OF_STUDIES = ("ranking", "win-matrix", "bradley-terry")


def check_form(output: Path | None) -> None:
    """Make sure, before anything is computed, that a report can be written so.

    Raises:
        InputError: It cannot.
    """
    from quorate.reports.export import ending_of

    if output is not None:
        ending_of(output, FORMS, "A report")


def put(found: Any, output: Path | None, estimators: Sequence[str], *, as_json: bool) -> None:  # noqa: ANN401
    """Whatever was found: of votes, of ratings, of items that were picked, of a study.

    Raises:
        InputError: What was found cannot be written so, or has no such estimator.
    """
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.several import RatingFindings
    from quorate.estimators.vote_findings import VoteFindings

    if isinstance(found, VoteFindings):
        put_votes(found, output, as_json=as_json)
    elif isinstance(found, RatingFindings):
        put_ratings(found, output, as_json=as_json)
    elif isinstance(found, RanksOnly):
        put_ranks(found, output, as_json=as_json)
    elif output is not None:
        raise InputError(f"For a report of a study: quorate report {found.study} -o {output}.")
    else:
        put_study(found, estimators, as_json=as_json)


def put_votes(findings: "VoteFindings", output: Path | None, *, as_json: bool) -> None:
    """Findings of votes."""
    from quorate.reports import vote_page
    from quorate.reports.methods import vote_methods

    makers = {
        ".html": vote_page.vote_page,
        ".txt": vote_page.vote_text,
        ".tex": vote_page.vote_latex,
        ".json": vote_page.vote_json,
        ".md": vote_methods,
    }
    if output is not None:
        _write(findings, output, makers, vote_page.vote_figure, findings.to_rows)
        read = " ".join((*findings.understood, *findings.warnings))
        typer.echo(f"{findings.answer}\n{read}\nThe report is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(vote_page.vote_json(findings) if as_json else vote_page.vote_text(findings), nl=False)


def put_ratings(findings: "RatingFindings", output: Path | None, *, as_json: bool) -> None:
    """Findings of ratings."""
    from quorate.reports import rating_page
    from quorate.reports.methods import rating_methods

    makers = {
        ".html": rating_page.rating_page,
        ".txt": rating_page.rating_text,
        ".tex": rating_page.rating_latex,
        ".json": rating_page.rating_json,
        ".md": rating_methods,
    }
    if output is not None:
        _write(findings, output, makers, rating_page.rating_figure, findings.to_rows)
        typer.echo(f"{findings.answer}\nThe report is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(rating_page.rating_json(findings) if as_json else rating_page.rating_text(findings), nl=False)


def _write(
    findings: Any,  # noqa: ANN401 - whatever the makers take
    output: Path,
    makers: Mapping[str, Callable[[Any], str]],
    figure: Callable[[Any], str],
    rows: Callable[[], Any],
) -> None:
    from quorate.io import write_table
    from quorate.reports.export import write_as

    if output.suffix.lower() == ".csv":
        write_table(rows(), output)
    else:
        write_as(findings, output, makers, figure)


def put_ranks(ranks: "RanksOnly", output: Path | None, *, as_json: bool) -> None:
    """Ranks of picked items."""
    from quorate.io import write_text
    from quorate.reports.ranks_page import ranks_json, ranks_page, ranks_text

    if output is not None:
        form = output.suffix.lower()
        if form not in OF_RANKS:
            raise InputError(f"Ranks of picked items are written as {', '.join(OF_RANKS)}, not as {output.name!r}.")
        write_text(output, {".html": ranks_page, ".txt": ranks_text, ".json": ranks_json}[form](ranks))
        typer.echo(f"{ranks.words}\nThe ranks are in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(ranks_json(ranks) if as_json else ranks_text(ranks), nl=False)


def put_study(findings: "Findings", estimators: Sequence[str], *, as_json: bool) -> None:
    """Findings of a study, or the tables of some estimators."""
    from quorate.cli.output import json_text
    from quorate.cli.tables import draw_estimates
    from quorate.reports import json_report, text_report

    for one in estimators:
        if one not in OF_STUDIES:
            raise InputError(f"A study has no estimator {one!r}. Estimators: {', '.join(OF_STUDIES)}.")
    if not estimators:
        typer.echo(json_report(findings) if as_json else text_report(findings), nl=False)
        return
    tables = [table for one in estimators for table in _tables(findings, one)]
    if as_json:
        data = [table.to_json() for table in tables]
        typer.echo(json_text(data[0] if len(data) == 1 else data))
        return
    for table in tables:
        draw_estimates(table)


def _tables(findings: "Findings", estimator: str) -> "list[EstimateTable]":
    """The tables of one estimator; slices are rankings."""
    if estimator == "ranking":
        return [findings.ranking, *findings.criteria, *findings.slices]
    table = findings.matrix if estimator == "win-matrix" else findings.strengths
    if table is None:
        raise InputError(f"{estimator} needs comparisons; {findings.study} asks for ratings. Use --estimator ranking.")
    return [table]
