"""Human scores from files as ratings that estimators of scores read."""

from collections.abc import Sequence

import numpy as np

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
) -> Ratings:
    """Ratings by one criterion. All scores of one output are copies of one question; items are clusters.

    An output exists where it has a score or a metric. Outputs without a score were not judged.

    Args:
        data: Scores and metrics, as `read_scores` gives them.
        criterion: Which criterion; the first where it is `None`.
        scale: Lowest and highest score; the lowest and highest that occur where it is `None`.
        without: Systems to leave out, such as human references.
        metrics: Which metrics to use; all where it is `None`.
        scope: What the scores are about; see `Ratings`.

    Raises:
        InputError: A criterion, a system or a metric is unknown, or there is no score.
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
    low, high = (float(score.min()), float(score.max())) if scale is None else scale
    return Ratings(
        systems=tuple(system for system, keep in zip(data.systems, kept, strict=True) if keep),
        scale=Criterion(name=name, low=low, high=high),
        system=system,
        item=item,
        annotator=data.annotator[rows],
        score=score,
        copy_of=item,
        cluster=item,
        weight=np.ones(len(score)),
        exists=exists,
        metrics={metric: scores for metric, scores in chosen.items() if np.isfinite(scores).any()},
        scope=scope,
    )


def _check(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
            raise InputError(f"There is no {what} {name!r}. Known: {shown or 'none'}.")
