"""The options of `quorate define` that make up a design."""

from pathlib import Path
from typing import Annotated

import typer

KindName = Annotated[
    str,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="Kind of question: comparison, rating, edit, check, spans, statement or listing.",
    ),
]
Words = Annotated[str, typer.Option("--question", metavar="WORDS", help="The question, as the annotator reads it.")]
NoTies = Annotated[bool, typer.Option("--no-ties", help="Do not take a tie for an answer.")]
Criteria = Annotated[
    list[str] | None,
    typer.Option(
        "--criterion",
        metavar="NAME=SCALE",
        help="What is rated, on which scale: likert3, likert5, likert7 or slider. May be given several times.",
    ),
]
Categories = Annotated[
    list[str] | None,
    typer.Option(
        "--category", metavar="NAME", help="A category that marked errors (kind spans) may have. May be repeated."
    ),
]
Context = Annotated[
    str,
    typer.Option("--context", metavar="FIELD", help="Text of the item that a check goes by; without it: context."),
]
NoEvidence = Annotated[bool, typer.Option("--no-evidence", help="Take the verdict of a check without a marked place.")]
ByParagraph = Annotated[
    bool,
    typer.Option(
        "--paragraphs",
        help="Checks and statements: also score whether any marked paragraph supports it, and what share of them does.",
    ),
]
Merge = Annotated[
    str,
    typer.Option(
        "--merge",
        metavar="WAY",
        help="How several answers about one statement (--copies) become one: mean or majority.",
    ),
]
Links = Annotated[
    list[str] | None,
    typer.Option("--link", metavar="NAME", help="What is judged beside a statement, such as subject or source."),
]
Types = Annotated[list[str] | None, typer.Option("--type", metavar="NAME", help="What a mark of a listing can be.")]
Relations = Annotated[
    list[str] | None,
    typer.Option("--relation", metavar="NAME", help="How two marks of a listing can be linked."),
]
ListedIn = Annotated[
    str,
    typer.Option("--listed-in", metavar="STUDY", help="Study of the kind listing over the same items: gives recall."),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="POLICY",
        help="Which pair next; without it certified for comparisons, uniform for ratings.",
        show_default=False,
    ),
]
PolicyParameters = Annotated[
    list[str] | None,
    typer.Option(
        "--policy-parameter",
        metavar="NAME=VALUE",
        help="A parameter of a published policy that is not its usual one. May be repeated.",
    ),
]
TargetName = Annotated[
    str, typer.Option("--target", metavar="TARGET", help="What certified finds out: winner, top or ranking.")
]
Top = Annotated[int, typer.Option("--top", metavar="N", help="How many systems the top holds, for --target top.")]
ScopeName = Annotated[
    str, typer.Option("--scope", metavar="SCOPE", help="What its claim holds for: items, judgments or population.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Rule out exact ties at the top: fewer judgments.")]
