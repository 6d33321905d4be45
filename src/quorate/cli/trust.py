"""`quorate trust`: may I rely on these metrics, or on this judge?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import Json

if TYPE_CHECKING:
    from quorate.estimators.trust.metrics import MetricsTrust

What = Annotated[
    Literal["metrics", "judge"], typer.Argument(metavar="metrics|judge", help="What to ask about.", show_default=False)
]
Place = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="Metrics: scores by people (item, system, score). Judge: verdicts (item, system_a, system_b, verdict). Or "
        "a folder with these and what they are held against.",
        show_default=False,
    ),
]
MetricsFile = Annotated[
    Path | None,
    typer.Option("--metrics", metavar="FILE", help="Metrics of the outputs: item, system, and their scores."),
]
JudgmentsFile = Annotated[
    Path | None,
    typer.Option("--judgments", metavar="FILE", help="Judgments by people: item, system_a, system_b, outcome."),
]
OutputsFile = Annotated[Path | None, typer.Option("--outputs", metavar="FILE", help="Outputs, for how long they are.")]
Criterion = Annotated[str | None, typer.Option("--criterion", metavar="NAME", help="Which criterion; else the first.")]
Lower = Annotated[
    list[str] | None,
    typer.Option("--lower-is-better", metavar="METRIC", help="Turn a metric that counts errors round."),
]
Without = Annotated[list[str] | None, typer.Option("--without", metavar="SYSTEM", help="Leave a system out.")]
By = Annotated[str | None, typer.Option("--by", metavar="COLUMN", help="Judge: also each value of this column.")]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.5, max=0.999, help="Level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the permutations.")]
Out = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write .html, .txt or .json.")]


def trust(
    what: What,
    file: Place,
    *,
    metrics: MetricsFile = None,
    judgments: JudgmentsFile = None,
    outputs: OutputsFile = None,
    criterion: Criterion = None,
    lower_is_better: Lower = None,
    without: Without = None,
    by: By = None,
    level: Level = 0.95,
    seed: Seed = 0,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Say on one page how far metrics, or judges, agree with people.

    Metrics: agreement with an interval, pairwise accuracy with ties calibrated, soft pairwise accuracy, correlations by
    grouping, a map of metrics and systems, tests between metrics, and the most they can save. Judges: agreement beside
    that of people among themselves, flips, what moves verdicts beside quality (position, length, their own outputs),
    pairs and slices, and whether one may stand in for a person. What is near chance is said to be.

    \b
    Example:
      quorate trust metrics ratings.csv --metrics scored.jsonl
      quorate trust judge verdicts.csv --judgments judgments.csv -o judge.html
    """
    from quorate.errors import InputError
    from quorate.io import write_text
    from quorate.reports.judge_trust import judges_json, judges_page
    from quorate.reports.metrics_trust import metrics_json, metrics_page
    from quorate.reports.trust_page import trust_html, trust_text

    if output is not None and output.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"This page ends in .html, .txt or .json, but {output.name!r} does not.")
    if what == "metrics":
        found, notes = _metrics(file, metrics, criterion, lower_is_better or (), without or (), level=level, seed=seed)
        page, data = metrics_page(found, notes), metrics_json(found)
    else:
        from quorate.estimators.trust.judges import trust_judges
        from quorate.io.verdicts import read_verdicts

        verdicts = read_verdicts(file, judgments=judgments, outputs=outputs, by=by)
        judges = trust_judges(verdicts, level=level)
        page, data = judges_page(judges, verdicts.notes), judges_json(judges)
    if output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(output.suffix.lower(), lambda _: data)
        write_text(output, made(page))
        typer.echo(f"{page.answer}\nThe page is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(data if as_json else trust_text(page), nl=False)


def _metrics(
    file: Path,
    metrics: Path | None,
    criterion: str | None,
    lower: "list[str] | tuple[str, ...]",
    without: "list[str] | tuple[str, ...]",
    *,
    level: float,
    seed: int,
) -> "tuple[MetricsTrust, list[str]]":
    """Read scores and metrics, and hold them against each other."""
    import numpy as np

    from quorate.errors import InputError
    from quorate.estimators.trust.metrics import trust_metrics
    from quorate.io import read_scores

    data = read_scores(file, metrics)
    wanted = criterion or data.criteria[0]
    if wanted not in data.criteria:
        raise InputError(f"There is no criterion {wanted!r}; there are {', '.join(data.criteria)}.")
    unknown = [name for name in lower if name not in data.metrics]
    unknown += [name for name in without if name not in data.systems]
    if unknown:
        raise InputError(
            f"There is no {unknown[0]!r}. Metrics: {', '.join(data.metrics)}; systems: {', '.join(data.systems)}."
        )
    rows = data.criterion == data.criteria.index(wanted)
    shape = len(data.systems), len(data.items)
    total, count = np.zeros(shape), np.zeros(shape)
    np.add.at(total, (data.system[rows], data.item[rows]), data.score[rows])
    np.add.at(count, (data.system[rows], data.item[rows]), 1.0)
    people = np.divide(total, count, out=np.full(shape, np.nan), where=count > 0)
    kept = [place for place, name in enumerate(data.systems) if name not in without and count[place].any()]
    scores = {name: (-values if name in lower else values)[kept] for name, values in data.metrics.items()}
    found = trust_metrics([data.systems[place] for place in kept], people[kept], scores, level=level, seed=seed)
    others = [name for name in data.criteria if name != wanted]
    notes = [
        *data.notes,
        *([f"Shown is {wanted}; there are also {', '.join(others)}: name one with --criterion."] if others else []),
    ]
    return found, notes
