"""What `estimate` does with files of ratings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.several import RatingFindings

FORMS = (".html", ".txt", ".tex", ".csv", ".json", ".md")
OF_RANKS = (".html", ".txt", ".json")


def estimate_files(
    path: Path,
    *,
    columns: Sequence[str],
    scale: Sequence[str],
    output: Path | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - as `estimate_ratings` takes them
) -> None:
    """Read ratings, estimate, and print or write what was found.

    Raises:
        InputError: A file or an option is wrong.
    """
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.reports.export import ending_of
    from quorate.workflows import estimate_ratings

    if output is not None:
        ending_of(output, FORMS, "A report on ratings")
    found = estimate_ratings(path, columns=columns_of(columns), scale=scales_of(scale), **options)
    if isinstance(found, RanksOnly):
        _put_ranks(found, output, as_json=as_json)
    else:
        _put(found, output, as_json=as_json)


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


def scales_of(words: Sequence[str]) -> tuple[float, float] | dict[str, tuple[float, float]] | None:
    """One scale for all criteria, or one for each that is named.

    Raises:
        InputError: There are several without a name, or one is no scale.
    """
    if len(words) == 1 and "=" not in words[0]:
        return read_scale(words[0])
    for word in words:
        if "=" not in word:
            raise InputError(f"Of several scales each names its criterion: --scale NAME=LOW,HIGH; not {word!r}.")
    return {name.strip(): read_scale(ends) for name, _, ends in (word.rpartition("=") for word in words)} or None


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


def _put(findings: "RatingFindings", output: Path | None, *, as_json: bool) -> None:
    from quorate.io import write_table
    from quorate.reports import rating_page
    from quorate.reports.export import write_as
    from quorate.reports.methods import rating_methods

    if output is not None:
        makers = {
            ".html": rating_page.rating_page,
            ".txt": rating_page.rating_text,
            ".tex": rating_page.rating_latex,
            ".json": rating_page.rating_json,
            ".md": rating_methods,
        }
        if output.suffix.lower() == ".csv":
            write_table(findings.rows(), output)
        else:
            write_as(findings, output, makers, rating_page.rating_figure)
        typer.echo(f"{findings.answer}\nThe report is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(rating_page.rating_json(findings) if as_json else rating_page.rating_text(findings), nl=False)


def _put_ranks(ranks: "RanksOnly", output: Path | None, *, as_json: bool) -> None:
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
