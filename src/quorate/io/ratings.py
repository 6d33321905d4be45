"""Human scores from files as ratings that estimators of scores read."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from quorate.errors import InputError
from quorate.estimators.scores.ratings import Ratings
from quorate.io.benchmark import ScoresData
from quorate.questions import Criterion


def make_ratings(
    data: ScoresData,
    criterion: str | None = None,
    *,
    scale: tuple[float, float] | None = None,
    without: Sequence[str] = (),
    metrics: Sequence[str] | None = None,
    scope: str = "items",
    cluster: str = "item",
) -> Ratings:
    """Ratings by one criterion. All scores of one output are copies of one question.

    With clusters by annotator each judgment stands for its annotator instead, and all count alike. An output exists
    where it has a score or a metric. Outputs without a score were not judged.

    Args:
        data: Scores and metrics, as `read_scores` gives them.
        criterion: Which criterion; the first where it is `None`.
        scale: Lowest and highest score; the lowest and highest that occur where it is `None`.
        without: Systems to leave out, such as human references.
        metrics: Which metrics to use; all where it is `None`.
        scope: What the scores are about; see `Ratings`.
        cluster: What is not independent: judgments of an `item`, of a `document` or by an `annotator`.

    Raises:
        InputError: A criterion, a system or a metric is unknown, there is no score, or scale or clusters are not known.
    """
    name = data.criteria[0] if criterion is None else criterion
    _check("criterion", [name], data.criteria)
    _check("system", without, data.systems)
    _check("metric", metrics or (), tuple(data.metrics))
    kept = np.array([system not in without for system in data.systems])
    number = np.cumsum(kept) - 1
    rows = (data.criterion == data.criteria.index(name)) & kept[data.system]
    if not rows.any():
        raise InputError(f"There is no score by {name!r} of the systems that are left. Name another criterion.")
    system, item, score = number[data.system[rows]], data.item[rows], data.score[rows]
    exists = np.zeros((int(kept.sum()), len(data.items)), dtype=np.bool_)
    exists[system, item] = True
    chosen = {metric: data.metrics[metric][kept] for metric in (data.metrics if metrics is None else metrics)}
    for scores in chosen.values():
        exists |= np.isfinite(scores)
    low, high = (float(score.min()) + 0.0, float(score.max()) + 0.0) if scale is None else scale  # no -0
    if low >= high:
        raise InputError(
            f"All scores by {name!r} are {low:g}, so that nothing shows how far they could differ. Say on which scale "
            "they stand: --scale LOW,HIGH, such as 1,5."
        )
    return Ratings(
        systems=tuple(system for system, keep in zip(data.systems, kept, strict=True) if keep),
        scale=Criterion(name=name, low=low, high=high),
        system=system,
        item=item,
        annotator=data.annotator[rows],
        score=score,
        copy_of=item if cluster != "annotator" else np.arange(len(score)),
        cluster=item if cluster == "item" else _clusters(data, rows, cluster),
        weight=np.ones(len(score)),
        exists=exists,
        metrics={metric: scores for metric, scores in chosen.items() if np.isfinite(scores).any()},
        scope=scope,
    )


def check_metrics(data: ScoresData, ratings: Ratings) -> tuple[str, ...]:
    """What to say where metrics are missing for outputs that were judged.

    Raises:
        InputError: The metrics are about other items altogether.
    """
    if not data.metrics:
        return ()
    known = np.zeros(ratings.exists.shape, dtype=np.bool_)
    for scores in ratings.metrics.values():
        known |= np.isfinite(scores)
    judged = np.zeros_like(known)
    judged[ratings.system, ratings.item] = True
    covered, outputs = int((known & judged).sum()), int(judged.sum())
    if known.any() and not known[:, judged.any(axis=0)].any():
        raise InputError(
            f"The metrics know none of the {int(judged.any(axis=0).sum()):,} items that were judged: theirs have other "
            "names. Give the metrics of these items, or leave them out."
        )
    if covered < outputs:
        return (f"No metric knows {outputs - covered:,} of the {outputs:,} outputs that were judged.",)
    return ()


def _clusters(data: ScoresData, rows: NDArray[np.bool_], cluster: str) -> NDArray[np.int64]:
    """Documents (items without one stand alone) or annotators."""
    item, annotator = data.item[rows], data.annotator[rows]
    if cluster == "document":
        if data.document is None:
            raise InputError("The scores have no column 'document' to put together by. Add it, or use another cluster.")
        alone = int(data.document.max(initial=-1)) + 1 + item
        return np.where(data.document[item] >= 0, data.document[item], alone)
    if (annotator < 0).any():
        raise InputError(
            "Some scores do not say which 'annotator' gave them. Fill in the column, or use another cluster."
        )
    return annotator


def _check(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
            raise InputError(f"There is no {what} {name!r}. Known: {shown or 'none'}.")
