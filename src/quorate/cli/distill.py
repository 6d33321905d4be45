"""`quorate distill`: learn from past items which new ones are worth asking about."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from quorate.cli.options import Json

Past = Annotated[
    list[Path],
    typer.Argument(
        metavar="PAST...",
        help="Past items: files of outputs with sources and metrics, or folders with outputs, metrics and scores.",
        show_default=False,
    ),
]
UtilityName = Annotated[
    str,
    typer.Option("--utility", "-u", metavar="NAME", help="What to learn to tell; see methods/utilities."),
]
Save = Annotated[
    Path,
    typer.Option("--save", metavar="FILE", help="Where to save it: a .npz file; with --encoder a folder."),
]
RatingsFile = Annotated[
    Path | None,
    typer.Option("--ratings", metavar="FILE", help="Ratings by people (item, system, score) of the past outputs."),
]
Basis = Annotated[
    Literal["people", "metrics"] | None,
    typer.Option("--by", metavar="BASIS", help="Measure utilities on people's scores or on metrics; else people's."),
]
Criterion = Annotated[
    str | None, typer.Option("--criterion", metavar="NAME", help="Which criterion of the ratings; else the first.")
]
Metric = Annotated[
    str | None, typer.Option("--metric", metavar="NAME", help="Which metric; else the mean of all, standardised.")
]
Lower = Annotated[
    list[str] | None,
    typer.Option("--lower-is-better", metavar="METRIC", help="A metric that counts errors; its sign is turned."),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="SYSTEM", help="Leave a system out, such as a human reference."),
]
EncoderName = Annotated[
    str | None,
    typer.Option(
        "--encoder", metavar="WHERE", help="Train this pretrained encoder (folder or name); needs quorate\\[neural]."
    ),
]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.01, max=0.999, help="Level of the interval.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of folds, draws and training.")]


def distill(
    past: Past,
    *,
    utility: UtilityName = "metric-variance",
    save: Save,
    ratings: RatingsFile = None,
    by: Basis = None,
    criterion: Criterion = None,
    metric: Metric = None,
    lower_is_better: Lower = None,
    without: Without = None,
    encoder: EncoderName = None,
    level: Level = 0.95,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Learn to tell the utility of an item from its source text alone.

    For the time before any output exists: past items teach which sources were worth asking about. Utilities made of
    metric scores are measured on people's scores where there are some. Prints how well items of documents that were
    not learned from are told, with an interval; where it holds 0, the saved utility is no better than chance.

    \b
    Example:
      quorate distill past.jsonl --utility metric-variance --save variance.npz
      quorate distill wmt22/ wmt21/ --utility difficulty-discriminability --save difficult.npz
      quorate distill past.jsonl --ratings ratings.csv --lower-is-better TER --save variance.npz
    """
    from quorate.cli.output import say
    from quorate.cli.progress import counting
    from quorate.workflows.distill import distill as learn

    found = learn(
        past,
        save,
        utility=utility,
        ratings=ratings,
        by=by,
        criterion=criterion,
        metric=metric,
        lower_is_better=lower_is_better or (),
        without=without or (),
        encoder=encoder,
        level=level,
        seed=seed,
        counting=counting,
    )
    for words in found.notes:
        typer.echo(f"Note: {words}", err=True)
    say("\n".join(found.words), found.to_json(), as_json=as_json)
