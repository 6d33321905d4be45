"""`quorate score`: what metrics say of every output."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import Json
from quorate.cli.output import json_text

Outputs = Annotated[
    list[Path],
    typer.Argument(metavar="OUTPUTS...", help="Files of outputs: item, system, output.", show_default=False),
]
Metrics = Annotated[list[str], typer.Option("--metric", "-m", metavar="NAME", help="Which metric; may be repeated.")]
Out = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write; else beside the first file, as NAME.scored."),
]
Reference = Annotated[str, typer.Option("--reference", metavar="COLUMN", help="The column to compare outputs with.")]
Source = Annotated[str, typer.Option("--source", metavar="COLUMN", help="The column with the inputs.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes; −1 for as many as there are cores.")]
CachePlace = Annotated[
    Path | None,
    typer.Option("--cache", metavar="FILE", help="Where scores are kept; else quorate/scores.sqlite in your cache."),
]
EncoderName = Annotated[
    str | None, typer.Option("--encoder", metavar="WHERE", help="Encoder of similarities: a folder, or its name.")
]
GeneratorName = Annotated[
    str | None,
    typer.Option("--generator", metavar="WHERE", help="Language model of perplexity: its folder, or name."),
]
Interpreter = Annotated[
    str | None, typer.Option("--python", metavar="PATH", help="The Python that has comet, bleurt or metricx.")
]
Checkpoint = Annotated[str | None, typer.Option("--checkpoint", metavar="NAME", help="Their weights; else their own.")]


def score(
    outputs: Outputs,
    *,
    metric: Metrics,
    output: Out = None,
    reference: Reference = "reference",
    source: Source = "source",
    jobs: Jobs = -1,
    cache: CachePlace = None,
    encoder: EncoderName = None,
    generator: GeneratorName = None,
    python: Interpreter = None,
    checkpoint: Checkpoint = None,
    as_json: Json = False,
) -> None:
    """Score every output by automatic metrics.

    Writes the same rows with one column more for each metric. Scores are kept: an output that did not change is never
    scored twice, and what was done before an interruption is not done again. Metrics: chrf, bleu, ter, rouge-1,
    rouge-2, rouge-l, meteor, similarity-mean, similarity-extrema, similarity-greedy, similarity-bertscore, perplexity,
    comet, bleurt, metricx, length, repetition, novelty, and those that other packages bring along.

    \b
    Example:
      quorate score outputs.jsonl --metric chrf --metric rouge-l
      quorate score outputs.jsonl --metric chrf --reference gold -o scored.csv
      quorate score outputs.jsonl --metric comet --python ~/comet/bin/python
    """
    from quorate.cli.progress import counting
    from quorate.workflows import score as score_outputs

    made = score_outputs(
        outputs,
        metric=metric,
        reference=reference,
        source=source,
        jobs=jobs,
        cache=cache,
        encoder=encoder,
        generator=generator,
        python=python,
        checkpoint=checkpoint,
        counting=counting,
    )
    place = output or outputs[0].with_name(f"{outputs[0].stem}.scored{outputs[0].suffix}")
    made.write(place)
    if as_json:
        typer.echo(json_text({"file": str(place), "metrics": made.to_json()}))
        return
    for one, words in zip(made.scored, made.words, strict=True):
        typer.echo(words)
        for note in made.notes(one):
            typer.echo(f"  {note}", err=True)
    if made.replaced:
        typer.echo(f"Columns that were there already were written anew: {', '.join(made.replaced)}.", err=True)
    typer.echo(f"The scores are in {place}.")
