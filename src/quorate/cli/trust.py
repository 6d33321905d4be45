"""`quorate trust`: may I rely on these metrics, or on this judge?"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress

if TYPE_CHECKING:
    from quorate.study import Study

What = Annotated[
    Literal["metrics", "judge"], typer.Argument(metavar="metrics|judge", help="What to ask about.", show_default=False)
]
Place = Annotated[
    str,
    typer.Argument(
        metavar="FILE|STUDY",
        help="Metrics: scores by people (item, system, score), or comparisons (item, system_a, system_b, outcome). "
        "Judge: verdicts (item, system_a, system_b, verdict). Or a folder with these and what they are held "
        "against; or a study, whose metrics and predictions are held against its own judgments.",
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
VerdictsFile = Annotated[
    Path | None, typer.Option("--verdicts", metavar="FILE", help="A study: verdicts of this file, not what joined it.")
]
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
    verdicts: VerdictsFile = None,
    level: Level = 0.95,
    seed: Seed = 0,
    store: StoreAddress = DEFAULT_STORE,
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
      quorate trust judge fall
    """
    from quorate.errors import InputError
    from quorate.io import write_text
    from quorate.reports.judge_trust import judges_json, judges_page
    from quorate.reports.metrics_trust import metrics_json, metrics_page
    from quorate.reports.trust_page import trust_html, trust_text

    if output is not None and output.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"This page ends in .html, .txt or .json, but {output.name!r} does not.")
    given = {"--metrics": metrics, "--judgments": judgments, "--outputs": outputs, "--by": by}
    is_study = not Path(file).exists()
    if is_study and any(given.values()):
        raise InputError(f"There is no file {file!r}; of a study, its own judgments, metrics and texts are taken.")
    if not is_study and verdicts is not None:
        raise InputError("--verdicts holds verdicts against a study; of files, name the verdicts and --judgments.")
    if what == "metrics":
        from quorate.workflows.trust import trust_metrics_in_files, trust_metrics_in_study

        names = criterion, tuple(lower_is_better or ()), tuple(without or ())
        if is_study:
            with study_of(file, store) as study:
                found, notes = trust_metrics_in_study(study, *names, level=level, seed=seed)
        else:
            found, notes = trust_metrics_in_files(Path(file), metrics, *names, level=level, seed=seed)
        page, data = metrics_page(found, notes), metrics_json(found)
    else:
        from quorate.estimators.trust.judges import trust_judges
        from quorate.io.verdicts import read_verdicts
        from quorate.workflows.trust import verdicts_in_study

        if is_study:
            with study_of(file, store) as study:
                said = verdicts_in_study(study, verdicts)
        else:
            said = read_verdicts(file, judgments=judgments, outputs=outputs, by=by)
        judges = trust_judges(said, level=level)
        page, data = judges_page(judges, said.notes), judges_json(judges)
    if output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(output.suffix.lower(), lambda _: data)
        write_text(output, made(page))
        typer.echo(f"{page.answer}\nThe page is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(data if as_json else trust_text(page), nl=False)


@contextmanager
def study_of(name: str, store: str) -> "Iterator[Study]":
    """A study, where no file is called so.

    Raises:
        InputError: There is neither.
    """
    from quorate.cli.opening import opened
    from quorate.errors import InputError, UnknownError

    try:
        with opened(name, store) as study:
            yield study
    except UnknownError as error:
        raise InputError(f"There is neither a file nor a study {name!r} (looked in {store}).") from error
