"""What `estimate` does with a file of votes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.estimators.vote_findings import VoteFindings


FORMS = (".html", ".txt", ".tex", ".csv", ".json", ".md")


def pairs_of(words: Sequence[str], option: str) -> dict[str, str]:
    """`NAME=VALUE` as a mapping.

    Raises:
        InputError: One has no equals sign.
    """
    for word in words:
        if "=" not in word:
            raise InputError(f"{option} takes NAME=VALUE, such as system_a=left; not {word!r}.")
    return {name.strip(): value.strip() for name, _, value in (word.partition("=") for word in words)}


def estimate_file(
    path: Path,
    *,
    columns: Sequence[str],
    answers: Sequence[str],
    cluster: str | None,
    without: Sequence[str],
    level: float,
    output: Path | None,
    as_json: bool,
) -> None:
    """Read votes, estimate, and print or write what was found.

    Raises:
        InputError: The file or an option is wrong.
    """
    from quorate.reports.export import ending_of
    from quorate.reports.vote_page import vote_json, vote_text
    from quorate.workflows.estimate import rank_votes

    if output is not None:
        ending_of(output, FORMS, "A report on votes")
    findings = rank_votes(
        path,
        columns=pairs_of(columns, "--column"),
        answers=pairs_of(answers, "--answer"),
        cluster=() if cluster is None else (cluster,),
        without=without,
        level=level,
    )
    if output is None:
        typer.echo(vote_json(findings) if as_json else vote_text(findings), nl=False)
        return
    _write(findings, output)
    read = " ".join((*findings.understood, *findings.warnings))
    typer.echo(f"{findings.answer}\n{read}\nThe report is in {output}.", err=as_json)
    if as_json:
        typer.echo(vote_json(findings), nl=False)


def _write(findings: "VoteFindings", output: Path) -> None:
    from quorate.io import write_table
    from quorate.reports import vote_page
    from quorate.reports.export import write_as
    from quorate.reports.methods import vote_methods

    if output.suffix.lower() == ".csv":
        write_table(findings.to_rows(), output)
        return
    makers = {
        ".html": vote_page.vote_page,
        ".txt": vote_page.vote_text,
        ".tex": vote_page.vote_latex,
        ".json": vote_page.vote_json,
        ".md": vote_methods,
    }
    write_as(findings, output, makers, vote_page.vote_figure)
