"""`quorate estimate`: what we believe and how sure we are."""

from pathlib import Path
from typing import Annotated, Any

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
)

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
    from quorate.cli.estimates import check_form, put
    from quorate.cli.opening import file_or_study
    from quorate.cli.parsing import pairs_of, roles_of, scales_of
    from quorate.workflows.estimate import estimate as find

    check_form(output)
    said: dict[str, Any] = {
        "by": by,
        "metrics": metrics,
        "past": past,
        "selection": selection,
        "criteria": criterion,
        "scale": scales_of(scale or ()),
        "scope": "" if scope == "items" else scope,
        "interval": "" if interval == "recommended" else interval,  # each estimator has its own recommendation
    }
    with file_or_study(name, store) as source:
        said["estimators"] = estimator if isinstance(source, Path) else ()  # of a study they choose what is printed
        found = find(
            source,
            columns=roles_of(column or ()),
            answers=pairs_of(answer or (), "--answer"),
            cluster=cluster or (),
            without=without or (),
            level=level,
            compare=compare,
            **{option: given for option, given in said.items() if given},
        )
    put(found, output, estimator or (), as_json=as_json)
