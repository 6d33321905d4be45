"""`quorate select`: which items are worth a person's time."""

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress
from quorate.cli.select_options import (
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
    from dataclasses import replace

    from quorate.cli import selecting
    from quorate.cli.parsing import seconds_of
    from quorate.cli.pricing import price_items, spend
    from quorate.io.selections import read_item_names
    from quorate.selection.request import Request, check_design, select_items

    named, how = selecting.name_method(method, design, distilled=distilled)
    request = Request(
        budget=1.0,
        method=named,
        design=how,
        by=by,
        balance=balance,
        rule=quota,
        include=read_item_names(include) if include else (),
        exclude=read_item_names(exclude) if exclude else (),
        floor=floor,
        seed=seed,
        gap=gap,
        seconds=seconds_of(time_limit),
    )
    check_design(request)  # a wrong name is said before files are read
    material, lacking = selecting.read_for_selection(outputs, metrics, source_only=source_only, incomplete=incomplete)
    pricing = price_items(cost, material, judgments=judgments, store=store)
    allowed = spend(budget, pricing, len(material.items.names))
    request = replace(request, budget=allowed, cost=pricing.cost, exclude=(*request.exclude, *lacking))
    candidates = selecting.candidates_for(
        material,
        metric=metric,
        lower_is_better=lower_is_better or (),
        distilled=distilled,
        vectors=vectors,
        pricing=pricing,
        seed=seed,
    )
    made = select_items(candidates, request)
    said = list(selecting.describe_selection(made, request, pricing, candidates))
    typer.echo("\n".join(said), err=True)
    if page is not None:
        selecting.write_page(page, made.selection, candidates, said)
    selecting.write_output(made.selection, material, output, as_json=as_json, is_quiet=study is not None)
    if study is not None:
        selecting.define_study(
            study, material, made.selection, kind=kind, criteria=criterion or (), store=store, seed=seed
        )
