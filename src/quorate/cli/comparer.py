"""`quorate comparer`: train a comparer of pairs of outputs, hold it against people, ask it."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from quorate.cli.options import Json

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
        help="train: leave out ties; with --encoder curriculum, pretraining, numbers. May be repeated.",
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


def comparer(
    what: What,
    outputs: Data,
    *,
    comparisons: Comparisons = None,
    comparer: Folder = None,
    supervision: From = None,
    without: Without = None,
    encoder: Encoder = None,
    epochs: Epochs = 2.0,
    networks: Networks = 1,
    doubt: Doubt = "ensemble",
    by: By = None,
    level: Level = 0.95,
    seed: Seed = 0,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Train a comparer, hold it against people, or ask it about pairs.

    It learns in seconds from lengths, repetition, overlap with source and reference, agreement among systems and the
    metrics in the outputs' columns, how likely people prefer one output, or call both equal. It learns from people's
    comparisons; without any from references, taken to be better than outputs, or from checkpoints (a column `step`).
    With --encoder a network reads the texts as well, which takes hours on a CPU where there are many.
    What it predicts can join a study: it is never a judgment.

    \b
    Example:
      quorate comparer train outputs.jsonl --comparisons votes.csv -o comparer
      quorate comparer train outputs.jsonl --comparisons votes.csv --encoder minilm -o comparer
      quorate comparer evaluate new-outputs.jsonl --comparisons new-votes.csv --comparer comparer --by domain
      quorate comparer predict outputs.jsonl --comparer comparer -o predictions.csv
      quorate add-predictions fall predictions.csv --called comparer
    """
    from quorate.cli.output import say
    from quorate.errors import InputError
    from quorate.io import write_table
    from quorate.wording.phrases import counted
    from quorate.workflows.comparer import evaluate_comparer, predict_pairs, read_comparer
    from quorate.workflows.comparer_training import train_comparer

    judged = comparisons or next((path for path in outputs if path.is_dir()), None)
    if what == "train":
        if output is None:
            raise InputError("Name the folder that the comparer goes into with --output.")
        made = train_comparer(
            outputs,
            judged,
            supervision=supervision or (),
            without=without or (),
            encoder=encoder,
            epochs=epochs,
            networks=networks,
            seed=seed,
            watch=lambda step, steps, loss: typer.echo(f"Step {step:,} of {steps:,}: {loss:.4f}", err=True),
        )
        made.save(output)
        say(f"{made.headline}\nIt is in {output}.", made.to_json(), as_json=as_json)
        return
    if comparer is None:
        raise InputError("Name the comparer with --comparer FOLDER; `quorate comparer train` makes one.")
    asked = read_comparer(comparer).with_doubt(doubt)
    if what == "evaluate":
        if judged is None:
            raise InputError("A comparer is held against comparisons by people: name a file with --comparisons.")
        found = evaluate_comparer(asked, outputs, judged, by=by or (), level=level)
        lines = [found.headline, *found.words]
        lines += [
            f"  {one.name}: {100 * one.value:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f} %) of {one.count:,}"
            for one in found.trust.slices
        ]
        say("\n".join([*lines, found.signature]), found.to_json(), as_json=as_json)
        return
    if output is None:
        raise InputError("Name the table that predictions go into with --output, such as predictions.csv.")
    rows = predict_pairs(asked, outputs)
    write_table(rows, output)
    known = sum(row["known"] for row in rows)
    said = f"{counted(len(rows), 'prediction')} in {output}. They join by `quorate add-predictions STUDY {output}`."
    if known:
        words = "of them about outputs that it learned from: there it is surer than it should be (column `known`)."
        said = f"{said}\n{known:,} {words}"
    say(said, {"predictions": len(rows), "known": known, "file": str(output)}, as_json=as_json)
