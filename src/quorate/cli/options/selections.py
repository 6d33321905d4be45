"""The options of `quorate select`."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Outputs = Annotated[
    list[Path],
    typer.Argument(
        metavar="OUTPUTS",
        help="Files with the outputs: JSON lines, CSV, Parquet, harness logs; with --source-only, with sources.",
        show_default=False,
    ),
]
Budget = Annotated[
    str,
    typer.Option(
        "--budget",
        metavar="BUDGET",
        help="Items (200), a share (50%), a time (3h, 90min), or what --cost COLUMN adds up to.",
        show_default=False,
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="UTILITY",
        help="Which items promise most: metric-variance, metric-consistency, …; without it by chance.",
        show_default=False,
    ),
]
DesignName = Annotated[
    str | None,
    typer.Option(
        "--design",
        metavar="DESIGN",
        help="How it is used: top (ranks only), random, systematic, ordered, cube, balanced; without it top where a "
        "method is given, else balanced.",
        show_default=False,
    ),
]
Floor = Annotated[
    float, typer.Option("--floor", metavar="F", help="Share of the uniform chance that every item keeps in a sample.")
]
MetricName = Annotated[
    str | None, typer.Option("--metric", metavar="NAME", help="Which metric is meant; without it the mean of all.")
]
MetricsFile = Annotated[
    Path | None, typer.Option("--metrics", metavar="FILE", help="Automatic scores of the outputs, from another file.")
]
LowerIsBetter = Annotated[
    list[str] | None,
    typer.Option("--lower-is-better", metavar="NAME", help="A metric that counts errors. May be repeated."),
]
Cost = Annotated[
    str | None,
    typer.Option(
        "--cost",
        metavar="COST",
        help="What an item costs: length (the published seconds), a column, or a line fitted to recorded seconds: a "
        "file or folder of judgments, or study:NAME.",
        show_default=False,
    ),
]
Judgments = Annotated[
    int | None,
    typer.Option("--judgments", metavar="N", help="Judgments an item takes; without it one for each output."),
]
By = Annotated[str, typer.Option("--by", metavar="COLUMN", help="Choose whole documents: items alike in this column.")]
Balance = Annotated[
    str, typer.Option("--balance", metavar="COLUMN", help="Share the budget among the values of this column.")
]
Quota = Annotated[
    Literal["equal", "proportional"],
    typer.Option("--quota", metavar="RULE", help="How --balance shares: equal or proportional."),
]
Include = Annotated[
    Path | None,
    typer.Option("--include", metavar="FILE", help="Items to choose at any rate: names in a .txt, a table."),
]
Exclude = Annotated[Path | None, typer.Option("--exclude", metavar="FILE", help="Items never to choose.")]
Incomplete = Annotated[
    Literal["refuse", "keep", "leave-out"],
    typer.Option(
        "--incomplete",
        metavar="WHAT",
        help="What to do with items some systems have no output for: refuse, keep or leave-out.",
    ),
]
SourceOnly = Annotated[bool, typer.Option("--source-only", help="There are no outputs yet: choose by sources alone.")]
Distilled = Annotated[
    Path | None, typer.Option("--model", metavar="FILE", help="A distilled utility, as quorate distill makes one.")
]
Vectors = Annotated[
    Path | None,
    typer.Option("--vectors", metavar="FILE", help="Embeddings of the items: .npy, or a table (item, vector)."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the sample and of ties.")]
Gap = Annotated[float, typer.Option("--gap", metavar="G", help="How far from the best a top choice by cost may be.")]
Limit = Annotated[
    str, typer.Option("--time-limit", metavar="TIME", help="How long to search for a top choice by cost: 10s, 2m.")
]
StudyName = Annotated[
    str | None,
    typer.Option("--study", metavar="NAME", help="Define a study that asks only about the chosen items."),
]
Kind = Annotated[str, typer.Option("--kind", metavar="KIND", help="Its kind of question, for --study.")]
Criteria = Annotated[
    list[str] | None,
    typer.Option("--criterion", metavar="NAME=SCALE", help="What is rated, for --study; may be repeated."),
]
Page = Annotated[
    Path | None,
    typer.Option("--page", metavar="FILE", help="Write a page (.html) that shows how like all items the chosen are."),
]
Out = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where the items go: .csv, .jsonl or .parquet; else stdout."),
]
