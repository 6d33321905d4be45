"""`quorate comparer`: train a comparer of pairs of outputs, hold it against people, ask it."""

import typer

from quorate.cli.options import Json
from quorate.cli.options.comparers import (
    By,
    Comparisons,
    Data,
    Doubt,
    Encoder,
    Epochs,
    Folder,
    From,
    Level,
    Networks,
    Out,
    Seed,
    What,
    Without,
)


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
    from quorate.workflows.comparer import evaluate_comparer, read_comparer
    from quorate.workflows.comparer_predictions import predict_pairs
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
    rows, words = predict_pairs(asked, outputs)
    write_table(rows, output)
    said = f"{counted(len(rows), 'prediction')} in {output}. They join by `quorate add-predictions STUDY {output}`."
    told = {"predictions": len(rows), "known": sum(row["known"] for row in rows), "file": str(output)}
    say("\n".join([said, *words]), {**told, "words": list(words)}, as_json=as_json)
