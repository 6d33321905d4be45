"""`quorate score`: what metrics say of every output."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quorate.cli.options import Json
from quorate.cli.output import json_text
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.io.table import Table
    from quorate.metrics.cache import Cache
    from quorate.metrics.metric import Metric, OutputTexts
    from quorate.metrics.scoring import Scored

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
    from quorate.io.outputs import read_outputs_table
    from quorate.io.table import stack
    from quorate.io.writing import write_table
    from quorate.metrics.cache import Cache, default_place
    from quorate.metrics.metric import MetricSettings
    from quorate.metrics.registry import find_metric

    settings = MetricSettings(encoder=encoder, generator=generator, python=python, checkpoint=checkpoint)
    metrics = [find_metric(name, settings) for name in dict.fromkeys(metric)]
    table = stack([read_outputs_table(path) for path in outputs])
    texts = _texts(table, metrics, reference=reference, source=source)
    kept = Cache(cache or default_place())
    try:
        scored = [_score(one, texts, kept, jobs) for one in metrics]
    finally:
        kept.close()
    place = output or outputs[0].with_name(f"{outputs[0].stem}.scored{outputs[0].suffix}")
    replaced = [one.metric.name for one in scored if one.metric.name in table.columns]
    columns = {name: _whole(values) for name, values in table.columns.items()}
    columns |= {one.metric.name: one.scores.tolist() for one in scored}
    write_table((dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)), place)
    _say(scored, replaced, place, as_json=as_json)


def _texts(table: "Table", metrics: "list[Metric]", *, reference: str, source: str) -> "OutputTexts":
    """The texts of the columns that some metric needs.

    Raises:
        FileError: A column is not there, or holds something else than texts.
    """
    from quorate.errors import FileError
    from quorate.io.fields import check_texts
    from quorate.metrics.metric import OutputTexts
    from quorate.metrics.registry import WITHOUT_REFERENCE

    names = {"outputs": "output", "references": reference, "sources": source}
    found: dict[str, list[str | None] | None] = {}
    for part, name in names.items():
        needing = [one.name for one in metrics if part in one.needs]
        if needing and name not in table.columns:
            option = f"--{part[:-1]} COLUMN"
            others = f"; without one there are {', '.join(WITHOUT_REFERENCE)}" if part == "references" else ""
            problem = f"{', '.join(needing)} needs {part}, and there is no column {name!r}; columns found: "
            remedy = f"Name the column with {option}{others}."
            raise FileError(table.files[0].path, f"{problem}{', '.join(table.columns)}.", remedy=remedy)
        if needing:
            check_texts(table, name)
        found[part] = table.columns[name] if needing else None
    return OutputTexts(outputs=table.columns["output"], references=found["references"], sources=found["sources"])


def _score(metric: "Metric", texts: "OutputTexts", cache: "Cache", jobs: int) -> "Scored":
    from quorate.cli.progress import counting
    from quorate.metrics.scoring import score_texts

    with counting(metric.name, len(texts.outputs)) as reached:
        return score_texts(metric, texts, cache, jobs=jobs, watch=reached)


def _whole(values: list[object]) -> list[object]:
    """Numbers of a CSV file as they were written: whole ones without a point."""
    if all(value is None or (isinstance(value, float) and value.is_integer()) for value in values):
        return [int(value) if isinstance(value, float) else None for value in values]
    return values


def _say(scored: "list[Scored]", replaced: list[str], place: Path, *, as_json: bool) -> None:
    rows = [_row(one) for one in scored]
    if as_json:
        typer.echo(json_text({"file": str(place), "metrics": rows}))
        return
    for one in scored:
        typer.echo(_words(one))
        for note in _notes(one):
            typer.echo(f"  {note}", err=True)
    if replaced:
        typer.echo(f"Columns that were there already were written anew: {', '.join(replaced)}.", err=True)
    typer.echo(f"The scores are in {place}.")


def _row(one: "Scored") -> dict[str, object]:
    there = one.there
    mean, low, high = (float(there.mean()), float(there.min()), float(there.max())) if len(there) else (None,) * 3
    return {
        "metric": one.metric.name,
        "outputs": len(one.scores),
        "scored": len(there),
        "lacking": one.lacking,
        "failed": one.failed,
        "known": one.known,
        "fresh": one.fresh,
        "mean": mean,
        "lowest": low,
        "highest": high,
    }


def _words(one: "Scored") -> str:
    there = one.there
    if not len(there):
        return f"{one.metric.name}: no output was scored."
    known = f", {counted(one.known, 'text')} known from before" if one.known else ""
    ends = f"mean {there.mean():.2f}, from {there.min():.2f} to {there.max():.2f}"
    return f"{one.metric.name}: {counted(len(there), 'output')}, {ends}{known}."


def _notes(one: "Scored") -> Iterator[str]:
    there = one.there
    if len(there) > 1 and there.min() == there.max():
        yield f"Every output has the same score: {one.metric.name} cannot tell them apart."
    if one.lacking:
        yield f"No score, because a text it needs is missing: {counted(one.lacking, 'output')}."
    if one.failed:
        yield f"No score, because it gave no finite number: {counted(one.failed, 'output')}."
    if one.metric.lower_is_better:
        yield f"Lower is better: say --lower-is-better {one.metric.name} where it is used."
