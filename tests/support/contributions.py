"""Contributions to scores made from plain arrays, for tests of intervals."""

import numpy as np
from numpy.typing import ArrayLike

from quorate.estimators.contributions import Contributions


def make_contributions(
    runs: ArrayLike,
    *,
    low: float = 0.0,
    high: float = 1.0,
    bounds: tuple[float, float] | None = None,
    cluster: ArrayLike | None = None,
    weight: ArrayLike | None = None,
    stratum: ArrayLike | None = None,
    population: int | None = None,
    fitted: int = 0,
    is_predictable: bool = False,
) -> Contributions:
    """One group for each row of `runs`, whose values are judgments in the order they came.

    Args:
        runs: Group × judgment values.
        low: Lower end of the scale.
        high: Upper end.
        bounds: What no value leaves; the scale where it is not given.
        cluster: Cluster of each judgment, the same in every group; each on its own where it is not given.
        weight: Weight of each judgment, the same in every group.
        stratum: Stratum of each judgment, the same in every group.
        population: How many outputs were drawn from without replacement; with replacement where it is not given.
        fitted: How many numbers were fitted on the same judgments.
        is_predictable: Whether each value was fixed by the past but for its own judgment.
    """
    x = np.atleast_2d(np.asarray(runs, dtype=np.float64))
    groups, n = x.shape

    def rows(given: ArrayLike | None, default: ArrayLike) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        each = default if given is None else np.tile(np.asarray(given, dtype=np.int64), groups)
        return np.asarray(each, dtype=np.int64)

    return Contributions(
        group=np.repeat(np.arange(groups), n),
        value=x.ravel(),
        weight=np.ones(x.size) if weight is None else np.tile(np.asarray(weight, dtype=np.float64), groups),
        stratum=rows(stratum, np.zeros(x.size)),
        cluster=rows(cluster, np.arange(x.size)),
        repeats=np.ones(x.size, dtype=np.int64),
        names=tuple(f"system {group}" for group in range(groups)),
        subjects=np.arange(groups)[:, None],
        low=low,
        high=high,
        bounds=np.tile(np.array(bounds or (low, high), dtype=np.float64), (groups, 1)),
        population=np.full(groups, 10**9 if population is None else population),
        remaining=np.full(groups, 1.0 if population is None else 1 - n / population),
        added=np.zeros(groups),
        fitted=np.full(groups, fitted),
        is_predictable=is_predictable,
    )
