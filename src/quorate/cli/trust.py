"""`quorate trust`: may I rely on these metrics, on this judge, this pool or this crowd?"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress

if TYPE_CHECKING:
    from quorate.estimators.trust.judges import JudgeTrust
    from quorate.reports.trust_page import TrustPage
    from quorate.study import Study

What = Annotated[
    Literal["metrics", "judge", "drift", "pool", "crowd"],
    typer.Argument(metavar="metrics|judge|drift|pool|crowd", help="What to ask about.", show_default=False),
]
Place = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|STUDY...",
        help="Metrics: scores by people (item, system, score), or comparisons (item, system_a, system_b, outcome). "
        "Judge: verdicts (item, system_a, system_b, verdict). Or a folder with these and what they are held "
        "against; or a study, whose metrics and predictions are held against its own judgments. "
        "Drift: verdicts of several rounds, in one file or several, the first round first. Pool: judged statements "
        "(item, system, statement, right; team and fact where known), or TREC runs with their qrels. Crowd: marks "
        "(item, annotator, statement, or start and end).",
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
Expert = Annotated[
    list[str] | None, typer.Option("--expert", metavar="ANNOTATOR", help="Crowd: whose marks are taken for right.")
]
By = Annotated[str | None, typer.Option("--by", metavar="COLUMN", help="Judge: also each value of this column.")]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.5, max=0.999, help="Level of the intervals.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="Random seed of the permutations.")]
Out = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write .html, .txt or .json.")]


def trust(
    what: What,
    files: Place,
    *,
    metrics: MetricsFile = None,
    judgments: JudgmentsFile = None,
    outputs: OutputsFile = None,
    criterion: Criterion = None,
    lower_is_better: Lower = None,
    without: Without = None,
    by: By = None,
    expert: Expert = None,
    verdicts: VerdictsFile = None,
    level: Level = 0.95,
    seed: Seed = 0,
    store: StoreAddress = DEFAULT_STORE,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Say on one page how far metrics, or judges, agree with people, or what a fixed pool does to new systems.

    Metrics: agreement with an interval, pairwise accuracy with ties calibrated, soft pairwise accuracy, correlations by
    grouping, a map of metrics and systems, tests between metrics, and the most they can save. Judges: agreement beside
    that of people among themselves, flips, what moves verdicts beside quality (position, length, their own outputs),
    pairs and slices, whether one may stand in for a person, who answers like it rather than like people, and which
    outputs tell it what to say. What is near chance is said to be. Drift: whether a judge that was asked the same
    questions again (--round) is what it was, with an alarm that holds at every look. Pools: how precision, recall and
    F1 of sets change for a team that was left out, beside the gaps between systems. Crowds: how much of what experts
    mark so many people find.

    \b
    Example:
      quorate trust metrics ratings.csv --metrics scored.jsonl
      quorate trust judge verdicts.csv --judgments judgments.csv -o judge.html
      quorate trust judge fall
      quorate trust drift anchors.verdicts.jsonl anchors.june.verdicts.jsonl
      quorate trust pool judged.jsonl -o pool.html
      quorate trust pool input.bm25 input.dense qrels.txt teams.csv
      quorate trust crowd marks.jsonl --expert ada
    """
    from quorate.errors import InputError
    from quorate.io import write_text
    from quorate.reports.trust_page import trust_html, trust_text
    from quorate.workflows.trust import trust_judges_in_files, trust_judges_in_study

    if output is not None and output.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"This page ends in .html, .txt or .json, but {output.name!r} does not.")
    if what in {"drift", "pool", "crowd"}:
        paths = [Path(file) for file in files]
        is_drift, experts = what == "drift", expert or ()
        page, data = _drift(paths, outputs, level=level) if is_drift else _sets(what, paths, experts, level, seed)
    else:
        if len(files) > 1:
            raise InputError(f"Name one file, folder or study; {len(files)} are named.")
        (file,) = files
        is_study = not Path(file).exists()
        if is_study and (metrics or judgments or outputs or by):
            raise InputError(f"There is no file {file!r}; of a study, its own judgments, metrics and texts are taken.")
        if not is_study and verdicts is not None:
            raise InputError("--verdicts holds verdicts against a study; of files, name the verdicts and --judgments.")
        if what == "metrics":
            names = criterion, tuple(lower_is_better or ()), tuple(without or ())
            with study_of(file, store) if is_study else nullcontext() as study:
                page, data = _metrics(study, Path(file), metrics, names, level=level, seed=seed)
        elif is_study:
            with study_of(file, store) as study:
                page, data = _judges(trust_judges_in_study(study, verdicts, level=level))
        else:
            beside = {"judgments": judgments, "outputs": outputs}
            page, data = _judges(trust_judges_in_files(Path(file), **beside, by=by, level=level))
    if output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(output.suffix.lower(), lambda _: data)
        write_text(output, made(page))
        typer.echo(f"{page.answer}\nThe page is in {output}.", err=as_json)
    if as_json or output is None:
        typer.echo(data if as_json else trust_text(page), nl=False)


def _metrics(
    study: "Study | None",
    path: Path,
    metrics: Path | None,
    names: tuple[str | None, tuple[str, ...], tuple[str, ...]],
    *,
    level: float,
    seed: int,
) -> "tuple[TrustPage, str]":
    from quorate.reports.metrics_trust import metrics_json, metrics_page
    from quorate.workflows.trust import trust_metrics_in_files, trust_metrics_in_study

    if study is not None:
        found, notes = trust_metrics_in_study(study, *names, level=level, seed=seed)
    else:
        found, notes = trust_metrics_in_files(path, metrics, *names, level=level, seed=seed)
    return metrics_page(found, notes), metrics_json(found)


def _judges(found: "tuple[tuple[JudgeTrust, ...], list[str]]") -> "tuple[TrustPage, str]":
    from quorate.reports.judge_trust import judges_json, judges_page

    return judges_page(*found), judges_json(*found)


def _drift(paths: list[Path], outputs: Path | None, *, level: float) -> "tuple[TrustPage, str]":
    from quorate.reports.drift_page import drift_json, drift_page
    from quorate.workflows.trust import trust_drift_in_files

    found = trust_drift_in_files(paths, outputs, level=level)
    return drift_page(found, 1 - level), drift_json(found)


def _sets(what: str, paths: list[Path], experts: Sequence[str], level: float, seed: int) -> "tuple[TrustPage, str]":
    from quorate.errors import InputError
    from quorate.reports.crowd_trust import crowd_json, crowd_page
    from quorate.reports.pool_trust import pool_json, pool_page
    from quorate.workflows.trust import trust_crowd_in_file, trust_pool_in_files

    if what == "crowd":
        if len(paths) > 1:
            raise InputError(f"A crowd is read from one file; {len(paths)} are named.")
        crowd = trust_crowd_in_file(paths[0], experts, level=level)
        return crowd_page(crowd), crowd_json(crowd)
    found = trust_pool_in_files(paths, level=level, seed=seed)
    return pool_page(found), pool_json(found)


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
