"""What automatic metrics say of every output."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.io.held import Source, are_sources, as_file
from quorate.results import Result
from quorate.wording.phrases import counted
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.io.table import Table
    from quorate.metrics.metric import Metric, OutputTexts
    from quorate.metrics.scoring import Scored


@dataclass(frozen=True, kw_only=True, repr=False)
class ScoredOutputs(Result):
    """Outputs with what metrics say of each.

    Attributes:
        columns: The rows that were given, with one column more for each metric.
        scored: What each metric did.
        replaced: Columns that were there already and were written anew.
    """

    columns: Mapping[str, Sequence[Any]]
    scored: "tuple[Scored, ...]"
    replaced: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The mean of each metric."""
        return " ".join(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """One sentence for each metric."""
        return tuple(_words(one) for one in self.scored)

    def notes(self, one: "Scored") -> Iterator[str]:
        """What to know about the scores of one metric."""
        there = one.there
        if len(there) > 1 and there.min() == there.max():
            yield f"Every output has the same score: {one.metric.name} cannot tell them apart."
        if one.lacking:
            yield f"No score, because a text it needs is missing: {counted(one.lacking, 'output')}."
        if one.failed:
            yield f"No score, because it gave no finite number: {counted(one.failed, 'output')}."
        if one.metric.lower_is_better:
            yield f"Lower is better: say --lower-is-better {one.metric.name} where it is used."

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each output, as it was given, with its scores; nothing where there is none."""
        names = [one.metric.name for one in self.scored]
        for values in zip(*self.columns.values(), strict=True):
            row = dict(zip(self.columns, values, strict=True))
            yield row | {name: None for name in names if math.isnan(row[name])}

    def to_json(self) -> list[dict[str, Any]]:
        """What each metric did, as plain JSON values."""
        return [_summary(one) for one in self.scored]

    def to_dict(self) -> dict[str, Any]:
        """What each metric did, by its name."""
        return {one["metric"]: one for one in self.to_json()}

    def write(self, path: str | Path) -> None:
        """Write the rows: .csv, .jsonl or .parquet.

        Raises:
            InputError: The format is unknown, or the folder cannot be written to.
        """
        from quorate.io.writing import write_table

        columns = {name: _whole(values) for name, values in self.columns.items()}
        write_table((dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)), Path(path))


def score(
    outputs: Source,
    *,
    metric: str | Sequence[str],
    reference: str = "reference",
    source: str = "source",
    jobs: int = -1,
    cache: Path | None = None,
    encoder: str | None = None,
    generator: str | None = None,
    python: str | None = None,
    checkpoint: str | None = None,
    own: Mapping[str, Callable[..., Sequence[float]]] | None = None,
    counting: Counting = quietly,
) -> ScoredOutputs:
    """Score every output by automatic metrics.

    Args:
        outputs: Files of outputs in any known shape, rows, columns, a frame or a dataset; or several of these.
        metric: Which metric, or metrics: chrf, bleu, rouge-l, comet, …, one of `own`, or one of another package.
        reference: The column to compare outputs with.
        source: The column with the inputs.
        jobs: Processes; −1 for as many as there are cores.
        cache: Where scores are kept; else in your cache folder.
        encoder: Encoder of similarities: a folder, or its name.
        generator: Language model of perplexity: its folder, or name.
        python: The Python that has comet, bleurt or metricx.
        checkpoint: Their weights; else their own.
        own: Metrics of your own by name: functions of `outputs` (and `references`, `sources`).
        counting: Shows how far it is: a context that takes what is done in words and how much there is in all.

    Raises:
        InputError: There is no such metric, or it needs texts that are not there.

    Example:
        >>> rows = [{"item": 1, "system": "a", "output": "so good!"}, {"item": 1, "system": "b", "output": "good"}]
        >>> def shouts(outputs):
        ...     return [output.count("!") for output in outputs]
        >>> scored = score(rows, metric="shouts", own={"shouts": shouts}, jobs=1)
        >>> [row["shouts"] for row in scored.to_rows()]
        [1.0, 0.0]
    """
    from contextlib import ExitStack

    from quorate.io.outputs import read_outputs_table
    from quorate.io.table import stack
    from quorate.metrics.cache import Cache, default_place
    from quorate.metrics.metric import MetricSettings
    from quorate.metrics.registry import find_metric
    from quorate.metrics.scoring import score_texts

    settings = MetricSettings(
        encoder=encoder, generator=generator, python=python, checkpoint=checkpoint, own=dict(own or {})
    )
    names = [metric] if isinstance(metric, str) else metric
    metrics = [find_metric(name, settings) for name in dict.fromkeys(names)]
    with ExitStack() as opened:
        parts = [opened.enter_context(as_file(one)) for one in (outputs if are_sources(outputs) else [outputs])]
        table = stack([read_outputs_table(path) for path in parts])
        texts = _texts(table, metrics, reference=reference, source=source)
    kept = Cache(cache or default_place())
    scored = []
    try:
        for one in metrics:
            with counting(one.name, len(texts.outputs)) as reached:
                scored.append(score_texts(one, texts, kept, jobs=jobs, watch=reached))
    finally:
        kept.close()
    replaced = tuple(one.metric.name for one in scored if one.metric.name in table.columns)
    columns = {**table.columns, **{one.metric.name: one.scores.tolist() for one in scored}}
    return ScoredOutputs(columns=columns, scored=tuple(scored), replaced=replaced)


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


def _whole(values: Sequence[Any]) -> Sequence[Any]:
    """Numbers of a CSV file as they were written: whole ones without a point."""
    if all(value is None or (isinstance(value, float) and value.is_integer()) for value in values):
        return [int(value) if isinstance(value, float) else None for value in values]
    return values


def _summary(one: "Scored") -> dict[str, Any]:
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
