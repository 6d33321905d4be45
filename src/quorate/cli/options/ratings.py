"""Options of `estimate` for files of ratings."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Subject = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        help="Name of the study; or a file of votes, or a file or folder of ratings, as a path.",
        show_default=False,
    ),
]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics", metavar="FILE", help="Ratings: metrics: item, system, and a column each, or metric, score."
    ),
]
SelectionFile = Annotated[
    Path | None,
    typer.Option("--selection", metavar="FILE", help="Ratings: how the items were chosen, as quorate select wrote it."),
]
PastFile = Annotated[
    Path | None,
    typer.Option("--past", metavar="PATH", help="Ratings: a folder of past ratings and metrics to learn from."),
]
CriterionNames = Annotated[
    list[str] | None,
    typer.Option("--criterion", metavar="NAME", help="Ratings: only this criterion; all, with one error, without it."),
]
Scales = Annotated[
    list[str] | None,
    typer.Option(
        "--scale",
        metavar="LOW,HIGH",
        help="Ratings: ends of the scale, or NAME=LOW,HIGH for each criterion; else those that occur.",
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="SYSTEM", help="Votes and ratings: leave a system out, such as a human reference."
    ),
]
ScopeName = Annotated[
    Literal["items", "judgments", "population"],
    typer.Option(
        "--scope",
        metavar="SCOPE",
        help="Ratings: these items judged again and again, the judgments one each, or the population of inputs.",
    ),
]
ClusterName = Annotated[
    Literal["item", "document", "annotator", "sheet", "vote"] | None,
    typer.Option(
        "--cluster",
        metavar="CLUSTER",
        help="What is not independent. Ratings: judgments of an item (if nothing is said), of a document, or by an "
        "annotator. Votes: annotator, item and sheet together (if nothing is said), one of them, or vote: nothing.",
        show_default=False,
    ),
]
Level = Annotated[
    float, typer.Option("--level", metavar="P", min=0.01, max=0.999, help="Votes and ratings: level of the intervals.")
]
IntervalName = Annotated[
    str,
    typer.Option(
        "--interval",
        metavar="NAME",
        help="Ratings: recommended, simultaneous, student, bootstrap-t, …; see methods/score-intervals.",
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write a report (.html, .txt, .tex, .csv, .json), a methods section with references (.md) or the figure "
        "(.pdf, .png, .svg).",
    ),
]
VoteColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="ROLE=NAME",
        help="What a column is where the guess is wrong. Votes: system_a, system_b, outcome, item, annotator, sheet, … "
        "Ratings: item, system, score (several times for several criteria or systems), annotator, document, …",
    ),
]
VoteAnswers = Annotated[
    list[str] | None,
    typer.Option(
        "--answer", metavar="VALUE=SIDE", help="Votes: what a value of the outcome means: left, right or tie."
    ),
]
Compare = Annotated[
    bool,
    typer.Option("--compare", help="Compare the scores on each sheet with each other, as votes, instead of means."),
]
