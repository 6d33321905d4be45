"""`quorate estimate`: what we believe and how sure we are."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Slices, StoreAddress
from quorate.cli.options.ratings import (
    ClusterName,
    Compare,
    CriterionNames,
    IntervalName,
    Level,
    MetricsFile,
    Out,
    PastFile,
    Scales,
    ScopeName,
    SelectionFile,
    Subject,
    VoteAnswers,
    VoteColumns,
    Without,
    is_ratings,
)
from quorate.errors import InputError, UnknownError

if TYPE_CHECKING:
    from quorate.estimators.estimate import EstimateTable
    from quorate.estimators.findings import Findings

OF_STUDIES = ("ranking", "win-matrix", "bradley-terry")
EstimatorNames = Annotated[
    list[str] | None,
    typer.Option(
        "--estimator",
        metavar="ESTIMATOR",
        help="Only this: ranking, win-matrix or bradley-terry; without it all. Ratings: mean, calibrated, predicted, "
        "…: the first is believed, others stand beside it.",
    ),
]


def estimate(
    name: Subject,
    *,
    by: Slices = None,
    estimator: EstimatorNames = None,
    metrics: MetricsFile = None,
    past: PastFile = None,
    selection: SelectionFile = None,
    criterion: CriterionNames = None,
    scale: Scales = None,
    without: Without = None,
    scope: ScopeName = "items",
    cluster: ClusterName = None,
    column: VoteColumns = None,
    answer: VoteAnswers = None,
    compare: Compare = False,
    level: Level = 0.95,
    interval: IntervalName = "recommended",
    output: Out = None,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Say who is better, by how much, and how sure we are.

    Prints the answer, the ranking with intervals, what is certified, what was asked, and what the numbers assume.

    With a file of votes instead of a study (model_a, model_b, winner; item, system_a, system_b, outcome; rankings):
    mean win rates and Bradley–Terry strengths with intervals for one look that are clustered by annotator, item and
    sheet, who cannot be told apart, and the win matrix. What was guessed is printed.

    With a file or folder of ratings instead of a study: the mean score of each system with and without the help of
    metrics, side by side, the data efficiency reached, differences, and the ranking with what is settled. Several
    criteria share one error; --by splits the report by a column of the items, with an error of its own. With
    --selection the items' probabilities correct the scores, which are then about all items; items that were picked, not
    drawn, give ranks only.

    \b
    Example:
      quorate estimate fall --by domain
      quorate estimate fall --estimator win-matrix --json
      quorate estimate ratings.csv --metrics metrics.csv --scale 1,5 -o scores.html
      quorate estimate ratings.csv --metrics metrics.csv --selection items.csv
      quorate estimate ratings.csv --cluster document --estimator mean
      quorate estimate ratings.csv --by domain --scale fluency=1,5 --scale adequacy=0,100 -o scores.tex
      quorate estimate votes.csv -o votes.html
      quorate estimate votes.csv --column system_a=left --column system_b=right --answer 1=left
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import json_text
    from quorate.cli.tables import draw_estimates
    from quorate.reports import json_report, text_report

    if _is_votes(name, column, compare=compare):
        from quorate.cli.voting import estimate_file

        _refuse(
            {"--by": by, "--estimator": estimator, "--metrics": metrics, "--past": past, "--selection": selection}
            | {"--criterion": criterion, "--scale": scale},
            "votes",
        )
        estimate_file(
            Path(name),
            columns=column or (),
            answers=answer or (),
            cluster=cluster,
            without=without or (),
            level=level,
            output=output,
            as_json=as_json,
        )
        return
    _refuse({"--answer": answer, "--compare": compare}, "anything but a file of votes")
    if is_ratings(name):
        from quorate.cli.scoring import estimate_files

        estimate_files(
            Path(name),
            columns=column or (),
            scale=scale or (),
            metrics=metrics,
            past=past,
            selection=selection,
            criteria=criterion or (),
            by=by or (),
            without=without or (),
            scope=scope,
            cluster=cluster or "",
            estimators=estimator or (),
            level=level,
            interval="" if interval == "recommended" else interval,  # each estimator has its own recommendation
            output=output,
            as_json=as_json,
        )
        return
    _check_options(estimator or (), metrics, past, selection, criterion, scale, without, output, column)
    try:
        with opened(name, store) as study:
            findings = study.findings(slices=tuple(by or ()))
    except UnknownError as error:
        if not Path(name).is_dir():
            raise
        raise InputError(
            f"{name} is a folder without scores (scores.csv, .jsonl, …), and {store} has no study of that name. Name a "
            "file of votes or ratings."
        ) from error
    if not estimator:
        typer.echo(json_report(findings) if as_json else text_report(findings), nl=False)
        return
    tables = [table for one in estimator for table in _tables(findings, one)]
    if as_json:
        data = [table.to_json() for table in tables]
        typer.echo(json_text(data[0] if len(data) == 1 else data))
        return
    for table in tables:
        draw_estimates(table)


def _is_votes(name: str, columns: Sequence[str] | None, *, compare: bool) -> bool:
    """Whether a name is a file of votes, or one whose scores are to be compared."""
    path = Path(name)
    if not path.is_file():
        return False
    from quorate.cli.voting import pairs_of
    from quorate.io.votes import holds_votes

    return compare or holds_votes(path, pairs_of(columns or (), "--column"))


def _refuse(options: Mapping[str, object], what: str) -> None:
    """Options that say nothing here are errors, not silence.

    Raises:
        InputError: One was given.
    """
    given = [name for name, value in options.items() if value]
    if given:
        raise InputError(f"{', '.join(given)} {'does' if len(given) == 1 else 'do'} nothing for {what}. Leave it out.")


def _check_options(estimators: Sequence[str], *ratings: object) -> None:
    """Options that a study does not know are errors, not silence.

    Raises:
        InputError: One was given.
    """
    for one in estimators:
        if one not in OF_STUDIES:
            raise InputError(f"A study has no estimator {one!r}. Estimators: {', '.join(OF_STUDIES)}.")
    if any(ratings):
        raise InputError(
            "--metrics, --past, --selection, --criterion, --scale, --without, --column and --output are for ratings in "
            "a file; a study has them in its definition. For a report of a study: quorate report."
        )


def _tables(findings: "Findings", estimator: str) -> "list[EstimateTable]":
    """The tables of one estimator; slices are rankings."""
    if estimator == "ranking":
        return [findings.ranking, *findings.criteria, *findings.slices]
    table = findings.matrix if estimator == "win-matrix" else findings.strengths
    if table is None:
        raise InputError(f"{estimator} needs comparisons; {findings.study} asks for ratings. Use --estimator ranking.")
    return [table]
