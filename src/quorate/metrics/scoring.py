"""Scores of many outputs: each text once, nothing twice, in several processes, and what is done stays done."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.metrics.cache import Cache, key_of
from quorate.metrics.metric import Metric, OutputTexts

Row = tuple[str, ...]
Keyed = list[tuple[bytes, Row]]
Watch = Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class Scored:
    """The scores of one metric.

    Attributes:
        scores: One number for each output; NaN where there is none.
        lacking: How many outputs lack a text the metric needs.
        failed: How many outputs got no finite number from the metric.
        known: How many distinct texts were scored before.
        fresh: How many were scored now.
    """

    metric: Metric
    scores: Floats
    lacking: int
    failed: int
    known: int
    fresh: int

    @property
    def there(self) -> Floats:
        """The scores that there are."""
        return self.scores[~np.isnan(self.scores)]


def score_texts(
    metric: Metric, texts: OutputTexts, cache: Cache | None = None, *, jobs: int = 1, watch: Watch = lambda _: None
) -> Scored:
    """Score outputs by one metric.

    Args:
        texts: The outputs and what they are compared with.
        cache: Where scores are found again and kept; what is scored is written down batch by batch.
        jobs: How many processes share the work; −1 for as many as there are cores.
        watch: Told how many distinct texts are done.

    Raises:
        InputError: The metric needs texts that are not there, or returns something else than one number each.
    """
    rows = _rows(metric, texts)
    cache = cache or Cache(None)
    keys = [None if row is None else key_of(metric, row) for row in rows]
    wanted = {key: row for key, row in zip(keys, rows, strict=True) if key is not None and row is not None}
    found = cache.find(list(wanted))
    known = len(found)
    fresh = [(key, row) for key, row in wanted.items() if key not in found]
    failed: set[bytes] = set()
    for part, scores in _batches(metric, fresh, jobs):
        finite = np.isfinite(scores)
        failed.update(key for (key, _), is_finite in zip(part, finite, strict=True) if not is_finite)
        pairs = [(key, score) for (key, _), score in zip(part, scores.tolist(), strict=True) if np.isfinite(score)]
        cache.keep(pairs)
        found.update(pairs)
        watch(len(found) + len(failed))
    watch(len(wanted))
    return Scored(
        metric=metric,
        scores=np.array([np.nan if key is None else found.get(key, np.nan) for key in keys], dtype=np.float64),
        lacking=keys.count(None),
        failed=sum(key in failed for key in keys if key is not None),
        known=known,
        fresh=len(fresh),
    )


def _rows(metric: Metric, texts: OutputTexts) -> list[Row | None]:
    """The texts that the metric reads, of each output; `None` where one is missing.

    Raises:
        InputError: There are no references, or no sources, at all.
    """
    columns: list[Sequence[str | None]] = []
    for part in metric.needs:
        column: Sequence[str | None] | None = getattr(texts, part)
        if column is None or all(text is None for text in column):
            remedy = "" if part == "outputs" else f" Name the column with --{part[:-1]} COLUMN."
            raise InputError(f"{metric.name} needs {part}, and there are none.{remedy}")
        columns.append(column)
    return [None if None in row else row for row in zip(*columns, strict=True)]


def _batches(metric: Metric, fresh: Keyed, jobs: int) -> Iterator[tuple[Keyed, Floats]]:
    parts = [fresh[start : start + metric.batch] for start in range(0, len(fresh), metric.batch)]
    if not metric.is_parallel or jobs == 1 or len(parts) < 2:
        for part in parts:
            yield part, _score(metric, [row for _, row in part])
        return
    from joblib import Parallel, delayed

    work = (delayed(_score)(metric, [row for _, row in part]) for part in parts)
    yield from zip(parts, Parallel(n_jobs=jobs, return_as="generator")(work), strict=True)


def _score(metric: Metric, rows: list[Row]) -> Floats:
    given = {part: [row[place] for row in rows] for place, part in enumerate(metric.needs)}
    try:
        scores = np.asarray(metric.score(**given), dtype=np.float64)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"The metric {metric.name!r} failed: {error}.") from error
    if scores.shape != (len(rows),):
        problem = f"returned {scores.shape} numbers for {len(rows)} outputs"
        raise InputError(f"The metric {metric.name!r} {problem}. It must return one number for each output.")
    return scores
