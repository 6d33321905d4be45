"""`quorate define`: begin a study."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress
from quorate.cli.options.designs import (
    Ahead,
    Budget,
    ByParagraph,
    Categories,
    ClusterName,
    ColumnNames,
    Context,
    Copies,
    Criteria,
    Difference,
    Error,
    Exact,
    FormatName,
    FrameName,
    GuideFile,
    KindName,
    Labels,
    Lease,
    Level,
    Links,
    ListedIn,
    Margin,
    Merge,
    MetricName,
    MetricUse,
    NoEvidence,
    NoTies,
    Panel,
    People,
    PolicyName,
    PolicyParameters,
    Preview,
    PriceEach,
    Relations,
    ScopeName,
    SecondsEach,
    Seed,
    SelectionFile,
    SelectorName,
    Share,
    Show,
    Strict,
    TargetName,
    Top,
    Types,
    Validation,
    ValidationMetrics,
    Width,
    Words,
)

if TYPE_CHECKING:
    from quorate.workflows.define import Definition

Outputs = Annotated[
    list[Path],
    typer.Argument(
        metavar="OUTPUTS",
        help="Files or folders with the outputs: tables, texts, logs of harnesses, traces. See docs/formats.md.",
        show_default=False,
    ),
]
Metrics = Annotated[
    Path | None, typer.Option("--metrics", metavar="FILE", help="Automatic scores of the outputs, from another file.")
]
Replace = Annotated[
    bool, typer.Option("--replace", help="Take the place of a study of that name, as long as it has no judgments.")
]


def define(
    name: Name,
    outputs: Outputs,
    *,
    kind: KindName = "comparison",
    question: Words = "",
    no_ties: NoTies = False,
    criterion: Criteria = None,
    category: Categories = None,
    context: Context = "",
    no_evidence: NoEvidence = False,
    paragraphs: ByParagraph = False,
    merge: Merge = "",
    link: Links = None,
    type_: Types = None,
    relation: Relations = None,
    listed_in: ListedIn = "",
    policy: PolicyName = "",
    policy_parameter: PolicyParameters = None,
    target: TargetName = "winner",
    top: Top = 1,
    scope: ScopeName = "items",
    strict: Strict = False,
    exact: Exact = False,
    selector: SelectorName = "uniform",
    budget: Budget = None,
    width: Width = None,
    difference: Difference = None,
    copies: Copies = 1,
    annotator: Panel = None,
    frame: FrameName = "",
    lease: Lease = "",
    ahead: Ahead = 1,
    cluster: ClusterName = "item",
    level: Level = 0.95,
    error: Error = None,
    margin: Margin = 0.0,
    people: People = 0,
    seconds: SecondsEach = 0.0,
    price: PriceEach = 0.0,
    column: ColumnNames = None,
    show: Show = None,
    label: Labels = None,
    shape: FormatName = "",
    preview: Preview = False,
    guide: GuideFile = None,
    selection: SelectionFile = None,
    seed: Seed = None,
    metrics: Metrics = None,
    metric: MetricName = "",
    use: MetricUse = "",
    validation: Validation = None,
    validation_metrics: ValidationMetrics = None,
    share: Share = None,
    replace: Replace = False,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Define a study over the outputs of some systems.

    The design never changes afterwards; systems may join later (add-system). Nothing is written unless all of it is
    valid. With --selection the study asks about chosen items alone and remembers how they were chosen. As long as
    nobody has judged anything, --replace defines a study anew; its links must be made anew as well.

    A study of the winner says what to expect: how many judgments for several leads of the best, and with --seconds and
    --price hours and money. Where items and people are few the margin is raised from 5 points just as far as it takes
    to tell also systems that are alike, to 10 at the most.

    Files are read as what they look like; what was understood and guessed is said in three lines. --column, --show,
    --label and --format correct it; --preview shows the first question and writes nothing.

    Whose opinion a claim is about is fixed here. With --annotator it is that of a panel: these people, each counted
    alike, on these items; at the latest it is certain when all have judged everything. Otherwise everybody who is there
    counts alike, and who is asked next is drawn among them (--frame).

    With --metric one of the metrics decides part of the comparisons (--use); it is fitted on comparisons by people
    (--validation), and refused where it is near chance on them. Fewer people's judgments are needed where it is good,
    and a wrong winner is named where it is not: nothing of it is certified, and everything says so.

    Questions are drawn from a secret that is revealed when the study is closed; with --seed from that, which is for
    simulations: whoever knows it can compute which system is which.

    \b
    Example:
      quorate define fall outputs.jsonl --error 0.05
      quorate define mine answers.xlsx --column item=id --label question=Customer --preview
      quorate define logs runs/ --kind rating
      quorate define small outputs.jsonl --people 6 --seconds 20 --price 0.15
      quorate define ours outputs.jsonl --annotator ada --annotator ben --annotator eva
      quorate define all outputs.jsonl --policy uniform --budget 300
      quorate define fast scored.jsonl --metric chrf --use both --validation pilot.csv
      quorate define tone alpha.csv beta.csv --kind rating \\
          --criterion fluency=likert5 --criterion tone=slider
      quorate define few outputs.jsonl --kind rating --selection items.csv
      quorate define drafts outputs.jsonl --kind edit
      quorate define facts answers.jsonl --kind check --context passages
      quorate define errors outputs.jsonl --kind spans \\
          --category accuracy --category fluency
      quorate define facts statements.jsonl documents.jsonl --kind statement --width 0.1
      quorate define lists documents.jsonl --kind listing --budget 50
    """
    from quorate.cli.opening import place
    from quorate.cli.output import say
    from quorate.cli.parsing import columns_of, named, named_numbers, seconds_of
    from quorate.workflows import prepare_study
    from quorate.workflows.definition import describe, describe_data
    from quorate.workflows.understanding import read_data, read_words

    made = prepare_study(
        name,
        outputs,
        kind=kind,
        question=question,
        ties=not no_ties,
        criteria=named(criterion or (), "--criterion"),
        categories=category or (),
        context=context,
        evidence=not no_evidence,
        paragraphs=paragraphs,
        merge=merge,
        links=link or (),
        types=type_ or (),
        relations=relation or (),
        listed_in=listed_in,
        policy=policy,
        policy_parameters=named_numbers(policy_parameter or (), "--policy-parameter"),
        target=target,
        top=top,
        scope=scope,
        strict=strict,
        exact=exact,
        selector=selector,
        budget=budget,
        width=width,
        difference=difference,
        copies=copies,
        annotators=annotator or (),
        frame=frame,
        lease=seconds_of(lease) if lease else None,
        ahead=ahead,
        cluster=cluster,
        level=level,
        error=error,
        margin=margin,
        people=people,
        seconds=seconds,
        price=price,
        columns=columns_of(column),
        show=show,
        labels=named(label or (), "--label"),
        shape=shape,
        guide=guide,
        selection=selection,
        seed=seed,
        metrics=metrics,
        metric=metric,
        use=use,
        validation=validation,
        validation_metrics=validation_metrics,
        share=share,
    )
    read, words = read_data(made.understood, made.design), read_words(made.understood, made.design)
    if preview:
        _say_preview(made, read, words, as_json=as_json)
        return
    study = made.begin(store, replace=replace)
    try:
        data = describe_data(study) | {"expect": made.expected.to_json(), "read": read}
        say(f"{words}\n{describe(study, place(store), made.expected)}", data, as_json=as_json)
    finally:
        study.store.close()


def _say_preview(made: "Definition", read: dict[str, Any], words: str, *, as_json: bool) -> None:
    """Print what was understood, and the first question as its annotator would see it."""
    from quorate.cli.output import draw, say
    from quorate.cli.questions.showing import show_question

    question = made.first_question()
    words = f"{words}\nThe first question, as its annotator would see it; nothing was written."
    say(words, {"read": read, "question": question.to_json()}, as_json=as_json)
    if not as_json:
        draw(show_question(question, is_chat=made.design.guide.format == "chat"))
