"""How good each system is, by ratings that somebody has already."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from quorate.errors import InputError
from quorate.io.held import Source, as_file, is_path

if TYPE_CHECKING:
    from quorate.estimators.scores.chosen import RanksOnly
    from quorate.estimators.scores.ratings import Ratings
    from quorate.estimators.scores.several import RatingFindings
    from quorate.io import ScoresData
    from quorate.records.chosen import ChosenItems

Ends: TypeAlias = tuple[float, float]
CLUSTERS = ("item", "document", "annotator")


class RatingOptions(TypedDict, total=False):
    """What ratings alone take; see `estimate_ratings`."""

    metrics: Source
    criteria: Sequence[str]
    by: Sequence[str]
    scale: Ends | Mapping[str, Ends] | None
    scope: str
    estimators: Sequence[str]
    interval: str
    past: str | Path | None
    selection: str | Path | None


def estimate_ratings(
    source: Source,
    *,
    metrics: Source = None,
    columns: Mapping[str, str | Collection[str]] | None = None,
    criteria: Sequence[str] = (),
    by: Sequence[str] = (),
    scale: Ends | Mapping[str, Ends] | None = None,
    without: Sequence[str] = (),
    cluster: str = "",
    scope: str = "items",
    estimators: Sequence[str] = (),
    level: float = 0.95,
    interval: str = "",
    past: str | Path | None = None,
    selection: str | Path | None = None,
    name: str = "",
) -> "RatingFindings | RanksOnly":
    """Estimate the mean score of every system, by every criterion, with metrics and without.

    Args:
        source: Ratings: a file or a folder, or rows, columns or a frame in memory.
        metrics: Automatic scores of outputs, likewise.
        columns: Role → column, or columns, where the guess would be wrong, such as `{"system": "m"}`.
        criteria: Criteria to estimate by; all without it.
        by: Columns that describe items, to split the report by.
        scale: Lowest and highest score, or these by criterion; those that occur without it.
        without: Systems to leave out, such as a human reference.
        cluster: What is not independent: `item`, `document` or `annotator`.
        scope: What the scores are about: `items`, `judgments` or `population`.
        estimators: Names of estimators, of which the first is believed; a rule names it without them.
        level: Level of the intervals, and one minus the error of what is claimed.
        interval: Name of the interval; what each estimator recommends without it.
        past: A folder of past ratings and metrics to learn from.
        selection: How the items were chosen, as `quorate select` wrote it.
        name: What the ratings are called; the file's name without it.

    Raises:
        InputError: The ratings cannot be read, or an argument is wrong; says where and what to do.
    """
    from quorate.estimators.scores import method
    from quorate.estimators.scores.chosen import rank_chosen
    from quorate.estimators.scores.default import ScoreSettings
    from quorate.estimators.scores.several import find_ratings
    from quorate.io import read_scores
    from quorate.io.selections import read_chosen

    if not 0 < level < 1:
        raise InputError(f"The level lies between 0 and 1, not at {level}.")
    if cluster and cluster not in CLUSTERS:
        raise InputError(f"Ratings are clustered by {', '.join(CLUSTERS[:-1])} or {CLUSTERS[-1]}, not by {cluster!r}.")
    for option, given in (("criteria", criteria), ("by", by), ("without", without), ("estimators", estimators)):
        if isinstance(given, str):
            raise InputError(f"{option} is a list of names, such as [{given!r}], not a text.")
    for one in estimators:
        method(one)
    named = {role: (given,) if isinstance(given, str) else tuple(given) for role, given in (columns or {}).items()}
    with as_file(source) as path:
        data = _read(path, metrics, named, by) if metrics is not None else read_scores(path, columns=named, by=by)
    data, chosen = (data, None) if selection is None else read_chosen(Path(selection), data)
    pieces = cluster or ("document" if data.has_turns else "item")
    ratings, notes = _by_criterion(data, criteria, scale, without=without, scope=scope, cluster=pieces)
    if chosen is not None and not chosen.is_sample:
        if by:
            raise InputError("Picked items have ranks only, and these are not split by --by.")
        first = next(iter(ratings))
        idle = ", ".join(
            option
            for option, given in {"--past": past, "--estimator": estimators, "--interval": interval}.items()
            if given
        )
        said = [f"Ranks need no estimate: {idle} changed nothing."] if idle else []
        said += _other_criteria(tuple(ratings))
        return rank_chosen(ratings[first], chosen, [*notes[first], *said])
    ratings, selected = _weighed(ratings, chosen)
    if past is not None:
        ratings = {one: _taught(given, one, Path(past), scope, notes[one]) for one, given in ratings.items()}
    return replace(
        find_ratings(
            ratings,
            ScoreSettings.of(estimators, level=level, interval=interval),
            groups=data.groups,
            name=name or (Path(source).name if is_path(source) else "ratings"),
            notes=notes,
            selection=selected,
        ),
        understood=data.notes,
    )


def _read(path: Path, metrics: Source, columns: Mapping[str, Collection[str]], by: Sequence[str]) -> "ScoresData":
    from quorate.io import read_scores

    with as_file(metrics) as beside:
        return read_scores(path, beside, columns=columns, by=by)


def _by_criterion(
    data: "ScoresData",
    criteria: Sequence[str],
    scale: Ends | Mapping[str, Ends] | None,
    **how: Any,  # noqa: ANN401 - as `make_ratings` takes it
) -> tuple[dict[str, "Ratings"], dict[str, list[str]]]:
    """Ratings by each criterion, and what to say about how they were read."""
    from quorate.io.ratings import check_metrics, make_ratings

    found, notes = {}, {}
    wanted = tuple(dict.fromkeys(criteria)) or data.criteria
    ends = {one: scale.get(one) if isinstance(scale, Mapping) else scale for one in wanted}
    for one in scale if isinstance(scale, Mapping) else ():
        if one not in ends:
            raise InputError(f"There is no criterion {one!r} to give a scale for. Criteria: {', '.join(wanted)}.")
    for one in wanted:
        found[one] = make_ratings(data, one, scale=ends[one], **how)
        notes[one] = [*(data.notes if one == wanted[0] else ()), *check_metrics(data, found[one])]
        if ends[one] is None:
            notes[one].append("The scale was taken from the scores that occur; say --scale LOW,HIGH if it is wider.")
    return found, notes


def _weighed(ratings: Mapping[str, "Ratings"], chosen: "ChosenItems | None") -> tuple[dict[str, "Ratings"], str]:
    """Ratings with the weights of their items, and how these were drawn."""
    from quorate.estimators.scores.chosen import weigh_chosen

    if chosen is None:
        return dict(ratings), ""
    weighed = {one: weigh_chosen(given, chosen) for one, given in ratings.items()}
    return {one: given for one, (given, _) in weighed.items()}, " ".join(next(iter(weighed.values()))[1])


def _taught(ratings: "Ratings", criterion: str, past: Path, scope: str, notes: list[str]) -> "Ratings":
    """The ratings with predictions that were learned from the past."""
    from quorate.estimators.scores.prediction import predict_from
    from quorate.io import read_scores
    from quorate.io.ratings import make_ratings

    before = read_scores(past)
    learned = make_ratings(before, criterion if criterion in before.criteria else None, scope=scope)
    notes.append(f"Predictions were learned from {learned.count:,} past judgments.")
    return replace(ratings, prediction=predict_from(learned, ratings).score)


def _other_criteria(criteria: Sequence[str]) -> list[str]:
    """A line that names the criteria which are not shown."""
    if len(criteria) < 2:
        return []
    others = ", ".join(criteria[1:])
    return [f"Shown is {criteria[0]}; there are also scores by {others}: name one with --criterion."]
