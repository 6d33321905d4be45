"""`quorate distill`: learn from past items which new ones are worth asking about."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import Json

if TYPE_CHECKING:
    from quorate.selection.distillation.linear import LinearUtility
    from quorate.selection.distillation.neural import NeuralUtility
    from quorate.selection.distillation.training_set import TrainingSet

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
    from quorate.cli.output import json_text
    from quorate.io.past import read_past
    from quorate.selection.distillation.training_set import prepare_training_set

    sets = [
        read_past(
            path,
            ratings=ratings,
            criterion=criterion,
            metric=metric,
            lower_is_better=lower_is_better or (),
            without=without or (),
            seed=seed,
        )
        for path in past
    ]
    for candidates in sets:
        for words in candidates.gaps:
            typer.echo(f"Note: {words}", err=True)
    training = prepare_training_set(utility, sets, by_people=None if by is None else by == "people")
    learned = _learn(training, save, encoder, seed=seed, level=level)
    agreement = learned.agreement
    if as_json:
        found = {
            "utility": learned.utility,
            "basis": learned.basis,
            "items": learned.items,
            "correlation": agreement.correlation,
            "interval": [agreement.low, agreement.high],
            "level": agreement.level,
            "documents": agreement.groups,
            "saved": str(save),
        }
        typer.echo(json_text(found))
        return
    basis = {"people": "people's scores", "metrics": "metric scores", "outputs": "outputs"}[learned.basis]
    typer.echo(f"{learned.utility}, measured on {basis}, learned from the sources of {learned.items:,} items.")
    typer.echo(
        f"Correlation on items not learned from: {agreement.correlation:.2f} "
        f"({agreement.level:g} interval {agreement.low:.2f} to {agreement.high:.2f}, "
        f"from {agreement.groups:,} documents drawn again)."
    )
    if not agreement.is_useful:
        typer.echo("The interval holds 0: as far as one can tell this is no better than choosing at random.")
    typer.echo("It speaks about sources like these; other kinds of text may be told worse.")
    typer.echo(f"Saved in {save}. Use it with: quorate select SOURCES --source-only --model {save}")


def _learn(
    training: "TrainingSet", save: Path, encoder: str | None, *, seed: int, level: float
) -> "LinearUtility | NeuralUtility":
    from quorate.errors import FileError
    from quorate.io.distilled import write_distilled

    if encoder is None:
        from quorate.selection.distillation import linear

        if save.suffix.lower() != ".npz":
            raise FileError(save, "a distilled utility is saved as .npz.", remedy=f"Call it {save.stem}.npz.")
        learned = linear.train(training, seed=seed, level=level)
        write_distilled(learned, save)
        return learned
    from quorate.cli.progress import counting
    from quorate.selection.distillation import neural

    if save.exists():
        raise FileError(save, "something is there already.", remedy="Name a folder that does not exist.")
    with counting("training, in batches", None) as reached:
        trained = neural.train(training, encoder, seed=seed, level=level, watch=reached)
    neural.save(trained, save)
    return trained