Exact = Annotated[
    bool,
    typer.Option("--exact", help="End when one system beats every other, however little; may never end for near-ties."),
]
Error = Annotated[
    float | None,
    typer.Option("--error", metavar="ERROR", help="Error of every claim, 1 − level.", show_default=False),
]
SelectorName = Annotated[
    str,
    typer.Option(
        "--selector",
        metavar="SELECTOR",
        help="Which item next: uniform; ratings: stratified, neyman, active, metric-variance, …",
    ),
]
Budget = Annotated[int | None, typer.Option("--budget", metavar="N", help="Stop after so many judgments.")]
Width = Annotated[
    float | None,
    typer.Option("--width", metavar="W", help="Stop when no interval that holds at every look is wider than this."),
]
Difference = Annotated[
    float | None,
    typer.Option("--difference", metavar="W", help="Ratings: the same for every difference between two systems."),
]
Copies = Annotated[int, typer.Option("--copies", metavar="M", help="How many annotators are asked the same question.")]
Lease = Annotated[
    str,
    typer.Option(
        "--lease",
        metavar="TIME",
        help="How long an open question is reserved: 90s, 15m, 1h, 2d. In an open crowd whoever is silent for so long "
        "counts as away, and it is 10m unless given; else 1h.",
        show_default=False,
    ),
]
Panel = Annotated[
    list[str] | None,
    typer.Option(
        "--annotator",
        metavar="NAME",
        help="Somebody of a panel, several times: the claim is about these people on these items, and nobody else is "
        "asked.",
        show_default=False,
    ),
]
FrameName = Annotated[
    str,
    typer.Option(
        "--frame",
        metavar="FRAME",
        help="Whose opinion a claim is about: open-crowd (everybody who is there counts alike; who is asked next is "
        "drawn among them), as-they-came (whoever asks is asked, and weighs as much as they were asked), or panel, "
        "which is what --annotator makes. Unless given, open-crowd where the study looks for a winner.",
        show_default=False,
    ),
]
Ahead = Annotated[
    int, typer.Option("--ahead", metavar="N", help="Questions fetched early, so that the next appears at once.")
]
ClusterName = Annotated[
    str,
    typer.Option("--cluster", metavar="CLUSTER", help="What is not independent: copy, item, document or annotator."),
]
Level = Annotated[float, typer.Option("--level", metavar="LEVEL", help="Level of every interval.")]
GuideFile = Annotated[
    Path | None,
    typer.Option("--guide", metavar="FILE", help="What annotators are told and tested with: a TOML or JSON file."),
]
Margin = Annotated[
    float,
    typer.Option(
        "--margin",
        metavar="M",
        help="What is too little to matter: certified ends when one system loses to nobody by more than this "
        "(0.05 where it is not given, more where the material is small); relations say who is better by at least this "
        "much.",
    ),
]
People = Annotated[
    int,
    typer.Option(
        "--people",
        metavar="N",
        help="About how many annotators will take part: margin and forecast go by it; without it 10 are assumed.",
        show_default=False,
    ),
]
SecondsEach = Annotated[
    float,
    typer.Option("--seconds", metavar="S", help="Seconds that an answer takes, to say hours.", show_default=False),
]
PriceEach = Annotated[
    float,
    typer.Option("--price", metavar="P", help="What an answer costs, to say money.", show_default=False),
]
SelectionFile = Annotated[
    Path | None,
    typer.Option("--selection", metavar="FILE", help="Ask only about these items, as quorate select wrote them."),
]
Show = Annotated[
    list[str] | None,
    typer.Option(
        "--show",
        metavar="FIELD",
        help="Text or column of the item that the annotator sees; may be repeated. Without it what asks: source, "
        " prompt, question, input, instruction, context, messages.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="SEED", help="For simulations: draw questions from this, not from a secret."),
]
ColumnNames = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="OURS=THEIRS",
        help="What a table calls item, system, output, reference, source …: --column output=answer. May be repeated; "
        "system=NAME several times where each system has a column of its own.",
        show_default=False,
    ),
]
Labels = Annotated[
    list[str] | None,
    typer.Option(
        "--label",
        metavar="FIELD=WORDS",
        help="What annotators read above a text of the item instead of its name: --label source=Question.",
        show_default=False,
    ),
]
FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="What the files are, where they do not look like it: table, text, messages, inspect, lm-eval, helm, …",
        show_default=False,
    ),
]
Preview = Annotated[
    bool, typer.Option("--preview", help="Show what was understood and the first question, and write nothing.")
]
MetricName = Annotated[
    str,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="A metric of the outputs that decides part of the comparisons. Uncertified: it may name a wrong winner.",
        show_default=False,
    ),
]
MetricUse = Annotated[
    str,
    typer.Option(
        "--use",
        metavar="USE",
        help="What the metric is used for: mix (it answers a random part), uncertainty (it answers where it is sure, "
        "people the rest), eliminate (systems it takes for bad are left out), or both of these, which is what --metric "
        "alone means.",
        show_default=False,
    ),
]
Validation = Annotated[
    Path | None,
    typer.Option(
        "--validation",
        metavar="FILE",
        help="Comparisons by people (item, system_a, system_b, outcome) that the metric is fitted on and held "
        "against: of these outputs, or of others with --validation-metrics, or a folder with both.",
    ),
]
ValidationMetrics = Annotated[
    Path | None,
    typer.Option(
        "--validation-metrics",
        metavar="FILE",
        help="Scores of the outputs that --validation is about, where they are not those of the study.",
    ),
]
Share = Annotated[
    float | None,
    typer.Option(
        "--share",
        metavar="P",
        help="Part of the comparisons that the metric may answer; without it by its accuracy: 0.8 from 70 %, 0.5 to "
        "0.7 from 65 %, less below.",
        show_default=False,
    ),
]
