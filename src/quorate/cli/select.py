"""`quorate select`: which items are worth a person's time."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress
from quorate.cli.options.selections import (
    Balance,
    Budget,
    By,
    Cost,
    Criteria,
    DesignName,
    Distilled,
    Exclude,
    Floor,
    Gap,
    Include,
    Incomplete,
    Judgments,
    Kind,
    Limit,
    LowerIsBetter,
    Method,
    MetricName,
    MetricsFile,
    Out,
    Outputs,
    Page,
    Quota,
    Seed,
    SourceOnly,
    StudyName,
    Vectors,
)
from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.workflows import ItemChoice


def select(
    outputs: Outputs,
    *,
    budget: Budget,
    method: Method = None,
    design: DesignName = None,
    floor: Floor = 0.3,
    metric: MetricName = None,
    metrics: MetricsFile = None,
    lower_is_better: LowerIsBetter = None,
    cost: Cost = None,
    judgments: Judgments = None,
    by: By = "",
    balance: Balance = "",
    quota: Quota = "equal",
    include: Include = None,
    exclude: Exclude = None,
    incomplete: Incomplete = "refuse",
    source_only: SourceOnly = False,
    distilled: Distilled = None,
    vectors: Vectors = None,
    seed: Seed = 0,
    gap: Gap = 1e-4,
    time_limit: Limit = "10s",
    study: StudyName = None,
    kind: Kind = "rating",
    criterion: Criteria = None,
    output: Out = None,
    page: Page = None,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Choose the items that are worth a person's time, within a budget.

    Without a method: a random sample, balanced by everything known about the items; estimates from it hold for all
    items, and calibrated by the metrics they need the fewest judgments. With a method: the items that promise most, as
    published, which show ranks only; or, with a sampling design, likelier to be drawn, with estimates that hold.

    Writes the items in the order to judge them, with utility, cost and probability, for any annotation tool, for
    quorate define --selection, and for quorate estimate --selection.

    \b
    Example:
      quorate select outputs.jsonl --budget 200 -o items.csv
      quorate select outputs.jsonl --method metric-variance --budget 200 -o items.csv
      quorate select outputs.jsonl --method metric-variance --design cube --budget 3h --cost length
      quorate select outputs.jsonl --budget 50% --by document --balance domain --study fall
      quorate select sources.csv --source-only --model distilled.json --budget 200
    """
    from quorate.cli.opening import place
    from quorate.cli.output import json_text
    from quorate.cli.parsing import named, seconds_of
    from quorate.io.writing import table_text
    from quorate.workflows import prepare_study
    from quorate.workflows import select as choose
    from quorate.workflows.definition import describe

    made = choose(
        outputs,
        budget=budget,
        method=method,
        design=design,
        floor=floor,
        metric=metric,
        metrics=metrics,
        lower_is_better=lower_is_better or (),
        cost=cost,
        judgments=judgments,
        by=by,
        balance=balance,
        quota=quota,
        include=include or (),
        exclude=exclude or (),
        incomplete=incomplete,
        source_only=source_only,
        distilled=distilled,
        vectors=vectors,
        seed=seed,
        gap=gap,
        time_limit=seconds_of(time_limit),
        store=store,
    )
    typer.echo("\n".join(made.words), err=True)
    if page is not None:
        _write_page(made, page)
    if output is not None:
        made.write(output)
        typer.echo(f"The items are in {output}.", err=True)
    if as_json:
        typer.echo(json_text(made.to_json()))
    elif output is None and study is None:
        typer.echo(table_text(made.to_rows()), nl=False)
    if study is not None:
        prepared = prepare_study(
            study,
            outputs,
            kind=kind,
            criteria=named(criterion or (), "--criterion"),
            metrics=metrics,
            selection=made.selection,
        )
        defined = prepared.begin(store)
        typer.echo(describe(defined, place(store), prepared.expected), err=True)
        defined.store.close()


def _write_page(made: "ItemChoice", path: Path) -> None:
    """Write a page that shows how like all items the chosen are."""
    from quorate.io import write_text
    from quorate.reports.selection_page import selection_page
    from quorate.selection.covariates import covariate_balance

    if path.suffix.lower() != ".html":
        raise InputError(f"A page about a selection ends in .html, but {path.name!r} does not.")
    balance = covariate_balance(made.candidates, made.selection)
    write_text(path, selection_page(made.selection, made.candidates.items, words=made.words, balance=balance))
    typer.echo(f"The page is in {path}.", err=True)
