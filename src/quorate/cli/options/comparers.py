"""Options of `quorate comparer`."""

from pathlib import Path
from typing import Annotated, Literal

import typer

What = Annotated[
    Literal["train", "evaluate", "predict"],
    typer.Argument(metavar="train|evaluate|predict", help="What to do.", show_default=False),
]
Data = Annotated[
    list[Path],
    typer.Argument(
        metavar="OUTPUTS...", help="Files of outputs, or folders with them and comparisons.", show_default=False
    ),
]
Comparisons = Annotated[
    Path | None,
    typer.Option("--comparisons", metavar="FILE", help="Comparisons by people; else those in the folder."),
]
Folder = Annotated[Path | None, typer.Option("--comparer", metavar="FOLDER", help="evaluate, predict: which comparer.")]
From = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="WHAT", help="train: people, references, checkpoints; may be repeated."),
]
Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without",
        metavar="WHAT",
        help="train: leave out ties, or comparison; with --encoder curriculum, pretraining, numbers. May be repeated.",
    ),
]
Encoder = Annotated[
    str | None,
    typer.Option(
        "--encoder",
        metavar="PATH",
        help="train: an encoder that reads the texts; minilm is a small one for English that a package brings along.",
    ),
]
Epochs = Annotated[
    float, typer.Option("--epochs", metavar="N", min=0, help="train: times that an encoder goes through; 0: as it is.")
]
Networks = Annotated[
    int, typer.Option("--networks", metavar="N", min=1, help="train: encoders that are trained and averaged.")
]
Doubt = Annotated[
    Literal["ensemble", "dropout"],
    typer.Option("--doubt", help="evaluate, predict: what the spread of a prediction is measured by."),
]
By = Annotated[list[str] | None, typer.Option("--by", metavar="COLUMN", help="evaluate: accuracy by this column.")]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.5, max=0.999, help="Level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="train: random seed.")]
Out = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="PATH", help="train: the folder. predict: a table of predictions."),
]
