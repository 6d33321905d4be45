"""`quorate define`: begin a study."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quorate.cli.design_options import (
    Ahead,
    Budget,
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
    Margin,
    NoEvidence,
    NoTies,
    Panel,
    People,
    PolicyName,
    PolicyParameters,
    Preview,
    PriceEach,
    ScopeName,
    SecondsEach,
    Seed,
    SelectionFile,
    SelectorName,
    Show,
    Strict,
    TargetName,
    Top,
    Width,
    Words,
)
from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

if TYPE_CHECKING:
    from quorate.io import Understood
    from quorate.records.design import Design

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
      quorate define tone alpha.csv beta.csv --kind rating \\
          --criterion fluency=likert5 --criterion tone=slider
      quorate define few outputs.jsonl --kind rating --selection items.csv
      quorate define drafts outputs.jsonl --kind edit
      quorate define facts answers.jsonl --kind check --context passages
      quorate define errors outputs.jsonl --kind spans \\
          --category accuracy --category fluency
    """
    import secrets
    from dataclasses import replace as replaced
    from typing import cast

    from quorate.cli.definition import describe, describe_data, framed, with_selection
    from quorate.cli.expecting import prospect
    from quorate.cli.output import say
    from quorate.cli.parsing import named, named_numbers, seconds_of
    from quorate.cli.reading import columns_of, read_data, read_words, say_preview
    from quorate.io import read_guide
    from quorate.planning.margins import Sizes
    from quorate.records.chosen import only_chosen
    from quorate.records.claims import Claim
    from quorate.records.design import Cluster, Design, Scope, Target
    from quorate.records.guide import Guide
    from quorate.records.material import MaterialIndex
    from quorate.records.showing import with_shown
    from quorate.study import Study

    options: dict[str, Any] = {"words": question} if question else {}
    options |= {"ties": False} if no_ties else {}
    options |= {"criteria": named(criterion, "--criterion")} if criterion else {}
    options |= {"categories": category} if category else {}
    options |= {"context": context} if context else {}
    options |= {"evidence": False} if no_evidence else {}
    bounds = {"budget": budget, "width": width, "difference": difference}
    design = Design(
        kind=kind,
        question=options,
        policy=policy,
        policy_parameters=named_numbers(policy_parameter or [], "--policy-parameter"),
        target=cast("Target", target),
        top=top,
        scope=cast("Scope", scope),
        strict=strict,
        claim=Claim.BEATS_ALL if exact else "",
        selector=selector,
        stopping={rule: bound for rule, bound in bounds.items() if bound is not None},
        copies=copies,
        lease=seconds_of(lease or "1h"),
        ahead=ahead,
        cluster=cast("Cluster", cluster),
        level=level if error is None else 1 - error,
        margin=margin,
        show=tuple(show) if show else None,
        seed=secrets.randbits(32) if seed is None else seed,
        draws="secret" if seed is None else "seed",
        guide=read_guide(guide) if guide else Guide(),
    )
    design = framed(design, frame, annotator or [], given_lease=bool(lease))
    understood = _read(
        outputs, metrics, design, columns=columns_of(column), labels=named(label or (), "--label"), shape=shape
    )
    design, material = with_shown(design, understood.material)
    understood = replaced(understood, material=material)
    if preview:
        say_preview(understood, design, as_json=as_json)
        return
    if selection is not None:
        design = with_selection(design, selection, material)
    sizes = Sizes.of(only_chosen(MaterialIndex.of(material), design.chosen))
    people = design.people or people
    design, expected = prospect(design, sizes, people=people, given=margin > 0, seconds=seconds, price=price)
    study = Study.define(name, material, design=design, store=store, replace=replace, annotators=annotator or ())
    try:
        if price:
            study.store.change_settings(study.name, {"price_judgment": f"{price:g}"})
        data = describe_data(study) | {"expect": expected.to_json(), "read": read_data(understood, design)}
        say(f"{read_words(understood, design)}\n{describe(study, store, expected)}", data, as_json=as_json)
    finally:
        study.store.close()


def _read(
    outputs: list[Path],
    metrics: Path | None,
    design: "Design",
    *,
    columns: dict[str, tuple[str, ...]],
    labels: dict[str, str],
    shape: str,
) -> "Understood":
    from dataclasses import replace

    from quorate.errors import FileError, InputError
    from quorate.io import check_systems, read_metrics, understand
    from quorate.policies import policy_of
    from quorate.questions import kind_of

    policy_of(design)  # a wrong name is said before files are read
    arity = kind_of(design).arity
    understood = understand(*outputs, columns=columns, labels=labels, shape=shape)
    try:
        check_systems(understood.material, arity)
    except InputError as error:
        raise FileError(", ".join(map(str, outputs)), str(error)) from error
    return understood if metrics is None else replace(understood, material=read_metrics(metrics, understood.material))
