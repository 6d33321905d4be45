"""Contributions as a table of estimates."""

import numpy as np

from quorate.estimators.contributions import Contributions
from quorate.estimators.estimate import EstimateColumns, EstimateTable
from quorate.estimators.scores.contributions import summarise
from quorate.estimators.scores.intervals import choose


def tabulate(
    given: Contributions,
    *,
    level: float,
    interval: str,
    estimator: str,
    quantity: str,
    anytime: str | None = None,
    assumptions: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    signature: str = "",
) -> EstimateTable:
    """One estimate for each group, with its interval for one look and, where it is asked for, for every look.

    Args:
        given: The contributions.
        level: Level of the intervals.
        interval: Name of the interval for one look.
        estimator: Name of the estimator.
        quantity: What the numbers are, in words.
        anytime: Name of the interval for every look; without it there is none.
        assumptions: What must hold, in words.
        notes: What a reader should know beside.
        signature: One line that makes the numbers comparable and repeatable.
    """
    seen = summarise(given)
    columns = EstimateColumns(
        names=given.names,
        subjects=given.subjects,
        value=np.clip(seen.mean, given.low, given.high),
        interval=choose(interval)(given, level),
        method=interval,
        anytime=choose(anytime)(given, level) if anytime else None,
        always=anytime or "",
        judgments=seen.judgments,
        clusters=seen.clusters,
    )
    return EstimateTable(
        estimator=estimator,
        quantity=quantity,
        low=given.low,
        high=given.high,
        level=level,
        estimates=columns.estimates(),
        assumptions=assumptions,
        notes=notes,
        signature=signature,
    )
